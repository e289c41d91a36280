"""Finds the Pythons named in `pythons.txt`: by name on PATH, or among the versions pyenv has installed."""

from __future__ import annotations

import os
import re
import shutil
import subprocess

HERE = os.path.dirname(os.path.abspath(__file__))


def released(path: str = os.path.join(HERE, "pythons.txt")) -> list[str]:
    """The versions a release is built for, such as "3.9"."""
    with open(path, encoding="utf-8") as lines:
        return [line.strip() for line in lines if line.strip() and not line.startswith("#")]


def find(version: str) -> str | None:
    """The path of a CPython of that version that really starts, or None.

    A pyenv shim of a version that is not selected stands on PATH but does not start; then the newest installed one is taken.
    """
    name = f"python{version}"
    candidates = [path for path in (shutil.which(name), *_of_pyenv(version)) if path]
    answers = (_ask(path) for path in candidates)
    return next((path for name, found, path in answers if (name, found) == ("cpython", version)), None)


def _ask(python: str) -> tuple[str, str, str]:
    """(implementation, version, path of the real executable behind shims and environments); empty words when it does not start."""
    ask = "import sys; print('%s %d.%d' % (sys.implementation.name, *sys.version_info[:2]), sys._base_executable)"
    try:
        done = subprocess.run([python, "-I", "-S", "-c", ask], capture_output=True, text=True, timeout=20, check=False)
    except (OSError, subprocess.TimeoutExpired):
        return "", "", ""
    name, _, rest = done.stdout.strip().partition(" ")
    version, _, path = rest.partition(" ")
    return name, version, path


def _of_pyenv(version: str) -> list[str]:
    """Candidates among pyenv's versions, newest patch release first."""
    pyenv = shutil.which("pyenv")
    if not pyenv:
        return []
    root = subprocess.run([pyenv, "root"], capture_output=True, text=True, timeout=20, check=False).stdout.strip()
    folder = os.path.join(root, "versions")
    pattern = re.compile(re.escape(version) + r"\.(\d+)")
    patches = sorted((int(found[1]) for found in map(pattern.fullmatch, _names(folder)) if found), reverse=True)
    return [os.path.join(folder, f"{version}.{patch}", "bin", f"python{version}") for patch in patches]


def _names(folder: str) -> list[str]:
    try:
        return os.listdir(folder)
    except OSError:
        return []
