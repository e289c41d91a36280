"""The lab for Codex: the facts of the real client that the product and every other live test lean on."""

from __future__ import annotations

import os

import pytest
from tests.e2e.codex.app import AppServer
from tests.e2e.codex.lab import CODE, DIRECT, patch_of, say
from tests.e2e.codex.mock_openai import MockServer

pytestmark = pytest.mark.live

MODES = pytest.mark.parametrize("model", [DIRECT, CODE], ids=["direct", "code"])
ORDER = ["SessionStart", "UserPromptSubmit", "PreToolUse", "PostToolUse", "Stop"]


def specific(event, **keys):
    return {"event": event, "stdout": {"hookSpecificOutput": {"hookEventName": event, **keys}}}


def test_the_client_is_the_pinned_version(codex_lab):
    assert codex_lab(DIRECT).cli("--version").stdout.strip() == "codex-cli 0.171.0"


@MODES
def test_a_plain_run_fires_its_events_in_order(codex_lab, model):
    lab = codex_lab(model)
    lab.user_hooks(lab.probe_hooks(ORDER))
    run = lab.exec("go", [lab.shell("echo hi"), say("bye")])
    assert [hook["event"] for hook in run.hooks] == ORDER
    assert run.of("PostToolUse")[0]["tool_response"] == "hi\n"


def test_a_hook_runs_in_the_session_s_folder_and_has_no_variable_that_names_the_project(codex_lab):
    lab = codex_lab(DIRECT)
    lab.user_hooks(lab.probe_hooks(["PreToolUse"]))
    os.mkdir(lab.path("sub"))
    run = lab.exec("go", [lab.shell("pwd", workdir=lab.path("sub")), say("bye")])
    assert run.of("PreToolUse")[0]["cwd"] == lab.path("sub")
    assert run.hooks[0]["cwd"] == lab.project
    assert not [name for name in run.hooks[0]["env"] if name.startswith(("CLAUDE", "CODEX_SESSION"))]


@MODES
def test_a_deny_keeps_the_command_from_running_and_the_model_reads_the_reason(codex_lab, model):
    lab = codex_lab(model)
    lab.user_hooks(lab.probe_hooks(["PreToolUse"]))
    lab.rules([specific("PreToolUse", permissionDecision="deny", permissionDecisionReason="no such thing")])
    run = lab.exec("go", [lab.shell("touch made"), say("bye")])
    assert not os.path.exists(lab.path("made"))
    assert "Command blocked by PreToolUse hook: no such thing. Command: touch made" in run.told(1)


@MODES
def test_a_block_after_an_edit_reaches_the_model_while_the_edit_stays_on_disk(codex_lab, model):
    lab = codex_lab(model)
    lab.user_hooks(lab.probe_hooks(["PostToolUse"]))
    lab.rules([{"event": "PostToolUse", "stdout": {"decision": "block", "reason": "lint fails"}}])
    run = lab.exec("go", [lab.patch("*** Add File: a.txt\n+x"), say("bye")])
    assert lab.read("a.txt") == "x\n"
    assert "lint fails" in run.told(1)


@MODES
def test_context_after_an_edit_reaches_the_model_and_leaves_the_script_running(codex_lab, model):
    lab = codex_lab(model)
    lab.user_hooks(lab.probe_hooks(["PostToolUse"]))
    lab.rules([specific("PostToolUse", additionalContext="long line")])
    run = lab.exec("go", [lab.patch("*** Add File: a.txt\n+x"), say("bye")])
    assert "long line" in run.told(1)
    assert "Script failed" not in run.told(1)


def test_an_unknown_key_voids_the_answer_and_the_tool_runs(codex_lab):
    lab = codex_lab(DIRECT)
    lab.user_hooks(lab.probe_hooks(["PreToolUse"]))
    rule = specific("PreToolUse", permissionDecision="deny", permissionDecisionReason="no")
    lab.rules([{**rule, "stdout": {**rule["stdout"], "suppressOutput": True}}])
    lab.exec("go", [lab.shell("touch made"), say("bye")])
    assert os.path.exists(lab.path("made"))


def test_half_a_surrogate_pair_voids_the_answer_and_the_turn_ends(codex_lab):
    lab = codex_lab(DIRECT)
    lab.user_hooks(lab.probe_hooks(["Stop"]))
    lab.rules([{"event": "Stop", "stdout": '{"decision": "block", "reason": "odd \\ud83d"}'}])
    run = lab.exec("go", [say("bye")])
    assert len(run.requests) == 1


@pytest.mark.parametrize(("letter", "bytes_each"), [("a", 1), ("é", 2), ("あ", 3), ("😀", 4)])
def test_a_reason_is_whole_up_to_ten_thousand_bytes_and_not_beyond(codex_lab, letter, bytes_each):
    lab = codex_lab(DIRECT)
    lab.user_hooks(lab.probe_hooks(["Stop"]))
    fitting = letter * (10_000 // bytes_each)
    rules = [
        {"event": "Stop", "times": 1, "stdout": {"decision": "block", "reason": text}} for text in (fitting, fitting + letter)
    ]
    lab.rules(rules)
    run = lab.exec("go", [say("one"), say("two"), say("three")])
    assert fitting in run.told(1)
    assert fitting not in run.told(2)
    assert "truncated" in run.told(2)


def test_a_here_document_patch_has_no_second_event(codex_lab):
    lab = codex_lab(DIRECT)
    lab.user_hooks(lab.probe_hooks(["PreToolUse", "PostToolUse"]))
    patch = patch_of("*** Add File: h.txt\n+x")
    run = lab.exec("go", [lab.shell(f"apply_patch <<'EOF'\n{patch}\nEOF"), say("bye")])
    assert lab.read("h.txt") == "x\n"
    assert [hook["event"] for hook in run.hooks] == ["PreToolUse"]


def test_a_path_with_dots_is_resolved_by_its_letters_and_not_through_links(codex_lab):
    lab = codex_lab(DIRECT)
    os.makedirs(os.path.join(lab.root, "else", "where"))
    os.symlink(os.path.join(lab.root, "else", "where"), lab.path("link"))
    lab.exec("go", [lab.patch("*** Add File: link/../n.txt\n+x"), say("bye")])
    assert lab.read("n.txt") == "x\n"


def test_hooks_that_nobody_trusted_are_skipped_without_a_word(codex_lab):
    lab = codex_lab(DIRECT)
    lab.user_hooks(lab.probe_hooks(["PreToolUse"]))
    run = lab.exec("go", [lab.shell("echo hi"), say("bye")], trust=False)
    assert (run.code, run.hooks, "hook" in run.stderr) == (0, [], False)


def test_trust_once_given_holds_without_the_bypass(codex_lab):
    lab = codex_lab(DIRECT)
    lab.user_hooks(lab.probe_hooks(["Stop"]))
    with AppServer(lab) as app:
        assert app.hooks() == [("stop", "untrusted")]
        app.trust_hooks()
        assert app.hooks() == [("stop", "trusted")]
    run = lab.exec("go", [say("bye")], trust=False)
    assert [hook["event"] for hook in run.hooks] == ["Stop"]


def test_an_interactive_turn_asks_and_a_permission_hook_is_heard(codex_lab):
    lab = codex_lab(DIRECT)
    lab.user_hooks(lab.probe_hooks(["PermissionRequest"]))
    decision = {"behavior": "deny", "message": "not outside"}
    lab.rules([specific("PermissionRequest", decision=decision)])
    wanted = {"sandbox_permissions": "require_escalated", "justification": "outside"}
    server = MockServer([lab.shell("touch made", **wanted), say("bye")]).start()
    asked = []
    with AppServer(lab, server.url) as app:
        app.trust_hooks()
        app.turn(app.thread(), "go", answer=lambda method, _params: asked.append(method) or "accept")
    server.stop()
    assert (asked, os.path.exists(lab.path("made"))) == ([], False)
    assert lab.hooks()[0]["stdin"]["tool_input"]["description"] == "outside"
