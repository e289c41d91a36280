"""Whether a tool call may touch what the built-in rule watches: a look that costs a tool call nothing; most end here."""

from __future__ import annotations

import os

from feedback_gate.event import Bash, Edits

TYPE_CHECKING = False
if TYPE_CHECKING:
    from feedback_gate.check import Call
    from feedback_gate.event import Event

# A text without any of these names nothing that is watched, except where a variable says so.
WORDS = (
    "feedback",
    "gate.yaml",
    ".shoot",
    "settings",
    "hooks.json",
    "hook.sh",
    ".pyz",
    ".claude",
    ".agents",
    ".codex",
    "requirements.toml",
)
# What these programs are given is at stake with everything below it, whatever it is called.
DESTROYERS = ("rm", "mv", "rmdir", "unlink", "shred")
# Who stands in such a folder names the files there without it.
FOLDERS = ("/.claude/", "/.agents/", "/.codex/", "/feedback-gate/")
# Variables that put what is watched elsewhere.
VARIABLES = ("CLAUDE_FEEDBACK_DIR", "FEEDBACK_GATE_BIN", "CODEX_HOME", "CLAUDE_CONFIG_DIR")


def may_concern(event: Event, call: Call) -> bool:
    """Whether the built-in rule has to look at this call."""
    tool = event.tool
    if isinstance(tool, Bash):
        if _names_any(tool.command, call) or any(folder in event.cwd + "/" for folder in FOLDERS):
            return True
        return any(_has_word(tool.command, word) for word in DESTROYERS)
    if not isinstance(tool, Edits):
        return False
    paths = (call.project.absolute(path, event.cwd) for edit in tool.items for path in (edit.path, edit.old_path) if path)
    return any(_names_any(path, call) or _names_any(os.path.realpath(path), call) for path in paths)


def _names_any(text: str, call: Call) -> bool:
    lowered = text.lower()
    return any(word in lowered for word in WORDS) or any(name in text for name in _elsewhere(call))


def _elsewhere(call: Call) -> list[str]:
    """The last parts of the paths that variables name."""
    values = (call.environ.get(name, "").rstrip("/ ") for name in VARIABLES if name in call.environ)
    return [os.path.basename(value) for value in values if value]


def _has_word(text: str, word: str) -> bool:
    at = text.find(word)
    while at >= 0:
        around = text[at - 1 : at] + text[at + len(word) : at + len(word) + 1] if at else text[len(word) : len(word) + 1]
        if not any(letter.isalnum() or letter == "_" for letter in around):
            return True
        at = text.find(word, at + 1)
    return False
