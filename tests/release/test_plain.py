"""Source without comments, docstrings and annotations is the same program on the same lines."""

from __future__ import annotations

import ast
import types

import pytest
from tests.release.conftest import ROOT

import compiler
from plain import bare


def test_comments_and_docstrings_go_and_every_statement_stays_on_its_line() -> None:
    source = b'''"""A module."""
# alone
import os  # behind
TEXT = "# no comment"  # "but this"


class A:
    """Lines

    of it."""; x = 1

    def f(self):
        \'\'\'Only this.\'\'\'

    def g(self):
        # first
        """\xe7\xa2\xba."""
        return """kept
  # kept
"""  # \xe7\xa2\xba
'''
    assert (
        bare(source)
        == b'''""

import os
TEXT = "# no comment"


class A:
    ""; x = 1



    def f(self):
        ""

    def g(self):

        ""
        return """kept
  # kept
"""
'''
    )


def test_annotations_and_what_only_type_checkers_see_go() -> None:
    source = b"""from __future__ import annotations
TYPE_CHECKING = False
if TYPE_CHECKING:
    import a  # for them

    B = tuple[int, "->"]
else:
    B = 1
if TYPE_CHECKING:
    from c import D  # alone


class E:
    x: int
    \xc3\xa9: "D" = 1; z: D = 2

    async def f(self, a: int = 0, *b: "# no", c: dict[
        str, int
    ] = {}, **d: D) -> dict[
        "->", int
    ]:
        e: list[int] = []
        return lambda g: e
    def h(self, i: (int), j: ((
        "k"
    )) = 1) -> (
        None
    ):
        return None
    l: (int) = 1
"""
    assert (
        bare(source)
        == b"""0
TYPE_CHECKING = False
if TYPE_CHECKING:
    import a

    B = tuple[int, "->"]
else:
    B = 1
0



class E:
    0
    \xc3\xa9 = 1; z = 2

    async def f(self, a = 0, *b, c = {}, **d) :




        e = []
        return lambda g: e
    def h(self, i, j = 1) :




        return None
    l = 1
"""
    )


def same(left: types.CodeType, right: types.CodeType) -> bool:
    """Whether two code objects do the same on the same lines."""
    pairs = list(zip(left.co_consts, right.co_consts))
    nested = [(a, b) for a, b in pairs if isinstance(a, types.CodeType)]
    plain = [(a, b) for a, b in pairs if not isinstance(a, types.CodeType)]
    return (
        left.co_code == right.co_code
        and list(left.co_lines()) == list(right.co_lines())
        and len(left.co_consts) == len(right.co_consts)
        and all(a == b for a, b in plain)
        and all(same(a, b) for a, b in nested)
    )


@pytest.mark.parametrize("room", sorted(path.name for path in (ROOT / "core" / "feedback_gate").iterdir() if path.is_dir()))
def test_the_products_own_modules_stay_the_same_programs(room: str) -> None:
    for path in (ROOT / "core" / "feedback_gate" / room).rglob("*.py"):
        source = path.read_bytes()
        left = bare(source)
        assert left.count(b"\n") == source.count(b"\n")
        pruned = (compiler.Pruned().visit(ast.parse(text)) for text in (source, left))
        before, after = (compile(tree, str(path), "exec", dont_inherit=True, optimize=2) for tree in pruned)
        assert same(before, after), path
        nodes = list(ast.walk(ast.parse(left)))
        assert not [
            node for node in nodes if isinstance(node, ast.AnnAssign) or (isinstance(node, ast.arg) and node.annotation)
        ], path
