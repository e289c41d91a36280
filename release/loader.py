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

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from types import CodeType, ModuleType
    from typing import Any

    # (marshalled loader, module → place, room → deflated code of its modules, names of Pythons without a bundle)
    Content = tuple[bytes, Mapping[str, tuple[bool, str, int, int]], Mapping[str, bytes], Sequence[str]]

# Everything the archive brings; other names are none of our business.
ROOTS = ("feedback_gate", "yaml")
# Commands that answer a host: their process ends the moment the answer is out.
HOSTS = ("claude", "codex")
# In place of a room: the module holds only literals, kept once for all Pythons; start and stop count from the file's first byte.
DATA = ""


class Bundle:
    """Finds and runs the modules of one archive.

    archive: path of the file; places: module name → (is it a package, room, start, stop) of its marshalled code in the room;
    missing: names of the Pythons whose bundle was not built.
    """

    __slots__ = ("_inflated", "_rooms", "archive", "missing", "places")

    def __init__(self, archive: str, content: Content) -> None:
        self.archive = archive
        _, self.places, self._rooms, self.missing = content
        self._inflated: dict[str, bytes] = {}

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
            exec(self._code(room, start, stop), module.__dict__)
        elif stop:
            module.__dict__.update(self._data(start, stop))

    def _code(self, room: str, start: int, stop: int) -> CodeType:
        inflated = self._inflated.get(room)
        if inflated is None:
            import zlib

            inflated = self._inflated[room] = zlib.decompress(self._rooms[room])
        code: CodeType = marshal.loads(inflated[start:stop])
        return code

    def _data(self, start: int, stop: int) -> dict[str, Any]:
        import zlib

        with open(self.archive, "rb") as file:
            file.seek(start)
            names: dict[str, Any] = marshal.loads(zlib.decompress(file.read(stop - start)))
        return names


def start(content: Content, argv: list[str]) -> None:
    """Run the command line `["-c", ARCHIVE, WORD, …]`; never returns.

    A hook's process is ended without the interpreter's own clean-up, which costs as much as our imports: everything we keep
    is written and closed by then, and no thread of ours outlives an answer.
    """
    archive, words = argv[1], argv[2:]
    if not archive.startswith("/"):
        import os

        archive = os.path.abspath(archive)
    sys.argv[:] = [archive, *words]
    sys.meta_path.insert(0, Bundle(archive, content))
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
