"""Several copies of ours, one answer: who is chosen, who takes over, and that no event is answered twice."""

from __future__ import annotations

import os

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from feedback_gate.state import owner

MANAGED, USER, LOCAL = "/opt/feedback-gate", "/home/u/feedback-gate", "/home/u/project copy"
PLUGIN_FOLDER = "/home/u/.claude/plugins/cache/x/shim"


class Session:
    """Copies that run, registrations that are read, and the file between them."""

    def __init__(self, folder, registered, running):
        self.path = str(folder / "seen" / "owner.claude.s")
        self.settings = folder / "settings.json"
        self.registered = list(registered)
        self.running = list(running)
        self.looks = 0
        self.write()

    def write(self):
        """Change the file that registers us."""
        self.settings.write_text(f"{self.registered}{self.looks}{'x' * len(self.registered)}")

    def look(self):
        self.looks += 1
        return self.registered, [str(self.settings), str(self.settings) + ".local"]

    def event(self, key="", order=None):
        """Who answers an event, when the copies come in this order."""
        return [copy for copy in order or self.running if owner.handles(self.path, copy, key, self.look)]

    def lines(self):
        with open(self.path, encoding="utf-8") as file:
            return [line.rstrip("\n") for line in file if line[:2] in ("= ", "- ", "+ ", "! ")]


@pytest.fixture
def session(tmp_path):
    """A function (registered, running) → a new session."""
    return lambda registered, running=None: Session(tmp_path, registered, registered if running is None else running)


# ---- who is chosen


def test_the_first_of_the_registrations_answers_whoever_comes_first(session):
    one = session([MANAGED, "plugin", USER], [USER, PLUGIN_FOLDER, MANAGED])
    assert one.event("start") == [MANAGED]
    assert one.event("p1") == one.event() == [MANAGED]


def test_a_plugin_is_known_by_no_registration_of_its_folder(session):
    one = session(["plugin", USER], [USER, PLUGIN_FOLDER])
    assert [one.event("start"), one.event("p1"), one.event()] == [[PLUGIN_FOLDER]] * 3


def test_a_second_plugin_of_ours_is_silent(session):
    one = session(["plugin"], [PLUGIN_FOLDER, "/another/shim"])
    assert [one.event("start"), one.event(), one.event("p1", ["/another/shim", PLUGIN_FOLDER])] == [[PLUGIN_FOLDER]] * 3


def test_a_copy_that_no_file_registers_is_silent_beside_one_that_is(session):
    one = session([USER], ["/inline/shim", USER])
    assert [one.event("start"), one.event(), one.event("p1")] == [[USER]] * 3


def test_of_two_copies_that_no_file_registers_one_answers(session):
    one = session([], ["/a", "/b"])
    assert [one.event("start"), one.event("p1", ["/b", "/a"]), one.event()] == [["/a"]] * 3


def test_a_copy_alone_answers_and_writes_once(session):
    one = session([USER])
    assert one.event("start") == [USER]
    before = os.stat(one.path).st_ino
    assert [one.event(), one.event("p1"), one.event("p2")] == [[USER]] * 3
    assert (os.stat(one.path).st_ino, one.looks) == (before, 1)


def test_in_a_session_that_is_under_way_the_one_that_is_here_answers_for_the_others_may_not_run(session):
    one = session([MANAGED, USER], [USER])
    assert [one.event(), one.event()] == [[USER]] * 2
    one.running = [MANAGED, USER]
    assert [one.event(), one.event("p1"), one.event("p2")] == [[USER]] * 3


# ---- taking over


def test_an_owner_that_never_runs_loses_it_at_the_next_event(session):
    one = session([MANAGED, USER], [USER])
    assert one.event("start") == []
    assert [one.event("p1"), one.event(), one.event("p2")] == [[USER]] * 3


def test_an_owner_that_comes_back_after_it_was_replaced_stays_silent(session):
    one = session([MANAGED, USER], [USER])
    one.event("start")
    one.event("p1")
    one.running = [MANAGED, USER]
    assert [one.event("p2"), one.event(), one.event("p3", [USER, MANAGED])] == [[USER]] * 3


def test_the_next_event_is_answered_when_the_owners_registration_is_removed(session):
    one = session([MANAGED, USER])
    assert [one.event("start"), one.event("p1")] == [[MANAGED]] * 2
    one.registered, one.running = [USER], [USER]
    one.write()
    assert [one.event(), one.event(), one.event("p2")] == [[USER]] * 3


def test_before_any_prompt_too_the_next_event_is_answered_by_one_that_runs(session):
    one = session([USER, LOCAL])
    assert one.event("", [USER]) == [USER]
    one.registered, one.running = [MANAGED, LOCAL], [LOCAL]
    one.write()
    assert [one.event(), one.event()] == [[LOCAL]] * 2


def test_an_owner_that_still_runs_after_its_registration_was_removed_answers_alone(session):
    one = session([MANAGED, USER])
    one.event("start")
    one.registered = [USER]
    one.write()
    assert [one.event(), one.event("p1"), one.event("p2", [USER, MANAGED])] == [[MANAGED]] * 3


def test_a_better_registration_that_comes_later_does_not_take_a_session_over(session):
    one = session([USER])
    one.event("start")
    one.registered, one.running = [MANAGED, USER], [MANAGED, USER]
    one.write()
    assert [one.event(), one.event("p1"), one.event("p2")] == [[USER]] * 3


def test_an_owner_that_falls_silent_is_replaced_at_the_second_prompt_without_it(session):
    one = session([MANAGED, USER])
    one.event("start")
    one.event("p1")
    one.running = [USER]
    assert [one.event("p2"), one.event("p3"), one.event()] == [[], [USER], [USER]]


def test_an_owner_that_stopped_a_prompt_before_the_others_got_it_is_not_missing(session):
    one = session([MANAGED, USER])
    one.event("start")
    one.event("p1")
    one.event("p2", [MANAGED])
    assert [one.event("p3", [USER, MANAGED]), one.event()] == [[MANAGED]] * 2


def test_the_one_that_takes_over_is_one_that_was_heard(session):
    one = session([MANAGED, USER, LOCAL], [LOCAL])
    one.event("start")
    assert [one.event("p1"), one.event()] == [[LOCAL]] * 2


@pytest.mark.parametrize("order", [[USER, MANAGED], [MANAGED, USER]])
def test_copies_that_overtake_each_other_at_prompts_do_not_count_as_missing(session, order):
    one = session([MANAGED, USER])
    one.event("start")
    answered = [one.event(f"p{number}", order if number % 2 else order[::-1]) for number in range(8)]
    assert answered == [[MANAGED]] * 8


# ---- always once

copies = [MANAGED, "plugin", USER, LOCAL]
steps = st.lists(
    st.tuples(
        st.sampled_from(["prompt", "prompt", "tool", "tool", "register", "run", "resume"]),
        st.lists(st.sampled_from(copies), unique=True),
        st.permutations(copies),
    ),
    max_size=12,
)


def as_run(copy):
    return PLUGIN_FOLDER if copy == "plugin" else copy


@settings(max_examples=300, deadline=None)
@given(st.lists(st.sampled_from(copies), unique=True), st.lists(st.sampled_from(copies), unique=True), steps)
def test_no_event_is_answered_twice_whatever_is_registered_runs_or_changes(tmp_path_factory, registered, running, todo):
    one = Session(tmp_path_factory.mktemp("s"), registered, running)
    for number, (kind, chosen, order) in enumerate([("prompt", [], copies), *todo]):
        if kind == "register":
            one.registered = [copy for copy in copies if copy in chosen]
            one.write()
            continue
        if kind == "run":
            one.running = chosen
            continue
        key = "" if kind == "tool" else f"{kind}{number}"
        assert len(one.event(key, [as_run(copy) for copy in order if copy in one.running])) <= 1


@settings(max_examples=300, deadline=None)
@given(
    st.lists(st.sampled_from(copies), unique=True),
    st.lists(st.sampled_from(copies), unique=True, min_size=1),
    st.lists(st.tuples(st.booleans(), st.permutations(copies)), max_size=8),
)
def test_whoever_runs_every_event_after_the_start_is_answered(tmp_path_factory, registered, running, todo):
    one = Session(tmp_path_factory.mktemp("s"), [copy for copy in copies if copy in registered], running)
    one.event("start", [as_run(copy) for copy in running])
    for number, (tool, order) in enumerate([(False, copies), *todo]):
        key = "" if tool else f"p{number}"
        assert len(one.event(key, [as_run(copy) for copy in order if copy in running])) == 1


# ---- the file


def test_the_file_names_who_answers_who_is_silent_and_what_is_watched(session, tmp_path):
    one = session([MANAGED, "plugin", USER], [USER, PLUGIN_FOLDER, MANAGED])
    assert one.event("start") == [MANAGED]
    assert one.lines() == [
        f"= {MANAGED}",
        f"- {PLUGIN_FOLDER}",
        f"- {USER}",
        f"+ {tmp_path}/settings.json",
        f"! {tmp_path}/settings.json.local",
    ]


def test_the_file_is_older_than_anything_that_changes_after_the_look(session):
    one = session([USER])
    one.event("start")
    one.write()
    assert os.stat(one.settings).st_mtime_ns > os.stat(one.path).st_mtime_ns


@pytest.mark.parametrize("content", ["", "\n? [", "\n? []\n", "\n? {}\n", "= /x\n", "\n? " + "[" * 100000, "\x00"])
def test_a_file_that_was_damaged_counts_as_none(session, content):
    one = session([MANAGED, USER])
    one.event("start")
    with open(one.path, "w", encoding="utf-8") as file:
        file.write(content)
    assert one.event("p1") == [MANAGED]


def test_where_nothing_can_be_kept_every_copy_answers(tmp_path):
    (tmp_path / "seen").write_text("a file")
    path = str(tmp_path / "seen" / "owner.claude.s")
    assert owner.handles(path, USER, "start", lambda: ([MANAGED], []))


def test_a_session_with_an_odd_name_gets_a_plain_file_name(home):
    environ = {"HOME": str(home)}
    assert owner.path_of(environ, "codex", "11-aa") == f"{home}/.local/state/feedback-gate/seen/owner.codex.11-aa"
    odd = owner.path_of(environ, "codex", "../x")
    assert (os.path.dirname(odd), "/" in os.path.basename(odd), ".." in odd) == (
        f"{home}/.local/state/feedback-gate/seen",
        False,
        False,
    )
