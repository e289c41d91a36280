"""What `doctor` says of this project: rules, gate, claims, the commands behind them, and what waits for an approval."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any

from feedback_gate.claims import config as claims_config
from feedback_gate.errors import StateError
from feedback_gate.feedback import inventory
from feedback_gate.people import approvable, known_commands
from feedback_gate.people.codex_hooks import NOTE, OK, PROBLEM, Line
from feedback_gate.quality import config, configured, for_claims, source
from feedback_gate.system import files

if TYPE_CHECKING:
    from collections.abc import Iterator

    from feedback_gate.check import Call
    from feedback_gate.claims.config import Found

PLATFORMS = {"claude-code": ".claude", "codex": ".codex"}


def diagnose(call: Call) -> Iterator[Line]:
    """Everything about the project of the current folder."""
    lines = [*_rules(call), *_gate(call), *_claims(call), *_waiting(call)]
    yield Line(OK, "doctor.project", root=call.project.root, id=call.project.id)
    yield from lines
    if not any(line.code in ("doctor.rules", "doctor.gate", "doctor.claims") for line in lines):
        yield Line(PROBLEM, "doctor.nothing_configured")


def _rules(call: Call) -> Iterator[Line]:
    number = sum(row.state == "active" and row.scope != "built in" for row in inventory.rows(call))
    if number:
        yield Line(OK, "doctor.rules", number=number)
    for file, _, line, reason in inventory.problems(call):
        yield Line(PROBLEM, "doctor.rule", place=f"{file}:{line}", reason=reason)


def _gate(call: Call) -> Iterator[Line]:
    """The gate as it is on the disk: what is wrong in it, and which of its commands cannot work."""
    misspelt = call.project.config_file(configured.MISSPELT)
    path = call.project.config_file(configured.NAME)
    if misspelt and not path:
        yield Line(PROBLEM, "doctor.misspelt", path=misspelt)
    if not path:
        return
    text = configured.read(path)
    gate = source.unreadable(path, call) if text is None else config.load(text, call.environ)
    yield Line(OK, "doctor.gate", path=path, rules=len(gate.rules), checks=len(gate.checks))
    for problem in gate.problems:
        weight = PROBLEM if problem in gate.errors else NOTE
        yield Line(weight, "doctor.gate_problem", text=config.shown(problem, path))
    for command, folder in _commands(gate, call):
        yield from _unknown(command, folder, call)


def _commands(gate: config.Gate, call: Call) -> Iterator[tuple[str, str]]:
    """(command, folder) of everything that the gate runs in a folder that is known before."""
    root = call.project.root
    for owner in [*gate.rules, *gate.checks.values()]:
        folder = os.path.normpath(os.path.join(root, owner["dir"] or ""))
        for item in owner["run"]:
            for inner in item.get("parallel", (item,)):
                if "cmd" in inner and not owner.get("per_file_dir"):
                    yield inner["cmd"], folder


def _claims(call: Call) -> Iterator[Line]:
    for_claims.tell(call)
    try:
        found = claims_config.find(call, call.project.root)
    except StateError as problem:
        yield Line(PROBLEM, "doctor.trust_unreadable", reason=str(problem))
        return
    for one in found.problems:
        yield Line(PROBLEM, "doctor.claims_problem", place=f"{found.path}:{one}")
    if found.shadowed:
        yield Line(NOTE, "doctor.shadowed", path=found.path, other=found.shadowed)
    if found.policy is None:
        if not found.gate.get("commands") and not found.unreadable:
            yield Line(NOTE, "doctor.no_claims")
        return
    checks = found.policy.checks
    yield Line(OK, "doctor.claims", path=found.path, mode=found.policy.mode, checks=_names(found))
    for check in checks or ():
        yield from _unknown(check.cmd, os.path.join(call.project.root, check.dir), call)
    yield from _platform(found, call)


def _names(found: Found) -> str:
    policy = found.policy
    return ", ".join(check.name for check in (policy.checks if policy else None) or ()) or "-"


def _platform(found: Found, call: Call) -> Iterator[Line]:
    """The older tool's file says for which host it was made."""
    import json

    if os.path.basename(found.path) != claims_config.SHOOT:
        return
    try:
        value: Any = json.loads(files.read_text(found.path, 1 << 20) or "")
    except (ValueError, RecursionError):
        return
    chosen = value.get("platform") if isinstance(value, dict) else None
    if chosen not in PLATFORMS:
        return
    here = [name for name in PLATFORMS.values() if os.path.isdir(os.path.join(call.project.root, name))]
    if here and PLATFORMS[chosen] not in here:
        yield Line(NOTE, "doctor.platform", path=found.path, platform=chosen, here=", ".join(here))


def _unknown(command: str, folder: str, call: Call) -> Iterator[Line]:
    if known_commands.never_fails(command):
        yield Line(NOTE, "doctor.never_fails", command=command)
    for one in known_commands.unknown(command, folder, call.environ):
        weight = NOTE if one.code in (known_commands.PROGRAM, known_commands.MANIFEST) else PROBLEM
        yield Line(weight, one.code, name=one.name, where=one.where, command=command)


def _waiting(call: Call) -> Iterator[Line]:
    try:
        for item in approvable.items(call):
            if item.waits:
                code = "doctor.waits" if item.force.content is not None else "doctor.waits_new"
                yield Line(PROBLEM, code, path=item.path, kind=item.kind)
    except StateError as problem:
        yield Line(PROBLEM, "doctor.trust_unreadable", reason=str(problem))
