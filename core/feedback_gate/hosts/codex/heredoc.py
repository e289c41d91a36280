"""Owns how Codex recognises a patch inside a shell command: one statement that feeds a here-document to apply_patch.

The client carries such a command out itself, without a PostToolUse event, so this is the only place to see the edit
beforehand. Seen on codex 0.171.0 with some 140 spellings, which are a fixture of the tests;
we find all that it takes, and a few that it leaves to the shell.
"""

from __future__ import annotations

import os
import re

from feedback_gate.hosts.codex.apply_patch import BLANKS, Operation, parse

NAMES = ("apply_patch", "applypatch")

_GAP = r"(?:[ \t]|\\\r?\n)"
_VALUE = r"""(?:'[^']*'|"(?:[^"\\]|\\[\s\S])*"|\([^()]*\)|`[^`]*`|\\[\s\S]|[^\s'"\\;&|<>()`])*"""
_ASSIGNMENTS = rf"(?:[A-Za-z0-9_]+(?:\[[^\]\s]*\])?\+?={_VALUE}{_GAP}+)*"
_FOLDER = r"""(?P<folder>'[^']*'|"(?:[^"\\$`]|\\[\s\S])+"|(?!\d+[ \t&])(?:\\.|[^\s'"\\;&|<>()`${}\[\]])+)"""
_WORD = r"""(?P<word>'[^'\n]+'|"[^"\n]+"|(?:\\.|[^\s'"\\;&|<>()`])+)"""
_STATEMENT = (
    rf"{_ASSIGNMENTS}(?:cd{_GAP}+{_FOLDER}{_GAP}*&&(?:\s|\\\r?\n)*{_ASSIGNMENTS})?"
    rf"(?:{'|'.join(NAMES)})(?:{_GAP}+-(?={_GAP}))?{_GAP}*<<-?{_GAP}*{_WORD}[ \t\r]*\n"
)


def patches_in_command(command: str) -> list[Operation]:
    """Finds the patch that a shell command hands to apply_patch.

    Args:
        command: the shell command, as in ``tool_input.command`` of Bash.

    Returns:
        The operations of the patch, their relative paths joined to the folder of a leading ``cd``; [] for a command that
        the client would run as an ordinary shell line.
    """
    if "<<" not in command or not any(name in command for name in NAMES):
        return []
    text = command.strip(BLANKS)
    opened = re.match(_STATEMENT, text)
    if opened is None:
        return []
    folder, word = _bare(opened["folder"] or ""), re.sub(r"\\(.)", r"\1", _bare(opened["word"]))
    body, _newline, end = text[opened.end() :].rpartition("\n")
    # The client ends the text at the word even where it is indented or followed by signs, which no shell does.
    last = end.strip(BLANKS)
    if not last.startswith(word) or (last[len(word) : len(word) + 1].isalnum()):
        return []
    return [_within(folder, operation) for operation in parse(body)]


def _bare(word: str) -> str:
    """A word without the quotes round it; the client leaves everything else as it is written."""
    return word[1:-1] if word[:1] in ("'", '"') else word


def _within(folder: str, operation: Operation) -> Operation:
    """The operation with its paths counted from a folder."""
    old_path = operation.old_path and os.path.join(folder, operation.old_path)
    return Operation(operation.kind, os.path.join(folder, operation.path), old_path, operation.added, operation.removed)
