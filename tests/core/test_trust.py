"""Which gate commands run: first sight, pending changes, deletion, worktrees, modes, approval by code."""

from __future__ import annotations

import os
import re

import pytest
from tests.support.product import Product, blocked, context, shown

from feedback_gate.check import Call
from feedback_gate.event import Event
from feedback_gate.state.handover import Handover
from feedback_gate.state.inbox import Inbox

FIRST = "rules: [{match: '*.py', run: ['touch first']}]\n"
SECOND = "rules: [{match: '*.py', run: ['touch second']}]\n"


@pytest.fixture
def product(tmp_path) -> Product:
    product = Product(tmp_path / "app")
    product.gate(FIRST)
    return product.git()


def ran(product: Product) -> list[str]:
    """Which commands ran after a fresh edit."""
    product.write("a.py")
    found = [name for name in ("first", "second") if (product.root / name).exists()]
    for name in found:
        (product.root / name).unlink()
    return found


def code_in(text: str) -> str:
    found = re.search(r"feedback-gate trust ([A-Z0-9]{6})", text)
    assert found, text
    return found[1]


def test_a_gate_that_is_older_than_the_session_is_taken_at_first_sight_with_one_line(product):
    assert "was taken at first sight" in shown(product.start())
    assert ran(product) == ["first"]
    assert shown(product.in_session("s2").start()) == ""


def test_a_gate_that_appears_during_a_session_is_pending_and_stays_so_in_later_sessions(tmp_path):
    product = Product(tmp_path / "app").git()
    product.file(".claude/feedback/note.md", "no rule")
    product.start()
    product.write("b.txt")
    product.gate(FIRST)
    reply = product.write("a.py")
    assert "is new in this session and not approved" in shown(reply)
    assert not (product.root / "first").exists()
    later = product.in_session("s2")
    later.start()
    assert ran(later) == []


def test_a_changed_gate_waits_and_the_approved_one_stays_in_force(product):
    product.start()
    assert ran(product) == ["first"]
    product.gate(SECOND)
    reply = product.write("a.py", "y\n")
    assert "the last approved version stays in force" in shown(reply)
    assert (product.root / "first").exists()
    assert not (product.root / "second").exists()


@pytest.mark.parametrize("change", ["rm .claude/gate.yaml", ": > .claude/gate.yaml", "echo 'rules: []' > .claude/gate.yaml"])
def test_a_deleted_or_emptied_gate_stays_in_force(product, change):
    product.start()
    product.sh(change)
    assert ran(product) == ["first"]


def test_the_line_about_a_pending_change_comes_once_a_session(product):
    product.start()
    product.gate(SECOND)
    assert "changed" in shown(product.write("a.py", "1\n"))
    assert "stays in force" not in shown(product.write("a.py", "2\n"))
    assert "changed" in shown(product.in_session("s2").start())


def test_the_code_typed_as_a_prompt_approves_and_never_reaches_the_model(product):
    product.start()
    product.gate(SECOND)
    code = code_in(shown(product.write("a.py", "1\n")))
    reply = product.prompt(f"feedback-gate trust {code}")
    assert blocked(reply) == f"[feedback-gate] Approved: {product.root}/.claude/gate.yaml is in force as it is now."
    (product.root / "first").unlink()
    assert ran(product) == ["second"]


def test_a_code_works_once_and_only_for_the_content_it_was_shown_for(product):
    product.start()
    product.gate(SECOND)
    code = code_in(shown(product.write("a.py", "1\n")))
    product.gate("rules: [{match: '*.py', run: ['touch second; touch third']}]\n")
    assert "Nothing was approved" in blocked(product.prompt(f"feedback-gate trust {code}"))
    (product.root / "first").unlink()
    assert ran(product) == ["first"]


def test_three_wrong_codes_void_the_right_one(product):
    product.start()
    product.gate(SECOND)
    code = code_in(shown(product.write("a.py", "1\n")))
    for wrong in ("AAAAAA", "BBBBBB", "CCCCCC"):
        assert "Nothing was approved" in blocked(product.prompt(f"feedback-gate trust {wrong}"))
    assert "Nothing was approved" in blocked(product.prompt(f"feedback-gate trust {code}"))


@pytest.mark.parametrize(
    "text", ["please run feedback-gate trust ABCDEF", "feedback-gate trust ABCDEF now", "feedback-gate trust"]
)
def test_a_prompt_that_is_not_exactly_the_command_goes_on_to_the_model(product, text):
    product.start()
    assert blocked(product.prompt(text)) == ""


def test_a_subagents_prompt_and_a_task_notification_approve_nothing(product):
    product.start()
    product.gate(SECOND)
    code = code_in(shown(product.write("a.py", "1\n")))
    assert "Nothing was approved" in blocked(product.as_agent("a1").prompt(f"feedback-gate trust {code}"))
    product.prompt(f"<task-notification>feedback-gate trust {code}</task-notification>")
    (product.root / "first").unlink()
    assert ran(product) == ["first"]


def test_an_unattended_session_is_shown_no_code(product, monkeypatch):
    monkeypatch.setenv("CLAUDE_CODE_SESSION_ATTENDED", "0")
    product.start()
    product.gate(SECOND)
    assert "run `feedback-gate trust` in a terminal" in shown(product.write("a.py", "1\n"))


def test_an_approval_is_shown_once_at_the_next_session_start(product):
    product.start()
    product.gate(SECOND)
    product.prompt(f"feedback-gate trust {code_in(shown(product.write('a.py', '1')))}")
    assert re.fullmatch(
        r"\[feedback-gate\] Approved on \d{4}-\d\d-\d\d \d\d:\d\d \(prompt\): gate of this project\.",
        shown(product.in_session("s2").start()),
    )
    assert shown(product.in_session("s3").start()) == ""


def test_strict_runs_nothing_before_an_approval(product, monkeypatch):
    monkeypatch.setenv("FEEDBACK_GATE_TRUST", "strict")
    assert "not approved" in shown(product.start())
    assert ran(product) == []


def test_off_runs_whatever_is_there(product, monkeypatch):
    product.start()
    product.gate(SECOND)
    monkeypatch.setenv("FEEDBACK_GATE_TRUST", "off")
    assert ran(product) == ["second"]


def test_a_project_cannot_switch_trust_off_through_its_settings(product, monkeypatch):
    product.start()
    product.gate(SECOND)
    product.file(".claude/settings.json", '{"env": {"FEEDBACK_GATE_TRUST": "off"}}')
    monkeypatch.setenv("FEEDBACK_GATE_TRUST", "off")
    assert ran(product) == ["first"]


def test_a_worktrees_own_gate_is_approved_only_when_it_equals_an_approved_one(product):
    product.start()
    product.sh("git worktree add -q .claude/worktrees/w1 -b w1")
    same = product.root / ".claude/worktrees/w1"
    product.write(".claude/worktrees/w1/a.py")
    assert (same / "first").exists()
    (same / "first").unlink()
    (same / ".claude" / "gate.yaml").write_text(SECOND)
    product.write(".claude/worktrees/w1/a.py", "2\n")
    assert (same / "first").exists()
    assert not (same / "second").exists()


def test_without_a_home_nothing_is_approved_and_the_person_is_told(product, monkeypatch):
    monkeypatch.delenv("HOME")
    assert "HOME is not set" in shown(product.start())
    assert not (product.root / "first").exists()


def test_a_new_code_is_shown_once_the_old_one_is_void(product):
    product.start()
    product.gate(SECOND)
    first = code_in(shown(product.write("a.py", "1\n")))
    for wrong in ("AAAAAA", "BBBBBB", "CCCCCC"):
        product.prompt(f"feedback-gate trust {wrong}")
    second = code_in(shown(product.write("a.py", "2\n")))
    assert first != second
    assert "Approved" in blocked(product.prompt(f"feedback-gate trust {second}"))


def test_projects_of_one_repository_have_approvals_of_their_own(tmp_path):
    top = Product(tmp_path / "mono")
    for part, text in (("one", FIRST), ("two", SECOND)):
        top.file(f"{part}/.claude/gate.yaml", text)
    top.git()
    one = Product(tmp_path / "mono" / "one")
    one.start()
    two = Product(tmp_path / "mono" / "two")
    assert "taken at first sight" in shown(two.start())
    assert ran(two) == ["second"]
    assert ran(Product(tmp_path / "mono" / "one")) == ["first"]


@pytest.mark.parametrize(
    "appear",
    [
        "mv ../prepared .claude",  # a moved folder keeps the times of what is in it
        "mkdir .claude && ln -s ../../prepared/gate.yaml .claude/gate.yaml",
        "mkdir .claude && ln ../prepared/gate.yaml .claude/gate.yaml",
        "mkdir .claude && mv ../prepared/gate.yaml .claude/",
        "git checkout -q side",
    ],
)
def test_what_appears_after_the_start_is_pending_however_old_it_looks(tmp_path, appear):
    product = Product(tmp_path / "app").git()
    product.sh(
        "git checkout -q -b side && mkdir .claude && echo \"rules: [{match: '*.py', run: ['touch first']}]\" > .claude/gate.yaml"
    )
    product.sh("git add . && git commit -qm gate && git checkout -q main")
    (tmp_path / "prepared").mkdir()
    (tmp_path / "prepared" / "gate.yaml").write_text(FIRST)
    product.start()
    product.sh(appear)
    assert "not approved" in shown(product.write("a.py"))
    assert not (product.root / "first").exists()


def test_a_broken_gate_is_not_taken_at_first_sight_and_blocks_once(tmp_path):
    product = Product(tmp_path / "app")
    product.gate("rules: [unclosed\n")
    assert "first sight" not in shown(product.git().start())
    product.write("a.py")
    assert "cannot be read" in blocked(product.stop())
    product.gate(FIRST)
    assert "not approved" in shown(product.write("a.py", "2\n"))
    later = product.in_session("s2")
    later.start()
    assert ran(later) == []


def test_unreadable_approvals_are_no_second_first_sight(product, home):
    product.start()
    record = next(home.glob(".local/state/feedback-gate/trust/*/gate.json"))
    record.write_text("{broken")
    product.gate(SECOND)
    later = product.in_session("s2")
    assert "not approved" in shown(later.start())
    assert ran(later) == []


def test_a_pending_change_is_told_although_no_code_can_be_kept(product, monkeypatch):
    product.start()
    product.gate(SECOND)

    def fail(*_: object, **__: object) -> None:
        raise OSError(30, "Read-only file system")

    with monkeypatch.context() as patch:
        patch.setattr("feedback_gate.system.files.write_atomically", fail)
        reply = product.write("a.py")
    assert "run `feedback-gate trust` in a terminal" in shown(reply)
    assert (product.root / "first").exists()


def test_the_administrator_locks_the_option(product, monkeypatch, tmp_path):
    policy = tmp_path / "policy.conf"
    policy.write_text("trust = strict\n")
    monkeypatch.setattr("feedback_gate.settings.POLICY_FILE", str(policy))
    monkeypatch.setenv("FEEDBACK_GATE_TRUST", "off")
    assert "not approved" in shown(product.start())
    assert ran(product) == []


def test_files_changed_while_nothing_is_approved_are_checked_after_the_approval(tmp_path):
    product = Product(tmp_path / "app").git()
    product.start()
    product.gate(FIRST)
    code = code_in(shown(product.write("a.py")))
    assert product.stop() == {}
    product.prompt(f"feedback-gate trust {code}")
    assert "touch first ✓" in blocked(product.stop())


@pytest.mark.parametrize("change", ["rm -rf .git", "mv .git g && echo 'gitdir: ./g' > .git", "rm -rf .git && git init -q"])
def test_a_repository_that_is_made_anew_is_no_first_sight(product, change):
    product.start()
    product.gate(SECOND)
    product.sh(change)
    assert ran(product) == ["first"]
    later = product.in_session("s2")
    later.start()
    assert ran(later) == ["first"]


# -- a prompt that is refused never happened ----------------------------------------------------------------------------------


RULE = "---\nname: history\ndescription: History is never rewritten.\ncount: 3\n---\nNever.\n"
REFUSED = "feedback-gate trust AAAAAA"


def test_a_refused_prompt_is_told_nothing_and_the_next_one_gets_the_rules(product, home):
    rule = home / ".claude/feedback/history.md"
    rule.parent.mkdir(parents=True)
    rule.write_text(RULE)
    product.start()
    refusal = product.prompt(REFUSED)
    assert (bool(blocked(refusal)), context(refusal)) == (True, "")
    assert "History is never rewritten." in context(product.prompt())


def test_a_prompt_that_approves_is_refused_as_well_and_consumes_nothing(product, home):
    rule = home / ".claude/feedback/history.md"
    rule.parent.mkdir(parents=True)
    rule.write_text(RULE)
    product.in_session("s0").start()
    product.gate(SECOND)
    code = code_in(shown(product.start()))
    approval = product.prompt(f"feedback-gate trust {code}")
    assert ("Approved" in blocked(approval), context(approval)) == (True, "")
    assert "History is never rewritten." in context(product.prompt())


def test_what_waits_for_the_agent_waits_for_a_prompt_that_is_not_refused(product):
    product.start()
    call = Call(Event("claude", "Stop", session="s1", cwd=str(product.root), project=str(product.root)), dict(os.environ), 1e12)
    Inbox(call.environ, call.project.id, "s1").put("from the last stop")
    Handover(call.state).put("a1", "helper", "from the helper")
    Handover(call.state).launched("a1", "")
    assert context(product.prompt(REFUSED)) == ""
    told = context(product.prompt())
    assert ("from the last stop" in told, "from the helper" in told) == (True, True)


def test_a_refused_prompt_starts_no_turn(product):
    product.gate("rules: [{match: '*.py', run: ['false']}]\n")
    product.sh("git commit -qam failing")
    product.start()
    product.write("a.py")
    assert "attempt 1 of 5" in blocked(product.stop())
    product.prompt(REFUSED)
    assert "attempt 2 of 5" in blocked(product.stop())
    product.prompt()
    assert "attempt 1 of 5" in blocked(product.stop())


def test_a_refused_prompt_gives_back_no_reopening(product):
    product.start()
    call = Call(Event("claude", "Stop", session="s1", cwd=str(product.root), project=str(product.root)), dict(os.environ), 1e12)
    call.state.update(lambda kept: kept.update(budget=3))
    product.prompt(REFUSED)
    assert call.state.read()["budget"] == 3
    product.prompt()
    assert "budget" not in call.state.read()


def test_a_code_for_a_worktrees_gate_puts_it_in_force_there_alone(product):
    product.start()
    product.sh("git worktree add -q .claude/worktrees/w1 -b w1")
    own = product.root / ".claude/worktrees/w1"
    (own / ".claude/gate.yaml").write_text(SECOND)
    code = code_in(shown(product.write(".claude/worktrees/w1/a.py")))
    product.prompt(f"feedback-gate trust {code}")
    product.write(".claude/worktrees/w1/a.py", "y\n")
    assert (own / "second").exists()
    assert ran(product) == ["first"]
