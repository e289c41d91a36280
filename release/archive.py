"""Writes the archive: head, bundles, source, always the same bytes for the same content."""

from __future__ import annotations

import io
import sys
import zipfile
import zlib

import boot
import bundles
import contents
import evaluated
import interpreters
import plain

TYPE_CHECKING = False
if TYPE_CHECKING:
    from compiler import Module

# The size an archive may not reach: it is read and hashed at every session start.
MAX_BYTES = 1_000_000
# The zip format's first day; every member gets it.
DATE = (1980, 1, 1, 0, 0, 0)


class Built:
    """An archive in memory.

    data: its bytes; bundled: version → path of the interpreter used; missing: versions that were not found; source: events
    whose modules did not fit in as bytecode.
    """

    __slots__ = ("bundled", "data", "missing", "source")

    def __init__(self, data: bytes, bundled: dict[str, str], missing: list[str], source: list[str]) -> None:
        self.data = data
        self.bundled = bundled
        self.missing = missing
        self.source = source


def build(
    core: str = contents.CORE, versions: list[str] | None = None, imports: str = contents.IMPORTS, limit: int = MAX_BYTES
) -> Built:
    """Build the archive from the sources in `core`, with the bytecode of as many events as fit.

    Args:
        core: the folder that holds `feedback_gate`.
        versions: the Pythons to make bundles for; those of pythons.txt when None.
        imports: the file that says which modules host events import.
        limit: the size in bytes the archive stays below, as long as leaving out bytecode helps.

    Raises:
        contents.BuildError: sources or PyYAML are not as they should be, or a module does not compile.
    """
    versions = interpreters.released() if versions is None else versions
    found = {version: interpreters.find(version) for version in versions}
    bundled = {version: path for version, path in found.items() if path}
    missing = [version for version in versions if version not in bundled]
    own = contents.own_files(core)
    events = contents.events(imports)
    tables = evaluated.tables(core, own)
    steps = [count for count in range(len(events)) if _adds(own, events[: count + 1], imports)]
    fitting, data = 0, b""
    with bundles.Compilers(list(bundled.values()), contents.hot_modules(own, events, imports)) as pythons:
        sources = _sources(own, tables)
        for count in [*steps, len(events)]:  # the sizes only grow
            hot = contents.hot_modules(own, events[:count], imports)
            larger = _written(sources, hot, contents.groups(events[:count], imports), tables, pythons, missing)
            if data and len(larger) >= limit:
                break
            fitting, data = count, larger
    return Built(data, bundled, missing, events[fitting:])


def _adds(own: dict[str, bytes], events: list[str], imports: str) -> bool:
    """Whether the last of the events imports what no other does."""
    return contents.hot_modules(own, events, imports) != contents.hot_modules(own, events[:-1], imports)


def _sources(own: dict[str, bytes], tables: bundles.Tables) -> dict[str, bytes]:
    """Path → content of what is packed as source. People read it elsewhere; here it is for Pythons, and room is scarce."""
    # What only makes tables stays away: they are data for all of them.
    kept = {
        path: content for path, content in own.items() if not path.endswith(".py") or contents.module_name(path)[0] not in tables
    }
    packed = {**kept, **contents.yaml_files()}
    bare = {path: plain.bare(content) if path.endswith(".py") else content for path, content in packed.items()}
    return {"__main__.py": boot.MAIN.encode(), **bare}


def _written(
    sources: dict[str, bytes],
    hot: list[Module],
    group_of: dict[str, str],
    tables: bundles.Tables,
    pythons: bundles.Compilers,
    missing: list[str],
) -> bytes:
    """The bytes of the archive: a zip file whose bundles lie uncompressed behind the head, so that they are read without it."""
    out = io.BytesIO()
    out.write(bytes(boot.HEAD_BYTES))
    with zipfile.ZipFile(out, "w") as archive:

        def store(name: str, content: bytes) -> tuple[int, int]:
            archive.writestr(_member(f"hot/{name}", zipfile.ZIP_STORED), content)
            return out.tell() - len(content), len(content)

        made = bundles.made(pythons, hot, group_of, tables, missing, store)
        places = {key: store(key, content) for key, content in made.items()}
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
