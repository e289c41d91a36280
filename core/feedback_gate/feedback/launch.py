"""The agent launch guard (option `agentLaunchGuard`): a person sees the whole text before chosen agents get it."""

from __future__ import annotations

import json

from feedback_gate.event import Other
from feedback_gate.outcome import ASK, Finding

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from feedback_gate.check import Call
    from feedback_gate.event import Event

TYPES = ("FEEDBACK_GATE_ASK_AGENT_TYPES", "code-implementer")
RECIPIENTS = ("FEEDBACK_GATE_ALLOW_RECIPIENTS", "git-operator")
# Tool → (which list decides, input keys of the target, of the text). Codex names an agent tool by its generation (0.171.0): the
# second one's hooks get the namespace `collaboration` and the name run together.
START, SEND = "start", "send"
_SPAWN = (START, ("agent_type", "subagent_type"), ("message", "prompt", "task"))
_WRITE = (SEND, ("target", "to", "agent_id", "id"), ("message", "items", "input"))
TOOLS = {
    "Agent": (START, ("subagent_type",), ("prompt",)),
    "SendMessage": (SEND, ("to",), ("message",)),
    "spawn_agent": _SPAWN,
    "collaborationspawn_agent": _SPAWN,
    "send_input": _WRITE,
    "send_message": _WRITE,
    "collaborationsend_message": _WRITE,
    "followup_task": _WRITE,
    "collaborationfollowup_task": _WRITE,
}


def check(event: Event, call: Call) -> list[Finding]:
    """An ask that shows the whole text, for the agent types that are asked about and all recipients but the allowed ones."""
    tool = event.tool
    if not isinstance(tool, Other) or tool.name not in TOOLS or not call.settings.get("agentLaunchGuard").on:
        return []
    kind, targets, texts = TOOLS[tool.name]
    target, text = _first(tool.input, targets), _first(tool.input, texts)
    if kind == START:
        asked = bool(target) and matches(target, names(call, *TYPES))
        return [Finding("launch.start", {"type": target, "text": text}, ASK)] if asked else []
    if target and matches(target, names(call, *RECIPIENTS)):
        return []
    return [Finding("launch.send" if target else "launch.send_unknown", {"recipient": target, "text": text}, ASK)]


def names(call: Call, variable: str, default: str) -> list[str]:
    """The list of a variable (names or globs separated by `,` or `;`), else the default."""
    given = call.settings.variable(variable) if variable in call.environ else ""
    listed = [name.strip() for name in given.replace(";", ",").split(",") if name.strip()]
    return listed or [default]


def matches(name: str, patterns: list[str]) -> bool:
    """Whether a name, or its part behind a plugin's prefix `plugin:`, is one of the patterns."""
    from feedback_gate import globs

    return any(globs.matches(patterns, one) for one in {name, name.rpartition(":")[2]})


def _first(given: Any, keys: tuple[str, ...]) -> str:
    for key in keys:
        value = given.get(key)
        if value is not None and value is not False and value != "":
            return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
    return ""
