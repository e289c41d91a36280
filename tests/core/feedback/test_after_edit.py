"""`post_edit` entries: the whole file after an edit, and a command that checks it (table P)."""

from __future__ import annotations

import os

import pytest
from tests.support.product import blocked, context, shown

from feedback_gate.feedback import evaluate

NO_LOG = {"event": "post_edit", "path": "src/**/*.ts", "when": r"^\s*console\.log\(", "message": "No logging."}
HEADER = {"event": "post_edit", "path": "**/*.ts", "check": 'head -1 "$FILE" | grep -q HEADER', "message": "Header."}
TOUCH = {"event": "post_edit", "path": "**", "check": "touch ran; false", "message": "m"}
LOGGING = "const a = 1\n  console.log(a)\n"


def test_p1_a_match_anywhere_in_the_file_blocks(product, rule):
    rule("nolog", 4, NO_LOG)
    assert product.write("src/a.ts", LOGGING) == {
        "decision": "block",
        "reason": r"[feedback-post-edit] nolog (count: 4): No logging. (content matched: ^\s*console\.log\()",
    }


def test_p2_a_relative_path_is_found(product, rule):
    rule("nolog", 5, NO_LOG)
    product.file("src/a.ts", LOGGING)
    assert "nolog (count: 5)" in blocked(product.edited("src/a.ts"))


def test_p3_unless_clears(product, rule):
    rule("nolog", 4, {**NO_LOG, "unless": "eslint-disable"})
    assert product.write("src/a.ts", "// eslint-disable\n" + LOGGING) == {}


def test_p4_less_than_three_warns_the_agent(product, rule, monkeypatch):
    monkeypatch.setenv("FEEDBACK_GATE_AUTO_COUNT", "false")
    rule("nolog", 1, NO_LOG)
    reply = product.write("src/a.ts", LOGGING, tool="MultiEdit")
    assert (blocked(reply), shown(reply)) == ("", "")
    assert context(reply) == r"[feedback-post-edit] nolog (count: 1): No logging. (content matched: ^\s*console\.log\()"


def test_p5_other_files_are_not_looked_at(product, rule):
    rule("nolog", 4, NO_LOG)
    assert product.write("lib/a.ts", LOGGING) == {}


def test_p6_a_check_that_fails_blocks(product, rule):
    rule("hdr", 4, HEADER)
    assert blocked(product.write("a.ts", "x\n")) == (
        '[feedback-post-edit] hdr (count: 4): Header. (check failed: head -1 "$FILE" | grep -q HEADER)'
    )
    assert product.write("a.ts", "HEADER\n") == {}


def test_p7_when_selects_what_is_checked(product, rule):
    rule("r", 4, {"event": "post_edit", "path": "**", "when": "TODO", "check": "false", "message": "m"})
    assert product.write("a.txt", "x\n") == {}
    assert blocked(product.write("a.txt", "TODO\n")) == (
        "[feedback-post-edit] r (count: 4): m (content matched: TODO, check failed: false)"
    )


def test_p7_a_check_that_passes_clears_a_match(product, rule):
    rule("r", 4, {"event": "post_edit", "path": "**", "when": "TODO", "check": "true"})
    assert product.write("a.txt", "TODO\n") == {}


def test_p8_an_entry_with_neither_is_broken(product, rule):
    rule("r", 5, {"event": "post_edit", "path": "**"})
    assert product.write("a.txt") == {}
    assert "post_edit needs when or check" in context(product.prompt())


@pytest.mark.parametrize(("severity", "blocks"), [("block", True), ("ask", True), ("deny", True), ("warn", False)])
def test_p9_an_explicit_severity_wins(product, rule, severity, blocks):
    rule("nolog", 1 if blocks else 5, {**NO_LOG, "severity": severity})
    assert bool(blocked(product.write("src/a.ts", LOGGING))) is blocks


def test_p10_what_is_logged(product, rule, log):
    rule("nolog", 4, NO_LOG)
    product.write("src/a.ts", LOGGING)
    (line,) = log()
    assert list(line) == [
        *("ts", "rule", "count", "severity", "event", "detail", "project", "session", "agent", "file", "scope"),
        *("project_id", "rule_file"),
    ]
    assert [line[name] for name in ("rule", "count", "severity", "event")] == ["nolog", 4, "block", "post_edit"]
    assert [line[name] for name in ("project", "session", "agent", "file", "scope")] == [
        *(str(product.root), "s1", "", str(product.root / "src/a.ts"), "user")
    ]


def test_p11_another_tool_is_nothing(product, rule):
    rule("nolog", 4, NO_LOG)
    product.file("src/a.ts", LOGGING)
    assert product.edited(str(product.root / "src/a.ts"), tool="Read") == {}


def test_a_file_that_is_gone_again_violates_nothing(product, rule):
    rule("nolog", 4, NO_LOG)
    assert product.edited(str(product.root / "src/gone.ts")) == {}


@pytest.mark.parametrize("make", ["mkfifo src/a.ts", "mkdir src/a.ts", "ln -s /dev/zero src/a.ts", "ln -s a.ts src/a.ts"])
def test_what_is_no_file_is_not_waited_for(product, rule, make):
    rule("nolog", 4, NO_LOG)
    product.sh(f"mkdir src && {make}")
    assert product.edited(str(product.root / "src/a.ts")) == {}


def test_the_check_runs_in_the_files_root_and_knows_file_rule_and_event(product, rule):
    rule(
        "r",
        4,
        {
            "event": "post_edit",
            "path": "hooks/*.py",
            "check": 'echo "$PWD|$FILE|$RULE|$EVENT|$CLAUDE_PROJECT_DIR" >> "$HOME/seen"',
        },
    )
    product.write("hooks/a.py")
    product.write(".claude/worktrees/w/hooks/b.py")
    root = product.root
    with open(os.path.join(os.environ["HOME"], "seen"), encoding="utf-8") as file:
        assert file.read().splitlines() == [
            f"{root}|{root}/hooks/a.py|r|post_edit|{root}",
            f"{root}/.claude/worktrees/w|{root}/.claude/worktrees/w/hooks/b.py|r|post_edit|{root}",
        ]


def test_a_check_that_cannot_start_is_not_checked_and_no_violation(product, rule, log):
    rule("hdr", 4, {**HEADER, "check": "no-such-program"})
    reply = product.write("a.ts")
    assert blocked(reply) == ""
    assert "not checked: hdr" in shown(reply)
    assert log() == []


def test_d23_a_check_that_takes_too_long_is_not_checked_and_said_once_a_session(product, rule, log, monkeypatch):
    monkeypatch.setattr(evaluate, "ON_FILE", 0.2)
    rule("hdr", 4, {**HEADER, "check": "sleep 30"})
    said = "[feedback-gate] not checked: hdr (its check did not end within 0.2 s)"
    assert product.write("a.ts") == {"systemMessage": said}
    assert product.write("a.ts") == {}
    assert product.in_session("s2").write("a.ts") == {"systemMessage": said}
    assert log() == []


def test_d11_a_notebook_that_was_edited_is_looked_at_on_disk(product, rule):
    rule("r", 4, {"event": "post_edit", "path": "**/*.ipynb", "when": "TODO", "message": "No TODO."})
    path = product.file("a.ipynb", '{"cells": [{"source": "TODO"}]}')
    given = {"notebook_path": str(path), "new_source": "x", "cell_id": "1"}
    assert product.call("PostToolUse", tool_name="NotebookEdit", tool_use_id="e1", tool_input=given) == {
        "decision": "block",
        "reason": "[feedback-post-edit] r (count: 4): No TODO. (content matched: TODO)",
    }


class TestAProjectsCheck:
    """A command in a project's rule runs only in the version a person approved."""

    @pytest.fixture
    def approve(self, product, project_rule):
        def approve() -> None:
            from feedback_gate.feedback import approved_checks
            from feedback_gate.feedback.rules import Rules
            from feedback_gate.people.arguments import call_here
            from feedback_gate.state.approvals import Approvals

            call = call_here()
            for one in Rules(call, thorough=True).active():
                kind = approved_checks.kind_of(one, call)
                Approvals(call.environ, call.project.id, kind).approve(
                    approved_checks.content_of(one), "terminal", str(product.root), kind
                )

        return approve

    def ran(self, product) -> bool:
        found = product.root / "ran"
        there = found.exists()
        found.unlink(missing_ok=True)
        return there

    def test_it_does_not_run_before_that_and_one_line_says_so(self, product, project_rule):
        project_rule("r", 5, TOUCH)
        assert "are not approved and do not run" in shown(product.write("a.ts"))
        assert "not approved" not in shown(product.write("a.ts"))
        assert not self.ran(product)

    def test_its_patterns_count_all_the_same(self, product, project_rule):
        project_rule("r", 5, TOUCH, {"event": "post_edit", "path": "**", "when": "TODO", "message": "No TODO."})
        assert "No TODO." in blocked(product.write("a.ts", "TODO"))

    def test_it_runs_once_it_is_approved_whatever_prose_and_count_become(self, product, project_rule, approve):
        project_rule("r", 4, TOUCH)
        approve()
        assert blocked(product.write("a.ts"))
        assert self.ran(product)
        project_rule("r", 5, {**TOUCH, "message": "other"}, body="New words.")
        assert "other" in blocked(product.write("a.ts"))
        assert self.ran(product)

    def test_a_changed_one_waits_and_the_approved_one_stays_in_force(self, product, project_rule, approve):
        project_rule("r", 5, {**TOUCH, "message": "As approved."}, {**TOUCH, "path": "*.py"})
        approve()
        project_rule("r", 5, {**TOUCH, "check": "touch other", "message": "New."}, {**TOUCH, "path": "*.py"})
        reply = product.write("a.ts")
        assert blocked(reply) == "[feedback-post-edit] r (count: 5): New. (check failed: touch ran; false)"
        assert shown(reply) == (
            f"[feedback-gate] The commands of the project's rule r ({project_rule.path}/r.md) changed; what was approved stays in"
            " force, the rest does not run. To approve, run `feedback-gate trust` in a terminal."
        )
        assert self.ran(product)
        assert not (product.root / "other").exists()
        assert blocked(product.write("a.py"))
        assert self.ran(product)

    def test_one_that_would_look_at_nothing_any_more_waits_as_well(self, product, project_rule, approve):
        project_rule("r", 5, TOUCH)
        approve()
        project_rule("r", 5, {**TOUCH, "path": "nothing/*"})
        assert "(check failed: touch ran; false)" in blocked(product.write("a.ts"))

    def test_one_that_is_taken_out_of_its_rule_stays_in_force_under_the_rules_words(self, product, project_rule, approve):
        project_rule("r", 5, TOUCH)
        approve()
        project_rule("r", 5, description="Keep it tidy.")
        assert (
            blocked(product.write("a.ts")) == "[feedback-post-edit] r (count: 5): Keep it tidy. (check failed: touch ran; false)"
        )

    def test_a_command_check_is_kept_as_well(self, product, project_rule, approve):
        before = {"event": "pre_bash", "when": "deploy", "message": "Not now.", "check": "false"}
        project_rule("r", 5, before)
        approve()
        project_rule("r", 5, {**before, "when": "nothing of the kind"})
        said = product.bash("./deploy", run=False)[0]["hookSpecificOutput"]
        assert said["permissionDecisionReason"] == "r (count: 5): Not now."

    def test_once_the_change_is_approved_the_old_one_is_gone(self, product, project_rule, approve):
        project_rule("r", 5, TOUCH)
        approve()
        project_rule("r", 5, {**TOUCH, "check": "touch other"})
        assert blocked(product.write("a.ts"))
        approve()
        (product.root / "ran").unlink()
        assert product.write("a.ts") == {}
        assert not self.ran(product)
        assert (product.root / "other").exists()

    def test_without_trust_the_file_counts_as_it_is(self, product, project_rule, approve, monkeypatch):
        project_rule("r", 5, TOUCH)
        approve()
        monkeypatch.setenv("FEEDBACK_GATE_TRUST", "off")
        project_rule("r", 5, {**TOUCH, "check": "touch other"})
        assert product.write("a.ts") == {}
        assert not self.ran(product)

    def test_where_approvals_cannot_be_read_the_persons_own_rules_still_count(self, product, project_rule, rule, monkeypatch):
        project_rule("r", 5, TOUCH)
        rule("own", 5, {"event": "post_edit", "path": "**", "when": "TODO", "message": "No TODO."})
        monkeypatch.setenv("CLAUDE_FEEDBACK_DIR", str(rule.path))
        monkeypatch.delenv("HOME")
        reply = product.write("a.ts", "TODO")
        assert "No TODO." in blocked(reply)
        assert not self.ran(product)
