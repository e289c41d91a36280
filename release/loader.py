"""Runs the product out of its archive: this text travels inside the archive and is the first thing that is executed.

The archive holds all source, which `zipimport` can run on any Python, and for each released Python one bundle of the hot
modules' bytecode. `zipimport` parses the whole directory of the archive and looks every module up in it; on a tool call that
costs more than the check itself, so the modules of a bundle are run straight from it and the rest only falls back.
"""

from __future__ import annotations

import marshal
import sys
import zlib
from _frozen_importlib import ModuleSpec
from _frozen_importlib_external import PathFinder

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from types import CodeType, ModuleType

# Everything the archive brings; other names are none of our business.
ROOTS = ("feedback_gate", "yaml")
# Commands that answer a host: their process ends the moment the answer is out.
HOSTS = ("claude", "codex")


class Bundle:
    """Finds and runs the modules of one archive.

    archive: path of the file; hot: module name → (is it a package, deflated marshalled code); missing: names of the Pythons
    whose bundle was not built.
    """

    __slots__ = ("archive", "hot", "missing")

    def __init__(self, archive: str, hot: Mapping[str, tuple[bool, bytes]], missing: Sequence[str]) -> None:
        self.archive = archive
        self.hot = hot
        self.missing = missing

    def find_spec(self, name: str, path: Sequence[str] | None = None, target: object = None) -> ModuleSpec | None:  # noqa: ARG002 the import system's signature
        """The place of a module of ours: the bundle, else the source beside it; None for anything else."""
        entry = self.hot.get(name)
        if entry is None:
            if name.partition(".")[0] not in ROOTS:
                return None
            return PathFinder.find_spec(name, path or [self.archive])
        place = f"{self.archive}/{name.replace('.', '/')}"
        spec = ModuleSpec(name, self, origin=place, is_package=entry[0])  # type: ignore[arg-type]  # a loader by its methods
        if entry[0]:
            spec.submodule_search_locations = [place]
        return spec

    def create_module(self, spec: ModuleSpec) -> ModuleType | None:  # noqa: ARG002 the import system's signature
        """None: an ordinary empty module."""
        return None

    def get_code(self, name: str) -> CodeType:
        """The code of a module of the bundle.

        Raises:
            KeyError: it is not in the bundle.
        """
        code: CodeType = marshal.loads(zlib.decompress(self.hot[name][1]))
        return code

    def exec_module(self, module: ModuleType) -> None:
        """Run a module's code in it."""
        exec(self.get_code(module.__name__), module.__dict__)


def start(bundle: tuple[bytes, Mapping[str, tuple[bool, bytes]], Sequence[str]], argv: list[str]) -> None:
    """Run the command line `["-c", ARCHIVE, WORD, …]`; never returns.

    A hook's process is ended without the interpreter's own clean-up, which costs as much as our imports: everything we keep
    is written and closed by then, and no thread of ours outlives an answer.
    """
    archive, words = argv[1], argv[2:]
    if not archive.startswith("/"):
        import os

        archive = os.path.abspath(archive)
    sys.argv[:] = [archive, *words]
    sys.meta_path.insert(0, Bundle(archive, bundle[1], bundle[2]))
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
