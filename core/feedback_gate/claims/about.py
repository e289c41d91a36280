"""What a claim is about: the checks it names, in nine languages; a claim that names none, or says "everything", is about all."""

from __future__ import annotations

import re

from feedback_gate.claims import counts
from feedback_gate.claims.policy import NAMES

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from feedback_gate.claims.detector import Claim
    from feedback_gate.claims.verify import Steps
    from feedback_gate.run.command import Command

# Compiled when first needed.
WORDS = {
    "typecheck": (
        r"\b(?:typ(?:e|ing|es)?[- ]?check\w*|types?|typing|mypy|pyright|tsc|tipos|tipado|tipagem|typen|typprüfung|typage)\b"
        r"|型チェック|型検査|型エラー|类型|型別|타입|टाइप"
    ),
    "lint": (r"\b(?:\w*lint(?:er|ers|ing|s)?|ruff|flake8|clippy|format(?:ter|ting|ted)?)\b|リント|静的解析|代码检查|린트|लिंट"),
    "test": (
        r"\b(?:\w*tests?|specs?|suites?|jest|rspec|phpunit|mocha|pruebas?|testes?)\b"
        r"|テスト|スペック|测试|測試|테스트|परीक्षण|टेस्ट"
        rf"|\d[*_`]{{0,2}} ?{counts.PASSED}|{counts.PASSED_FIRST}\d+{counts.COUNTER}(?!\w)"
    ),
    "build": (r"\b(?:re)?(?:builds?|compil\w*|kompil\w*)\b|ビルド|コンパイル|构建|編譯|编译|빌드|컴파일|बिल्ड|कंपाइल"),
}
EVERYTHING = r"\b(?:everything|(?<!type[ -])(?<!lint )checks?|ci|pipelines?|todo|alles|tout|tudo)\b|すべてのチェック|全チェック|一切|所有检查|모든 검사|सब कुछ"
_SENTENCE_END = r"[.!?](?=\s|$)|[。！？।;；]"


class Statement:
    """A claim and the sentence in which it stands."""

    __slots__ = ("kind", "names", "text")

    def __init__(self, kind: str, text: str) -> None:
        self.kind = kind
        self.text = text
        self.names = names(text)  # of the checks it is about, empty = all

    @property
    def of_checks(self) -> bool:
        """Whether it is about what checks say; "fixed" and "finished" are about the work."""
        return self.kind in ("passing", "verified")

    @property
    def of_tests(self) -> bool:
        """Whether it says that tests pass, and not only something else by name."""
        return self.kind == "passing" and (not self.names or "test" in self.names)


def statements(message: str, claims: Iterable[Claim]) -> list[Statement]:
    """What a message claims, sentence by sentence."""
    lines = message.split("\n")  # as `Claim.line` counts them
    return [
        Statement(kind, text) for kind, text in dict.fromkeys((one.kind, _sentence(lines[one.line - 1], one)) for one in claims)
    ]


def _sentence(line: str, claim: Claim) -> str:
    """The sentence of a line in which a claim stands; the whole line where that is not clear."""
    start = line.find(claim.phrase)
    if start < 0:
        return line.strip()
    before = [end.end() for end in re.finditer(_SENTENCE_END, line[:start])]
    end = start + len(claim.phrase)
    after = re.search(_SENTENCE_END, line[end:])
    return line[before[-1] if before else 0 : end + after.start() if after else len(line)].strip()


def names(text: str) -> set[str]:
    """The checks that a text names, of NAMES; empty for none, and for "everything"."""
    return set() if re.search(EVERYTHING, text, re.IGNORECASE) else _named(text)


def _named(text: str) -> set[str]:
    return {name for name in NAMES if re.search(WORDS[name], text, re.IGNORECASE)}


def asked(said: Iterable[Statement]) -> set[str]:
    """The checks that the claims of a message are about together; empty = all, as soon as one of them is about all."""
    found: set[str] = set()
    for one in said:
        if not one.of_checks or not one.names:
            return set()
        found |= one.names
    return found


def narrowed(steps: Steps, wanted: set[str]) -> Steps:
    """The steps without the checks nobody asked for; all of them where none is known to be one that was asked for.

    A check whose name and command say nothing of what it is stays.
    """
    kinds = {id(command): _kinds(command) for step in steps for command in step}
    if not any(kind & wanted for kind in kinds.values()):
        return steps
    left = [tuple(command for command in step if not kinds[id(command)] or kinds[id(command)] & wanted) for step in steps]
    return [step for step in left if step]


def _kinds(command: Command) -> set[str]:
    return {command.name} if command.name in NAMES else _named(f"{command.name} {command.text}".replace("_", " "))
