"""Puts CHANGELOG.md together from fragments: `python release/changelog.py check | collect --version X.Y.Z --date YYYY-MM-DD`.

A change leaves a file `changelog.d/WHAT.KIND.md` with one sentence for people who use the product; KIND is one of KINDS. So
two changes never touch the same line. A release moves them all below its own heading.
"""

from __future__ import annotations

import argparse
import os
import re
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
FOLDER = "changelog.d"
TARGET = "CHANGELOG.md"
README = "README.md"
# Kind → heading, in the order in which they are shown.
KINDS = {
    "security": "Security",
    "removed": "Removed",
    "changed": "Changed",
    "added": "Added",
    "fixed": "Fixed",
}
UNRELEASED = "## Unreleased"
_NAME = re.compile(r"[a-z0-9][a-z0-9-]*\.([a-z]+)\.md\Z")
_HEADING = re.compile(r"^## (\d+\.\d+\.\d+) \(\d{4}-\d{2}-\d{2}\)$", re.MULTILINE)
MAX_LENGTH = 400  # characters: it is a line for people, not a report


class FragmentError(Exception):
    """A fragment cannot be used; the text names it and says why."""


def fragments(root: str = ROOT) -> dict[str, list[str]]:
    """Kind → sentences, each in the order of its files' names.

    Raises:
        FragmentError: a file's name or content is not what it should be.
    """
    found: dict[str, list[str]] = {}
    folder = os.path.join(root, FOLDER)
    for name in sorted(os.listdir(folder)) if os.path.isdir(folder) else []:
        if name == README:
            continue
        match = _NAME.match(name)
        if match is None or match[1] not in KINDS:
            raise FragmentError(f"{FOLDER}/{name}: call it WHAT.KIND.md, KIND one of {', '.join(KINDS)}")
        with open(os.path.join(folder, name), encoding="utf-8") as file:
            text = " ".join(file.read().split())
        if not text or len(text) > MAX_LENGTH or text.startswith(("#", "-", "*")):
            raise FragmentError(f"{FOLDER}/{name}: write one plain sentence of at most {MAX_LENGTH} characters")
        found.setdefault(match[1], []).append(text)
    return found


def collect(version: str, date: str, root: str = ROOT) -> str:
    """Move what is unreleased below a heading of its own, remove the fragments, and return the new section.

    Raises:
        FragmentError: there is nothing to release, or this version has a section already.
    """
    path = os.path.join(root, TARGET)
    with open(path, encoding="utf-8") as file:
        text = file.read()
    if version in _HEADING.findall(text):
        raise FragmentError(f"{TARGET} already has a section for {version}")
    head, _, rest = text.partition(UNRELEASED)
    kept, heading, older = rest.partition("\n## ")
    found = fragments(root)
    if not found and not kept.strip():
        raise FragmentError("nothing has changed since the last release")
    section = _section(version, date, kept.strip(), found)
    with open(path, "w", encoding="utf-8") as file:
        file.write(f"{head}{UNRELEASED}\n\n{section}\n{heading.lstrip(chr(10))}{older}".rstrip() + "\n")
    for name in os.listdir(os.path.join(root, FOLDER)) if found else []:
        if name != README:
            os.unlink(os.path.join(root, FOLDER, name))
    return section


def released(root: str = ROOT) -> str:
    """The newest version that has a section, an empty text when there is none."""
    with open(os.path.join(root, TARGET), encoding="utf-8") as file:
        found = _HEADING.search(file.read())
    return found[1] if found else ""


def _section(version: str, date: str, kept: str, found: dict[str, list[str]]) -> str:
    parts = [f"## {version} ({date})"]
    if kept:
        parts.append(kept)
    for kind, title in KINDS.items():
        if kind in found:
            parts.append(f"### {title}\n\n" + "\n".join(f"- {text}" for text in found[kind]))
    return "\n\n".join(parts) + "\n"


def main(argv: list[str] | None = None) -> int:
    """Check or collect, return the exit status."""
    parser = argparse.ArgumentParser(prog="changelog.py", description="Put the changelog together.")
    commands = parser.add_subparsers(dest="command", required=True)
    commands.add_parser("check", help="say which fragments cannot be used")
    command = commands.add_parser("collect", help="make the section of a release")
    command.add_argument("--version", required=True)
    command.add_argument("--date", required=True)
    options = parser.parse_args(argv)
    try:
        if options.command == "collect":
            print(collect(options.version, options.date))
        else:
            fragments()
    except (FragmentError, OSError) as problem:
        print(f"changelog: {problem}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
