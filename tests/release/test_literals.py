"""Which modules count as nothing but literals."""

from __future__ import annotations

import pytest

from literals import values_of


def test_constants_of_every_plain_kind_are_taken_with_their_values() -> None:
    source = b"""'''Words.'''
from __future__ import annotations
TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
TEXTS: Mapping[str, str] = {
    "a": "one "
    "two",
}
NUMBERS = (1, -2, 3.5, None, True, b"x", ["y"])
"""
    assert values_of(source) == {
        "TYPE_CHECKING": False,
        "TEXTS": {"a": "one two"},
        "NUMBERS": (1, -2, 3.5, None, True, b"x", ["y"]),
    }


def test_an_empty_module_has_no_values() -> None:
    assert values_of(b'"""Only a docstring."""\n') == {}


@pytest.mark.parametrize(
    "source",
    [
        "import os",
        "A = B",
        "A = len('x')",
        "A = B = 1",
        "A, B = 1, 2",
        "A: int",
        "A = {1, 2}",
        "A = [{1, 2}]",
        "def f(): pass",
        "if X:\n    A = 1",
        "A = f'{1}'",
        "print(1)",
        "class C: pass",
    ],
)
def test_anything_else_makes_it_code(source: str) -> None:
    assert values_of(source.encode()) is None
