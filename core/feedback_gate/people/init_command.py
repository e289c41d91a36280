"""`feedback-gate init`: put the launcher in its place, register it with a host, and write a first gate; after a person agreed."""

from __future__ import annotations

import json
import os
import sys
from typing import TYPE_CHECKING, Any

from feedback_gate import approval, messages
from feedback_gate.checks import EVENTS
from feedback_gate.errors import FeedbackGateError, UsageError
from feedback_gate.hosts import file_traps
from feedback_gate.people import first_gate, older, payload, placing, targets, terminal
from feedback_gate.people.arguments import call_here, parser
from feedback_gate.state import places

if TYPE_CHECKING:
    import argparse
    from collections.abc import Sequence

    from feedback_gate.check import Call
    from feedback_gate.hosts.settings_file import Edited
    from feedback_gate.people.first_gate import FirstGate
    from feedback_gate.people.payload import Payload
    from feedback_gate.people.placing import Placed
    from feedback_gate.people.targets import Target

BOTH = "both"


class Plan:
    """Everything that would be written. edits: (target, what becomes of its file); gate: None = none is written."""

    __slots__ = ("edits", "gate", "payload", "placed")

    def __init__(
        self, payload: Payload, placed: list[Placed], edits: list[tuple[Target, Edited]], gate: FirstGate | None
    ) -> None:
        self.payload = payload
        self.placed = placed
        self.edits = edits
        self.gate = gate

    @property
    def does_nothing(self) -> bool:
        """Whether all of it is there already."""
        new = any(one.state in (placing.NEW, placing.CHANGED) for one in self.placed)
        return not new and self.gate is None and not any(edited.changes for _, edited in self.edits)


def run(arguments: Sequence[str]) -> int:
    """Plan, show, ask, do. 1 when nothing could be agreed on, or when what was written would have no effect.

    Raises:
        UsageError: the command line is wrong.
        FeedbackGateError: something cannot be read or written; what is unreadable is never changed.
    """
    options = _options(arguments)
    call = call_here()
    if not places.home(call.environ):
        raise FeedbackGateError("init.no_home")
    asks = terminal.is_there() and not (options.yes or options.dry_run or options.json)
    hosts = _hosts(options, call, asks=asks)
    found = payload.find(call.settings)
    gate = first_gate.plan(call, asks=asks, only_codex=hosts == ["codex"])
    plan = Plan(found, placing.plan(found, call.environ), _edits(hosts, options.scope, call), gate)
    if not options.json:
        print("\n".join(_shown(plan, hosts, call)))
    if options.dry_run:
        return _report(plan, hosts, call, done=False) if options.json else 0
    if not options.yes and not plan.does_nothing:
        refused = _refused(call, asks=asks)
        if refused is not None:
            return refused
    _carry_out(plan, hosts, options.scope, call)
    if options.json:
        return _report(plan, hosts, call, done=True)
    traps = _traps(plan, call)
    print("\n".join([*traps, "", *_next_steps(plan, hosts, call)]))
    return 1 if traps else 0


def _refused(call: Call, *, asks: bool) -> int | None:
    """The exit status when nobody agrees, None when somebody does."""
    if not asks:
        print(_say(call, "no_terminal"), file=sys.stderr)
        return 1
    if not terminal.agrees(_say(call, "go_on"), default=True):
        print(_say(call, "declined"))
        return 0
    return None


def _options(arguments: Sequence[str]) -> argparse.Namespace:
    top = parser("init")
    top.add_argument("--host", choices=(*targets.HOSTS, BOTH), help="help.init_host")
    top.add_argument("--scope", choices=("user", "project"), default="user", help="help.init_scope")
    top.add_argument("--yes", "-y", action="store_true", help="help.yes")
    top.add_argument("--dry-run", action="store_true", help="help.init_dry_run")
    top.add_argument("--json", action="store_true", help="help.init_json")
    options = top.parse_args(arguments)
    if options.json and not (options.yes or options.dry_run):
        raise UsageError("usage.json_asks")
    return options


def _say(call: Call, code: str, **params: object) -> str:
    return messages.text(f"init.{code}", params, call.language)


def _hosts(options: argparse.Namespace, call: Call, *, asks: bool) -> list[str]:
    """The chosen hosts; without a choice the one that is used here, Claude Code where that does not tell."""
    if options.host:
        return list(targets.HOSTS) if options.host == BOTH else [options.host]
    present = [host for host in targets.HOSTS if targets.is_present(host, call.environ, call.project.root)]
    if len(present) == 1:
        return present
    if not asks:
        return ["claude"]
    titles = [*targets.TITLES.values(), _say(call, "both")]
    number = terminal.choice(_say(call, "which_host"), titles)
    return list(targets.HOSTS) if number == len(targets.HOSTS) else [targets.HOSTS[number]]


def _edits(hosts: Sequence[str], scope: str, call: Call) -> list[tuple[Target, Edited]]:
    launcher = placing.launcher(call.environ)
    found = [targets.target(host, scope, call.environ, call.project.root) for host in hosts]
    return [(one, one.put_in(launcher, write=False)) for one in found]


def _carry_out(plan: Plan, hosts: Sequence[str], scope: str, call: Call) -> None:
    """Write it all: what is started before what starts it."""
    try:
        for one in plan.placed:
            one.put()
    except OSError as problem:
        raise FeedbackGateError("init.unwritable", path=problem.filename or "", reason=problem.strerror or problem) from problem
    launcher = placing.launcher(call.environ)
    for host in hosts:
        targets.target(host, scope, call.environ, call.project.root).put_in(launcher, write=True)
    if plan.gate is not None:
        plan.gate.write(call)


# ---- what the person sees


def _shown(plan: Plan, hosts: Sequence[str], call: Call) -> list[str]:
    names = " + ".join(targets.TITLES[host] for host in hosts)
    lines = [_say(call, "head", version=plan.payload.version, hosts=names)]
    lines += [f"  {_say(call, 'state_' + one.state):<9} {one.path}" for one in plan.placed]
    for target, edited in plan.edits:
        state = placing.SAME if not edited.changes else placing.NEW if edited.before is None else placing.CHANGED
        lines.append(f"  {_say(call, 'state_' + state):<9} {target.path}")
    if plan.gate is not None:
        lines.append(f"  {_say(call, 'state_' + plan.gate.state):<9} {plan.gate.path}")
        lines += ["    | " + line for line in plan.gate.shown.splitlines()]
    lines += [_kept(one, call) for one in plan.placed if one.state == placing.KEPT and one is plan.placed[-1]]
    newer = placing.installed_version(call.environ)
    if plan.placed[0].state == placing.KEPT:
        lines.append(_say(call, "newer", version=newer))
    return [*lines, *_notes(call), *_traps(plan, call)]


def _kept(one: Placed, call: Call) -> str:
    return _say(call, "foreign_command", path=one.path)


def _notes(call: Call) -> list[str]:
    """What stands beside us and should be known before anything is agreed to."""
    return [
        messages.text(one.code, {"path": one.path, "remove": one.remove}, call.language)
        for one in older.find(call.environ, call.project.root)
    ]


def _traps(plan: Plan, call: Call) -> list[str]:
    """What would keep a host from reading a file that we write into."""
    lines = []
    for target, edited in plan.edits:
        for trap in file_traps.find(target.host, edited.after or "", target.path):
            params = {"place": f"{target.path}:{trap.line}", "host": targets.TITLES[target.host], **trap.params}
            lines.append(messages.text(trap.code, params, call.language))
    return lines


def _next_steps(plan: Plan, hosts: Sequence[str], call: Call) -> list[str]:
    lines = [_say(call, "done")]
    lines += [_say(call, f"next_{host}", n=len(EVENTS[host])) for host in hosts]
    if plan.gate is not None:
        lines.append(_say(call, "gate_approved" if plan.gate.approved else "gate_waits", path=plan.gate.path))
    elif first_gate.has_shoot(call):
        lines.append(_say(call, "shoot", path=first_gate.shoot_path(call)))
    folder = os.path.dirname(placing.command(call.environ))
    on_path = folder in call.environ.get("PATH", "").split(os.pathsep)
    command = "feedback-gate" if on_path else placing.command(call.environ)
    return [*lines, *([] if on_path else [_say(call, "not_on_path", folder=folder)]), _say(call, "prove", command=command)]


def _report(plan: Plan, hosts: Sequence[str], call: Call, *, done: bool) -> int:
    """The same for a program."""
    traps = _traps(plan, call)
    value: dict[str, Any] = {
        "done": done,
        "version": plan.payload.version,
        "hosts": list(hosts),
        "files": [{"path": one.path, "state": one.state} for one in plan.placed],
        "registrations": [{"host": one.host, "path": one.path, "changed": edited.changes} for one, edited in plan.edits],
        "gate": None if plan.gate is None else {"path": plan.gate.path, "approved": plan.gate.approved, "text": plan.gate.text},
        "notes": _notes(call),
        "problems": traps,
        "agent": approval.is_agent(call.environ),
        "next": _next_steps(plan, hosts, call),
    }
    print(json.dumps(value, ensure_ascii=False, indent=2))
    return 1 if traps else 0
