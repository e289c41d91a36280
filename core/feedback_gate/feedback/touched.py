"""Which files a command line may change, as far as its words tell: what it removes, writes to, or hands to a program that may."""

from __future__ import annotations

import os
import re

from feedback_gate.changes import commands, nested, wrapper_tables, wrappers
from feedback_gate.feedback.concern import DESTROYERS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from feedback_gate.changes.shell_words import Part

# Programs that write only to their last argument, or to the folder an option names.
COPIERS = frozenset(("cp", "install", "rsync", "scp"))
# Our own program guards what it changes itself.
READERS = frozenset(("feedback-gate", "feedback-gate.pyz"))
# Sub-commands of git that leave the working tree as it is.
GIT_LEAVES_FILES = frozenset(("add", "commit", "push", "fetch", "tag", "notes", "config", "init", "gc"))
# A piece of a program's text that may be a path.
PIECE = re.compile(r"[^\s'\"`()\[\]{}<>;,|&=]+")


class Touched:
    """One path a command may change. whole: also everything below it is at stake (it is removed or moved)."""

    __slots__ = ("path", "whole")

    def __init__(self, path: str, *, whole: bool) -> None:
        self.path = path
        self.whole = whole


def paths(command: str, folder: str, home: str) -> Iterator[Touched]:
    """Every path of the line that may be changed, absolute and normalised; `cd` on the way is followed.

    Where the line is given to an interpreter as its program, or cannot be read for sure, every piece of it that may be a path.

    Args:
        command: the line.
        folder: where it starts.
        home: for `~` and `$HOME`.
    """
    parts, sure = commands.simple_commands(command)
    program_text = not sure or any(nested.reads_program_from_input(part) for part in parts)
    for part in parts:
        words = wrappers.unwrapped(part.words)
        program = words[0].rpartition("/")[2] if words else ""
        if program in ("cd", "pushd"):
            folder = _absolute(words[1] if len(words) > 1 else "~", folder, home)
            continue
        texts = [one.target for one in part.redirections if not one.operator.startswith("<")]
        texts += _arguments(program, words[1:], part)
        for text in texts:
            for path in _expanded(text, folder, home):
                yield Touched(path, whole=program in DESTROYERS)
    for text in PIECE.findall(command) if program_text else ():
        for path in _expanded(text, folder, home):
            yield Touched(path, whole=False)


def _arguments(program: str, words: Sequence[str], part: Part) -> list[str]:
    """The words that may name something to be changed; an interpreter's words hold whole programs."""
    if not program or commands.is_read_only(_quoted(part.words)):
        return []
    if program in READERS:
        return []
    if program in COPIERS:
        return _destinations(words)
    if program == "git":
        from feedback_gate.changes import reading

        sub, arguments, _ = reading.git_subcommand(words)
        return [] if sub in GIT_LEAVES_FILES else list(arguments)
    if wrapper_tables.INTERPRETERS.fullmatch(program):
        return [*words, *(piece for word in words for piece in PIECE.findall(word))]
    return list(words)


def _destinations(words: Sequence[str]) -> list[str]:
    for number, word in enumerate(words):
        if word in ("-t", "--target-directory"):
            return list(words[number + 1 : number + 2])
        if word.startswith("--target-directory="):
            return [word.partition("=")[2]]
    return [word for word in words if not word.startswith("-")][-1:]


def _quoted(words: Sequence[str]) -> str:
    return " ".join("'" + word.replace("'", "'\\''") + "'" for word in words)


def _expanded(text: str, folder: str, home: str) -> Iterator[str]:
    """A word, and what stands behind `=` in it, as absolute paths; what a glob stands for on disk."""
    for word in dict.fromkeys((text, text.rpartition("=")[2])):
        if not word:
            continue
        path = _absolute(word, folder, home)
        yield path
        if set("*?[") & set(word):
            import glob

            for number, found in enumerate(glob.iglob(path)):
                if number > 1000:
                    break
                yield found


def _absolute(word: str, folder: str, home: str) -> str:
    for prefix in ("~/", "$HOME/", "${HOME}/"):
        if home and word.startswith(prefix):
            word = os.path.join(home, word[len(prefix) :])
    if home and word in ("~", "$HOME", "${HOME}"):
        word = home
    return os.path.normpath(os.path.join(folder, word))
