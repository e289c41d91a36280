"""Reads the redaction corpora: text with `«secret»` marks and `{kind:length}` blanks filled with obviously made-up characters."""

from __future__ import annotations

import os
import random
import re
import string

MARK = "[REDACTED]"
HERE = os.path.dirname(os.path.abspath(__file__))
ALPHABETS = {
    "a": string.ascii_letters,
    "b": string.ascii_letters + string.digits + "+/",
    "d": string.digits,
    "h": "0123456789abcdef",
    "H": "0123456789ABCDEF",
    "l": string.ascii_lowercase + string.digits,
    "s": string.ascii_letters + string.digits + "-_",
    "u": string.ascii_uppercase + string.digits,
    "w": string.ascii_letters + string.digits,
}
BLANK = re.compile(r"\{(?:([abdhHlsuw]):(\d+)|uuid)\}")
ESCAPES = re.compile(r"\\([\\nte])")


class Case:
    """One line of a corpus: `text` as a program might print it, `expected` after redaction, `secrets` that must be gone."""

    __slots__ = ("expected", "family", "line", "secrets", "text")

    def __init__(self, family: str, line: str, marked: str) -> None:
        self.family = family
        self.line = line
        self.text = marked.replace("«", "").replace("»", "")
        self.secrets = re.findall("«(.*?)»", marked, re.DOTALL)
        self.expected = re.sub("«.*?»", MARK, marked, flags=re.DOTALL)


def load(name: str, seed: int = 0) -> list[Case]:
    """Reads a corpus file.

    Args:
        name: File name without folder and suffix.
        seed: Another number fills the blanks with other characters.

    Returns:
        One case for each line that is neither empty nor a comment.
    """
    cases = []
    with open(os.path.join(HERE, name + ".txt"), encoding="utf-8") as lines:
        for number, raw in enumerate(lines, 1):
            line = raw.rstrip("\n")
            if line and not line.startswith("#"):
                family, pattern = line.split(" | ", 1)
                cases.append(Case(family, line, fill(unescape(pattern), random.Random(f"{name}:{number}:{seed}"))))
    return cases


def fill(pattern: str, rng: random.Random) -> str:
    """Replaces each blank by characters of its kind; kinds with letters and digits get at least one of each when 8 or longer."""
    return BLANK.sub(lambda blank: _run(blank[1], int(blank[2]), rng) if blank[1] else _uuid(rng), pattern)


def unescape(text: str) -> str:
    r"""Turns `\n`, `\t`, `\e` and `\\` of a corpus line into the characters they stand for."""
    return ESCAPES.sub(lambda found: {"n": "\n", "t": "\t", "e": "\x1b", "\\": "\\"}[found[1]], text)


def _uuid(rng: random.Random) -> str:
    return "-".join(_run("h", length, rng) for length in (8, 4, 4, 4, 12))


def _run(kind: str, length: int, rng: random.Random) -> str:
    alphabet = ALPHABETS[kind]
    groups = [group for group in (string.digits, string.ascii_lowercase, string.ascii_uppercase) if set(group) & set(alphabet)]
    while True:
        run = "".join(rng.choice(alphabet) for _ in range(length))
        if length < 8 or all(set(group) & set(run) for group in groups):
            return run
