"""Source without comments and docstrings is the same program on the same lines."""

from __future__ import annotations

import types

import pytest
from tests.release.conftest import ROOT

from plain import without_comments


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
        without_comments(source)
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
        bare = without_comments(source)
        assert bare.count(b"\n") == source.count(b"\n")
        before, after = (compile(text, str(path), "exec", dont_inherit=True, optimize=2) for text in (source, bare))
        assert same(before, after), path
