"""An Outcome becomes the one JSON object Codex obeys (contract measured on 0.171.0): one unknown key voids all of it."""

from __future__ import annotations

import json

from feedback_gate.event import Bash, Edits, edits_of
from feedback_gate.hosts.codex import limits
from feedback_gate.outcome import ASK, PERSON, RANK, Reply

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from typing import Any

    from feedback_gate.event import Event
    from feedback_gate.outcome import Finding, Outcome

# What each event's answer can carry: how a refusal is said ("" = it cannot be), and whether context for the model is taken.
EVENTS = {
    "SessionStart": ("", True),
    "UserPromptSubmit": ("decision", True),
    "PreToolUse": ("permission", True),
    "PermissionRequest": ("behavior", False),
    "PostToolUse": ("decision", True),
    "SubagentStart": ("", True),
    "SubagentStop": ("decision", False),
    "Stop": ("decision", False),
    "Interrupt": ("", False),
}


def render(outcome: Outcome, event: Event, cut: Callable[[str, int], str], say: Callable[[str], str]) -> Reply:
    """The reply for this event; always exit 0 with one JSON object or nothing.

    Args:
        outcome: the decision.
        event: what it answers.
        cut: function (text, characters) → text that says in the person's language that it was cut.
        say: function message code → text in the person's language.
    """
    how, takes_context = EVENTS.get(event.name, ("", False))
    # The client is about to ask the person itself, so an "ask" is answered by letting it.
    asks_anyway = event.name == "PermissionRequest" and outcome.effect == ASK
    refuses = bool(how) and RANK.get(outcome.effect, 0) >= RANK[ASK] and not asks_anyway
    reasons, context, notices = _places(outcome, event, refuses=refuses, takes_context=takes_context)
    reply: dict[str, Any] = {}
    specific: dict[str, Any] = {}
    if refuses:
        _refuse(how, _reason(reasons, outcome, event, cut, say), reply, specific)
    if context:
        specific["additionalContext"] = _fit("\n".join(context), cut)
    if specific:
        reply["hookSpecificOutput"] = {"hookEventName": event.name, **specific}
    if notices:
        reply["systemMessage"] = _fit("\n".join(notices), cut)
    return Reply(json.dumps(reply, ensure_ascii=True) + "\n" if reply else "")


def _places(outcome: Outcome, event: Event, *, refuses: bool, takes_context: bool) -> tuple[list[str], list[str], list[str]]:
    """(reasons, context, notices): every text in a place that this answer has, none lost and none twice."""
    named = _named(outcome, event)
    reasons, context, notices = _texts(named[0]), _texts(named[1]), _texts(outcome.notices)
    if not takes_context:
        reasons, context = _texts([*reasons, *context]), []
    if not refuses and takes_context:
        reasons, context = [], _texts([*reasons, *context])
    elif not refuses:
        reasons, notices = [], _texts([*notices, *reasons])
    return reasons, context, notices


def _named(outcome: Outcome, event: Event) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """(reasons, context); one patch changes many files here, so that each text then begins with the file it is about."""
    if len(edits_of(event.tool)) < 2:
        return outcome.reasons, outcome.context
    refusing = [finding for finding in outcome.findings if RANK.get(finding.effect, 0) >= RANK[ASK]]
    telling = [finding for finding in outcome.findings if RANK.get(finding.effect, 0) < RANK[ASK] and finding.audience != PERSON]
    return _with_files(outcome.reasons, refusing, event.cwd), _with_files(outcome.context, telling, event.cwd)


def _with_files(texts: tuple[str, ...], findings: list[Finding], folder: str) -> tuple[str, ...]:
    """The texts with the path of their finding in front, counted from a folder, where they do not name it themselves."""
    if len(texts) != len(findings):
        return texts
    start = folder.rstrip("/") + "/"
    paths = [finding.file.removeprefix(start) for finding in findings]
    return tuple(f"{path}: {text}" if path and path not in text else text for path, text in zip(paths, texts))


def _texts(texts: Iterable[str]) -> list[str]:
    """The texts that say anything, each once; a half of a surrogate pair, which voids an answer, becomes a question mark."""
    clean = (text.encode("utf-8", "replace").decode("utf-8") for text in texts)
    return list(dict.fromkeys(text for text in clean if text.strip()))


def _refuse(how: str, reason: str, reply: dict[str, Any], specific: dict[str, Any]) -> None:
    if how == "permission":
        specific.update(permissionDecision="deny", permissionDecisionReason=reason)
    elif how == "behavior":
        specific["decision"] = {"behavior": "deny", "message": reason}
    else:
        reply.update(decision="block", reason=reason)


def _reason(reasons: list[str], outcome: Outcome, event: Event, cut: Callable[[str, int], str], say: Callable[[str], str]) -> str:
    """The text behind a refusal: never blank, which would void it, and without the full stop the client adds itself."""
    code = _last_word(outcome, event)
    last = say(code) if code else ""
    room = limits.TEXT - len(last.encode()) - 1
    text = _fit("\n".join(reasons), cut, room)
    joined = "\n".join(part for part in (text, last) if part)
    if not joined.strip(". \n"):
        joined = say("codex.no_reason")
    return joined[:-1] if event.name == "PreToolUse" and joined.endswith(".") else joined


def _last_word(outcome: Outcome, event: Event) -> str:
    """The message code of what this host makes it necessary to add, or ""."""
    if event.name == "PreToolUse" and outcome.effect == ASK:
        return "codex.consent"
    if event.name != "PostToolUse":
        return ""
    if isinstance(event.tool, Edits):
        return "codex.edit_made"
    return "codex.command_ran" if isinstance(event.tool, Bash) else "codex.tool_ran"


def _fit(text: str, cut: Callable[[str, int], str], limit: int = limits.TEXT) -> str:
    """The text, cut where it has more bytes than the limit."""
    data = text.encode()
    return text if len(data) <= limit else cut(text, len(data[:limit].decode("utf-8", "ignore")))
