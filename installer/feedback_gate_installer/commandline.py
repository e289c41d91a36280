"""The words of the command line and their help."""

from __future__ import annotations

import argparse

from feedback_gate_installer import texts

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import NoReturn

DEFAULT_SECONDS = 120.0


class UsageError(Exception):
    """The command line cannot be understood; ``text`` is the usage with the complaint."""

    def __init__(self, text: str) -> None:
        super().__init__(text)
        self.text = text


class _Parser(argparse.ArgumentParser):
    def error(self, message: str) -> NoReturn:
        raise UsageError(f"{self.format_usage()}{self.prog}: {message}\n")


def parse(words: list[str], tongue: str) -> argparse.Namespace:
    """Read a command line.

    Raises:
        UsageError: it makes no sense.
        SystemExit: help was asked for and printed.
    """
    say: Callable[..., str] = lambda code, **params: texts.text(code, tongue, **params)  # noqa: E731
    parser = _Parser(prog="feedback-gate-installer", description=say("about"), allow_abbrev=False)
    parser.add_argument("--version", action="store_true", help=say("help-version"))
    commands = parser.add_subparsers(dest="command", metavar="COMMAND")
    for name in ("install", "verify", "uninstall", "prune", "mirror", "admin-bundle"):
        command = commands.add_parser(name, help=say(f"help-{name}"), description=say(f"help-{name}"), allow_abbrev=False)
        _add_options(command, name, say)
        command.add_argument("--json", action="store_true", help=say("help-json"))
    options = parser.parse_args(words)
    if options.command is None and not options.version:
        parser.error("a COMMAND is needed")
    return options


def _add_options(command: argparse.ArgumentParser, name: str, say: Callable[..., str]) -> None:
    if name in ("install", "verify", "mirror", "admin-bundle"):
        command.add_argument("--pin", metavar="FILE", help=say("help-pin"))
    if name in ("install", "mirror", "admin-bundle"):
        command.add_argument("--from", dest="source", metavar="PATH", help=say("help-from"))
        command.add_argument("--base-url", metavar="URL", action="append", default=[], help=say("help-base-url"))
        seconds = f"{DEFAULT_SECONDS:g}"
        command.add_argument(
            "--budget", metavar="SECONDS", type=_seconds, default=DEFAULT_SECONDS, help=say("help-budget", seconds=seconds)
        )
    if name == "install":
        command.add_argument("--allow-downgrade", metavar="VERSION", default="", help=say("help-allow-downgrade"))
        command.add_argument("--no-launcher", action="store_true", help=say("help-no-launcher"))
    if name in ("uninstall", "prune"):
        command.add_argument("--dry-run", action="store_true", help=say("help-dry-run"))
    if name == "uninstall":
        command.add_argument("--keep-log", action="store_true", help=say("help-keep-log"))
    if name in ("mirror", "admin-bundle"):
        command.add_argument("--to", metavar="FOLDER", required=True, help=say("help-to"))
    if name == "mirror":
        command.add_argument("--archive", action="store_true", help=say("help-archive"))
    if name == "admin-bundle":
        command.add_argument("--fail-mode", choices=("open", "closed"), default="open", help=say("help-fail-mode"))


def _seconds(text: str) -> float:
    value = float(text)
    if not 0 < value <= 86_400:
        raise ValueError(text)
    return value
