"""The built plugin answers a whole session alike whatever surrounds it: shell, locale, PATH, folder names, permissions, Python."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from typing import TYPE_CHECKING, Any

import pytest
from tests.e2e.claude_scenes import rule
from tests.support import built

import interpreters
from feedback_gate.hosts.claude.registration import REGISTRATIONS

if TYPE_CHECKING:
    from pathlib import Path

SESSION = "11111111-2222-4333-8444-555555555555"
EVENTS = tuple(entry.event for entry in REGISTRATIONS)
GATE = """rules:
  - match: '**/*.txt'
    run:
      - {name: lint, cmd: '! grep -n wrong $CLAUDE_GATE_FILES'}
"""
RULE = rule("no_force_push", 5, {"event": "pre_bash", "when": "push --force", "message": "Never force-push."})
# Only Pythons on PATH exist for a launcher without these lines.
OTHER_PLACES = (
    "/opt/homebrew/bin /usr/local/bin /usr/bin /Library/Frameworks/Python.framework/Versions/*/bin",
    "/opt/python/*/bin",
)


class Machine:
    """A copy of the plugin, one HOME and one project, and the host that calls its launcher."""

    def __init__(self, base: Path, name: str = "plugin") -> None:
        self.base = base
        self.folder = base / name
        shutil.copytree(built.plugin(), self.folder)
        self.home, self.project = base / "home", base / "project"
        (self.home / ".claude" / "feedback").mkdir(parents=True)
        (self.home / ".claude" / "feedback" / "no_force_push.md").write_text(RULE, encoding="utf-8")
        (self.project / ".claude").mkdir(parents=True)
        (self.project / ".claude" / "gate.yaml").write_text(GATE, encoding="utf-8")
        (self.project / "a.txt").write_text("right\n", encoding="utf-8")
        self.shell = ["/bin/sh"]
        self.env = {
            "PATH": f"{os.path.dirname(sys._base_executable)}:/usr/bin:/bin",
            "HOME": str(self.home),
            "LANG": "C.UTF-8",
            "CLAUDE_PROJECT_DIR": str(self.project),
            "CLAUDE_CODE_SESSION_ID": SESSION,
        }
        names = ("-c", "user.name=Test", "-c", "user.email=test@example.invalid")
        for words in (("init", "-q", "-b", "main"), ("add", "."), (*names, "commit", "-qm", "start")):
            subprocess.run(["git", *words], cwd=self.project, check=True, capture_output=True)

    def hook(self, event: str, **fields: Any) -> dict[str, Any]:
        """The answer to one event; it always ends in 0 and says nothing beside it."""
        payload = {"session_id": SESSION, "cwd": str(self.project), "hook_event_name": event, **fields}
        done = subprocess.run(
            [*self.shell, str(self.folder / "shim" / "hook.sh"), "claude", event],
            input=json.dumps(payload).encode(),
            env={**self.env, "CLAUDE_PLUGIN_ROOT": str(self.folder)},
            cwd=self.project,
            capture_output=True,
            timeout=60,
            check=False,
        )
        assert (done.returncode, done.stderr) == (0, b""), done
        answer: dict[str, Any] = json.loads(done.stdout.decode("utf-8")) if done.stdout else {}
        return answer

    def session(self) -> list[tuple[str, dict[str, Any]]]:
        """(event, answer) of a turn that tries what the rule forbids, leaves a failing lint and is not let go."""
        told: list[tuple[str, dict[str, Any]]] = []

        def hear(event: str, **fields: Any) -> None:
            told.append((event, self.hook(event, **fields)))

        def bash(event: str, command: str, **fields: Any) -> None:
            hear(event, tool_name="Bash", tool_use_id="toolu_1", tool_input={"command": command}, **fields)

        path = self.project / "a.txt"
        edit = {"tool_name": "Write", "tool_use_id": "toolu_2", "tool_input": {"file_path": str(path), "content": "wrong\n"}}
        hear("SessionStart", source="startup")
        hear("UserPromptSubmit", prompt="Write a.txt and push.")
        bash("PreToolUse", "git push --force")
        bash("PreToolUse", "git status")
        bash("PostToolUse", "git status", tool_response={"stdout": ""})
        bash("PreToolUse", "exit 1")
        bash("PostToolUseFailure", "exit 1", error="Exit code 1")
        hear("PreToolUse", **edit)
        path.write_text("wrong\n", encoding="utf-8")
        hear("PostToolUse", **edit, tool_response={"success": True})
        hear("Notification", notification_type="idle_prompt", message="waiting")
        hear("SubagentStart", agent_id="a1", agent_type="Explore")
        hear("SubagentStop", agent_id="a1", agent_type="Explore", stop_hook_active=False, last_assistant_message="Looked.")
        hear("Stop", stop_hook_active=False, last_assistant_message="Done.", background_tasks=[])
        return told

    def heard(self) -> str:
        """The session as text, without what may vary: durations, log names, where the folders lie."""
        lines = "\n".join(f"{event} {json.dumps(answer, ensure_ascii=False, sort_keys=True)}" for event, answer in self.session())
        inside = {json.dumps(str(path), ensure_ascii=False)[1:-1]: f"<{name}>" for name, path in self.places()}
        for path, name in inside.items():
            lines = lines.replace(path, name)
        lines = re.sub(r"\d+(\.\d+)? ?s\b", "(time)", lines)
        lines = re.sub(r"\b(project|app)-[0-9a-f]{12}", "(project id)", lines)
        return re.sub(r"(\.\d+)+\.log|\b[0-9a-f]{16}\b", "(name)", lines)

    def pinned(self) -> str:
        """The Python that the launcher keeps for this machine."""
        (pin,) = (self.home / ".cache" / "feedback-gate").glob("*/python")
        return pin.read_text(encoding="utf-8").strip()

    def places(self) -> list[tuple[str, Path]]:
        return [("plugin", self.folder), ("home", self.home), ("project", self.project), ("base", self.base)]


def only(machine: Machine, version: str) -> None:
    """Only a Python of this version exists for the launcher."""
    found = interpreters.find(version)
    if not found:
        pytest.skip(f"no Python {version} here; `make test` lists it as missing")
    folder = machine.base / "bin"
    folder.mkdir()
    (folder / "python3").symlink_to(found)
    git = shutil.which("git")
    assert git
    for program in (git, "/bin/sh", "/usr/bin/grep"):
        (folder / os.path.basename(program)).symlink_to(program)
    machine.env["PATH"] = str(folder)
    launcher = machine.folder / "shim" / "hook.sh"
    text = launcher.read_text(encoding="utf-8")
    for place in OTHER_PLACES:
        assert text.count(place) == 1, place
        text = text.replace(place, "")
    launcher.write_text(text, encoding="utf-8")


def without_bits(machine: Machine) -> None:
    """No file of the plugin may be executed or written."""
    for path in machine.folder.rglob("*"):
        path.chmod(0o555 if path.is_dir() else 0o444)


def shell(machine: Machine, program: str, *words: str, name: str = "") -> None:
    """The host's shell is this program, under another name if one is given."""
    found = shutil.which(program)
    if not found:
        pytest.skip(f"no {program} here; `make test` lists what is missing")
    if name:
        (machine.base / name).symlink_to(found)
        found = str(machine.base / name)
    machine.shell = [found, *words]


CONDITIONS = {
    "the system's PATH": ("plugin", lambda machine: machine.env.update(PATH="/bin:/usr/bin")),
    "spaces and Japanese": ("My Plugins (日本) & co", lambda machine: None),
    "quotes and a dollar": ("it's $HOME `x`", lambda machine: None),
    "no executable bit": ("plugin", without_bits),
    "LC_ALL=C": ("plugin", lambda machine: machine.env.update(LC_ALL="C")),
    "dash": ("plugin", lambda machine: shell(machine, "dash")),
    "bash as sh": ("plugin", lambda machine: shell(machine, "bash", name="sh")),
    "busybox": ("plugin", lambda machine: shell(machine, "busybox", "sh")),
    "Python 3.9 only": ("plugin", lambda machine: only(machine, "3.9")),
}


@pytest.fixture(scope="module")
def plain(tmp_path_factory: pytest.TempPathFactory) -> str:
    """What is heard where nothing is special."""
    return Machine(tmp_path_factory.mktemp("plain")).heard()


@pytest.mark.slow
def test_the_plain_session_hears_everything_the_product_is_for(tmp_path: Path) -> None:
    machine = Machine(tmp_path)
    told = machine.session()
    assert {event for event, _ in told} == set(EVENTS)
    answers = {event: [answer for name, answer in told if name == event] for event in EVENTS}
    (prompt,) = answers["UserPromptSubmit"]
    assert "no_force_push" in prompt["hookSpecificOutput"]["additionalContext"]
    denied, *others = answers["PreToolUse"]
    assert denied["hookSpecificOutput"]["permissionDecision"] == "deny"
    assert "Never force-push." in denied["hookSpecificOutput"]["permissionDecisionReason"]
    assert others == [{}] * 3
    assert (answers["PostToolUse"][-1]["decision"], "lint" in answers["PostToolUse"][-1]["reason"]) == ("block", True)
    assert (answers["Stop"][0]["decision"], "lint" in answers["Stop"][0]["reason"]) == ("block", True)


@pytest.mark.slow
@pytest.mark.xdist_group("surroundings")
@pytest.mark.parametrize("condition", CONDITIONS)
def test_the_answers_are_those_of_the_plain_machine(plain: str, tmp_path: Path, condition: str) -> None:
    name, arrange = CONDITIONS[condition]
    machine = Machine(tmp_path, name)
    arrange(machine)
    assert machine.heard() == plain
    if condition == "Python 3.9 only":
        assert machine.pinned() == os.path.realpath(interpreters.find("3.9") or "")
