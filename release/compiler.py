"""Compiles the hot modules with the Python that runs this file; started by the build once for each released Python.

Speaks in frames, 8 bytes of length and a marshalled value. First it is told the modules: a list of (module name, is it a
package, file name for tracebacks, source bytes), the loader first. Then each question gets its answer: `{group: names}` asks
for the strings and tuples in the code of a group's modules (`pool_of`), `({group: names}, {group: pool})` for the bundle
(`bundle_of`) in which the pools stand once. It ends with its input.

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
    from collections.abc import Iterator
    from typing import IO, Any

    Module = tuple[str, bool, str, bytes]
    # Strings, and marshalled tuples of plain constants, as they first occur.
    Pool = tuple[list[str], list[bytes]]

# Marshal format that every supported Python reads and writes alike; only used for bytes, names and numbers.
PLAIN = 2
FUTURE = __future__.annotations.compiler_flag
# Equal line tables are one object, which marshal then writes once.
TABLES: dict[bytes, bytes] = {}
FIELDS_OF_NAMES = ("co_names", "co_varnames", "co_freevars", "co_cellvars")


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

    def visit_If(self, node: ast.If) -> ast.AST | list[ast.stmt]:
        """Of `if TYPE_CHECKING:` what follows `else:`."""
        self.generic_visit(node)
        if isinstance(node.test, ast.Name) and node.test.id == "TYPE_CHECKING":
            return node.orelse or ast.copy_location(ast.Pass(), node)
        return node

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
        for field in (*FIELDS_OF_NAMES, "co_name", "co_consts", "co_filename"):
            yield from strings_of(getattr(value, field))


def tuples_of(code: CodeType) -> Iterator[bytes]:
    """The marshalled tuples of names and of plain constants inside a code object, in a fixed order."""
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from tuples_of(constant)
    yield from (marshal.dumps(found, PLAIN) for found in (code.co_names, code.co_consts) if found and is_plain(found))


def is_plain(value: Any) -> bool:
    """Whether a constant is the same on every Python and in every process."""
    if isinstance(value, tuple):
        return all(map(is_plain, value))
    return value is None or isinstance(value, (str, int, float, bytes))


def pool_of(codes: list[CodeType]) -> Pool:
    """What the codes are made of, each once."""
    strings = dict.fromkeys(string for code in codes for string in strings_of(code))
    tuples = dict.fromkeys(found for code in codes for found in tuples_of(code))
    return list(strings), list(tuples)


class Shared:
    """Makes codes out of the objects of one pool.

    marshal writes an object that occurs again as a reference. So when a pool stands before the codes that are made of it, it
    is written once, and it is the same bytes on every Python.
    """

    def __init__(self, pool: Pool) -> None:
        strings, tuples = pool
        self.strings = {string: sys.intern(string) for string in strings}
        self.tuples = {key: self.constant(marshal.loads(key)) for key in tuples}

    def stream(self, codes: list[CodeType]) -> bytes:
        """The marshalled pair (pool, codes)."""
        pool = (tuple(self.strings.values()), tuple(self.tuples.values()))
        return marshal.dumps((pool, [self.code(code) for code in codes]))

    def constant(self, value: Any) -> Any:
        """An equal constant, made of the pool's objects."""
        if isinstance(value, str):
            return self.strings.setdefault(value, sys.intern(value))
        if not isinstance(value, tuple):
            return self.code(value) if isinstance(value, CodeType) else value
        known = self.tuples.get(marshal.dumps(value, PLAIN)) if hasattr(self, "tuples") and is_plain(value) else None
        return tuple(map(self.constant, value)) if known is None else known

    def code(self, code: CodeType) -> CodeType:
        """An equal code object, made of the pool's objects."""
        fields = ["co_name", "co_filename", "co_names", "co_consts"]
        if hasattr(code, "co_qualname"):
            fields.append("co_qualname")
        return code.replace(**{field: self.constant(getattr(code, field)) for field in fields})


def bundle_of(
    loader: CodeType, codes: dict[str, CodeType], groups: dict[str, list[str]], pools: dict[str, Pool]
) -> tuple[str, bytes, dict[str, bytes]]:
    """(key of this Python, marshalled code of the loader, group → stream of the codes of its modules in the given order)."""
    streams = {group: Shared(pools[group]).stream([codes[name] for name in names]) for group, names in groups.items()}
    return f"{sys.implementation.cache_tag}-{MAGIC_NUMBER.hex()}", marshal.dumps(loader), streams


def read_frame(file: IO[bytes]) -> Any:
    """The next value, None at the end."""
    length = file.read(8)
    return marshal.loads(file.read(int.from_bytes(length, "little"))) if length else None


def write_frame(file: IO[bytes], value: Any) -> None:
    """Send a value."""
    content = marshal.dumps(value, PLAIN)
    file.write(len(content).to_bytes(8, "little") + content)
    file.flush()


def main() -> None:
    """Answer questions until the input ends."""
    questions, answers = sys.stdin.buffer, sys.stdout.buffer
    loader, *modules = [(module[0], code_of(module)) for module in read_frame(questions)]
    codes = dict(modules)
    write_frame(answers, len(codes))
    for question in iter(lambda: read_frame(questions), None):
        if isinstance(question, dict):
            write_frame(answers, {group: pool_of([codes[name] for name in names]) for group, names in question.items()})
        else:
            write_frame(answers, bundle_of(loader[1], codes, *question))


if __name__ == "__main__":
    main()
