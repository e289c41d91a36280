"""The one line that starts an archive: `python -I -S -X utf8 -c BOOT ARCHIVE WORD …`.

The head of an archive (HEAD_BYTES bytes, text) is a shebang line and one line `MARK KEY:OFFSET:LENGTH …`; KEY is a Python's cache
tag and the magic number of its bytecode, or "source". What lies at OFFSET is a marshalled tuple whose first
item is the marshalled and deflated loader; its `start` gets that tuple and the open file. This layout is a promise: launchers outlive archives.
"""

from __future__ import annotations

MARK = "feedback-gate-archive-1"
SHEBANG = "#!/usr/bin/env python3\n"
HEAD_BYTES = 1024
ANY_PYTHON = "source"

BOOT = (
    "import sys,marshal,zlib,_frozen_importlib_external as x;"
    'f=open(sys.argv[1],"rb");'
    f"h=f.read({HEAD_BYTES});"
    'i=h.find(("%s-%s:"%(sys.implementation.cache_tag,x.MAGIC_NUMBER.hex())).encode());'
    f'i=h.find(b"{ANY_PYTHON}:") if i<0 else i;'
    'o,n=h[i:].split()[0].split(b":")[1:];'
    "f.seek(int(o));"
    "b=marshal.loads(f.read(int(n)));"
    "exec(marshal.loads(zlib.decompress(b[0])));"
    "start(b,f)"
)

# `python ARCHIVE WORD …` and `./ARCHIVE WORD …`: the same, found through the archive's directory.
MAIN = f'import sys;sys.argv.insert(0,"-c");{BOOT}\n'


def head(places: dict[str, tuple[int, int]]) -> bytes:
    """The first HEAD_BYTES bytes of an archive.

    Args:
        places: KEY → (offset in the file, length), the key "source" among them.

    Raises:
        ValueError: more bundles than the head has room for.
    """
    entries = " ".join(f"{key}:{offset}:{length}" for key, (offset, length) in places.items())
    text = f"{SHEBANG}{MARK} {entries}"
    if len(text) >= HEAD_BYTES:
        raise ValueError(f"{len(places)} bundles do not fit into the archive's head of {HEAD_BYTES} bytes")
    return text.ljust(HEAD_BYTES - 1).encode() + b"\n"
