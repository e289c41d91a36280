"""Places the launcher that registered hooks start, its pin, and the command people type; their paths never change.

Order: executable, launcher files, pin, command. Each is replaced in one step, and the pin, which decides what is started,
after everything it names: a hook that starts in between works with the old pin or with the new one.
"""

from __future__ import annotations

import os
import sys
import time

from feedback_gate_installer import files, payload, permissions, pins, records, versions
from feedback_gate_installer.errors import RefusedError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from feedback_gate_installer.pins import Pin
    from feedback_gate_installer.places import Places

RECORD = "placed.json"
PYTHON = "python"
_STALE = 3600.0  # seconds after which a file under construction is nobody's
MARK = "# Placed by feedback-gate-installer."
# `feedback-gate init` places a command as well; either may take the other's place.
OURS = b"# Placed by feedback-gate"

# Starts what the pin names, checked by its hash, with the Python that the launcher settled on, the one that installed it,
# or the first that will do.
_COMMAND = r"""#!/bin/sh
{mark}
fg_data={data}
fg_cache={cache}
read -r fg_version fg_sha fg_size <"$fg_data/pin" || {{
  echo "feedback-gate: $fg_data/pin is missing. Next: feedback-gate-installer install" >&2
  exit 1
}}
fg_dir=$fg_cache/$fg_version-$(printf %.16s "$fg_sha")
fg_file=$fg_dir/feedback-gate.pyz
[ -r "$fg_file" ] || fg_file=$fg_data/feedback-gate.pyz
fg_code='import hashlib,runpy,sys
path,wanted=sys.argv[1:3]
try:
    found=hashlib.sha256(open(path,"rb").read()).hexdigest()
except OSError:
    found="none"
if found!=wanted:
    sys.exit("feedback-gate: "+path+" is missing or changed. Next: feedback-gate-installer install")
sys.argv[:]=[path]+sys.argv[3:]
runpy.run_path(path,run_name="__main__")'
fg_settled='' fg_installer=''
[ -r "$fg_dir/python" ] && IFS= read -r fg_settled <"$fg_dir/python"
[ -r "$fg_data/python" ] && IFS= read -r fg_installer <"$fg_data/python"
for fg_try in "$fg_settled" "$fg_installer" python3 python3.13 python3.12 python3.11 python3.10 python3.9 python; do
  [ -n "$fg_try" ] && command -v "$fg_try" >/dev/null 2>&1 || continue
  "$fg_try" -I -S -c 'import sys; sys.exit(sys.version_info < (3, 9))' >/dev/null 2>&1 || continue
  exec "$fg_try" -I -S -X utf8 -c "$fg_code" "$fg_file" "$fg_sha" "$@"
done
echo "feedback-gate: no Python 3.9 or newer was found on PATH" >&2
exit 1
"""


class Placed:
    """What was placed: paths, empty where something was left alone for the reason in ``notes``."""

    __slots__ = ("command", "launcher", "notes")

    def __init__(self) -> None:
        self.launcher = ""
        self.command = ""
        self.notes: list[tuple[str, dict[str, str]]] = []


def place(places: Places, pin: Pin, executable: str, *, downgrade: bool) -> Placed:
    """Place launcher, pin and command for an installed executable.

    Raises:
        RefusedError: ``payload-missing``, ``cache-unwritable``, ``cache-unsafe``, ``disk-full``.
    """
    placed = Placed()
    newer = _newer_version(places, pin)
    if newer and not downgrade:
        placed.notes.append(("launcher-newer", {"version": newer}))
        return placed
    contents = [(os.path.join(places.data, name), data) for name, data in payload.launcher().items()]
    contents.append((os.path.join(places.data, pins.EXECUTABLE), _content(executable)))
    contents.append((os.path.join(places.data, PYTHON), own_python()))
    contents.append((places.pin, pin.text.encode()))
    permissions.own_folder(places.data, permissions.user_id())
    for folder in (places.data, places.bin, places.records):
        files.sweep(folder, time.time() - _STALE)
    for path, data in contents:
        _write(path, data, files.PRIVATE_FILE)
    placed.launcher = places.launcher
    _place_command(places, placed)
    _record(places, [path for path, _ in contents] + [placed.command] * bool(placed.command))
    return placed


def command_text(places: Places) -> str:
    """The script people start; it names folders, never a version."""
    return _COMMAND.format(mark=MARK, data=quoted(places.data), cache=quoted(places.cache))


def quoted(path: str) -> str:
    """A path as one word of sh."""
    return "'" + path.replace("'", "'\\''") + "'"


def own_python() -> bytes:
    """The interpreter that runs us, behind links and virtual environments, as one line."""
    path = os.path.realpath(getattr(sys, "_base_executable", "") or sys.executable or "")
    return os.fsencode(path) + b"\n" if os.access(path, os.X_OK) and "\n" not in path else b"\n"


def is_ours(path: str) -> bool:
    """Whether the command at ``path`` is one that we placed."""
    data = files.read(path, 4096)
    return data is not None and not os.path.islink(path) and OURS in data


def _newer_version(places: Places, pin: Pin) -> str:
    """The version the present launcher starts, if it is newer than the pin."""
    try:
        present = pins.load(places.pin)
    except RefusedError:
        return ""
    return present.version if versions.order(present.version) > versions.order(pin.version) else ""


def _content(executable: str) -> bytes:
    with open(executable, "rb") as file:
        return file.read()


def _place_command(places: Places, placed: Placed) -> None:
    if os.path.lexists(places.command) and not is_ours(places.command):
        placed.notes.append(("command-foreign", {"path": places.command}))
        return
    _write(places.command, command_text(places).encode(), 0o755)
    placed.command = places.command
    if places.bin not in os.environ.get("PATH", "").split(os.pathsep):
        placed.notes.append(("command-not-on-path", {"folder": places.bin}))


def _write(path: str, data: bytes, mode: int) -> None:
    try:
        permissions.make_folder(os.path.dirname(path), 0o755)
        files.replace(path, data, mode)
    except OSError as error:
        raise permissions.unwritable(path, error) from error


def _record(places: Places, paths: list[str]) -> None:
    from feedback_gate_installer import hashing

    def note(record: dict[str, Any]) -> None:
        record["files"] = {path: hashing.sha256_of(path)[1] for path in paths}

    records.update(places, RECORD, note)
