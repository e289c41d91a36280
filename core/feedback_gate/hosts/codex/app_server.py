"""What `codex app-server` is asked about hooks, and what its answer says of ours (JSON-RPC lines of codex 0.171.0)."""

from __future__ import annotations

import json

from feedback_gate.hosts.codex import registration

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Any

LIST_ID = 2
ARGUMENTS = ("app-server",)


class ListedHook:
    """One of our hooks as the client sees it.

    event: name as in registrations; status: "trusted", "untrusted", "modified" or "managed"; enabled: False where the person
    switched it off; source: "user", "plugin", "project", …; path: the file that registers it.
    """

    __slots__ = ("enabled", "event", "path", "source", "status")

    def __init__(self, event: str, status: str, source: str, path: str, *, enabled: bool = True) -> None:
        self.event = event
        self.status = status
        self.source = source
        self.path = path
        self.enabled = enabled

    @property
    def runs(self) -> bool:
        """Whether the client will run it."""
        return self.status == "managed" or (self.enabled and self.status == "trusted")


class Answer:
    """Our hooks in the client's order, and what the client complains of about hook files, whoever wrote them."""

    __slots__ = ("complaints", "hooks")

    def __init__(self, hooks: tuple[ListedHook, ...], complaints: tuple[str, ...]) -> None:
        self.hooks = hooks
        self.complaints = complaints


def questions(folder: str) -> bytes:
    """What to write to the server's standard input; it has to stay open until the answer is there.

    Args:
        folder: the project whose hooks are asked for.
    """
    client = {"name": "feedback-gate", "title": "feedback-gate", "version": "1"}
    told: tuple[dict[str, Any], ...] = (
        {"id": 1, "method": "initialize", "params": {"clientInfo": client, "capabilities": {"experimentalApi": True}}},
        {"method": "initialized"},
        {"id": LIST_ID, "method": "hooks/list", "params": {"cwds": [folder]}},
    )
    return "".join(json.dumps(message) + "\n" for message in told).encode()


def is_answer(line: bytes) -> bool:
    """Whether a line of the server's output is what was asked for, or says that it is not to be had."""
    message = _object(line)
    return message.get("id") == LIST_ID and "method" not in message


def read(lines: Iterable[bytes]) -> Answer | None:
    """Our hooks in the server's answer; None where it gave none that can be understood."""
    for line in lines:
        if is_answer(line):
            return _answer(_object(line).get("result"))
    return None


def _object(line: bytes) -> dict[str, Any]:
    try:
        value = json.loads(line)
    except (ValueError, RecursionError):
        return {}
    return value if isinstance(value, dict) else {}


def _answer(result: Any) -> Answer | None:
    data = result.get("data") if isinstance(result, dict) else None
    if not isinstance(data, list) or not data or not isinstance(data[0], dict):
        return None
    hooks = _list(data[0].get("hooks"))
    complaints = [str(text) for key in ("errors", "warnings") for text in _list(data[0].get(key))]
    return Answer(tuple(_hook(entry) for entry in hooks if _is_ours(entry)), tuple(complaints))


def _list(value: Any) -> list[Any]:
    return value if isinstance(value, list) else []


def _is_ours(entry: Any) -> bool:
    if not isinstance(entry, dict):
        return False
    event = _event(entry)
    return registration.is_ours(entry, event) or entry.get("command") == registration.command(registration.PLUGIN_LAUNCHER, event)


def _event(entry: dict[str, Any]) -> str:
    """The name as registrations have it; the server writes `preToolUse`."""
    name = str(entry.get("eventName", ""))
    return name[:1].upper() + name[1:]


def _hook(entry: dict[str, Any]) -> ListedHook:
    status = "managed" if entry.get("isManaged") is True else str(entry.get("trustStatus", ""))
    source, path = str(entry.get("source", "")), str(entry.get("sourcePath", ""))
    return ListedHook(_event(entry), status, source, path, enabled=entry.get("enabled") is not False)
