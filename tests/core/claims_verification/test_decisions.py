"""What becomes of a claim at a stop: rows D1 to D34 of the specification's table, as a better gate should answer."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import time

import pytest
from tests.support.claims import CLAIM, Claims
from tests.support.product import blocked, shown

from feedback_gate import hook
from feedback_gate.claims import detector

STOOD_DOWN = "Let through although"


@pytest.fixture
def project(tmp_path) -> Claims:
    return Claims(tmp_path / "app").git()


def test_d1_without_a_claim_nothing_is_said_run_or_written(project):
    project.checks(test="echo run >> .git/runs; exit 7")
    assert project.stop("Here is the list.") == {}
    assert project.runs() == 0
    assert project.history() == []


@pytest.mark.parametrize("gate", [True, False], ids=["while git is waited for", "without a gate"])
def test_a_message_is_read_once(project, monkeypatch, gate):
    read = []
    first_claim = detector.first_claim
    monkeypatch.setattr(detector, "first_claim", lambda text: read.append(text) or first_claim(text))
    project.claims("checks: {test: 'true'}") if gate else project.shoot(checks={"test": "true"}).approve()
    assert project.stop() == {"systemMessage": '[claims] "All tests pass": test passed.'}
    assert read == [CLAIM]


def test_a_reader_that_is_broken_is_said_and_the_gate_still_answers(project, monkeypatch):
    def broken(text):
        raise ValueError(text)

    monkeypatch.setattr(detector, "first_claim", broken)
    project.claims("checks: {test: 'true'}")
    assert "ValueError: Here is the list." in shown(project.stop("Here is the list."))


def test_d2_checks_that_pass_give_a_receipt_and_no_decision(project):
    project.checks(test="true")
    assert project.stop() == {"systemMessage": '[claims] "All tests pass": test passed.'}
    assert project.outcomes() == ["passed"]


def test_d3_a_failing_check_blocks_with_exit_code_command_and_output(project):
    project.checks(test="echo 'expected 3, got 4'; exit 7")
    reply = project.stop()
    assert set(reply) == {"decision", "reason"}
    assert reply["reason"].startswith('[claims] You wrote: "All tests pass". That is not true yet: test failed.\n')
    assert "=== test: exit code 7 ===\n$ echo 'expected 3, got 4'; exit 7\nexpected 3, got 4\n" in reply["reason"]
    assert project.outcomes() == ["blocked"]


def test_d4_only_what_fails_is_in_the_reason_and_everything_in_the_stand_down(project):
    project.checks(test="exit 7", lint="true")
    assert "lint" not in blocked(project.stop())
    project.stop()
    assert "lint passed" in shown(project.stop())
    assert "test failed" in shown(project.stop())


def test_d5_d6_the_third_stop_with_the_same_failure_is_let_through_loudly_and_so_are_all_after_it(project):
    project.checks(test="exit 7")
    assert [bool(blocked(project.stop())) for _ in range(2)] == [True, True]
    third, fourth = shown(project.stop()), shown(project.stop())
    assert third.startswith(f'[claims] {STOOD_DOWN} "All tests pass" is NOT TRUE: test failed.')
    assert third.endswith(
        "The same failure is refused only so often (at most 2, see `max_blocks`); it still stands, and a person has to look now."
    )
    assert fourth == third
    assert project.outcomes() == ["blocked", "blocked", "stoodDown", "stoodDown"]


@pytest.mark.parametrize(("limit", "blocks"), [(2, 1), (99, 5), (1, 0)], ids=["D7", "D8", "one"])
def test_d7_d8_the_limit_is_that_of_the_configuration_and_six_at_most(project, limit, blocks):
    project.shoot(checks={"test": "exit 7"}, maxBlocksPerSession=limit).approve()
    answers = [project.stop() for _ in range(blocks + 1)]
    assert [bool(blocked(answer)) for answer in answers] == [True] * blocks + [False]
    assert STOOD_DOWN in shown(answers[-1])
    if blocks:
        assert f"only so often (at most {blocks}, see" in shown(answers[-1])


@pytest.mark.parametrize("limit", [0, 1])
def test_d9_a_limit_of_0_or_1_never_blocks_and_says_so(project, limit):
    project.shoot(checks={"test": "exit 7"}, maxBlocksPerSession=limit).approve()
    assert shown(project.stop()) == (
        f'[claims] {STOOD_DOWN} "All tests pass" is NOT TRUE: test failed. '
        f"`max_blocks` is {limit}, so no stop is refused for it; a person has to look now."
    )
    assert project.outcomes() == ["stoodDown"]


def test_a_stop_that_a_rule_refuses_is_not_said_to_be_let_through_and_the_claim_is_refused_with_it(project, home):
    rule_at_stop(home)
    project.checks(test="exit 7").start()
    project.stop()
    project.stop()
    project.write("a.py")
    refused = project.stop()
    assert ("Write the md." in blocked(refused), "=== test: exit code 7 ===" in blocked(refused)) == (True, True)
    assert STOOD_DOWN not in str(refused)
    assert project.outcomes() == ["blocked"] * 3
    project.file("a.md")
    assert STOOD_DOWN in shown(project.stop())
    assert project.outcomes() == ["blocked"] * 3 + ["stoodDown"]


def test_with_a_limit_of_1_a_stop_that_a_rule_refuses_says_nothing_of_the_claim_before_it_is_let_through(project, home):
    rule_at_stop(home)
    project.shoot(checks={"test": "exit 7"}, maxBlocksPerSession=1).approve().start()
    project.write("a.py")
    assert "[claims]" not in str(project.stop())
    project.file("a.md")
    assert STOOD_DOWN in shown(project.stop())


def rule_at_stop(home):
    """A confirmed rule: what changes in Python needs a page beside it."""
    entry = "{event: stop_check, changed: '**/*.py', require_sibling: '{stem}.md', message: Write the md.}"
    path = home / ".claude/feedback/pages.md"
    path.parent.mkdir(parents=True)
    path.write_text(f"---\nname: pages\ndescription: d\ncount: 4\nenforce: [{entry}]\n---\nPages.\n")


def test_d10_another_failure_starts_anew(project):
    project.checks(test="cat why; exit 7")
    project.file("why", "FAILED test_a")
    assert [bool(blocked(project.stop())) for _ in range(2)] == [True, True]
    project.file("why", "FAILED test_b")
    assert [bool(blocked(project.stop())) for _ in range(3)] == [True, True, False]


def test_a_failure_is_the_same_although_its_times_addresses_and_temporary_folders_differ(project):
    project.checks(test='echo "FAILED test_a in 0.$$ s at 0x$$ab, see /tmp/run-$$/log"; exit 1')
    assert [bool(blocked(project.stop())) for _ in range(3)] == [True, True, False]


def test_d11_a_pass_forgets_the_failures_before_it(project):
    project.checks(test="test -f ok")
    project.stop()
    project.stop()
    project.file("ok")
    assert "test passed" in shown(project.stop())
    (project.root / "ok").unlink()
    assert [bool(blocked(project.stop())) for _ in range(3)] == [True, True, False]


def test_d12_two_sessions_are_counted_apart(project):
    project.checks(test="exit 7")
    other = Claims(project.root, "s2")
    assert [bool(blocked(one.stop())) for one in (project, project, other, other)] == [True] * 4


def test_d13_an_empty_session_id_is_counted_too(project):
    project.checks(test="exit 7")
    nameless = Claims(project.root, "")
    assert [bool(blocked(nameless.stop())) for _ in range(4)] == [True, True, False, False]


def test_d14_a_repeated_claim_in_the_same_turn_is_verified_again(project):
    project.checks(test="echo run >> .git/runs; exit 7")
    assert blocked(project.stop())
    assert blocked(project.stop(active=True))
    assert project.runs() == 2


def test_d15_one_turn_holds_at_most_limit_plus_one_verifications_before_the_person_is_told(project):
    project.checks(test="exit 7")
    answers = [project.stop(active=number > 0) for number in range(4)]
    assert [bool(blocked(answer)) for answer in answers] == [True, True, False, False]


def test_all_reopenings_of_a_turn_share_one_budget(project):
    project.checks(test="cat why; exit 7")
    answers = []
    for number in range(9):
        project.file("why", f"FAILED test_{'abcdefghi'[number]}")
        answers.append(project.stop(active=number > 0))
    assert [bool(blocked(answer)) for answer in answers] == [True] * 7 + [False] * 2
    assert "Left unresolved:" in shown(answers[-1])
    assert project.outcomes() == ["blocked"] * 7 + ["stoodDown"] * 2


def test_d16_a_flag_that_is_no_boolean_counts_as_false(project):
    project.checks(test="exit 7")
    assert blocked(project.call("Stop", last_assistant_message=CLAIM, stop_hook_active="yes"))


def test_d17_warn_mode_tells_the_person_and_blocks_nothing(project):
    project.shoot(mode="warn", checks={"test": "exit 7"}).approve()
    reply = project.stop()
    assert set(reply) == {"systemMessage"}
    assert "is not true: test failed. Only warnings are on" in reply["systemMessage"]
    assert project.outcomes() == ["warned"]


def test_d18_a_configuration_without_checks_says_that_nothing_was_verified(project):
    project.shoot()
    assert "names no check" in shown(project.stop())
    assert project.outcomes() == ["skipped"]


def test_d18_where_nothing_is_configured_a_claim_is_nobodys_business(project):
    assert project.stop() == {}
    assert project.history() == []


def test_d19_a_folder_that_is_gone_is_named(tmp_path):
    project = Claims(tmp_path / "no-repository").checks(test="true")
    shutil.rmtree(project.root)
    assert f"the folder {project.root} does not exist" in shown(project.stop())


def test_d20_without_a_claim_a_folder_that_is_gone_is_not_mentioned(tmp_path):
    project = Claims(tmp_path / "no-repository").checks(test="true")
    shutil.rmtree(project.root)
    assert project.stop("Here is the list.") == {}


def test_d21_the_project_is_found_from_a_folder_below(project, monkeypatch):
    project.checks(test="test -f .shoot.config.json")
    below = project.root / "src" / "deep"
    below.mkdir(parents=True)
    monkeypatch.delenv("CLAUDE_PROJECT_DIR")
    monkeypatch.chdir(below)
    assert "test passed" in shown(project.call("Stop", last_assistant_message=CLAIM, cwd=str(below)))
    assert os.listdir(below) == []


@pytest.mark.parametrize("data", [b"nope", b"", b"[]", b"null"])
def test_d22_input_that_is_no_object_blocks_nothing(project, data):
    project.checks(test="exit 7")
    reply = hook.answer("claude", "Stop", data, dict(os.environ))
    assert reply.exit_code == 0
    assert "decision" not in reply.stdout


def test_d23_a_check_that_hangs_is_stopped_at_its_time_and_keeps_what_it_said(project):
    project.shoot(checks={"test": "echo half way; sleep 30"}, timeoutSeconds=1).approve()
    began = time.monotonic()
    reason = blocked(project.stop())
    assert time.monotonic() - began < 3
    assert "=== test: timed out after 1 s ===" in reason
    assert "half way" in reason


def test_d24_a_background_child_does_not_delay_the_verdict(project):
    project.checks(test="sleep 30 & true")
    began = time.monotonic()
    assert "test passed" in shown(project.stop())
    assert time.monotonic() - began < 2


def test_d25_a_command_that_does_not_exist_is_not_verified_and_no_failure_of_the_work(project):
    project.checks(test="no-such-command-anywhere")
    reply = project.stop()
    assert set(reply) == {"systemMessage"}
    assert "was not verified: test: could not be started (exit code 127: " in reply["systemMessage"]
    assert "no-such-command-anywhere" in reply["systemMessage"]
    assert project.outcomes() == ["unchecked"]


def test_d25_a_check_that_fails_blocks_although_another_could_not_start(project):
    project.checks(test="exit 1", lint="no-such-command-anywhere")
    assert "=== test: exit code 1 ===" in blocked(project.stop())


def test_d26_a_signal_is_named(project):
    project.checks(test="kill -9 $$")
    assert "=== test: exit code 137 (SIGKILL) ===" in blocked(project.stop())


def test_d27_of_long_output_the_beginning_the_errors_between_and_the_end_are_shown(project):
    project.checks(test="echo first; seq 1 30000; echo 'middle error: 42'; seq 1 30000; echo last; exit 1")
    reason = blocked(project.stop())
    assert "\nfirst\n" in reason
    assert "\nlast\n" in reason
    assert "characters left out]" in reason
    assert len(reason) < 30_000


def test_d27_an_error_in_the_middle_of_the_kept_output_is_shown(project):
    noise = "for i in $(seq 1 900); do echo 'a line that says nothing of interest'; done"
    project.checks(test=f"{noise}; echo 'middle error: 42'; {noise}; exit 1")
    assert "\nmiddle error: 42\n" in blocked(project.stop())


def test_d28_every_script_stays_and_colours_go(project):
    project.checks(test=r"printf 'é 日本語 → \033[31mrot\033[0m\007\n'; exit 1")
    assert "\né 日本語 → rot\n" in blocked(project.stop())


def test_d29_the_order_is_fixed_whatever_the_file_says(project):
    project.checks(build="true", test="true", lint="true", typecheck="true")
    assert "typecheck passed, lint passed, test passed, build passed" in shown(project.stop())


def codex_stop(project: Claims, **fields: object) -> dict[str, object]:
    payload = {"session_id": "c1", "cwd": str(project.root), "hook_event_name": "Stop", "turn_id": "t", **fields}
    reply = hook.answer("codex", "Stop", json.dumps(payload).encode(), dict(os.environ))
    return json.loads(reply.stdout) if reply.stdout else {}


def test_d30_codex_shows_the_receipt(project, monkeypatch):
    project.checks(test="true")
    monkeypatch.chdir(project.root)
    assert codex_stop(project, last_assistant_message=CLAIM) == {"systemMessage": '[claims] "All tests pass": test passed.'}


def test_d31_codex_is_refused_with_a_reason_within_its_limit(project, monkeypatch):
    project.checks(**dict.fromkeys(("typecheck", "lint", "test", "build"), "seq 1 20000; exit 1"))
    monkeypatch.chdir(project.root)
    reply = codex_stop(project, last_assistant_message=CLAIM)
    assert set(reply) == {"decision", "reason"}
    assert [f"=== {name}: exit code 1 ===" in str(reply["reason"]) for name in ("typecheck", "lint", "test", "build")] == [
        True
    ] * 4
    assert len(str(reply["reason"]).encode()) <= 10_000


def test_codex_may_send_no_message(project, monkeypatch):
    project.checks(test="exit 1")
    monkeypatch.chdir(project.root)
    assert codex_stop(project, last_assistant_message=None) == {}


@pytest.mark.parametrize("verified", [True, False])
def test_d32_the_claims_of_subagents_are_verified_unless_that_is_switched_off(project, verified):
    project.shoot(checks={"test": "exit 7"}, verifySubagents=verified).approve()
    agent = Claims(project.root)
    agent.agent = "a1"
    assert bool(blocked(agent.stop())) is verified


def test_a_subagent_has_its_own_count(project):
    project.checks(test="exit 7")
    agent = Claims(project.root)
    agent.agent = "a1"
    assert [bool(blocked(one.stop())) for one in (agent, agent, project, project)] == [True] * 4


def test_a_subagents_receipt_reaches_its_caller(project):
    project.checks(test="true")
    project.start()
    project.call("PostToolUse", tool_name="Agent", tool_input={}, tool_response={"agentId": "a1", "status": "async_launched"})
    agent = Claims(project.root)
    agent.agent = "a1"
    agent.stop()
    told = project.prompt()["hookSpecificOutput"]["additionalContext"]
    assert '[claims] "All tests pass": test passed.' in told


@pytest.mark.parametrize("command", ["true", "no-such-command-anywhere"])
def test_d33_no_stop_that_is_let_through_carries_context_or_a_decision(project, command):
    project.checks(test=command)
    assert set(project.stop()) == {"systemMessage"}


def test_d34_forced_colours_stay_out_of_the_answer(project, monkeypatch):
    monkeypatch.setenv("FORCE_COLOR", "1")
    project.checks(test="exit 7")
    assert "\x1b" not in blocked(project.stop())


def test_a_quoted_claim_cannot_turn_the_line_around_for_the_agent_or_the_person(project):
    project.checks(test="exit 7")
    turned = "All tests\u202e pass\u2066."
    quoted = '"All tests\\u202e pass\\u2066"'
    assert quoted in blocked(project.stop(turned))
    project.checks(test="true")
    assert shown(project.stop(turned)) == f"[claims] {quoted}: test passed."


def test_a_claim_in_japanese_is_refused_in_japanese(project, monkeypatch):
    monkeypatch.setenv("FEEDBACK_GATE_LANGUAGE", "ja")
    project.checks(test="echo 失敗した; exit 1")
    reason = blocked(project.stop("修正しました。テストはすべて通りました。"))
    assert reason.startswith(
        "[claims] 「修正しました。テストはすべて通りました」と書かれていますが、まだ事実ではありません: test は失敗。"
    )
    assert "\n失敗した\n" in reason


def test_the_whole_sentence_is_quoted_without_markup_and_without_secrets(project):
    project.checks(test="exit 1")
    key = "AKIA" + "ABCDEFGHIJKLMNOP"
    reason = blocked(project.stop(f"Notes first.\n\n- **Fixed** the importer, used {key}.\n"))
    assert reason.startswith('[claims] You wrote: "Fixed the importer, used [REDACTED]".')


@pytest.mark.parametrize(("border", "end"), [(6_000, " "), (6_000, "\n"), (16_000, "\n"), (-12_000, " "), (-12_000, "\n")])
def test_x32_a_secret_across_a_border_of_what_is_kept_is_hidden(project, border, end):
    secret = "ghp_" + "abcdefghijklmnop" + "QRSTUVWXYZ0123456789"
    parts = [secret[at : at + 6] for at in range(len(secret) - 5)]
    project.shoot(checks={"test": "cat out; exit 1"}, maxBlocksPerSession=6).approve()
    for shift in range(-64, 90, 22):
        words = [f"w{end}"] * 70_000
        words[(border + shift) // 2] = f"error: token {secret} here{end}"
        project.file("out", "".join(words))
        project.prompt()
        reason = blocked(project.stop(f"All tests pass, {shift}."))
        assert not [part for part in parts if part in reason]


def test_x33_a_secret_in_command_and_output_is_nowhere(project):
    key = "AKIA" + "ABCDEFGHIJKLMNOP"
    project.checks(test=f"echo {key}; exit 1")
    assert key not in json.dumps(project.stop())
    assert key not in json.dumps(project.history())


def test_a_claims_environment_says_ci_unless_it_is_set(project, monkeypatch):
    monkeypatch.delenv("CI", raising=False)
    project.checks(test='echo "CI=$CI"; exit 1')
    assert "\nCI=1\n" in blocked(project.stop())
    monkeypatch.setenv("CI", "false")
    assert "\nCI=false\n" in blocked(project.stop())


FOUR = ("typecheck", "lint", "test", "build")


def test_four_checks_run_at_once(project):
    waits = "while [ $(ls .git/began.* | wc -l) -lt 4 ]; do sleep 0.02; done"
    project.shoot(checks={name: f": > .git/began.{name}; {waits}" for name in FOUR}, timeoutSeconds=30).approve()
    assert shown(project.stop()).endswith(": typecheck passed, lint passed, test passed, build passed.")


def test_four_checks_of_a_second_take_less_than_a_third_of_a_second_more(project):
    project.checks(**{name: f"sleep 1; : {name}" for name in FOUR})

    def beyond() -> float:
        began = time.monotonic()
        subprocess.run(["/bin/sh", "-c", "sleep 1 & sleep 1 & sleep 1 & sleep 1; wait"], check=True)
        bare = time.monotonic() - began
        project.file("a.txt", str(began))  # nothing is recalled
        project.stop()
        return time.monotonic() - began - 2 * bare

    assert min(beyond() for _ in range(3)) < 0.3


def test_parallel_false_runs_one_after_the_other(project):
    project.claims(
        "parallel: false\nchecks:\n  lint: 'echo lint >> .git/order; sleep 0.2; echo end >> .git/order'\n  test: 'echo test >> .git/order'"
    )
    project.stop()
    assert (project.root / ".git" / "order").read_text() == "lint\nend\ntest\n"


def test_a_check_that_fails_only_beside_others_runs_once_more_alone_and_passes(project):
    alone = "echo run >> .git/runs; mkdir .git/busy 2>/dev/null || exit 1; sleep 0.3; rmdir .git/busy"
    project.checks(lint=f"{alone}; : lint", test=f"{alone}; : test")
    assert "lint passed, test passed" in shown(project.stop())
    assert project.runs() == 3


def test_two_checks_that_are_the_same_command_are_one_run(project):
    project.checks(lint="echo run >> .git/runs; sleep 0.2", test="echo run >> .git/runs; sleep 0.2")
    assert "lint passed, test passed" in shown(project.stop())
    assert project.runs() == 1


def test_a_check_that_fails_twice_is_refused_with_its_second_output(project):
    project.checks(lint="true", test="echo run >> .git/runs; wc -l < .git/runs; exit 1")
    assert "\n2\n" in blocked(project.stop())


def test_a_state_that_cannot_be_kept_refuses_once_and_never_loops(project):
    project.checks(test="exit 7")
    state = os.path.join(os.environ["HOME"], ".local/state/feedback-gate/projects", project.here().project.id)
    shutil.rmtree(state, ignore_errors=True)
    os.makedirs(os.path.dirname(state), exist_ok=True)
    with open(state, "w", encoding="utf-8") as file:
        file.write("no folder")
    assert [bool(blocked(project.stop(active=active))) for active in (False, True)] == [True, False]
