"""Every text exists in both languages with the same placeholders; values are shown as they are (table L of the gate's cases)."""

from __future__ import annotations

import importlib
import pkgutil
import re

import pytest

from feedback_gate import messages

ROOMS = {
    language: {
        module.name for module in pkgutil.iter_modules(importlib.import_module(f"feedback_gate.messages.{language}").__path__)
    }
    for language in messages.LANGUAGES
}


def texts(language: str, room: str) -> dict[str, str]:
    found: dict[str, str] = importlib.import_module(f"feedback_gate.messages.{language}.{room}").TEXTS
    return found


def placeholders(text: str) -> list[str]:
    return sorted(set(re.findall(r"\{([a-z_]+)\}", text)))


def test_both_languages_have_the_same_rooms():
    assert ROOMS["en"] == ROOMS["ja"]


@pytest.mark.parametrize("room", sorted(ROOMS["en"]))
def test_l01_every_key_is_present_in_both_languages_with_the_same_placeholders(room):
    english, japanese = texts("en", room), texts("ja", room)
    assert sorted(english) == sorted(japanese)
    assert {key: placeholders(text) for key, text in english.items()} == {
        key: placeholders(text) for key, text in japanese.items()
    }


@pytest.mark.parametrize("value", ["{{x}}", "<d>", "{root}", "\\1", "%s"])
def test_l02_a_value_is_shown_as_it_is_and_never_expanded(value):
    assert messages.text("gate.worktree_gone", {"root": value}) == f"[gate] the worktree {value} is gone; its files are left out"


def test_a_missing_key_shows_itself():
    assert messages.text("gate.no_such_text") == "gate.no_such_text"


@pytest.mark.parametrize(
    ("environ", "language"),
    [
        ({"LC_ALL": "C", "LC_MESSAGES": "ja_JP.UTF-8"}, "en"),
        ({"LC_MESSAGES": "ja_JP.UTF-8"}, "ja"),
        ({"LANG": "JA"}, "ja"),
        ({"LANG": "java"}, "en"),
        ({"FEEDBACK_GATE_LANG": "ja", "LC_ALL": "en_US.UTF-8"}, "ja"),
        ({}, "en"),
    ],
)
def test_l03_the_first_variable_that_says_something_decides(environ, language):
    assert messages.language_of("auto", environ) == language
