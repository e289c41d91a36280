"""What Codex's own events come to: a subagent's rules, a patch that failed."""

from __future__ import annotations

import json
import os
import subprocess

import pytest
from tests.contract.test_both_hosts import FIXTURES, RECORDED_PROJECT
from tests.e2e.claude_scenes import gate, rule

from feedback_gate import hook

STOPS = rule("stops", 5, {"event": "stop_check", "changed": "**", "require_sibling": "{stem}.test", "message": "left"})
CONFIRMED = """\
# Rules confirmed by repeated feedback (count 3 or more)
Follow them; those with checks are enforced by hooks.

■ confirmed (raised 4 times) [not enforced by a hook]
One line about it.
A paragraph that says why."""


@pytest.fixture
def project(home, tmp_path, monkeypatch):
    """A repository with one committed file, and the person's folder of rules."""
    root = tmp_path / "project"
    (root / ".agents").mkdir(parents=True)
    (home / ".agents" / "feedback").mkdir(parents=True)
    (root / "a.txt").write_text("one\n", encoding="utf-8")
    subprocess.run(["sh", "-c", "git init -q && git add -A && git commit -q -m start"], cwd=root, check=True)
    monkeypatch.chdir(root)
    monkeypatch.setenv("FEEDBACK_GATE_TRUST", "off")
    return root


@pytest.fixture
def answer(project):
    """A function (recording, changed fields) → the reply to a recorded payload in this project, {} for none."""

    def reply(recording, **changed):
        with open(os.path.join(FIXTURES, "codex", f"{recording}.json"), encoding="utf-8") as file:
            payload = {**json.loads(file.read().replace(RECORDED_PROJECT, str(project))), **changed}
        found = hook.answer("codex", payload["hook_event_name"], json.dumps(payload).encode(), dict(os.environ)).stdout
        return json.loads(found) if found else {}

    return reply


def context(reply):
    return reply["hookSpecificOutput"]["additionalContext"]


@pytest.mark.parametrize("recording", ["SubagentStart-v1-explorer", "SubagentStart-v2"])
def test_a_subagent_is_given_the_rules_before_its_task(home, answer, recording):
    (home / ".agents/feedback/confirmed.md").write_text(rule("confirmed", 4), encoding="utf-8")
    (home / ".agents/feedback/low.md").write_text(rule("low", 1), encoding="utf-8")
    parent = context(answer("UserPromptSubmit-exec"))
    reply = answer(recording)
    assert set(reply) == {"hookSpecificOutput"}
    assert set(reply["hookSpecificOutput"]) == {"hookEventName", "additionalContext"}
    assert reply["hookSpecificOutput"]["hookEventName"] == "SubagentStart"
    assert context(reply) == parent
    assert parent.endswith(CONFIRMED)


def test_a_subagents_prompt_does_not_bring_the_rules_again_but_another_subagent_gets_them(home, answer):
    (home / ".agents/feedback/confirmed.md").write_text(rule("confirmed", 4), encoding="utf-8")
    first = answer("SubagentStart-v1-explorer")
    assert answer("UserPromptSubmit-in-subagent-v1") == {}
    assert context(answer("UserPromptSubmit-exec")) == context(first)
    assert answer("SubagentStart-v2") == first


def test_an_interrupt_is_answered_with_nothing_and_takes_nothing_from_the_next_stop(home, project, answer):
    (home / ".agents/feedback/stops.md").write_text(STOPS, encoding="utf-8")
    answer("SessionStart-startup")
    answer("UserPromptSubmit-exec")
    (project / "b.txt").write_text("x\n", encoding="utf-8")
    assert answer("Interrupt-user") == {}
    reply = answer("Stop-first")
    assert (reply["decision"], "b.txt" in reply["reason"]) == ("block", True)


def test_a_patch_that_failed_leaves_no_file_that_a_stop_would_judge(home, project, answer):
    """Codex announces the patch, finds no such file, and says nothing more (0.171.0)."""
    (home / ".agents/feedback/stops.md").write_text(STOPS, encoding="utf-8")
    (project / ".agents" / "gate.yaml").write_text(gate("false", tests="false", match="**/*.txt"), encoding="utf-8")
    subprocess.run(["sh", "-c", "git add -A && git commit -q -m gate"], cwd=project, check=True)
    answer("SessionStart-startup")
    answer("UserPromptSubmit-exec")
    assert answer("PreToolUse-apply-patch-missing-file-no-post") == {}
    assert answer("Stop-first") == {}
    assert not (project / "nope.txt").exists()


def test_the_same_patch_had_it_succeeded_is_judged_at_the_stop(home, project, answer):
    (home / ".agents/feedback/stops.md").write_text(STOPS, encoding="utf-8")
    answer("SessionStart-startup")
    answer("UserPromptSubmit-exec")
    answer("PreToolUse-apply-patch-missing-file-no-post")
    (project / "nope.txt").write_text("y\n", encoding="utf-8")
    reply = answer("Stop-first")
    assert (reply["decision"], "nope.txt" in reply["reason"]) == ("block", True)
