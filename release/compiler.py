"""Compiles the hot modules with the Python that runs this file; started by the build once for each released Python.

Stdin: marshalled list of (module name, is it a package, file name for tracebacks, source bytes); stdout: marshalled triple
(key of this Python, marshalled code of the first module, list of (name, is it a package, marshalled code) of the others).
Code is compiled without docstrings and asserts, and carries the given file name, never a folder of the building machine.
"""

from __future__ import annotations

import marshal
import sys
from importlib.util import MAGIC_NUMBER

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import BinaryIO

# Marshal format that every supported Python reads and writes alike; only used for bytes, names and numbers.
PLAIN = 2


def compiled(source: bytes, file_name: str) -> bytes:
    """The marshalled code of a module, the same whenever the source is the same.

    Marshalling once more what was unmarshalled makes the result depend on the code alone: the first time it also depends on
    which of its strings this process happens to use elsewhere.
    """
    code = compile(source, file_name, "exec", dont_inherit=True, optimize=2)
    return marshal.dumps(marshal.loads(marshal.dumps(code)))


def compile_all(modules: list[tuple[str, bool, str, bytes]]) -> bytes:
    """The answer on stdout for the question on stdin (see the module's docstring)."""
    key = f"{sys.implementation.cache_tag}-{MAGIC_NUMBER.hex()}"
    done = [(name, package, compiled(source, file_name)) for name, package, file_name, source in modules]
    return marshal.dumps((key, done[0][2], done[1:]), PLAIN)


def answer(question: BinaryIO, reply: BinaryIO) -> None:
    """Read the modules, write their code."""
    reply.write(compile_all(marshal.loads(question.read())))


if __name__ == "__main__":
    answer(sys.stdin.buffer, sys.stdout.buffer)
