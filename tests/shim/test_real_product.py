"""The real product behind each launcher: when only the launcher is killed nothing stays, and a call without its input is refused."""

from __future__ import annotations

import json
import os
import signal
import subprocess
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from tests.core.gate.hooks import of_home, until
from tests.shim.conftest import PYTHONS, SESSION, Plugin, script
from tests.support import built

from feedback_gate.system import children

if TYPE_CHECKING:
    from collections.abc import Callable

LAUNCHERS = ("sh", "dash", "bash as sh", "busybox", "hook.pyz")
# Ignores TERM, has grandchildren (one in a session of its own), and closes its output.
STUBBORN = """trap '' TERM
(trap '' TERM; setsid sh -c 'trap "" TERM; sleep 300' & sleep 300) &
echo going > "$HOME/mark"
exec >&- 2>&-
while :; do sleep 300; done"""


@pytest.fixture(scope="module")
def executable() -> Path:
    """The real one."""
    return Path(built.plugin(), "shim", "feedback-gate.pyz")


@pytest.fixture
def gated(executable: Path, make_plugin: Callable[..., Plugin]) -> Plugin:
    """The real product in a project whose gate runs a stubborn command."""
    plugin = make_plugin(executable=executable)
    script(plugin.project / "stubborn.sh", STUBBORN)
    (plugin.project / ".claude").mkdir()
    (plugin.project / ".claude" / "gate.yaml").write_text("rules:\n  - {match: '*.txt', run: [./stubborn.sh]}\n")
    subprocess.run(["sh", "-c", "git init -q && git add -A && git commit -qm start"], cwd=plugin.project, check=True)
    assert "gate.yaml" in str(plugin.call("SessionStart", told(plugin, "SessionStart", source="startup")))
    (plugin.project / "x.txt").write_text("changed\n")
    return plugin


def told(plugin: Plugin, event: str, **fields: object) -> dict[str, object]:
    """What the host writes to the launcher."""
    return {"session_id": SESSION, "cwd": str(plugin.project), "hook_event_name": event, **fields}


def command(plugin: Plugin, shells: dict[str, list[str]], launcher: str) -> list[str]:
    """How a launcher is started."""
    if launcher == "hook.pyz":
        return [PYTHONS[next(reversed(PYTHONS))], "-I", "-S", str(plugin.shim / "hook.pyz")]
    if launcher not in shells:
        pytest.skip(f"no {launcher} here")
    return [*shells[launcher], str(plugin.shim / "hook.sh")]


@pytest.mark.parametrize("word", ["KILL", "TERM"])
@pytest.mark.parametrize("launcher", LAUNCHERS)
def test_the_command_and_its_whole_family_go_at_once_when_only_the_launcher_is_killed(
    gated: Plugin, shells: dict[str, list[str]], launcher: str, word: str
) -> None:
    edit = {"file_path": str(gated.project / "x.txt"), "content": "changed\n"}
    payload = told(gated, "PostToolUse", tool_name="Write", tool_use_id="e1", tool_input=edit)
    process = subprocess.Popen(
        [*command(gated, shells, launcher), "claude", "PostToolUse"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        cwd=gated.project,
        env=gated.env,
        start_new_session=True,
    )
    assert process.stdin is not None
    process.stdin.write(json.dumps(payload).encode())
    process.stdin.close()
    process.stdin = None
    try:
        assert until((gated.home / "mark").exists, 20)
        assert len(of_home(str(gated.home))) >= 5
        os.kill(process.pid, getattr(signal, "SIG" + word))
        assert until(lambda: not of_home(str(gated.home)), 2.0)
    finally:
        for left in of_home(str(gated.home)):
            children.kill(left, signal.SIGKILL)
        process.communicate(timeout=10)
    assert list((gated.project / ".claude" / ".gate-status" / "running").glob("*")) == []


@pytest.mark.parametrize("launcher", ["sh", "hook.pyz"])
def test_closed_refuses_a_tool_call_that_came_without_its_input(
    gated: Plugin, shells: dict[str, list[str]], launcher: str
) -> None:
    gated.env["FEEDBACK_GATE_FAIL_MODE"] = "closed"
    for text in (b"", b"{}", b"{"):
        words = [*command(gated, shells, launcher), "claude", "PreToolUse"]
        done = subprocess.run(words, input=text, capture_output=True, cwd=gated.project, env=gated.env, check=True, timeout=60)
        assert json.loads(done.stdout)["hookSpecificOutput"]["permissionDecision"] == "deny"
