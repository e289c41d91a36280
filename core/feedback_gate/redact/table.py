"""The one table of everything redaction knows, in the order in which it is published."""

from __future__ import annotations

import re

from feedback_gate.redact.assignments import ASSIGNMENTS
from feedback_gate.redact.headers import HEADERS
from feedback_gate.redact.keys import KEYS
from feedback_gate.redact.links import LINKS
from feedback_gate.redact.options import OPTIONS
from feedback_gate.redact.tokens import TOKENS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from feedback_gate.redact.pattern import Pattern

PATTERNS: tuple[Pattern, ...] = (*KEYS, *ASSIGNMENTS, *HEADERS, *LINKS, *OPTIONS, *TOKENS)
# A token is a long run; looking for its prefix only in long runs is several times faster than in the whole text.
RUN = re.compile(r"[A-Za-z0-9_.$:/~+-]{16,}")


def triggered(text: str) -> list[Pattern]:
    """The rows of which a literal occurs in `text`: only these are tried on it."""
    lower = text.lower()
    runs = "\n".join(RUN.findall(text))
    return [row for row in PATTERNS if any(literal in (runs if row.token else lower) for literal in row.triggers)]
