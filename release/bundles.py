"""Makes the bundles: asks every released Python for its bytecode and keeps what they have in common once."""

from __future__ import annotations

import marshal
import os
import subprocess
import zlib

import boot
import compiler
import contents
import literals
import plain

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from compiler import Module, Pool

    # Puts a member into the archive as it is; gives its offset and length.
    Store = Callable[[str, bytes], tuple[int, int]]
    # (is it a package, group, start, stop): see the loader
    Place = tuple[bool, str, int, int]
    # (start, stop) in the archive
    Span = tuple[int, int]
    # module name → name → value
    Tables = dict[str, dict[str, Any]]

HERE = os.path.dirname(os.path.abspath(__file__))
COMPILER = os.path.join(HERE, "compiler.py")
LOADER = os.path.join(HERE, "loader.py")
# Marshal format of everything around the code: read and written alike by every supported Python.
PLAIN = compiler.PLAIN
# The loader's word for "no group: literals".
DATA = ""
# The group of a module that is compiled for the sake of another (the Japanese texts, when they are more than literals).
OTHERS = "others"
# A tuple is worth keeping in common when at least this many Pythons have it.
SHARERS = 2


class Compiler:
    """One Python at work, told the modules once and then asked for bundles.

    The hash seed is fixed because on 3.9 and 3.10 the code of a set literal depends on it; `-I` would ignore that. Column
    numbers of tracebacks are left out (a quarter of the code's size).
    """

    def __init__(self, python: str, modules: list[Module]) -> None:
        self.python = python
        environ = {"PYTHONHASHSEED": "0", "PYTHONDONTWRITEBYTECODE": "1", "LC_ALL": "C"}
        command = [python, "-S", "-X", "utf8", "-X", "no_debug_ranges", COMPILER]
        pipe = subprocess.PIPE
        self.process = subprocess.Popen(command, stdin=pipe, stdout=pipe, stderr=pipe, env=environ)
        self.tell([("loader", False, "loader.py", _read(LOADER)), *modules])

    def tell(self, question: Any) -> None:
        """Send the modules or a question."""
        assert self.process.stdin is not None
        compiler.write_frame(self.process.stdin, question)

    def answer(self) -> Any:
        """The next answer.

        Raises:
            contents.BuildError: that Python cannot compile a module.
        """
        assert self.process.stdout is not None
        found = compiler.read_frame(self.process.stdout)
        if found is None:
            _, errors = self.process.communicate()
            raise contents.BuildError(f"{self.python} cannot compile the product:\n{errors.decode(errors='replace')}")
        return found

    def close(self) -> None:
        """End the process."""
        self.process.communicate()


class Compilers:
    """All released Pythons at work at the same time."""

    def __init__(self, pythons: list[str], modules: list[Module]) -> None:
        self.all = [Compiler(python, modules) for python in pythons]

    def __enter__(self) -> Compilers:
        for one in self.all:
            one.answer()
        return self

    def __exit__(self, *_: object) -> None:
        for one in self.all:
            one.close()

    def ask(self, question: Any) -> list[Any]:
        """The answer of each."""
        for one in self.all:
            one.tell(question)
        return [one.answer() for one in self.all]


def made(
    pythons: Compilers, hot: list[Module], group_of: dict[str, str], tables: Tables, missing: list[str], store: Store
) -> dict[str, bytes]:
    """Key → content of every Python's bundle of these modules, and of the one for any other Python; what they share is stored on the way.

    Args:
        pythons: who compiles.
        hot: the modules.
        group_of: module name → the group it is stored in and loaded with.
        tables: name → values of the modules that are kept as what they make (see `evaluated`).
        missing: the names of Pythons that have no bundle.
        store: puts a member into the archive.
    """
    places = _store_values(hot, tables, store)
    values = _stored(places, "values", store)
    groups: dict[str, list[str]] = {}
    for name, package, _, _ in hot:
        if name not in places:
            names = groups.setdefault(group_of.get(name, OTHERS), [])
            places[name] = (package, group_of.get(name, OTHERS), len(names), 0)
            names.append(name)
    table = _stored(places, "places", store)
    answers = pythons.ask((groups, _merged(pythons.ask(groups))))
    common = {group: _common_start([streams[group] for _, _, streams in answers]) for group in groups} if answers else {}
    stored = {group: _span(store(f"common/{group}", zlib.compress(start, 9))) for group, start in common.items()}
    bundles = {boot.ANY_PYTHON: _of_any_python(values, missing)}
    for key, loader, streams in answers:
        own = {group: (stored[group], zlib.compress(stream[len(common[group]) :], 9)) for group, stream in streams.items()}
        bundles[key] = marshal.dumps((zlib.compress(loader, 9), table, own, missing), PLAIN)
    return bundles


def _of_any_python(values: Span, missing: list[str]) -> bytes:
    """What a Python without a bundle finds: the loader as text and the modules kept as values; all others come from source."""
    text = plain.bare(_read(LOADER)).decode()
    return marshal.dumps((zlib.compress(marshal.dumps(text, PLAIN), 9), values, {}, missing), PLAIN)


def _stored(places: dict[str, Place], name: str, store: Store) -> Span:
    return _span(store(name, zlib.compress(marshal.dumps(dict(sorted(places.items())), PLAIN), 9)))


def _read(path: str) -> bytes:
    with open(path, "rb") as file:
        return file.read()


def _store_values(hot: list[Module], tables: Tables, store: Store) -> dict[str, Place]:
    """Store the modules of which only values are kept, once for all Pythons; empty ones take no group."""
    found = {name: (package, literals.values_of(source)) for name, package, _, source in hot}
    found.update((name, (False, values)) for name, values in sorted(tables.items()))
    places: dict[str, Place] = {}
    for name, (package, values) in found.items():
        if values is None:
            continue
        span = _span(store(f"data/{name}", zlib.compress(marshal.dumps(values, PLAIN), 9))) if values else (0, 0)
        places[name] = (package, DATA, *span)
    return places


def _merged(answers: list[dict[str, Pool]]) -> dict[str, Pool]:
    """Group → the strings of all Pythons and the tuples that several of them have."""
    merged: dict[str, Pool] = {}
    for group in answers[0] if answers else ():
        pools = [answer[group] for answer in answers]
        strings = dict.fromkeys(string for pool in pools for string in pool[0])
        every = [found for pool in pools for found in pool[1]]
        enough = min(SHARERS, len(pools))
        merged[group] = (list(strings), [found for found in dict.fromkeys(every) if every.count(found) >= enough])
    return merged


def _common_start(streams: list[bytes]) -> bytes:
    first, last = min(streams), max(streams)
    length = next((place for place, pair in enumerate(zip(first, last)) if pair[0] != pair[1]), min(len(first), len(last)))
    return first[:length]


def _span(place: tuple[int, int]) -> Span:
    return place[0], place[0] + place[1]
