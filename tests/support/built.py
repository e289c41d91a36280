"""The real executable and the plugin around it: `dist/plugin` where it is up to date, else built afresh for this run."""

from __future__ import annotations

import os
import subprocess
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
SOURCES = ("core", "shim", "hooks", "commands", ".claude-plugin", "release")


def newest(*names: str) -> int:
    """The latest change below some files and folders of the checkout, in nanoseconds."""
    latest = 0
    for name in names:
        for folder, _, files in os.walk(os.path.join(ROOT, name)):
            inside = [os.path.join(folder, file) for file in files if not file.endswith(".pyc")]
            latest = max([latest, *(os.stat(path).st_mtime_ns for path in inside)])
    return latest


def plugin(folder: str) -> str:
    """The assembled plugin, made in a folder when there is no fresh one.

    Raises:
        AssertionError: it could not be assembled; says why.
    """
    built = os.path.join(ROOT, "dist", "plugin")
    if newest("dist/plugin") > newest(*SOURCES):
        return built
    target = os.path.join(folder, "plugin")
    told = ""
    for script, out in (("build.py", folder), ("plugin.py", target)):
        done = subprocess.run(
            [sys.executable, os.path.join(ROOT, "release", script), "--out", out],
            capture_output=True,
            text=True,
            check=False,
            timeout=120,
        )
        told += done.stdout + done.stderr
    assert done.returncode == 0, "The plugin could not be assembled:\n" + told
    return target
