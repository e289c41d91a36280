"""Recognises modules that hold nothing but literals: message texts, phrase lists, tables.

Their values are the same on every Python, so the archive keeps them once instead of once for each.
"""

from __future__ import annotations

import ast

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, TypeGuard


def values_of(source: bytes) -> dict[str, Any] | None:
    """Name → value of everything the module sets, or None when it does more than that.

    Sets count as more: the order in which they are stored depends on the hash seed.
    """
    names: dict[str, Any] = {}
    for statement in ast.parse(source).body:
        if _says_nothing(statement):
            continue
        target, value = assignment(statement)
        if target is None or value is None or any(isinstance(node, ast.Set) for node in ast.walk(value)):
            return None
        try:
            names[target] = ast.literal_eval(value)
        except ValueError:
            return None
    return names


def _says_nothing(statement: ast.stmt) -> bool:
    """A docstring, `from __future__ …`, or a block only type checkers see."""
    if isinstance(statement, ast.Expr):
        return isinstance(statement.value, ast.Constant)
    if isinstance(statement, ast.ImportFrom):
        return statement.module == "__future__"
    return is_for_type_checkers(statement)


def is_for_type_checkers(statement: ast.AST) -> TypeGuard[ast.If]:
    """`if TYPE_CHECKING:` without `else:`."""
    if not isinstance(statement, ast.If) or statement.orelse:
        return False
    return isinstance(statement.test, ast.Name) and statement.test.id == "TYPE_CHECKING"


def assignment(statement: ast.stmt) -> tuple[str | None, ast.expr | None]:
    """The name and the value of a plain assignment to one name; None for anything else."""
    if isinstance(statement, ast.Assign) and len(statement.targets) == 1 and isinstance(statement.targets[0], ast.Name):
        return statement.targets[0].id, statement.value
    if isinstance(statement, ast.AnnAssign) and isinstance(statement.target, ast.Name):
        return statement.target.id, statement.value
    return None, None
