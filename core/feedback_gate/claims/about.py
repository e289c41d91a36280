"""What a claim is about: the checks it names, in nine languages; a claim that names none, or says "everything", is about all."""

from __future__ import annotations

import re

from feedback_gate.claims.policy import NAMES

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from feedback_gate.claims.detector import Claim
    from feedback_gate.claims.verify import Steps
    from feedback_gate.run.command import Command

WORDS = {
    "typecheck": re.compile(
        r"\b(?:typ(?:e|ing|es)?[- ]?check\w*|types?|typing|mypy|pyright|tsc|tipos|tipado|tipagem|typen|typprüfung|typage)\b"
        r"|型チェック|型検査|型エラー|类型|型別|타입|टाइप",
        re.IGNORECASE,
    ),
    "lint": re.compile(
        r"\b(?:\w*lint(?:er|ers|ing|s)?|ruff|flake8|clippy|format(?:ter|ting|ted)?)\b|リント|静的解析|代码检查|린트|लिंट",
        re.IGNORECASE,
    ),
    "test": re.compile(
        r"\b(?:\w*tests?|specs?|suites?|jest|rspec|phpunit|mocha|pruebas?|testes?)\b|\b\d+ pass(?:ed|ing)\b"
        r"|テスト|スペック|测试|測試|테스트|परीक्षण|टेस्ट",
        re.IGNORECASE,
    ),
    "build": re.compile(
        r"\b(?:re)?(?:builds?|compil\w*|kompil\w*)\b|ビルド|コンパイル|构建|編譯|编译|빌드|컴파일|बिल्ड|कंपाइल",
        re.IGNORECASE,
    ),
}
EVERYTHING = re.compile(
    r"\b(?:everything|(?<!type[ -])(?<!lint )checks?|ci|pipelines?|todo|alles|tout|tudo)\b|すべてのチェック|全チェック|一切|所有检查|모든 검사|सब कुछ",
    re.IGNORECASE,
)
# Kinds of claims that are about what checks say; "fixed" and "finished" are about the work.
OF_CHECKS = ("passing", "verified")
_SENTENCE_END = re.compile(r"[.!?](?=\s|$)|[。！？।;；\n]")


def sentence(message: str, claim: Claim) -> str:
    """The sentence of a message in which a claim stands; its phrase where that cannot be found."""
    lines = message.split("\n")  # as `Claim.line` counts them
    rest = "\n".join(lines[claim.line - 1 : claim.line + 3])
    words = re.search(r"\s+".join(re.escape(word) for word in claim.phrase.split()), rest)
    if words is None:
        return claim.phrase
    before = [end.end() for end in _SENTENCE_END.finditer(rest, 0, words.start())]
    after = _SENTENCE_END.search(rest, words.end())
    return rest[before[-1] if before else 0 : after.start() if after else len(rest)].strip()


def names(text: str) -> set[str]:
    """The checks that a text names, of NAMES; empty for none, and for "everything"."""
    return set() if EVERYTHING.search(text) else {name for name in NAMES if WORDS[name].search(text)}


def asked(message: str, claims: Iterable[Claim]) -> set[str]:
    """The checks that the claims of a message are about together; empty = all, as soon as one of them is about all."""
    found: set[str] = set()
    for claim in claims:
        named = names(sentence(message, claim)) if claim.kind in OF_CHECKS else set()
        if not named:
            return set()
        found |= named
    return found


def is_about_tests(message: str, claim: Claim) -> bool:
    """Whether a claim says that tests pass: "passing", and not only of something else by name."""
    named = names(sentence(message, claim))
    return claim.kind == "passing" and (not named or "test" in named)


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
    if command.name in NAMES:
        return {command.name}
    return {name for name in NAMES if WORDS[name].search(f"{command.name} {command.text}".replace("_", " "))}
