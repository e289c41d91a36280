"""`feedback-gate doctor`: does everything that is installed work? Each problem with its next step."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from feedback_gate import messages
from feedback_gate.people import doctor_hosts, doctor_machine, doctor_project, doctor_speed, older, targets
from feedback_gate.people.arguments import call_here, parser
from feedback_gate.people.codex_hooks import PROBLEM, Line
from feedback_gate.visible import visible

if TYPE_CHECKING:
    from collections.abc import Sequence

    from feedback_gate.check import Call
    from feedback_gate.people.doctor_hosts import Seen


def run(arguments: Sequence[str]) -> int:
    """Examine, tell, and end in 1 when something does not work.

    Raises:
        UsageError: the command line is wrong.
    """
    top = parser("doctor")
    top.add_argument("--host", choices=targets.HOSTS, help="help.host")
    top.add_argument("--perf", action="store_true", help="help.doctor_perf")
    top.add_argument("--json", action="store_true", help="help.json")
    options = top.parse_args(arguments)
    call = call_here()
    hosts = [options.host] if options.host else _hosts(call)
    found = [("speed", list(doctor_speed.diagnose(hosts, call)))] if options.perf else _sections(hosts, call)
    problems = sum(line.weight == PROBLEM for _, lines in found for line in lines)
    if options.json:
        print(json.dumps(_as_dict(found, hosts, problems, call), ensure_ascii=False, indent=2))
    else:
        print(visible("\n".join(_shown(found, hosts, problems, call))))
    return 1 if problems else 0


def _hosts(call: Call) -> list[str]:
    """Every host that is used here; both where none is, so that something is said."""
    present = [host for host in targets.HOSTS if targets.is_present(host, call.environ, call.project.root)]
    return present or list(targets.HOSTS)


def _sections(hosts: Sequence[str], call: Call) -> list[tuple[str, list[Line]]]:
    found = [("machine", list(doctor_machine.diagnose(call)))]
    found += [(host, list(doctor_hosts.diagnose(host, call))) for host in hosts]
    others = [Line(PROBLEM, one.code, path=one.path, remove=one.remove) for one in older.find(call.environ, call.project.root)]
    found.append(("older", others))
    found.append(("project", list(doctor_project.diagnose(call))))
    return [(name, lines) for name, lines in found if lines]


def _say(call: Call, code: str, **params: object) -> str:
    return messages.text(f"doctor.{code}", params, call.language)


def _shown(found: Sequence[tuple[str, list[Line]]], hosts: Sequence[str], problems: int, call: Call) -> list[str]:
    lines: list[str] = []
    for name, section in found:
        lines += ["", _say(call, f"section_{name}")]
        for line in section:
            head, *rest = messages.text(line.code, line.params, call.language).split("\n")
            lines.append(f"  {line.weight if line.weight != PROBLEM else 'PROBLEM':<7} {head}")
            lines += [" " * 10 + more for more in rest]
        if name in hosts:
            lines += ["    " + row for row in _table(doctor_hosts.events(name, call), call)]
    if problems:
        return [*lines[1:], "", _say(call, "problems", number=problems)]
    return lines[1:] if found[0][0] == "speed" else [*lines[1:], "", _say(call, "all_well")]


def _table(rows: Sequence[Seen], call: Call) -> list[str]:
    """One line an event: registered, last seen, last verdict."""
    width = max(len(row.event) for row in rows)
    lines = []
    for row in rows:
        seen = _say(call, "seen", ago=ago(row.ago, call)) if row.ago is not None else _say(call, "never_seen")
        verdict = f"; {row.verdict} {ago(row.decided_ago, call)}" if row.decided_ago is not None else ""
        known = _say(call, "event_registered" if row.registered else "event_not_registered")
        lines.append(f"{row.event:<{width}}  {known}, {seen}{verdict}")
    return lines


def ago(seconds: float | None, call: Call) -> str:
    """A time that has passed, in its largest unit."""
    if seconds is None:
        return ""
    for unit, length in (("days", 86_400), ("hours", 3_600), ("minutes", 60)):
        if seconds >= length:
            return _say(call, f"ago_{unit}", number=int(seconds // length))
    return _say(call, "ago_now")


def _as_dict(found: Sequence[tuple[str, list[Line]]], hosts: Sequence[str], problems: int, call: Call) -> dict[str, Any]:
    """The same for a program."""
    return {
        "ok": not problems,
        "problems": problems,
        "findings": [
            {
                "section": name,
                "weight": line.weight,
                "code": line.code,
                "params": {key: value if isinstance(value, int) else str(value) for key, value in line.params.items()},
                "text": messages.text(line.code, line.params, call.language),
            }
            for name, lines in found
            for line in lines
        ],
        "events": {
            host: [
                {
                    "event": row.event,
                    "registered": row.registered,
                    "seen_seconds_ago": None if row.ago is None else round(row.ago, 1),
                    "verdict": row.verdict or None,
                    "verdict_seconds_ago": None if row.decided_ago is None else round(row.decided_ago, 1),
                }
                for row in doctor_hosts.events(host, call)
            ]
            for host in hosts
        },
    }
