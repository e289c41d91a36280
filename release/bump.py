"""Sets the product's version: `python release/bump.py X.Y.Z` writes its one place and every file generated from it."""

from __future__ import annotations

import os
import re
import subprocess
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
PLACE = "core/feedback_gate/__init__.py"
_VERSION = re.compile(r"(0|[1-9]\d*)\.(0|[1-9]\d*)\.(0|[1-9]\d*)\Z")
_LINE = re.compile(r'^__version__ = ".*"$', re.MULTILINE)


def bump(version: str, root: str = ROOT) -> None:
    """Write the version.

    Raises:
        ValueError: it is no version of the form X.Y.Z.
    """
    if _VERSION.match(version) is None:
        raise ValueError(f"{version} is no version of the form X.Y.Z")
    path = os.path.join(root, PLACE)
    with open(path, encoding="utf-8") as file:
        text = file.read()
    with open(path, "w", encoding="utf-8") as file:
        file.write(_LINE.sub(f'__version__ = "{version}"', text, count=1))


def main(argv: list[str]) -> int:
    """Write the version and what is generated from it, return the exit status."""
    if len(argv) != 1:
        print("bump: give one version, X.Y.Z", file=sys.stderr)
        return 64
    try:
        bump(argv[0])
    except (OSError, ValueError) as problem:
        print(f"bump: {problem}", file=sys.stderr)
        return 1
    generate = os.path.join(ROOT, "release", "generate.py")
    return subprocess.run([sys.executable, generate], check=False).returncode


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
