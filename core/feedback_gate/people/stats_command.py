"""`feedback-gate stats [--all] [--days N] [--json]`: how often claims held, and which did not."""

from __future__ import annotations

import json
import sys
import time
from typing import TYPE_CHECKING, Any

from feedback_gate import messages
from feedback_gate.claims import figures, history, words
from feedback_gate.claims.figures import Figures
from feedback_gate.people.arguments import call_here, parser
from feedback_gate.people.colours import Paint
from feedback_gate.system import clock

if TYPE_CHECKING:
    from collections.abc import Sequence

    from feedback_gate.check import Call

QUOTE = 44
COLOURS = {"passed": "green", "blocked": "red", "warned": "yellow", "stoodDown": "red"}


def run(arguments: Sequence[str]) -> int:
    """Print the figures; always 0.

    Raises:
        UsageError: the command line is wrong.
    """
    options = parser("stats")
    options.add_argument("--all", action="store_true", help="help.all_projects")
    options.add_argument("--days", type=int, default=0, metavar="N", help="help.stats_days")
    options.add_argument("--json", action="store_true", help="help.json")
    given = options.parse_args(arguments)
    call = call_here()
    now = clock.now()
    events = history.read(call.environ, "" if given.all else call.project.id, "" if given.all else call.project.root)
    if given.days > 0:
        events = [event for event in events if (figures.seconds_of(event["at"]) or 0) >= now - given.days * figures.DAY]
    if given.json:
        print(json.dumps(as_record(Figures(events, now)), ensure_ascii=False, indent=1))
    elif not events:
        print(messages.text("stats.none", {}, call.language))
    else:
        print("\n".join(Table(Figures(events, now), call, now, Paint(sys.stdout)).lines()))
    return 0


def as_record(found: Figures) -> dict[str, Any]:
    """The figures as one JSON object."""
    return {
        "rate": found.rate,
        "verified": found.verified,
        "caught": found.caught,
        "total": found.total,
        "sessions": found.sessions,
        "outcomes": found.counts,
        "days": [
            {"day": time.strftime("%Y-%m-%d", time.gmtime(day * figures.DAY)), "events": number} for day, number in found.days
        ],
        "recent": found.recent,
    }


class Table:
    """The figures as text."""

    def __init__(self, found: Figures, call: Call, now: float, paint: Paint) -> None:
        self.found = found
        self.now = now
        self.paint = paint
        self.language = call.language

    def lines(self) -> list[str]:
        """All lines, in the order of the specification."""
        found = self.found
        sessions = self._say("session" if found.sessions == 1 else "sessions", n=found.sessions)
        return [
            self.paint(self._say("heading"), "bold"),
            "",
            self._row("rate", self._rate()),
            self._row("caught", str(found.caught)),
            self._row("total", f"{found.total} ({sessions})"),
            "",
            *self._activity(),
            "",
            *self._breakdown(),
            "",
            *self._recent(),
            "",
            self._closing(),
        ]

    def _rate(self) -> str:
        rate = self.found.rate
        if rate is None:
            return "—"
        colour = "green" if rate >= 80 else "yellow" if rate >= 50 else "red"
        return self.paint(f"{rate}%", colour) + " " + self._say("of", n=self.found.verified)

    def _activity(self) -> list[str]:
        peak = self.found.peak
        days = self.found.days
        spark = "".join(self._day(number, peak) for _, number in days)
        first, last = (self._date(day) for day in (days[0][0], days[-1][0]))
        lines = [self._row("activity", f"{spark}  {first} – {last}")]
        return [*lines, self._row("", self._say("peak", n=peak))] if peak else lines

    def _day(self, number: int, peak: int) -> str:
        colour = "dim" if not number else "cyan" if number * 4 >= peak * 3 else "green"
        return self.paint(figures.height(number, peak), colour)

    def _date(self, day: int) -> str:
        date = time.gmtime(day * figures.DAY)
        return self._say("date", month=self._say("months").split()[date.tm_mon - 1], day=date.tm_mday)

    def _breakdown(self) -> list[str]:
        counts = self.found.counts
        labels = {name: self._label(name) for name in counts}
        broad = max(columns(label) for label in labels.values())
        most = max(counts.values())
        lines = []
        for name, count in counts.items():
            bar = "█" * figures.width(count, most)
            share = f"{figures.percent(count, self.found.total)}%"
            padding = " " * (broad - columns(labels[name]))
            painted = self.paint(bar, COLOURS.get(name, "dim")) + " " * (figures.BAR - len(bar))
            lines.append(f"  {labels[name]}{padding}  {painted} {count:>4}  {share:>4}")
        return [self._say("breakdown"), *lines]

    def _label(self, name: str) -> str:
        return self._say(name) if name in history.OUTCOMES else words.plain(name)[:20]

    def _recent(self) -> list[str]:
        lines = []
        for event in self.found.recent:
            claim = " ".join(words.plain(str(event.get("claim") or "")).split())
            claim = claim if len(claim) <= QUOTE else claim[: QUOTE - 1] + "…"
            when = self._age(event["at"])
            outcome = self._came_of(event["outcome"])
            lines.append(
                f"{' ' * (9 - columns(when))}{when}  {outcome}{' ' * (9 - columns(outcome))}" + (f'  "{claim}"' if claim else "")
            )
        return [self._say("recent"), *lines]

    def _came_of(self, outcome: str) -> str:
        return self._say(f"came_{outcome}") if outcome in history.OUTCOMES else words.plain(outcome)[:20]

    def _age(self, at: str) -> str:
        number, unit = figures.age(at, self.now)
        if unit in ("now", "?"):
            return self._say("just_now" if unit == "now" else "unknown")
        return self._say(f"ago_{unit}", n=number)

    def _closing(self) -> str:
        caught = self.found.caught
        return self._say("closing_none" if not caught else "closing_one" if caught == 1 else "closing", n=caught)

    def _row(self, code: str, value: str) -> str:
        label = self._say(code) if code else ""
        return "  " + label + " " * (12 - columns(label)) + value

    def _say(self, code: str, **params: object) -> str:
        return messages.text(f"stats.{code}", params, self.language)


def columns(text: str) -> int:
    """Terminal columns of a text: East Asian wide characters take two."""
    import unicodedata

    return sum(2 if unicodedata.east_asian_width(letter) in "WF" else 1 for letter in text)
