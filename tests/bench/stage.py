"""Scratch homes and projects for measurements, and the product in them as a host starts it."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import time
from pathlib import Path
from typing import Any

from tests.bench.timing import Process

ROOT = Path(__file__).resolve().parents[2]
PLUGIN = ROOT / "dist" / "plugin"
SYSTEM = "/usr/local/bin:/usr/bin:/bin"
REGISTERED = 'test -r "$CLAUDE_PLUGIN_ROOT/shim/hook.sh" && exec /bin/sh "$CLAUDE_PLUGIN_ROOT/shim/hook.sh" claude {event}'
# Long enough ago for every cache of parsed files.
LONG_AGO = 1_700_000_000
# Files that changed less than 2 s ago are never taken from a cache (their times may not tell the next change).
YOUNG_SECONDS = 2.1

RULE = """---
name: rule-{number}
description: One of many.
count: {count}
enforce:
  - event: pre_bash
    when: '\\bforbidden-{number}\\s+--(force|hard)\\b'
    message: Not this way.
---
Why it matters.
"""


class Stage:
    """home, project: scratch folders; python: the real interpreter the launcher is to use; plugin: what a host has installed."""

    plugin = PLUGIN

    def __init__(self, folder: Path, python: str) -> None:
        self.folder = folder
        self.home = folder / "home"
        self.project = folder / "project"
        self.home.mkdir(parents=True)
        self.project.mkdir()
        bin_folder = folder / "bin"
        bin_folder.mkdir()
        (bin_folder / "python3").symlink_to(python)
        self.environ = {
            "HOME": str(self.home),
            "PATH": f"{bin_folder}:{SYSTEM}",
            "LANG": "C.UTF-8",
            "CLAUDE_PROJECT_DIR": str(self.project),
            "CLAUDE_CODE_SESSION_ID": "bench",
            "CLAUDE_PLUGIN_ROOT": str(self.plugin),
        }

    def rules(self, count: int) -> Stage:
        """Rules in the home folder, none of which the measured command hits; 1 to 6 violations old, in turn."""
        target = self.home / ".claude" / "feedback"
        target.mkdir(parents=True)
        for number in range(count):
            path = target / f"rule-{number}.md"
            path.write_text(RULE.format(number=number, count=number % 6 + 1))
            os.utime(path, (LONG_AGO, LONG_AGO))
        os.utime(target, (LONG_AGO, LONG_AGO))
        return self

    def broken_rules(self, count: int) -> Stage:
        """Rule files beside the others whose frontmatter cannot be parsed."""
        target = self.home / ".claude" / "feedback"
        for number in range(count):
            path = target / f"broken-{number}.md"
            path.write_text("---\na: [1, 2\n---\n")
            os.utime(path, (LONG_AGO, LONG_AGO))
        os.utime(target, (LONG_AGO, LONG_AGO))
        return self

    def gate(self, text: str, **files: str) -> Stage:
        """A repository with a gate and these files, committed."""
        (self.project / ".claude").mkdir()
        (self.project / ".claude" / "gate.yaml").write_text(text)
        for name, content in files.items():
            (self.project / name.replace("_", ".")).write_text(content)
        (self.project / ".gitignore").write_text(".gate-status/\n")
        for path in self.project.rglob("*"):
            os.utime(path, (LONG_AGO, LONG_AGO))
        self.git("init", "-q")
        self.git("add", ".")
        self.git("-c", "user.name=Bench", "-c", "user.email=bench@example.invalid", "commit", "-qm", "start")
        return self

    def git(self, *words: str) -> None:
        """Run git in the project."""
        subprocess.run(["git", *words], cwd=self.project, env=self.environ, check=True, stdout=subprocess.DEVNULL)

    def event(self, event: str, **payload: Any) -> Process:
        """The process a host starts for this event."""
        common = {
            "session_id": "bench",
            "transcript_path": str(self.home / "transcript.jsonl"),
            "cwd": str(self.project),
            "prompt_id": "p",
            "permission_mode": "default",
            "hook_event_name": event,
        }
        path = self.folder / f"{event}-{len(list(self.folder.iterdir()))}.json"
        path.write_text(json.dumps({**common, **payload}) + "\n")
        return Process(["/bin/sh", "-c", REGISTERED.format(event=event)], self.environ, str(self.project), str(path))

    def begin(self) -> Stage:
        """Start the session and give a prompt, as before any tool call; not before what was written is old enough to be cached."""
        time.sleep(YOUNG_SECONDS)
        self.event("SessionStart", source="startup").seconds()
        self.event("UserPromptSubmit", prompt="go on").seconds()
        return self

    def bash(self, command: str = "ls -la src && git status --short | head -5") -> Process:
        """A tool call that no rule hits."""
        return self.event(
            "PreToolUse", tool_name="Bash", tool_input={"command": command, "description": "look"}, tool_use_id="t1"
        )

    def written(self, name: str, content: str, **fields: str) -> Process:
        """What follows a file that the agent has just written."""
        path = self.project / name
        path.write_text(content)
        return self.event(
            "PostToolUse",
            tool_name="Write",
            tool_input={"file_path": str(path), "content": content},
            tool_response={
                "type": "update",
                "filePath": str(path),
                "content": content,
                "structuredPatch": [],
                "originalFile": "",
            },
            tool_use_id="t2",
            **fields,
        )

    def quiet_stop(self) -> Process:
        """The end of a turn in which nothing was changed and nothing is claimed."""
        said = {"last_assistant_message": "Here is the list.", "stop_hook_active": False}
        return self.event("Stop", background_tasks=[], session_crons=[], **said)

    def answer(self, process: Process) -> dict[str, Any] | None:
        """What the product says to a call, so that a measurement can be sure of what it measures."""
        with open(process.stdin, "rb") as stdin:
            done = subprocess.run(
                process.arguments, stdin=stdin, capture_output=True, cwd=process.folder, env=process.environ, check=True
            )
        answer: dict[str, Any] | None = json.loads(done.stdout) if done.stdout else None
        return answer


def bash_path() -> str:
    """bash, which the budgets are measured against."""
    found = shutil.which("bash", path=SYSTEM)
    if not found:
        raise SystemExit("bench: bash is needed: the budgets are ratios to it")
    return found


def reference(stage: Stage, python: str) -> Process:
    """What the budgets are measured against: the same interpreter, doing nothing but what everybody needs."""
    return Process([bash_path(), "-c", f'exec {python} -I -S -c "import json, re"'], stage.environ)
