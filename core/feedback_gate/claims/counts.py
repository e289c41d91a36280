"""How many tests a passing run really ran: exit status 0 of a run without any test says nothing about tests."""

from __future__ import annotations

import re

# What common runners print when they ran none (a run that says so and ends in failure needs no look).
NONE = re.compile(
    r"\bno tests? (?:ran|found|to run|were (?:found|executed|run))\b"
    r"|\bno test (?:files?|suites?|cases?) (?:were )?found\b"
    r"|\bno tests executed\b"
    r"|\bno test is available\b"
    r"|\[no test files\]|\[no tests to run\]|\bno test files\b"
    r"|:test\S{0,60} NO-SOURCE\b"
    r"|^1\.\.0\b",
    re.IGNORECASE | re.MULTILINE,
)
# Counts of tests as runners print them; each pattern has one group with a number.
COUNTS = tuple(
    re.compile(pattern, re.IGNORECASE | re.MULTILINE)
    for pattern in (
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
)
GO = len(COUNTS) - 1
# Words of a claim that is about something else than tests.
OTHER = re.compile(
    r"\b(?:lint(?:er|ing|s)?|typ(?:e|ing)[- ]?check\w*|types?|builds?|compil\w*|format\w*|tipos|typen|kompil\w*)\b"
    r"|ビルド|コンパイル|型チェック|リント|编译|构建|类型|빌드|컴파일|타입|린트|बिल्ड",
    re.IGNORECASE,
)
TESTS = re.compile(
    r"\b(?:tests?|specs?|suites?|checks?|everything|all|pruebas?|testes?|todo|tout)\b|テスト|スペック|测试|測試|테스트|परीक्षण|टेस्ट",
    re.IGNORECASE,
)


def ran_none(output: str) -> bool:
    """Whether a run that passed says itself that it ran no test."""
    counted = False
    for number, pattern in enumerate(COUNTS):
        for found in pattern.finditer(output):
            if number == GO or int(found[1]):
                return False
            counted = True
    return counted or NONE.search(output) is not None


def is_about_tests(kind: str, phrase: str) -> bool:
    """Whether a claim says that tests pass: "passing", and not of something else by name."""
    return kind == "passing" and (TESTS.search(phrase) is not None or OTHER.search(phrase) is None)
