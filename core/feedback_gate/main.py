"""The command line: the only exit, the only writer to a hook's standard output; its commands stand in `commands.py`."""

from __future__ import annotations

import os
import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

USAGE_ERROR = 64
HELP = ("-h", "--help")


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command.

    Args:
        argv: arguments without the program's name (default: the process's own).

    Returns:
        The exit status; 64 for a wrong command line. A hook always ends in 0.
    """
    arguments = list(sys.argv[1:] if argv is None else argv)
    _replace_closed_streams()
    if len(arguments) in (2, 3) and arguments[0] in ("claude", "codex") and arguments[1] not in HELP:
        return hook(arguments)
    return _command(arguments)


def hook(arguments: Sequence[str]) -> int:
    """Answer one hook call: JSON from standard input, one JSON object or nothing to standard output.

    Args:
        arguments: host, event, and the launcher that was started, where it is not settled yet which one answers.
    """
    from feedback_gate.checks import EVENTS
    from feedback_gate.hook import answer

    host, name = arguments[0], arguments[1] if len(arguments) > 1 else ""
    if name not in EVENTS[host]:
        return _wrong("usage.no_event", host=host, name=name, events=", ".join(EVENTS[host]))
    reply = answer(host, name, _input(), os.environ, arguments[2] if len(arguments) > 2 else "")
    if reply.stdout:
        try:
            sys.stdout.write(reply.stdout)
            sys.stdout.flush()
        except OSError:  # nobody can be told, and the host takes any other end than 0 for an answer
            _write_nowhere()
    return reply.exit_code


def _replace_closed_streams() -> None:
    """A standard stream that was closed before we were started counts as an empty one."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, mode, encoding="utf-8"))  # noqa: SIM115 - it stays open to the end


def _input() -> bytes:
    """All of standard input; b"" where it cannot be read."""
    try:
        return sys.stdin.buffer.read()
    except OSError:
        return b""


def _write_nowhere() -> None:
    """What is still to be written goes nowhere, so that the end of the process finds nothing to complain about."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), 1)


def _command(arguments: list[str]) -> int:
    try:
        status = _status(arguments)
        sys.stdout.flush()
        return status
    except BrokenPipeError:  # the reader went away, as with `| head`
        _write_nowhere()
        return 0
    except OSError as problem:
        return _unwritten(problem)
    except KeyboardInterrupt:
        return 130


def _unwritten(problem: OSError) -> int:
    """Say that standard output cannot be written.

    Raises:
        OSError: it can; the problem is another one.
    """
    import errno

    if problem.filename is not None or problem.errno not in (errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EIO, errno.EBADF):
        raise problem
    _write_nowhere()
    from feedback_gate.errors import FeedbackGateError

    print(f"feedback-gate: {FeedbackGateError('usage.no_output', reason=problem.strerror).said(_language())}", file=sys.stderr)
    return 1


def _status(arguments: list[str]) -> int:
    from feedback_gate.commands import COMMANDS, WORDS
    from feedback_gate.errors import FeedbackGateError, UsageError

    for stream in (sys.stdout, sys.stderr):  # file names need not be text
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="surrogateescape")

    if not arguments or arguments[0] in (*HELP, "help"):
        print(_overview())
        return 0 if arguments else USAGE_ERROR
    if arguments[0] == "--version":
        arguments[0] = "version"
    name = arguments[0]
    if name not in COMMANDS:
        return _wrong("usage.no_command", name=name)
    if name in WORDS and not {*HELP}.isdisjoint(arguments):
        from feedback_gate.people.arguments import help_without_parser

        print(help_without_parser(name, WORDS[name]))
        return 0
    try:
        return _run(COMMANDS[name], arguments)
    except FeedbackGateError as problem:
        from feedback_gate.visible import visible

        print(visible(f"feedback-gate {name}: {problem.said(_language())}"), file=sys.stderr)
        return USAGE_ERROR if isinstance(problem, UsageError) else 1


def _run(place: str, arguments: list[str]) -> int:
    """Call the function of a command ("module:function"); `hook` wants its own name too, which is the host's."""
    module_name, _, function = place.partition(":")
    module = __import__(module_name, fromlist=(function,))
    try:
        status: int = getattr(module, function)(arguments if function == "hook" else arguments[1:])
    except SystemExit as end:  # how argparse ends behind `--help`
        return int(end.code or 0)
    return status


def _wrong(code: str, **params: str) -> int:
    from feedback_gate.errors import UsageError

    print(f"feedback-gate: {UsageError(code, **params).said(_language())}", file=sys.stderr)
    return USAGE_ERROR


def _language() -> str:
    from feedback_gate.people.arguments import language

    return language()


def _overview() -> str:
    from feedback_gate import messages
    from feedback_gate.commands import COMMANDS
    from feedback_gate.people.arguments import about

    language = _language()
    width = max(map(len, COMMANDS))
    lines = [f"  {name:<{width}}  {about(name, language)}" for name in COMMANDS]
    return messages.text("help.overview", {}, language) + "\n\n" + "\n".join(lines)
