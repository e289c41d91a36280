"""Small wrong changes to a source text, one at a time: what a test suite that holds a decision must notice."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

COMPARED: dict[type, str] = {
    ast.Eq: "!=",
    ast.NotEq: "==",
    ast.Lt: "<=",
    ast.LtE: "<",
    ast.Gt: ">=",
    ast.GtE: ">",
    ast.In: "not in",
    ast.NotIn: "in",
    ast.Is: "is not",
    ast.IsNot: "is",
}
CALCULATED: dict[type, str] = {ast.Add: "-", ast.Sub: "+", ast.Mult: "+", ast.BitOr: "&", ast.LShift: "+", ast.Mod: "*"}
WORD = 40  # characters; what is longer, or has a blank, is prose


class Mutant:
    """path-free description of one change. line: its number; before, after: that line, stripped; source: the whole text."""

    __slots__ = ("after", "before", "line", "source")

    def __init__(self, line: int, before: str, after: str, source: str) -> None:
        self.line = line
        self.before = before
        self.after = after
        self.source = source

    @property
    def name(self) -> str:
        """What changed, in words that outlive a move within the file."""
        return f"{self.before} => {self.after}"


def of(source: str) -> list[Mutant]:
    """All mutants of a module that still compile, in the order of the text."""
    text = source.encode()
    starts = [0]
    for line in text.splitlines(keepends=True):
        starts.append(starts[-1] + len(line))
    made: dict[str, Mutant] = {}
    for node, old, new in _changes(ast.parse(source)):
        begin = starts[old.lineno - 1] + old.col_offset
        end = starts[(old.end_lineno or old.lineno) - 1] + (old.end_col_offset or 0)
        written = new if isinstance(new, str) else ast.unparse(new)
        changed = (text[:begin] + written.encode() + text[end:]).decode()
        if changed not in made and changed != source and _compiles(changed):
            number = node.lineno
            lines = [*changed.splitlines(), *[""] * number]  # a change may leave fewer lines
            made[changed] = Mutant(number, source.splitlines()[number - 1].strip(), lines[number - 1].strip(), changed)
    return sorted(made.values(), key=lambda mutant: mutant.line)


def within(mutants: list[Mutant], lines: str) -> list[Mutant]:
    """Those of some lines: "40-60", "40", or "" for all."""
    if not lines:
        return mutants
    first, _, last = lines.partition("-")
    return [mutant for mutant in mutants if int(first) <= mutant.line <= int(last or first)]


def _compiles(source: str) -> bool:
    try:
        compile(source, "mutant", "exec")
    except (SyntaxError, ValueError):
        return False
    return True


def _changes(tree: ast.AST) -> Iterator[tuple[ast.expr | ast.stmt, ast.expr | ast.stmt, ast.AST | str]]:
    """(node whose line names the change, node that is replaced, its replacement)."""
    for node in _decisions(tree):
        if isinstance(node, (ast.expr, ast.stmt)):
            for old, new in _of_node(node):
                yield node, old, new


def _decisions(node: ast.AST) -> Iterator[ast.AST]:
    """Every node but annotations, docstrings, imports, slots, decorators and what only a type checker reads."""
    if isinstance(node, ast.If) and getattr(node.test, "id", "") == "TYPE_CHECKING":
        return
    yield node
    if isinstance(node, (ast.Import, ast.ImportFrom, ast.JoinedStr)):
        return
    if isinstance(node, (ast.Assign, ast.AnnAssign)):
        names = node.targets if isinstance(node, ast.Assign) else [node.target]
        if any(getattr(name, "id", "") in ("__slots__", "TYPE_CHECKING") for name in names) or _is_vocabulary(node):
            return
    for field, value in ast.iter_fields(node):
        if field in ("annotation", "returns", "decorator_list"):
            continue
        for child in value if isinstance(value, list) else [value]:
            is_text = isinstance(child, ast.Expr) and isinstance(child.value, ast.Constant)
            if isinstance(child, ast.AST) and not is_text:
                yield from _decisions(child)


def _is_vocabulary(node: ast.Assign | ast.AnnAssign) -> bool:
    """Words that the code only ever calls by name: `BLOCK, WARN = "block", "warn"`."""
    names = node.targets if isinstance(node, ast.Assign) else [node.target]
    several = isinstance(names[0], ast.Tuple) and isinstance(node.value, ast.Tuple)
    values = node.value.elts if isinstance(node.value, ast.Tuple) and several else [node.value]
    return ast.unparse(names[0]).replace(", ", "").strip("()").isupper() and all(
        isinstance(value, ast.Constant) and isinstance(value.value, str) for value in values
    )


def _of_node(node: ast.expr | ast.stmt) -> Iterator[tuple[ast.expr | ast.stmt, ast.AST | str]]:
    if isinstance(node, ast.Compare) and len(node.ops) == 1:
        yield node, f"({ast.unparse(node.left)} {COMPARED[type(node.ops[0])]} {ast.unparse(node.comparators[0])})"
    elif isinstance(node, ast.BoolOp):
        other = ast.Or() if isinstance(node.op, ast.And) else ast.And()
        yield node, f"({ast.unparse(ast.BoolOp(other, node.values))})"
        yield from ((value, "True" if isinstance(node.op, ast.And) else "False") for value in node.values)
    elif isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
        yield node, f"bool({ast.unparse(node.operand)})"
    elif isinstance(node, ast.BinOp) and type(node.op) in CALCULATED:
        yield node, f"({ast.unparse(node.left)} {CALCULATED[type(node.op)]} {ast.unparse(node.right)})"
    elif isinstance(node, ast.Constant):
        yield from ((node, new) for new in _other(node.value))
    elif isinstance(node, ast.Return) and isinstance(node.value, ast.Constant) and node.value.value is None:
        yield node, "return 0"
    elif isinstance(node, (ast.If, ast.While, ast.IfExp)):
        yield node.test, f"(not ({ast.unparse(node.test)}))"
    elif isinstance(node, ast.Return) and node.value is not None and not isinstance(node.value, ast.Constant):
        yield node, "return None"
    elif isinstance(node, (ast.Expr, ast.Raise, ast.AugAssign, ast.Delete)):
        yield node, "pass"
    elif isinstance(node, ast.Continue):
        yield node, "break"
    elif isinstance(node, ast.Break):
        yield node, "continue"
    elif isinstance(node, (ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)):
        yield from ((test, "True") for part in node.generators for test in part.ifs)


def _other(value: object) -> Iterator[str]:
    if isinstance(value, bool):
        yield str(not value)
    elif isinstance(value, (int, float)):
        yield repr(value + 1)
    elif isinstance(value, str) and len(value) <= WORD and " " not in value:
        yield repr(value + "Q")
