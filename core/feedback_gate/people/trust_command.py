"""`feedback-gate trust`: see what a project changed in the commands it may run, and approve it as a person on a terminal."""

from __future__ import annotations

import json
import sys
from typing import TYPE_CHECKING

from feedback_gate import approval, messages
from feedback_gate.errors import FeedbackGateError
from feedback_gate.people import approvable
from feedback_gate.people.arguments import call_here, parser
from feedback_gate.state.approvals import Approvals
from feedback_gate.visible import visible

if TYPE_CHECKING:
    from collections.abc import Sequence

    from feedback_gate.check import Call

YES = ("y", "yes", "はい")


def run(arguments: Sequence[str]) -> int:
    """Show what waits and ask; `--list` only shows. 1 when something was left unapproved.

    Raises:
        UsageError: the command line is wrong.
        FeedbackGateError: it is not for the asker to approve, or approvals cannot be kept.
    """
    options = parser("trust")
    options.add_argument("--list", action="store_true", help="help.trust_list")
    options.add_argument("--json", action="store_true", help="help.trust_json")
    options.add_argument("--forget", action="store_true", help="help.trust_forget")
    given = options.parse_args(arguments)
    call = call_here()
    if given.list or given.json:
        return _list(call, as_json=given.json)
    _needs_a_person(call)
    return _forget(call) if given.forget else _ask(call)


def _say(call: Call, code: str, **params: object) -> str:
    return messages.text(f"trust_command.{code}", params, call.language)


def _needs_a_person(call: Call) -> None:
    if approval.is_agent(call.environ):
        raise FeedbackGateError("trust_command.agent")
    if not sys.stdin.isatty():
        raise FeedbackGateError("trust_command.no_terminal")


def _list(call: Call, *, as_json: bool) -> int:
    found = approvable.items(call)
    if as_json:
        print(json.dumps([_as_dict(item) for item in found], indent=2))
        return 0
    for item in found:
        print(f"{_state(item, call):<12}  {item.kind}  {visible(item.path, ())}")
    if not found:
        print(_say(call, "nothing_at_all"))
    return 0


def _state(item: approvable.Item, call: Call) -> str:
    if not item.waits:
        return _say(call, "state_approved")
    return _say(call, "state_changed" if item.force.content is not None else "state_new")


def _as_dict(item: approvable.Item) -> dict[str, object]:
    return {
        "kind": item.kind,
        "path": item.path,
        "worktree": item.place,
        "state": item.force.state,
        "waits": item.waits,
        "diff": item.force.diff,
    }


def _ask(call: Call) -> int:
    waiting = [item for item in approvable.items(call) if item.waits]
    if not waiting:
        print(_say(call, "nothing"))
        return 0
    files = dict.fromkeys((item.path, item.place) for item in waiting)
    left = [
        path
        for path, place in files
        if not _approve([item for item in waiting if (item.path, item.place) == (path, place)], call)
    ]
    return 1 if left else 0


def _approve(items: list[approvable.Item], call: Call) -> bool:
    """Show everything of one file that waits, ask once, and put it in force on a yes."""
    path = visible(items[0].path, ())
    for item in items:
        print(_say(call, "deleted" if item.content is None else "changed", path=path, kind=item.kind))
        for line in item.force.diff.splitlines():
            print("  " + visible(line, "\t"))
    agreed = _answer(_say(call, "question"))
    for item in items if agreed else ():
        item.approve(call)
    print(_say(call, "approved" if agreed else "left", path=path))
    return agreed


def _forget(call: Call) -> int:
    found = approvable.items(call)
    if not _answer(_say(call, "forget_question", root=visible(call.project.root, ()))):
        return 1
    kinds = {item.kind for item in found}
    gone = sum(Approvals(call.environ, call.project.id, kind).forget() for kind in kinds)
    print(_say(call, "forgot", number=gone))
    return 0


def _answer(question: str) -> bool:
    """Whether the person says yes; an end of input is a no."""
    print(question + " ", end="", flush=True)
    return sys.stdin.readline().strip().lower() in YES
