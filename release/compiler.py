"""Compiles the hot modules with the Python that runs this file; started by the build once for each released Python.

Stdin: marshalled pair (modules, pools); modules is a list of (module name, is it a package, file name for tracebacks, source
bytes) whose first one is the loader; pools maps a room to the strings that all Pythons have in common there. Stdout:
marshalled answer of `compile_all` (with pools) or `pools_of` (without).
Code is compiled without docstrings and asserts, and carries the given file name, never a folder of the building machine.
"""

from __future__ import annotations

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
FIELDS_OF_NAMES = ("co_names", "co_varnames", "co_freevars", "co_cellvars")


def room_of(name: str, *, package: bool) -> str:
    """The group a module is stored in and loaded with: its room of the house, or the top."""
    parts = name.split(".")
    return ".".join(parts[:2]) if package or len(parts) > 2 else parts[0]


def code_of(module: Module) -> CodeType:
    """The module's code object."""
    _, _, file_name, source = module
    code: CodeType = compile(source, file_name, "exec", dont_inherit=True, optimize=2)
    return with_flat_lines(code)


def with_flat_lines(code: CodeType) -> CodeType:
    """The same code with every instruction on the line its function begins at.

    Line tables are a seventh of an archive; a traceback then names file, function and its first line, which with the version
    is enough to find the place.
    """
    length, version = len(code.co_code), sys.version_info[:2]
    constants = tuple(with_flat_lines(item) if isinstance(item, CodeType) else item for item in code.co_consts)
    if version >= (3, 11):  # entries of up to 8 units of 2 bytes: 0x80, kind 13 (no columns) << 3, units - 1; line + 0
        whole, rest = divmod(length // 2, 8)
        return code.replace(co_consts=constants, co_linetable=b"\xef\x00" * whole + (bytes((0xE7 + rest, 0)) if rest else b""))
    if version >= (3, 10):  # pairs: bytes of code, line + 0
        whole, rest = divmod(length, 254)
        return code.replace(co_consts=constants, co_linetable=b"\xfe\x00" * whole + (bytes((rest, 0)) if rest else b""))
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
