"""Whether a command line runs a program, with a sub-command and flags: read as the shell reads it, not as text."""

from __future__ import annotations

from feedback_gate.errors import FeedbackGateError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from typing import Any

    from feedback_gate.changes.shell_words import Part

# What may stand inside a word without belonging to it.
QUOTING = str.maketrans("", "", "'\"\\\n")
_read: dict[str, tuple[list[Part], bool]] = {}


class DoubtError(FeedbackGateError):
    """The command line uses grammar that is not read, so whether it runs the program is not known."""


def runs(values: Mapping[str, Any], command: str) -> bool:
    """Whether one simple command of the line is the one an entry names.

    Args:
        values: `program`, `subcommand` and `flags` of the entry, lists of texts.
        command: the whole line.

    Raises:
        DoubtError: none is, but the line could not be read for sure and names the program.
    """
    if not _may_name(values["program"], command):
        return False
    from feedback_gate.changes import commands, wrappers

    if command not in _read:
        _read[command] = commands.simple_commands(command)
    parts, sure = _read[command]
    if any(_is_meant(words, values) for part in parts for words in wrappers.layers(part.words)):
        return True
    if sure:
        return False
    raise DoubtError("the command line could not be read for sure")


def _may_name(patterns: Sequence[str], command: str) -> bool:
    """Whether the text can hold the program's name at all; most lines end here."""
    plain = command.translate(QUOTING)
    return any(pattern in plain or set("*?[{") & set(pattern) for pattern in patterns)


def _is_meant(words: Sequence[str], values: Mapping[str, Any]) -> bool:
    from feedback_gate import globs

    if not globs.matches(values["program"], words[0].rpartition("/")[2]):
        return False
    subcommands = values.get("subcommand")
    if subcommands and not any(_has_subcommand(words, wanted.split()) for wanted in subcommands):
        return False
    flags = values.get("flags")
    return not flags or any(_has_flag(words[1:], flag) for flag in flags)


def _has_subcommand(words: Sequence[str], wanted: Sequence[str]) -> bool:
    """Whether the wanted words stand where a sub-command can: options and their values may come before and between."""
    if words[0].rpartition("/")[2] == "git":
        from feedback_gate.changes import reading

        sub, arguments, _ = reading.git_subcommand(words[1:])
        return [sub, *(word for word in arguments if not word.startswith("-"))][: len(wanted)] == list(wanted)
    if not wanted:
        return True
    found = 0
    after_option = False
    for word in words[1:]:
        if word.startswith("-"):
            after_option = "=" not in word
        elif word == wanted[found]:
            found, after_option = found + 1, False
            if found == len(wanted):
                return True
        elif after_option:
            after_option = False
        else:
            return False
    return False


def _has_flag(words: Sequence[str], flag: str) -> bool:
    """Whether an option is given: alone, before `=`, among joined letters, or cut short as GNU programs allow."""
    for word in words:
        if word == "--":
            return False
        given = word.partition("=")[0]
        if given == flag or (len(given) > 3 and given.startswith("--") and flag.startswith(given)):
            return True
        if len(flag) == 2 and flag[1] in _joined_letters(word):
            return True
    return False


def _joined_letters(word: str) -> str:
    """The options of a word such as `-rf`; more than four letters are an option with its value."""
    return word[1:] if len(word) <= 5 and word[0:1] == "-" and word[1:].isalnum() else ""
