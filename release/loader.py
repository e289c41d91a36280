"""Runs the product out of its archive: this text travels inside the archive and is the first thing that is executed.

The archive holds all source, which `zipimport` can run on any Python, and for each released Python one bundle of the hot
modules' bytecode. `zipimport` parses the whole directory of the archive and looks every module up in it; on a tool call that
costs more than the check itself, so the modules of a bundle are run straight from it and the rest only falls back.
"""

from __future__ import annotations

import marshal
import sys
from _frozen_importlib import ModuleSpec
from _frozen_importlib_external import PathFinder
from zlib import decompress

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from types import CodeType, ModuleType
    from typing import BinaryIO

    # A span is (start, stop), counted from the file's first byte; what lies there is deflated. Content: (marshalled loader, span
    # of the marshalled places, room → (span of what all Pythons have in common, what only this one has, deflated), names of the
    # Pythons that have no bundle)
    Span = tuple[int, int]
    Content = tuple[bytes, Span, Mapping[str, tuple[Span, bytes]], Sequence[str]]
    Places = Mapping[str, tuple[bool, str, int, int]]

# Everything the archive brings; other names are none of our business.
ROOTS = ("feedback_gate", "yaml")
# Commands that answer a host: their process ends the moment the answer is out.
HOSTS = ("claude", "codex")
# In place of a room: the module holds only literals, kept once for all Pythons.
DATA = ""


class Bundle:
    """Finds and runs the modules of one archive.

    archive: path of the file; file: the same, open; missing: names of the Pythons whose bundle was not built; places: module
    name → (is it a package, room, number of its code there, 0) or (is it a package, DATA, start, stop).
    """

    __slots__ = ("_codes", "_file", "_rooms", "archive", "missing", "places")

    def __init__(self, archive: str, file: BinaryIO, content: Content) -> None:
        self.archive = archive
        self._file = file
        _, places, self._rooms, self.missing = content
        self.places: Places = marshal.loads(self._inflated(places)) if places[1] else {}
        self._codes: dict[str, list[CodeType]] = {}

    def find_spec(self, name: str, path: Sequence[str] | None = None, target: object = None) -> ModuleSpec | None:  # noqa: ARG002 the import system's signature
        """The place of a module of ours: the bundle, else the source beside it; None for anything else."""
        place = self.places.get(name)
        if place is None:
            if name.partition(".")[0] not in ROOTS:
                return None
            return PathFinder.find_spec(name, path or [self.archive])
        file = f"{self.archive}/{name.replace('.', '/')}"
        spec = ModuleSpec(name, self, origin=file, is_package=place[0])  # type: ignore[arg-type]  # a loader by its methods
        if place[0]:
            spec.submodule_search_locations = [file]
        return spec

    def create_module(self, spec: ModuleSpec) -> ModuleType | None:  # noqa: ARG002 the import system's signature
        """None: an ordinary empty module."""
        return None

    def exec_module(self, module: ModuleType) -> None:
        """Run a module's code in it, or give it its literals."""
        _, room, start, stop = self.places[module.__name__]
        if room != DATA:
            exec(self._codes_of(room)[start], module.__dict__)
        elif stop:
            module.__dict__.update(marshal.loads(self._inflated((start, stop))))

    def _codes_of(self, room: str) -> list[CodeType]:
        codes = self._codes.get(room)
        if codes is None:
            common, own = self._rooms[room]
            _, codes = marshal.loads(self._inflated(common) + decompress(own))
            self._codes[room] = codes
        return codes

    def _inflated(self, span: Span) -> bytes:
        self._file.seek(span[0])
        return decompress(self._file.read(span[1] - span[0]))


def start(content: Content, file: BinaryIO) -> None:
    """Run the command line `sys.argv` = ["-c", ARCHIVE, WORD, …]; `file` is the archive, open; never returns.

    A hook's process is ended without the interpreter's own clean-up, which costs as much as our imports: everything we keep
    is written and closed by then, and no thread of ours outlives an answer.
    """
    archive, words = sys.argv[1], sys.argv[2:]
    if not archive.startswith("/"):
        import os

        archive = os.path.abspath(archive)
    sys.argv[:] = [archive, *words]
    sys.meta_path.insert(0, Bundle(archive, file, content))
    if not words or words[0] not in HOSTS:
        from feedback_gate.main import main

        sys.exit(main(words))
    import gc

    gc.disable()
    from feedback_gate.main import main

    status = main(words)
    sys.stdout.flush()
    sys.stderr.flush()
    import os

    os._exit(status)
