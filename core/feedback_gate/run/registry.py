"""The running registry: one file per gate run in `.gate-status/running`, for people to look at and for nobody to believe."""

from __future__ import annotations

import json
import os

from feedback_gate.run import band
from feedback_gate.run.command import PASSED
from feedback_gate.run.status_home import file_name, state_id
from feedback_gate.system import clock

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from feedback_gate.run.band import Entry
    from feedback_gate.run.command import Command, Result
    from feedback_gate.run.status_home import StatusHome

LIMIT = 1 << 18  # bytes of one registry file that are read
FILES = 500  # registry files that are read
LEFTOVER = 660.0  # seconds after its newest start that a run counts as crashed
CHECK = ".check"  # what the file of a rule's check ends with
SLOW = 3.0  # seconds after which a rule's check is worth a word


class Registry:
    """What one gate run is doing. It is a `Watch`; a folder that cannot be written costs only the view.

    Use it as a context: leaving it withdraws the file, also after an error.
    """

    __slots__ = ("_commands", "_entries", "_home", "_language", "_name", "_session")

    def __init__(self, home: StatusHome, session: str, agent: str = "", language: str = "en") -> None:
        self._home = home
        self._session = session
        self._language = language
        self._name = f"{state_id(session, agent)}.{os.urandom(4).hex()}.json"
        self._entries: list[dict[str, Any]] = []
        self._commands: list[Command] = []  # of `_entries`, in the same order

    def __enter__(self) -> Registry:
        return self

    def __exit__(self, *_: object) -> None:
        _withdraw(self._home, self._name)

    def waiting(self, command: Command) -> None:
        """It waits for another run."""
        self._note(command, {"waiting": True})

    def started(self, command: Command) -> None:
        """It runs now, perhaps after waiting."""
        self._note(command, {"waiting": False})

    def ended(self, command: Command, result: Result) -> None:
        """It has ended; when that leaves nothing of the session running, the summary is written."""
        verdict = "ok" if result.status == PASSED else "fail"
        self._note(command, {"waiting": False, "result": verdict, "ended": int(clock.now() * 1000)})
        summary = band.summary_line(entries_of(self._home, self._session, clock.now()), self._language)
        if summary:
            self._put_summary(summary)

    def _note(self, command: Command, change: dict[str, Any]) -> None:
        place = next((place for place, known in enumerate(self._commands) if known is command), -1)
        if place < 0:
            self._commands.append(command)
            self._entries.append(_entry(command))
            self._remove_summary()
        self._entries[place].update(change)
        self._write()

    def _write(self) -> None:
        folder = self._home.folder("running", make=True)
        if folder is None:
            return
        with folder:
            try:
                folder.replace(self._name, json.dumps(self._entries).encode())
            except OSError:
                return

    def _put_summary(self, text: str) -> None:
        home = self._home.folder(make=True)
        if home is None:
            return
        with home:
            try:
                home.replace(summary_name(self._session), (text + "\n").encode())
            except OSError:
                return

    def _remove_summary(self) -> None:
        forget_summary(self._home, self._session)


class Checking:
    """Notes, while it lasts, which rule's check runs on which file: `{"rule", "file", "started" (ms)}`. Use it as a context.

    It notes nothing in a project without a configuration folder: a rule of the home folder leaves no folder there.
    """

    __slots__ = ("_home", "_name", "_what")

    def __init__(self, home: StatusHome, session: str, agent: str, rule: str, file: str) -> None:
        self._home = home
        self._name = f"{state_id(session, agent)}.{os.urandom(4).hex()}{CHECK}"
        self._what = {"rule": rule, "file": file, "started": int(clock.now() * 1000)}

    def __enter__(self) -> Checking:
        folder = self._home.folder("running", make=True) if os.path.isdir(os.path.dirname(self._home.path)) else None
        if folder is not None:
            with folder:
                try:
                    folder.replace(self._name, json.dumps(self._what).encode())
                except OSError:
                    return self
        return self

    def __exit__(self, *_: object) -> None:
        _withdraw(self._home, self._name)


def _withdraw(home: StatusHome, name: str) -> None:
    folder = home.folder("running")
    if folder is not None:
        with folder:
            folder.remove(name)


def checking(home: StatusHome, session: str, now: float) -> tuple[str, str] | None:
    """(rule, file) of the check that has been running longest, if it is slow; None for quick ones and leftovers.

    Args:
        home: the project's status folder.
        session: session id; its subagents count.
        now: epoch seconds.
    """
    found = []
    for _, text in _files(home, session, CHECK):
        try:
            value = json.loads(text or b"")
            found.append((float(value["started"]) / 1000, band.plain(str(value["rule"])), band.plain(str(value["file"]))))
        except (ValueError, TypeError, KeyError, RecursionError):
            continue
    slow = [one for one in found if SLOW <= now - one[0] <= LEFTOVER]
    return min(slow)[1:] if slow else None


def _entry(command: Command) -> dict[str, Any]:
    from feedback_gate.run.output import redacted

    named = {"name": command.name} if command.name else {}
    return {**named, "cmd": redacted(command.text), "started": int(clock.now() * 1000)}


def summary_name(session: str) -> str:
    """The file that holds the last summary line of a session."""
    return f"summary.{state_id(session)}.txt"


def forget_summary(home: StatusHome, session: str) -> None:
    """Remove the session's last summary line."""
    folder = home.folder()
    if folder is not None:
        with folder:
            folder.remove(summary_name(session))


def summary(home: StatusHome, session: str) -> str:
    """The session's last summary line, "" when something runs or nothing has run."""
    folder = home.folder()
    if folder is None:
        return ""
    with folder:
        data = folder.read(summary_name(session), 1000)
    return band.plain((data or b"").decode("utf-8", "replace").partition("\n")[0])


def entries_of(home: StatusHome, session: str, now: float) -> list[Entry]:
    """What runs or ran in the current gate runs of a session, its subagents included, in order.

    Args:
        home: the project's status folder.
        session: session id; "" = every session.
        now: epoch seconds.
    """
    return [entry for _, owner in runs_of(home, session, now) for entry in owner]


def runs_of(home: StatusHome, session: str, now: float) -> list[tuple[str, list[Entry]]]:
    """(state id, entries) of each gate run that is no leftover, ordered by first start; as `entries_of`."""
    owners = [(name.rpartition(".")[0].rpartition(".")[0], _owner(text)) for name, text in _files(home, session, ".json")]
    living = [(name, owner) for name, owner in owners if owner and now - max(entry.started for entry in owner) <= LEFTOVER]
    return sorted(living, key=lambda run: run[1][0].started)


def _files(home: StatusHome, session: str, ending: str) -> list[tuple[str, bytes | None]]:
    """Name and content of a session's files in the registry; of every session's for ""."""
    folder = home.folder("running")
    if folder is None:
        return []
    prefixes = (f"{file_name(session)}.", f"{file_name(session)}--") if session else ("",)
    with folder:
        names = [name for name in folder.names() if name.startswith(prefixes) and name.endswith(ending)]
        return [(name, folder.read(name, LIMIT)) for name in names[:FILES]]


def _owner(text: bytes | None) -> list[Entry]:
    """The entries of one file; [] for anything that is not an array of them."""
    try:
        value = json.loads(text or b"")
    except (ValueError, RecursionError):
        return []
    if not isinstance(value, list):
        return []
    entries = [band.Entry.of(item) for item in value]
    return [entry for entry in entries if entry is not None]
