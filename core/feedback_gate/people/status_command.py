"""`feedback-gate status`: one screen of what is installed, in force and open in this project; nothing is run or changed."""

from __future__ import annotations

import json
import os
import sys
from typing import TYPE_CHECKING, Any

import feedback_gate
from feedback_gate import messages, ownership, setup
from feedback_gate.claims import config as claims_config
from feedback_gate.claims import history
from feedback_gate.errors import StateError
from feedback_gate.feedback import inject, inventory
from feedback_gate.people import approvable, doctor_hosts, placing, targets
from feedback_gate.people.arguments import call_here, parser
from feedback_gate.people.doctor_command import ago
from feedback_gate.quality import config, configured, for_claims, source
from feedback_gate.settings import GUARDED_VARIABLES, OPTIONS
from feedback_gate.state import jsonfile, sessions
from feedback_gate.state.session import is_agent_file
from feedback_gate.system import files
from feedback_gate.visible import visible

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from feedback_gate.check import Call

NONE, IN_FORCE, WAITS, UNREADABLE = "none", "in_force", "waits", "unreadable"


def run(arguments: Sequence[str]) -> int:
    """Print it. 1 when no host starts us, or a registration names a launcher that is gone.

    Raises:
        UsageError: the command line is wrong.
    """
    top = parser("status")
    top.add_argument("--json", action="store_true", help="help.json")
    options = top.parse_args(arguments)
    call = call_here()
    value = _value(call)
    print(json.dumps(value, ensure_ascii=False, indent=2) if options.json else visible("\n".join(_shown(value, call))))
    return 0 if value["ok"] else 1


def _value(call: Call) -> dict[str, Any]:
    hosts = {host: _host(host, call) for host in targets.HOSTS}
    places = [place for host in hosts.values() for place in host["registrations"]]
    return {
        "ok": bool(places) and all(place["works"] for place in places),
        "version": feedback_gate.__version__,
        "python": sys.version.split()[0],
        "launcher": placing.installed_version(call.environ) or None,
        "hosts": hosts,
        "project": {"root": call.project.root, "id": call.project.id},
        "rules": _rules(call),
        "gate": _gate(call),
        "claims": _claims(call),
        "waiting": _waiting(call),
        "open": _open(call),
        "options": {name: _option(name, call) for name in OPTIONS},
        "overrides": {name: value for name in GUARDED_VARIABLES if (value := call.settings.variable(name))},
        "ignored": list(call.settings.ignored),
        "unread": [finding.params for finding in setup.unread(call) + inject.rules_text(call)[1]],
    }


def _host(host: str, call: Call) -> dict[str, Any]:
    found = ownership.places(host, call.environ, call.project.root)
    seen = [row for row in doctor_hosts.events(host, call) if row.ago is not None]
    last = min(seen, key=lambda row: row.ago or 0.0) if seen else None
    return {
        "registrations": [
            {"scope": place.scope, "path": place.path, "events": len(place.events), "works": place.is_there} for place in found
        ],
        "last_event": last.event if last else None,
        "last_seen_seconds_ago": round(last.ago or 0.0, 1) if last else None,
    }


def _option(name: str, call: Call) -> dict[str, Any]:
    setting = call.settings.get(name)
    return {"value": setting.value, "source": setting.source, "locked": setting.locked}


def _rules(call: Call) -> dict[str, Any]:
    rows = [row for row in inventory.rows(call) if row.scope != "built in"]
    return {
        "active": sum(row.state == "active" for row in rows),
        "broken": sorted({str(file) for file, _, _, _ in inventory.problems(call)}),
    }


def _gate(call: Call) -> dict[str, Any]:
    path = call.project.config_file(configured.NAME)
    try:
        found = source.of_root(call.project.root, call)
    except StateError:
        return {"path": path or None, "state": UNREADABLE, "rules": 0, "checks": 0, "problems": 0}
    gate = found.gate
    state = NONE if gate is None and not path else WAITS if found.waits or gate is None else IN_FORCE
    text = configured.read(path) if path else None
    as_it_is = config.load(text, call.environ) if text is not None else source.unreadable(path, call) if path else None
    return {
        "path": found.path or None,
        "state": state,
        "rules": len(gate.rules) if gate else 0,
        "checks": len(gate.checks) if gate else 0,
        "problems": len(as_it_is.problems) if as_it_is else 0,
    }


def _claims(call: Call) -> dict[str, Any]:
    for_claims.tell(call)
    try:
        found = claims_config.find(call, call.project.root)
    except StateError:
        return {"path": None, "mode": UNREADABLE, "checks": [], "last": None}
    events = history.read(call.environ, call.project.id, call.project.root)
    last = events[-1] if events else {}
    policy = found.policy
    return {
        "path": found.path or None,
        "mode": policy.mode if policy else None,
        "checks": [check.name for check in policy.checks or ()] if policy else [],
        "last": last.get("outcome"),
    }


def _waiting(call: Call) -> list[dict[str, str]] | None:
    """What waits for an approval; None where that cannot be read."""
    try:
        return [{"kind": item.kind, "path": item.path} for item in approvable.items(call) if item.waits]
    except StateError:
        return None


def _open(call: Call) -> dict[str, Any]:
    """What the gate has still to check or has seen fail, in all sessions of this project."""
    changed: set[str] = set()
    failed: set[str] = set()
    reserved: set[str] = set()
    for gate in _gates(call):
        changed.update(gate.get("changed") or ())
        failed.update(gate.get("failed") or ())
        for checks in (gate.get("pending") or {}).values():
            reserved.update(checks)
    root = call.project.root
    return {
        "changed": sorted(os.path.relpath(path, root) for path in changed),
        "failed": sorted(os.path.relpath(path, root) for path in failed),
        "reserved": sorted(reserved),
    }


def _gates(call: Call) -> Iterator[dict[str, Any]]:
    for folder in sessions.folders(call.environ, call.project.id):
        for entry in files.entries(folder):
            if is_agent_file(entry.name):
                try:
                    gate = jsonfile.read(entry.path).get("gate")
                except jsonfile.Unreadable:
                    continue
                if isinstance(gate, dict):
                    yield gate


# ---- for people


def _say(call: Call, code: str, **params: object) -> str:
    return messages.text(f"status.{code}", params, call.language)


def _shown(value: dict[str, Any], call: Call) -> list[str]:
    rows = [("version", _say(call, "version_line", **value))]
    launcher = value["launcher"]
    rows.append(("launcher", _say(call, "launcher_line", version=launcher) if launcher else _say(call, "launcher_none")))
    rows += [(host, line) for host in targets.HOSTS for line in _host_lines(host, value["hosts"][host], call)]
    rows.append(("project", value["project"]["root"]))
    rows += [("rules", _rules_line(value["rules"], call)), ("gate", _gate_line(value["gate"], call))]
    rows.append(("claims", _claims_line(value["claims"], value["gate"], call)))
    rows += [("open", line) for line in _open_lines(value["open"], call)]
    rows += [("trust", line) for line in _trust_lines(value["waiting"], call)]
    rows += [("options", line) for line in _option_lines(value, call)]
    titles = {name: targets.TITLES.get(name) or _say(call, f"title_{name}") for name, _ in rows}
    width = max(map(_width, titles.values()))
    lines, before = [], ""
    for name, line in rows:
        title = titles[name] if name != before else ""
        lines.append(title + " " * (width - _width(title)) + "  " + line)
        before = name
    return [*lines, *([] if value["ok"] else ["", _say(call, "not_well")])]


def _width(text: str) -> int:
    """Columns of a terminal; East Asian letters take two."""
    return sum(2 if ord(letter) > 0x2E80 else 1 for letter in text)


def _host_lines(host: str, value: dict[str, Any], call: Call) -> list[str]:
    lines = []
    for place in value["registrations"]:
        code = "registration" if place["works"] else "registration_broken"
        lines.append(_say(call, code, **place))
    if not lines:
        return [_say(call, "not_registered", name=host)]
    if value["last_event"]:
        lines.append(_say(call, "last_seen", event=value["last_event"], ago=ago(value["last_seen_seconds_ago"], call)))
    return lines


def _rules_line(value: dict[str, Any], call: Call) -> str:
    line = _say(call, "rules_line", active=value["active"])
    return line + "".join(_say(call, "rules_broken", path=path) for path in value["broken"])


def _gate_line(value: dict[str, Any], call: Call) -> str:
    line = _say(call, f"gate_{value['state']}", **value)
    return line + (_say(call, "gate_problems", number=value["problems"]) if value["problems"] else "")


def _claims_line(value: dict[str, Any], gate: dict[str, Any], call: Call) -> str:
    if value["mode"] is None:
        code = "claims_gate" if gate["rules"] or gate["checks"] else "claims_none"
        line = _say(call, code)
    else:
        line = _say(call, "claims_line", path=value["path"], mode=value["mode"], checks=", ".join(value["checks"]) or "-")
    return line + (_say(call, "claims_last", outcome=value["last"]) if value["last"] else "")


def _open_lines(value: dict[str, Any], call: Call) -> list[str]:
    lines = [
        _say(
            call,
            f"open_{name}",
            number=len(value[name]),
            names=", ".join(value[name][:5]) + (" …" if len(value[name]) > 5 else ""),
        )
        for name in ("changed", "failed", "reserved")
        if value[name]
    ]
    return lines or [_say(call, "open_nothing")]


def _trust_lines(waiting: list[dict[str, str]] | None, call: Call) -> list[str]:
    if waiting is None:
        return [_say(call, "trust_unreadable")]
    return [_say(call, "trust_waits", **item) for item in waiting] or [_say(call, "trust_nothing")]


def _option_lines(value: dict[str, Any], call: Call) -> list[str]:
    options = value["options"]
    lines = [
        _say(call, "option_locked" if one["locked"] else "option", name=name, value=one["value"], source=one["source"])
        for name, one in options.items()
        if one["source"] != "default"
    ]
    usual = ", ".join(f"{name} {one['value']}" for name, one in options.items() if one["source"] == "default" and one["value"])
    lines += [_say(call, "options_default", list=usual)] if usual else []
    lines += [_say(call, "override", name=name, value=word) for name, word in value["overrides"].items()]
    lines += [_say(call, "ignored", name=name) for name in value["ignored"]]
    return lines + [_say(call, "unread", **one) for one in value["unread"]]
