"""Assembles `dist/plugin/`, what a marketplace delivers: `python release/plugin.py [--out DIR]`, after the build.

The folder holds the manifests, hooks and commands of this checkout, the launcher, the executable that lies beside the folder
and the pin that names it.
"""

from __future__ import annotations

import argparse
import hashlib
import os
import shutil
import sys

import build
import contents
import hook_archive

ROOT = os.path.dirname(contents.HERE)
# Copied as they are when they exist; the first two names are what Claude Code looks for at a plugin's root.
COPIED = (".claude-plugin", "hooks", "commands", "LICENSE", "README.md")
LAUNCHER = ("hook.sh", "place.py")


def main(argv: list[str] | None = None) -> int:
    """Assemble the plugin, return the exit status."""
    parser = argparse.ArgumentParser(prog="plugin.py", description="Assemble the plugin.")
    parser.add_argument("--out", default="dist/plugin", help="the folder to make, beside the executable (default: dist/plugin)")
    target = parser.parse_args(argv).out.rstrip("/")
    executable = os.path.join(os.path.dirname(target), build.NAME)
    if not os.path.isfile(executable):
        print(f"plugin: there is no {executable}: run release/build.py first", file=sys.stderr)
        return 1
    assemble(executable, target, contents.version_of(contents.own_files()))
    print(f"{target}: {sum(len(files) for _, _, files in os.walk(target))} files")
    return 0


def assemble(executable: str, target: str, version: str, root: str = ROOT) -> None:
    """Make the plugin folder afresh beside the old one, then put it in its place."""
    fresh = f"{target}.{os.getpid()}.tmp"
    shim = os.path.join(fresh, "shim")
    os.makedirs(shim)
    for name in COPIED:
        _copy(os.path.join(root, name), os.path.join(fresh, name))
    for name in LAUNCHER:
        _copy(os.path.join(root, "shim", name), os.path.join(shim, name))
    with open(os.path.join(shim, hook_archive.NAME), "wb") as out:
        out.write(hook_archive.build())
    _copy(executable, os.path.join(shim, build.NAME))
    with open(executable, "rb") as file, open(os.path.join(shim, "pin"), "w", encoding="utf-8") as pinned:
        pinned.write(pin(version, file.read()))
    shutil.rmtree(target, ignore_errors=True)
    os.rename(fresh, target)


def pin(version: str, executable: bytes) -> str:
    """The content of the launcher's pin: version, SHA-256 in hexadecimal, size in bytes."""
    return f"{version} {hashlib.sha256(executable).hexdigest()} {len(executable)}\n"


def _copy(source: str, target: str) -> None:
    """Copy a file or a folder without times and links; what does not exist is left out."""
    if os.path.isdir(source):
        shutil.copytree(source, target, copy_function=shutil.copyfile, ignore=shutil.ignore_patterns("__pycache__"))
    elif os.path.isfile(source):
        shutil.copyfile(source, target)


if __name__ == "__main__":
    sys.exit(main())
