"""Measures which modules each host event imports: `python release/imports.py [--write]`.

The checked-in answer, `imports.json`, is a budget that a test compares, and says which modules the build compiles: what no
event imports stays in the archive as source. Events are the recorded payloads of both hosts, answered one after the other in
a scratch project with rules and a gate, and in one with rules alone, twice: the first time fills the parsed caches, the second
is recorded.
"""

from __future__ import annotations

import argparse
import json
import marshal
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import yaml

import contents
import evaluated

ROOT = Path(__file__).resolve().parents[1]
RECORDED = ROOT / "tests" / "contract" / "fixtures"
ANSWER = ROOT / "release" / "imports.json"
HOSTS = ("claude", "codex")
# Files that changed less than 2 s ago are never taken from a cache.
YOUNG_SECONDS = 2.1

RULE = """---
name: {name}
description: For the measurement.
count: {count}
enforce:
  - event: pre_bash
    when: 'echo hello'
    message: Seen in a command.
  - event: pre_edit
    path: '**/*.py'
    when: 'never-in-{name}'
    message: Seen in an edit.
  - event: post_edit
    path: '**/*.py'
    when: 'never-in-{name}'
    message: Seen in a file.
  - event: stop_check
    changed: '**/*.py'
    check: 'true'
    message: Seen at the end.
---
Why.
"""
GATE = """rules:
  - match: '**/*'
    run:
      - {name: passes, cmd: 'true'}
    run_checks: [end]
consistency_checks:
  - name: end
    run:
      - {name: ends, cmd: 'true'}
"""
# Modules of the standard library whose import is felt on a tool call, and PyYAML; other names of the library are not recorded:
# they differ between Pythons and are paid for by `json` and `re` anyway.
HEAVY = frozenset(
    [
        "argparse",
        "ast",
        "asyncio",
        "base64",
        "bz2",
        "concurrent",
        "configparser",
        "contextlib",
        "copy",
        "csv",
        "ctypes",
        "dataclasses",
        "datetime",
        "decimal",
        "difflib",
        "email",
        "fnmatch",
        "getpass",
        "glob",
        "hashlib",
        "html",
        "http",
        "importlib",
        "inspect",
        "locale",
        "logging",
        "lzma",
        "multiprocessing",
        "pathlib",
        "pickle",
        "platform",
        "pprint",
        "pwd",
        "queue",
        "random",
        "secrets",
        "shlex",
        "shutil",
        "socket",
        "ssl",
        "statistics",
        "string",
        "subprocess",
        "tempfile",
        "textwrap",
        "threading",
        "tokenize",
        "traceback",
        "typing",
        "unicodedata",
        "urllib",
        "uuid",
        "weakref",
        "xml",
        "yaml",
        "zipfile",
    ]
)
# The usual stop has a record of its own: a stop that runs checks imports much more.
QUIET_STOP = "Stop.quiet"
# Payloads whose kind the recordings lack: a file of the project that the gate knows, before and after the edit.
EDITS = {"PreToolUse": {}, "PostToolUse": {"tool_response": {"filePath": "app.py"}}}
# Modules that make tables are, as in the archive, what they make.
PROBE = """
import sys
bare = set(sys.modules)
import os, io, json, re, enum
from _frozen_importlib import ModuleSpec
from marshal import load
usual = set(sys.modules) - bare | {"marshal"}
sys.path[:0] = os.environ.pop("MEASURED_PATH").split(os.pathsep)
report = os.environ.pop("MEASURED_REPORT")
with open(os.environ.pop("MEASURED_TABLES"), "rb") as file:
    tables = load(file)
class Tables:
    def find_spec(self, name, path=None, target=None):
        return ModuleSpec(name, self) if name in tables else None
    def create_module(self, spec):
        return None
    def exec_module(self, module):
        module.__dict__.update(tables[module.__name__])
sys.meta_path.insert(0, Tables())
from feedback_gate.main import main
status = main(sys.argv[1:])
sys.stdout.flush()
with open(report, "w") as file:
    file.write("\\n".join(sorted(set(sys.modules) - bare - usual)))
os._exit(status)
"""


class Stage:
    """A scratch home and project, and a Python that answers payloads in it."""

    def __init__(self, folder: Path, python: str, *, gate: bool) -> None:
        self.python = python
        self.gate = gate
        self.report = folder / "report"
        self.tables = folder / "tables"
        self.tables.write_bytes(marshal.dumps(evaluated.tables(contents.CORE, contents.own_files())))
        self.home = folder / "home"
        self.project = folder / "project"
        for home in (self.home / ".claude" / "feedback", self.home / ".agents" / "feedback"):
            home.mkdir(parents=True)
        (self.home / ".claude" / "feedback" / "warns.md").write_text(RULE.format(name="warns", count=1))
        (self.home / ".agents" / "feedback" / "denies.md").write_text(RULE.format(name="denies", count=6))
        for name in (".claude", ".agents"):
            (self.project / name).mkdir(parents=True)
            if gate:
                (self.project / name / "gate.yaml").write_text(GATE)
        (self.project / "app.py").write_text("x = 1\n")
        for path in folder.rglob("*"):
            os.utime(path, (1_700_000_000, 1_700_000_000))
        time.sleep(YOUNG_SECONDS)
        for words in (("init", "-q"), ("add", "."), ("commit", "-qm", "start")):
            command = ["git", "-c", "user.name=Test", "-c", "user.email=test@example.invalid", *words]
            subprocess.run(command, cwd=self.project, env=self.environ(""), check=True)

    def environ(self, host: str) -> dict[str, str]:
        """The environment of a hook of that host, and what the probe needs."""
        own = {"CLAUDE_PROJECT_DIR": str(self.project), "CLAUDE_CODE_SESSION_ID": "measured"} if host == "claude" else {}
        return {
            "HOME": str(self.home),
            "PATH": os.environ["PATH"],
            "LANG": "C.UTF-8",
            "FEEDBACK_GATE_AUTO_COUNT": "false",  # a raised count would make rule files young again
            "MEASURED_PATH": f"{ROOT / 'core'}{os.pathsep}{Path(yaml.__file__).parents[1]}",
            "MEASURED_REPORT": str(self.report),
            "MEASURED_TABLES": str(self.tables),
            **own,
        }

    def modules(self, host: str, event: str, payload: str) -> set[str]:
        """Which modules of ours, and which heavy ones, answering this payload imports beyond `os io json re enum`.

        Raises:
            RuntimeError: the answer was no success.
        """
        # The launcher says which copy it is where that is not settled without the executable.
        copy = [str(self.home)] if host == "codex" or event in ("SessionStart", "UserPromptSubmit") else []
        command = [self.python, "-I", "-S", "-X", "utf8", "-B", "-c", PROBE, host, event, *copy]
        done = subprocess.run(
            command, input=payload, capture_output=True, text=True, env=self.environ(host), cwd=self.project, check=False
        )
        if done.returncode or "not checked" in done.stdout:
            raise RuntimeError(f"{host} {event} ended with {done.returncode}: {done.stdout}{done.stderr}")
        names = self.report.read_text().split()
        return {name for name in names if name.partition(".")[0] == "feedback_gate" or name in HEAVY}


def payloads(host: str, project: Path) -> list[tuple[str, str]]:
    """(event, payload as text) of every recording whose event the product takes, moved into the scratch project."""
    sys.path.insert(0, str(ROOT / "core"))
    from feedback_gate.checks import EVENTS

    found: list[tuple[str, str]] = []
    for event in EVENTS[host]:
        paths = sorted((RECORDED / host).glob(f"{event}-*.json"))
        found.extend((event, path.read_text(encoding="utf-8").replace("/home/user/project", str(project))) for path in paths)
        found.extend((event, edit) for edit in _edits(event, host, project))
    return found


def _quiet_stop(project: Path) -> str:
    """A stop at which nothing is left to check and nothing is claimed."""
    said = {"last_assistant_message": "Here is the list.", "stop_hook_active": False, "background_tasks": [], "session_crons": []}
    return json.dumps({"session_id": "quiet", "cwd": str(project), "hook_event_name": "Stop", **said})


def _edits(event: str, host: str, project: Path) -> list[str]:
    if host != "claude" or event not in EDITS:
        return []
    path = str(project / "app.py")
    call = {"tool_name": "Edit", "tool_input": {"file_path": path, "old_string": "x", "new_string": "y"}, "tool_use_id": "t"}
    common = {"session_id": "measured", "cwd": str(project), "hook_event_name": event, "prompt_id": "p"}
    return [json.dumps({**common, **call, **EDITS[event]})]


def measured(python: str = sys.executable) -> dict[str, list[str]]:
    """`host.Event` → sorted names of modules, for every event of both hosts."""
    answer: dict[str, list[str]] = {}
    for host in HOSTS:
        found: dict[str, set[str]] = {}
        for gate in (True, False):
            with tempfile.TemporaryDirectory() as folder:
                _measure(Stage(Path(folder).resolve(), python, gate=gate), host, found)
        answer.update({f"{host}.{event}": sorted(modules) for event, modules in found.items()})
    return answer


def _measure(stage: Stage, host: str, found: dict[str, set[str]]) -> None:
    """Add what the events import in one project; in one without a gate only the first payload of each kind."""
    calls = payloads(host, stage.project)
    if not stage.gate:
        calls = list({(event, json.loads(text).get("tool_name")): (event, text) for event, text in reversed(calls)}.values())[
            ::-1
        ]
    for turn in range(2):
        for event, payload in calls:
            modules = stage.modules(host, event, payload)
            if turn:
                found.setdefault(event, set()).update(modules)
    found.setdefault(QUIET_STOP, set()).update(stage.modules(host, "Stop", _quiet_stop(stage.project)))


def recorded() -> dict[str, list[str]]:
    """The checked-in answer."""
    found: dict[str, list[str]] = json.loads(ANSWER.read_text(encoding="utf-8"))
    return found


def difference(old: dict[str, list[str]], new: dict[str, list[str]]) -> list[str]:
    """What an event imports anew (+) or no longer (-), one line each."""
    lines: list[str] = []
    for event in sorted({*old, *new}):
        before, after = set(old.get(event, ())), set(new.get(event, ()))
        lines.extend(f"+ {event} {name}" for name in sorted(after - before))
        lines.extend(f"- {event} {name}" for name in sorted(before - after))
    return lines


def main(argv: list[str] | None = None) -> int:
    """Compare with the checked-in answer or write it; 1 when they differ."""
    parser = argparse.ArgumentParser(prog="imports.py", description="Measure the imports of every event.")
    parser.add_argument("--write", action="store_true", help="replace the checked-in answer")
    options = parser.parse_args(argv)
    new = measured()
    if options.write:
        ANSWER.write_text(json.dumps(new, indent=1) + "\n", encoding="utf-8")
        return 0
    lines = difference(recorded(), new)
    print("\n".join(lines) or "as recorded")
    return 1 if lines else 0


if __name__ == "__main__":
    sys.exit(main())
