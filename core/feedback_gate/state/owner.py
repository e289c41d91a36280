"""Which copy of ours handles a session's events when several are registered: kept in one file that the launcher reads too.

A copy is a launcher as it was started: its folder, with a word behind it where one folder is started from two places. The
copies of one event start at once and never wait for each other, so the choice is made under a lock and kept:

- it follows the registrations, which every copy reads alike, and stays with who has it;
- who keeps it must have been heard at the last prompt; a copy that was heard and finds the owner silent takes its place;
- where the files that register us changed, it is looked at again.

The file: `= COPY` handles, `- COPY` is silent, `+ PATH` must be there and no newer than the file, `! PATH` must not be there,
`.` ends what the launcher reads, and `? JSON` behind it is what only this module reads.
"""

from __future__ import annotations

import json
import os
import re

from feedback_gate.state import places
from feedback_gate.system import clock, files, hashing

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from typing import Any

    # () → (copies in the order of their right, files at which a change of registrations shows)
    Look = Callable[[], tuple[Sequence[str], Sequence[str]]]

PLUGIN = "plugin"  # a copy whose folder the host chooses
LAUNCHER = "hook.sh"
# File times come from a coarser clock than ours; a change within this time before our own file counts as newer.
TICK_NS = 20_000_000
_NAME = re.compile(r"[A-Za-z0-9-]{1,64}")


def path_of(environ: Mapping[str, str], host: str, session: str) -> str:
    """The file of a session, "" without a home."""
    folder = places.seen_folder(environ)
    name = session if _NAME.fullmatch(session) else hashing.short(session, 32)
    return os.path.join(folder, f"owner.{host}.{name}") if folder else ""


def handles(path: str, copy: str, key: str, look: Look) -> bool:
    """Whether this copy is the one that answers; where nothing can be kept, every copy does.

    Args:
        path: the session's file.
        copy: the launcher as it was started.
        key: of an event that every copy gets once, one after the other (a session's start, a person's prompt), else "".
        look: reads the registrations, when that is needed.
    """
    kept = _read(path)
    if kept is not None and copy in kept.copies and (not key or kept.copies == [kept.owner]) and kept.is_fresh():
        return copy == kept.owner
    try:
        with files.Lock(path + ".lock"):
            began = int(clock.now() * 1e9) - TICK_NS
            seat = _read(path) or Seat({})
            answer = seat.decide(copy, key, look)
            if seat.changed:
                _write(path, seat, began)
    except OSError:
        return True
    return answer


def seat(path: str, copy: str) -> None:
    """Make a copy the owner, whatever is registered: for `doctor`, which calls each by itself.

    Raises:
        OSError: it cannot be written.
    """
    _write(path, Seat({"owner": copy, "order": [copy]}), int(clock.now() * 1e9))


class Seat:
    """What the file says.

    owner: a copy, or PLUGIN before the plugin's was seen; order: registered copies, PLUGIN among them; folder: the plugin's
    copy, once it was seen; others: copies that no file registers; key, number: of the last event that all get one by one, and
    how many there were; heard: copy → number of the last of them at which it ran; dead: owners that were missing; paths:
    path → [time, size, inode], None = not there; changed: it has to be written.
    """

    __slots__ = ("changed", "dead", "folder", "heard", "key", "number", "order", "others", "owner", "paths")

    def __init__(self, kept: Mapping[str, Any]) -> None:
        self.owner: str = kept.get("owner", "")
        self.order: list[str] = kept.get("order", [])
        self.folder: str = kept.get("folder", "")
        self.others: list[str] = kept.get("others", [])
        self.key: str = kept.get("key", "")
        self.number: int = kept.get("number", 0)
        self.heard: dict[str, int] = kept.get("heard", {})
        self.dead: list[str] = kept.get("dead", [])
        self.paths: dict[str, Any] = kept.get("paths", {})
        self.changed = False

    @property
    def copies(self) -> list[str]:
        """All copies in the order of their right."""
        return [(self.folder or one) if one == PLUGIN else one for one in self.order] + self.others

    def is_fresh(self) -> bool:
        """Whether the registrations are those that were looked at, and the launchers are still there."""
        return all(_signature(path) == kept for path, kept in self.paths.items())

    def decide(self, copy: str, key: str, look: Look) -> bool:
        """See `handles`; changes itself."""
        if not self.paths or not self.is_fresh():
            self._look_again(look)
        if copy not in self.copies:
            self._welcome(copy)
        if not self.owner:
            # Everybody is here at a session's start; later, who is here runs, and who is registered may not.
            self._set(owner=self.copies[0] if key else copy)
        elif self.owner not in self.copies:
            self._succeed(copy)
        elif key and copy != self.owner and self.owner not in self._heard_with(copy):
            self._set(dead=[*self.dead, self.owner])
            self._succeed(copy)
        if key:
            self._hear(copy, key)
        return copy == self.owner

    def _welcome(self, copy: str) -> None:
        """A copy that no file names is the plugin's, if one is registered that was not seen yet."""
        if PLUGIN in self.order and not self.folder:
            self._set(folder=copy, owner=copy if self.owner == PLUGIN else self.owner)
        else:
            self._set(others=[*self.others, copy])

    def _hear(self, copy: str, key: str) -> None:
        if key != self.key:
            self._set(key=key, number=self.number + 1)
        if self.heard.get(copy) != self.number:
            self._set(heard={**self.heard, copy: self.number})

    def _heard_with(self, copy: str) -> list[str]:
        """The copies that ran when this one last ran, or later; all of them when this is its first time."""
        last = self.heard.get(copy, 0)
        return [one for one in self.copies if self.heard.get(one, 0) >= last]

    def _succeed(self, copy: str) -> None:
        """The first who was heard when this copy was, and is not known to be missing; else this copy."""
        able = [one for one in self._heard_with(copy) if one in self.heard and one not in self.dead]
        self._set(owner=able[0] if able else copy)

    def _look_again(self, look: Look) -> None:
        order, watched = look()
        kept = list(watched)
        kept += [os.path.join(one, LAUNCHER) for one in order if one.startswith("/") and os.path.isdir(one)]
        self._set(order=list(order), paths={path: _signature(path) for path in dict.fromkeys(kept)})

    def _set(self, **values: Any) -> None:
        for name, value in values.items():
            setattr(self, name, value)
        self.changed = True


def _signature(path: str) -> list[int] | None:
    try:
        info = os.stat(path)
    except (OSError, ValueError):
        return None
    return [info.st_mtime_ns, info.st_size, info.st_ino]


def _read(path: str) -> Seat | None:
    text = files.read_text(path, 1 << 20)
    line = text.rpartition("\n? ")[2] if text and "\n? " in text else ""
    try:
        value = json.loads(line)
        return Seat(value) if isinstance(value, dict) else None
    except (ValueError, RecursionError):
        return None


def _write(path: str, seat: Seat, began: int) -> None:
    """Replace the file; it gets the time, in nanoseconds, at which looking at the registrations began."""
    lines = [f"{'=' if copy == seat.owner else '-'} {copy}" for copy in dict.fromkeys(seat.copies) if copy.startswith("/")]
    lines += [f"{'!' if kept is None else '+'} {one}" for one, kept in seat.paths.items()]
    value = {name: getattr(seat, name) for name in Seat.__slots__ if name != "changed"}
    body = "".join(line + "\n" for line in lines if "\n" not in line) + ".\n? " + json.dumps(value)
    files.write_atomically(path, ("\n" + body + "\n").encode("utf-8", "surrogateescape"))
    os.utime(path, ns=(began, began))
