"""A throw-away HOME for every test, and a guard that fails any test which touches the real one."""

from __future__ import annotations

import os
import pwd
import signal
import sys
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from pathlib import Path

REAL_HOME = pwd.getpwuid(os.getuid()).pw_dir
GUARDED = tuple(
    os.path.join(REAL_HOME, name)
    for name in (
        ".claude",
        ".agents",
        ".codex",
        ".config/feedback-gate",
        ".local/state/feedback-gate",
        ".local/share/feedback-gate",
        ".local/bin",
        ".cache/feedback-gate",
    )
)
INSIDE = tuple(f"{name}/" for name in GUARDED)
# What the interpreter says before it touches a file; a link or a rename names two.
TOUCHES = frozenset(
    (
        "open",
        *(f"os.{name}" for name in ("listdir", "scandir", "mkdir", "rename", "remove", "rmdir", "link", "symlink", "truncate")),
    )
)
hits: list[str] = []
# Set by a host or a person; a test that needs one sets it itself.
FOREIGN = ("CLAUDE", "CODEX", "FEEDBACK_GATE", "XDG_", "GIT_", "AI_AGENT", "DOGWOOD")


@pytest.fixture(autouse=True)
def home(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty HOME, and an environment without anything of the machine's user."""
    folder = tmp_path_factory.mktemp("home")
    for name in list(os.environ):
        if name.startswith(FOREIGN):
            monkeypatch.delenv(name)
    monkeypatch.setenv("HOME", str(folder))
    monkeypatch.setenv("LANG", "C.UTF-8")
    monkeypatch.setenv("PYTHONDONTWRITEBYTECODE", "1")
    for name in ("AUTHOR", "COMMITTER"):
        monkeypatch.setenv(f"GIT_{name}_NAME", "Test")
        monkeypatch.setenv(f"GIT_{name}_EMAIL", "test@example.invalid")
    monkeypatch.setenv("GIT_CONFIG_NOSYSTEM", "1")
    return folder


def _times() -> dict[str, int | None]:
    return {path: os.stat(path).st_mtime_ns if os.path.exists(path) else None for path in GUARDED}


@pytest.fixture(autouse=True, scope="session")
def _the_real_home_stays_untouched() -> object:
    before = _times()
    yield
    touched = [path for path, mtime in _times().items() if mtime != before[path]]
    assert not touched, f"a test touched the real home: {touched}"


def _is_guarded(path: object) -> bool:
    if hasattr(path, "__fspath__"):
        path = os.fspath(path)
    if not isinstance(path, (str, bytes)):
        return False
    return f"{os.fsdecode(path)}/".startswith(INSIDE)


def _refuse_real_home(event: str, arguments: tuple[object, ...]) -> None:
    if event in TOUCHES and any(map(_is_guarded, arguments[:2])):
        hits.append(f"{event} {arguments[:2]}")
        raise AssertionError(f"this test touches the real home: {hits[-1]}")


@pytest.fixture(autouse=True)
def _nothing_reaches_for_the_real_home() -> object:
    """What was refused counts also where somebody caught the refusal, as the product's outer boundary does."""
    yield
    found = hits[:]
    hits.clear()
    assert not found, f"this test touches the real home: {found}"


# A run that was started in the background ignores SIGINT, and would hand that on to every process the tests start.
signal.signal(signal.SIGINT, signal.default_int_handler)
sys.addaudithook(_refuse_real_home)
