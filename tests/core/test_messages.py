"""Everything shown exists in English and Japanese, with the same codes and the same placeholders."""

from __future__ import annotations

import importlib
import os
import re

import pytest

import feedback_gate.messages

FOLDER = os.path.dirname(feedback_gate.messages.__file__)
ROOMS = sorted(name[:-3] for name in os.listdir(os.path.join(FOLDER, "en")) if name.endswith(".py") and name != "__init__.py")


def texts(language: str, room: str) -> dict[str, str]:
    return dict(importlib.import_module(f"feedback_gate.messages.{language}.{room}").TEXTS)


def placeholders(text: str) -> list[str]:
    return sorted(set(re.findall(r"\{([a-z_]+)\}", text)))


@pytest.mark.parametrize("room", ROOMS)
def test_both_languages_have_the_same_codes_and_placeholders(room):
    english, japanese = texts("en", room), texts("ja", room)
    assert {code: placeholders(text) for code, text in english.items()} == {
        code: placeholders(text) for code, text in japanese.items()
    }


@pytest.mark.parametrize("room", ROOMS)
def test_every_code_begins_with_its_room(room):
    assert [code for code in texts("en", room) if not code.startswith(room + ".")] == []
