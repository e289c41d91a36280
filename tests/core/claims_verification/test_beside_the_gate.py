"""Claims and the gate on one stop: nothing runs twice, nothing is said twice, the gate's own checks count."""

from __future__ import annotations

import pytest
from tests.support.claims import Claims
from tests.support.product import blocked, shown

from feedback_gate.claims import evidence

RUN = "echo run >> .git/runs; test ! -f broken"


def gate(run: str = RUN, more: str = "") -> str:
    return (
        "rules:\n  - {match: '*.py', run: ['true'], run_checks: [tests]}\n"
        f"consistency_checks:\n  - {{name: tests, run: [{{name: tests, cmd: '{run}'}}]}}\n{more}"
    )


@pytest.fixture
def project(tmp_path) -> Claims:
    return Claims(tmp_path / "app")


def begun(project: Claims, text: str) -> Claims:
    project.gate(text)
    project.git().start()
    return project


def test_without_a_claims_configuration_the_gates_own_checks_count(project):
    begun(project, gate())
    project.file("broken")
    reason = blocked(project.stop("I fixed the importer."))
    assert reason.startswith('[claims] You wrote: "I fixed the importer". That is not true yet: tests failed.')
    (project.root / "broken").unlink()
    assert shown(project.stop("I fixed the importer.")) == '[claims] "I fixed the importer": tests passed.'


def test_what_the_gate_has_just_run_is_taken_and_its_report_is_the_receipt(project):
    begun(project, gate())
    project.write("a.py")
    first = project.stop("All tests pass.")
    assert blocked(first) == "[gate] All checks passed: tests ✓. Tell the user, then end the turn."
    assert "[claims]" not in shown(first)
    assert project.stop("All tests pass.", active=True) == {}
    assert project.runs() == 1
    assert project.outcomes() == ["passed"]


def test_what_the_gate_ran_at_a_stop_without_a_claim_is_evidence_for_the_next(project):
    begun(project, gate())
    project.write("a.py")
    assert blocked(project.stop("Here is the list."))
    assert project.stop("Here is another list.", active=True) == {}
    project.prompt()
    assert "tests passed (nothing changed since, " in shown(project.stop("All tests pass."))
    assert project.runs() == 1


def test_a_change_while_the_gate_ran_proves_nothing(project):
    begun(project, gate("echo run >> .git/runs; touch made"))
    project.write("a.py")
    project.stop("Here is the list.")
    project.prompt()
    assert "tests passed." in shown(project.stop("All tests pass."))
    assert project.runs() == 2


def test_when_the_gate_refuses_the_stop_the_output_is_said_once(project):
    begun(project, gate("echo run >> .git/runs; echo a.single.line | tr . -; exit 1"))
    project.write("a.py")
    reason = blocked(project.stop("All tests pass."))
    assert reason.count("a-single-line") == 1
    assert '[claims] You wrote: "All tests pass". That is not true yet: tests failed; the output is above.' in reason
    assert project.runs() == 1
    assert project.outcomes() == ["blocked"]


def test_when_the_gate_refuses_nothing_else_is_run(project):
    text = "rules:\n  - {match: '*.py', run: ['exit 1']}\nclaims: {checks: {test: 'echo run >> .git/runs'}}\n"
    begun(project, text).approve()
    project.write("a.py")
    assert blocked(project.stop("All tests pass."))
    assert project.runs() == 0


def test_after_the_gate_gave_up_the_claim_is_still_refused(project):
    begun(project, gate("echo run >> .git/runs; exit 1"))
    project.write("a.py")
    for number in range(5):
        project.stop("Here is the list.", active=number > 0)
    assert blocked(project.stop("All tests pass.", active=True)).startswith("[claims] You wrote:")


GIVES_UP = "this stop is let through"


def test_at_the_gates_fifth_failure_a_false_claim_is_refused_and_nothing_says_that_it_is_let_through(project):
    begun(project, gate("echo run >> .git/runs; echo a.single.line | tr . -; exit 1"))
    project.write("a.py")
    for number in range(4):
        assert "of 5)" in blocked(project.stop("Here is the list.", active=number > 0))
    fifth = project.stop("All tests pass.", active=True)
    assert blocked(fifth).startswith(
        "[gate] checks before the stop failed 5 times in a row. The gate alone would refuse no longer; this stop is refused"
        " because of what else is said here. Mend both.\n✗ tests\n"
        '[claims] You wrote: "All tests pass". That is not true yet: tests failed.'
    )
    assert blocked(fifth).count("a-single-line") == 1
    assert GIVES_UP not in str(fifth)


def test_the_gate_gives_up_at_the_first_stop_that_nothing_else_refuses(project):
    begun(project, gate("echo run >> .git/runs; exit 1"))
    project.write("a.py")
    for number in range(5):
        assert blocked(project.stop("All tests pass.", active=number > 0))
    sixth = project.stop("The tests still fail.", active=True)
    assert blocked(sixth) == ""
    assert shown(sixth).startswith(f"[gate] checks failed 6 times in a row; {GIVES_UP}.")
    runs = project.runs()
    assert project.stop("Here is the list.") == {}
    assert project.runs() == runs


def test_when_gate_and_claim_both_give_up_both_say_so_once(project):
    begun(project, gate("exit 1"))
    project.write("a.py")
    answers = [project.stop("All tests pass.", active=number > 0) for number in range(7)]
    assert [bool(blocked(one)) for one in answers] == [True] * 6 + [False]
    assert [str(one).count(GIVES_UP) + str(one).count("Let through although") for one in answers] == [0] * 6 + [2]
    assert "checks failed 7 times in a row" in shown(answers[-1])


def test_what_is_left_when_the_budget_of_the_turn_is_used_up_is_said_and_checked_again_in_the_next_turn(project):
    begun(project, gate("date +%N; exit 1", "claims: {max_blocks: 6}\n"))
    project.write("a.py")
    answers = [project.stop("All tests pass.", active=number > 0) for number in range(8)]
    assert [bool(blocked(one)) for one in answers] == [True] * 7 + [False]
    assert "Left unresolved:\n[gate] checks before the stop failed 8 times in a row." in shown(answers[-1])
    assert GIVES_UP not in str(answers)
    project.prompt()
    assert "attempt 1 of 5" in blocked(project.stop("What next?"))


def test_a_success_after_the_last_reopening_is_nothing_unresolved_and_shown_to_the_person(project):
    begun(project, gate("date +%N; test -f mended", "claims: {max_blocks: 6}\n"))
    project.write("a.py")
    assert all(blocked(project.stop("All tests pass.", active=number > 0)) for number in range(7))
    project.file("mended")
    last = project.stop("All tests pass.", active=True)
    assert set(last) == {"systemMessage"}
    assert shown(last).partition(" (")[0] == "[gate] checks before the stop:\n[gate] ok: check:tests $ date +%N; test -f mended"


def test_a_gate_that_cannot_be_read_lets_no_stop_through_that_a_false_claim_holds(project):
    project.shoot(checks={"test": "exit 1"})
    begun(project, "- a list\n").approve()
    project.write("a.py")
    assert "cannot be read" in blocked(project.stop("Here is the list."))
    refused = project.stop("All tests pass.", active=True)
    assert ("let through" in str(refused), "test failed" in blocked(refused)) == (False, True)
    assert "was let through unchecked" in shown(project.stop("Here is the list.", active=True))


def test_own_checks_run_beside_a_gate_that_passes(project):
    text = "rules:\n  - {match: '*.py', run: ['true']}\nclaims: {checks: {test: exit 1}}\n"
    begun(project, text).approve()
    project.write("a.py")
    assert "=== test: exit code 1 ===" in blocked(project.stop("All tests pass."))


def test_settings_of_claims_apply_to_the_gates_own_checks(project):
    begun(project, gate("exit 1", "claims: {mode: warn}\n"))
    assert "Only warnings are on" in shown(project.stop())


def test_a_gate_of_rules_alone_has_spoken_for_itself(project):
    begun(project, "rules:\n  - {match: '*.py', run: ['exit 1']}\n")
    assert project.stop() == {}
    assert project.history() == []


def test_a_gate_that_names_no_command_says_that_nothing_was_verified(project):
    begun(project, "rules: []\n")
    assert "names no check" in shown(project.stop())


def test_a_check_about_a_list_of_files_is_not_run_for_a_claim(project):
    begun(project, gate("echo run >> .git/runs; grep x $CLAUDE_GATE_FILES"))
    assert project.stop() == {}
    assert project.runs() == 0


def test_a_gate_nobody_approved_runs_nothing(project):
    project.file(".claude/feedback/note.md", "no rule")
    project.git().start()
    project.gate(gate("touch X"))
    told = shown(project.stop("All tests pass."))
    assert "not approved; nothing of it runs" in told
    assert not (project.root / "X").exists()


def test_a_quiet_stop_reads_no_policy_and_no_tree(project, monkeypatch):
    begun(project, gate())
    project.stop("Here is the list.")
    monkeypatch.setattr(evidence, "look", lambda *_: pytest.fail("the tree was looked at"))
    monkeypatch.setattr("feedback_gate.claims.force.in_force", lambda *_: pytest.fail("the policy was read"))
    assert project.stop("Here is the list.") == {}
