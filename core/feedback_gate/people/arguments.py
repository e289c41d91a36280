"""Arguments of commands for people: argparse that ends in 64 with a next step, and a `Call` for what the hook's rooms need."""

from __future__ import annotations

import argparse
import os
from typing import TYPE_CHECKING, Any, NoReturn

from feedback_gate import messages
from feedback_gate.check import Call
from feedback_gate.errors import UsageError
from feedback_gate.event import Event
from feedback_gate.settings import Settings
from feedback_gate.system import clock

if TYPE_CHECKING:
    from collections.abc import Mapping

# Seconds a command for people may spend on the project's own commands.
LONGEST = 24 * 3600.0

# What argparse says by itself → the code of our text; what it may say beyond these stays as it is.
WORDS = {
    "usage: ": "help.usage",
    "argument %(argument_name)s: %(message)s": "usage.argument",
    "expected one argument": "usage.one",
    "expected at most one argument": "usage.at_most_one",
    "expected at least one argument": "usage.at_least_one",
    "not allowed with argument %s": "usage.not_with",
    "one of the arguments %s is required": "usage.one_of",
    "the following arguments are required: %s": "usage.required",
    "unrecognized arguments: %s": "usage.unknown",
    "ambiguous option: %(option)s could match %(matches)s": "usage.ambiguous",
    "ignored explicit argument %r": "usage.ignored",
    "invalid %(type)s value: %(value)r": "usage.no_value",
    "invalid choice: %(value)r (choose from %(choices)s)": "usage.no_choice",
}


def _in_language(said: str) -> str:
    return messages.text(WORDS[said], {}, language()) if said in WORDS else said


setattr(argparse, "_", _in_language)  # noqa: B010 - what it says goes through this name, meant for gettext


class Formatter(argparse.HelpFormatter):
    """Help in the language in force: what the code gives as `help=` are codes."""

    def _get_help_string(self, action: argparse.Action) -> str:
        return messages.text(action.help or "", {}, language())


class Parser(argparse.ArgumentParser):
    """A parser whose errors are UsageErrors: `main` prints them and ends in 64 (argparse's own 2 reads as a refusal to hosts).

    command: its line of help is the description. Nothing is said in any language before it is asked for.
    """

    def __init__(self, command: str = "", **given: Any) -> None:
        super().__init__(formatter_class=Formatter, add_help=False, **given)
        self.command = command
        self.add_argument("-h", "--help", action="help", default=argparse.SUPPRESS, help="help.help")

    def format_help(self) -> str:
        """The whole help, in the language in force."""
        spoken = language()
        self.description = about(self.command, spoken) if self.command else None
        self._positionals.title = messages.text("help.positional", {}, spoken)
        self._optionals.title = messages.text("help.options", {}, spoken)
        return super().format_help()

    def error(self, message: str) -> NoReturn:
        """Say what is wrong and where help is.

        Raises:
            UsageError: always.
        """
        raise UsageError("usage.wrong", what=message, command=self.prog)


def parser(command: str) -> Parser:
    """A parser for `feedback-gate <command>`."""
    return Parser(command, prog=f"feedback-gate {command}")


def about(command: str, spoken: str) -> str:
    """What a command does, in one line."""
    name = command.replace("-", "_")
    return messages.text(f"help.about_{name}", {}, spoken)


def help_without_parser(command: str, words: str) -> str:
    """The help of a command that reads its words by itself."""
    spoken = language()
    usage = f"{messages.text('help.usage', {}, spoken)}feedback-gate {command} {words}".rstrip()
    return f"{usage}\n\n{about(command, spoken)}"


def language(environ: Mapping[str, str] | None = None) -> str:
    """The language of what a command says before it knows its project."""
    surroundings = os.environ if environ is None else environ
    return messages.language_of(Settings(surroundings).get("language").value, surroundings)


def call_here(environ: Mapping[str, str] | None = None, host: str = "claude") -> Call:
    """The surroundings of a command typed in the current folder: the same project, options and state a hook would see."""
    surroundings = os.environ if environ is None else environ
    here = os.getcwd()
    event = Event(host, "", cwd=here, project=surroundings.get("CLAUDE_PROJECT_DIR", "") or here)
    return Call(event, surroundings, clock.monotonic() + LONGEST)
