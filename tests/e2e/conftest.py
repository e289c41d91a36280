"""Brings the real clients and the built plugin to the live tests; without them the tests fail and say why."""

from __future__ import annotations

import fcntl
import json
import os
import platform
import shutil
import subprocess

import pytest
from tests.e2e.claude_lab import Lab

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
INSTALLED = os.path.join(HERE, "node_modules", ".package-lock.json")


def native_folder(package):
    """The folder of the package that carries this machine's own binary, e.g. ``claude-code-linux-x64``."""
    machine = {"x86_64": "x64", "amd64": "x64", "aarch64": "arm64"}.get(platform.machine().lower(), platform.machine())
    musl = "-musl" if os.path.exists("/etc/alpine-release") else ""
    return os.path.join(HERE, "node_modules", f"{package}-{platform.system().lower()}-{machine}{musl}")


def packages(path):
    """Package folder → entry of a lock file; empty if the file is not there."""
    try:
        with open(path, encoding="utf-8") as handle:
            return {folder: entry for folder, entry in json.load(handle)["packages"].items() if folder}
    except FileNotFoundError:
        return {}


def is_installed():
    """True if what is installed is what the lock file names; other machines' binaries are optional in it."""
    have, wanted = packages(INSTALLED), packages(os.path.join(HERE, "package-lock.json"))
    complete = all(folder in have for folder, entry in wanted.items() if not entry.get("optional"))
    return complete and all(have[folder]["version"] == wanted.get(folder, {}).get("version") for folder in have)


def install_clients():
    """``npm ci`` once for all test processes; install scripts are not run, the native packages need none."""
    os.makedirs(os.path.join(ROOT, ".build"), exist_ok=True)
    with open(os.path.join(ROOT, ".build", "clients.lock"), "w", encoding="utf-8") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if is_installed():
            return
        npm = shutil.which("npm")
        if npm is None:
            pytest.fail(
                "The live tests need npm to install the clients pinned in tests/e2e/package-lock.json; it is not on PATH."
            )
        done = subprocess.run([npm, "ci", "--ignore-scripts"], cwd=HERE, capture_output=True, text=True, check=False, timeout=600)
        if done.returncode:
            pytest.fail(f"npm ci in tests/e2e failed ({done.returncode}):\n{done.stdout}\n{done.stderr}")


@pytest.fixture(scope="session")
def clients():
    """The folder of the installed clients."""
    install_clients()
    return os.path.join(HERE, "node_modules")


@pytest.fixture(scope="session")
def claude_client(clients):
    """The absolute path of the Claude Code binary."""
    return os.path.join(native_folder("@anthropic-ai/claude-code"), "claude")


@pytest.fixture
def lab(tmp_path, claude_client):
    """A throw-away home and project for the Claude Code client, with nothing of ours in it."""
    made = Lab(str(tmp_path / "lab"), claude_client)
    yield made
    made.remove()
