"""Notifications on macOS: silent while the project's window is in front, and a click brings it there. Not run by us on a Mac."""

from __future__ import annotations

import shlex

from feedback_gate.changes import git
from feedback_gate.system import processes

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

    from feedback_gate.notify.note import Note

# TERM_PROGRAM → bundle id; anything else, and vscode itself, is taken for an editor of that family.
TERMINALS = {
    "iTerm.app": "com.googlecode.iterm2",
    "WarpTerminal": "dev.warp.Warp-Terminal",
    "Ghostty": "com.mitchellh.ghostty",
    "Apple_Terminal": "com.apple.Terminal",
}
EDITOR = "com.microsoft.VSCode"
FRONT = (
    'tell application "System Events" to tell (first process whose frontmost is true) '
    'to get name of (first window whose value of attribute "AXMain" is true)'
)
SHOW = "on run argv\ndisplay notification (item 3 of argv) with title (item 1 of argv) subtitle (item 2 of argv)\nend run"


def target_of(note: Note) -> str:
    """The folder a click opens: the repository's top (a subfolder would make an editor open that one anew)."""
    return git.top_of(note.root) or note.root


def is_in_front(note: Note, environ: Mapping[str, str], seconds: float) -> bool:
    """Whether the front window's name holds the project's name as whole words; False when that cannot be asked."""
    osascript_program = processes.find_program("osascript", environ, note.root)
    if osascript_program is None:
        return False
    done = processes.capture([osascript_program, "-e", FRONT], env=environ, timeout=seconds)
    name = done.stdout.decode("utf-8", "replace")
    return done.status == 0 and bool(_words(note.project)) and f" {_words(note.project)} " in f" {_words(name)} "


def _words(name: str) -> str:
    """The words of a name with one blank between them."""
    return " ".join("".join(letter if letter.isalnum() or letter in "._-" else " " for letter in name).split())


def action(note: Note, environ: Mapping[str, str]) -> str:
    """The shell command of a click, every part quoted."""
    program = environ.get("TERM_PROGRAM", "")
    target = target_of(note)
    if program not in TERMINALS:
        code = processes.find_program("code", {**environ, "PATH": environ.get("PATH", "") + ":/usr/local/bin"}, note.root)
        bundle = environ.get("__CFBundleIdentifier") if program == "vscode" else None
        if code is not None and bundle in (None, EDITOR):
            return f"{shlex.quote(code)} -r {shlex.quote(target)}"
        return f"open -b {shlex.quote(bundle or EDITOR)}"
    return f"open -b {shlex.quote(TERMINALS[program])}"


def terminal_notifier(program: str, note: Note, environ: Mapping[str, str], seconds: float) -> bool:
    """Show it unless the person is looking at the project."""
    if is_in_front(note, environ, seconds):
        return True
    argv = [program, "-title", note.title, "-subtitle", f"📁 {note.subtitle}", "-message", _guarded(note.text)]
    argv += ["-group", f"feedback-gate-{target_of(note)}", "-execute", action(note, environ)]
    return processes.capture(argv, env=environ, timeout=seconds).status == 0


def _guarded(text: str) -> str:
    """terminal-notifier takes a leading `[` or `-` for syntax; a word joiner in front is not shown."""
    return "\u2060" + text if text[:1] in "[-{(" else text


def osascript(program: str, note: Note, environ: Mapping[str, str], seconds: float) -> bool:
    """Show it unless the person is looking at the project."""
    if is_in_front(note, environ, seconds):
        return True
    argv = [program, "-e", SHOW, "--", note.title, note.subtitle, note.text]
    return processes.capture(argv, env=environ, timeout=seconds).status == 0
