"""Subagents on the real Codex: they get the rules before their task, and a person sees what is written to them."""

from __future__ import annotations

import json

import pytest
from tests.e2e.claude_scenes import rule
from tests.e2e.codex.capture import call
from tests.e2e.codex.lab import CODE, say
from tests.e2e.codex.mock_openai import text_of
from tests.e2e.codex.product import as_user_hooks

pytestmark = pytest.mark.live

WORKER = "/root/worker_one"
CHILD = {"header": {"x-codex-turn-metadata": WORKER}}
SPAWN = {"task_name": "worker_one", "message": "child task", "fork_turns": "none"}
SPAWNED = call("spawn_agent", SPAWN, "collaboration")


@pytest.fixture
def lab(codex_lab, plugin):
    """A lab with our hooks and one confirmed rule."""
    made = codex_lab(CODE)
    as_user_hooks(made, plugin)
    made.at_home(".agents/feedback/confirmed.md", rule("confirmed-rule", 4))
    return made


def test_a_subagent_has_the_rules_in_its_first_request_before_its_task(lab):
    wait = call("wait_agent", {"timeout_ms": 10000}, "collaboration")
    run = lab.exec("Do the task.", [{**say("Child done."), "when": CHILD}, SPAWNED, wait])
    children = [row for row in run.requests if WORKER in json.dumps(row["headers"])]
    said = text_of(children[0]["body"]["input"])
    assert said.count("■ confirmed-rule (raised 4 times)") == 1
    assert said.index("■ confirmed-rule") < said.rindex("child task")


@pytest.mark.parametrize("tool", ["followup_task", "send_message"])
def test_what_is_written_to_a_subagent_is_refused_with_its_text_and_recipient(lab, tool):
    write = call(tool, {"target": "worker_one", "message": "more work"}, "collaboration")
    turns = [{**say("Child done."), "when": CHILD}, SPAWNED, write, say("bye")]
    run = lab.exec("Do the task.", turns, env={"FEEDBACK_GATE_AGENT_LAUNCH_GUARD": "true"})
    said = "\n".join(text_of(row["body"]["input"]) for row in run.requests)
    assert "Text for worker_one:\n\nmore work\n" in said
