"""Takes comments, docstrings and annotations out of source that travels in the archive; every statement stays on its line."""

from __future__ import annotations

import ast
import io
import tokenize

import literals

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    # First line, column, last line, column behind it, what stands there instead; lines count from 1, columns in bytes from 0.
    Cut = tuple[int, int, int, int, bytes]


def bare(source: bytes) -> bytes:
    """The same program in fewer bytes: compiled without docstrings and annotations it gives the same code, on the same lines."""
    lines = source.splitlines(keepends=True)
    tree = ast.parse(source)
    for first, start, last, end, instead in sorted(_outermost([*_cuts(tree, lines), *_comments(source, lines)]), reverse=True):
        line = lines[first - 1][:start] + instead + lines[last - 1][end:]
        lines[first - 1 : last] = [line.rstrip() + b"\n", *[b"\n"] * (last - first)]
    return b"".join(lines)


def _outermost(cuts: list[Cut]) -> Iterator[Cut]:
    """Those that lie in no other."""
    reached = (0, 0)
    for cut in sorted(cuts, key=lambda cut: (cut[0], cut[1], -cut[2], -cut[3])):
        if (cut[2], cut[3]) > reached:
            reached = (cut[2], cut[3])
            yield cut


def _cuts(tree: ast.AST, lines: list[bytes]) -> Iterator[Cut]:
    """Docstrings, annotations, and blocks only type checkers see."""
    yield from _docstrings(tree)
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and node.module == "__future__":  # of annotations; would load a file
            yield node.lineno, node.col_offset, *_end(node), b"0"
        if isinstance(node, ast.arg) and node.annotation is not None:
            begin = node.lineno, node.col_offset + len(node.arg.encode())
            yield *begin, *_closed(begin, node.annotation, lines), b""
        elif isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)) and node.returns is not None:
            begin = _arrow(node.returns, lines)
            yield *begin, *_closed(begin, node.returns, lines), b""
        elif isinstance(node, ast.AnnAssign) and node.value is not None:
            yield *_end(node.target), *_closed(_end(node.target), node.annotation, lines), b""
        elif isinstance(node, ast.AnnAssign) or literals.is_for_type_checkers(node):
            yield node.lineno, node.col_offset, *_end(node), b"0"


def _closed(begin: tuple[int, int], annotation: ast.expr, lines: list[bytes]) -> tuple[int, int]:
    """The end of an annotation with the brackets that were opened between `begin` and it."""
    line, column = begin
    before = lines[line - 1][column:] + b"".join(lines[line : annotation.lineno])
    opened = before[: len(before) - len(lines[annotation.lineno - 1]) + annotation.col_offset].count(b"(")
    if line == annotation.lineno:
        opened = lines[line - 1][column : annotation.col_offset].count(b"(")
    line, column = _end(annotation)
    while opened:
        column = lines[line - 1].find(b")", column) + 1
        opened -= bool(column)
        line += not column
    return line, column


def _end(node: ast.expr | ast.stmt) -> tuple[int, int]:
    assert node.end_lineno is not None
    assert node.end_col_offset is not None
    return node.end_lineno, node.end_col_offset


def _arrow(returns: ast.expr, lines: list[bytes]) -> tuple[int, int]:
    """Where the `->` before the annotation of a result stands."""
    line, column = returns.lineno, lines[returns.lineno - 1].rfind(b"->", 0, returns.col_offset)
    while column < 0:
        line -= 1
        column = lines[line - 1].rfind(b"->")
    return line, column


def _docstrings(tree: ast.AST) -> Iterator[Cut]:
    for node in ast.walk(tree):
        if not isinstance(node, (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)) or not node.body:
            continue
        text = node.body[0]
        if isinstance(text, ast.Expr) and isinstance(text.value, ast.Constant) and isinstance(text.value.value, str):
            yield text.lineno, text.col_offset, *_end(text), b'""'


def _comments(source: bytes, lines: list[bytes]) -> Iterator[Cut]:
    for token in tokenize.tokenize(io.BytesIO(source).readline):
        if token.type == tokenize.COMMENT:
            row, column = token.start
            start = len(lines[row - 1].decode()[:column].encode())
            yield row, start, row, start + len(token.string.encode()), b""
