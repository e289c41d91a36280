"""The command line: one table of commands, the only exit, the only writer to standard output."""

from __future__ import annotations

import os
import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

# name → (module:function(argv) -> exit status, one line of help)
COMMANDS: dict[str, tuple[str, str]] = {
    "claude": ("feedback_gate.main:hook", "answer a Claude Code hook: claude EVENT, JSON on standard input"),
    "codex": ("feedback_gate.main:hook", "answer a Codex hook: codex EVENT, JSON on standard input"),
    "init": ("feedback_gate.people.init_command:run", "set up: launcher, registration with a host, a first gate"),
    "uninstall": ("feedback_gate.people.uninstall_command:run", "take all of it away again, byte for byte"),
    "status": ("feedback_gate.people.status_command:run", "one screen: what is installed, in force and open here"),
    "doctor": ("feedback_gate.people.doctor_command:run", "examine what is installed: every hook has to refuse what it must"),
    "rules": ("feedback_gate.people.rules_command:run", "feedback rules: list, check, explain, add, bump"),
    "correct": (
        "feedback_gate.people.correct_command:run",
        "review the rules against the log of violations; `correct apply` raises counts",
    ),
    "gate": ("feedback_gate.people.gate_command:run", "the quality gate: check, run, explain, reset, schema"),
    "trust": ("feedback_gate.people.trust_command:run", "see and approve what a project changed in the commands it may run"),
    "notify": ("feedback_gate.people.notify_command:run", "notifications: which backend is used and why; --test sends one"),
    "statusline": (
        "feedback_gate.people.statusline_command:run",
        "one line for the client's status line, its JSON on standard input",
    ),
    "watch": ("feedback_gate.people.watch_command:run", "live view of running gates in this project, all agents"),
    "claims": ("feedback_gate.people.claims_command:run", "scan messages for claims of success: JSON lines in, JSON lines out"),
    "redact": ("feedback_gate.people.redact_command:run", "copy standard input to standard output without its secrets"),
    "verify": ("feedback_gate.people.verify_command:run", "run the claim checks of this project now"),
    "stats": ("feedback_gate.people.stats_command:run", "how often claims held, and which did not"),
    "report": ("feedback_gate.people.report_command:run", "claims, gate, rules and hooks of some weeks; --html draws them"),
    "completion": ("feedback_gate.people.completion_command:run", "print the completion script of bash, zsh or fish"),
    "version": ("feedback_gate.people.version_command:run", "print the version"),
}
USAGE_ERROR = 64


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command.

    Args:
        argv: arguments without the program's name (default: the process's own).

    Returns:
        The exit status; 64 for a wrong command line. A hook always ends in 0.
    """
    arguments = list(sys.argv[1:] if argv is None else argv)
    if len(arguments) in (2, 3) and arguments[0] in ("claude", "codex"):
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
        print(f"feedback-gate: {host} has no event {name!r}; it has {', '.join(EVENTS[host])}", file=sys.stderr)
        return USAGE_ERROR
    reply = answer(host, name, sys.stdin.buffer.read(), os.environ, arguments[2] if len(arguments) > 2 else "")
    if reply.stdout:
        sys.stdout.write(reply.stdout)
        sys.stdout.flush()
    return reply.exit_code


def _command(arguments: list[str]) -> int:  # noqa: PLR0911 - one return a way to end
    from feedback_gate.errors import FeedbackGateError, UsageError

    for stream in (sys.stdout, sys.stderr):  # file names need not be text
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="surrogateescape")

    if not arguments or arguments[0] in ("-h", "--help", "help"):
        print(_overview())
        return 0 if arguments else USAGE_ERROR
    if arguments[0] == "--version":
        arguments[0] = "version"
    name = arguments[0]
    if name not in COMMANDS:
        print(f"feedback-gate: there is no command {name!r}; `feedback-gate --help` lists them", file=sys.stderr)
        return USAGE_ERROR
    module_name, _, function = COMMANDS[name][0].partition(":")
    try:
        status: int = getattr(__import__(module_name, fromlist=(function,)), function)(
            arguments if function == "hook" else arguments[1:]
        )
    except UsageError as problem:
        print(f"feedback-gate {name}: {problem}", file=sys.stderr)
        return USAGE_ERROR
    except FeedbackGateError as problem:
        print(f"feedback-gate {name}: {problem}", file=sys.stderr)
        return 1
    except BrokenPipeError:  # the reader went away, as with `| head`
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
        return 0
    except KeyboardInterrupt:
        return 130
    return status


def _overview() -> str:
    width = max(map(len, COMMANDS))
    lines = [f"  {name:<{width}}  {text}" for name, (_, text) in COMMANDS.items()]
    return "usage: feedback-gate COMMAND [ARGUMENTS]\n\n" + "\n".join(lines)
