"""Writes the archive: head, bundles, source, always the same bytes for the same content."""

from __future__ import annotations

import io
import marshal
import os
import subprocess
import sys
import zipfile
import zlib

import boot
import compiler
import contents
import interpreters
import literals
import plain

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    # Puts a member into the archive as it is; gives its offset and length.
    Store = Callable[[str, bytes], tuple[int, int]]
    # (module name, is it a package, file name, source)
    Module = tuple[str, bool, str, bytes]
    # (is it a package, room, start, stop): see the loader
    Place = tuple[bool, str, int, int]

HERE = os.path.dirname(os.path.abspath(__file__))
COMPILER = os.path.join(HERE, "compiler.py")
LOADER = os.path.join(HERE, "loader.py")
# Marshal format of everything around the code: read and written alike by every supported Python.
PLAIN = 2
# The loader's word for "no room: literals".
DATA = ""
# The zip format's first day; every member gets it.
DATE = (1980, 1, 1, 0, 0, 0)


class Built:
    """An archive in memory.

    data: its bytes; bundled: version → path of the interpreter used; missing: versions that were not found.
    """

    __slots__ = ("bundled", "data", "missing")

    def __init__(self, data: bytes, bundled: dict[str, str], missing: list[str]) -> None:
        self.data = data
        self.bundled = bundled
        self.missing = missing


def build(core: str = contents.CORE, versions: list[str] | None = None, imports: str = contents.IMPORTS) -> Built:
    """Build the archive from the sources in `core`.

    Args:
        core: the folder that holds `feedback_gate`.
        versions: the Pythons to make bundles for; those of pythons.txt when None.
        imports: the file that says which modules host events import.

    Raises:
        contents.BuildError: sources or PyYAML are not as they should be, or a module does not compile.
    """
    versions = interpreters.released() if versions is None else versions
    found = {version: interpreters.find(version) for version in versions}
    bundled = {version: path for version, path in found.items() if path}
    missing = [version for version in versions if version not in bundled]
    own = contents.own_files(core)
    hot = contents.hot_modules(own, imports)
    # What runs from bytecode is read by people elsewhere; a Python without a bundle needs only the code.
    bare = {path: plain.without_comments(source) for _, _, path, source in hot}
    sources = {"__main__.py": boot.MAIN.encode(), **own, **bare, **contents.yaml_files()}
    return Built(_written(hot, sources, bundled, missing), bundled, missing)


def _read(path: str) -> bytes:
    with open(path, "rb") as file:
        return file.read()


def _ask(python: str, modules: list[Module], pools: dict[str, list[str]]) -> Any:
    """The compiler's answer by that Python.

    The hash seed is fixed because on 3.9 and 3.10 the code of a set literal depends on it; `-I` would ignore that. Column
    numbers of tracebacks are left out (a quarter of the code's size).
    """
    question = marshal.dumps(([("loader", False, "loader.py", _read(LOADER)), *modules], pools), PLAIN)
    environ = {"PYTHONHASHSEED": "0", "PYTHONDONTWRITEBYTECODE": "1", "LC_ALL": "C"}
    options = ["-S", "-X", "utf8", "-X", "no_debug_ranges"]
    done = subprocess.run([python, *options, COMPILER], input=question, capture_output=True, env=environ, check=False)
    if done.returncode:
        raise contents.BuildError(f"{python} cannot compile the product:\n{done.stderr.decode(errors='replace')}")
    return marshal.loads(done.stdout)


def _bundles(
    pythons: list[str], modules: list[Module], places: dict[str, Place], missing: list[str], store: Store
) -> dict[str, bytes]:
    """Key → content of every Python's bundle; what they have in common is stored on the way."""
    if not pythons:
        return {}
    pools = _ask(pythons[-1], modules, {})
    answers = [_ask(python, modules, pools) for python in pythons]
    common = {room: _common_start([streams[room] for _, _, streams in answers]) for room in pools if room != "loader"}
    stored = {room: _span(store(f"common/{room}", zlib.compress(prefix, 9))) for room, prefix in common.items()}
    number: dict[str, int] = {}
    for name, package, _, _ in modules:
        room = compiler.room_of(name, package=package)
        places[name] = (package, room, number.setdefault(room, 0), 0)
        number[room] += 1
    table = _span(store("places", zlib.compress(marshal.dumps(dict(sorted(places.items())), PLAIN), 9)))
    bundles = {}
    for key, loader, streams in answers:
        rooms = {room: (stored[room], zlib.compress(stream[len(common[room]) :], 9)) for room, stream in streams.items()}
        bundles[key] = marshal.dumps((loader, table, rooms, missing), PLAIN)
    return bundles


def _common_start(streams: list[bytes]) -> bytes:
    first, last = min(streams), max(streams)
    length = next((place for place, pair in enumerate(zip(first, last)) if pair[0] != pair[1]), min(len(first), len(last)))
    return first[:length]


def _span(place: tuple[int, int]) -> tuple[int, int]:
    return place[0], place[0] + place[1]


def _source_bundle(missing: list[str]) -> bytes:
    """What a Python without a bundle finds: the loader as text and no modules, so that all come from source."""
    return marshal.dumps((marshal.dumps(_read(LOADER).decode(), PLAIN), (0, 0), {}, missing), PLAIN)


def _written(hot: list[Module], sources: dict[str, bytes], bundled: dict[str, str], missing: list[str]) -> bytes:
    """The bytes of the archive: a zip file whose bundles lie uncompressed behind the head, so that they are read without it."""
    out = io.BytesIO()
    out.write(bytes(boot.HEAD_BYTES))
    with zipfile.ZipFile(out, "w") as archive:

        def store(name: str, content: bytes) -> tuple[int, int]:
            archive.writestr(_member(f"hot/{name}", zipfile.ZIP_STORED), content)
            return out.tell() - len(content), len(content)

        data = _store_data(hot, store)
        code_modules = [module for module in hot if module[0] not in data]
        bundles = _bundles(list(bundled.values()), code_modules, dict(data), missing, store)
        bundles[boot.ANY_PYTHON] = _source_bundle(missing)
        places = {key: store(key, content) for key, content in bundles.items()}
        for name, content in sources.items():
            archive.writestr(_member(name, zipfile.ZIP_DEFLATED), content, compresslevel=9)
    out.seek(0)
    out.write(boot.head(places))
    return out.getvalue()


def _store_data(hot: list[Module], store: Store) -> dict[str, Place]:
    """Store the modules that hold only literals, once for all Pythons; empty ones take no room."""
    places: dict[str, Place] = {}
    for name, package, _, source in hot:
        values = literals.values_of(source)
        if values is None:
            continue
        span = _span(store(f"data/{name}", zlib.compress(marshal.dumps(values, PLAIN), 9))) if values else (0, 0)
        places[name] = (package, DATA, *span)
    return places


def _member(name: str, compression: int) -> zipfile.ZipInfo:
    info = zipfile.ZipInfo(name, DATE)
    info.create_system = 3  # Unix, wherever the build runs
    info.external_attr = 0o100644 << 16
    info.compress_type = compression
    return info


def main_version() -> str:
    """The version of the Python that runs the build, whose zlib makes the bytes."""
    return f"{sys.version.split()[0]}, zlib {zlib.ZLIB_RUNTIME_VERSION}"
