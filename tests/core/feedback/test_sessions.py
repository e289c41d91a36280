"""Sessions, commands and subagents as the rules see them (tables M, W and Z, as far as they concern rules)."""

from __future__ import annotations

import os

import pytest
from tests.support.product import blocked, context, decision, denied, shown

DENY = {"event": "pre_bash", "when": "rm -rf x", "severity": "deny", "message": "forbidden"}
ALL = {"event": "post_edit", "path": "**", "when": "MARK", "message": "m"}
STOP = {"event": "stop_check", "changed": "**/*.txt", "check": "false", "message": "m"}


def found(log) -> list[str]:
    """The names of the files that violations are about."""
    return [os.path.basename(line["file"]) for line in log()]


# ---- M: what a session keeps


@pytest.mark.parametrize("source", ["startup", "clear"])
def test_m3_a_fresh_session_forgets_what_the_last_one_of_its_id_kept(product, rule, source):
    rule("r", 4, STOP)
    product.git().start()
    product.write("a.txt")
    assert "(1 of 3)" in blocked(product.stop())
    assert product.start(source) == {}
    assert "(1 of 3)" in blocked(product.stop())


@pytest.mark.parametrize("source", ["resume", "compact", "fork", ""])
def test_m4_a_session_that_goes_on_keeps_it(product, rule, source):
    rule("r", 4, STOP)
    product.git().start()
    product.write("a.txt")
    assert "(1 of 3)" in blocked(product.stop())
    product.start(source)
    assert "(2 of 3)" in blocked(product.stop(active=True))


def test_m5_a_deny_names_rule_count_and_message(product, rule):
    rule("no_rm", 6, DENY)
    assert denied(product.bash("rm -rf x", run=False)[0]) == "no_rm (count: 6): forbidden"


def test_m6_an_ask_says_nothing_else(product, rule):
    rule("no_rm", 6, {**DENY, "severity": "ask"})
    reply, _ = product.bash("rm -rf x", run=False)
    assert (decision(reply), list(reply)) == ("ask", ["hookSpecificOutput"])


def test_m7_m8_other_commands_and_tools_are_nothing(product, rule):
    rule("no_rm", 6, DENY)
    assert product.bash("ls", run=False)[0] == {}
    for tool in ("Read", "Agent", "SendMessage", "WebFetch", "mcp__x__y"):
        assert product.call("PreToolUse", tool_name=tool, tool_input={"file_path": "rm -rf x", "prompt": "rm -rf x"}) == {}


def test_m9_an_edit_that_breaks_a_rule_names_rule_and_message(product, rule):
    rule("todo", 4, {"event": "post_edit", "path": "**", "when": "TODO", "message": "No TODO."})
    assert blocked(product.write("a.txt", "TODO")).startswith("[feedback-post-edit] todo (count: 4): No TODO.")


def test_m14_a_subagents_stop_is_checked_without_a_gate(product, rule):
    rule("r", 4, STOP)
    product.git().start()
    agent = product.as_agent("a1")
    agent.write("a.txt")
    assert "r (count: 4)" in blocked(agent.stop())


def test_m15_a_notification_decides_nothing(product, rule):
    rule("r", 6, DENY, STOP)
    assert product.call("Notification", message="rm -rf x", notification_type="idle_prompt") == {}


# ---- W: what a command wrote


def test_w1_only_what_changed_since_its_start(product, rule, log):
    rule("r", 4, ALL)
    product.file("old.txt", "1")
    product.file("tracked.txt", "1")
    product.git()
    product.file("old.txt", "MARK")
    os.utime(product.root / "old.txt", (1, 1))
    product.in_session("s0").start()
    product.sh("sleep 0.05")
    product.bash("echo MARK >> tracked.txt")
    assert found(log) == ["tracked.txt"]


def test_w2_tracked_and_untracked_but_not_ignored(product, rule, log):
    rule("r", 4, ALL)
    product.file("tracked.txt", "1")
    product.file(".gitignore", "ignored.txt\n")
    product.git().bash("for f in tracked untracked ignored; do echo MARK >> $f.txt; done")
    assert found(log) == ["tracked.txt", "untracked.txt"]


@pytest.mark.parametrize("command", ["touch -d 2001-01-01 new.txt", "cp -p old new.txt", "mv old new.txt"])
def test_w3_an_old_modification_time_hides_nothing(product, rule, log, command):
    rule("r", 4, ALL)
    product.git()
    product.file("old", "MARK")
    os.utime(product.root / "old", (1, 1))
    product.bash(f"echo MARK > new.txt; {command}" if command.startswith("touch") else command)
    assert "new.txt" in found(log)


def test_w4_without_a_start_nothing_is_blamed_on_it(product, rule, log):
    rule("r", 4, ALL)
    product.git()
    product.file("new.txt", "MARK")
    fields = {"tool_name": "Bash", "tool_use_id": "t9", "tool_input": {"command": "make"}, "tool_response": {}}
    product.call("PostToolUse", **fields)
    product.call("PreToolUse", tool_name="Bash", tool_use_id="t1", tool_input={"command": "make"})
    product.call("PostToolUse", **fields)
    assert found(log) == []


def test_w5_a_new_branch_is_no_edit(product, rule, log):
    rule("r", 4, ALL)
    product.file("a.txt", "1")
    product.git().file("a.txt", "MARK")
    product.bash("git checkout -q -b feature")
    assert found(log) == []


def test_w6_a_file_that_two_commands_wrote_is_listed_once(product, rule, log):
    rule("r", 4, STOP)
    product.git().start()
    for number in range(2):
        product.bash(f"echo {number} > a.txt", f"t{number}")
    product.stop()
    assert [line["detail"] for line in log()] == ["changed files violating: a.txt"]


def test_w7_what_an_agents_command_wrote_is_that_agents(product, rule, log):
    rule("r", 4, STOP)
    product.git().start()
    agent = product.as_agent("a1")
    agent.bash("echo 1 > a.txt")
    assert "a.txt" in blocked(agent.stop())
    assert product.as_agent("a2").stop() == {}


# ---- Z: the older plugin's marker, subagents' results


def test_z1_a_marker_of_the_older_plugin_silences_nobody(product, rule):
    path = rule("no_rm", 6, DENY)
    (path.parent / ".classic_seen").mkdir()
    (path.parent / ".classic_seen" / "s1").touch()
    assert denied(product.bash("rm -rf x", run=False)[0]) == "no_rm (count: 6): forbidden"


def test_z2_a_subagents_warning_reaches_its_caller_once(product, rule, monkeypatch):
    monkeypatch.setenv("FEEDBACK_GATE_AUTO_COUNT", "false")
    rule("r", 1, STOP)
    product.git().start()
    product.prompt()
    agent = product.as_agent("a1", "helper")
    agent.write("a.txt")
    assert blocked(agent.stop()) == ""
    given = {"tool_name": "Agent", "tool_use_id": "g1", "tool_input": {"subagent_type": "helper", "prompt": "p"}}
    reply = product.as_agent("").call("PostToolUse", tool_response={"agentId": "a1", "status": "completed"}, **given)
    assert "r (count: 1): m (changed files violating: a.txt)" in context(reply)
    assert "helper" in context(reply)
    again = product.as_agent("").call("PostToolUse", tool_response={"agentId": "a1", "status": "completed"}, **given)
    assert "r (count: 1)" not in context(again)


def test_z3_a_subagent_without_anything_to_say_leaves_nothing(product, rule):
    rule("r", 1, STOP)
    product.git().start()
    product.prompt()
    product.as_agent("a1").stop()
    given = {"tool_name": "Agent", "tool_use_id": "g1", "tool_input": {"subagent_type": "helper", "prompt": "p"}}
    assert product.as_agent("").call("PostToolUse", tool_response={"agentId": "a1"}, **given) == {}


def test_z4_the_start_of_a_background_agent_brings_no_result(product, rule):
    rule("r", 1, STOP)
    product.git().start()
    product.prompt()
    given = {"tool_name": "Agent", "tool_use_id": "g1", "tool_input": {"subagent_type": "helper", "prompt": "p"}}
    response = {"isAsync": True, "status": "async_launched", "agentId": "a1"}
    assert product.call("PostToolUse", tool_response=response, **given) == {}


def test_what_a_stop_has_to_say_to_the_person_only_is_shown_once(product, rule):
    rule("r", 4, {**STOP, "check": "no-such-program"})
    product.git().start()
    product.write("a.txt")
    assert "not checked: r" in shown(product.stop())
    assert product.stop() == {}
