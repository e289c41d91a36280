"""Runs the product out of its archive: this text travels inside the archive and is the first thing that is executed.

The archive holds all source, which any Python can run (of modules that make tables, the tables, which any can read), and for each
released Python one bundle of the hot modules' bytecode.
Source is found by `zipimport`, which parses the whole directory of the archive, and is then compiled; on a tool call that
costs more than the check itself. So the modules of a bundle are run straight from it, and what was compiled from source is
kept beside an archive that lies in our cache, one file for each thing that is asked for.
"""

from __future__ import annotations

import marshal
import sys
from _frozen_importlib import ModuleSpec
from _frozen_importlib_external import MAGIC_NUMBER, PathFinder
from zlib import decompress

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from types import CodeType, ModuleType
    from typing import BinaryIO

    # A span is (start, stop), counted from the file's first byte; what lies there is deflated. Content: (marshalled loader,
    # deflated; span of the marshalled places; group → (span of what all Pythons have in common, what only this one has,
    # deflated); names of the Pythons that have no bundle)
    Span = tuple[int, int]
    Content = tuple[bytes, Span, Mapping[str, tuple[Span, bytes]], Sequence[str]]
    Places = Mapping[str, tuple[bool, str, int, int]]

# Everything the archive brings; other names are none of our business.
ROOTS = ("feedback_gate", "yaml")
# Commands that answer a host: their process ends the moment the answer is out.
HOSTS = ("claude", "codex")
# The file beside an archive that says: this folder is ours (the launcher's pinned Python).
PIN = "python"
# In place of a group: of the module only its values are kept, once for all Pythons.
DATA = ""


class Bundle:
    """Finds and runs the modules of one archive.

    archive: path of the file; label: names what this process is asked to do; missing: names of the Pythons whose bundle was
    not built; groups: those of this Python, none if it has no bundle; places: module name → (is it a package, group, number of
    its code there, 0) or (is it a package, DATA, start, stop).
    """

    __slots__ = ("_codes", "_file", "_keep", "_known", "_new", "archive", "groups", "label", "missing", "places")

    def __init__(self, archive: str, file: BinaryIO, content: Content, label: str) -> None:
        self.archive = archive
        self.label = label
        self._file = file
        _, places, self.groups, self.missing = content
        self.places: Places = marshal.loads(self._inflated(places)) if places[1] else {}
        self._codes: dict[str, list[CodeType]] = {}
        # What is not in the bundle: name → (is it a package, its marshalled code; empty when there is no such module).
        self._known: dict[str, tuple[bool, bytes]] | None = None
        self._keep = ""
        self._new = False

    def find_spec(self, name: str, path: Sequence[str] | None = None, target: object = None) -> ModuleSpec | None:  # noqa: ARG002 the import system's signature
        """The place of a module of ours: the bundle, else the source beside it; None for anything else."""
        place = self.places.get(name)
        if place is not None:
            package = place[0]
        elif name.partition(".")[0] in ROOTS:
            package, code = self._outside(name, path)
            if not code:
                return None
        else:
            return None
        file = f"{self.archive}/{name.replace('.', '/')}"
        spec = ModuleSpec(name, self, origin=file, is_package=package)  # type: ignore[arg-type]  # a loader by its methods
        if package:
            spec.submodule_search_locations = [file]
        return spec

    def create_module(self, spec: ModuleSpec) -> ModuleType | None:  # noqa: ARG002 the import system's signature
        """None: an ordinary empty module."""
        return None

    def exec_module(self, module: ModuleType) -> None:
        """Run a module's code in it, or give it its values."""
        place = self.places.get(module.__name__)
        if place is None:
            exec(marshal.loads(self._outside(module.__name__, None)[1]), module.__dict__)
            return
        _, group, start, stop = place
        if group != DATA:
            exec(self._codes_of(group)[start], module.__dict__)
        elif stop:
            module.__dict__.update(marshal.loads(self._inflated((start, stop))))

    def _codes_of(self, group: str) -> list[CodeType]:
        codes = self._codes.get(group)
        if codes is None:
            common, own = self.groups[group]
            _, codes = marshal.loads(self._inflated(common) + decompress(own))
            self._codes[group] = codes
        return codes

    def _inflated(self, span: Span) -> bytes:
        self._file.seek(span[0])
        return decompress(self._file.read(span[1] - span[0]))

    def _outside(self, name: str, path: Sequence[str] | None) -> tuple[bool, bytes]:
        """(is it a package, its marshalled code) of a module that is not in the bundle: kept from earlier, else compiled now."""
        if self._known is None:
            self._known = self._kept()
        found = self._known.get(name)
        if found is None:
            spec = PathFinder.find_spec(name, path or [self.archive])
            if spec is None or spec.loader is None:
                found = (False, b"")
            else:
                code = spec.loader.get_code(name)  # type: ignore[attr-defined]
                found = (spec.submodule_search_locations is not None, marshal.dumps(code))
            self._known[name] = found
            self._new = True
        return found

    def _kept(self) -> dict[str, tuple[bool, bytes]]:
        """What earlier processes with our label compiled, if the archive lies in a folder of ours."""
        import os

        folder = os.path.dirname(self.archive)
        if not os.path.exists(f"{folder}/{PIN}"):
            return {}
        self._keep = f"{folder}/code-{sys.implementation.cache_tag}-{MAGIC_NUMBER.hex()}"
        try:
            with open(f"{self._keep}/{self.label}", "rb") as file:
                known = marshal.loads(file.read())
        except (OSError, EOFError, ValueError, TypeError):
            return {}
        return known if isinstance(known, dict) else {}

    def keep(self) -> None:
        """Keep what was compiled for the next process with our label; where that is not possible it is compiled again."""
        if not self._keep or not self._new:
            return
        import os

        temporary = f"{self._keep}/{self.label}.{os.getpid()}.tmp"
        try:
            if not os.path.isdir(self._keep):
                os.mkdir(self._keep, 0o700)  # an uninstallation may have removed all of it in the meantime
            with open(temporary, "xb") as file:
                file.write(marshal.dumps(self._known))
            os.replace(temporary, f"{self._keep}/{self.label}")
        except OSError:
            return


def label_of(words: list[str]) -> str:
    """The name of what a command line asks for: `claude.Stop`, `rules`; a plain file name whatever the words are."""
    kind = words[:2] if words[:1] and words[0] in HOSTS else words[:1]
    return ".".join("".join(letter for letter in word if letter.isalnum()) for word in kind)[:80] or "nothing"


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
    bundle = Bundle(archive, file, content, label_of(words))
    sys.meta_path.insert(0, bundle)
    if not words or words[0] not in HOSTS:
        from feedback_gate.main import main

        try:
            sys.exit(main(words))
        finally:
            bundle.keep()
    import gc

    gc.disable()
    from feedback_gate.main import main

    status = main(words)
    sys.stdout.flush()
    sys.stderr.flush()
    bundle.keep()
    import os

    os._exit(status)
