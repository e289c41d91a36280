"""The automatic part of every count: what is added to a file that git tracks, and what was written into one it does not.

`learned.json` in the user's state: real path of the rule file → {"more": on top of the written count, "written": the
automatic part of the written count, "count": the count we wrote last, "at": epoch seconds of the last raise, "by": the
sessions that raised it last, "to": the count that is being written}. A part lapses, one at a time, after a quiet quarter; it
is forgotten when a person sets the count, or the file is gone.
"""

from __future__ import annotations

import os

from feedback_gate.errors import StateError
from feedback_gate.feedback import count_line
from feedback_gate.state import jsonfile, places
from feedback_gate.system import files, hashing

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from typing import Any

HIGHEST = 4
QUIET = 90 * 86400.0
# Sessions remembered for one rule; they bridge the time between a raise and the note of it in the session's own state.
SESSIONS = 32


def lock(path: str, environ: Mapping[str, str]) -> files.Lock:
    """What everybody holds who changes the count of this rule file.

    Raises:
        OSError: there is no home to lock anything in.
    """
    base = places.state_home(environ)
    if not base:
        raise OSError(2, "HOME is not set")
    return files.Lock(os.path.join(base, "counts", hashing.short(path) + ".lock"))


def on_top(environ: Mapping[str, str]) -> dict[str, int]:
    """Real path of a rule file → what is added to its written count."""
    path = _path(environ)
    if not path:
        return {}
    try:
        kept = jsonfile.read(path)
    except jsonfile.Unreadable:
        return {}
    return {file: _number(one, "more") for file, one in kept.items() if _number(one, "more")}


def raised_by(path: str, environ: Mapping[str, str]) -> tuple[list[str], int]:
    """(the sessions that raised a file's count, the last one last; the count it was writing when it was killed, or 0)."""
    try:
        one = _entry(jsonfile.read(_path(environ)), path)
    except jsonfile.Unreadable:
        return [], 0
    return _sessions(one), _number(one, "to")


def add(path: str, written: int, session: str, now: float, environ: Mapping[str, str]) -> int | None:
    """Add one on top of a file's written count; the count in force then, None when it is at `HIGHEST` already.

    What is kept never lifts a count above `HIGHEST`, so that every part that lapses lowers it.

    Raises:
        OSError: it cannot be kept.
    """

    def change(kept: dict[str, Any]) -> int | None:
        one = _claimed(kept, path, session, now)
        more = _number(one, "more")
        kept[path] = {**one, "more": _fitting(more + 1, written)}
        return written + more + 1 if written + more < HIGHEST else None

    result: int | None = _update(environ, change)
    return result


def begin(path: str, to: int, session: str, now: float, environ: Mapping[str, str]) -> None:
    """Note that this session is about to write this count into the file; `settle` notes how it ended.

    Raises:
        OSError: it cannot be kept.
    """

    def change(kept: dict[str, Any]) -> None:
        kept[path] = {**_claimed(kept, path, session, now), "to": to}

    _update(environ, change)


def settle(path: str, environ: Mapping[str, str], *, written: bool) -> None:
    """Note whether the count that `begin` named stands in the file.

    Raises:
        OSError: it cannot be kept.
    """

    def change(kept: dict[str, Any]) -> None:
        one = kept[path] = _entry(kept, path)
        to = one.pop("to", 0)
        if written:
            one.update(written=_number(one, "written") + 1, count=to)

    _update(environ, change)


def forget(path: str, environ: Mapping[str, str]) -> None:
    """A person set the count: nothing of it is automatic any more; what cannot be kept changes nothing."""
    if not os.path.exists(_path(environ)):
        return
    try:
        _update(environ, lambda kept: kept.pop(path, None))
    except OSError:
        return


def lapse(environ: Mapping[str, str], now: float, last: Callable[[str], float]) -> list[tuple[str, int, int]]:
    """Take back one automatic part of every rule without a violation for a quarter; (path, old count, new count).

    Each under its rule's lock, so that no raise is under way; a rule that cannot be locked or kept waits for another day.

    Args:
        environ: names the state home.
        now: epoch seconds.
        last: real path → epoch seconds of its last violation, 0.0 for none.
    """
    try:
        kept = jsonfile.read(_path(environ))
    except StateError:
        return []
    lapsed = []
    for path in (path for path in kept if _is_due(kept, path, now, last)):
        try:
            with lock(path, environ):
                taken = _update(environ, _lapse_of(path, now, last))
        except OSError:
            continue
        if taken is not None:
            lapsed.append((path, *taken))
    return lapsed


def _is_due(kept: Mapping[str, Any], path: str, now: float, last: Callable[[str], float]) -> bool:
    """Whether nothing is known of the rule any more, or its quarter is over."""
    one = _entry(kept, path)
    return _is_void(path, one) or max(float(_number(one, "at")), last(path)) + QUIET < now


def _is_void(path: str, one: Mapping[str, Any]) -> bool:
    return not os.path.exists(path) or not any(_number(one, part) for part in ("more", "written", "to"))


def _lapse_of(path: str, now: float, last: Callable[[str], float]) -> Callable[[dict[str, Any]], tuple[int, int] | None]:
    """The change of what is kept: (old, new) count of a rule that is due; None where nothing is taken back."""

    def change(kept: dict[str, Any]) -> tuple[int, int] | None:
        if path not in kept or not _is_due(kept, path, now, last):
            return None
        one = kept[path] = _entry(kept, path)
        if _is_void(path, one):
            del kept[path]
            return None
        return _take_back(path, one, now)

    return change


def _take_back(path: str, one: dict[str, Any], now: float) -> tuple[int, int] | None:
    """(old, new) count; None when nothing in it is ours since a person changed the file, or the file is broken for now."""
    more, written, count = _number(one, "more"), _number(one, "written"), _number(one, "count")
    if more:
        below = _written_count(path)
        if below is None:
            return None
        more = _fitting(more, below)
        one.update(more=max(more - 1, 0), at=now)
        return (below + more, below + more - 1) if more else None
    try:
        rewritten = written > 0 and count_line.rewrite(path, count, count - 1)
    except OSError:
        rewritten = False
    if not rewritten:
        one.update(written=0, to=0)
        return None
    one.update(written=written - 1, count=count - 1, at=now)
    return count, count - 1


def _fitting(more: int, written: int) -> int:
    """So much of what is on top as a written count has room for."""
    return max(min(more, HIGHEST - written), 0)


def _written_count(path: str) -> int | None:
    """The count that stands in a rule file, None while the file is no rule."""
    from feedback_gate.feedback import parse

    data = files.read_bytes(path)
    try:
        record = parse.parse((data or b"").decode("utf-8", "replace"), path)
    except parse.BrokenFileError:
        return None
    return None if record is None else int(record["count"])


def _entry(kept: Mapping[str, Any], path: str) -> dict[str, Any]:
    found = kept.get(path)
    return dict(found) if isinstance(found, dict) else {}


def _claimed(kept: Mapping[str, Any], path: str, session: str, now: float) -> dict[str, Any]:
    one = _entry(kept, path)
    return {**one, "by": [*_sessions(one), session][-SESSIONS:], "at": now}


def _sessions(one: Mapping[str, Any]) -> list[str]:
    found = one.get("by")
    return [session for session in found if isinstance(session, str)] if isinstance(found, list) else []


def _number(one: Any, key: str) -> int:
    value = one.get(key) if isinstance(one, dict) else 0
    return int(value) if isinstance(value, (int, float)) else 0


def _update(environ: Mapping[str, str], change: Callable[[dict[str, Any]], Any]) -> Any:
    return jsonfile.update(_path(environ), change, on_broken={})


def _path(environ: Mapping[str, str]) -> str:
    base = places.state_home(environ)
    return os.path.join(base, "learned.json") if base else ""
