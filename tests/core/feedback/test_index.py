"""The index finds every entry whose literal occurs, whatever the literal, and refuses what is not whole."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from feedback_gate.feedback.index import Index
from feedback_gate.regex import Subject

HEAD = {
    "version": "1",
    "folder": "/f",
    "stat": [1],
    "racy": False,
    "unread": 0,
    "unreadable": [],
    "again": False,
    "build": "b",
    "meta": [0, 0],
}


def index(*literals, event="pre_bash") -> Index:
    """One row an entry; read back as from a file."""
    rows = [(number * 10, 10) for number in range(len(literals))]
    made = Index.made(HEAD, rows, {event: [(literal, row, row % 3) for row, literal in enumerate(literals)]})
    read = Index.read(made.data(), "1")
    assert read is not None
    return read


def rows(found: Index, *texts: str) -> list[int]:
    return list(found.hits("pre_bash", [Subject(text) for text in texts]))


def test_a_literal_a_case_blind_one_and_none():
    found = index(("git push", False), ("drop tab", True), None)
    assert rows(found, "git push") == [0, 2]
    assert rows(found, "GIT PUSH") == [2]
    assert rows(found, "DROP TABLE x") == [1, 2]
    assert rows(found, "x", "git push; drop table") == [0, 1, 2]


def test_without_a_text_only_what_needs_none():
    assert rows(index(("x", False), None)) == [1]


def test_an_event_without_entries_has_no_hits():
    found = index(("x", False), event="pre_edit")
    assert (found.has("pre_edit"), found.has("pre_bash"), rows(found, "x")) == (True, False, [])


def test_entries_of_one_record_are_found_together():
    made = Index.made(HEAD, [(0, 5), (5, 7)], {"pre_bash": [(("a", False), 1, 4), (None, 1, 2), (("b", True), 0, 199)]})
    assert made.hits("pre_bash", [Subject("ab")]) == {0: {199}, 1: {2, 4}}
    assert [made.place(row) for row in (0, 1)] == [(0, 5), (5, 7)]


@pytest.mark.parametrize("literal", ["a\nb", "\n", "\udcff", "日本", "🙂", " ", "\\n", "\t", "\x00", "x" * 5000])
@pytest.mark.parametrize("blind", [False, True])
def test_any_literal_is_found(literal, blind):
    found = index(("before", False), (literal, blind), ("after", True))
    assert 1 in rows(found, f"x{literal}y")


LITERALS = st.one_of(
    st.none(),
    st.tuples(st.text(min_size=1, max_size=4), st.just(False)),
    st.tuples(st.text("ab\ncd", min_size=1, max_size=4), st.just(True)),
)


@given(st.lists(LITERALS, max_size=8), st.text("abcd\n XYZ", max_size=20))
def test_nothing_that_could_match_is_missed_and_nothing_else_is_looked_at_without_need(literals, text):
    subject = Subject(text)
    found = rows(index(*literals), text)
    needed = [row for row, literal in enumerate(literals) if literal is None or subject.may_match(literal)]
    assert set(needed) <= set(found)
    assert {row for row in found if row not in needed} <= {row for row, one in enumerate(literals) if one and "\n" in one[0]}


def test_a_file_that_is_cut_off_or_of_another_version_is_no_index():
    data = index(("git push", False), None).data()
    assert [size for size in range(len(data)) if Index.read(data[:size], "1") is not None] == []
    assert Index.read(data + b"x", "1") is None
    assert Index.read(data, "2") is None


def test_a_changed_byte_of_the_text_is_found_out():
    data = index(("git push", False), None).data()
    start = data.index(b"\n") + 1
    assert all(Index.read(data[:at] + bytes([data[at] ^ 1]) + data[at + 1 :], "1") is None for at in range(start, len(data)))
