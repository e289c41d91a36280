"""Counts that rise by themselves: once a session, up to 4, one line of the file, and they lapse again (table Q)."""

from __future__ import annotations

import json
import os
import stat
import subprocess
import sys
import threading
from pathlib import Path

import pytest
from tests.core.feedback.conftest import RuleFolder
from tests.support.product import blocked, context, decision, denied, shown

from feedback_gate.feedback import count_line, learned
from feedback_gate.feedback.rules import Rules
from feedback_gate.main import main
from feedback_gate.people.arguments import call_here
from feedback_gate.system import clock

PUSH = {"event": "pre_bash", "when": "git push", "message": "m"}


def count_in(path) -> int:
    return int(path.read_text().partition("\ncount: ")[2].partition("\n")[0])


def in_force(name: str = "r") -> int:
    return max(rule.count for rule in Rules(call_here(), thorough=True).active() if rule.name == name)


def lapse_beside() -> tuple[list[tuple[str, int, int]], threading.Thread]:
    """What a lapse in a thread of its own takes back, and the thread, not yet started."""
    lapsed: list[tuple[str, int, int]] = []
    return lapsed, threading.Thread(target=lambda: lapsed.extend(learned.lapse(os.environ, clock.now(), lambda path: 0.0)))


def violate(product, session: str = "s1", times: int = 1):
    for _ in range(times):
        reply, _ = product.in_session(session).bash("git push", run=False)
    return reply


def test_q1_once_a_session(product, rule):
    path = rule("r", 1, PUSH)
    counts = []
    for session in ("s1", "s1", "s2"):
        violate(product, session)
        counts.append(count_in(path))
    assert counts == [2, 2, 3]


def test_q2_five_is_the_persons_word(product, rule):
    path = rule("r", 5, PUSH)
    before = path.read_bytes()
    violate(product)
    assert path.read_bytes() == before


def test_q2_d16_four_is_the_end_of_what_rises_by_itself(product, rule):
    path = rule("r", 0, PUSH, {"event": "post_edit", "path": "**", "when": "x", "message": "e"})
    for number in range(9):
        product.in_session(f"s{number}").write("a.txt", "x")
    assert count_in(path) == 4


def test_q3_without_a_session_nothing_rises(product, rule):
    path = rule("r", 1, PUSH)
    violate(product, "")
    assert count_in(path) == 1


def test_q4_switched_off_it_is_only_logged(product, rule, log, monkeypatch):
    monkeypatch.setenv("FEEDBACK_GATE_AUTO_COUNT", "FALSE")
    path = rule("r", 1, PUSH)
    violate(product)
    assert (count_in(path), len(log())) == (1, 1)


def test_q4_d16_one_rule_can_keep_its_count(product, rule):
    path = rule("r", 1, PUSH, auto_count=False)
    violate(product)
    assert count_in(path) == 1


def test_q5_the_call_itself_still_has_the_old_count(product, rule, log):
    path = rule("r", 2, PUSH)
    reply = violate(product)
    assert context(reply) == "r (count: 2): m\n[feedback] r: count 2 -> 3"
    assert (decision(reply), log()[0]["count"], count_in(path)) == ("", 2, 3)


def test_q6_of_two_rules_of_one_name_the_one_that_was_violated_rises(product, rule, project_rule):
    own = rule("r", 1, {**PUSH, "when": "never"})
    projects = project_rule("r", 1, PUSH)
    violate(product)
    assert (count_in(own), count_in(projects)) == (1, 2)


@pytest.mark.parametrize(
    "line", ['count: "2"', "count: 2.0", "count: +2", "count: 0x2", "'count': 2", "count: [2]", "count: yes"]
)
def test_q7_a_line_that_is_not_plain_is_left_alone(product, rule, line):
    path = rule.write("r.md", f"---\nname: r\n{line}\nenforce:\n  - {{event: pre_bash, when: git push}}\n---\ncount: 2\n")
    before = path.read_bytes()
    violate(product)
    assert path.read_bytes() == before


@pytest.mark.parametrize("line", ["count: 2 # said twice", "count:   2  "])
def test_q7_d19_blanks_and_a_comment_do_not_disturb(product, rule, line):
    path = rule.write("r.md", f"---\nname: r\n{line}\nenforce:\n  - {{event: pre_bash, when: git push}}\n---\ncount: 2\n")
    before = path.read_text()
    violate(product)
    assert path.read_text() == before.replace(line, line.replace("2", "3"))


@pytest.mark.parametrize(("start", "end"), [("", "\n"), ("\ufeff", "\n"), ("", "\r\n")])
def test_one_number_changes_and_nothing_else(product, rule, start, end):
    lines = [
        "---",
        "name: r",
        "count: 9x",
        "count: 1",
        "enforce:",
        "  - event: pre_bash",
        "    when: git push",
        "---",
        "count: 1",
        "",
    ]
    lines.remove("count: 9x")
    path = rule.write("x.md", "")
    path.write_bytes((start + end.join(lines)).encode())
    os.chmod(path, 0o640)
    violate(product)
    assert path.read_bytes() == (start + end.join(lines)).encode().replace(b"count: 1", b"count: 2", 1)
    assert stat.S_IMODE(path.stat().st_mode) == 0o640


def test_a_linked_rule_stays_a_link(product, rule, tmp_path):
    real = RuleFolder(tmp_path / "elsewhere")("r", 1, PUSH)
    rule.path.mkdir(parents=True)
    (rule.path / "r.md").symlink_to(real)
    violate(product)
    assert (rule.path / "r.md").is_symlink()
    assert count_in(real) == 2


def test_q8_a_file_that_cannot_be_replaced_costs_no_verdict(product, rule, monkeypatch):
    from feedback_gate.system import files

    rule("r", 2, PUSH)
    product.prompt()

    def refuse(path: str, *rest: object, **more: object) -> None:
        raise PermissionError(13, "Permission denied", path)

    monkeypatch.setattr("feedback_gate.feedback.count_line.files.write_atomically", refuse)
    assert files.write_atomically is refuse
    assert "r (count: 2): m" in context(violate(product))


def test_q9_two_entries_violated_by_one_call_raise_once(product, rule):
    path = rule("r", 1, PUSH, {**PUSH, "when": "push"})
    violate(product)
    assert count_in(path) == 2


def test_an_ask_does_not_count_neither_approved_nor_open(product, rule):
    path = rule("r", 3, PUSH)
    fields = {"tool_name": "Bash", "tool_use_id": "t1", "tool_input": {"command": "git push"}}
    product.call("PreToolUse", **fields)
    product.call("PostToolUse", tool_response={}, **fields)
    assert context(product.call("PreToolUse", **fields)) == "r (count: 3): m"
    assert count_in(path) == 3


def test_an_ask_that_nobody_could_be_asked_counts(product, rule):
    path = rule("r", 3, {"event": "pre_edit", "path": "**", "when": "TODO", "message": "m"})
    product.git()
    reply = product.bash("echo TODO > a.txt")[1]
    assert "r (count: 3): m" in blocked(reply)
    assert count_in(path) == 4


def test_all_agents_of_a_session_raise_once(product, rule):
    path = rule("r", 1, PUSH)
    for agent in ("", "a1", "a2"):
        product.as_agent(agent).bash("git push", run=False)
    assert count_in(path) == 2


def test_a_count_changed_by_hand_meanwhile_is_left_alone(product, rule):
    path = rule("r", 1, PUSH)
    product.prompt()
    before = os.stat(path)
    text = path.read_text()
    violate(product)
    path.write_text(text)
    os.utime(path, ns=(before.st_atime_ns, before.st_mtime_ns))
    violate(product, "s2")
    assert count_in(path) == 2


DIES = """
import os, signal, sys
from feedback_gate.feedback import count_line, learned, memory
from feedback_gate import main
room, name, when = sys.argv[1:4]
room = {"count_line": count_line, "learned": learned, "memory": memory}[room]
step = getattr(room, name)
def killed(*given, **named):
    if when == "after":
        step(*given, **named)
    os.kill(os.getpid(), signal.SIGKILL)
def update(state, change, otherwise=None):
    raises = "append" in change.__code__.co_names
    return (killed if raises else step)(state, change, otherwise)
setattr(room, name, update if name == "update" else killed)
main.main(["claude", "PreToolUse"])
"""
STEPS = [("learned", "begin"), ("count_line", "rewrite"), ("learned", "settle"), ("memory", "update")]


def die(product, room: str, step: str, when: str, session: str = "s1") -> None:
    """Violate the rule in a process that is killed just before or after one step of the raise."""
    fields = {"session_id": session, "cwd": str(product.root), "tool_name": "Bash", "tool_input": {"command": "git push"}}
    environ = {**os.environ, "PYTHONPATH": os.pathsep.join(path for path in sys.path if path.endswith("core"))}
    command = [sys.executable, "-c", DIES, room, step, when]
    done = subprocess.run(command, input=json.dumps(fields), env=environ, text=True, capture_output=True, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (-9, "", "")


class TestAProcessKilledWhileItRaises:
    """Whatever the step, a session raises a rule exactly once."""

    @pytest.mark.parametrize("when", ["before", "after"])
    @pytest.mark.parametrize(("room", "step"), STEPS)
    def test_the_session_raises_once(self, product, rule, room, step, when):
        path = rule("r", 1, PUSH)
        die(product, room, step, when)
        counts = []
        for session in ("s1", "s1", "s2", "s1"):
            violate(product, session)
            counts.append(count_in(path))
        assert counts == [2, 2, 3, 3]

    @pytest.mark.parametrize("when", ["before", "after"])
    @pytest.mark.parametrize(("room", "step"), STEPS)
    def test_another_session_in_between_takes_nothing_away(self, product, rule, room, step, when):
        path = rule("r", 1, PUSH)
        die(product, room, step, when)
        for session in ("s2", "s1", "s2", "s1"):
            violate(product, session)
        assert count_in(path) == 3

    @pytest.mark.parametrize(("room", "step"), [("learned", "add"), ("memory", "update")])
    @pytest.mark.parametrize("when", ["before", "after"])
    def test_a_rule_that_git_tracks_too(self, product, project_rule, room, step, when):
        path = project_rule("r", 1, PUSH)
        product.git()
        die(product, room, step, when)
        for session in ("s1", "s1"):
            violate(product, session)
        assert (count_in(path), learned.on_top(os.environ)) == (1, {os.path.realpath(path): 1})

    def test_what_it_began_is_announced_by_the_next_call_of_its_session(self, product, rule):
        rule("r", 1, PUSH)
        die(product, "count_line", "rewrite", "before")
        assert context(violate(product)) == "r (count: 1): m\n[feedback] r: count 1 -> 2"

    def test_a_count_that_a_person_set_since_then_stays(self, product, rule):
        path = rule("r", 2, PUSH)
        die(product, "count_line", "rewrite", "before")
        path.write_text(path.read_text().replace("count: 2", "count: 0"))
        violate(product)
        assert count_in(path) == 0


class TestARuleThatGitTracks:
    """Its file stays as it is; what was learned on top of it is kept for this user."""

    @pytest.fixture
    def tracked(self, product, project_rule):
        path = project_rule("r", 2, PUSH)
        product.git()
        return path

    def test_the_tree_stays_clean_and_the_rule_hardens(self, product, tracked):
        assert "[feedback] r: count 2 -> 3" in context(violate(product))
        assert product.sh("git status --porcelain") == ""
        assert in_force() == 3
        assert decision(violate(product, "s2")) == "ask"

    def test_it_stops_at_four(self, product, project_rule):
        path = os.path.realpath(project_rule("r", 2, {"event": "post_edit", "path": "**", "when": "x", "message": "e"}))
        product.git()
        seen = []
        for number in range(9):
            product.in_session(f"s{number}").write("a.txt", "x")
            seen.append((in_force(), learned.on_top(os.environ)))
        assert seen == [(3, {path: 1}), *[(4, {path: 2})] * 8]

    def test_calls_that_all_saw_the_count_below_four_keep_no_more_than_it_has_room_for(self, product, tracked):
        path = os.path.realpath(tracked)
        assert [learned.add(path, 2, f"s{number}", clock.now(), os.environ) for number in range(9)] == [3, 4, *[None] * 7]
        assert (in_force(), learned.on_top(os.environ)) == (4, {path: 2})

    def test_bump_writes_what_was_learned_and_one_more(self, product, tracked, capsys):
        violate(product)
        assert main(["rules", "bump", "r"]) == 0
        assert capsys.readouterr().out == f"{tracked}: count 3 -> 4\n"
        assert (count_in(tracked), in_force(), learned.on_top(os.environ)) == (4, 4, {})

    def test_what_the_person_writes_by_hand_counts_with_it(self, product, tracked):
        violate(product)
        tracked.write_text(tracked.read_text().replace("count: 2", "count: 5"))
        assert in_force() == 5

    def test_another_users_state_knows_nothing_of_it(self, product, tracked, tmp_path, monkeypatch):
        violate(product)
        monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "other"))
        assert in_force() == 2


class TestWhatRoseByItselfLapses:
    """After a quiet quarter one automatic part is taken back; what a person wrote is not."""

    @pytest.fixture
    def later(self, monkeypatch, home):
        def to(days: float) -> None:
            now = os.stat(home).st_ctime + days * 86400
            monkeypatch.setattr(clock, "now", lambda: now)

        return to

    def test_a_written_count_goes_back_by_one_a_quarter(self, product, rule, later):
        path = rule("r", 1, PUSH)
        for session in ("s1", "s2"):
            violate(product, session)
        later(89)
        assert "count" not in shown(product.in_session("a").start())
        later(91)
        assert f"[feedback] {path}: count 3 -> 2; it rose by itself and was not violated for 90 days." in shown(
            product.in_session("b").start()
        )
        later(92.5)
        product.in_session("c").start()
        assert count_in(path) == 2
        for days in (183, 280, 400):
            later(days)
            product.in_session(f"d{days}").start()
        assert count_in(path) == 1

    def test_a_learned_count_goes_back_too(self, product, project_rule, later):
        path = project_rule("r", 2, PUSH)
        product.git()
        violate(product)
        later(91)
        assert f"[feedback] {path}: count 3 -> 2; it rose by itself and was not violated for 90 days." in shown(
            product.in_session("b").start()
        )
        assert (in_force(), learned.on_top(os.environ)) == (2, {})

    def test_a_learned_count_waits_until_a_broken_file_is_mended(self, product, project_rule, later):
        path = project_rule("r", 2, PUSH)
        product.git()
        violate(product)
        text = path.read_text()
        path.write_text(text.replace("---", "--", 1))
        later(91)
        assert "count" not in shown(product.in_session("b").start())
        path.write_text(text)
        later(92.5)
        assert f"[feedback] {path}: count 3 -> 2;" in shown(product.in_session("c").start())

    def test_the_first_lapse_of_a_learned_four_is_felt(self, product, project_rule, later):
        path = project_rule("r", 2, {"event": "post_edit", "path": "**", "when": "x", "message": "e"})
        product.git()
        for number in range(9):
            product.in_session(f"s{number}").write("a.txt", "x")
        later(91)
        assert f"[feedback] {path}: count 4 -> 3;" in shown(product.in_session("b").start())
        assert (in_force(), learned.on_top(os.environ)) == (3, {os.path.realpath(path): 1})

    @pytest.mark.parametrize(("by_hand", "line"), [(3, "count 4 -> 3;"), (4, ""), (5, "")])
    def test_of_what_was_learned_only_what_the_written_count_has_room_for_lapses(
        self, product, project_rule, later, by_hand, line
    ):
        path = project_rule("r", 2, {"event": "post_edit", "path": "**", "when": "x", "message": "e"})
        product.git()
        for number in range(2):
            product.in_session(f"s{number}").write("a.txt", "x")
        path.write_text(path.read_text().replace("count: 2", f"count: {by_hand}"))
        later(91)
        text = shown(product.in_session("b").start())
        assert line in text if line else "it rose by itself" not in text
        assert (in_force(), learned.on_top(os.environ)) == (by_hand, {})

    def test_a_violation_starts_the_quarter_anew(self, product, rule, later):
        path = rule("r", 1, PUSH)
        violate(product)
        product.in_session("s1").bash("git push", run=False)
        later(60)
        violate(product, "s1")
        later(100)
        product.in_session("b").start()
        assert count_in(path) == 2

    def test_it_waits_for_a_raise_that_is_under_way_and_then_takes_nothing_back(self, product, rule, later):
        path = os.path.realpath(rule("r", 1, PUSH))
        violate(product)
        later(91)
        lapsed, lapsing = lapse_beside()
        with learned.lock(path, os.environ):
            learned.begin(path, 3, "s2", clock.now(), os.environ)
            lapsing.start()
            lapsing.join(0.3)
            count_line.rewrite(path, 2, 3)
            learned.settle(path, os.environ, written=True)
        lapsing.join()
        assert (lapsed, count_in(Path(path)), learned.raised_by(path, os.environ)[1]) == ([], 3, 0)

    def test_what_changed_before_the_rule_was_locked_counts(self, product, rule, later):
        path = os.path.realpath(rule("r", 1, PUSH))
        violate(product)
        later(91)
        lapsed, lapsing = lapse_beside()
        with learned.lock(path, os.environ):
            lapsing.start()
            lapsing.join(0.3)
            assert (lapsing.is_alive(), count_in(Path(path))) == (True, 2)
            count_line.rewrite(path, 2, 5)
            learned.forget(path, os.environ)
        lapsing.join()
        assert (lapsed, count_in(Path(path))) == ([], 5)

    def test_a_rule_that_cannot_be_locked_waits_and_the_others_lapse(self, product, rule, later):
        first, second = (os.path.realpath(rule(name, 1, {**PUSH, "message": name})) for name in ("a", "b"))
        violate(product)
        later(91)
        lock = learned.lock(first, os.environ).path
        os.remove(lock)
        os.mkdir(lock)
        assert learned.lapse(os.environ, clock.now(), lambda path: 0.0) == [(second, 2, 1)]
        assert (count_in(Path(first)), count_in(Path(second))) == (2, 1)

    def test_a_count_that_a_person_set_since_then_stays(self, product, rule, later):
        path = rule("r", 1, PUSH)
        violate(product)
        path.write_text(path.read_text().replace("count: 2", "count: 5"))
        later(91)
        product.in_session("b").start()
        assert count_in(path) == 5

    def test_what_was_learned_of_a_file_that_is_gone_is_forgotten(self, product, rule, home, later):
        path = rule("r", 1, PUSH)
        violate(product)
        path.unlink()
        later(2)
        product.in_session("b").start()
        assert (home / ".local/state/feedback-gate/learned.json").read_text() == "{}"


def test_five_that_a_person_applied_denies_and_is_not_taken_back(product, rule, log):
    path = rule("r", 3, {**PUSH, "severity": "block"})
    for session in ("s1", "s2"):
        violate(product, session)
    assert count_in(path) == 4
    path.write_text(path.read_text().replace('"severity": "block", ', ""))
    assert main(["correct", "apply"]) == 0
    assert denied(violate(product, "s3")) == "r (count: 5): m"
    assert learned.on_top(os.environ) == {}
