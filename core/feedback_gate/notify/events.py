"""When a notification is due: an event that waits for a person, and a stop that was let through."""

from __future__ import annotations

from feedback_gate.notify import available
from feedback_gate.outcome import BLOCK, RANK

TYPE_CHECKING = False
if TYPE_CHECKING:
    from feedback_gate.check import Call
    from feedback_gate.event import Event
    from feedback_gate.outcome import Finding, Outcome

TITLES = {"claude": "Claude Code", "codex": "Codex"}


def waiting(event: Event, call: Call) -> list[Finding]:
    """Notification (Claude Code) and PermissionRequest (Codex): the agent needs an answer."""
    send("notify.waiting", event.message, call)
    return []


def stopping(event: Event, call: Call) -> list[Finding]:
    """Stop: tell, once the outcome is known, that the agent has finished; a stop that is refused tells nothing.

    A continuation after a failure tells nothing either, except the one that follows the success report.
    """
    again = event.stop is not None and event.stop.active and not call.facts.get("report_consumed")

    def tell(outcome: Outcome) -> None:
        if RANK.get(outcome.effect, 0) < RANK[BLOCK] and not again:
            send("notify.done", "", call)

    call.after.append(tell)
    return []


def send(code: str, text: str, call: Call) -> None:
    """Show one notification, if there is a way to; never fails.

    Args:
        code: of the label; `<code>_text` is what is shown without a text.
        text: of the event, "" when it has none.
        call: gives option, language and project.
    """
    chosen = call.settings.get("notify").value
    if not available.may_show(chosen, call.environ):
        return
    from feedback_gate import messages
    from feedback_gate.notify import backends
    from feedback_gate.notify.note import Note

    backend = backends.choose(chosen, call.environ, call.project.root).backend
    if backend is not None:
        shown = text or messages.text(f"{code}_text", {}, call.language)
        label = messages.text(code, {}, call.language)
        backend.send(Note(TITLES[call.event.host], label, shown, call.project.root), call.environ)
