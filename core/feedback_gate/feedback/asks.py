"""Asking once: an ask that was approved is a warning from then on, for that very command or file and rule.

Where a dialog exists, approved means that the call really ran (PostToolUse or PostToolUseFailure with its id came). Where
none exists (Codex, an unattended client) the ask is a refusal that tells the agent to obtain consent; it passes once a
person's prompt on the main thread has followed.
"""

from __future__ import annotations

from feedback_gate.feedback import memory
from feedback_gate.state.session import AgentState
from feedback_gate.system import hashing

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Any

    from feedback_gate.check import Call
    from feedback_gate.event import Event
    from feedback_gate.feedback.violation import Violation

# Characters of a command up to which it is read as the shell reads it; beyond only blanks are made equal.
READ_AT_MOST = 64 * 1024


def key_of(violation: Violation, call: Call) -> str:
    """Rule, event and target: the file of an edit, the normalised command of a shell call."""
    from feedback_gate.event import Bash

    target = violation.file
    if not target and isinstance(call.event.tool, Bash):
        from feedback_gate.changes import shell_words

        command = call.event.tool.command
        target = shell_words.normalised(command) if len(command) <= READ_AT_MOST else " ".join(command.split())
    return hashing.short(f"{violation.rule.name}\0{violation.entry.event}\0{target}", 20)


def settle(violations: Iterable[Violation], event: Event, call: Call) -> None:
    """Make warnings of asks that are approved, and remember the others until their fate is known."""
    asking = [violation for violation in violations if violation.severity == "ask"]
    if not asking or not event.session:
        return

    def change(kept: dict[str, Any]) -> None:
        asks, prompts = kept.setdefault("asks", {}), int(kept.get("prompts", 0))
        for violation in asking:
            key = key_of(violation, call)
            if key in asks.get("approved", {}) or prompts > asks.get("refused", {}).get(key, prompts):
                asks.setdefault("approved", {})[key] = True
                asks.get("refused", {}).pop(key, None)
                violation.approve()
            elif event.attended:
                asks.setdefault("open", {}).setdefault(event.tool_use or "-", []).append(key)
            else:
                asks.setdefault("refused", {}).setdefault(key, prompts)

    memory.update(_session(call), change)


def ran(event: Event, call: Call) -> None:
    """The call with this id really ran: whatever was asked for it was approved."""
    state = _session(call)
    if not event.tool_use or event.tool_use not in memory.read(state).get("asks", {}).get("open", {}):
        return

    def change(kept: dict[str, Any]) -> None:
        asks = kept.get("asks", {})
        for key in asks.get("open", {}).pop(event.tool_use, ()):
            asks.setdefault("approved", {})[key] = True

    memory.update(state, change)


def was_asked(violation: Violation, call: Call) -> bool:
    """Whether an ask for this rule and file was approved before in this session (by an edit)."""
    return key_of(violation, call) in memory.read(_session(call)).get("asks", {}).get("approved", {})


def prompted(call: Call) -> None:
    """A person's prompt on the main thread: it may agree to what was refused, and blocked stops are counted from zero again."""

    def change(kept: dict[str, Any]) -> None:
        kept["prompts"] = int(kept.get("prompts", 0)) + 1
        kept.pop("stop_attempts", None)

    memory.update(call.state, change)


def _session(call: Call) -> AgentState:
    """What all agents of a session share: a person who agreed did so for the session."""
    return AgentState(call.environ, call.project.id, call.event.session) if call.event.agent else call.state
