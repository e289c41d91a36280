"""An Outcome becomes the one JSON object Claude Code reads (contract measured on 2.1.332): exit 0, no null, or nothing."""

from __future__ import annotations

import json

from feedback_gate.hosts.claude import limits
from feedback_gate.outcome import ASK, RANK, Reply

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import Any

    from feedback_gate.event import Event
    from feedback_gate.outcome import Outcome

# What each event's answer can carry: how a refusal is said, and whether context for the model is taken.
EVENTS = {
    "PreToolUse": ("permission", True),
    "PostToolUse": ("decision", True),
    "PostToolUseFailure": ("decision", True),
    "UserPromptSubmit": ("decision", True),
    "SessionStart": ("", True),
    "SubagentStart": ("", True),
    # additionalContext at a stop reopens the turn like a block, so nothing but a block may say something to the model there.
    "Stop": ("decision", False),
    "SubagentStop": ("decision", False),
    "Notification": ("", False),
}


def render(outcome: Outcome, event: Event, cut: Callable[[str, int], str]) -> Reply:
    """The reply for this event.

    Args:
        outcome: the decision.
        event: what it answers.
        cut: function (text, characters) → text that says in the person's language that it was cut.
    """
    how, takes_context = EVENTS.get(event.name, ("", False))
    refused = RANK.get(outcome.effect, 0) >= RANK[ASK]
    specific: dict[str, Any] = {}
    reply: dict[str, Any] = {}
    reasons = outcome.reasons if takes_context else (*outcome.reasons, *outcome.context)
    if refused and how == "permission":
        specific["permissionDecision"] = "ask" if outcome.effect == ASK else "deny"
        specific["permissionDecisionReason"] = _joined(reasons, limits.REASON, cut)
    elif refused and how == "decision":
        reply["decision"] = "block"
        reply["reason"] = _joined(reasons, limits.REASON, cut)
    if takes_context and outcome.context:
        specific["additionalContext"] = _joined(outcome.context, limits.CONTEXT, cut)
    if specific:
        reply["hookSpecificOutput"] = {"hookEventName": event.name, **specific}
    if outcome.notices:
        reply["systemMessage"] = _joined(outcome.notices, limits.NOTICE, cut)
    return Reply(json.dumps(reply, ensure_ascii=True) + "\n" if reply else "")


def _joined(texts: Sequence[str], limit: int, cut: Callable[[str, int], str]) -> str:
    joined = "\n".join(text for text in dict.fromkeys(texts) if text)
    return cut(joined, _fitting(joined, limit))


def _fitting(text: str, limit: int) -> int:
    """How many characters the host shows of a text: it counts UTF-16 units, two for one beyond U+FFFF (2.1.332)."""
    if len(text) * 2 <= limit or text.isascii():
        return limit
    units = 0
    for number, letter in enumerate(text):
        units += 2 if letter > "\uffff" else 1
        if units > limit:
            return number
    return limit
