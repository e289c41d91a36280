"""Hooks as processes of their own, for what only real processes can show."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

from feedback_gate.system import process_table

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.support.product import Product

CORE = Path(__file__).resolve().parents[3] / "core"


class Hook:
    """One hook call in a process and group of its own, as a host starts it."""

    def __init__(self, product: Product, event: str, **fields: Any) -> None:
        payload = {"session_id": product.session, "cwd": str(product.root), "hook_event_name": event, **fields}
        env = {**os.environ, "PYTHONPATH": str(CORE), "CLAUDE_PROJECT_DIR": str(product.root)}
        signal.signal(signal.SIGHUP, signal.SIG_DFL)  # one that is ignored here, as under nohup, would be inherited
        self.begun = time.monotonic()
        self.process = subprocess.Popen(
            [sys.executable, "-m", "feedback_gate", "claude", event],
            env=env,
            cwd=product.root,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            start_new_session=True,
        )
        assert self.process.stdin is not None
        self.process.stdin.write(json.dumps(payload).encode())
        self.process.stdin.close()
        self.process.stdin = None

    def answer(self, seconds: float = 60) -> dict[str, Any]:
        """The reply, {} for none."""
        out, _ = self.process.communicate(timeout=seconds)
        self.ended = time.monotonic()
        assert self.process.returncode == 0
        found: dict[str, Any] = json.loads(out) if out else {}
        return found

    def children(self) -> list[int]:
        """Ids of the processes it has started and that live."""
        return [one.pid for one in process_table.table() if one.parent == self.process.pid and one.state not in "ZX"]

    def kill(self) -> list[int]:
        """SIGKILL its whole group; the ids of the children it leaves behind."""
        self.process.send_signal(signal.SIGSTOP)
        left = self.children()
        os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()
        if self.process.stdout is not None:
            self.process.stdout.close()
        return left


def edited(product: Product, name: str, **fields: Any) -> Hook:
    """The hook after an edit of a file that is there."""
    given = {"file_path": str(product.root / name), "content": ""}
    return Hook(product, "PostToolUse", tool_name="Write", tool_use_id="e1", tool_input=given, **fields)


def living(ids: list[int]) -> list[int]:
    """Those of the processes that live and are no zombies."""
    return [one.pid for one in process_table.table() if one.pid in ids and one.state not in "ZX"]


def of_home(home: str) -> list[int]:
    """Ids of living processes that have this HOME, except our own."""
    mark = b"HOME=" + os.fsencode(home)
    found = []
    for one in process_table.table():
        try:
            environ = Path(f"/proc/{one.pid}/environ").read_bytes().split(b"\0")
        except OSError:
            continue
        if mark in environ and one.state not in "ZX" and one.pid != os.getpid():
            found.append(one.pid)
    return found


def until(condition: Callable[[], bool], seconds: float = 10.0) -> bool:
    """Whether something becomes true in time."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        if condition():
            return True
        time.sleep(0.02)
    return condition()
