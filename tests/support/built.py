"""The real executable and the plugin around it: `dist/plugin` where it is up to date, else built once for all test processes."""

from __future__ import annotations

import fcntl
import os
import shutil
import subprocess
import sys
import time

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
SOURCES = ("core", "shim", "hooks", "commands", ".claude-plugin", "release")
HOUR = 3600.0
# The archive holds the PyYAML of the lock file, so the project's environment builds it whatever Python runs the tests.
BUILDER = os.path.join(ROOT, ".venv", "bin", "python")
NEXT = "Next step: `make build` makes .venv, the environment that builds it."


def newest(*names: str) -> int:
    """The latest change below some files and folders of the checkout, in nanoseconds."""
    latest = 0
    for name in names:
        for folder, _, files in os.walk(os.path.join(ROOT, name)):
            inside = [os.path.join(folder, file) for file in files if not file.endswith(".pyc")]
            latest = max([latest, *(os.stat(path).st_mtime_ns for path in inside)])
    return latest


def plugin() -> str:
    """The folder of the assembled plugin.

    Raises:
        AssertionError: it could not be assembled; says why.
    """
    built, moment = os.path.join(ROOT, "dist", "plugin"), newest(*SOURCES)
    if newest("dist/plugin") > moment:
        return built
    base = os.path.join(ROOT, ".build", "tested")
    os.makedirs(base, exist_ok=True)
    with open(base + ".lock", "w", encoding="utf-8") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        target = os.path.join(base, str(moment), "plugin")
        if not os.path.isdir(target):
            _sweep(base)
            _build(os.path.dirname(target), target)
    return target


def _build(folder: str, target: str) -> None:
    told, python = "", builder()
    for script, out in (("build.py", folder), ("plugin.py", target)):
        argv = [python, os.path.join(ROOT, "release", script), "--out", out]
        done = subprocess.run(argv, capture_output=True, text=True, check=False, timeout=120)
        told += done.stdout + done.stderr
        assert done.returncode == 0, f"The plugin could not be assembled:\n{told}{NEXT}"


def builder() -> str:
    """The Python that builds: the project's environment, else the one that runs the tests."""
    return BUILDER if os.access(BUILDER, os.X_OK) else sys.executable


def _sweep(base: str) -> None:
    """Remove what was built for other states of the checkout, unless a run may still use it."""
    for name in os.listdir(base):
        path = os.path.join(base, name)
        if os.stat(path).st_mtime < time.time() - HOUR:
            shutil.rmtree(path, ignore_errors=True)
