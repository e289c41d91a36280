"""How many tests a passing run really ran: exit status 0 of a run without any test says nothing about tests."""

from __future__ import annotations

import re

TYPE_CHECKING = False
if TYPE_CHECKING:
    from feedback_gate.run.command import Result

# What common runners print when they ran none (a run that says so and ends in failure needs no look).
NONE = (
    r"(?im)\bno tests? (?:ran|found|to run|were (?:found|executed|run))\b"
    r"|\bno test (?:files?|suites?|cases?) (?:were )?found\b"
    r"|\bno tests executed\b"
    r"|\bno test is available\b"
    r"|\[no test files\]|\[no tests to run\]|\bno test files\b"
    r"|:test\S{0,60} NO-SOURCE\b"
    r"|^1\.\.0\b"
)
# Counts of tests as runners print them; each pattern has one group with a number. Compiled when first needed: most checks print none.
COUNTS = (
    r"\bRan (\d+) tests?\b",  # unittest
    r"\b(\d+) (?:passed|failed|passing|failing)\b",  # pytest, mocha, deno, cargo, jest
    r"\bcollected (\d+) items?\b",  # pytest
    r"\brunning (\d+) tests?\b",  # cargo
    r"^(?:#|ℹ) tests (\d+)\b",  # node
    r"\b(\d+) (?:examples?|tests?|specs?|scenarios?|assertions?)(?:,| \(|$| ran\b| run\b| executed\b| passed\b| completed\b)",  # rspec, phpunit, cucumber, minitest
    r"\b(?:OK|Tests:?) \(?(\d+) tests?\b",  # phpunit
    r"\bTests run: (\d+)",  # maven, junit
    r"\bExecuted (\d+) tests?\b",  # xctest
    r"\bTests?:\s+(?:\d+ \w+, )*(\d+) total\b",  # jest
    r"\btests passed, \d+ tests failed out of (\d+)",  # ctest
    r"^ok\s+\S+\s+(?:\(cached\)|[\d.]+s)(?!.*\[no tests)()",  # go: a package with tests
)
GO = len(COUNTS) - 1
# Summaries of common runners: how many passed, and where it is said how many there were, skipped ones included. The first
# that occurs counts, all its lines together (several packages, several runs).
SUMMARIES = (
    r"^test result: ok\. (?P<passed>\d+) passed; \d+ failed; (?P<skipped>\d+) ignored",  # cargo
    r"^ *Summary .*\b(?P<all>\d+) tests? run: (?P<passed>\d+) passed",  # cargo nextest
    r"^Tests: +(?:\d+ (?:skipped|todo), )*(?P<passed>\d+) passed, (?P<all>\d+) total",  # jest
    r"^ *Tests +(?P<passed>\d+) passed(?: \| \d+ \w+)* \((?P<all>\d+)\)",  # vitest
    r"^(?:=+ )?(?P<passed>\d+) passed(?:, (?P<skipped>\d+) skipped)?(?:, \d+ \w+)* in [\d.]+ ?s",  # pytest
    r"^ok \| (?P<passed>\d+) passed\b(?:.*\| (?P<skipped>\d+) ignored)?",  # deno
    r"^ *(?P<passed>\d+) passing\b",  # mocha
    r"^ *(?P<passed>\d+) passed \(",  # playwright
    r"^Ran (?P<all>\d+) tests? in (?:.*\n+OK \(.*\bskipped=(?P<skipped>\d+))?",  # unittest
    r"^(?:#|ℹ) tests (?P<all>\d+)(?:\n.*){0,3}\n(?:#|ℹ) pass (?P<passed>\d+)",  # node
    r"^(?P<all>\d+) examples?, 0 failures(?:, (?P<skipped>\d+) pending)?",  # rspec
    r"^(?P<all>\d+) (?:runs|tests?), \d+ (?:assertions|failures)",  # minitest, exunit
    r"^OK \((?P<all>\d+) tests?, \d+ assertions?\)",  # phpunit
    r"Tests run: (?P<all>\d+), Failures: 0, Errors: 0, Skipped: (?P<skipped>\d+)\s*$",  # maven, a module
    r"^\d+% tests passed, \d+ tests failed out of (?P<all>\d+)",  # ctest
    r"\bPassed: +(?P<passed>\d+), Skipped: +\d+, Total: +(?P<all>\d+)",  # dotnet
    r"^DONE (?P<all>\d+) tests(?:, (?P<skipped>\d+) skipped)?",  # gotestsum
    r"^--- PASS: (?P<one>)",  # go test -v
)
# What stands behind a bare number of passed ones, which is one of tests: "42 passed", "42 件成功"; not "成功率", not "2 pass through".
PASSED = (
    r"(?:(?:(?:件|個|个|项|項|条|건|개)(?:が|とも|가|이|는)? ?(?:すべて|全て|全部|都|모두|다)? ?)?"
    r"(?:(?:成功|通過|合格|パス|通过|통과|성공)(?!率|율|률|ワード)|通(?:りま|って|った))|पास|सफल|उत्तीर्ण"
    r"|(?:pass(?:ed|ing)?(?! through)|succeeded|pasaron|pasan|aprobad[oa]s|superad[oa]s|passaram|passam|passando|aprovad[oa]s"
    r"|passent|passée?s|réussi(?:e?s|ssent)|bestanden|erfolgreich)\b)"
)
# What stands in front of one that ends there: "成功 42 件", "통과: 42개"; not "通过 3 个步骤".
PASSED_FIRST = r"(?:成功|通過|合格|パス|通过了?|통과|성공)[ はが:：]{0,2}"
COUNTER = r" ?(?:件|個|个|项|項|条|건|개)"
# "42 tests", "42/42 passing", "42 of 42 specs"; "テスト 42 件", "测试 42 个", "테스트 42개". The number of a part ("12 new tests") is none.
CLAIMED = (
    r"(?i)(?<![\d.,/:#v-])(?P<first>\d{1,7})(?: ?/ ?\d+| (?:(?:out )?of|de|von|sur) \d+)?[*_`]{0,2} ?"
    r"(?:(?:件の|個の|个|項|项|개(?:의)?)? ?"
    r"(?:(?:tests?|specs?|pruebas|testes)\b|テスト|スペック|测试|測試|테스트|टेस्ट|परीक्षण)"
    rf"|{PASSED})"
    rf"|(?:(?:テスト|スペック|测试|測試|테스트)[ はがの:：]{{0,2}}(?P<last>\d{{1,7}}){COUNTER}"
    rf"|{PASSED_FIRST}(?P<only>\d{{1,7}}){COUNTER}(?!\w))"
)
ESCAPES = r"\x1b\[[0-9;]*[A-Za-z]"


def ran_none(output: str) -> bool:
    """Whether a run that passed says itself that it ran no test."""
    if not output.strip():
        return False
    counted = False
    for number, pattern in enumerate(COUNTS):
        for found in re.finditer("(?im)" + pattern, output):
            if number == GO or int(found[1]):
                return False
            counted = True
    return counted or re.search(NONE, output) is not None


def of(result: Result) -> tuple[int, int] | None:
    """(how many tests passed, how many there were, skipped ones included) in a run that passed; None where it does not say.

    Of an output with a part left out nothing is counted.
    """
    if not result.passed or result.omitted or not result.output.strip():
        return None
    plain = re.sub(ESCAPES, "", result.output)
    for pattern in SUMMARIES:
        found = [match.groupdict() for match in re.finditer("(?m)" + pattern, plain)]
        if found:
            pairs = [_pair(groups) for groups in found]
            return sum(one for one, _ in pairs), sum(all_of_it for _, all_of_it in pairs)
    return None


def _pair(groups: dict[str, str | None]) -> tuple[int, int]:
    if "one" in groups:
        return 1, 1
    skipped = int(groups.get("skipped") or 0)
    everything = int(groups["all"] or 0) if "all" in groups else int(groups["passed"] or 0) + skipped
    return int(groups["passed"] or 0) if "passed" in groups else everything - skipped, everything


def claimed(text: str) -> set[int]:
    """The numbers of tests that a sentence says passed."""
    return {int(found["first"] or found["last"] or found["only"]) for found in re.finditer(CLAIMED, text)}
