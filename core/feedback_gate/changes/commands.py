"""What a shell command line does to the files of a project, as far as its words tell: only read, or move them through history."""

from __future__ import annotations

from feedback_gate.changes import nested, reading, wrappers
from feedback_gate.changes.shell_words import Part, split

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from feedback_gate.changes.shell_words import Redirection

# Answers of `git_history_operation`.
NONE = "none"
WHOLE = "whole"
MIXED = "mixed"

HISTORY = frozenset(
    ("rebase", "checkout", "switch", "merge", "pull", "stash", "reset", "cherry-pick", "revert", "restore", "clean", "worktree")
)
# Sub-commands of git that write only inside `.git`.
GIT_INSIDE = frozenset(("add", "config"))
# Programs of the system that run the words behind them and write nothing themselves → their options with a value.
READING_WRAPPERS = {"command": "", "builtin": "", "time": "f", "exec": "a", "nice": "n", "env": "uC"}
MAX_NESTING = 3
MAX_GROWTH = 8  # times the line: how much text of nested lines is read


def is_read_only(command: str) -> bool:
    """Whether a command line certainly writes nothing; what is unknown or in doubt counts as writing.

    Quoted text is opaque, except that `--output`, `--in-place` and `system(` count wherever they stand.
    """
    if any(mark in command for mark in ("--output", "--in-place", "system(")):
        return False
    script = split(command)
    return not script.doubt and bool(script.parts) and all(map(_part_only_reads, script.parts))


def git_history_operation(command: str) -> str:
    """Whether git moves the files of the working tree from one commit to another.

    Returns:
        NONE: it does not. `git apply` and `git am` bring new content, so they do not either.
        WHOLE: it does, and every other part of the line only reads or writes inside `.git`.
        MIXED: it does, and another part may write too (or the reading is in doubt).
    """
    parts, sure = simple_commands(command)
    if not any(map(_moves, parts)):
        return NONE
    return WHOLE if sure and not any(map(_writes, parts)) else MIXED


def simple_commands(command: str) -> tuple[list[Part], bool]:
    """(the simple commands of a line, whether the reading is sure); what `sh -c`, `eval` and the like are given is read too."""
    parts: list[Part] = []
    sure = True
    lines = [(command, 0)]
    room = len(command) * MAX_GROWTH
    while lines:
        line, depth = lines.pop()
        room -= len(line)
        if depth > MAX_NESTING or room < 0:
            sure = False
            continue
        script = split(line)
        sure = sure and not script.doubt
        for part in script.parts:
            parts.append(part)
            sure = sure and wrappers.unpacked(part.words)[1]
            lines += [(text, depth + 1) for text in nested.texts(part)]
        lines += [(text, depth + 1) for text in nested.fed(script.parts)]
    return parts, sure


def _behind_readers(words: Sequence[str]) -> list[str]:
    """The words behind wrappers that only read: `env X=1 nice -n 5 git status` → `git status`."""
    rest = list(words)
    while rest and rest[0] in READING_WRAPPERS:
        wrapper, values = rest[0], READING_WRAPPERS[rest[0]]
        rest = rest[1:]
        while rest and rest[0].startswith("-") and rest[0] != "-":
            option = rest[0]
            rest = rest[2:] if len(option) == 2 and option[1] in values else rest[1:]
            if option == "--":
                break
        while wrapper == "env" and rest and "=" in rest[0]:
            rest = rest[1:]
    return rest


def _part_only_reads(part: Part) -> bool:
    if not all(map(_harmless, part.redirections)) or not all(map(reading.harmless_assignment, part.assignments)):
        return False
    words = part.words
    if words[:1] == ["command"] and words[1:2] in (["-v"], ["-V"]):
        return True
    before = words[: len(words) - len(_behind_readers(words))]
    if any(word.startswith("-") and ("S" in word or "o" in word) for word in before):  # `env -S` runs a text, `time -o` writes
        return False
    return all(map(reading.harmless_assignment, before)) and reading.only_reads(_behind_readers(words))


def _harmless(redirection: Redirection) -> bool:
    """Whether a redirection opens nothing for writing."""
    operator, target = redirection.operator, redirection.target
    if operator in {"<", "<<", "<<-", "<<<"}:
        return True
    if operator in {">&", "<&"}:
        return target.isdigit()
    return operator in {">", ">>", "&>", "&>>"} and target == "/dev/null"


def _git(part: Part) -> tuple[str, Sequence[str]]:
    """(sub-command, arguments) of a part that runs git; two empty values for others."""
    words = wrappers.unwrapped(part.words)
    if not words or words[0].rpartition("/")[2] != "git":
        return "", ()
    sub, arguments, _ = reading.git_subcommand(words[1:])
    return sub, arguments


def _moves(part: Part) -> bool:
    sub, arguments = _git(part)
    return sub in HISTORY and not (arguments and arguments[0] in reading.GIT_READS_WITH.get(sub, ()))


def _writes(part: Part) -> bool:
    """Whether a part may write in the working tree by itself, apart from moving through history."""
    sub, arguments = _git(part)
    if not all(map(_harmless, part.redirections)):
        return True
    if sub in HISTORY:
        return sub == "rebase" and any(argument.startswith(("-x", "--ex")) for argument in arguments)
    return sub not in GIT_INSIDE and not nested.texts(part) and not _part_only_reads(part)
