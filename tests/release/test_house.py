"""The house inspection: how long modules and functions are, that every room says what it is for, and the words we use."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
MODULE, FUNCTION = 300, 30
# What is longer, and why.
LONG_MODULES = {
    "core/feedback_gate/claims/packs/*.py": "one language's words: data, read as one table",
    "core/feedback_gate/claims/learnt/*.py": "weights, written by a program",
    "installer/feedback_gate_installer/reasons.py": "every refusal in both languages: data, read as one table",
    "release/imports.py": "a list of names, one a line, is a fifth of it",
    "release/loader.py": "one text travels in the archive and runs before anything can be imported",
    "release/surface.py": "the tables that explain each variable, program and file are most of it",
    "shim/hook.sh": "one file is all that a host can start; a shell reads it as it goes, and what few events need stands last",
}
LONG_FUNCTIONS = {
    "core/feedback_gate/claims/prose.py blocks": "one pass over the lines of a message; what it remembers between two lines is the function",
    "core/feedback_gate/claims/packs/ja.py _with_particles": "a table of grammar",
}


def modules() -> list[Path]:
    return sorted(path for room in ("core", "installer", "release", "shim") for path in (ROOT / room).rglob("*.py"))


def name_of(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


def functions() -> list[tuple[str, int]]:
    """(module and name, lines of the body without its docstring) of every function."""
    found = []
    for path in modules():
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
                body = node.body[1:] if ast.get_docstring(node) and len(node.body) > 1 else node.body
                found.append((f"{name_of(path)} {node.name}", (node.end_lineno or 0) - body[0].lineno + 1))
    return found


def test_a_module_over_300_lines_has_a_reason() -> None:
    long = [path for path in [*modules(), ROOT / "shim/hook.sh"] if len(path.read_text().splitlines()) > MODULE]
    assert [name_of(path) for path in long if not any(path.match(pattern) for pattern in LONG_MODULES)] == []


def test_a_function_over_30_lines_has_a_reason() -> None:
    assert [(name, lines) for name, lines in functions() if lines > FUNCTION and name not in LONG_FUNCTIONS] == []


def test_no_reason_is_given_for_what_is_short_or_gone() -> None:
    longest = {pattern: max(len(path.read_text().splitlines()) for path in ROOT.glob(pattern)) for pattern in LONG_MODULES}
    assert [pattern for pattern, lines in longest.items() if lines <= MODULE] == []
    lines = dict(functions())
    assert [name for name in LONG_FUNCTIONS if lines.get(name, 0) <= FUNCTION] == []


@pytest.mark.parametrize("room", ["core/feedback_gate", "installer/feedback_gate_installer"])
def test_every_folder_says_in_a_sentence_what_it_is_for(room: str) -> None:
    folders = {path.parent for path in (ROOT / room).rglob("*.py")}
    without = [name_of(folder) for folder in folders if not re.match(r'"""[^"]{15,}[.?]', (folder / "__init__.py").read_text())]
    assert without == []


def test_no_module_is_named_after_nothing() -> None:
    assert [
        name_of(path) for path in modules() if path.stem in ("util", "utils", "helpers", "manager", "base", "misc", "common")
    ] == []


def test_every_file_that_the_architecture_names_is_there() -> None:
    text = (ROOT / "docs/architecture.md").read_text()
    named = set(re.findall(r"(?<![\w.-])[a-z_]+(?:/[a-z_<>]+)*(?:\.py|\.sh|\.toml|/)", text))
    bases = (ROOT / "core/feedback_gate", ROOT)
    missing = [name for name in named if "<" not in name and not any((base / name).exists() for base in bases)]
    assert missing == []


def test_the_architecture_is_one_page_with_one_diagram() -> None:
    text = (ROOT / "docs/architecture.md").read_text()
    assert len(text.splitlines()) <= 90
    assert text.count("```") == 2


def test_the_glossary_explains_each_word_once_and_only_words_that_are_used() -> None:
    rows = [row.split("|")[1].strip() for row in (ROOT / "docs/glossary.md").read_text().splitlines() if row.startswith("| ")]
    words = [word for row in rows[1:] for word in row.split(", ")]
    assert len(words) == len(set(words))
    pages = [path for path in (ROOT / "docs").glob("*.md") if path.name != "glossary.md"]
    used = "\n".join(path.read_text().lower() for path in [*modules(), *pages])
    assert [word for word in words if word not in used] == []
