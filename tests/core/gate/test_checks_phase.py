"""The checks phase: reserved checks, failed rules, attempts, the success report (tables C and F of the gate's cases)."""

from __future__ import annotations

import re

import pytest
from tests.support.product import Product, blocked, context, shown

RESERVING = (
    "rules:\n  - match: '*.py'\n    run: ['true']\n    run_checks: [chk]\nconsistency_checks:\n  - name: chk\n    run: {run}\n"
)


@pytest.fixture
def product(tmp_path) -> Product:
    return Product(tmp_path / "app")


def checks(product: Product, run: str, more: str = "") -> Product:
    product.gate(RESERVING.replace("{run}", run) + more)
    product.git().start()
    product.write("x.py")
    return product


def failing_rule(product: Product, more: str = "") -> Product:
    product.gate("rules:\n  - match: '*.py'\n    run: ['test -f ok']\n" + more)
    product.git().start()
    product.write("x.py")
    return product


def test_c01_a_reserved_check_does_not_run_after_the_edit(product):
    checks(product, "[touch marker]")
    assert not (product.root / "marker").exists()


def test_c03_a_check_gets_all_files_that_reserved_it(product):
    checks(product, "['printf %s \"$CLAUDE_GATE_FILES\" > seen']")
    product.write("b.py")
    product.stop(active=True)
    assert product.sh("cat seen") == "b.py x.py"


def test_c05_only_reserved_checks_run(product):
    checks(product, "[touch a]", "  - {name: other, run: [touch b]}\n")
    product.stop(active=True)
    assert (product.root / "a").exists()
    assert not (product.root / "b").exists()


def test_c06_after_a_pass_nothing_is_left(product):
    checks(product, "['echo run >> count']")
    product.stop(active=True)
    assert product.stop(active=True) == {}
    assert product.sh("cat count") == "run\n"


def test_c07_a_stop_with_nothing_to_check_is_silent(product):
    product.gate(RESERVING.replace("{run}", "['true']"))
    product.git().start()
    assert product.stop() == {}


def test_c09_c13_a_failing_check_blocks_with_its_output(product):
    checks(product, "['echo no such file; exit 1']")
    reply = product.stop()
    assert reply["decision"] == "block"
    assert "(attempt 1 of 5)" in reply["reason"]
    assert "\nno such file\n" in reply["reason"]


def test_c10_a_new_turn_counts_anew_and_a_task_notification_is_none(product):
    checks(product, "['exit 1']")
    assert "(attempt 1 of 5)" in blocked(product.stop())
    product.prompt("<task-notification>done</task-notification>")
    assert "(attempt 2 of 5)" in blocked(product.stop())
    product.prompt("go on")
    assert "(attempt 1 of 5)" in blocked(product.stop())


def test_c11_c12_four_stops_are_blocked_and_the_fifth_gives_up(product):
    checks(product, "['exit 1']")
    for attempt in range(1, 5):
        assert f"(attempt {attempt} of 5)" in blocked(product.stop(active=attempt > 1))
    fifth = product.stop(active=True)
    assert blocked(fifth) == ""
    assert "unverified" in shown(fifth)
    assert "gate reset" in shown(fifth)
    assert product.stop(active=True) == {}
    assert "unverified" in context(product.prompt())


def test_what_was_given_up_on_is_checked_again_when_it_changes(product):
    checks(product, "['exit 1']")
    for _ in range(5):
        product.stop(active=True)
    product.prompt()
    assert product.stop() == {}
    product.write("x.py", "changed")
    assert "(attempt 1 of 5)" in blocked(product.stop())


def test_c15_one_success_report_with_the_labels_then_the_end(product):
    checks(product, "[{cmd: 'true', name: lint}, {cmd: 'true', name: typecheck}]")
    assert blocked(product.stop()) == "[gate] All checks passed: lint ✓ / typecheck ✓. Tell the user, then end the turn."
    assert product.stop(active=True) == {}


@pytest.mark.parametrize("value", ["false", "off"])
def test_c16_y13_the_report_can_be_switched_off(product, value):
    checks(product, "['true']", f"report_success: {value}\n")
    reply = product.stop()
    assert blocked(reply) == ""
    assert "[gate] ok: check:chk $ true" in shown(reply)


def test_c17_an_edit_after_the_report_is_checked_in_the_continuation(product):
    checks(product, "['test ! -f bad']")
    assert "All checks passed" in blocked(product.stop())
    product.write("y.py")
    product.file("bad")
    assert "attempt 1" in blocked(product.stop(active=True))


def test_c18_a_failing_check_runs_again_at_the_next_stop(product):
    checks(product, "['echo run >> count; exit 1']")
    assert "attempt 1" in blocked(product.stop())
    assert "attempt 2" in blocked(product.stop(active=True))
    assert product.sh("cat count") == "run\nrun\n"


def test_c20_a_check_knows_the_file_that_reserved_it(product):
    checks(product, "['printf %s \"$CLAUDE_GATE_FILES\" > seen']")
    product.stop(active=True)
    assert product.sh("cat seen") == "x.py"


def test_c19_a_check_without_its_directory_is_named(product):
    checks(product, "['true']\n    dir: ghost")
    assert "check:chk (cwd missing" in shown(product.stop())


def test_c21_the_line_of_a_check(product):
    checks(product, "[echo whole]", "report_success: false\n")
    assert re.search(r"\[gate\] ok: check:chk \$ echo whole \(\d+\.\ds\)", shown(product.stop(active=True)))


def test_c23_the_last_sixty_lines_are_shown(product):
    checks(product, "['seq 1 100; exit 1']")
    text = blocked(product.stop())
    assert "[40 earlier lines left out]\n41\n" in text
    assert "\n40\n" not in text


def test_c24_an_unnamed_command_is_its_own_label(product):
    checks(product, "['true']")
    assert blocked(product.stop()) == "[gate] All checks passed: true ✓. Tell the user, then end the turn."


def test_c25_an_agents_failures_are_its_own(product):
    product.gate(RESERVING.replace("{run}", "['exit 1']"))
    product.git().start()
    agent = product.as_agent("a1")
    agent.write("x.py")
    assert "(attempt 1 of 5)" in blocked(agent.stop())
    assert product.stop(background="a1") == {}


def test_an_undefined_check_is_named_and_does_not_fail(product):
    product.gate("rules:\n  - {match: '*.py', run: ['true'], run_checks: [nope]}\n")
    product.git().start()
    product.write("x.py")
    assert "check:nope (undefined" in shown(product.stop())


def test_f01_f02_a_failed_rule_blocks_the_stop_without_a_report(product):
    failing_rule(product)
    text = blocked(product.stop())
    assert "(attempt 1 of 5)" in text
    assert "All checks passed" not in text


def test_f03_once_mended_there_is_one_report_and_then_the_end(product):
    failing_rule(product)
    product.stop()
    product.file("ok")
    assert blocked(product.stop(active=True)).startswith("[gate] All checks passed: test -f ok ✓.")
    assert product.stop(active=True) == {}


def test_a_turn_has_one_success_report(product):
    failing_rule(product)
    product.file("ok")
    assert "All checks passed" in blocked(product.stop())
    product.write("x.py", "2")
    product.stop(active=True)
    product.write("y.py")
    (product.root / "ok").unlink()
    product.write("y.py", "2")
    assert "attempt 1" in blocked(product.stop(active=True))
    product.file("ok")
    assert "[gate] ok: . $ test -f ok" in shown(product.stop(active=True))


def test_f04_the_rules_command_is_among_the_labels_of_the_report(product):
    failing_rule(product)
    product.file("ok")
    assert blocked(product.stop()).startswith("[gate] All checks passed: test -f ok ✓.")


def test_f05_a_rule_mended_at_stop_reserves_its_checks_for_the_same_stop(product):
    failing_rule(product, "    run_checks: [chk]\nconsistency_checks:\n  - {name: chk, run: [touch ran]}\n")
    product.file("ok")
    product.stop(active=True)
    assert (product.root / "ran").exists()


def test_f07_a_pass_after_the_next_edit_clears_it(product):
    failing_rule(product)
    product.file("ok")
    product.write("x.py", "2")
    assert product.stop() == {}


def test_a_broken_gate_with_work_pending_blocks_the_stop_once(product, monkeypatch):
    failing_rule(product)
    monkeypatch.setenv("FEEDBACK_GATE_TRUST", "off")
    product.gate("rules: [unclosed\n")
    text = blocked(product.stop())
    assert "gate.yaml cannot be read" in text
    assert "line 2" in text or "line 1" in text
    second = product.stop(active=True)
    assert blocked(second) == ""
    assert "unchecked" in shown(second)


def test_one_block_lists_all_that_is_wrong(product):
    product.gate(
        "rules:\n  - match: '*.py'\n    run: ['echo RULE; exit 1']\n    run_checks: [one, two]\n"
        "consistency_checks:\n  - {name: one, run: ['echo ONE; exit 1']}\n  - {name: two, run: ['true']}\n"
    )
    product.git().start()
    product.write("x.py")
    text = blocked(product.stop())
    assert "✗ echo RULE; exit 1\n✗ echo ONE; exit 1\n✓ true" in text
    assert "\nRULE\n" in text
    assert "\nONE\n" in text


def test_a_stop_over_work_whose_gate_waits_for_approval_is_silent_and_checks_it_once_approved(product, monkeypatch):
    monkeypatch.setenv("FEEDBACK_GATE_TRUST", "strict")
    failing_rule(product)
    assert product.stop() == {}
    monkeypatch.setenv("FEEDBACK_GATE_TRUST", "off")
    assert blocked(product.stop(active=True)) != ""


def test_a_stop_whose_time_ran_out_gives_up_on_what_it_looked_at_until_an_edit(product, monkeypatch):
    product.gate("rules:\n  - match: '*.py'\n    run: ['echo run >> count; test -f quick || sleep 30']\n")
    product.git().start()
    product.file("quick")
    product.write("x.py")
    product.sh("echo y >> x.py && rm quick")
    from feedback_gate import check

    monkeypatch.setitem(check.INNER_SECONDS, "Stop", 1.0)
    first = product.stop()
    runs = product.sh("cat count")
    assert "not checked" in shown(first)
    assert product.stop(active=True) == {}
    assert product.sh("cat count") == runs
