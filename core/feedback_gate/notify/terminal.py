"""The terminal a client runs in, and the sequences that make it notify."""

from __future__ import annotations

import os
import stat

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

    from feedback_gate.notify.note import Note

STREAMS = (1, 2, 0)


def device(environ: Mapping[str, str]) -> str:
    """The terminal of the client (`CLAUDE_PID`, else our parent's), "" when there is none or it is not ours.

    A hook is a session of its own and has no terminal (Claude Code 2.1.332), so /dev/tty leads nowhere.
    """
    pid = environ.get("CLAUDE_PID", "")
    for process in [pid] if pid.isdigit() else [str(os.getppid())]:
        for stream in STREAMS:
            try:
                path = os.readlink(f"/proc/{process}/fd/{stream}")
                info = os.stat(path)
            except OSError:
                continue
            if path.startswith("/dev/") and stat.S_ISCHR(info.st_mode) and path != "/dev/null" and info.st_uid == os.getuid():
                return path
    return ""


def sequence(name: str, note: Note) -> bytes:
    """What is written: BEL, `OSC 9 ; text BEL` (iTerm2, Windows Terminal), or `OSC 777 ; notify ; title ; text BEL` (rxvt, VTE)."""
    if name == "bell":
        return b"\a"
    title = f"{note.title}: {note.subtitle}".replace(";", ",")
    text = note.text.replace(";", ",")
    body = f"9;{title}: {text}" if name == "osc9" else f"777;notify;{title};{text}"
    return b"\033]" + body.encode("utf-8", "replace") + b"\a"
