"""Fault injection on what is kept between calls: cut at every byte, a FIFO, a loop or a folder in its place, no room, no descriptors.

The promise: no exception, no wait, a refusal that is due comes under either fail mode, and no change of the agent is forgotten.
"""

from __future__ import annotations

import errno
import json
import os
import resource
import shutil
import signal
import subprocess
import sys
from typing import TYPE_CHECKING, Any

import pytest
from tests.support.product import Product

from feedback_gate import hook
from feedback_gate.system import files

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

RULE = "---\nname: r\ncount: 5\nenforce:\n  - {event: pre_bash, when: 'git push', message: m}\n---\n"
PUSH = {"tool_name": "Bash", "tool_use_id": "t", "tool_input": {"command": "git push"}}
STOP = {"stop_hook_active": False, "background_tasks": []}


@pytest.fixture
def product(tmp_path: Path, home: Path) -> Product:
    (home / ".claude/feedback").mkdir(parents=True)
    (home / ".claude/feedback/r.md").write_text(RULE)
    product = Product(tmp_path / "app")
    product.gate("rules:\n  - {match: '*.py', run: ['echo FAILED; exit 1']}\n")
    product.git().start()
    product.prompt()
    product.write("x.py")
    return product


def payload(product: Product, event: str, fields: dict[str, Any]) -> bytes:
    return json.dumps({"session_id": "s1", "cwd": str(product.root), "hook_event_name": event, **fields}).encode()


def answer(product: Product, event: str, fields: dict[str, Any]) -> dict[str, Any]:
    reply = hook.answer("claude", event, payload(product, event, fields), dict(os.environ))
    assert reply.exit_code == 0
    found: dict[str, Any] = json.loads(reply.stdout) if reply.stdout else {}
    return found


def denied(reply: dict[str, Any]) -> bool:
    return reply.get("hookSpecificOutput", {}).get("permissionDecision") == "deny"


def kept(home: Path) -> list[Path]:
    """Every file that the product keeps, but locks and empty markers."""
    every = [path for base in (".local", ".cache") for path in (home / base).rglob("*")]
    return sorted(path for path in every if path.is_file() and path.suffix != ".lock" and path.stat().st_size)


class Snapshot:
    """What was kept at one moment, to begin each trial with."""

    def __init__(self, home: Path, copy: Path) -> None:
        self.home, self.copy = home, copy
        for base in (".local", ".cache"):
            shutil.copytree(home / base, copy / base)

    def restore(self) -> None:
        for base in (".local", ".cache"):
            shutil.rmtree(self.home / base)
            shutil.copytree(self.copy / base, self.home / base)


def judge(product: Product) -> None:
    """A command that is forbidden is refused, and a stop over failing work is blocked or said not to be checked."""
    assert denied(answer(product, "PreToolUse", PUSH))
    stop = answer(product, "Stop", STOP)
    assert stop.get("decision") == "block" or stop.get("systemMessage"), stop


@pytest.mark.slow
def test_a_kept_file_cut_at_any_byte_loses_no_refusal(product: Product, home: Path, tmp_path: Path) -> None:
    snapshot = Snapshot(home, tmp_path / "copy")
    for path in kept(home):
        whole = path.read_bytes()
        for size in range(len(whole)):
            path.write_bytes(whole[:size])
            assert denied(answer(product, "PreToolUse", PUSH)), (path, size)
        snapshot.restore()


@pytest.mark.slow
@pytest.mark.parametrize("name", ["main.json", "tree.json"])
def test_session_state_cut_at_any_byte_forgets_no_change(product: Product, home: Path, tmp_path: Path, name: str) -> None:
    snapshot = Snapshot(home, tmp_path / "copy")
    (path,) = (home / ".local/state/feedback-gate/projects").glob(f"*/*/{name}")
    whole = path.read_bytes()
    for size in range(0, len(whole), 5):  # a stop runs the gate: each costs a fifth of a second
        path.write_bytes(whole[:size])
        assert answer(product, "Stop", STOP).get("decision") == "block", size
        snapshot.restore()


WRONG = [
    {"gate": {"changed": ["x.py"]}},
    {"gate": {"changed": {"x.py": "yesterday"}}},
    {"gate": {"failed": 1}},
    {"gate": {"passed": {"x.py": None}}},
    {"gate": {"pending": {"/": ["x.py"]}}},
    {"gate": {"pending": {"/": {"all": 1}}}},
    {"gate": {"pending": []}},
    {"gate": {"pending": {"/": {"all": [["x.py"]]}}}},
    {"gate": {"changed": []}},
    {"gate": [1]},
    {"gate": "changed"},
    {"gate": {"deferred": [{"cmd": "true"}, 1]}, "lost": True},
]


@pytest.mark.parametrize("wrong", WRONG, ids=lambda value: json.dumps(value)[:50])
def test_state_of_another_shape_counts_as_lost_and_all_that_changed_is_checked(
    product: Product, home: Path, wrong: dict[str, Any]
) -> None:
    (path,) = (home / ".local/state/feedback-gate/projects").glob("*/*/main.json")
    path.write_text(json.dumps(wrong))
    product.write("y.py")
    replies = [answer(product, "Stop", STOP) for _ in range(2)]
    assert [reply.get("decision") for reply in replies] == ["block", "block"], replies
    assert "x.py" in json.dumps(json.loads(path.read_text())["gate"])


def fifo(path: Path) -> None:
    os.mkfifo(path)


def loop(path: Path) -> None:
    path.symlink_to(path)


def folder(path: Path) -> None:
    (path / "inside").mkdir(parents=True)


@pytest.mark.parametrize("put", [fifo, loop, folder])
def test_something_else_in_place_of_any_kept_file_loses_no_refusal(
    product: Product, home: Path, tmp_path: Path, put: Callable[[Path], None]
) -> None:
    snapshot = Snapshot(home, tmp_path / "copy")
    for path in kept(home):
        path.unlink()
        put(path)
        judge(product)
        snapshot.restore()


@pytest.mark.parametrize("put", [fifo, loop, folder])
@pytest.mark.parametrize("name", [".config/feedback-gate/settings.conf", ".claude/settings.json"])
def test_something_else_in_place_of_settings_loses_no_refusal(
    product: Product, home: Path, put: Callable[[Path], None], name: str
) -> None:
    for base in (home, product.root):
        (base / name).parent.mkdir(parents=True, exist_ok=True)
        put(base / name)
    judge(product)


@pytest.mark.parametrize("put", [fifo, loop, folder])
def test_a_rule_and_a_gate_that_are_no_files_are_said(product: Product, home: Path, put: Callable[[Path], None]) -> None:
    for path in (home / ".claude/feedback/r.md", product.root / ".claude/gate.yaml"):
        path.unlink()
        put(path)
    reply = answer(product, "Stop", STOP)
    assert reply.get("decision") == "block" or "gate.yaml" in reply.get("systemMessage", ""), reply


@pytest.mark.parametrize(("mode", "refused"), [("open", False), ("closed", True)])
def test_a_home_that_was_deleted_is_said_at_the_next_prompt_and_closed_refuses(
    product: Product, home: Path, monkeypatch: pytest.MonkeyPatch, mode: str, *, refused: bool
) -> None:
    monkeypatch.setenv("FEEDBACK_GATE_FAIL_MODE", mode)
    shutil.rmtree(home)
    assert "HOME is not set, relative, or no folder" in product.prompt()["systemMessage"]
    assert denied(answer(product, "PreToolUse", PUSH)) is refused
    assert not home.exists()


class Failing:
    """The module os, in which one kind of call always fails."""

    def __init__(self, name: str, error: int) -> None:
        self.name, self.error = name, error

    def __getattr__(self, name: str) -> Any:
        if name != self.name:
            return getattr(os, name)

        def fails(*arguments: object, **options: object) -> None:
            raise OSError(self.error, os.strerror(self.error))

        return fails


FAULTS = [("write", errno.ENOSPC), ("replace", errno.EROFS), ("open", errno.EMFILE), ("mkdir", errno.EROFS), ("open", errno.EIO)]


@pytest.mark.parametrize(("name", "error"), FAULTS, ids=lambda value: errno.errorcode.get(value, value))
def test_under_closed_a_tool_call_is_refused_whatever_fails(
    product: Product, monkeypatch: pytest.MonkeyPatch, name: str, error: int
) -> None:
    monkeypatch.setenv("FEEDBACK_GATE_FAIL_MODE", "closed")
    monkeypatch.setattr(files, "os", Failing(name, error))
    assert denied(answer(product, "PreToolUse", PUSH))


@pytest.mark.parametrize(("name", "error"), FAULTS, ids=lambda value: errno.errorcode.get(value, value))
def test_a_change_that_could_not_be_kept_is_checked_at_the_next_stop(
    product: Product, monkeypatch: pytest.MonkeyPatch, name: str, error: int
) -> None:
    monkeypatch.setattr(files, "os", Failing(name, error))
    path = product.file("late.py", "x = 1\n")
    answer(product, "PostToolUse", {"tool_name": "Write", "tool_input": {"file_path": str(path), "content": "x"}})
    monkeypatch.setattr(files, "os", os)
    assert answer(product, "Stop", STOP).get("decision") == "block"


def test_signals_in_the_middle_of_every_call_change_nothing(product: Product) -> None:
    seen = 0

    def note(*_: object) -> None:
        nonlocal seen
        seen += 1

    before = signal.signal(signal.SIGALRM, note)
    signal.setitimer(signal.ITIMER_REAL, 0.0005, 0.0005)
    try:
        for _ in range(5):
            judge(product)
            product.prompt()
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
    assert seen > 20


def limited(product: Product, what: int, most: int, event: str, fields: dict[str, Any]) -> dict[str, Any]:
    """The answer of a process of its own with a limit of the system."""
    environ = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    done = subprocess.run(
        [sys.executable, "-c", "import sys; from feedback_gate.main import main; sys.exit(main())", "claude", event],
        input=payload(product, event, fields),
        env=environ,
        cwd=product.root,
        capture_output=True,
        check=False,
        preexec_fn=lambda: resource.setrlimit(what, (most, most)),
        timeout=60,
    )
    assert done.returncode == 0, done.stderr
    found: dict[str, Any] = json.loads(done.stdout) if done.stdout else {}
    return found


def test_where_no_byte_can_be_written_a_refusal_comes_and_a_stop_is_not_silent(product: Product) -> None:
    """A limit of 0 bytes a file: every write of the process fails, as on a full disk."""
    assert denied(limited(product, resource.RLIMIT_FSIZE, 0, "PreToolUse", PUSH))
    stop = limited(product, resource.RLIMIT_FSIZE, 0, "Stop", STOP)
    assert stop.get("decision") == "block" or stop.get("systemMessage"), stop


@pytest.mark.parametrize("most", [7, 8, 10, 14, 20])
def test_with_few_descriptors_a_refusal_comes_or_something_is_said(product: Product, most: int) -> None:
    reply = limited(product, resource.RLIMIT_NOFILE, most, "PreToolUse", PUSH)
    assert denied(reply) or reply.get("systemMessage"), reply
    stop = limited(product, resource.RLIMIT_NOFILE, most, "Stop", STOP)
    assert stop.get("decision") == "block" or stop.get("systemMessage"), stop
