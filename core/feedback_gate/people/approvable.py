"""Everything of a project that a person can approve: gates of the project and its worktrees, commands in rules, claims."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from feedback_gate import trust
from feedback_gate.check import Call
from feedback_gate.claims import force
from feedback_gate.feedback import approved_checks, cache
from feedback_gate.feedback.rules import Rules
from feedback_gate.quality import config, configured, for_claims, source
from feedback_gate.state.approvals import Approvals
from feedback_gate.system import files

if TYPE_CHECKING:
    from collections.abc import Iterator

WORKTREES = (".claude/worktrees", ".agents/worktrees")


class Item:
    """One thing to approve.

    kind: of the approval; path: the file; place: the linked worktree it is for, "" = the project; content: the text now, None
    = the file is gone; force: what is in force and what waits.
    """

    __slots__ = ("content", "force", "kind", "path", "place")

    def __init__(self, kind: str, path: str, content: str | None, call: Call, place: str = "") -> None:
        self.kind = kind
        self.path = path
        self.place = place
        self.content = content
        self.force = trust.effective(call, kind, content, path, place=place)

    @property
    def waits(self) -> bool:
        """Whether the text now is not the one in force."""
        return self.force.state == trust.PENDING

    def approve(self, call: Call, how: str = "terminal") -> None:
        """Put the text that was shown in force.

        Args:
            call: gives project and home.
            how: "terminal" | "init".

        Raises:
            StateError: it cannot be kept.
        """
        approvals = Approvals(call.environ, call.project.id, self.kind)
        approvals.approve(self.content, how, call.project.root, self.kind, self.place)
        cache.forget(os.path.dirname(self.path), call.environ)  # a rule's commands that were in force until now


def items(call: Call) -> list[Item]:
    """All of them, the gate first.

    Raises:
        StateError: approvals cannot be read.
    """
    return [*_gates(call), *_rules(call), *_claims(call)]


def _gates(call: Call) -> Iterator[Item]:
    kind, root = configured.kind_of(call), call.project.root
    path = call.project.config_file(configured.NAME)
    if path or os.path.exists(Approvals(call.environ, call.project.id, kind).path):
        yield from _gate(kind, path or source.default_path(call), _text(path), call, trust.place_of(root), is_there=bool(path))
    for worktree, own in _worktrees(call):
        yield from _gate(kind, own, _text(own), call, trust.place_of(worktree), is_there=True)


def _worktrees(call: Call) -> Iterator[tuple[str, str]]:
    """(folder, gate) of the linked worktrees that have one of their own."""
    for folder in WORKTREES:
        for entry in files.entries(os.path.join(call.project.root, folder)):
            own = call.project.config_file(configured.NAME, entry.path)
            if own and trust.place_of(entry.path):
                yield entry.path, own


def _gate(kind: str, path: str, content: str | None, call: Call, place: str, *, is_there: bool) -> Iterator[Item]:
    """One that is there and cannot be read is not gone, and nobody can approve it."""
    if content is not None or not is_there:
        yield Item(kind, path, content, call, place)


def _text(path: str) -> str | None:
    return configured.read(path) if path else None


def _rules(call: Call) -> Iterator[Item]:
    for rule in Rules(call, thorough=True).active():
        if rule.scope != "user" and any(entry.text("check") for entry in rule.entries):
            yield Item(approved_checks.kind_of(rule, call), rule.file, approved_checks.content_of(rule), call)


def _claims(call: Call) -> Iterator[Item]:
    """What the gates say about claims as they are now, so that one answer covers the whole file."""
    root = call.project.root
    as_it_is = Call(call.event, call.environ, call.deadline)
    as_it_is.facts[source.AS_IT_IS] = True
    for_claims.tell(as_it_is)
    if _can_be_read(call.project.config_file(configured.NAME), call):
        for kind, path, content in force.to_approve(as_it_is):
            yield Item(kind, path, content, call, trust.place_of(root))
    for worktree, own in _worktrees(call):
        for kind, path, content in force.to_approve(as_it_is, worktree) if _can_be_read(own, call) else ():
            if path == own and kind == force.kind_of(call):
                yield Item(kind, path, content, call, trust.place_of(worktree))


def _can_be_read(path: str, call: Call) -> bool:
    """Whether what a gate says about claims can be known; a missing one says nothing."""
    text = _text(path)
    return not path or (text is not None and not config.load(text, call.environ).fatal)
