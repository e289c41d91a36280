"""Every text exists in both languages with the same placeholders, every code that is used exists, and nothing is said around them."""

from __future__ import annotations

import ast
import importlib
import os
import re
from pathlib import Path

import pytest

from feedback_gate.messages import LANGUAGES, template_of, text

CORE = Path(__file__).resolve().parents[2] / "core" / "feedback_gate"
MODULES = sorted(path for path in CORE.rglob("*.py") if "messages" not in path.parts)
# Code that carries a text which is already in words.
IN_WORDS = "hook.text"
# Errors that a person is told; their first argument is a code.
ERRORS = ("FeedbackGateError", "UsageError", "SelectionError", "NoExecutableError", "SettingsError")
# A line that other tools look for: the same in every language.
FIXED = ("gate.all_passed_agent",)
SENTENCE = re.compile(r"[A-Za-z]{2,}[,;:]? [a-z]{2,} [A-Za-z]{2,}")
JAPANESE = re.compile("[\u3041-\u30ff\u4e00-\u9fff]")


def rooms(language: str) -> list[str]:
    return sorted(path.stem for path in (CORE / "messages" / language).glob("*.py") if path.stem != "__init__")


def texts(language: str) -> dict[str, str]:
    found: dict[str, str] = {}
    for room in rooms(language):
        found.update(importlib.import_module(f"feedback_gate.messages.{language}.{room}").TEXTS)
    return found


def placeholders(template: str) -> set[str]:
    return set(re.findall(r"\{([a-z_]+)\}", template))


EN, JA = texts("en"), texts("ja")


def test_n9_both_languages_have_the_same_rooms_and_codes():
    assert rooms("en") == rooms("ja")
    assert sorted(EN) == sorted(JA)


def test_a_code_lies_in_the_room_it_names():
    wrong = [
        code
        for language in LANGUAGES
        for room in rooms(language)
        for code in importlib.import_module(f"feedback_gate.messages.{language}.{room}").TEXTS
        if code.partition(".")[0] != room
    ]
    assert wrong == []


@pytest.mark.parametrize("code", sorted(EN))
def test_n9_placeholders_agree(code):
    assert placeholders(EN[code]) == placeholders(JA[code])


def test_every_brace_is_a_placeholder_or_meant_as_it_stands():
    """`{stem}` and `${…}` in a sample are text; anything else in braces that is no placeholder is a slip."""
    loose = [
        code for code in EN for found in re.findall(r"\{[^a-z}][^}]*\}|\{\}", EN[code] + JA[code]) if found != '{"hooks": {}}'
    ]
    assert loose == []


def test_japanese_is_japanese():
    """A text of several English words has Japanese letters in its translation, and no English sentence is left in it."""
    sentences = [code for code, words in EN.items() if SENTENCE.search(spoken(words)) and code not in FIXED]
    untranslated = [code for code in sentences if not JAPANESE.search(JA[code])]
    english = [code for code, words in JA.items() if re.search(r"(?:\b[a-z]{3,} ){4,}", spoken(words))]
    assert (untranslated, english) == ([], [])


def spoken(template: str) -> str:
    """A text without placeholders, what stands in backquotes, and samples of files."""
    return re.sub(r"`[^`]*`|\{[a-z_]+\}|```.*?```|^ {4}.*$", "", template, flags=re.DOTALL | re.MULTILINE)


def test_sentences_of_a_language_end_in_its_own_way():
    assert [code for code, words in EN.items() if re.search("[。、「」]", words)] == []
    assert [code for code, words in JA.items() if re.search(r"[ぁ-ん一-龯]\.(?: |$)", words)] == []


class Source:
    """One module, parsed: its calls, and the room that its own `_say` speaks for."""

    def __init__(self, path: Path) -> None:
        self.name = os.path.relpath(path, CORE)
        self.tree = ast.parse(path.read_text(encoding="utf-8"))
        self.calls = [node for node in ast.walk(self.tree) if isinstance(node, ast.Call)]
        self.strings = {
            node.value for node in ast.walk(self.tree) if isinstance(node, ast.Constant) and isinstance(node.value, str)
        }
        self.patterns = {pattern(node) for node in ast.walk(self.tree) if isinstance(node, ast.JoinedStr)}
        self.prefixes = self._prefixes()

    def _prefixes(self) -> dict[str, str]:
        """Name of a function that puts a room before its first argument → what it puts there."""
        found = {}
        for node in ast.walk(self.tree):
            if isinstance(node, ast.FunctionDef) and node.args.args:
                first = [one.arg for one in node.args.args if one.arg != "self"][:3]
                for call in (one for one in ast.walk(node) if isinstance(one, ast.Call) and called(one) == "messages.text"):
                    code = call.args[0]
                    if isinstance(code, ast.Name) and code.id in first:
                        found[node.name] = ""
                    if isinstance(code, ast.JoinedStr) and isinstance(code.values[0], ast.Constant) and len(code.values) == 2:
                        found[node.name] = str(code.values[0].value)
        return found


def called(call: ast.Call) -> str:
    function = call.func
    if isinstance(function, ast.Attribute):
        return f"{function.value.id}.{function.attr}" if isinstance(function.value, ast.Name) else function.attr
    return function.id if isinstance(function, ast.Name) else ""


def pattern(joined: ast.JoinedStr) -> str:
    """What an f-string can become, as an expression of letters."""
    return "".join(re.escape(str(one.value)) if isinstance(one, ast.Constant) else r"[A-Za-z_]+" for one in joined.values)


def literals(node: ast.expr) -> list[str]:
    """The texts an argument can be, as far as they are written there."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return [node.value]
    return [*literals(node.body), *literals(node.orelse)] if isinstance(node, ast.IfExp) else []


SOURCES = [Source(path) for path in MODULES]


def codes(source: Source) -> list[tuple[str, ast.Call]]:
    """(code, call) of everything that names a text."""
    found: list[tuple[str, ast.Call]] = []
    for call in source.calls:
        name = called(call)
        short = name.rpartition(".")[2]
        is_whole = name in ("messages.text", "messages.template_of") or short in ("Finding", *ERRORS)
        prefix = "" if is_whole else source.prefixes.get(short)
        found += [
            (str(key.value.value), call) for key in call.keywords if key.arg == "help" and isinstance(key.value, ast.Constant)
        ]
        if prefix is not None:
            spoken_of = [one for argument in call.args[:3] for one in literals(argument)]
            found += [(prefix + one, call) for one in spoken_of if not prefix or "." not in one]
    return [(code, call) for code, call in found if re.fullmatch(r"[a-z_]+\.[A-Za-z_]+", code)]


@pytest.mark.parametrize("source", SOURCES, ids=lambda source: source.name)
def test_every_code_that_is_used_exists(source):
    assert [code for code, _ in codes(source) if code not in EN and code != IN_WORDS] == []


@pytest.mark.parametrize("source", SOURCES, ids=lambda source: source.name)
def test_every_placeholder_gets_its_value(source):
    missing = []
    for code, call in codes(source):
        tables = [argument for argument in call.args if isinstance(argument, ast.Dict) and all(argument.keys)]
        named = {key.arg for key in call.keywords if key.arg}
        given = {str(key.value) for table in tables for key in table.keys if isinstance(key, ast.Constant)} | named
        is_whole = bool(tables or named) and not any(key.arg is None for key in call.keywords)
        if is_whole and called(call) not in ("Finding", "SettingsError") and not placeholders(EN.get(code, "")) <= given:
            missing.append((code, sorted(placeholders(EN[code]) - given)))
    assert missing == []


def test_the_codes_found_are_most_of_all():
    """Guards the two tests above: a reader of code that finds little proves little."""
    assert len({code for source in SOURCES for code, _ in codes(source)}) > len(EN) // 2


def test_no_text_is_left_over():
    """A code is used when it, or its part behind the dot, is written somewhere or can be made there."""
    everything = [*SOURCES, *(Source(path) for path in sorted((CORE.parents[1] / "release").glob("*.py")))]
    strings = set().union(*(source.strings for source in everything))
    made = {one for source in everything for one in source.patterns if re.search(r"[a-z]{2,}_|_[a-z]{2,}", one)}
    mod = "".join(path.read_text(encoding="utf-8") for path in (CORE.parents[1] / "hooks").glob("*[!s].js"))
    commands = {f"mod.{name}" for name in re.findall(r'offer\(\$, "(\w+)"', mod)}
    unused = []
    for code in EN:
        tail = code.partition(".")[2]
        is_made = any(re.fullmatch(one, code) or re.fullmatch(one, tail) for one in made)
        if not ({code, tail} & strings or is_made or code in mod or code in commands):
            unused.append(code)
    assert unused == []


def test_nothing_is_printed_in_words_of_its_own():
    """What commands print comes from the texts, what goes wrong and `--help` included."""
    wrong = []
    for source in SOURCES:
        for call in source.calls:
            spoken = [*call.args, *(key.value for key in call.keywords if key.arg in ("help", "description", "epilog"))]
            if called(call).rpartition(".")[2] in ("print", "write", "parser", "add_argument", "add_parser", *ERRORS):
                wrong += [(source.name, call.lineno) for argument in spoken if SENTENCE.search(written(argument))]
    assert wrong == []


def written(node: ast.expr) -> str:
    if isinstance(node, ast.JoinedStr):
        return "".join(str(one.value) if isinstance(one, ast.Constant) else "{}" for one in node.values)
    return node.value if isinstance(node, ast.Constant) and isinstance(node.value, str) else ""


def test_an_outcome_is_never_given_words_instead_of_a_code():
    wrong = [
        (source.name, call.lineno)
        for source in SOURCES
        for call in source.calls
        if called(call).rpartition(".")[2] == "Finding" and call.args and SENTENCE.search(written(call.args[0]))
    ]
    assert wrong == []


@pytest.mark.parametrize("other", ["主張", "起動プログラム", "ランチャ(?!ー)", "フォルダ(?!ー)", "検査", "認可", "ディレクトリ"])
def test_japanese_has_one_word_for_one_thing(other):
    """The words of docs/glossary.md, and not their neighbours."""
    assert [code for code, words in JA.items() if re.search(other, words)] == []


def test_a_value_is_put_in_as_it_is():
    assert text("band.done", {"counts": "{seconds}", "seconds": "1.0"}, "en") == "[gate] done: {seconds} (1.0s)"


def test_an_unknown_code_gives_itself():
    assert [template_of(code, "ja") for code in ("nowhere.at_all", "band.nothing")] == ["nowhere.at_all", "band.nothing"]
