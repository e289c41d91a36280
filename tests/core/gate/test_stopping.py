"""One stop with something to check, without a host around it: what is said to whom, what is kept, what is remembered."""

from __future__ import annotations

import os
import re
import time
from typing import TYPE_CHECKING, Any

import pytest
from tests.support.product import Product

from feedback_gate.changes import session
from feedback_gate.changes.memory import Memory
from feedback_gate.check import Call
from feedback_gate.event import Event
from feedback_gate.outcome import BLOCK, RANK, Finding, decide, one_answer
from feedback_gate.quality import lists
from feedback_gate.quality.keeping import Keeping
from feedback_gate.quality.stopping import Stopping

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    Said = list[tuple[str, dict[str, Any], str, str]]

CHECKS = """rules:
  - {match: '*.py', run: ['true']}
  - {match: '*.txt', run: ['echo no; exit 1']}
consistency_checks:
  - {name: quick, run: [{name: quick, cmd: 'echo "$CLAUDE_GATE_FILES" >> ran'}]}
  - {name: wrong, run: ['echo wrong; exit 1']}
  - {name: absent, run: [no-such-program-anywhere]}
"""
RUN = 'echo "$CLAUDE_GATE_FILES" >> ran'
QUIET = CHECKS + "report_success: false\n"

REPORTED = {"reported": True, "told_success": True}


class Stopped:
    """One stop.

    said: (code, params, effect, audience) of each finding, without times and places of logs; gate: what is kept after it;
    facts: what later checks are told; ran: the moments between which its commands ran.
    """

    def __init__(
        self,
        product: Product,
        gate: dict[str, Any],
        agent: str,
        seconds: float,
        produced: set[str] | None,
        others: Sequence[Finding] = (),
    ) -> None:
        event = Event("claude", "Stop", session="s1", agent=agent, cwd=str(product.root), project=str(product.root))
        call = Call(event, dict(os.environ), time.monotonic() + seconds)
        if produced is not None:
            call.facts[session.PRODUCED] = produced
        keeping = Keeping(call.state)
        lists.note(keeping, **gate)
        found = one_answer([*Stopping(event, call, keeping).findings(lists.read(keeping)), *others])
        self.said = [
            (one.code, {name: settled(value) for name, value in one.params.items()}, one.effect, one.audience)
            for one in found
            if one not in others
        ]
        outcome = decide((one for one in found if one.effect in RANK), lambda one: one.code)
        for remember in call.after:
            remember(outcome)
        self.gate: dict[str, Any] = keeping.read().get("gate", {})
        self.facts = call.facts
        self.ran = Memory(call.state.folder).read().ran


def settled(value: Any) -> Any:
    """A parameter without what differs from run to run."""
    return re.sub(r"\(\d+\.\ds\)", "(0s)", re.sub(r"\n\[gate\] log: .*", "", value)) if isinstance(value, str) else value


def stop(
    product: Product,
    *,
    agent: str = "",
    seconds: float = 60,
    produced: set[str] | None = None,
    others: Sequence[Finding] = (),
    **gate: Any,
) -> Stopped:
    """A stop at which the gate's state is this, and others have these things to say."""
    return Stopped(product, gate, agent, seconds, produced, others)


@pytest.fixture
def product(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Product:
    monkeypatch.setenv("FEEDBACK_GATE_TRUST", "off")
    product = Product(tmp_path / "app")
    product.gate(CHECKS)
    return product


def reserved(product: Product, *names: str) -> dict[str, dict[str, list[str]]]:
    """Checks that the file a.py reserved."""
    return {str(product.root): {name: [*changed(product, "a.py")] for name in names}}


def put_off(product: Product, command: str, *names: str, cwd: str = "") -> dict[str, Any]:
    """A command that a policy put off, about files that changed at the moment 1."""
    root = str(product.root)
    return {
        "root": root,
        "cwd": cwd or root,
        "label": ".",
        "item": {"cmd": command},
        "timeout": 0,
        "files": changed(product, *names),
    }


def changed(product: Product, *names: str) -> dict[str, int]:
    return {str(product.file(name, "x")): 1 for name in names}


def ran(product: Product) -> list[str]:
    path = product.root / "ran"
    return path.read_text().splitlines() if path.exists() else []


def reported(labels: str) -> Said:
    return [("gate.all_passed", {"labels": labels}, "block", "agent")]


def shown(*lines: str) -> Said:
    return [("gate.checks_passed", {"lines": "\n".join(lines)}, "note", "person")]


# -- everything passes ------------------------------------------------------------------------------------------------------


def test_what_passes_is_reported_once_and_nothing_is_left_but_that_it_was_said(product):
    stopped = stop(product, pending=reserved(product, "quick"), attempts=3)
    assert stopped.said == reported("quick ✓")
    assert stopped.gate == REPORTED


def test_a_changed_file_whose_rules_pass_is_reported_and_is_open_no_longer(product):
    stopped = stop(product, changed=changed(product, "a.py"))
    assert (stopped.said, stopped.gate) == (reported("true ✓"), REPORTED)


def test_after_the_report_of_a_turn_the_person_sees_the_lines(product):
    stopped = stop(product, changed=changed(product, "a.py"), pending=reserved(product, "quick"), told_success=True)
    assert stopped.said == shown("[gate] ok: . $ true (0s)", f"[gate] ok: check:quick $ {RUN} (0s)")


def test_when_the_turn_cannot_be_reopened_any_more_the_person_sees_the_lines(product):
    event = Event("claude", "Stop", session="s1", cwd=str(product.root), project=str(product.root))
    Call(event, dict(os.environ), 0.0).state.update(lambda kept: kept.update(budget=7))
    assert stop(product, changed=changed(product, "a.py")).said == shown("[gate] ok: . $ true (0s)")


def test_where_reports_are_switched_off_the_person_sees_the_lines(product):
    product.gate(QUIET)
    stopped = stop(product, pending=reserved(product, "quick"))
    assert stopped.said == shown(f"[gate] ok: check:quick $ {RUN} (0s)")
    assert stopped.gate == {}


def test_a_file_that_no_rule_is_about_is_dropped_in_silence(product):
    stopped = stop(product, changed=changed(product, "a.md"))
    assert (stopped.said, stopped.gate) == ([], {})


def test_a_worktree_is_named_in_front_of_its_commands_and_needs_no_gate_in_the_project(product):
    (product.root / ".claude/gate.yaml").unlink()
    worktree = ".claude/worktrees/w"
    product.file(f"{worktree}/.claude/gate.yaml", CHECKS)
    assert stop(product, changed=changed(product, f"{worktree}/a.py")).said == reported(f"[{worktree}] true ✓")


def test_a_policy_is_not_asked_at_a_stop(product, monkeypatch):
    monkeypatch.setenv("DOGWOOD_BIN", "/no/such/program")
    product.file("gate.dw", "permit(principal, action, resource);")
    product.gate(QUIET + "policy: gate.dw\n")
    assert stop(product, changed=changed(product, "a.py")).said == shown("[gate] ok: . $ true (0s)")


# -- what only our own commands wrote ------------------------------------------------------------------------------------------


def test_files_that_only_our_own_commands_wrote_are_checked_without_a_report(product):
    files = changed(product, "a.py")
    stopped = stop(product, changed=files, produced={*files})
    assert stopped.said == shown("[gate] ok: . $ true (0s)")


def test_one_file_more_than_our_own_commands_wrote_is_news(product):
    files = changed(product, "a.py", "b.py")
    assert stop(product, changed=files, produced={str(product.root / "a.py")}).said == reported("true ✓")


def test_a_reserved_check_is_news_whatever_our_own_commands_wrote(product):
    files = changed(product, "a.py")
    stopped = stop(product, changed=files, pending=reserved(product, "quick"), produced={*files})
    assert stopped.said == reported("true ✓ / quick ✓")


def test_a_command_that_was_put_off_is_news_whatever_our_own_commands_wrote(product):
    files = changed(product, "a.py")
    stopped = stop(product, changed=files, deferred=[put_off(product, "true", "a.py")], produced={*files})
    assert stopped.said == reported("true ✓")


# -- an agent --------------------------------------------------------------------------------------------------------------


def test_a_subagents_success_is_a_note_to_the_person(product):
    stopped = stop(product, agent="a1", pending=reserved(product, "quick"))
    assert stopped.said == [("gate.all_passed_agent", {"labels": "quick ✓"}, "note", "person")]
    assert stopped.gate == {}


@pytest.mark.parametrize("names", [["absent"], ["absent", "quick"]])
def test_a_subagent_of_whose_checks_one_could_not_run_has_no_success(product, names):
    stopped = stop(product, agent="a1", pending=reserved(product, *names))
    assert [code for code, *_ in stopped.said] == ["gate.unchecked", "gate.checks_passed"]


# -- what said nothing -------------------------------------------------------------------------------------------------------


def test_a_check_that_could_not_start_is_told_and_kept_for_the_next_stop_without_a_report(product):
    stopped = stop(product, pending=reserved(product, "absent", "quick"))
    assert [code for code, *_ in stopped.said] == ["gate.unchecked", "gate.checks_passed"]
    assert stopped.gate == {"pending": reserved(product, "absent")}


def test_a_stop_whose_time_is_up_gives_up_on_what_it_looked_at(product):
    files = changed(product, "a.py")
    stopped = stop(product, seconds=0, changed=files, pending=reserved(product, "quick"))
    assert [code for code, *_ in stopped.said] == ["gate.unchecked", "gate.unchecked", "gate.checks_passed"]
    assert (stopped.gate, ran(product)) == ({"changed": files, "gave_up": files}, [])


# -- what fails --------------------------------------------------------------------------------------------------------------


def refused(attempt: int, summary: str, details: str) -> Said:
    params = {"attempt": attempt, "max": 5, "summary": summary, "details": details}
    return [("gate.checks_failed", params, "block", "agent")]


def output(label: str, command: str, text: str) -> str:
    return f"\n--- output of the failing commands ---\n=== [gate] ({label}) $ {command} ==={text}"


def test_a_rule_that_fails_refuses_the_stop_with_its_output(product):
    files = changed(product, "b.txt")
    stopped = stop(product, changed=files)
    assert stopped.said == refused(1, "✗ echo no; exit 1", output(".", "echo no; exit 1", "\nno"))
    assert stopped.gate == {"changed": files, "failed": files, "attempts": 1}
    assert stopped.facts["gate.blocked"] is True


def test_a_check_that_fails_refuses_the_stop_and_the_others_have_run(product):
    stopped = stop(product, pending=reserved(product, "quick", "wrong"))
    text = output("check:wrong", "echo wrong; exit 1", "\nwrong")
    assert stopped.said == refused(1, "✓ quick\n✗ echo wrong; exit 1", text)


def test_beside_a_check_that_fails_one_that_could_not_start_is_no_failure(product):
    product.gate(CHECKS.replace("no-such-program-anywhere", "exit 127"))
    *_, (_, params, *_) = stop(product, pending=reserved(product, "absent", "quick", "wrong")).said
    absent = "– exit 127 (not checked: the command could not be started (exit status 127))"
    assert params["summary"] == f"{absent}\n✓ quick\n✗ echo wrong; exit 1"
    assert params["details"] == output("check:wrong", "echo wrong; exit 1", "\nwrong")


def test_a_command_that_was_put_off_and_fails_refuses_the_stop_and_stays(product):
    entry = put_off(product, "exit 1", "a.py")
    stopped = stop(product, changed=changed(product, "a.py"), deferred=[entry])
    assert stopped.said == refused(1, "✗ exit 1", output("deferred:.", "exit 1", ""))
    assert stopped.gate == {"changed": entry["files"], "deferred": [entry], "attempts": 1}


def test_the_fourth_attempt_is_refused(product):
    ((code, params, *_),) = stop(product, changed=changed(product, "b.txt"), attempts=3).said
    assert (code, params["attempt"]) == ("gate.checks_failed", 4)


def test_the_fifth_attempt_is_let_through_and_said_to_both_and_nothing_is_tried_again_before_it_changes(product):
    files = changed(product, "b.txt")
    stopped = stop(product, changed=files, attempts=4)
    ((_, params, *_),) = refused(5, "✗ echo no; exit 1", output(".", "echo no; exit 1", "\nno"))
    assert stopped.said == [("gate.gave_up", params, "warn", "both")]
    assert stopped.gate == {"changed": files, "gave_up": files}
    assert "gate.blocked" not in stopped.facts


def test_the_fifth_attempt_gives_up_on_nothing_where_another_refuses_the_stop(product):
    files = changed(product, "b.txt")
    stopped = stop(product, changed=files, attempts=4, others=[Finding("hook.text", {"text": "no"}, BLOCK)])
    assert stopped.said == [("gate.still_failing", {"attempt": 5, "summary": "✗ echo no; exit 1"}, "block", "agent")]
    assert stopped.gate == {"changed": files, "failed": files, "attempts": 5}


def test_the_sixth_attempt_is_let_through_as_well(product):
    ((code, params, *_),) = stop(product, changed=changed(product, "b.txt"), attempts=5).said
    assert (code, params["attempt"]) == ("gate.gave_up", 6)


def test_after_the_fifth_attempt_what_was_put_off_and_failed_is_let_go(product):
    entry = put_off(product, "exit 1", "a.py")
    stopped = stop(product, changed=changed(product, "a.py"), deferred=[entry], attempts=4)
    assert stopped.gate == {"changed": entry["files"], "gave_up": entry["files"]}


def test_what_no_mark_tells_stands_below_the_marks(product):
    product.gate("rules: []\nconsistency_checks:\n  - {name: nested, run: [{parallel: ['true', {parallel: ['true']}]}]}\n")
    config, *said = stop(product, pending=reserved(product, "nested")).said
    line = "(check:nested) a parallel block holds another parallel block; that counts as failed"
    assert (config[0], said) == ("gate.config", refused(1, f"✓ true\n{line}", ""))


def test_a_rule_that_cannot_run_has_no_mark(product):
    product.gate("rules:\n  - {match: '*.py', per_file_dir: sometimes, run: ['true']}\n")
    *_, (_, params, *_) = stop(product, changed=changed(product, "a.py")).said
    assert (
        params["summary"] == 'line 2: per_file_dir is \'sometimes\'; write true, "file" or "pattern_root". The rule did not run.'
    )


# -- what a policy put off ---------------------------------------------------------------------------------------------------


def test_what_was_put_off_runs_on_its_files_and_is_done(product):
    stopped = stop(product, changed=changed(product, "a.py"), deferred=[put_off(product, RUN, "a.py")])
    assert (ran(product), stopped.gate) == (["a.py"], REPORTED)


def test_what_a_check_has_just_run_on_the_same_file_runs_on_the_others_only(product):
    entry = put_off(product, RUN, "a.py", "b.py")
    stopped = stop(product, changed=entry["files"], deferred=[entry], pending=reserved(product, "quick"))
    assert (ran(product), stopped.gate) == (["a.py", "b.py"], REPORTED)


def test_what_a_check_has_just_run_on_all_of_its_files_does_not_run_again(product):
    entry = put_off(product, RUN, "a.py")
    stopped = stop(product, changed=entry["files"], deferred=[entry], pending=reserved(product, "quick"))
    assert (ran(product), stopped.gate) == (["a.py"], REPORTED)


# -- a gate that cannot be read ------------------------------------------------------------------------------------------------


UNREADABLE = "line 1: the file must hold a mapping with the key rules, not a list"


def test_a_gate_that_cannot_be_read_refuses_the_stop_and_keeps_what_is_open(product):
    path, files = product.gate("- a list\n"), changed(product, "a.py")
    stopped = stop(product, changed=files)
    config, (code, params, *rest) = stopped.said
    assert (config[0], code, *rest) == ("gate.config", "gate.broken", "block", "both")
    assert params == {"path": str(path), "reason": UNREADABLE}
    assert stopped.gate == {"changed": files, "told_broken": True}
    assert stopped.facts["gate.blocked"] is True


def test_a_gate_that_still_cannot_be_read_lets_the_second_stop_through(product):
    path, files = product.gate("- a list\n"), changed(product, "a.py")
    stopped = stop(product, changed=files, told_broken=True)
    params = {"path": str(path), "reason": UNREADABLE}
    assert stopped.said[1:] == [("gate.broken_let_through", params, "note", "person")]
    assert "gate.blocked" not in stopped.facts


# -- when commands ran ---------------------------------------------------------------------------------------------------------

NEVER = (0, -1)


def test_the_moments_between_which_commands_ran_are_remembered_and_the_first_is_told(product):
    stopped = stop(product, pending=reserved(product, "quick"))
    first, last = stopped.ran
    assert stopped.facts["gate.began"] == (first, "")
    assert first < os.stat(product.root / "ran").st_ctime_ns <= last


def test_a_stop_at_which_nothing_ran_remembers_none(product):
    assert stop(product, changed=changed(product, "a.md")).ran == NEVER


def test_what_a_subagents_commands_write_counts_as_work(product):
    assert stop(product, agent="a1", pending=reserved(product, "quick")).ran == NEVER


def test_without_a_clock_no_moment_is_told_or_remembered(product, home):
    stop(product, changed=changed(product, "a.md"))
    clock = next(home.glob(".local/state/feedback-gate/projects/*/*/clock"))
    clock.unlink()
    clock.mkdir()
    stopped = stop(product, pending=reserved(product, "quick"))
    assert ("gate.began" in stopped.facts, stopped.ran) == (False, NEVER)
