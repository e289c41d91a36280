"""What the logs of one project, or of all, say about a number of days: plain figures for `report`, whatever draws them."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from feedback_gate.claims import figures, history
from feedback_gate.feedback import log
from feedback_gate.feedback.rules import Rules
from feedback_gate.run.command import COULD_NOT_START, FAILED, PASSED, TIMED_OUT
from feedback_gate.state import places, took

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from feedback_gate.check import Call

LAST_RUNS = 30
BAD = (FAILED, TIMED_OUT)


class Command:
    """One command of the gate. seconds: of its own passing or failing runs, oldest first."""

    __slots__ = ("name", "passed", "runs", "seconds", "unchecked")

    def __init__(self, name: str) -> None:
        self.name = name
        self.runs = 0
        self.passed = 0
        self.unchecked = 0
        self.seconds: list[float] = []

    def add(self, record: Mapping[str, Any]) -> None:
        """Count one run; what could not run says nothing about the work, and another agent's run nothing about our time."""
        status, seconds = record.get("status"), record.get("seconds")
        if status not in (PASSED, *BAD):
            self.unchecked += status == COULD_NOT_START
            return
        self.runs += 1
        self.passed += status == PASSED
        if isinstance(seconds, (int, float)) and not record.get("shared"):
            self.seconds.append(float(seconds))

    @property
    def share(self) -> int:
        """Passing runs in per cent."""
        return figures.percent(self.passed, self.runs) if self.runs else 0


class Rule:
    """One rule. days: violations of each day, oldest first."""

    __slots__ = ("days", "name")

    def __init__(self, name: str, days: int) -> None:
        self.name = name
        self.days = [0] * days

    @property
    def total(self) -> int:
        """Violations in all days."""
        return sum(self.days)

    @property
    def change(self) -> int:
        """Violations of the second half minus those of the first."""
        half = len(self.days) // 2
        return sum(self.days[len(self.days) - half :]) - sum(self.days[:half])


class Hook:
    """One event of one host. seconds: of its slow calls, oldest first."""

    __slots__ = ("event", "host", "seconds")

    def __init__(self, host: str, event: str) -> None:
        self.host = host
        self.event = event
        self.seconds: list[float] = []


class Report:
    """claims: (held, caught) of each day, oldest first; commands, rules, hooks: the heaviest first; silent: names of rules."""

    __slots__ = ("claims", "commands", "days", "first", "hooks", "project", "rules", "silent")

    def __init__(self, call: Call, days: int, *, everywhere: bool = False) -> None:
        self.days = days
        self.first = int(call.clock.now()) // figures.DAY - days + 1
        self.project = "" if everywhere else call.project.id
        self.claims = self._claims(call)
        self.commands = self._commands(call)
        known = list(_violations(call))
        self.rules = self._rules(known)
        self.silent = self._silent(call, {str(line["rule"]) for line in known})
        self.hooks = self._hooks(call)

    @property
    def verified(self) -> int:
        """Claims that were verified."""
        return sum(held + caught for held, caught in self.claims)

    @property
    def caught(self) -> int:
        """Claims that did not hold."""
        return sum(caught for _, caught in self.claims)

    def _day(self, at: object) -> int | None:
        """The number of a day from the first on; None for a time outside, or one that cannot be read."""
        seconds = figures.seconds_of(str(at))
        day = seconds // figures.DAY - self.first if seconds is not None else -1
        return day if 0 <= day < self.days else None

    def _claims(self, call: Call) -> list[tuple[int, int]]:
        held, caught = [0] * self.days, [0] * self.days
        for event in history.read(call.environ, self.project, call.project.root if self.project else ""):
            day = self._day(event["at"])
            if day is not None:
                held[day] += event["outcome"] == history.PASSED
                caught[day] += event["outcome"] in figures.CAUGHT
        return list(zip(held, caught))

    def _commands(self, call: Call) -> list[Command]:
        found: dict[str, Command] = {}
        for line in took.read(call.environ, took.GATE):
            if self._day(line["at"]) is None or (self.project and line.get("project") != self.project):
                continue
            listed = line.get("commands")
            for record in listed if isinstance(listed, list) else ():
                if isinstance(record, dict) and isinstance(record.get("name"), str):
                    found.setdefault(record["name"], Command(record["name"])).add(record)
        return sorted(found.values(), key=lambda command: (-sum(command.seconds), command.name))

    def _rules(self, known: Sequence[Mapping[str, Any]]) -> list[Rule]:
        found: dict[str, Rule] = {}
        for line in known:
            day = self._day(line.get("ts"))
            if day is not None and (not self.project or line.get("project_id") == self.project):
                found.setdefault(line["rule"], Rule(line["rule"], self.days)).days[day] += 1
        return sorted(found.values(), key=lambda rule: (-rule.total, rule.name))

    def _silent(self, call: Call, fired: set[str]) -> list[str]:
        """The active rules here that had something to check all these days and never fired as far as the log goes."""
        begin = self.first * figures.DAY
        return sorted({rule.name for rule in Rules(call).active() if rule.entries and rule.since < begin} - fired)

    def _hooks(self, call: Call) -> list[Hook]:
        found: dict[tuple[str, str], Hook] = {}
        for line in took.read(call.environ, took.HOOKS):
            key = (str(line.get("host")), str(line.get("event")))
            if self._day(line["at"]) is not None and isinstance(line.get("seconds"), (int, float)):
                found.setdefault(key, Hook(*key)).seconds.append(float(line["seconds"]))
        return sorted(found.values(), key=lambda hook: -max(hook.seconds))


def _violations(call: Call) -> Iterator[dict[str, Any]]:
    """The lines of the violation log; what several entries of a rule found in one call is one."""
    seen = set()
    for text in log.lines(places.log_file(call.environ, "violations")):
        try:
            line = json.loads(text)
        except (ValueError, RecursionError):
            continue
        if isinstance(line, dict) and isinstance(line.get("rule"), str):
            occasion = tuple(str(line.get(name)) for name in ("rule", "ts", "session", "agent"))
            if occasion not in seen:
                seen.add(occasion)
                yield line


def median(seconds: Sequence[float]) -> float:
    """The middle one, the mean of the two middle ones; 0.0 of none."""
    ordered = sorted(seconds)
    middle = len(ordered) // 2
    if not ordered:
        return 0.0
    return ordered[middle] if len(ordered) % 2 else (ordered[middle - 1] + ordered[middle]) / 2
