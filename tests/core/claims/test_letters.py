"""Letters of which every match has one: a pattern is left alone only where it could not have matched."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from feedback_gate.claims import detector, languages, letters, likeness

LANGUAGES = ("de", "en", "es", "fr", "hi", "ja", "ko", "pt", "zh")
REWRITES = [entry for language in LANGUAGES for entry in languages.pack(language).rewrites]
KNOWN = sorted({char for _, pattern, _ in REWRITES for char in pattern if not char.isspace()})


@pytest.mark.parametrize(
    ("pattern", "expected"),
    [
        ("a", "a"),
        ("bc", "b"),
        ("ab", "b"),
        ("(?<=d)i", "i"),
        ("[NZE]a", "a"),
        ("aζ", "ζ"),
        ("[ab]", "ab"),
        ("[ab]ζ|[c]", "cζ"),
        ("(?<=ζ)a", "ζ"),
        ("a(?=[^b]{1,3}ζ)", "ζ"),
        ("(?<!ζ)a(?!ξ)", "a"),
        ("a?b", "b"),
        ("(?:aζ){2,3}c", "ζ"),
        ("(?:^|(?<=[.]))γ", "γ"),
        ("^|a", ""),
        ("[^a]", ""),
        ("[a-c]", ""),
        (".*$", ""),
    ],
)
def test_the_rarest_letters_that_a_match_needs(pattern: str, expected: str) -> None:
    assert letters.any_of(pattern) == expected


@given(st.text(st.sampled_from(KNOWN), max_size=30), st.sampled_from(REWRITES))
def test_what_a_pattern_of_a_pack_matches_has_one_of_its_letters(text: str, rewrite: tuple[str, str, str]) -> None:
    needed, pattern, _ = rewrite
    if re.search(pattern, text):
        assert not needed or not set(needed).isdisjoint(text)


def test_the_patterns_of_the_readers_stand_beside_their_letters() -> None:
    assert letters.any_of(detector._ADMISSION) == detector._ADMISSION_LETTERS
    assert letters.any_of(detector._DOUBTED) == detector._DOUBTED_LETTERS
    assert letters.any_of(likeness._DENIED) == "".join(sorted(likeness._DENIED_LETTERS))


def test_nearly_every_pattern_of_a_pack_names_some() -> None:
    assert [pattern for needed, pattern, _ in REWRITES if not needed] == []
