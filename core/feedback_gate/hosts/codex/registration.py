"""What Codex is told to run for us: the events, their order, timeouts and status texts, and the one command line of each.

This declaration is frozen. The client's trust hashes the whole definition, and its keys count positions: one other word, or
one event put in front, and a person has to review every hook again (codex 0.171.0). A later event goes behind the others.
"""

from __future__ import annotations

import json

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

# Where the finder lies in the plugin. No braces: the client would replace `${PLUGIN_ROOT}` in the text itself, and then a
# folder name with quotes or `$` in it is no longer one word.
PLUGIN_LAUNCHER = '"$PLUGIN_ROOT/hook.sh"'
# The end of every launcher's path; by it we know our own entries in a file that is not ours.
LAUNCHER_NAME = "feedback-gate/hook.sh"
# Behind the line of a project's own registration. It starts the same launcher as the person's, and Codex runs equal lines of
# two files twice (0.171.0): the word tells the two apart, so that one of them can leave the event to the other.
PROJECT_WORD = " project"

# Seconds, whole numbers. Each stays above the inner deadline of the event (check.py); Interrupt may not have more.
LONG, SHORT, PROMPT, INTERRUPT = 600, 60, 30, 3


class Registration:
    """One event: the seconds after which the client gives up, and what its trust page and its screen say about the hook."""

    __slots__ = ("event", "status", "timeout")

    def __init__(self, event: str, timeout: int, status: str) -> None:
        self.event = event
        self.timeout = timeout
        self.status = status


REGISTRATIONS = (
    Registration("SessionStart", SHORT, "feedback-gate: reading your rules"),
    Registration("UserPromptSubmit", PROMPT, "feedback-gate: giving your rules to the agent"),
    Registration("PreToolUse", SHORT, "feedback-gate: checking the call against your rules"),
    Registration("PermissionRequest", PROMPT, "feedback-gate: telling you that an approval is asked for"),
    Registration("PostToolUse", LONG, "feedback-gate: checking what was changed"),
    Registration("SubagentStart", SHORT, "feedback-gate: giving your rules to a subagent"),
    Registration("SubagentStop", LONG, "feedback-gate: checking what a subagent changed"),
    Registration("Stop", LONG, "feedback-gate: checking that nothing half-done is left"),
    Registration("Interrupt", INTERRUPT, "feedback-gate: leaving what is not checked yet to the next stop"),
)


def quoted(path: str) -> str:
    """A launcher's absolute path as one word that sh, bash, zsh, fish and tcsh read alike (the client takes the login shell).

    Raises:
        ValueError: the path has a backslash, an exclamation mark or a control character, which they read differently.
    """
    if not path.startswith("/") or any(sign in "\\!\x7f" or sign < " " for sign in path):
        raise ValueError(path)
    return "'" + path.replace("'", "'\\''") + "'"


def command(launcher: str, event: str) -> str:
    """The registered line of an event; it never changes between versions.

    Args:
        launcher: a shell word, `PLUGIN_LAUNCHER` or `quoted(path)`.
        event: the host's event name.
    """
    return f"test -r {launcher} && exec /bin/sh {launcher} codex {event}"


def hooks(launcher: str, word: str = "") -> dict[str, list[dict[str, Any]]]:
    """The `hooks` object of a `hooks.json`: event → one group, without a matcher, with one command.

    Args:
        launcher: a shell word.
        word: PROJECT_WORD in a project's own file.
    """
    return {entry.event: [{"hooks": [_handler(launcher, entry, word)]}] for entry in REGISTRATIONS}


def merged(existing: Mapping[str, Any], launcher: str) -> dict[str, Any]:
    """Another's `hooks.json` with our hooks in it: in the place of ours if they are there, else behind all others.

    Raises:
        ValueError: the content is not what Codex takes: `hooks` is no object, or an event in it is no list.
    """
    made = {name: list(groups) for name, groups in _events(existing).items()}
    for entry in REGISTRATIONS:
        groups = made.setdefault(entry.event, [])
        handler = _handler(launcher, entry)
        if not _replaced(groups, entry.event, handler):
            groups.append({"hooks": [handler]})
    return {**existing, "hooks": made}


def without(existing: Mapping[str, Any]) -> dict[str, Any]:
    """Another's `hooks.json` without our hooks; an event that only we had goes too.

    Raises:
        ValueError: as for `merged`.
    """
    made: dict[str, Any] = {}
    for name, groups in _events(existing).items():
        kept = [left for group in groups for left in _without_ours(group, name)]
        if kept or not groups:
            made[name] = kept
    return {**existing, "hooks": made}


def is_ours(handler: Any, event: str) -> bool:
    """Whether an entry of a hooks file is one that starts our launcher for this event."""
    line = handler.get("command") if isinstance(handler, dict) else None
    ends = (f" codex {event}", f" codex {event}{PROJECT_WORD}")
    return isinstance(line, str) and LAUNCHER_NAME in line and line.endswith(ends)


def requirements(launcher: str, *, only_managed: bool = False) -> str:
    """The text of a managed `requirements.toml`, which needs no review and cannot be switched off by its user.

    Args:
        launcher: a shell word, `quoted(path)`.
        only_managed: also hide every hook of users, projects and plugins.
    """
    lines = ["allow_managed_hooks_only = true", ""] if only_managed else []
    for entry in REGISTRATIONS:
        lines += [f"[[hooks.{entry.event}]]", f"[[hooks.{entry.event}.hooks]]"]
        # A JSON string or number is a TOML one as well.
        lines += [f"{key} = {json.dumps(value)}" for key, value in _handler(launcher, entry).items()]
        lines.append("")
    return "\n".join(lines)


def _handler(launcher: str, entry: Registration, word: str = "") -> dict[str, Any]:
    return {
        "type": "command",
        "command": command(launcher, entry.event) + word,
        "timeout": entry.timeout,
        "statusMessage": entry.status,
    }


def _events(existing: Mapping[str, Any]) -> dict[str, list[Any]]:
    events = existing.get("hooks", {})
    if not isinstance(events, dict) or not all(isinstance(groups, list) for groups in events.values()):
        raise ValueError("hooks")
    return events


def _replaced(groups: list[Any], event: str, handler: dict[str, Any]) -> bool:
    """Puts the handler where ours is, so that no key of another hook changes; False where there is none."""
    for number, group in enumerate(groups):
        handlers = group.get("hooks") if isinstance(group, dict) else None
        if not isinstance(handlers, list) or not any(is_ours(one, event) for one in handlers):
            continue
        groups[number] = {**group, "hooks": [handler if is_ours(one, event) else one for one in handlers]}
        return True
    return False


def _without_ours(group: Any, event: str) -> list[Any]:
    """The group without our handlers, as a list of one; [] when nothing is left of it."""
    handlers = group.get("hooks") if isinstance(group, dict) else None
    if not isinstance(handlers, list) or not any(is_ours(one, event) for one in handlers):
        return [group]
    kept = [one for one in handlers if not is_ours(one, event)]
    return [{**group, "hooks": kept}] if kept else []
