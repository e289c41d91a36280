"""Managed settings, plugin and user settings together, started as a host starts them: each event is answered exactly once."""

from __future__ import annotations

import json
import os
import shutil
import subprocess

import pytest

from feedback_gate.hosts.claude import registration as claude
from feedback_gate.hosts.codex import registration as codex

SESSION = "11111111-2222-4333-8444-555555555555"
RULE = """---
name: no-force
description: d
count: 5
enforce:
  - event: pre_bash
    when: git push --force
    message: Never force-push.
---
Why.
"""
BASH = {"tool_name": "Bash", "tool_use_id": "t1", "tool_input": {"command": "git push --force"}}


class Machine:
    """One home and project with our launcher in several places, and a host that starts every copy of an event at once."""

    def __init__(self, base, plugin):
        self.base, self.plugin = base, plugin
        self.home, self.project = base / "home", base / "project"
        (self.home / ".claude" / "feedback").mkdir(parents=True)
        (self.home / ".claude" / "feedback" / "no.md").write_text(RULE)
        (self.project / ".claude").mkdir(parents=True)
        (self.project / ".codex").mkdir()
        (self.project / ".git").mkdir()
        self.prompts = 0
        self.env = {
            "HOME": str(self.home),
            "PATH": os.environ["PATH"],
            "LANG": "C.UTF-8",
            "CLAUDE_PROJECT_DIR": str(self.project),
            "CLAUDE_CODE_SESSION_ID": SESSION,
            "FEEDBACK_GATE_INJECT": "every",
        }
        self.copies = {}

    def launcher(self, name):
        """A copy of the launcher; its shell word."""
        folder = self.base / name / "feedback-gate"
        if not folder.exists():
            shutil.copytree(os.path.join(self.plugin, "shim"), folder)
        return claude.quoted(str(folder / "hook.sh"))

    def settings(self, name, *, where, host=claude, word=""):
        """Register a copy in a settings file, and start it at every event from now on."""
        path = self.base / where
        kept = json.loads(path.read_text()) if path.exists() else {}
        hooks = codex.hooks(self.launcher(name), word) if host is codex else claude.hooks(self.launcher(name))
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(json.dumps({**kept, "hooks": hooks}))
        self.copies[name + word] = {event: groups[0]["hooks"][0]["command"] for event, groups in hooks.items()}

    def enable_plugin(self):
        """Enable the plugin in the user's settings, installed from a marketplace that is a folder."""
        path = self.home / ".claude" / "settings.json"
        kept = json.loads(path.read_text()) if path.exists() else {}
        path.write_text(json.dumps({**kept, "enabledPlugins": {"feedback-gate@feedback-gate": True}}))
        root = self.base / "plugin root"
        shutil.copytree(self.plugin, root)
        lines = {event: claude.command(claude.PLUGIN_LAUNCHER, event) for event in claude.hooks("x")}
        self.copies["plugin"] = {event: f"export CLAUDE_PLUGIN_ROOT='{root}'; {line}" for event, line in lines.items()}

    def event(self, name, **fields):
        """The answers of all copies to one event, {copy: answer}; those that said nothing are left out."""
        if name in ("UserPromptSubmit", "SessionStart"):
            self.prompts += 1
        payload = {"session_id": SESSION, "cwd": str(self.project), "hook_event_name": name, **fields}
        payload.setdefault("prompt_id" if self.host == "claude" else "turn_id", f"p{self.prompts}")
        started = {
            copy: subprocess.Popen(
                ["/bin/sh", "-c", lines[name]],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                cwd=self.project,
                env=self.env,
            )
            for copy, lines in self.copies.items()
        }
        answers = {}
        for copy, process in started.items():
            out, err = process.communicate(json.dumps(payload).encode(), timeout=60)
            assert (process.returncode, err if b"Not checked" not in err else b"") == (0, b""), (copy, err)
            if out:
                answers[copy] = json.loads(out)
        return answers

    host = "claude"

    def denied_by(self):
        """Which copies refuse the forced push."""
        answers = self.event("PreToolUse", **BASH)
        assert all("Never force-push" in json.dumps(answer) for answer in answers.values())
        return list(answers)

    def told_by(self):
        """Which copies hand the rules over with a prompt."""
        answers = self.event("UserPromptSubmit", prompt="go")
        return [copy for copy, answer in answers.items() if "no-force" in json.dumps(answer)]

    def start(self):
        self.event("SessionStart", source="startup")

    def log(self):
        """How often a violation was logged."""
        path = self.home / ".local" / "state" / "feedback-gate" / "log" / "violations.jsonl"
        return len(path.read_text().splitlines()) if path.exists() else 0


@pytest.fixture
def machine(tmp_path, plugin):
    return Machine(tmp_path, plugin)


@pytest.fixture
def three(machine):
    """Plugin, user and local settings together."""
    machine.settings("user", where="home/.claude/settings.json")
    machine.enable_plugin()
    machine.settings("local", where="project/.claude/settings.local.json")
    return machine


def test_of_three_registrations_the_plugin_answers_every_event_and_the_others_none(three):
    three.start()
    assert three.told_by() == ["plugin"]
    assert [three.denied_by() for _ in range(3)] == [["plugin"]] * 3
    assert three.log() == 3


def test_the_silent_ones_end_in_the_shell(three):
    three.start()
    three.told_by()
    three.denied_by()
    for name in ("user", "local"):
        (three.base / name / "feedback-gate" / "feedback-gate.pyz").unlink()
        (three.base / name / "feedback-gate" / "pin").unlink()
    assert three.denied_by() == ["plugin"]


def test_when_the_plugin_is_disabled_in_mid_session_the_next_event_is_answered_by_another(three):
    three.start()
    three.told_by()
    assert three.denied_by() == ["plugin"]
    path = three.home / ".claude" / "settings.json"
    path.write_text(path.read_text().replace('"feedback-gate@feedback-gate": true', '"feedback-gate@feedback-gate": false'))
    del three.copies["plugin"]
    assert [three.denied_by() for _ in range(2)] == [["user"]] * 2
    assert three.told_by() == ["user"]


def test_when_the_file_of_the_owner_is_deleted_the_next_event_is_answered(machine):
    machine.settings("user", where="home/.claude/settings.json")
    machine.settings("local", where="project/.claude/settings.local.json")
    machine.start()
    machine.told_by()
    assert machine.denied_by() == ["user"]
    (machine.home / ".claude" / "settings.json").unlink()
    del machine.copies["user"]
    assert machine.denied_by() == ["local"]


def test_when_the_launcher_of_the_owner_is_gone_the_next_event_is_answered(machine):
    machine.settings("user", where="home/.claude/settings.json")
    machine.settings("local", where="project/.claude/settings.local.json")
    machine.start()
    machine.told_by()
    shutil.rmtree(machine.base / "user")
    del machine.copies["user"]
    assert machine.denied_by() == ["local"]


def test_a_plugin_that_is_enabled_and_never_runs_silences_nobody_after_the_start(three):
    del three.copies["plugin"]
    three.start()
    assert three.told_by() == ["user"]
    assert [three.denied_by(), three.denied_by()] == [["user"]] * 2


def test_registered_in_mid_session_the_first_event_is_answered_once(three):
    assert [len(three.denied_by()) for _ in range(3)] == [1, 1, 1]


def test_an_owner_whose_executable_is_broken_gives_way_at_the_next_prompt(machine):
    machine.settings("user", where="home/.claude/settings.json")
    machine.settings("local", where="project/.claude/settings.local.json")
    (machine.base / "user" / "feedback-gate" / "pin").write_text("0.0.1 " + "0" * 64 + " 1\n")
    answers = machine.event("SessionStart", source="startup")
    assert "Not checked" in answers["user"]["systemMessage"]
    assert machine.told_by() == ["local"]
    assert machine.denied_by() == ["local"]


# ---- Codex


@pytest.fixture
def on_codex(machine):
    """The person's hooks, the plugin, and the project's, all through one launcher."""
    machine.host = "codex"
    machine.env = {"HOME": str(machine.home), "PATH": os.environ["PATH"], "LANG": "C.UTF-8", "FEEDBACK_GATE_INJECT": "every"}
    machine.env["XDG_DATA_HOME"] = str(machine.base / "user")
    machine.settings("user", where="home/.codex/hooks.json", host=codex)
    machine.settings("user", where="project/.codex/hooks.json", host=codex, word=codex.PROJECT_WORD)
    (machine.home / ".codex" / "config.toml").write_text('[plugins."feedback-gate@feedback-gate"]\nenabled = true\n')
    finder = os.path.join(os.path.dirname(os.path.dirname(os.path.dirname(os.path.dirname(__file__)))), "plugins", "codex")
    lines = {event: codex.command(codex.PLUGIN_LAUNCHER, event) for event in codex.hooks("x")}
    machine.copies["plugin"] = {event: f"export PLUGIN_ROOT='{finder}'; {line}" for event, line in lines.items()}
    return machine


def test_on_codex_three_registrations_of_one_launcher_answer_once(on_codex):
    on_codex.start()
    assert on_codex.told_by() == ["plugin"]
    assert [on_codex.denied_by() for _ in range(2)] == [["plugin"]] * 2
    assert on_codex.log() == 2


def test_on_codex_a_plugin_that_nobody_trusted_silences_nobody_after_the_start(on_codex):
    del on_codex.copies["plugin"]
    on_codex.start()
    assert on_codex.told_by() == ["user"]
    assert on_codex.denied_by() == ["user"]


def test_on_codex_a_plugin_that_is_removed_gives_way_at_the_next_event(on_codex):
    on_codex.start()
    on_codex.told_by()
    (on_codex.home / ".codex" / "config.toml").write_text("")
    del on_codex.copies["plugin"]
    assert on_codex.denied_by() == ["user"]
