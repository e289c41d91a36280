"""`feedback-gate report`: what the logs of some weeks say, short in the terminal, with pictures in one HTML file."""

from __future__ import annotations

import json
import os
import sys
from typing import TYPE_CHECKING, Any

from feedback_gate import messages
from feedback_gate.claims import figures
from feedback_gate.errors import FeedbackGateError, UsageError
from feedback_gate.people import report_pictures
from feedback_gate.people.arguments import call_here, parser
from feedback_gate.people.colours import Paint
from feedback_gate.people.report_figures import Report, median
from feedback_gate.run import band

if TYPE_CHECKING:
    from collections.abc import Sequence

    from feedback_gate.check import Call

FILE = "feedback-gate-report.html"
SHOWN = 6  # lines of a part in the terminal
NAME = 28  # columns of a name


def run(arguments: Sequence[str]) -> int:
    """Print the short form, or write the page; always 0.

    Raises:
        UsageError: the command line is wrong.
        FeedbackGateError: the file cannot be written.
    """
    options = parser("report")
    options.add_argument("--html", nargs="?", const=FILE, metavar="FILE", help="help.report_html")
    options.add_argument("--days", type=int, default=30, metavar="N", help="help.report_days")
    options.add_argument("--all", action="store_true", help="help.all_projects")
    options.add_argument("--json", action="store_true", help="help.json")
    given = options.parse_args(arguments)
    if not 1 <= given.days <= 366:
        raise UsageError("usage.days")
    call = call_here()
    report = Report(call, given.days, everywhere=given.all)
    name = "" if given.all else os.path.basename(call.project.root)
    if given.json:
        print(json.dumps(as_record(report), ensure_ascii=False, indent=1))
    elif given.html:
        print(_say(call, "written", path=_written(given.html, report, call, name)))
    else:
        print("\n".join(lines(report, call, name, Paint(sys.stdout))))
    return 0


def _written(path: str, report: Report, call: Call, name: str) -> str:
    from feedback_gate.people.report_page import Page

    full = os.path.abspath(path)
    try:
        with open(full, "w", encoding="utf-8") as file:
            file.write(Page(report, call.language, band.plain(name)).html())
    except OSError as problem:
        raise FeedbackGateError("usage.unwritable", path=full, reason=problem.strerror) from problem
    return full


def as_record(report: Report) -> dict[str, Any]:
    """The figures as one JSON object."""
    return {
        "from": report_pictures.date(report.first),
        "days": report.days,
        "claims": {"verified": report.verified, "caught": report.caught, "by_day": report.claims},
        "gate": [
            {
                "command": one.name,
                "runs": one.runs,
                "passed": one.passed,
                "unchecked": one.unchecked,
                "median_seconds": round(median(one.seconds), 2),
            }
            for one in report.commands
        ],
        "rules": [{"rule": one.name, "violations": one.total, "change": one.change, "by_day": one.days} for one in report.rules],
        "never_fired": report.silent,
        "slow_hooks": [
            {"host": one.host, "event": one.event, "calls": len(one.seconds), "slowest_seconds": max(one.seconds)}
            for one in report.hooks
        ],
    }


def lines(report: Report, call: Call, name: str, paint: Paint) -> list[str]:
    """The short form."""
    last = report_pictures.date(report.first + report.days - 1)
    scope = _say(call, "of_project" if name else "of_all", project=band.plain(name), n=report.days, date=last)
    found = [paint(_say(call, "title"), "bold") + " · " + scope]
    for part, rows in (
        ("claims", _claims(report, call)),
        ("gate", _gate(report, call)),
        ("rules", _rules(report, call)),
        ("silent", [band.cut(", ".join(map(band.plain, report.silent)), 100)] if report.silent else []),
        ("hooks", _hooks(report, call)),
    ):
        found += ["", paint(_say(call, part), "bold"), *(f"  {row}" for row in rows or [_say(call, f"{part}_none")])]
    return [*found, "", _say(call, "hint")]


def _claims(report: Report, call: Call) -> list[str]:
    if not report.verified:
        return []
    share = figures.percent(report.caught, report.verified)
    return [
        _say(call, "claims_line", verified=report.verified, caught=report.caught, share=share),
        spark([held + caught for held, caught in report.claims]),
    ]


def _gate(report: Report, call: Call) -> list[str]:
    found = []
    for one in report.commands[:SHOWN]:
        ran = f"{one.share:>3}%  {median(one.seconds):>6.1f} s" if one.runs else _say(call, "unchecked", n=one.unchecked)
        found.append(f"{_column(one.name)}  {one.runs:>4} {_say(call, 'runs')}  {ran}")
    return found


def _rules(report: Report, call: Call) -> list[str]:
    return [f"{_column(one.name)}  {one.total:>4}  {spark(one.days)}  {_trend(one.change, call)}" for one in report.rules[:SHOWN]]


def _trend(change: int, call: Call) -> str:
    return _say(call, "more" if change > 0 else "less" if change < 0 else "same")


def _hooks(report: Report, call: Call) -> list[str]:
    return [
        f"{_column(f'{one.host} {one.event}')}  {len(one.seconds):>4}  {_say(call, 'slowest')} {max(one.seconds):.1f} s"
        for one in report.hooks[:SHOWN]
    ]


def _column(name: str) -> str:
    return f"{band.cut(band.fold(name), NAME):<{NAME}}"


def spark(counts: Sequence[int]) -> str:
    """One character a day."""
    peak = max(counts, default=0)
    return "".join(figures.height(count, peak) for count in counts)


def _say(call: Call, code: str, **params: object) -> str:
    return messages.text(f"report.{code}", params, call.language)
