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
from tests.support import built

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
PROBLEM = pytest.StashKey()


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


def is_installed(folder):
    """True if what is installed is what the lock file names; other machines' binaries are optional in it."""
    have = packages(os.path.join(folder, "node_modules", ".package-lock.json"))
    wanted = packages(os.path.join(folder, "package-lock.json"))
    complete = all(name in have for name, entry in wanted.items() if not entry.get("optional"))
    return complete and all(have[name]["version"] == wanted.get(name, {}).get("version") for name in have)


def install_clients(folder=HERE):
    """``npm ci`` once for all test processes; what went wrong, or "".

    Install scripts are not run: the packages with the native programs need none.
    """
    os.makedirs(os.path.join(ROOT, ".build"), exist_ok=True)
    with open(os.path.join(ROOT, ".build", "clients.lock"), "w", encoding="utf-8") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if is_installed(folder):
            return ""
        npm = shutil.which("npm")
        if npm is None:
            return "The live tests need npm to install the clients pinned in tests/e2e/package-lock.json; it is not on PATH."
        argv = [npm, "ci", "--ignore-scripts"]
        done = subprocess.run(argv, cwd=folder, capture_output=True, text=True, check=False, timeout=900)
    return f"npm ci in tests/e2e failed ({done.returncode}):\n{done.stdout}\n{done.stderr}" if done.returncode else ""


def pytest_collection_finish(session):
    """Install before the first test, whose time limit is not made for a download."""
    if not session.config.option.collectonly and any(item.get_closest_marker("live") for item in session.items):
        session.config.stash[PROBLEM] = install_clients()


@pytest.fixture(scope="session")
def clients(request):
    """The folder of the installed clients."""
    problem = request.config.stash.get(PROBLEM, "") or install_clients()
    if problem:
        pytest.fail(problem)
    return os.path.join(HERE, "node_modules")


@pytest.fixture(scope="session")
def claude_client(clients):
    """The absolute path of the Claude Code binary."""
    return os.path.join(native_folder("@anthropic-ai/claude-code"), "claude")


@pytest.fixture(scope="session")
def plugin():
    """The assembled plugin: `dist/plugin` where it is up to date, else made once for all test processes."""
    return built.plugin()


@pytest.fixture
def bare(tmp_path, claude_client):
    """A throw-away home and project for the Claude Code client, with nothing of ours in it."""
    made = Lab(str(tmp_path / "lab"), claude_client)
    yield made
    made.remove()


@pytest.fixture
def lab(bare, plugin):
    """A lab in which our plugin is installed, from a local marketplace into an empty home."""
    bare.install_plugin(plugin)
    return bare


@pytest.fixture(params=["plugin", "user settings"])
def each_way(request, bare, plugin):
    """A lab in which we are installed, once as a plugin and once through the user's settings."""
    if request.param == "plugin":
        bare.install_plugin(plugin)
    else:
        bare.register(plugin)
    return bare
