"""What makes a host pass over a whole settings file, or every hook in it, without a word."""

from __future__ import annotations

from feedback_gate.hosts import settings_text

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from feedback_gate.hosts.json_text import Document, Node

# Claude Code 2.1.332: one malformed entry here drops every hook of the file; under other events it drops that entry alone.
STRICT_EVENTS = ("PreToolUse", "PermissionRequest", "PreSkillShellCommand")
# Codex 0.171.0.
TOP_KEYS = ("description", "hooks")
TYPES = ("command", "prompt", "agent", "mcp_tool")


class Trap:
    """One thing. line: from 1; code: of its message; params: the placeholders."""

    __slots__ = ("code", "line", "params")

    def __init__(self, line: int, code: str, **params: str) -> None:
        self.line = line
        self.code = code
        self.params = params


def find(host: str, text: str, path: str) -> list[Trap]:
    """What voids a file for its host, in the order of the text.

    Raises:
        SettingsError: it is no JSON object.
    """
    document = settings_text.parsed(text, path)
    if document is None:
        return []
    found = list(_both(document))
    if host == "codex":
        if text.startswith(settings_text.BOM):
            found.append(Trap(1, "init.trap_mark"))
        return sorted([*found, *_of_codex(document)], key=lambda trap: trap.line)
    return sorted([*found, *_of_claude(document)], key=lambda trap: trap.line)


def _both(document: Document) -> Iterator[Trap]:
    """Neither client reads comments or trailing commas in these files (Claude Code 2.1.332, Codex 0.171.0)."""
    if document.loose >= 0:
        yield Trap(document.line_of(document.loose), "init.trap_comments")


def _of_claude(document: Document) -> Iterator[Trap]:
    disabled = document.root.member("disableAllHooks")
    if disabled is not None and disabled.node.value is True:
        yield Trap(document.line_of(disabled.start), "init.trap_disabled")
    hooks = document.root.member("hooks")
    for event in hooks.node.items if hooks else ():
        if event.key not in STRICT_EVENTS:
            continue
        for group in event.node.items:
            handlers = group.node.member("hooks")
            if handlers is None or not isinstance(handlers.node.value, list):
                yield Trap(document.line_of(group.start), "init.trap_entry", event=event.key, key="hooks")
                continue
            for handler in handlers.node.items:
                key = _wrong_key(handler.node)
                if key:
                    yield Trap(document.line_of(handler.start), "init.trap_entry", event=event.key, key=key)


def _wrong_key(handler: Node) -> str:
    """The key of a handler that the client refuses, "" when it is well."""
    value = handler.value
    if not isinstance(value, dict):
        return "type"
    if value.get("type") == "command" and not isinstance(value.get("command"), str):
        return "command"
    timeout = value.get("timeout", 1)
    if isinstance(timeout, bool) or not isinstance(timeout, (int, float)):
        return "timeout"
    return "onFailure" if not isinstance(value.get("onFailure", ""), str) else ""


def _of_codex(document: Document) -> Iterator[Trap]:
    for item in document.root.items:
        if item.key not in TOP_KEYS:
            yield Trap(document.line_of(item.start), "init.trap_key", key=item.key)
    hooks = document.root.member("hooks")
    for event in hooks.node.items if hooks else ():
        for group in event.node.items:
            handlers = group.node.member("hooks")
            for handler in handlers.node.items if handlers else ():
                value = handler.node.value
                timeout = value.get("timeout", 1) if isinstance(value, dict) else None
                if not isinstance(value, dict) or value.get("type") not in TYPES:
                    yield Trap(document.line_of(handler.start), "init.trap_handler", event=event.key, key="type")
                elif isinstance(timeout, bool) or not isinstance(timeout, int):
                    yield Trap(document.line_of(handler.start), "init.trap_handler", event=event.key, key="timeout")
