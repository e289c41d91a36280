"""Arguments of commands for people: argparse that ends in 64 with a next step, and a `Call` for what the hook's rooms need."""

from __future__ import annotations

import argparse
import os
from typing import TYPE_CHECKING, NoReturn

from feedback_gate.check import Call
from feedback_gate.errors import UsageError
from feedback_gate.event import Event
from feedback_gate.system import clock

if TYPE_CHECKING:
    from collections.abc import Mapping

# Seconds a command for people may spend on the project's own commands.
LONGEST = 24 * 3600.0


class Parser(argparse.ArgumentParser):
    """A parser whose errors are UsageErrors: `main` prints them and ends in 64 (argparse's own 2 reads as a refusal to hosts)."""

    def error(self, message: str) -> NoReturn:
        """Say what is wrong and where help is.

        Raises:
            UsageError: always.
        """
        raise UsageError(f"{message}; `{self.prog} --help` shows what it takes")


def parser(command: str, description: str) -> Parser:
    """A parser for `feedback-gate <command>`."""
    return Parser(prog=f"feedback-gate {command}", description=description)


def call_here(environ: Mapping[str, str] | None = None, host: str = "claude") -> Call:
    """The surroundings of a command typed in the current folder: the same project, options and state a hook would see."""
    surroundings = os.environ if environ is None else environ
    here = os.getcwd()
    event = Event(host, "", cwd=here, project=surroundings.get("CLAUDE_PROJECT_DIR", "") or here)
    return Call(event, surroundings, clock.monotonic() + LONGEST)
