"""Builds `dist/feedback-gate.pyz` and `dist/checksums.txt`: `python release/build.py [--out DIR] [--core DIR] [--imports FILE] [--release]`."""

from __future__ import annotations

import argparse
import hashlib
import os
import sys

import archive
import contents

NAME = "feedback-gate.pyz"
SUMS = "checksums.txt"


def main(argv: list[str] | None = None) -> int:
    """Build, say what was built, return the exit status."""
    options = _options(argv)
    try:
        built = archive.build(options.core, imports=options.imports)
        version = contents.version_of(contents.own_files(options.core))
    except contents.BuildError as problem:
        print(f"build: {problem}", file=sys.stderr)
        return 1
    write(options.out, built, version)
    _say(options.out, built, version)
    too_large = len(built.data) >= archive.MAX_BYTES
    if too_large:
        print(f"build: {len(built.data)} bytes, the limit is {archive.MAX_BYTES - 1}: leave something out", file=sys.stderr)
    return 1 if too_large or (options.release and built.missing) else 0


def _options(argv: list[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="build.py", description="Build the executable.")
    parser.add_argument("--out", default="dist", help="folder for the results (default: dist)")
    parser.add_argument("--core", default=contents.CORE, help="folder that holds the package feedback_gate")
    parser.add_argument("--imports", default=contents.IMPORTS, help="file that says which modules host events import")
    parser.add_argument("--release", action="store_true", help="fail when a released Python is missing on this machine")
    return parser.parse_args(argv)


def write(out: str, built: archive.Built, version: str) -> None:
    """Put the archive and its checksums into the folder, each replaced as a whole."""
    os.makedirs(out, exist_ok=True)
    _replace(os.path.join(out, NAME), built.data, 0o755)
    _replace(os.path.join(out, SUMS), checksums(version, {NAME: built.data}).encode(), 0o644)


def checksums(version: str, files: dict[str, bytes]) -> str:
    """The sums file: `sha256sum -c` reads it, sizes stand in its comment lines."""
    sizes = "".join(f"# size {len(data)} {name}\n" for name, data in files.items())
    sums = "".join(f"{hashlib.sha256(data).hexdigest()}  {name}\n" for name, data in files.items())
    return f"# feedback-gate {version}\n{sizes}{sums}"


def _replace(path: str, data: bytes, mode: int) -> None:
    temporary = f"{path}.{os.getpid()}.tmp"
    with open(temporary, "wb") as file:
        file.write(data)
    os.chmod(temporary, mode)
    os.replace(temporary, path)


def _say(out: str, built: archive.Built, version: str) -> None:
    print(
        f"{os.path.join(out, NAME)}: feedback-gate {version}, {len(built.data)} bytes, {hashlib.sha256(built.data).hexdigest()}"
    )
    for release, path in built.bundled.items():
        print(f"  bytecode for {release} by {path}")
    print(f"  packed by Python {archive.main_version()}")
    if built.source:
        print(f"  too large with the bytecode of {', '.join(built.source)}: what only they import comes from source")
    if built.missing:
        print(f"build: not found here: Python {', '.join(built.missing)}; this archive is not releasable", file=sys.stderr)


if __name__ == "__main__":
    sys.exit(main())
