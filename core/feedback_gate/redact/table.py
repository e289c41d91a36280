"""The one table of everything redaction knows, in the order in which it is published, and the search through it."""

from __future__ import annotations

import re

from feedback_gate.redact.assignments import ASSIGNMENT
from feedback_gate.redact.cloud_tokens import CLOUD
from feedback_gate.redact.code_tokens import CODE
from feedback_gate.redact.expression import Expression
from feedback_gate.redact.headers import HEADERS
from feedback_gate.redact.keys import KEYS
from feedback_gate.redact.links import LINKS
from feedback_gate.redact.model_tokens import MODELS
from feedback_gate.redact.options import OPTIONS
from feedback_gate.redact.service_tokens import SERVICES
from feedback_gate.redact.spellings import SPELLINGS
from feedback_gate.redact.view import View

TYPE_CHECKING = False
if TYPE_CHECKING:
    from feedback_gate.redact.pattern import Pattern, Span

# Title in the published table, rows. Those of the second half are known by their own form.
SECTIONS: tuple[tuple[str, tuple[Pattern, ...]], ...] = (
    ("Private keys", KEYS),
    ("What a name announces", (ASSIGNMENT, *SPELLINGS)),
    ("Headers and cookies", HEADERS),
    ("Addresses", LINKS),
    ("Command options", OPTIONS),
    ("Tokens of clouds, databases and keepers of secrets", CLOUD),
    ("Tokens of code hosts, builds, project tools and package registries", CODE),
    ("Tokens of model vendors", MODELS),
    ("Tokens of chat, payment, mail, monitoring and other services", SERVICES),
)
PATTERNS: tuple[Pattern, ...] = tuple(row for _, rows in SECTIONS for row in rows)
SHAPES = tuple(row for row in PATTERNS if not row.token)
TOKENS = tuple(row for row in PATTERNS if row.token)
LITERALS = tuple({literal for row in SHAPES for literal in row.triggers})
BEGINNING = {literal: re.split("[^A-Za-z0-9_]", literal[:3])[0] for row in TOKENS for literal in row.triggers}
# A token stands in a long run of its characters. Most text has few, so tokens are looked for in these alone (with the
# character before each): about ten times faster than in the whole.
WORD = Expression(r"[A-Za-z0-9_]+")
RUN = Expression(r"[A-Za-z0-9_.$:/~+=%!\\-]{15,}")


def find(text: str, *, joined: bool = False) -> list[Span]:
    """Places of secrets in a text, in no order, some perhaps inside others.

    Args:
        text: without colour codes.
        joined: its lines were put together, so rows that span lines by themselves do not count.
    """
    return _shapes(text, joined=joined) + _tokens(text)


def _shapes(text: str, *, joined: bool) -> list[Span]:
    lower = text.lower()
    present = {literal for literal in LITERALS if literal in lower}
    rows = (row for row in SHAPES if not (joined and row.lines) and not present.isdisjoint(row.triggers))
    return [span for row in rows for span in row.spans(text)]


def _tokens(text: str) -> list[Span]:
    gaps, end = [], 0
    for run in RUN.finditer(text):
        start = max(run.start() - 1, end)
        if start > end:
            gaps.append((end, start))
        end = run.end()
    runs = View(text, [*gaps, (end, len(text))] if end < len(text) else gaps)
    heads = _heads(runs.text)
    rows = (row for row in TOKENS if _is_likely(row, runs.text, heads))
    return [runs.hull(span) for row in rows for span in row.spans(runs.text)]


def _heads(runs: str) -> frozenset[str]:
    """The first one, two and three characters of every word: what no word begins with need not be looked for."""
    words = {word[:5] for word in WORD.findall(runs)}
    if "\\" in runs:  # a written line feed lends its letter to the word behind it
        words |= {word[1:] for word in words}
    if "%" in runs:  # and an escaped character of an address its two digits
        words |= {word[2:] for word in words}
    return frozenset(word[:length] for word in words for length in (1, 2, 3))


def _is_likely(row: Pattern, runs: str, heads: frozenset[str]) -> bool:
    return any((row.inside or BEGINNING[literal] in heads) and literal in runs for literal in row.triggers)
