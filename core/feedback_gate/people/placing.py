"""The launcher, its pin and the command that people type: put in their fixed places, and taken away again.

The pin decides what is started and is written last, so that a hook in between works with the old one or with the new one.
"""

from __future__ import annotations

import os
import stat
import sys
from typing import TYPE_CHECKING

from feedback_gate.people.payload import EXECUTABLE, LAUNCHER
from feedback_gate.state import places
from feedback_gate.system import files

if TYPE_CHECKING:
    from collections.abc import Mapping

    from feedback_gate.people.payload import Payload

PIN, PYTHON = "pin", "python"
NAME = "feedback-gate"
INSTALLERS_OWN = "hook.pyz"  # placed beside the launcher by the installer
COMPILED = "code-"  # what the executable keeps of itself beside it, a folder for each Python
NEW, CHANGED, SAME, KEPT = "new", "changed", "same", "kept"
# Both we and the installer begin the command's second line so.
MARK = "# Placed by feedback-gate"
COMMAND = """\
#!/bin/sh
{mark}; `feedback-gate uninstall` removes it.
fg_data={data}
fg_python=
[ -r "$fg_data/python" ] && IFS= read -r fg_python <"$fg_data/python"
[ -x "$fg_python" ] || fg_python=$(command -v python3) || {{
  echo "feedback-gate: no Python was found; put python3 (3.9 or newer) on PATH" >&2
  exit 1
}}
exec "$fg_python" -I -S -X utf8 "$fg_data/feedback-gate.pyz" "$@"
"""


class Placed:
    """One file to place. state: NEW | CHANGED | SAME | KEPT (it is somebody else's, or a newer one)."""

    __slots__ = ("data", "mode", "path", "state")

    def __init__(self, path: str, data: bytes, mode: int, state: str = "") -> None:
        self.path = path
        self.data = data
        self.mode = mode
        self.state = state or _state(path, data)

    def put(self) -> None:
        """Write it, when it differs.

        Raises:
            OSError: it cannot be written.
        """
        if self.state in (NEW, CHANGED):
            files.write_atomically(self.path, self.data, self.mode)


def launcher(environ: Mapping[str, str]) -> str:
    """The path that registrations name; "" without a home."""
    folder = places.data_home(environ)
    return os.path.join(folder, LAUNCHER[0]) if folder else ""


def command(environ: Mapping[str, str]) -> str:
    """The path of the command that people type; "" without a home."""
    home = places.home(environ)
    return os.path.join(home, ".local", "bin", NAME) if home else ""


def plan(payload: Payload, environ: Mapping[str, str]) -> list[Placed]:
    """Everything that `init` places, in the order in which it is written; a newer version that is there is kept whole."""
    folder = places.data_home(environ)
    kept = KEPT if is_newer(installed_version(environ), payload.version) else ""
    contents = [(name, data) for name, data in payload.launcher.items()]
    contents += [(EXECUTABLE, payload.executable), (PYTHON, _own_python()), (PIN, _pin(payload, os.path.join(folder, PIN)))]
    found = [Placed(os.path.join(folder, name), data, 0o600, kept) for name, data in contents]
    path = command(environ)
    theirs = KEPT if os.path.lexists(path) and not is_ours(path) else ""
    return [*found, Placed(path, COMMAND.format(mark=MARK, data=quoted(folder)).encode(), 0o755, theirs)]


def installed(environ: Mapping[str, str]) -> list[str]:
    """What of ours lies in the fixed places."""
    folder = places.data_home(environ)
    names = (*LAUNCHER, INSTALLERS_OWN, EXECUTABLE, PYTHON, PIN)
    found = [entry.path for entry in files.entries(folder) if entry.name in names or entry.name.startswith(COMPILED)]
    path = command(environ)
    return found + ([path] if path and is_ours(path) else [])


def installed_version(environ: Mapping[str, str]) -> str:
    """The version that the launcher starts, "" when there is none."""
    words = (files.read_text(os.path.join(places.data_home(environ), PIN), 65536) or "").split()
    return words[0] if words else ""


def is_newer(version: str, than: str) -> bool:
    """Whether a version is above another; what is no version is above none."""
    left, right = _numbers(version), _numbers(than)
    return bool(left) and left > right


def is_ours(path: str) -> bool:
    """Whether the command at a path was placed by us or by our installer."""
    try:
        regular = stat.S_ISREG(os.lstat(path).st_mode)
    except OSError:
        return False
    return regular and MARK in (files.read_text(path) or "")[:4096]


def quoted(path: str) -> str:
    """A path as one word of sh."""
    return "'" + path.replace("'", "'\\''") + "'"


def _numbers(version: str) -> list[int]:
    return [int(part) for part in version.partition("-")[0].partition("+")[0].split(".") if part.isdecimal()]


def _state(path: str, data: bytes) -> str:
    if not os.path.lexists(path):
        return NEW
    return SAME if files.read_bytes(path) == data else CHANGED


def _pin(payload: Payload, path: str) -> bytes:
    """The pin's text; the keys that an installer wrote behind its first line stay."""
    rest = (files.read_text(path, 65536) or "").partition("\n")[2]
    return f"{payload.pin}\n{rest}".encode()


def _own_python() -> bytes:
    """The real interpreter that runs us, behind links and virtual environments, as one line."""
    path = os.path.realpath(getattr(sys, "_base_executable", "") or sys.executable or "")
    return os.fsencode(path) + b"\n" if os.access(path, os.X_OK) and "\n" not in path else b"\n"
