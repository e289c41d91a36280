"""Takes comments and docstrings out of source that travels in the archive; every statement stays on its line."""

from __future__ import annotations

import ast
import io
import tokenize

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    # First line, column, last line, column behind it, what stands there instead; lines count from 1, columns in bytes from 0.
    Cut = tuple[int, int, int, int, bytes]


def without_comments(source: bytes) -> bytes:
    """The same program in fewer bytes: compiled without docstrings it gives the same code, on the same lines."""
    lines = source.splitlines(keepends=True)
    for first, start, last, end, instead in sorted((*_docstrings(source), *_comments(source, lines)), reverse=True):
        line = lines[first - 1][:start] + instead + lines[last - 1][end:]
        lines[first - 1 : last] = [line.rstrip() + b"\n", *[b"\n"] * (last - first)]
    return b"".join(lines)


def _docstrings(source: bytes) -> Iterator[Cut]:
    for node in ast.walk(ast.parse(source)):
        if not isinstance(node, (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)) or not node.body:
            continue
        text = node.body[0]
        if isinstance(text, ast.Expr) and isinstance(text.value, ast.Constant) and isinstance(text.value.value, str):
            yield text.lineno, text.col_offset, text.end_lineno or text.lineno, text.end_col_offset or 0, b'""'


def _comments(source: bytes, lines: list[bytes]) -> Iterator[Cut]:
    for token in tokenize.tokenize(io.BytesIO(source).readline):
        if token.type == tokenize.COMMENT:
            row, column = token.start
            start = len(lines[row - 1].decode()[:column].encode())
            yield row, start, row, start + len(token.string.encode()), b""
