"""What the mutator changes, and what it leaves alone."""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from types import ModuleType

HERE = Path(__file__).resolve().parent


def load(name: str) -> ModuleType:
    """A script of this folder, which is no package."""
    spec = importlib.util.spec_from_file_location(f"mutate_{name}", HERE / f"{name}.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return module


mutations, targets = load("mutations"), load("targets")


def afters(source: str) -> list[str]:
    return [mutant.after for mutant in mutations.of(source)]


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("x = a < b", ["x = (a <= b)"]),
        ("x = a == b", ["x = (a != b)"]),
        ("x = a in b", ["x = (a not in b)"]),
        ("x = a is None", ["x = (a is not None)"]),
        ("x = not a", ["x = bool(a)"]),
        ("x = a + b", ["x = (a - b)"]),
        ("x = 3", ["x = 4"]),
        ("x = True", ["x = False"]),
        ("x = 'word'", ["x = 'wordQ'"]),
        ("x = a and b", ["x = (a or b)", "x = True and b", "x = a and True"]),
        ("x = a or b", ["x = (a and b)", "x = False or b", "x = a or False"]),
        ("if a: b()", ["if (not (a)): b()", "if a: pass"]),
        ("x = b if a else c", ["x = b if (not (a)) else c"]),
        ("def f(): return a", ["def f(): return None"]),
        ("def f(): return None", ["def f(): return 0"]),
        ("def f(): raise E", ["def f(): pass"]),
        ("for a in b: continue", ["for a in b: break"]),
        ("x = [a for a in b if c]", ["x = [a for a in b if True]"]),
    ],
)
def test_each_kind_of_decision_is_changed(source: str, expected: list[str]) -> None:
    assert sorted(afters(source)) == sorted(expected)


@pytest.mark.parametrize(
    "source",
    [
        '"""A docstring."""',
        "import os",
        "def f(a: 'str') -> 'int': ...",
        "__slots__ = ('a',)",
        "TYPE_CHECKING = False",
        "if TYPE_CHECKING:\n    x = 1",
        "DENY, BLOCK = 'deny', 'block'",
        "DENY = 'deny'",
        "x = 'a sentence for people'",
        "x = f'{1}'",
        "@cache\ndef f(): ...",
    ],
)
def test_what_decides_nothing_is_left_alone(source: str) -> None:
    assert afters(source) == []


def test_a_mutant_is_the_whole_text_with_one_change_also_behind_letters_of_several_bytes() -> None:
    (mutant,) = mutations.of("# ü\nx = 'ä'; y = a < b\nz = c\n")[1:]
    assert mutant.source == "# ü\nx = 'ä'; y = (a <= b)\nz = c\n"
    assert (mutant.line, mutant.name) == (2, "x = 'ä'; y = a < b => x = 'ä'; y = (a <= b)")


@pytest.mark.parametrize(("lines", "expected"), [("", [1, 2, 3]), ("2", [2]), ("2-3", [2, 3]), ("4-9", [])])
def test_only_the_mutants_of_some_lines_can_be_tried(lines: str, expected: list[int]) -> None:
    mutants = mutations.of("a = 1\nb = 2\nc = 3\n")
    assert [mutant.line for mutant in mutations.within(mutants, lines)] == expected


@pytest.mark.parametrize("module", targets.MODULES)
def test_every_module_that_decides_is_there_with_its_tests_and_has_mutants(module: str) -> None:
    root = HERE.parents[1]
    assert all((root / test).is_file() for test in targets.MODULES[module])
    assert len(mutations.of((root / module).read_text())) > 10


def test_every_explained_survivor_is_a_mutant_that_exists() -> None:
    explained = targets.explained()
    root = HERE.parents[1]
    gone = {
        module: sorted(set(names) - {mutant.name for mutant in mutations.of((root / module).read_text())})
        for module, names in explained.items()
    }
    assert {module: names for module, names in gone.items() if names} == {}
    assert all(len(reason) > 10 for names in explained.values() for reason in names.values())
