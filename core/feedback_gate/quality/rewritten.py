"""Which of the files a rule was about its commands changed, as formatters do."""

from __future__ import annotations

import os

from feedback_gate.system import files, hashing

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

MOST = 200  # files that are watched
LARGEST = 1 << 20  # bytes of a file that is watched


class Before:
    """Files as they are before commands run: time and content of at most 200 of them."""

    __slots__ = ("_root", "_seen")

    def __init__(self, root: str, relatives: Iterable[str]) -> None:
        self._root = root
        self._seen: dict[str, tuple[int, str]] = {}
        for relative in list(relatives)[:MOST]:
            found = _state(os.path.join(root, relative))
            if found is not None:
                self._seen[relative] = found

    def changed(self) -> list[str]:
        """Relative paths whose content is another one now, sorted."""
        return sorted(relative for relative, (_, digest) in self._changed() if digest != self._seen[relative][1])

    def touched(self) -> dict[str, int]:
        """{absolute path: ctime} of those that were written without a change."""
        return {
            os.path.join(self._root, relative): ns
            for relative, (ns, digest) in self._changed()
            if digest == self._seen[relative][1]
        }

    def _changed(self) -> list[tuple[str, tuple[int, str]]]:
        now = ((relative, _state(os.path.join(self._root, relative), old[0])) for relative, old in self._seen.items())
        return [(relative, found) for relative, found in now if found is not None and found[0] != self._seen[relative][0]]


def _state(path: str, known_ns: int = -1) -> tuple[int, str] | None:
    """(ctime, digest) of a file; with the ctime that is known the digest is not looked for."""
    try:
        ns = os.lstat(path).st_ctime_ns
    except (OSError, ValueError):
        return None
    if ns == known_ns:
        return ns, ""
    data = files.read_bytes(path, LARGEST)
    return None if data is None else (ns, hashing.digest(data))
