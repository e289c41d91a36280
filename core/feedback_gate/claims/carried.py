"""What goes on from clause to clause of a sentence: reported speech, beliefs, plans, times that are over, denials."""

from __future__ import annotations

from feedback_gate.claims.lexing import REST, RIGHT, WHOLE

# What may begin a clause after "and": a subject. Anything else goes on with the clause, and stays in the scope of its negation.
_SUBJECTS = frozenset("ezAIdtb#0=ZEk12345")


class Carried:
    """What goes on from clause to clause of a sentence, and may keep the next one from being an assertion."""

    __slots__ = ("denied", "hedged", "past", "planned", "reported", "rest")

    def __init__(self) -> None:
        self.reported = self.rest = self.planned = self.past = self.denied = self.hedged = False

    @property
    def silent(self) -> bool:
        """Whether the clause asserts nothing."""
        return self.reported or self.rest or self.planned or self.past or self.denied

    def enter(self, clause: str, index: int) -> None:
        """What a clause ends of it by the way it begins."""
        first = clause.lstrip(",")[:1]
        if first in ("K", ";"):
            self.rest = self.planned = False
        elif index and clause[0] in ":-":
            self.planned = False
        self.planned = self.planned and (clause[:2] in ("&I", "&e") or not subject(clause))
        self.past = self.past and clause[0] == "," and "o" not in clause
        # "…, dass": inside what was denied · "Sometimes … and …"
        self.denied = (self.denied and first == "A") or (self.hedged and first == "&")

    def leave(self, clause: str, index: int) -> None:
        """What a clause passes on."""
        self.rest = self.rest or not REST.isdisjoint(clause)
        self.planned = "F" in clause
        self.denied = not (RIGHT | WHOLE).isdisjoint(clause)
        # "Before the upgrade, …": the next clause still speaks of that time
        self.past = index == 0 and "Y" in clause and set("xpr").isdisjoint(clause.split("Y", 1)[1])
        self.hedged = clause.lstrip(",;:-()&KUaov")[:1] == "H"


def reported(sentence: str, clauses: list[tuple[int, int]]) -> bool:
    """Whether somebody else says what these clauses say, up to a contrast ("The ticket says …, but …")."""
    for index, (start, end) in enumerate(clauses):
        if index and sentence[start:end].lstrip(",")[:1] in ("K", ";"):
            return False
        if "S" in sentence[start:end]:
            return True
    return False


def subject(clause: str) -> bool:
    """Whether a clause brings its own subject, leaving aside conjunctions and adverbs before it."""
    bare = clause.lstrip("&,;:-()KU_aov+")
    return bool(bare) and bare[0] in _SUBJECTS
