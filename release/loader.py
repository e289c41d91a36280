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
    from io import FileIO
    from types import CodeType, ModuleType
    from typing import Any, BinaryIO

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
# The launcher's folder for overrides, in the home: a cache that is set elsewhere is not believed, a project may have set it.
OVERRIDE = ".cache/feedback-gate/override"
FOREIGN = "-"
# How the length of the index of what was kept is written.
INDEX_BYTES = 8
# In place of a group: of the module only its values are kept, once for all Pythons.
DATA = ""


def _mark(file: BinaryIO) -> str:
    """What tells an archive that lies elsewhere (an override) from every other, also from itself after a change.

    Asked of the open file: another may lie at its path by now. FOREIGN where its owner is somebody else: who can write into our
    folder could not have replaced it.
    """
    import os

    found = os.fstat(file.fileno())
    if not hasattr(os, "geteuid") or found.st_uid != os.geteuid():
        return FOREIGN
    return f"-{found.st_dev:x}-{found.st_ino:x}-{found.st_size:x}-{found.st_mtime_ns:x}-{found.st_ctime_ns:x}"


def _at_once(path: str, flags: int) -> int:
    """Open a file; a FIFO in its place is empty, and not waited for."""
    import os

    return os.open(path, flags | getattr(os, "O_NONBLOCK", 0))


class Kept:
    """What earlier processes with the same label ran, in a file beside an archive that lies in a folder of ours.

    What an override ran lies in the folder that holds its Python's path, under a name that changes with the override.

    Read module by module and not deflated, so that an event pays only for what it needs. The file: INDEX_BYTES bytes, the
    length of the marshalled index {name: (is it a package, is it values, start, stop)}; the index; the marshalled codes and
    values, at the places the index names, counted from its end. Nothing lies there for a module that the archive does not have.
    """

    __slots__ = ("_begin", "_file", "_mark", "_new", "folder", "index", "label")

    def __init__(self, archive: str, file: BinaryIO, label: str) -> None:
        import os

        self.label = label
        self.index: dict[str, tuple[bool, bool, int, int]] = {}
        self.folder = ""  # empty: nothing is kept
        self._begin = 0
        self._file: FileIO | None = None
        self._new: dict[str, tuple[bool, bool, bytes]] = {}
        home, self._mark = os.path.dirname(archive), ""
        if not os.path.exists(f"{home}/{PIN}"):
            home, self._mark = f"{os.environ.get('HOME', '')}/{OVERRIDE}", _mark(file)
        if self._mark != FOREIGN and home.startswith("/") and os.path.exists(f"{home}/{PIN}"):
            self.folder = f"{home}/code-{sys.implementation.cache_tag}-{MAGIC_NUMBER.hex()}{self._mark}"
            self._open()

    def _open(self) -> None:
        try:
            file = open(f"{self.folder}/{self.label}", "rb", buffering=0, opener=_at_once)  # noqa: SIM115 read from until the process ends
            length = int.from_bytes(file.read(INDEX_BYTES), "little")
            index = marshal.loads(file.read(length))
        except (OSError, EOFError, ValueError, TypeError, MemoryError, OverflowError):
            return
        if isinstance(index, dict):
            self.index, self._file, self._begin = index, file, INDEX_BYTES + length

    def read(self, name: str) -> Any:
        """The code or the values of a module in the index; None when they are damaged, and then no longer in it."""
        try:
            return marshal.loads(self._bytes(name))
        except (EOFError, ValueError, TypeError, MemoryError):
            del self.index[name]
            return None

    def _bytes(self, name: str) -> bytes:
        assert self._file is not None
        _, _, start, stop = self.index[name]
        self._file.seek(self._begin + start)
        return self._file.read(stop - start)

    def add(self, name: str, content: Any, *, package: bool, values: bool) -> None:
        """Keep a module for the next process; no content says that there is no such module."""
        if self.folder:
            self._new[name] = (package, values, b"" if content is None else marshal.dumps(content))

    def write(self) -> None:
        """Write what was added; where that is not possible it is found anew each time."""
        if not self._new:
            return
        import os

        temporary = f"{self.folder}/{self.label}.{os.getpid()}.tmp"
        try:
            if not os.path.isdir(self.folder):
                os.mkdir(self.folder, 0o700)  # an uninstallation may have removed all of it in the meantime
                if self._mark:
                    _forget_others(self.folder, self.folder[: -len(self._mark)])
            with open(temporary, "xb") as file:
                file.write(self._content())
            os.replace(temporary, f"{self.folder}/{self.label}")
        except OSError:
            _remove(temporary)  # half of it would take the last room of a full disk

    def _content(self) -> bytes:
        whole = {}
        for name, (package, values, start, stop) in self.index.items():
            data = self._bytes(name)
            if len(data) == stop - start:  # nothing in place of a cut-off module would say that there is none
                whole[name] = (package, values, data)
        index, parts, at = {}, [], 0
        for name, (package, values, data) in {**whole, **self._new}.items():
            index[name] = (package, values, at, at + len(data))
            parts.append(data)
            at += len(data)
        head = marshal.dumps(index)
        return b"".join((len(head).to_bytes(INDEX_BYTES, "little"), head, *parts))


def _remove(path: str) -> None:
    """Remove a file that may not be there."""
    import os

    try:
        os.unlink(path)
    except OSError:
        return


def _forget_others(folder: str, beginning: str) -> None:
    """Remove the folders beside this one that begin so: what earlier overrides left."""
    import os

    home = os.path.dirname(folder)
    for other in (f"{home}/{name}" for name in os.listdir(home)):
        if other.startswith(beginning) and other != folder:
            for name in os.listdir(other):
                os.unlink(f"{other}/{name}")
            os.rmdir(other)


class Bundle:
    """Finds and runs the modules of one archive: those that were kept, those of the bundle, else the source.

    archive: path of the file; missing: names of the Pythons whose bundle was not built; groups: those of this Python, none if
    it has no bundle; places: module name → (is it a package, group, number of its code there, 0) or (is it a package, DATA,
    start, stop); kept: see there.
    """

    __slots__ = ("_codes", "_compiled", "_file", "_places", "_table", "archive", "groups", "kept", "missing")

    def __init__(self, archive: str, file: BinaryIO, content: Content, kept: Kept) -> None:
        self.archive = archive
        self.kept = kept
        self._file = file
        _, self._table, self.groups, self.missing = content
        self._places: Places | None = None
        self._codes: dict[str, list[CodeType]] = {}
        self._compiled: dict[str, tuple[bool, CodeType]] = {}

    @property
    def places(self) -> Places:
        """Where each module of the bundle lies; read when something is needed that was not kept."""
        if self._places is None:
            self._places = marshal.loads(self._inflated(self._table)) if self._table[1] else {}
        return self._places

    def find_spec(self, name: str, path: Sequence[str] | None = None, target: object = None) -> ModuleSpec | None:  # noqa: ARG002 the import system's signature
        """The place of a module of ours; None for anything else."""
        if name.partition(".")[0] not in ROOTS:
            return None
        if name in self.kept.index:
            package, _, start, stop = self.kept.index[name]
            if start == stop:
                return None
        elif name in self.places:
            package = self.places[name][0]
        elif self._compile(name, path):
            package = self._compiled[name][0]
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
        values, content = self._content(module.__name__)
        if values:
            module.__dict__.update(content)
        else:
            exec(content, module.__dict__)

    def _content(self, name: str) -> tuple[bool, Any]:
        """(is it values, they or the code) of a module that was found."""
        if name in self.kept.index:
            values, content = self.kept.index[name][1], self.kept.read(name)
            if content is not None:
                return values, content
        if name in self.places:
            package, group, start, stop = self.places[name]
            values = group == DATA
            content = self._values((start, stop)) if values else self._codes_of(group)[start]
        else:
            values = False
            if name not in self._compiled:  # it was kept, but is damaged
                folder = f"{self.archive}/{name.rpartition('.')[0].replace('.', '/')}"
                self._compile(name, [folder.rstrip("/")])
            package, content = self._compiled[name]
        self.kept.add(name, content, package=package, values=values)
        return values, content

    def _values(self, span: Span) -> Any:
        return marshal.loads(self._inflated(span)) if span[1] else {}

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

    def _compile(self, name: str, path: Sequence[str] | None) -> bool:
        """Compile a module from the archive's source; False when there is none."""
        spec = PathFinder.find_spec(name, path or [self.archive])
        if spec is None or spec.loader is None:
            self.kept.add(name, None, package=False, values=False)
            return False
        self._compiled[name] = (spec.submodule_search_locations is not None, spec.loader.get_code(name))  # type: ignore[attr-defined]
        return True


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
    kept = Kept(archive, file, label_of(words))
    sys.meta_path.insert(0, Bundle(archive, file, content, kept))
    if not words or words[0] not in HOSTS:
        from feedback_gate.main import main

        try:
            sys.exit(main(words))
        finally:
            kept.write()
    import gc

    gc.disable()
    from feedback_gate.main import main

    status = main(words)
    sys.stdout.flush()
    sys.stderr.flush()
    kept.write()
    import os

    os._exit(status)
