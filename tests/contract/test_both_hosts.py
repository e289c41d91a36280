"""The same work on Claude Code and on Codex gives the same findings: every recorded edit and command, every kind of rule."""

from __future__ import annotations

import json
import os

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
    "stops": rule("stops", 3, {"event": "stop_check", "changed": "**", "require_sibling": "{stem}.test", "message": "left"}),
}


def recorded(host):
    """(name, payload) of every recorded tool event of a host."""
    folder = os.path.join(FIXTURES, host)
    for name in sorted(os.listdir(folder)):
        if name.startswith(("PreToolUse-", "PostToolUse-")):
            with open(os.path.join(folder, name), encoding="utf-8") as file:
                yield name.removesuffix(".json"), json.load(file)


def lines_of(text, mark):
    return "".join(f"{mark}{line}\n" for line in text.splitlines())


def on_codex(payload):
    """A Claude Code payload as Codex would send the same work; None for work that it has in another shape."""
    tool, given = payload["tool_name"], payload["tool_input"]
    kept = {key: payload[key] for key in ("session_id", "cwd", "hook_event_name", "agent_id", "agent_type") if key in payload}
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


CLAUDE = [pytest.param(payload, id=name) for name, payload in recorded("claude") if on_codex(payload)]


@pytest.fixture
def findings(home, tmp_path, monkeypatch):
    """A function (host, payload) → what the checks of its event find, in a project and a home made for this one call."""
    calls = []

    def find(host, payload):
        root = tmp_path / f"{host}-{len(calls)}"
        calls.append(root)
        project, person = root / "project", root / "home"
        for folder in (project / ".git", project / ".agents", person / ".agents" / "feedback"):
            folder.mkdir(parents=True)
        for name, text in RULES.items():
            (person / ".agents" / "feedback" / f"{name}.md").write_text(text, encoding="utf-8")
        (project / ".agents" / "gate.yaml").write_text(gate("false", match="**/*"), encoding="utf-8")
        for name, text in (("a.txt", "one\ntwo\n"), ("child.txt", "c\n")):
            (project / name).write_text(text, encoding="utf-8")
        monkeypatch.chdir(project)
        environ = {
            "HOME": str(person),
            "PATH": os.environ["PATH"],
            "CLAUDE_PROJECT_DIR": str(project),
            "CLAUDE_CODE_SESSION_ATTENDED": "0",
            "FEEDBACK_GATE_TRUST": "off",
        }
        here = json.loads(json.dumps(payload).replace(RECORDED_PROJECT, str(project)))
        name = here["hook_event_name"]
        event = PARSE[host](name, here, environ)
        found = hook.run_checks(checks.CHECKS[name], event, Call(event, environ, 1e12))
        return [
            (one.code, one.effect, one.audience, one.rule, os.path.relpath(one.file, project) if one.file else "")
            for one in found
        ]

    return find


@pytest.mark.parametrize("payload", CLAUDE)
def test_the_same_recorded_work_gives_the_same_findings_on_both_hosts(findings, payload):
    assert findings("codex", on_codex(payload)) == findings("claude", payload)


def test_the_comparison_is_of_something(findings):
    """Every kind of rule but the stop check speaks somewhere among the recorded payloads."""
    spoke = {rule for case in CLAUDE for _code, _effect, _audience, rule, _file in findings("claude", case.values[0])}
    assert spoke >= set(RULES) - {"excludes", "stops"}


def test_a_patch_of_many_files_finds_what_the_edits_find_one_by_one(findings):
    payload = next(payload for name, payload in recorded("codex") if name == "PreToolUse-apply-patch-all-operations")
    one_by_one = [
        {"tool_name": "Write", "tool_input": {"file_path": f"{RECORDED_PROJECT}/src/new.py", "content": 'print("hello")\n'}},
        {
            "tool_name": "Edit",
            "tool_input": {
                "file_path": f"{RECORDED_PROJECT}/src/app.py",
                "old_string": "    return 1\n",
                "new_string": "    return 2\n",
            },
        },
        {
            "tool_name": "Edit",
            "tool_input": {"file_path": f"{RECORDED_PROJECT}/docs/b.md", "old_string": "one\n", "new_string": "uno\n"},
        },
    ]
    common = {"session_id": "s", "cwd": RECORDED_PROJECT, "hook_event_name": "PreToolUse"}
    expected = [found for tool in one_by_one for found in findings("claude", {**common, **tool})]
    found = findings("codex", payload)
    assert sorted(set(found)) == sorted(set(expected))
    assert {file for *_rest, file in found} - {""} == {"src/new.py", "src/app.py", "docs/b.md"}
