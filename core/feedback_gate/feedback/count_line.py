"""The one `count:` line in the frontmatter of a rule file, replaced atomically and nothing else."""

from __future__ import annotations

import os
import re
import stat

from feedback_gate.system import files

LINE = re.compile(rb"(?m)^(count:[ \t]+)([0-9]{1,9})([ \t]*(?:#[^\r\n]*)?\r?)$")
FRONTMATTER = re.compile(rb"\A(?:\xef\xbb\xbf)?---[ \t]*\r?\n(.*?\r?\n)---[ \t]*(?:\r?\n|\Z)", re.DOTALL)


def rewrite(path: str, old: int, new: int) -> bool:
    """Replace the number; False, and nothing happens, when the line is not plain or the number is not `old` (any more).

    Args:
        path: the real path of the rule file; its mode is kept.
        old: the number that must stand there.
        new: the number to write.

    Raises:
        OSError: the file cannot be replaced.
    """
    data = files.read_bytes(path)
    front = FRONTMATTER.match(data) if data is not None else None
    if data is None or front is None:
        return False
    line = LINE.search(data, front.start(1), front.end(1))
    if line is None or int(line[2]) != old:
        return False
    changed = data[: line.start(2)] + str(new).encode() + data[line.end(2) :]
    files.write_atomically(path, changed, mode=stat.S_IMODE(os.stat(path).st_mode))
    return True
