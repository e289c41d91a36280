"""Claude Code's hook payloads become Events (field names: Claude Code 2.1.332, recorded payloads)."""

from __future__ import annotations

import json
import os
import re

from feedback_gate.event import Bash, Edit, Edits, Event, Other, Stopping

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

NOTIFICATION_START = "<task-notification>"
EDIT_TOOLS = ("Edit", "Write", "MultiEdit", "NotebookEdit")


def parse(name: str, payload: Mapping[str, Any], environ: Mapping[str, str]) -> Event:
    """One Event of one payload; a field of the wrong type counts as absent."""
    prompt = _text(payload.get("prompt"))
    cwd = _text(payload.get("cwd")).replace("\0", "")
    return Event(
        "claude",
        name,
        session=_text(payload.get("session_id")),
        agent=_text(payload.get("agent_id")),
        cwd=cwd,
        project=environ.get("CLAUDE_PROJECT_DIR", "") or cwd,
        prompt=prompt,
        tool=_tool(name, payload, cwd),
        stop=_stop(name, payload),
        agent_type=_text(payload.get("agent_type")),
        tool_use=_text(payload.get("tool_use_id")),
        failed=name == "PostToolUseFailure",
        source=_text(payload.get("source")),
        message=_text(payload.get("message")),
        notification=prompt.lstrip().startswith(NOTIFICATION_START),
        attended=environ.get("CLAUDE_CODE_SESSION_ATTENDED") != "0",
    )


def _text(value: Any) -> str:
    """A JSON value the way `jq -r '.x // empty'` prints it."""
    if value is None or value is False:
        return ""
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)


def _string(value: Any) -> str:
    return value if isinstance(value, str) else ""


def _mapping(value: Any) -> Mapping[str, Any]:
    return value if isinstance(value, dict) else {}


def _tool(name: str, payload: Mapping[str, Any], cwd: str) -> Bash | Edits | Other | None:
    tool = _string(payload.get("tool_name"))
    if not tool:
        return None
    given = _mapping(payload.get("tool_input"))
    if tool == "Bash":
        return _bash(name, payload, given)
    if tool in EDIT_TOOLS:
        path = _string(given.get("notebook_path") if tool == "NotebookEdit" else given.get("file_path"))
        return Edits([_edit(tool, given, os.path.join(cwd, path))]) if path and "\0" not in path else Other(tool, given)
    return Other(tool, given, payload.get("tool_response"))


def _bash(name: str, payload: Mapping[str, Any], given: Mapping[str, Any]) -> Bash:
    background = bool(_mapping(payload.get("tool_response")).get("backgroundTaskId"))
    if name == "PostToolUseFailure":
        found = re.match(r"Exit code (\d+)", _string(payload.get("error")))
        return Bash(_string(given.get("command")), int(found.group(1)) if found else 1)
    return Bash(_string(given.get("command")), 0 if name == "PostToolUse" else None, background=background)


def _edit(tool: str, given: Mapping[str, Any], path: str) -> Edit:
    if tool == "Write":
        return Edit("add", path, text=_string(given.get("content")))
    if tool == "Edit":
        return Edit("update", path, text=_string(given.get("new_string")), replaced=_string(given.get("old_string")))
    if tool == "NotebookEdit":
        return Edit("update", path, text=_string(given.get("new_source")))
    edits = given.get("edits")
    parts = [_string(part.get("new_string")) for part in edits if isinstance(part, dict)] if isinstance(edits, list) else []
    return Edit("update", path, text="\n".join(parts))


def _stop(name: str, payload: Mapping[str, Any]) -> Stopping | None:
    if name not in ("Stop", "SubagentStop"):
        return None
    listed = payload.get("background_tasks")
    tasks = [task for task in listed if isinstance(task, dict)] if isinstance(listed, list) else []
    return Stopping(
        _string(payload.get("last_assistant_message")),
        active=payload.get("stop_hook_active") is True,
        background=bool(tasks),
        agents=[_string(task.get("id")) for task in tasks if task.get("type") == "subagent"],
    )
