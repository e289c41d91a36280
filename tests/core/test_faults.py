"""Fault injection: every system call of the file room fails once, in turn, with every error that a bad day brings.

The promise: one JSON object or nothing, never an exception, and no silent pass: a refusal that was due comes, or something is said.
"""

from __future__ import annotations

import errno
import json
import os

import pytest
from tests.support.product import Product

from feedback_gate import hook
from feedback_gate.system import files

CALLS = ("open", "write", "replace", "mkdir", "fstat", "stat", "scandir", "read", "unlink", "pread")
ERRORS = (errno.ENOSPC, errno.EROFS, errno.EIO, errno.EMFILE, errno.EACCES)


class FaultyOs:
    """The module os, but the n-th counted call fails."""

    def __init__(self, number: int, error: int) -> None:
        self.left = number
        self.error = error
        self.failed = ""

    def __getattr__(self, name: str):
        real = getattr(os, name)
        if name not in CALLS:
            return real

        def counted(*arguments, **options):
            self.left -= 1
            if self.left == 0:
                self.failed = f"{name} {arguments[0] if arguments else ''}"
                raise OSError(self.error, os.strerror(self.error))
            return real(*arguments, **options)

        return counted


@pytest.fixture
def product(tmp_path, home) -> Product:
    folder = home / ".claude/feedback"
    folder.mkdir(parents=True)
    (folder / "r.md").write_text("---\nname: r\ncount: 5\nenforce:\n  - {event: pre_bash, when: 'git push', message: m}\n---\n")
    product = Product(tmp_path / "app")
    product.gate("rules:\n  - {match: '*.py', run: ['echo FAILED; exit 1']}\n")
    product.git().start()
    return product


def answer(product: Product, event: str, **fields) -> dict:
    payload = {"session_id": "s1", "cwd": str(product.root), **fields}
    reply = hook.answer("claude", event, json.dumps(payload).encode(), dict(os.environ))
    assert reply.exit_code == 0
    return json.loads(reply.stdout) if reply.stdout else {}


def walk(monkeypatch, error: int, due, call) -> int:
    """Let the first, second, … call fail until a whole run needs no more; how many there were."""
    for number in range(1, 400):
        faulty = FaultyOs(number, error)
        monkeypatch.setattr(files, "os", faulty)
        reply = call()
        monkeypatch.setattr(files, "os", os)
        if not faulty.failed:
            return number
        assert due(reply) or reply.get("systemMessage"), f"call {number} ({faulty.failed}) failed and nothing was said: {reply}"
    raise AssertionError("it never ends")


@pytest.mark.parametrize("error", ERRORS, ids=[errno.errorcode[error] for error in ERRORS])
def test_a_refusal_comes_or_something_is_said_whatever_call_fails(product, monkeypatch, home, error):
    def due(reply):
        return reply.get("hookSpecificOutput", {}).get("permissionDecision") == "deny"

    def call():
        for path in (home / ".cache").rglob("rules-*"):
            path.unlink()
        for path in (home / ".local/state/feedback-gate/seen").glob("said.*"):
            path.unlink()
        return answer(product, "PreToolUse", tool_name="Bash", tool_use_id="t", tool_input={"command": "git push"})

    assert walk(monkeypatch, error, due, call) > 5


@pytest.mark.parametrize("error", ERRORS, ids=[errno.errorcode[error] for error in ERRORS])
def test_a_failing_gate_blocks_or_something_is_said_whatever_call_fails(product, monkeypatch, home, error):
    number = iter(range(1000))

    def call():
        for path in (home / ".local/state/feedback-gate/seen").glob("said.*"):
            path.unlink()
        path = product.file("x.py", str(next(number)))
        return answer(product, "PostToolUse", tool_name="Write", tool_input={"file_path": str(path), "content": "x"})

    assert walk(monkeypatch, error, lambda reply: "FAILED" in reply.get("reason", ""), call) > 10


@pytest.mark.slow
@pytest.mark.parametrize("error", [errno.ENOSPC, errno.EMFILE], ids=["ENOSPC", "EMFILE"])
def test_a_stop_with_failures_is_blocked_or_something_is_said_whatever_call_fails(product, monkeypatch, home, error):
    product.write("x.py")

    def call():
        for path in (home / ".local/state/feedback-gate/seen").glob("said.*"):
            path.unlink()
        monkeypatch.setattr(files, "os", os)
        product.prompt()
        faulty = FaultyOs(counter[0], error)
        monkeypatch.setattr(files, "os", faulty)
        reply = answer(product, "Stop", stop_hook_active=False, background_tasks=[])
        monkeypatch.setattr(files, "os", os)
        return faulty.failed, reply

    counter = [0]
    for number in range(1, 400):
        counter[0] = number
        failed, reply = call()
        if not failed:
            return
        assert reply.get("decision") == "block" or reply.get("systemMessage"), (
            f"call {number} ({failed}) failed and nothing was said"
        )
        product.write("x.py", str(number))
    raise AssertionError("it never ends")


@pytest.mark.parametrize("event", ["PreToolUse", "PostToolUse", "Stop", "UserPromptSubmit", "SessionStart"])
def test_state_files_cut_at_every_byte_break_nothing(product, home, event):
    product.write("x.py")
    state = next((home / ".local/state/feedback-gate/projects").glob("*/*/main.json"))
    whole = state.read_bytes()
    for size in range(0, len(whole), 7):
        state.write_bytes(whole[:size])
        answer(product, event, tool_name="Bash", tool_use_id="t", tool_input={"command": "ls"}, prompt="x", source="resume")


def test_a_fifo_in_place_of_any_file_does_not_hang(product, home):
    for path in [*(home / ".claude/feedback").glob("*.md"), product.root / ".claude/gate.yaml"]:
        path.unlink()
        os.mkfifo(path)
    for path in (home / ".cache").rglob("*.index"):
        path.unlink()
        os.mkfifo(path)
    answer(product, "PreToolUse", tool_name="Bash", tool_use_id="t", tool_input={"command": "git push"})
    answer(product, "UserPromptSubmit", prompt="x")
    answer(product, "Stop", background_tasks=[])


def test_a_loop_of_links_does_not_hang(product, home):
    loop = product.root / ".claude/feedback"
    loop.symlink_to(loop)
    (home / ".agents").symlink_to(home / ".agents")
    assert (
        answer(product, "PreToolUse", tool_name="Bash", tool_use_id="t", tool_input={"command": "git push"})[
            "hookSpecificOutput"
        ]["permissionDecision"]
        == "deny"
    )


def test_a_folder_that_vanished_under_us_breaks_nothing(product, tmp_path, monkeypatch):
    gone = tmp_path / "gone"
    gone.mkdir()
    monkeypatch.chdir(gone)
    gone.rmdir()
    reply = answer(product, "PreToolUse", tool_name="Bash", tool_use_id="t", tool_input={"command": "git push"})
    assert reply["hookSpecificOutput"]["permissionDecision"] == "deny"


def test_a_deleted_home_breaks_nothing(product, home):
    import shutil

    shutil.rmtree(home)
    answer(product, "PreToolUse", tool_name="Bash", tool_use_id="t", tool_input={"command": "ls"})
    product.write("x.py")
    answer(product, "Stop", background_tasks=[])


@pytest.mark.parametrize("jump", [-1e9, 1e9, -86400.0, 3e5])
def test_clock_jumps_break_nothing_and_lose_no_refusal(product, monkeypatch, jump):
    from feedback_gate.system import clock

    real = clock.now
    monkeypatch.setattr(clock, "now", lambda: real() + jump)
    product.start()
    reply = answer(product, "PreToolUse", tool_name="Bash", tool_use_id="t", tool_input={"command": "git push"})
    assert reply["hookSpecificOutput"]["permissionDecision"] == "deny"
    product.write("x.py")
    assert answer(product, "Stop", background_tasks=[]).get("decision") == "block"


def test_a_file_system_without_locks_loses_no_refusal(product, monkeypatch):
    import fcntl

    def no_locks(*arguments):
        raise OSError(errno.ENOLCK, "no locks")

    monkeypatch.setattr(fcntl, "flock", no_locks)
    reply = answer(product, "PreToolUse", tool_name="Bash", tool_use_id="t", tool_input={"command": "git push"})
    assert reply["hookSpecificOutput"]["permissionDecision"] == "deny"
    assert (
        answer(product, "PostToolUse", tool_name="Write", tool_input={"file_path": str(product.file("y.py")), "content": "x"})
        != {}
    )
