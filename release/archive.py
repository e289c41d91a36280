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
import contents
import interpreters

HERE = os.path.dirname(os.path.abspath(__file__))
COMPILER = os.path.join(HERE, "compiler.py")
LOADER = os.path.join(HERE, "loader.py")
# Marshal format of everything around the code: read and written alike by every supported Python.
PLAIN = 2
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


def build(core: str = contents.CORE, versions: list[str] | None = None) -> Built:
    """Build the archive from the sources in `core`.

    Args:
        core: the folder that holds `feedback_gate`.
        versions: the Pythons to make bundles for; those of pythons.txt when None.

    Raises:
        contents.BuildError: sources or PyYAML are not as they should be, or a module does not compile.
    """
    versions = interpreters.released() if versions is None else versions
    found = {version: interpreters.find(version) for version in versions}
    bundled = {version: path for version, path in found.items() if path}
    missing = [version for version in versions if version not in bundled]
    own = contents.own_files(core)
    hot = contents.hot_modules(own)
    loader = _read(LOADER)
    members = dict(_bundle(path, loader, hot, missing) for path in bundled.values())
    members[boot.ANY_PYTHON] = marshal.dumps((marshal.dumps(loader.decode(), PLAIN), {}, missing), PLAIN)
    sources = {"__main__.py": boot.MAIN.encode(), **own, **contents.yaml_files()}
    return Built(_written(members, sources), bundled, missing)


def _read(path: str) -> bytes:
    with open(path, "rb") as file:
        return file.read()


def _bundle(python: str, loader: bytes, hot: list[tuple[str, bool, str, bytes]], missing: list[str]) -> tuple[str, bytes]:
    """(key, content) of one Python's bundle.

    The hash seed is fixed because on 3.9 and 3.10 the code of a set literal depends on it; `-I` would ignore that. Column
    numbers of tracebacks are left out (a quarter of the code's size), lines stay.
    """
    question = marshal.dumps([("loader", False, "loader.py", loader), *hot], PLAIN)
    environ = {"PYTHONHASHSEED": "0", "PYTHONDONTWRITEBYTECODE": "1", "LC_ALL": "C"}
    done = subprocess.run(
        [python, "-S", "-X", "utf8", "-X", "no_debug_ranges", COMPILER],
        input=question,
        capture_output=True,
        env=environ,
        check=False,
    )
    if done.returncode:
        raise contents.BuildError(f"{python} cannot compile the product:\n{done.stderr.decode(errors='replace')}")
    key, code, modules = marshal.loads(done.stdout)
    table = {name: (package, zlib.compress(body, 9)) for name, package, body in modules}
    return key, marshal.dumps((code, table, missing), PLAIN)


def _written(bundles: dict[str, bytes], sources: dict[str, bytes]) -> bytes:
    """The bytes of the archive: a zip file whose bundles lie uncompressed behind the head, so that they are read without it."""
    out = io.BytesIO()
    out.write(bytes(boot.HEAD_BYTES))
    places: dict[str, tuple[int, int]] = {}
    with zipfile.ZipFile(out, "w") as archive:
        for key, content in bundles.items():
            archive.writestr(_member(f"hot/{key}", zipfile.ZIP_STORED), content)
            places[key] = (out.tell() - len(content), len(content))
        for name, content in sources.items():
            archive.writestr(_member(name, zipfile.ZIP_DEFLATED), content, compresslevel=9)
    out.seek(0)
    out.write(boot.head(places))
    return out.getvalue()


def _member(name: str, compression: int) -> zipfile.ZipInfo:
    info = zipfile.ZipInfo(name, DATE)
    info.create_system = 3  # Unix, wherever the build runs
    info.external_attr = 0o100644 << 16
    info.compress_type = compression
    return info


def main_version() -> str:
    """The version of the Python that runs the build, whose zlib makes the bytes."""
    return f"{sys.version.split()[0]}, zlib {zlib.ZLIB_RUNTIME_VERSION}"
