"""`make demo`: the main job on a scratch project, through `shim/hook.sh`, with what the agent and the person are told.

Every answer below is the real one: the real shim starts the real executable on payloads of the shape Claude Code sends.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]

RULE = """---
name: no-force-push
description: History that others may have is never rewritten.
count: 5
enforce:
  - event: pre_bash
    when: 'git push .*(--force\\b|-f\\b)'
    message: Never force-push. Make a new commit, or ask.
---
A forced push once threw away a colleague's work.
"""

GATE = """rules:
  - match: '**/*.py'
    run:
      - {name: syntax, cmd: 'python3 -m py_compile $CLAUDE_GATE_FILES'}
    run_checks: [tests]
consistency_checks:
  - name: tests
    run:
      - {name: tests, cmd: 'python3 -m unittest -q'}
"""

WRONG = "def double(number):\n    return number + 2\n"
RIGHT = "def double(number):\n    return number * 2\n"
TEST = """import unittest

from app import double


class Doubling(unittest.TestCase):
    def test_three_becomes_six(self):
        self.assertEqual(double(3), 6)
"""


class Stage:
    """A scratch HOME and project, and the hook as a host would call it."""

    def __init__(self, folder: Path) -> None:
        self.home = folder / "home"
        self.project = folder / "project"
        (self.home / ".claude" / "feedback").mkdir(parents=True)
        (self.home / ".claude" / "feedback" / "no-force-push.md").write_text(RULE)
        (self.project / ".claude").mkdir(parents=True)
        (self.project / ".claude" / "gate.yaml").write_text(GATE)
        (self.project / "test_app.py").write_text(TEST)
        (self.project / ".gitignore").write_text("__pycache__/\n.gate-status/\n")
        self.environ = {
            "PATH": os.environ["PATH"],
            "HOME": str(self.home),
            "LANG": "C.UTF-8",
            "CLAUDE_PROJECT_DIR": str(self.project),
            "CLAUDE_CODE_SESSION_ID": "demo",
            "FEEDBACK_GATE_BIN": str(ROOT / "dist" / "feedback-gate.pyz"),
            "PYTHONDONTWRITEBYTECODE": "1",
        }
        for arguments in (
            ("init", "-q"),
            ("add", "."),
            ("-c", "user.name=Demo", "-c", "user.email=demo@example.invalid", "commit", "-qm", "start"),
        ):
            subprocess.run(["git", *arguments], cwd=self.project, env=self.environ, check=True)

    def hook(self, event: str, **fields: Any) -> dict[str, Any]:
        """The reply of one hook call."""
        payload = {"session_id": "demo", "cwd": str(self.project), "hook_event_name": event, **fields}
        done = subprocess.run(
            ["/bin/sh", str(ROOT / "shim" / "hook.sh"), "claude", event],
            input=json.dumps(payload),
            env=self.environ,
            cwd=self.project,
            capture_output=True,
            text=True,
            check=False,
        )
        if done.returncode or done.stderr:
            sys.exit(f"the hook ended with {done.returncode}: {done.stderr}")
        reply: dict[str, Any] = json.loads(done.stdout) if done.stdout else {}
        return reply

    def tool(self, event: str, name: str, **given: Any) -> dict[str, Any]:
        """The reply to one tool call."""
        return self.hook(event, tool_name=name, tool_use_id="toolu_demo", tool_input=given)

    def write(self, text: str) -> dict[str, Any]:
        """Write app.py as the agent would; what the hook says afterwards."""
        path = self.project / "app.py"
        given = {"file_path": str(path), "content": text}
        self.tool("PreToolUse", "Write", **given)
        path.write_text(text)
        return self.tool("PostToolUse", "Write", **given)

    def stop(self, message: str, *, again: bool = False) -> dict[str, Any]:
        """What the hook says when the agent wants to end its turn."""
        return self.hook("Stop", stop_hook_active=again, last_assistant_message=message, background_tasks=[])


def told(reply: dict[str, Any]) -> list[str]:
    """A reply as lines: what the agent is told, and what the person is shown."""
    specific = reply.get("hookSpecificOutput", {})
    lines = []
    if "permissionDecision" in specific:
        lines.append(f"  decision:   {specific['permissionDecision']}")
    if "decision" in reply:
        lines.append(f"  decision:   {reply['decision']}")
    for label, text in (
        ("agent told:", specific.get("permissionDecisionReason") or reply.get("reason") or specific.get("additionalContext")),
        ("you see:", reply.get("systemMessage")),
    ):
        if text:
            first, *rest = text.rstrip().splitlines()
            lines += [f"  {label:<11} {first}", *(f"  {'':<11} {line}".rstrip() for line in rest)]
    return lines or ["  (nothing: all is well)"]


def play(folder: Path) -> list[str]:
    """The lines of the whole demonstration; times and log names vary from run to run."""
    stage = Stage(folder)
    lines: list[str] = []

    def scene(title: str, reply: dict[str, Any]) -> None:
        lines.extend([f"> {title}", *(line.replace(str(stage.project), "/project") for line in told(reply)), ""])

    stage.hook("SessionStart", source="startup")
    stage.hook("UserPromptSubmit", prompt="Make double() right and push.")
    scene("The agent runs: git push --force", stage.tool("PreToolUse", "Bash", command="git push --force"))
    scene("The agent runs: git status", stage.tool("PreToolUse", "Bash", command="git status"))
    scene("The agent writes app.py, with a mistake in it", stage.write("def double(number)\n    return number + 2\n"))
    scene("The agent corrects the syntax", stage.write(WRONG))
    scene('The agent wants to stop: "Done, all tests pass."', stage.stop("Done, all tests pass."))
    stage.write(RIGHT)
    scene("The agent corrects the sum and wants to stop again", stage.stop("Now all tests pass.", again=True))
    scene("It has told you the result and stops", stage.stop("All checks passed.", again=True))
    return lines


def main() -> int:
    """Print the demonstration."""
    with tempfile.TemporaryDirectory() as folder:
        print("\n".join(play(Path(folder))))
    return 0


if __name__ == "__main__":
    sys.exit(main())
