"""What Claude Code is told to run for us: the events, their matchers and timeouts, and the one command line of each."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

# Where the launcher lies in the plugin. No braces: without them a folder name with quotes, `$` and a backquote works on
# both hosts. The variable exists in plugin hooks only; used in a settings file it would void the hook (2.1.332).
PLUGIN_LAUNCHER = '"$CLAUDE_PLUGIN_ROOT/shim/hook.sh"'

EDIT_TOOLS = "Edit|Write|MultiEdit|NotebookEdit"
# Seconds. Events that run the project's commands get the host's longest time; UserPromptSubmit's default is 30 on 2.1.332.
# Each stays above the inner deadline of the event (check.py), so that it is we who say what was not checked.
LONG, SHORT, PROMPT = 600, 60, 30


class Registration:
    """One event: its matcher ("" = the event has none or every tool), and the seconds after which the host gives up."""

    __slots__ = ("event", "matcher", "timeout")

    def __init__(self, event: str, matcher: str, timeout: int) -> None:
        self.event = event
        self.matcher = matcher
        self.timeout = timeout


# The subagent tool is `Agent`; `Task` is its older name, which one matcher still has to know.
REGISTRATIONS = (
    Registration("SessionStart", "", SHORT),
    Registration("UserPromptSubmit", "", PROMPT),
    Registration("PreToolUse", f"Bash|{EDIT_TOOLS}|Agent|SendMessage", SHORT),
    Registration("PostToolUse", f"Bash|{EDIT_TOOLS}|Agent|Task", LONG),
    Registration("PostToolUseFailure", "Bash", LONG),
    Registration("Notification", "", SHORT),
    Registration("SubagentStart", "", SHORT),
    Registration("Stop", "", LONG),
    Registration("SubagentStop", "", LONG),
)


# The end of every path that user hooks name; by it we know our own entries in a file that is not ours.
LAUNCHER_NAME = "feedback-gate/hook.sh"


def quoted(path: str) -> str:
    """A launcher's absolute path as one word of a shell line, for a settings file."""
    return "'" + path.replace("'", "'\\''") + "'"


def command(launcher: str, event: str) -> str:
    """The registered line of an event; it never changes between versions.

    Without `args` and without a version. A launcher that is gone ends in 1, which lets the action pass; dash alone would
    end in 2, which denies it.

    Args:
        launcher: a shell word, `PLUGIN_LAUNCHER` or `quoted(path)`.
        event: the host's event name.
    """
    return f"test -r {launcher} && exec /bin/sh {launcher} claude {event}"


def hooks(launcher: str) -> dict[str, list[dict[str, Any]]]:
    """The `hooks` object of a settings file or of a plugin's `hooks.json`: event → one group with one command."""
    made: dict[str, list[dict[str, Any]]] = {}
    for entry in REGISTRATIONS:
        handler = {"type": "command", "command": command(launcher, entry.event), "timeout": entry.timeout}
        group: dict[str, Any] = {"matcher": entry.matcher} if entry.matcher else {}
        made[entry.event] = [{**group, "hooks": [handler]}]
    return made


def is_ours(handler: Any, event: str) -> bool:
    """Whether an entry of a settings file is one that starts our launcher for this event."""
    line = handler.get("command") if isinstance(handler, dict) else None
    return isinstance(line, str) and LAUNCHER_NAME in line and line.endswith(f" claude {event}")
