"""Assembles `dist/plugin/`, what a marketplace delivers: `python release/plugin.py [--out DIR] [--pin FILE] [--zip]`.

Run it after the build. The folder holds the manifests, hooks and commands of this checkout, the launcher, the executable that
lies beside the folder, and the pin that names it: that of `release_pin.py` in a release, else one without keys. `--zip` also
writes it as an archive beside it, to carry where there is no network; the same content gives the same bytes.
"""

from __future__ import annotations

import argparse
import hashlib
import os
import shutil
import sys
import zipfile

import build
import contents
import hook_archive

ROOT = os.path.dirname(contents.HERE)
# Copied as they are when they exist; the first two names are what Claude Code looks for at a plugin's root.
COPIED = (".claude-plugin", "hooks", "commands", "LICENSE", "README.md")
LAUNCHER = ("hook.sh", "place.py")
BUNDLE = "feedback-gate-plugin.zip"


class PluginError(Exception):
    """The plugin cannot be assembled as asked."""


def main(argv: list[str] | None = None) -> int:
    """Assemble the plugin, return the exit status."""
    parser = argparse.ArgumentParser(prog="plugin.py", description="Assemble the plugin.")
    parser.add_argument("--out", default="dist/plugin", help="the folder to make, beside the executable (default: dist/plugin)")
    parser.add_argument("--pin", help="the pin to carry (default: one for the executable beside the folder, without keys)")
    parser.add_argument("--zip", action="store_true", help=f"also write {BUNDLE} beside the folder")
    options = parser.parse_args(argv)
    target = options.out.rstrip("/")
    executable = os.path.join(os.path.dirname(target), build.NAME)
    if not os.path.isfile(executable):
        print(f"plugin: there is no {executable}: run release/build.py first", file=sys.stderr)
        return 1
    try:
        assemble(executable, target, contents.version_of(contents.own_files()), given_pin=_given(options.pin))
    except PluginError as problem:
        print(f"plugin: {problem}", file=sys.stderr)
        return 1
    print(f"{target}: {sum(len(files) for _, _, files in os.walk(target))} files")
    if options.zip:
        print(bundle(target))
    return 0


def assemble(executable: str, target: str, version: str, root: str = ROOT, given_pin: str = "") -> None:
    """Make the plugin folder afresh beside the old one, then put it in its place.

    Raises:
        PluginError: the given pin names another executable.
    """
    with open(executable, "rb") as built:
        own_pin = pin(version, built.read())
    if given_pin and given_pin.splitlines()[0] != own_pin.strip():
        raise PluginError(f"the pin is not that of {executable}: write it again with release/release_pin.py")
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
    with open(os.path.join(shim, "pin"), "w", encoding="utf-8", newline="\n") as pinned:
        pinned.write(given_pin or own_pin)
    shutil.rmtree(target, ignore_errors=True)
    os.rename(fresh, target)


def pin(version: str, executable: bytes) -> str:
    """The content of the launcher's pin: version, SHA-256 in hexadecimal, size in bytes."""
    return f"{version} {hashlib.sha256(executable).hexdigest()} {len(executable)}\n"


def bundle(folder: str) -> str:
    """Write the plugin folder as one archive beside it, and return the archive's path."""
    path = os.path.join(os.path.dirname(folder), BUNDLE)
    names = [os.path.join(base, name) for base, _, files in os.walk(folder) for name in files]
    temporary = f"{path}.{os.getpid()}.tmp"
    with zipfile.ZipFile(temporary, "w") as archive:
        for name in sorted(names):
            inside = f"feedback-gate/{os.path.relpath(name, folder).replace(os.sep, '/')}"
            info = zipfile.ZipInfo(inside, (1980, 1, 1, 0, 0, 0))
            info.create_system = 3  # Unix, wherever the build runs
            info.external_attr = 0o100644 << 16
            info.compress_type = zipfile.ZIP_DEFLATED
            with open(name, "rb") as file:
                archive.writestr(info, file.read(), compresslevel=9)
    os.replace(temporary, path)
    return path


def _given(path: str | None) -> str:
    if not path:
        return ""
    with open(path, encoding="utf-8") as file:
        return file.read()


def _copy(source: str, target: str) -> None:
    """Copy a file or a folder without times and links; what does not exist is left out."""
    if os.path.isdir(source):
        shutil.copytree(source, target, copy_function=shutil.copyfile, ignore=shutil.ignore_patterns("__pycache__"))
    elif os.path.isfile(source):
        shutil.copyfile(source, target)


if __name__ == "__main__":
    sys.exit(main())
