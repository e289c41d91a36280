"""Builds `hook.pyz`, the launcher that needs no shell: `python release/hook_archive.py [--out FILE]`.

It holds the launcher's Python files, the one line that starts an executable, and of the installer what needs no foreign code:
the decision about a release and the way to fetch it with curl or wget. The same sources give the same bytes.
"""

from __future__ import annotations

import argparse
import io
import os
import sys
import zipfile

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(HERE)
NAME = "hook.pyz"
SHEBANG = b"#!/usr/bin/env python3\n"
START = "hook.py"
PARTS = ("call.py", "get.py", "options.py", "place.py", "seen.py", "start.py", "target.py", "wanted.py")
PACKAGE = "feedback_gate_installer"
# The fetcher with its library, and what only the installer's own archive does.
LEFT_OUT = (
    *("downloads.py", "fetching.py", "diagnosis.py", "tls.py", "certificates.py", "parts.py"),
    *("__main__.py", "cli.py", "commandline.py", "bundle.py", "mirror.py", "inspection.py", "unpacking.py"),
)
_DATE = (1980, 1, 1, 0, 0, 0)


def contents() -> dict[str, bytes]:
    """Name in the archive → content."""
    shim, package = os.path.join(ROOT, "shim"), os.path.join(ROOT, "installer", PACKAGE)
    found = {"__main__.py": _read(os.path.join(shim, START)), "boot.py": _read(os.path.join(HERE, "boot.py"))}
    found.update((name, _read(os.path.join(shim, name))) for name in PARTS)
    names = sorted(name for name in os.listdir(package) if name.endswith(".py") and name not in LEFT_OUT)
    found.update((f"{PACKAGE}/{name}", _read(os.path.join(package, name))) for name in names)
    return found


def build() -> bytes:
    """The archive."""
    out = io.BytesIO()
    out.write(SHEBANG)
    with zipfile.ZipFile(out, "w") as archive:
        for name, content in sorted(contents().items()):
            info = zipfile.ZipInfo(name, _DATE)
            info.create_system = 3  # Unix, wherever the build runs
            info.external_attr = 0o100644 << 16
            info.compress_type = zipfile.ZIP_DEFLATED
            archive.writestr(info, content, compresslevel=9)
    return out.getvalue()


def main(argv: list[str] | None = None) -> int:
    """Write the archive, return the exit status."""
    parser = argparse.ArgumentParser(prog="hook_archive.py", description="Build the launcher that needs no shell.")
    parser.add_argument("--out", default=f"dist/{NAME}", help=f"the file to write (default: dist/{NAME})")
    path = parser.parse_args(argv).out
    data = build()
    with open(path, "wb") as file:
        file.write(data)
    print(f"{path}: {len(data)} bytes")
    return 0


def _read(path: str) -> bytes:
    with open(path, "rb") as file:
        return file.read()


if __name__ == "__main__":
    sys.exit(main())
