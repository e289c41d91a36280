"""A violated entry: what is told, what is logged, and the words for both."""

from __future__ import annotations

from feedback_gate.feedback import plain
from feedback_gate.feedback.rule import severity
from feedback_gate.outcome import AGENT, ASK, BLOCK, DENY, WARN, Finding

TYPE_CHECKING = False
if TYPE_CHECKING:
    from feedback_gate.feedback.rule import Entry, Rule

# Severity → effect before the tool runs, and afterwards (where nothing can be asked any more).
BEFORE = {"warn": WARN, "ask": ASK, "block": DENY, "deny": DENY}
AFTER = {"warn": WARN, "ask": BLOCK, "block": BLOCK, "deny": BLOCK}


class Violation:
    """One violated entry; detail: the stable label of the log; file: the file it is about, "" for a command.

    approved: it was asked for and a person agreed, so it is a warning now and does not count.
    """

    __slots__ = ("approved", "detail", "entry", "file", "rule", "severity")

    def __init__(self, rule: Rule, entry: Entry, detail: str, file: str = "") -> None:
        self.rule = rule
        self.entry = entry
        self.detail = detail
        self.file = file
        self.severity = severity(entry, rule.count)
        self.approved = False

    def approve(self) -> None:
        """A person agreed to this before."""
        self.approved = True
        self.severity = "warn"

    def finding(self, code: str, effects: dict[str, str]) -> Finding:
        """The finding of this violation; `code` chooses the sentence."""
        params = {
            "rule": self.rule.name,
            "count": self.rule.count,
            "message": plain.paragraph(self.entry.text("message"), 4000),
            "detail": self.detail,
            "file": self.file,
        }
        return Finding(code, params, effects[self.severity], AGENT, self.rule.name, self.file, self.entry.line)
