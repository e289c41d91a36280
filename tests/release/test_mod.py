"""The mod's source keeps what the client and the plugin directory ask of a module, and shows without deciding."""

from __future__ import annotations

import os
import re
import unicodedata

import pytest

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
HOOKS = os.path.join(ROOT, "hooks")
MODULES = sorted(name for name in os.listdir(HOOKS) if name.endswith(".js"))
# All that a mod of ours may hook: to register, to answer its own commands, to draw.
SHOWING = ("session.start", "command.run", "ui.render")
FORBIDDEN = r"\b(eval|Proxy|Function|require|globalThis|setTimeout|setInterval|fetch)\b|\bimport\(|\bnew\s+Function"


def source(name: str) -> str:
    with open(os.path.join(HOOKS, name), encoding="utf-8") as file:
        return file.read()


def code(name: str) -> str:
    """A module without its comments."""
    return re.sub(r"^\s*(//|\*|/\*).*$|\s//\s.*$", "", source(name), flags=re.MULTILINE)


def functions(text: str) -> set[str]:
    """The names of the functions at the top level of a module."""
    return set(re.findall(r"^(?:export )?(?:async )?function (\w+)", text, flags=re.MULTILINE))


def test_there_are_three_modules_and_together_they_are_small():
    assert MODULES == ["band.js", "register.js", "texts.js"]
    assert sum(os.path.getsize(os.path.join(HOOKS, name)) for name in MODULES) < 200 * 1024


@pytest.mark.parametrize("name", MODULES)
def test_lines_are_for_reading(name):
    longest = 10_000 if name == "texts.js" else 130
    assert [line for line in source(name).splitlines() if len(line) > longest] == []


@pytest.mark.parametrize("name", MODULES)
def test_every_character_can_be_seen(name):
    hidden = {letter for letter in source(name) if letter not in "\n " and unicodedata.category(letter)[0] in "CZ"}
    assert hidden == set()


@pytest.mark.parametrize("name", MODULES)
def test_nothing_is_imported_but_files_beside_it(name):
    imported = re.findall(r"""(?:\bfrom|^import)\s*["']([^"']+)["']""", code(name), flags=re.MULTILINE)
    assert [path for path in imported if path not in [f"./{other}" for other in MODULES]] == []


@pytest.mark.parametrize("name", MODULES)
def test_nothing_makes_code_of_text_or_reaches_around_the_client(name):
    assert re.findall(FORBIDDEN, code(name)) == []


def test_every_event_is_a_literal_that_only_shows():
    text = code("register.js")
    events = re.findall(r"""\bon\(\s*(.)""", text)
    assert events == ['"'] * 4
    assert set(re.findall(r'\bon\("([^"]+)"', text)) == set(SHOWING)


def test_the_client_is_called_as_noun_and_verb_or_handed_to_a_function_of_the_file():
    text = re.sub(r"\$\{", "{", code("register.js"))
    rest = re.sub(r"\$\.\w+\.\w+\(|\$\.plugin\.root\b", "", text)
    handed = r"\b(?:{})\(\s*\$".format("|".join(sorted(functions(text))))
    rest = re.sub(handed, "", rest)
    assert re.findall(r".*\$.*", re.sub(r"\(\$, e(?:, next)?\) =>|function \w+\(\$", "", rest)) == []


def test_next_is_only_ever_called_with_the_event_as_it_came():
    text = code("register.js")
    uses = re.findall(r"\bnext\b\S*", re.sub(r"\(\$, e, next\) =>", "", text))
    assert set(uses) == {"next(e)"}


def test_names_of_environment_variables_are_literals():
    text = code("register.js")
    assert re.findall(r"\$\.env\.get\((?!\"[A-Z_]+\"\))", text) == []
    assert "$.env.set" not in text


def test_only_the_launcher_is_started():
    assert code("register.js").count("$.process.") == 2
    assert re.findall(r"const argv = (.*)", code("register.js")) == [
        '["/bin/sh", `${$.plugin.root}/shim/hook.sh`, "run", ...command]'
    ]
