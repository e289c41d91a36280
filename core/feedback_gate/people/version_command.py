"""`feedback-gate version`: which version runs, on which Python."""

from __future__ import annotations

import sys

import feedback_gate

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence


def run(arguments: Sequence[str]) -> int:
    """Print `feedback-gate X.Y.Z (python …)`, and what an executable that is no release lacks."""
    del arguments
    print(f"feedback-gate {feedback_gate.__version__} (python {sys.version.split()[0]}{_lacks()})")
    return 0


def _lacks() -> str:
    """What the executable we run from was built without (release/loader.py keeps it); nothing in a checkout."""
    archive = next((finder for finder in sys.meta_path if hasattr(finder, "missing") and hasattr(finder, "groups")), None)
    if archive is None:
        return ""
    source = "" if archive.groups else ", no bytecode for it"
    return source + (f", not a release: built without Python {', '.join(archive.missing)}" if archive.missing else "")
