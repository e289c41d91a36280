"""The same work on Claude Code and on Codex gives the same findings: every recorded edit and command, every kind of rule."""

from __future__ import annotations

import json
import os
import re
import subprocess

import pytest
from tests.e2e.claude_scenes import gate, rule

from feedback_gate import checks, hook
from feedback_gate.check import Call
from feedback_gate.hosts.claude.parse import parse as parse_claude
from feedback_gate.hosts.codex.parse import parse as parse_codex

FIXTURES = os.path.join(os.path.dirname(os.path.abspath(__file__)), "fixtures")
RECORDED_PROJECT = "/home/user/project"
PARSE = {"claude": parse_claude, "codex": parse_codex}
RULES = {
    "warns": rule("warns", 1, {"event": "pre_bash", "when": r"\w", "message": "a command"}),
    "asks": rule("asks", 3, {"event": "pre_bash", "when": "echo|touch|sleep", "message": "asked"}),
    "denies": rule("denies", 5, {"event": "pre_edit", "path": "**", "when": r"\w", "unless": "zzz", "message": "a text"}),
    "excludes": rule("excludes", 5, {"event": "pre_edit", "path": "**", "exclude_path": "*.txt", "when": r"\w", "message": "m"}),
    "sibling": rule("sibling", 2, {"event": "pre_edit", "path": "**", "absent_sibling": "{stem}.test", "message": "no sibling"}),
    "glob": rule("glob", 4, {"event": "pre_edit", "path": "**", "absent_glob": ["tests/{stem}.*"], "message": "no test"}),
    "after": rule("after", 3, {"event": "post_edit", "path": "**", "when": "one|c|hello", "message": "on disk"}),
    "checks": rule("checks", 3, {"event": "post_edit", "path": "**", "check": "false", "message": "checked"}),
    "stops": rule("stops", 3, {"event": "stop_check", "changed": "**", "require_sibling": "{stem}.test", "message": "left"}),
}
SEED = {
    "a.txt": "one\ntwo\n",
    "child.txt": "c\n",
    "README.md": "scratch\n",
    "old.txt": "bye\n",
    "docs/a.md": "one\ntwo\n",
    "src/app.py": "def main():\n    return 1\n",
}


def recorded(host, *events):
    """(name, payload) of every recording of these events of a host."""
    folder = os.path.join(FIXTURES, host)
    for name in sorted(os.listdir(folder)):
        if name.startswith(tuple(f"{event}-" for event in events)):
            with open(os.path.join(folder, name), encoding="utf-8") as file:
                yield name.removesuffix(".json"), json.load(file)


def lines_of(text, mark):
    return "".join(f"{mark}{line}\n" for line in text.splitlines())


def kept_of(payload):
    """The fields that say the same on both hosts."""
    names = ("session_id", "cwd", "hook_event_name", "agent_id", "agent_type", "tool_use_id", "stop_hook_active")
    return {key: payload[key] for key in (*names, "last_assistant_message") if key in payload}


def on_codex(payload):
    """A Claude Code payload as Codex would send the same work; None for work that it has in another shape."""
    tool, given, kept = payload["tool_name"], payload["tool_input"], kept_of(payload)
    if tool == "Bash":
        return {**kept, "tool_name": "Bash", "tool_input": {"command": given["command"]}}
    if tool == "Write":
        section = f"*** Add File: {given['file_path']}\n{lines_of(given['content'], '+')}"
    elif tool == "Edit":
        lines = lines_of(given["old_string"], "-") + lines_of(given["new_string"], "+")
        section = f"*** Update File: {given['file_path']}\n{lines}"
    else:
        return None
    return {**kept, "tool_name": "apply_patch", "tool_input": {"command": f"*** Begin Patch\n{section}*** End Patch"}}


def write(name, content):
    return {"tool_name": "Write", "tool_input": {"file_path": f"{RECORDED_PROJECT}/{name}", "content": content}}


def edit(name, old, new):
    given = {"file_path": f"{RECORDED_PROJECT}/{name}", "old_string": old, "new_string": new}
    return {"tool_name": "Edit", "tool_input": given}


# What Claude Code would call for the sections of the recorded patches that write text; it has no call that deletes or moves.
EDITS = {
    "src/new.py": [
        write("src/new.py", 'print("hello")\n'),
        edit("src/app.py", "    return 1\n", "    return 2\n"),
        edit("docs/b.md", "one\n", "uno\n"),
    ],
    "nope.txt": [edit("nope.txt", "x\n", "y\n")],
    "h.txt": [write("h.txt", "x\n")],
}


def on_claude(payload):
    """The Claude Code payloads of the same work as a Codex one: one for each file with text and for a command; [] for others."""
    if payload["tool_name"] not in ("Bash", "apply_patch"):
        return []
    command, kept = payload["tool_input"]["command"], kept_of(payload)
    if "*** Begin Patch" not in command:
        return [{**kept, "tool_name": "Bash", "tool_input": {"command": command}}]
    (edits,) = [edits for name, edits in EDITS.items() if name in command]
    shell = [{"tool_name": "Bash", "tool_input": {"command": command}}] if payload["tool_name"] == "Bash" else []
    return [{**kept, **one} for one in [*shell, *edits]]


TOOLS = ("PreToolUse", "PostToolUse")
CLAUDE = [pytest.param(payload, id=name) for name, payload in recorded("claude", *TOOLS) if on_codex(payload)]
CODEX = [pytest.param(payload, id=name) for name, payload in recorded("codex", *TOOLS) if on_claude(payload)]


def make_project(project):
    """The files that the recordings work on, committed, with the rules' gate."""
    for name, text in (*SEED.items(), (".agents/gate.yaml", gate("echo lint; false", match="**/*"))):
        path = project / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    subprocess.run(["sh", "-c", "git init -q && git add -A && git commit -q -m start"], cwd=project, check=True)


@pytest.fixture
def findings(home, tmp_path, monkeypatch):
    """A function (host, payload, …) → all that the checks of the last payload's event find, in a project made for this call.

    A function `work`, given the project, does what the tool does before the last payload.
    """
    calls = []

    def find(host, *payloads, work=None):
        root = tmp_path / f"{host}-{len(calls)}"
        calls.append(root)
        project, person = root / "project", root / "home"
        rules = person / ".agents" / "feedback"
        rules.mkdir(parents=True)
        for name, text in RULES.items():
            (rules / f"{name}.md").write_text(text, encoding="utf-8")
        make_project(project)
        monkeypatch.chdir(project)
        environ = {
            "HOME": str(person),
            "PATH": os.environ["PATH"],
            "CLAUDE_PROJECT_DIR": str(project),
            "CLAUDE_CODE_SESSION_ATTENDED": "0",
            "FEEDBACK_GATE_TRUST": "off",
        }
        found = []
        for number, payload in enumerate(payloads, 1):
            if work and number == len(payloads):
                work(project)
            here = json.loads(json.dumps(payload).replace(RECORDED_PROJECT, str(project)))
            name = here["hook_event_name"]
            event = PARSE[host](name, here, environ)
            found = hook.run_checks(checks.CHECKS[name], event, Call(event, environ, 1e12))
        return [plain(one, root) for one in found]

    return find


def plain(finding, root):
    """Everything a finding says, without what differs between two runs: the scratch folder, the name of a log, measured seconds."""
    said = json.dumps({name: getattr(finding, name) for name in finding.__slots__}, sort_keys=True, default=sorted)
    said = re.sub(r"lint\.[\d.]+\.log", "LOG", said.replace(str(root), "ROOT"))
    return re.sub(r"\(\d+(\.\d+)? ?s\)", "(N s)", said)


def spoken(found):
    return [json.loads(one) for one in found]


@pytest.mark.parametrize("payload", CLAUDE)
def test_the_same_recorded_work_gives_the_same_findings_on_both_hosts(findings, payload):
    assert findings("codex", on_codex(payload)) == findings("claude", payload)


@pytest.mark.parametrize("payload", CODEX)
def test_work_that_codex_recorded_gives_the_findings_of_the_same_work_on_claude(findings, payload):
    """A patch of many files finds what the edits find one by one, whatever the event: nothing more, nothing less."""
    work = applied if payload["hook_event_name"] == "PostToolUse" else None
    expected = {found for one in on_claude(payload) for found in findings("claude", one, work=work)}
    found = findings("codex", payload, work=work)
    assert set(found) == expected
    if payload["tool_name"] == "apply_patch":
        files = {one["tool_input"]["file_path"].removeprefix(RECORDED_PROJECT) for one in on_claude(payload)}
        assert {one["file"].removeprefix("ROOT/project") for one in spoken(found)} - {""} == files
        assert len(set(found)) == len(found)


def applied(project):
    """What the recorded patch of all operations leaves on disk."""
    for name, text in (
        ("src/new.py", 'print("hello")\n'),
        ("src/app.py", "def main():\n    return 2\n"),
        ("docs/b.md", "uno\ntwo\n"),
    ):
        (project / name).write_text(text, encoding="utf-8")
    (project / "old.txt").unlink()
    (project / "docs/a.md").unlink()


def made(project):
    (project / "made.txt").write_text("hello\n", encoding="utf-8")


def sequence(payload, command):
    """A recorded Bash call before and after it, with another command."""
    after = {**payload, "tool_input": {**payload["tool_input"], "command": command}, "hook_event_name": "PostToolUse"}
    before = {key: value for key, value in after.items() if key != "tool_response"}
    return [{**before, "hook_event_name": "PreToolUse"}, after]


@pytest.mark.parametrize("payload", [case for case in CODEX if case.id.startswith("PostToolUse-bash")])
def test_a_file_that_a_command_wrote_is_found_on_both_hosts(findings, payload):
    steps = sequence(payload, "printf 'hello\\n' > /home/user/project/made.txt")
    found = findings("codex", *steps, work=made)
    assert found == findings("claude", *(on_claude(one)[0] for one in steps), work=made)
    said = {(one["code"], one["rule"]): one for one in spoken(found)}
    for name in ("after", "checks"):
        assert said["feedback.bash_edit", name]["file"] == "ROOT/project/made.txt"
    assert "echo lint; false" in said["gate.rules_failed", ""]["params"]["lines"]


def turn(host, name):
    """A session's first events, and the recorded stop that ends it."""
    events = ("SessionStart-startup", "UserPromptSubmit-exec" if host == "codex" else "UserPromptSubmit-prompt", name)
    by_name = dict(recorded(host, "SessionStart", "UserPromptSubmit", "Stop", "SubagentStop"))
    return [{**by_name[event], "session_id": "s"} for event in events]


def stops(findings, host, name="Stop-first"):
    payloads = turn(host, name)
    payloads[-1] = {**payloads[-1], "last_assistant_message": "First answer."}
    return findings(host, *payloads, work=made)


def test_a_stop_after_the_same_change_gives_the_same_findings_on_both_hosts(findings):
    found = stops(findings, "codex")
    assert found == stops(findings, "claude")
    assert ("feedback.stop_check", "stops", "block") in {(one["code"], one["rule"], one["effect"]) for one in spoken(found)}


def test_the_comparison_is_of_something(findings):
    """Every kind of rule, and the gate, speaks among what is compared above."""
    found = [one for case in CLAUDE for one in findings("claude", case.values[0])]
    found += [one for case in CODEX for one in findings("codex", case.values[0])]
    said = spoken([*found, *stops(findings, "codex")])
    assert {one["rule"] for one in said} >= set(RULES)
    assert "gate.rules_failed" in {one["code"] for one in said}
    assert any(one["line"] for one in said)
    assert len(CLAUDE) == 14
    assert len(CODEX) == 17
