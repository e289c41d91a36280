"""Writes the pin of an executable before it is published: `python release/release_pin.py --key PRIMARY.pub --key BACKUP.pub …`.

The plugin, the wheel and the installer carry it. `sign.py pin` writes the same text once the release is signed and was fetched
back; the release commits that one.
"""

from __future__ import annotations

import argparse
import hashlib
import os
import sys
from typing import TYPE_CHECKING

sys.path.insert(0, os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "installer"))

import contents
import sign
from feedback_gate_installer import pins
from feedback_gate_installer.errors import RefusedError

if TYPE_CHECKING:
    from collections.abc import Sequence


class PinError(Exception):
    """There is nothing to pin; the text says why."""


def pin_of(executable: str, trusted: Sequence[str], base_urls: Sequence[str]) -> str:
    """The pin for an executable.

    Args:
        executable: its path.
        trusted: PEM files of the primary and the backup key; none for a build from a checkout, which installs nothing.
        base_urls: release addresses.

    Raises:
        PinError: there is no executable.
        RefusedError, SignError: a key or an address cannot be used.
    """
    if not os.path.isfile(executable):
        raise PinError(f"there is no {executable}: run release/build.py first")
    with open(executable, "rb") as file:
        data = file.read()
    version = contents.version_of(contents.own_files())
    public = [sign.public_key(path).public.hex() for path in trusted]
    return pins.render(version, len(data), hashlib.sha256(data).hexdigest(), public, [], list(base_urls))


def main(argv: list[str] | None = None) -> int:
    """Write the pin, return the exit status."""
    parser = argparse.ArgumentParser(prog="release_pin.py", description="Write the pin of an executable.")
    parser.add_argument("--dist", default="dist", help="folder with the executable (default: dist)")
    parser.add_argument("--key", action="append", default=[], help="public key (PEM) to pin, the primary one first")
    parser.add_argument("--base-url", action="append", default=[], help="release address to pin")
    parser.add_argument("--out", default="dist/pin", help="the file to write (default: dist/pin)")
    options = parser.parse_args(argv)
    try:
        text = pin_of(os.path.join(options.dist, pins.EXECUTABLE), options.key, options.base_url)
    except (PinError, RefusedError, sign.SignError, contents.BuildError, OSError, ValueError) as problem:
        print(f"pin: {problem}", file=sys.stderr)
        return 1
    with open(options.out, "w", encoding="utf-8", newline="\n") as file:
        file.write(text)
    print(options.out)
    return 0


if __name__ == "__main__":
    sys.exit(main())
