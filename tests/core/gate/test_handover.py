"""What becomes of a subagent's checks reaches whoever started it: foreground, background, nested, on both hosts (table H)."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import pytest
from tests.support.product import Product, blocked, context

from feedback_gate import hook
from feedback_gate.state import handover

FIXTURES = Path(__file__).resolve().parents[2] / "contract" / "fixtures"
AGENT = "a0000000000000001"  # the agent of the recordings
RESULT = "[feedback-gate] Result of the checks when subagent"
HEADER = RESULT + " general-purpose"
GATE = (
    "rules:\n  - {match: '*.txt', run: ['true'], run_checks: [c]}\n"
    "consistency_checks:\n  - {name: c, run: [{cmd: 'true', name: lint}, {cmd: 'test ! -f bad', name: test}]}\n"
)


@pytest.fixture
def product(tmp_path) -> Product:
    product = Product(tmp_path / "app")
    product.gate(GATE)
    product.git().start()
    product.prompt()
    return product


def recorded(product: Product, name: str, **fields: Any) -> dict[str, Any]:
    """The reply to a recorded payload, moved into this project and session."""
    payload = json.loads((FIXTURES / "claude" / f"{name}.json").read_text())
    payload.update(session_id=product.session, cwd=str(product.root), **fields)
    reply = hook.answer("claude", payload["hook_event_name"], json.dumps(payload).encode(), dict(os.environ))
    found: dict[str, Any] = json.loads(reply.stdout) if reply.stdout else {}
    return found


def works(product: Product, agent: str = AGENT, *, stops: str = "SubagentStop-background") -> dict[str, Any]:
    """A subagent edits a file and stops."""
    product.as_agent(agent).write(f"{agent}.txt")
    return recorded(product, stops, agent_id=agent)


def launched(product: Product, agent: str, by: str = "") -> None:
    """The call that started an agent in the background returns to its caller."""
    response = {"isAsync": True, "status": "async_launched", "agentId": agent}
    fields = {"agent_id": by, "agent_type": "general-purpose"} if by else {}
    recorded(product, "PostToolUse-agent-background", tool_response=response, **fields)


def test_h01_in_the_foreground_the_caller_is_told_when_its_call_returns(product):
    assert blocked(works(product, stops="SubagentStop-foreground")) == ""
    told = context(recorded(product, "PostToolUse-agent"))
    assert (
        told
        == f"{HEADER} ({AGENT}) ended; use it, no need to read logs or run the checks again:\n[gate] All checks passed: lint ✓ / test ✓"
    )


def test_in_the_background_the_task_notification_carries_it(product):
    recorded(product, "PostToolUse-agent-background")
    works(product)
    assert HEADER in context(recorded(product, "UserPromptSubmit-task-notification"))
    assert HEADER not in context(recorded(product, "UserPromptSubmit-task-notification"))


def test_in_the_background_the_callers_next_tool_call_carries_it_too(product):
    recorded(product, "PostToolUse-agent-background")
    works(product)
    assert HEADER in context(recorded(product, "PostToolUse-bash"))


def test_only_the_last_round_is_told(product):
    recorded(product, "PostToolUse-agent-background")
    product.file("bad")
    assert blocked(works(product))
    (product.root / "bad").unlink()
    recorded(product, "SubagentStop-continuation", agent_id=AGENT)
    told = context(product.prompt("<task-notification>"))
    assert (told.count(RESULT), "All checks passed" in told, "attempt" in told) == (1, True, False)


def test_h02_a_subagent_that_gave_up_tells_the_failures(product):
    recorded(product, "PostToolUse-agent-background")
    product.file("bad")
    works(product)
    for _ in range(4):
        recorded(product, "SubagentStop-continuation", agent_id=AGENT)
    told = context(product.prompt("<task-notification>"))
    assert ("unverified" in told, "✗ test" in told) == (True, True)
    assert "attempt 1" in blocked(product.stop())


@pytest.mark.parametrize("claims", [1, 6], ids=["at the fifth stop", "at every stop"])
def test_h02_a_subagent_that_gave_up_while_it_claimed_tells_the_failures_too(product, claims):
    recorded(product, "PostToolUse-agent-background")
    product.file("bad")
    product.as_agent(AGENT).write("a.txt")
    for number in range(5 if claims == 1 else 6):
        said = "All tests pass." if number >= 5 - claims else "Hm."
        assert blocked(recorded(product, "SubagentStop-continuation", agent_id=AGENT, last_assistant_message=said))
    recorded(product, "SubagentStop-continuation", agent_id=AGENT, last_assistant_message="The check still fails.")
    told = context(product.prompt("<task-notification>"))
    assert (RESULT in told, "unverified" in told, "✗ test" in told) == (True, True, True)


def test_a_nested_agents_result_goes_to_the_agent_that_started_it_and_to_no_other(product):
    launched(product, "outer")
    launched(product, "inner", by="outer")
    works(product, "inner")
    assert HEADER not in context(product.prompt("<task-notification>"))
    assert HEADER not in context(product.as_agent("other").write("o.txt"))
    assert f"{HEADER} (inner)" in context(product.as_agent("outer").write("x.md"))


def test_a_nested_agent_in_the_foreground_is_not_taken_for_the_main_threads(product):
    works(product, "inner", stops="SubagentStop-foreground")
    assert HEADER not in context(product.write("m.md"))
    response = {"status": "completed", "agentId": "inner"}
    told = context(recorded(product, "PostToolUse-agent", tool_response=response, agent_id="outer", agent_type="x"))
    assert f"{HEADER} (inner)" in told


def test_a_result_whose_caller_stays_unknown_goes_to_the_main_thread_after_a_moment(product, monkeypatch):
    works(product)
    assert HEADER not in context(product.prompt())
    monkeypatch.setattr(handover, "UNKNOWN_FOR", 0.0)
    assert HEADER in context(product.prompt())


def test_a_success_does_not_reopen_the_subagent(product):
    assert works(product).get("decision") is None


def test_h03_nothing_found_is_nothing_handed_over(product):
    recorded(product, "PostToolUse-agent-background")
    recorded(product, "SubagentStop-background", last_assistant_message="Here is the list.")
    assert context(product.prompt("<task-notification>")) == ""


def test_on_codex_the_wait_for_the_agent_carries_it(tmp_path, monkeypatch):
    product = Product(tmp_path / "app")
    product.file(".agents/gate.yaml", GATE)
    product.git()
    monkeypatch.chdir(product.root)
    monkeypatch.delenv("CLAUDE_PROJECT_DIR")

    def codex(name: str, **fields: Any) -> dict[str, Any]:
        payload = json.loads((FIXTURES / "codex" / f"{name}.json").read_text())
        payload.update(session_id="c1", cwd=str(product.root), **fields)
        reply = hook.answer("codex", payload["hook_event_name"], json.dumps(payload).encode(), dict(os.environ))
        return json.loads(reply.stdout) if reply.stdout else {}

    codex("SessionStart-startup")
    agent = json.loads((FIXTURES / "codex/SubagentStop-v2-first.json").read_text())["agent_id"]
    product.file("x.txt")
    patch = "*** Begin Patch\n*** Add File: x.txt\n+x\n*** End Patch\n"
    codex("PostToolUse-apply-patch-in-subagent", agent_id=agent, tool_input={"command": patch})
    codex("SubagentStop-v2-first")
    assert "All checks passed" in context(codex("PostToolUse-wait-agent-v2"))
    assert "All checks passed" not in context(codex("PostToolUse-wait-agent-v2"))
