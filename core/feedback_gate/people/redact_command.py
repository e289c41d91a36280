"""`feedback-gate redact`: standard input to standard output, secrets replaced by `[REDACTED]`."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from feedback_gate.people.arguments import parser
from feedback_gate.redact import redact

if TYPE_CHECKING:
    from collections.abc import Sequence


def run(arguments: Sequence[str]) -> int:
    """Copy standard input with its secrets replaced; bytes that are not UTF-8 pass unchanged.

    Raises:
        UsageError: there are arguments.
    """
    parser("redact").parse_args(arguments)
    text = sys.stdin.buffer.read().decode("utf-8", "surrogateescape")
    sys.stdout.buffer.write(redact(text).encode("utf-8", "surrogateescape"))
    sys.stdout.buffer.flush()
    return 0
