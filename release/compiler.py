"""Compiles the hot modules with the Python that runs this file; started by the build once for each released Python.

Stdin: marshalled pair (modules, pools); modules is a list of (module name, is it a package, file name for tracebacks, source
bytes) whose first one is the loader; pools maps a room to the strings that all Pythons have in common there. Stdout:
marshalled answer of `compile_all` (with pools) or `pools_of` (without).
Code is compiled without docstrings and asserts, and carries the given file name, never a folder of the building machine.
"""

from __future__ import annotations
import __future__

import ast
import marshal
import sys
from importlib.util import MAGIC_NUMBER
from types import CodeType

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from typing import Any

    Module = tuple[str, bool, str, bytes]

# Marshal format that every supported Python reads and writes alike; only used for bytes, names and numbers.
PLAIN = 2
FUTURE = __future__.annotations.compiler_flag
# Equal line tables are one object, which marshal then writes once.
TABLES: dict[bytes, bytes] = {}
FIELDS_OF_NAMES = ("co_names", "co_varnames", "co_freevars", "co_cellvars")


def room_of(name: str, *, package: bool) -> str:
    """The group a module is stored in and loaded with: its room of the house, or the top."""
    parts = name.split(".")
    return ".".join(parts[:2]) if package or len(parts) > 2 else parts[0]


class Pruned(ast.NodeTransformer):
    """Leaves out what no running module needs: annotations, blocks for type checkers, `from __future__ import annotations`.

    The last is given as a flag instead: as a statement it imports a file at run time.
    """

    def visit_arg(self, node: ast.arg) -> ast.AST:
        """An argument without its annotation."""
        node.annotation = None
        return node

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.AST:
        """A function without the annotation of its result."""
        node.returns = None
        return self.generic_visit(node)

    def visit_AsyncFunctionDef(self, node: ast.AsyncFunctionDef) -> ast.AST:
        """The same."""
        node.returns = None
        return self.generic_visit(node)

    def visit_AnnAssign(self, node: ast.AnnAssign) -> ast.AST | None:
        """An annotated assignment as a plain one, one without a value not at all."""
        self.generic_visit(node)
        if node.value is None:
            return ast.copy_location(ast.Pass(), node)
        return ast.copy_location(ast.Assign(targets=[node.target], value=node.value), node)

    def visit_If(self, node: ast.If) -> ast.AST:
        """Nothing for `if TYPE_CHECKING:`."""
        if isinstance(node.test, ast.Name) and node.test.id == "TYPE_CHECKING":
            return ast.copy_location(ast.Pass(), node)
        return self.generic_visit(node)

    def visit_ImportFrom(self, node: ast.ImportFrom) -> ast.AST:
        """Nothing for `from __future__ …`."""
        return ast.copy_location(ast.Pass(), node) if node.module == "__future__" else node


def code_of(module: Module) -> CodeType:
    """The module's code object."""
    _, _, file_name, source = module
    tree = Pruned().visit(ast.parse(source, file_name))
    code: CodeType = compile(tree, file_name, "exec", FUTURE, dont_inherit=True, optimize=2)
    return with_flat_lines(code)


def with_flat_lines(code: CodeType) -> CodeType:
    """The same code with every instruction on the line its function begins at, and with its short name alone.

    Line tables are a seventh of an archive; a traceback then names file, function and its first line, which with the version
    is enough to find the place.
    """
    constants = tuple(with_flat_lines(item) if isinstance(item, CodeType) else item for item in code.co_consts)
    length, version = len(code.co_code), sys.version_info[:2]
    if version >= (3, 11):  # entries of up to 8 units of 2 bytes: 0x80, kind 13 (no columns) << 3, units - 1; line + 0
        whole, rest = divmod(length // 2, 8)
        table = b"\xef\x00" * whole + (bytes((0xE7 + rest, 0)) if rest else b"")
        return code.replace(co_consts=constants, co_linetable=TABLES.setdefault(table, table), co_qualname=code.co_name)
    if version >= (3, 10):  # pairs: bytes of code, line + 0
        whole, rest = divmod(length, 254)
        table = b"\xfe\x00" * whole + (bytes((rest, 0)) if rest else b"")
        return code.replace(co_consts=constants, co_linetable=TABLES.setdefault(table, table))
    return code.replace(co_consts=constants, co_lnotab=b"")  # type: ignore[call-arg]  # the name on 3.9


def strings_of(value: Any) -> Iterator[str]:
    """Every string inside a code object or constant, in a fixed order, some more than once."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, tuple):
        for item in value:
            yield from strings_of(item)
    elif isinstance(value, CodeType):
        for field in (*FIELDS_OF_NAMES, "co_name", "co_qualname", "co_consts", "co_filename"):
            yield from strings_of(getattr(value, field, ()))


def pools_of(modules: list[Module]) -> dict[str, list[str]]:
    """Room → its strings, each once."""
    pools: dict[str, dict[str, None]] = {}
    for module in modules:
        pools.setdefault(room_of(module[0], package=module[1]), {}).update(dict.fromkeys(strings_of(code_of(module))))
    return {room: list(strings) for room, strings in pools.items()}


def with_strings(value: Any, same: Callable[[str], str]) -> Any:
    """The same code object or constant, made of the strings that `same` gives for equal ones."""
    if isinstance(value, str):
        return same(value)
    if isinstance(value, tuple):
        return tuple(with_strings(item, same) for item in value)
    if not isinstance(value, CodeType):
        return value
    fields = ("co_name", "co_filename", "co_names", "co_consts", *(["co_qualname"] if hasattr(value, "co_qualname") else []))
    return value.replace(**{field: with_strings(getattr(value, field), same) for field in fields})


def stream(codes: list[CodeType], pool: list[str]) -> bytes:
    """The marshalled pair (pool, codes).

    The pool stands first and every string in the codes is one of its objects, so that marshal writes it once and refers to
    it: what the Pythons have in common is a prefix of all their streams.
    """
    strings = tuple(map(sys.intern, pool))
    same = {string: string for string in strings}
    shared = [with_strings(code, lambda string: same.setdefault(string, string)) for code in codes]
    return marshal.dumps((strings, shared))


def compile_all(modules: list[Module], pools: dict[str, list[str]]) -> tuple[str, bytes, dict[str, bytes]]:
    """(key of this Python, marshalled code of the loader, room → stream of the codes of its modules in the given order)."""
    loader, *others = modules
    rooms: dict[str, list[CodeType]] = {}
    for module in others:
        rooms.setdefault(room_of(module[0], package=module[1]), []).append(code_of(module))
    streams = {room: stream(codes, pools[room]) for room, codes in rooms.items()}
    return f"{sys.implementation.cache_tag}-{MAGIC_NUMBER.hex()}", marshal.dumps(code_of(loader)), streams


def main() -> None:
    """Read the question, write the answer."""
    modules, pools = marshal.loads(sys.stdin.buffer.read())
    answer = compile_all(modules, pools) if pools else pools_of(modules)
    sys.stdout.buffer.write(marshal.dumps(answer, PLAIN))


if __name__ == "__main__":
    main()
