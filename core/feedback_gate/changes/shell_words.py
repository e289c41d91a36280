"""Reads a shell command line as the shell would: which simple commands it runs, with which words and redirections."""

from __future__ import annotations


class Redirection:
    """One redirection of a command.

    operator: such as `>`; target: the word behind it, for a here-document its delimiter; descriptor: "" or digits before it;
    text: what a here-document or here-string feeds in, "" for others.
    """

    __slots__ = ("descriptor", "operator", "target", "text")

    def __init__(self, operator: str, target: str, descriptor: str) -> None:
        self.operator = operator
        self.target = target
        self.descriptor = descriptor
        self.text = target if operator == "<<<" else ""


class Part:
    """One simple command: `NAME=value` texts before it, its words with quotes taken away, its redirections.

    What the shell would put in place (`$x`, `$(…)`) stays in the word as it is written.
    """

    __slots__ = ("assignments", "redirections", "words")

    def __init__(self) -> None:
        self.assignments: list[str] = []
        self.words: list[str] = []
        self.redirections: list[Redirection] = []


class Script:
    """What a command line runs.

    parts: its simple commands, those inside `$(…)`, backticks, `<(…)`, groups and here-documents included, in the order in
    which they end. A redirection behind a group or loop is a part without words.
    tokens: the line as words and operators in one spelling, whatever blanks and quotes it was written with.
    doubt: why the reading may be wrong; "" when it is sure.
    """

    __slots__ = ("doubt", "parts", "tokens")

    def __init__(self) -> None:
        self.parts: list[Part] = []
        self.tokens: list[str] = []
        self.doubt = ""


def split(command: str) -> Script:
    """Read a command line. Never raises; takes time proportional to its length."""
    from feedback_gate.changes.shell_reader import Reader

    script = Script()
    Reader(command, script).whole()
    return script


def normalised(command: str) -> str:
    """One spelling for command lines that differ only in blanks, quotes, comments and line breaks.

    Where the reading is in doubt only blanks are made equal.
    """
    script = split(command)
    if script.doubt:
        return " ".join(command.split())
    return " ".join(script.tokens).rstrip(" ;")
