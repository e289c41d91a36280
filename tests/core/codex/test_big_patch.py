"""A patch of 300 files and 5 MB goes through the whole hook within the budget for big inputs, and the verdict is right."""

from __future__ import annotations

import json
import os
import time

import pytest
from tests.e2e.claude_scenes import rule

from feedback_gate import hook

FILES, LINE = 300, "+value = some_function(argument)  # and a comment of some words\n"


@pytest.fixture
def payload(home, tmp_path, monkeypatch):
    """A PreToolUse payload whose last file alone breaks one of twenty rules."""
    folder = home / ".agents" / "feedback"
    folder.mkdir(parents=True)
    for number in range(20):
        entry = {"event": "pre_edit", "path": "**/*.py", "when": rf"\bforbidden_{number}\s+word\b", "message": f"no {number}"}
        (folder / f"rule{number}.md").write_text(rule(f"rule{number}", 5, entry), encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    body = LINE * (5_000_000 // FILES // len(LINE) + 1)
    sections = [f"*** Add File: d/f{number}.py\n{body}" for number in range(FILES)]
    patch = "*** Begin Patch\n" + "".join(sections) + "+forbidden_7 word\n*** End Patch"

    def make(tool, command=lambda patch: patch):
        return json.dumps(
            {"session_id": "s", "cwd": str(tmp_path), "tool_name": tool, "tool_input": {"command": command(patch)}}
        ).encode()

    return make


def denied(data):
    """(the reason, seconds of processor time) of one call."""
    began = time.process_time()
    reply = hook.answer("codex", "PreToolUse", data, dict(os.environ))
    used = time.process_time() - began
    return json.loads(reply.stdout)["hookSpecificOutput"]["permissionDecisionReason"], used


def test_the_one_bad_file_of_a_big_patch_is_found_in_time(payload):
    data = payload("apply_patch")
    assert len(data) > 5_000_000
    reason, seconds = denied(data)
    assert reason == "d/f299.py: rule7 (count: 5): no 7"
    assert seconds < 1.0


def test_the_same_patch_in_a_here_document_is_found_in_time(payload):
    reason, seconds = denied(payload("Bash", lambda patch: f"apply_patch <<'EOF'\n{patch}\nEOF"))
    assert reason == "d/f299.py: rule7 (count: 5): no 7"
    assert seconds < 1.0
