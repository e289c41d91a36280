"""Codex's hook payloads become Events (field names: codex 0.171.0, recorded payloads)."""

from __future__ import annotations

import os

from feedback_gate.event import Bash, Edit, Edits, Event, Other, Stopping

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from typing import Any

    from feedback_gate.event import Tool
    from feedback_gate.hosts.codex.apply_patch import Operation

STOPS = ("Stop", "SubagentStop")


def parse(name: str, payload: Mapping[str, Any], _environ: Mapping[str, str]) -> Event:
    """One Event of one payload; a field of the wrong type counts as absent.

    The project stays "": no variable names it, and the hook's own working folder is the session's, while the payload's `cwd`
    is the folder of one command. `attended` is False, for no answer to PreToolUse opens a dialog (codex 0.171.0).
    """
    cwd = _string(payload.get("cwd"))
    return Event(
        "codex",
        name,
        session=_string(payload.get("session_id")),
        agent=_string(payload.get("agent_id")),
        cwd=cwd,
        prompt=_string(payload.get("prompt")),
        tool=_tool(payload, cwd),
        stop=_stop(payload) if name in STOPS else None,
        agent_type=_string(payload.get("agent_type")),
        tool_use=_string(payload.get("tool_use_id")),
        source=_string(payload.get("source")),
        attended=False,
    )


def _string(value: Any) -> str:
    return value if isinstance(value, str) else ""


def _tool(payload: Mapping[str, Any], cwd: str) -> Tool:
    tool = _string(payload.get("tool_name"))
    given = payload.get("tool_input")
    given = given if isinstance(given, dict) else {}
    command = _string(given.get("command"))
    if tool == "Bash":
        return Bash(command, edits=_edits_in(command, cwd))
    if tool == "apply_patch":
        from feedback_gate.hosts.codex.apply_patch import parse as parse_patch
        from feedback_gate.hosts.codex.apply_patch import skim

        # The client calls hooks only for a patch it could read; one that we cannot read is of a newer kind.
        return Edits(_edits(parse_patch(command) or skim(command), cwd))
    return Other(tool, given, payload.get("tool_response")) if tool else None


def _edits_in(command: str, cwd: str) -> list[Edit]:
    """The edits of a here-document patch; the client carries it out itself and never says that it did."""
    if "<<" not in command or "patch" not in command:  # keeps the module away from every other command
        return []
    from feedback_gate.hosts.codex.heredoc import patches_in_command

    return _edits(patches_in_command(command), cwd)


def _edits(operations: Iterable[Operation], cwd: str) -> list[Edit]:
    return [Edit(one.kind, _absolute(one.path, cwd), _absolute(one.old_path, cwd), one.added) for one in operations]


def _absolute(path: str, cwd: str) -> str:
    """The path as the client resolves it: `link/../x` is `x`, whatever the link points to (codex 0.171.0)."""
    return os.path.normpath(os.path.join(cwd, path)) if path else ""


def _stop(payload: Mapping[str, Any]) -> Stopping:
    return Stopping(_string(payload.get("last_assistant_message")), active=payload.get("stop_hook_active") is True)
