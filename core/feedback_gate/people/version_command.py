"""`feedback-gate version`: which version runs, on which Python."""

from __future__ import annotations

import sys

import feedback_gate

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence


def run(arguments: Sequence[str]) -> int:
    """Print `feedback-gate X.Y.Z (python …)`."""
    del arguments
    print(f"feedback-gate {feedback_gate.__version__} (python {sys.version.split()[0]})")
    return 0
