"""`/correct`: what the violation log says about the rules, as proposals; `apply` writes raised counts and nothing else."""

from __future__ import annotations

import json
import os

from feedback_gate.feedback import active, counts, log, plain
from feedback_gate.feedback.rules import Rules
from feedback_gate.state import places

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence
    from typing import Any

    from feedback_gate.check import Call
    from feedback_gate.feedback.rule import Rule

DAY, HOUR = 86400.0, 3600.0
KINDS = ("broken", "bump", "enforce", "stale", "expired")


class Options:
    """window: seconds looked back; least: violations that make a proposal; apply: write raised counts."""

    __slots__ = ("apply", "least", "window")

    def __init__(self, window: float = 30 * DAY, least: int = 2, *, apply: bool = False) -> None:
        self.window = window
        self.least = least
        self.apply = apply


def options_of(words: Sequence[str]) -> Options:
    """`[--window 30d] [--min 2] [apply]`; an unusable value keeps the default and does not consume the next word."""
    found = Options()
    listed = list(words)
    for index, word in enumerate(listed):
        name, equals, value = word.partition("=")
        value = value if equals else listed[index + 1] if index + 1 < len(listed) else ""
        if word == "apply":
            found.apply = True
        elif name == "--window" and value[:-1].isdigit() and value[-1:] in ("d", "h") and int(value[:-1]) > 0:
            found.window = int(value[:-1]) * (DAY if value[-1] == "d" else HOUR)
        elif name == "--min" and value.isdigit() and int(value) > 0:
            found.least = int(value)
    return found


class Tally:
    """One rule's lines in the log. total: all; within: those in the window; by severity and event; details with their numbers."""

    __slots__ = ("details", "events", "last", "severities", "total", "within")

    def __init__(self) -> None:
        self.total = 0
        self.within = 0
        self.last = 0.0
        self.severities: dict[str, int] = {}
        self.events: dict[str, int] = {}
        self.details: dict[str, int] = {}

    @property
    def top_detail(self) -> str:
        """The most frequent detail, the first seen of equals."""
        return max(self.details, key=lambda detail: self.details[detail], default="")


def tallies(lines: Iterable[bytes], since: float, project_id: str = "") -> dict[str, Tally]:
    """Rule name → tally, from the lines of the log.

    A rule of a project counts with the lines of that project only. What several entries of a rule found in one call is one
    occasion.

    Args:
        lines: of the log.
        since: epoch seconds at which the window begins.
        project_id: of the present project.
    """
    found: dict[str, Tally] = {}
    seen = set()
    for line in lines:
        try:
            value = json.loads(line)
        except (ValueError, RecursionError):
            continue
        if not isinstance(value, dict) or not isinstance(value.get("rule"), str) or not value["rule"]:
            continue
        if value.get("scope") == "project" and value.get("project_id") != project_id:
            continue
        occasion = repr([value.get(name) for name in ("rule", "ts", "session", "agent")])
        if not value.get("session") or occasion not in seen:
            seen.add(occasion)
            _count(found.setdefault(value["rule"], Tally()), value, since)
    return found


def _count(tally: Tally, value: Mapping[str, Any], since: float) -> None:
    tally.total += 1
    at = active.end_of(value["ts"]) if isinstance(value.get("ts"), str) and "T" in value["ts"] else None
    if at is None:
        return
    tally.last = max(tally.last, at)
    if at < since:
        return
    tally.within += 1
    for name, counted in (("severity", tally.severities), ("event", tally.events), ("detail", tally.details)):
        text = value.get(name)
        if isinstance(text, str) and text:
            counted[text] = counted.get(text, 0) + 1


def read_log(environ: Mapping[str, str]) -> list[bytes]:
    """All lines of both generations of the violation log, the older first."""
    path = places.log_file(environ, "violations")
    return log.lines(path) if path else []


class Proposal:
    """kind: one of KINDS; name: of the rule or file; path; code, params: the reason's words; old, new: of a bump's count."""

    __slots__ = ("code", "kind", "name", "new", "old", "params", "path", "weight")

    def __init__(
        self,
        kind: str,
        name: str,
        path: str,
        code: str,
        params: Mapping[str, Any] | None = None,
        *,
        old: int = 0,
        new: int = 0,
        weight: int = 0,
    ) -> None:
        self.kind = kind
        self.name = name
        self.path = path
        self.code = code
        self.params = dict(params or {})
        self.old = old
        self.new = new
        self.weight = weight


def proposals(call: Call, options: Options, found: Mapping[str, Tally], label: str) -> list[Proposal]:
    """Everything worth doing: broken parts first, then counts to raise, rules without a check, stale and expired ones."""
    rules = Rules(call, thorough=True)
    current = list(rules.active())
    made = [
        Proposal("broken", plain.path(os.path.basename(file)), file, "correct.broken", {"reason": f"line {line}: {reason}"})
        for file, _, line, reason in rules.problems()
    ]
    bumps = [bump for rule in current for bump in _bump(rule, found.get(rule.name), options, label)]
    made += sorted(bumps, key=lambda one: (-one.new, -one.weight))
    for rule in current:
        if rule.count >= 3 and not rule.record["declared"]:
            made.append(Proposal("enforce", rule.name, rule.file, "correct.no_enforce", {"count": rule.count}))
    begin = call.clock.now() - options.window
    for rule in current:
        # One that is younger than the window has not had its chance.
        if rule.count >= 3 and rule.entries and rule.since < begin and rule.name not in found:
            made.append(Proposal("stale", rule.name, rule.file, "correct.stale"))
    return made + _expired(rules, {rule.name for rule in current})


def _bump(rule: Rule, tally: Tally | None, options: Options, label: str) -> list[Proposal]:
    if tally is None or tally.within < options.least or rule.count >= 5:
        return []
    ordered = sorted(tally.severities.items(), key=lambda pair: -pair[1])
    params: dict[str, Any] = {
        "window": label,
        "counts": ", ".join(f"{word} {number}" for word, number in ordered),
        "detail": _short(tally.top_detail),
    }
    old = int(rule.record["count"])
    if rule.count < 3:
        return [
            Proposal(
                "bump",
                rule.name,
                rule.file,
                "correct.to_confirmed",
                {**params, "n": tally.within},
                old=old,
                new=3,
                weight=tally.within,
            )
        ]
    strong = tally.severities.get("ask", 0) + tally.severities.get("block", 0)
    if strong < options.least:
        return []
    return [
        Proposal("bump", rule.name, rule.file, "correct.to_deny", {**params, "n": strong}, old=old, new=5, weight=tally.within)
    ]


def _short(detail: str) -> str:
    line = " ".join(detail.split())
    return line if len(line) <= 60 else line[:59] + "…"


def _expired(rules: Rules, current: set[str]) -> list[Proposal]:
    made = []
    for folder in rules.loaded:
        for record in folder.records():
            if not record.get("name") or record["name"] in current:
                continue
            why = rules.filters.why_not(record)
            if why:
                made.append(Proposal("expired", record["name"], record["file"], f"correct.{why}", {"date": record["expires"]}))
    return made


def apply(made: Iterable[Proposal], call: Call) -> list[Proposal]:
    """Write the raised counts; those that were written. A count that changed meanwhile is left alone."""
    written = []
    for proposal in made:
        if proposal.kind == "bump":
            try:
                if counts.set_to(os.path.realpath(proposal.path), proposal.old, proposal.new, call):
                    written.append(proposal)
            except OSError:
                continue
    return written


def label_of(window: float) -> str:
    """`7d`, or `36h` when it is no whole number of days."""
    return f"{int(window // DAY)}d" if window % DAY == 0 else f"{round(window / HOUR)}h"
