"""Whether this copy of ours answers an event, when several registrations start us for the same one."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from typing import Any

    from feedback_gate.event import Event
    from feedback_gate.hosts.registered import Registered

# Events that every copy gets exactly once, one after the other.
ONE_BY_ONE = ("SessionStart", "UserPromptSubmit")


def is_ours_to_answer(event: Event, payload: Mapping[str, Any], copy: str, environ: Mapping[str, str]) -> bool:
    """Whether to answer; yes wherever that cannot be found out, for twice is better than never.

    Args:
        event: the event.
        payload: as the host sent it.
        copy: the launcher's folder as it was started, with a word behind it where the registration has one.
        environ: the process environment.
    """
    from feedback_gate.state import owner

    path = owner.path_of(environ, event.host, event.session) if event.session else ""
    if not path:
        return True

    def look() -> tuple[Sequence[str], Sequence[str]]:
        from feedback_gate.hosts import registered

        found = [place for place in places(event.host, environ, event.project) if place.is_there]
        return list(dict.fromkeys(place.copy for place in registered.in_order(found))), _watched(event, environ)

    return owner.handles(path, copy, _key(event, payload), look)


def places(host: str, environ: Mapping[str, str], project: str) -> list[Registered]:
    """Every place that starts us for a host in a project ("" = the current folder, where Codex starts hooks)."""
    if host == "codex":
        from feedback_gate.hosts.codex import registered as of_codex

        return of_codex.registered(environ, project or _here())
    from feedback_gate.hosts.claude import registered as of_claude

    return of_claude.registered(environ, project)


def _watched(event: Event, environ: Mapping[str, str]) -> Sequence[str]:
    if event.host == "codex":
        from feedback_gate.hosts.codex import registered as of_codex

        return of_codex.watched(environ, event.project or _here())
    from feedback_gate.hosts.claude import registered as of_claude

    return of_claude.watched(environ, event.project)


def _here() -> str:
    import os

    try:
        return os.getcwd()
    except OSError:  # the folder is gone
        return ""


def _key(event: Event, payload: Mapping[str, Any]) -> str:
    """What names this very event for all copies; "" for events that may come at the same time as others.

    Claude Code 2.1.332 counts prompts by `prompt_id`, Codex 0.171.0 turns by `turn_id`; without one the text has to do.
    """
    if event.name not in ONE_BY_ONE or event.agent:
        return ""
    from zlib import crc32

    number = payload.get("prompt_id") or payload.get("turn_id") or crc32(event.prompt.encode("utf-8", "surrogatepass"))
    return f"{event.name} {event.source} {number}"
