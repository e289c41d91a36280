"""Which claim policy is in force for a root: the one a person approved, never what a repository just changed."""

from __future__ import annotations

import os

from feedback_gate import approval, messages, trust
from feedback_gate.claims import behind as behinds
from feedback_gate.claims import config, policy
from feedback_gate.claims.policy import Policy
from feedback_gate.errors import StateError
from feedback_gate.outcome import could_not_check
from feedback_gate.state.approvals import Approvals
from feedback_gate.state.approvals import in_force as approved_text

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

    from feedback_gate.check import Call
    from feedback_gate.claims.config import Found
    from feedback_gate.outcome import Finding

KIND = "claims"
# What stood behind the gate's own commands when it was last looked at; a change is told, and never stops them.
GATE_KIND = "behind"
GATE_FILE = "gate.yaml"


class Force:
    """What counts now.

    policy: None = nothing is said about claims; found: what the project says; unapproved: it names commands that nobody
    approved, and no approved ones are known; waiting: names of what differs from the approved policy, which stays in force;
    moved: {check: what its command ran when it was approved} where that is something else now; proposed: the text that an
    approval would put in force, None = no policy; place: the linked worktree it would be in force for, "" = the project.
    """

    __slots__ = ("found", "moved", "place", "policy", "proposed", "unapproved", "waiting")

    def __init__(
        self,
        policy: Policy | None,
        found: Found,
        *,
        unapproved: bool = False,
        waiting: list[str] | None = None,
        moved: dict[str, str] | None = None,
        proposed: str | None = None,
        place: str = "",
    ) -> None:
        self.policy = policy
        self.found = found
        self.unapproved = unapproved
        self.waiting = waiting or []
        self.moved = moved or {}
        self.proposed = proposed
        self.place = place

    def unknown(self) -> list[Finding]:
        """That nothing is known of what is there, and nothing was approved before that would count instead."""
        found = self.found
        return [could_not_check(found.path, found.unreadable)] if self.policy is None and found.unreadable else []


def in_force(call: Call, root: str) -> Force:
    """The policy for a root.

    Raises:
        StateError: approvals cannot be read; nothing counts as approved then.
    """
    found = _find(call, root)
    own = found.policy is not None and bool(found.policy.checks)
    place = trust.place_of(root)
    if not own and not was_approved(call, place):
        return Force(_as_it_is(found), found)
    content = None if found.policy is None else spelling(found.policy, root)
    effective = trust.effective(call, kind_of(call), content, found.path, place=place)
    if effective.state != trust.PENDING:
        return Force(_as_it_is(found), found)
    known = policy.read(effective.content) if effective.content is not None else None
    if known is None:
        return Force(found.policy, found, unapproved=True, proposed=content, place=place)
    approved, stood = known
    now = _behind(approved, root)
    moved = {
        one.name: stood.get(one.name, "") for one in approved.checks or () if now.get(one.name, "") != stood.get(one.name, "")
    }
    waiting = ["checks"] if found.policy is None else policy.differences(approved, found.policy)
    if found.unreadable:  # that it is there and cannot be read is no change that a person could approve
        waiting = []
    return Force(approved, found, waiting=waiting, moved=moved, proposed=content, place=place)


def kind_of(call: Call, kind: str = KIND) -> str:
    """The kind of an approval: a project below the top of its repository has one of its own."""
    from feedback_gate.changes import git

    root = call.project.root
    top = git.top_of(root)
    return kind if top in ("", os.path.normpath(root)) else f"{kind}:{os.path.relpath(root, top)}"


def was_approved(call: Call, place: str = "") -> bool:
    """Whether a claim policy was ever approved for this project, or for one of its worktrees."""
    approvals = Approvals(call.environ, call.project.id, kind_of(call))
    return bool(approvals.path) and os.path.exists(approvals.path) and approved_text(approvals.read(), place)[0]


def _find(call: Call, root: str) -> Found:
    """What the project says; where it says nothing any more, `path` is the file that said it."""
    found = config.find(call, root)
    if not found.path:
        found.path = call.project.config_file(GATE_FILE, root)
    if not found.path and os.path.exists(Approvals(call.environ, call.project.id, kind_of(call, "gate")).path):
        found.path = os.path.join(call.project.config_folders()[0], GATE_FILE)
    if not found.path and was_approved(call):
        found.path = os.path.join(root, config.SHOOT)
    return found


def spelling(wanted: Policy, root: str) -> str:
    """The text of a policy that is approved, with what stands behind its commands in a root now."""
    return policy.spell(wanted, _behind(wanted, root))


def _as_it_is(found: Found) -> Policy | None:
    """What the project says; where it has a gate and says nothing, the gate's own checks count."""
    return found.policy or (Policy() if found.gate else None)


def _behind(wanted: Policy, root: str) -> dict[str, str]:
    return {one.name: behinds.behind(one.cmd, root, one.dir) for one in wanted.checks or ()}


def to_approve(call: Call, root: str = "") -> list[tuple[str, str, str | None]]:
    """(kind, path, content) of everything about claims that a person can approve; content None = that there is none.

    Args:
        call: of a person's command; its fact `gate.for_claims` must be set where there is a gate.
        root: default the project's.
    """
    place = root or call.project.root
    found = _find(call, place)
    kinds: list[tuple[str, str, str | None]] = []
    known = was_approved(call, trust.place_of(place))
    if (found.policy is not None and found.policy.checks) or (known and not found.unreadable):
        kinds.append((kind_of(call), found.path, None if found.policy is None else spelling(found.policy, place)))
    gate = behind_gate(found.gate, place)
    if gate or os.path.exists(Approvals(call.environ, call.project.id, kind_of(call, GATE_KIND)).path):
        kinds.append((kind_of(call, GATE_KIND), found.gate.get("path", ""), gate))
    return kinds


def approve(call: Call, how: str) -> None:
    """Approve everything about claims as it is now: what a person has just chosen (`how` "init") or read ("terminal").

    Raises:
        StateError: it cannot be kept.
    """
    for kind, _, content in to_approve(call):
        Approvals(call.environ, call.project.id, kind).approve(content, how, call.project.root, kind)


def approve_with_gate(call: Call, root: str, place: str, claims: Mapping[str, Any] | None) -> None:
    """Approve by the prompt that approved a gate what the file says about claims, None = nothing any more.

    What stands behind a command that was approved before is in other files: it stays as it was approved.

    Raises:
        StateError: it cannot be kept.
    """
    approvals = Approvals(call.environ, call.project.id, kind_of(call))
    known, text = approved_text(approvals.read(), place)
    wanted = None if claims is None else config.of_gate(claims)
    if not known and not (wanted and wanted.checks):
        return
    if wanted is None and config.shoot_file(call, root):  # that file says it, and is approved by itself
        return
    content = None if wanted is None else policy.spell(wanted, _as_it_stood(wanted, policy.read(text or ""), root))
    if not known or content != text:
        approvals.approve(content, "prompt", call.project.root, kind_of(call), place)


def _as_it_stood(wanted: Policy, before: tuple[Policy, dict[str, str]] | None, root: str) -> dict[str, str]:
    """What stands behind the commands of a policy: as approved for those that are the same, as it is now for the others."""
    now = _behind(wanted, root)
    if before is None:
        return now
    approved, stood = before
    changed = policy.differences(approved, wanted)
    same = {one.name for one in approved.checks or ()}.difference(changed)
    return {name: stood.get(name, "") if name in same else text for name, text in now.items()}


def behind_gate(gate: dict[str, Any], root: str) -> str:
    """What stands behind the gate's own commands, "" for nothing."""
    texts = {behinds.behind(text, root, folder) for text, folder in gate.get("texts", ())}
    return "\n".join(sorted(texts - {""}))


def how_to_approve(call: Call, force: Force) -> str:
    """The sentence that says how to approve what waits, with a one-time code where a person can type one."""
    try:
        typed = approval.offer(call, kind_of(call), force.found.path, force.proposed, computed=True, place=force.place)
    except StateError:  # a code that cannot be kept cannot be typed
        typed = ""
    return messages.text("trust.how_code" if typed else "trust.how_terminal", {"code": typed}, call.language)
