"""`report` as one HTML file: self-contained, light and dark, readable without its pictures."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

from feedback_gate import messages
from feedback_gate.claims import figures
from feedback_gate.people import report_pictures as pictures
from feedback_gate.people.report_figures import LAST_RUNS, Report, median
from feedback_gate.run import band

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

# Columns that hold numbers.
NUMBERS = ("runs", "median", "violations", "slow_calls", "slowest")
# The page may load nothing at all, whatever a name in it says.
POLICY = "default-src 'none'; style-src 'unsafe-inline'"
STYLE = """
:root { color-scheme: light dark; --paper: #fdfdfc; --ink: #1d1f23; --soft: #62666e; --line: #d9dbe0;
  --held: #2f6fb5; --caught: #d1601f; --slow: #7a5ab8; --rest: #e6e8ec; }
@media (prefers-color-scheme: dark) { :root { --paper: #17191d; --ink: #e8e9ec; --soft: #a0a5ae; --line: #363a42;
  --held: #6aa7ea; --caught: #f0894d; --slow: #b196ee; --rest: #2b2f36; } }
body { margin: 0 auto; max-width: 46rem; padding: 2rem 1rem 3rem; background: var(--paper); color: var(--ink);
  font: 15px/1.55 system-ui, sans-serif; }
h1 { font-size: 1.5rem; margin: 0; } h2 { font-size: 1.1rem; margin: 2.4rem 0 .2rem; }
p { margin: .2rem 0 .8rem; } .soft, footer { color: var(--soft); } footer { margin-top: 3rem; font-size: .85rem; }
table { border-collapse: collapse; width: 100%; } th { font-weight: 500; text-align: left; color: var(--soft); }
th, td { padding: .3rem .8rem .3rem 0; border-bottom: 1px solid var(--line); vertical-align: middle; }
td.number, th.number { text-align: right; font-variant-numeric: tabular-nums; white-space: nowrap; } td.name { overflow-wrap: anywhere; }
svg { display: block; max-width: 100%; } svg.wide { height: auto; width: 100%; } svg text { font-size: 10px; fill: var(--soft); }
.axis { stroke: var(--line); } rect.held { fill: var(--held); } rect.caught { fill: var(--caught); }
rect.slow { fill: var(--slow); } rect.rest { fill: var(--rest); }
.key::before { content: ""; display: inline-block; width: .7em; height: .7em; margin-right: .4em; border-radius: 2px; }
.key.held::before { background: var(--held); } .key.caught::before { background: var(--caught); } .key { margin-right: 1.2em; }
code { font-size: .92em; } ul { padding-left: 1.2rem; columns: 2; }
"""


class Page:
    """One report in one language."""

    def __init__(self, report: Report, language: str, project: str) -> None:
        self.report = report
        self.language = language
        self.project = project

    def html(self) -> str:
        """The whole file."""
        title = self._say("title")
        parts = [self._claims(), self._gate(), self._rules(), self._silent(), self._hooks()]
        return (
            f'<!DOCTYPE html>\n<html lang="{self.language}">\n<head>\n<meta charset="utf-8">\n'
            f'<meta http-equiv="Content-Security-Policy" content="{POLICY}">\n'
            '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
            f"<title>{title}</title>\n<style>{STYLE}</style>\n</head>\n<body>\n<h1>{title}</h1>\n"
            f'<p class="soft">{self._scope()}</p>\n'
            + "\n".join(parts)
            + f"\n<footer>{self._say('footer')}</footer>\n</body>\n</html>\n"
        )

    def _scope(self) -> str:
        report = self.report
        last = pictures.date(report.first + report.days - 1)
        return self._say("of_project" if self.project else "of_all", project=self.project, n=report.days, date=last)

    def _claims(self) -> str:
        report = self.report
        if not report.verified:
            return self._section("claims", self._nothing("claims"))
        keys = "".join(f'<span class="key {kind}">{self._say(kind)}</span>' for kind in ("held", "caught"))
        share = figures.percent(report.caught, report.verified)
        line = self._say("claims_line", verified=report.verified, caught=report.caught, share=share)
        chart = pictures.stacks(report.claims, report.first, self._plain("chart_claims"))
        return self._section("claims", f"<p><strong>{line}</strong></p>{chart}<p>{keys}</p>")

    def _gate(self) -> str:
        rows = []
        for one in self.report.commands:
            last = one.seconds[-LAST_RUNS:]
            listed = ", ".join(f"{value:.1f}" for value in last)
            unchecked = f' <span class="soft">({self._say("unchecked", n=one.unchecked)})</span>' if one.unchecked else ""
            rows.append(
                _name(one.name, unchecked)
                + _number(str(one.runs))
                + f"<td>{pictures.share(one.share, self._plain('chart_share', n=one.share)) if one.runs else ''}</td>"
                + _number(f"{one.share}%" if one.runs else "")
                + _number(f"{median(one.seconds):.1f} s" if one.seconds else "")
                + f"<td>{pictures.columns(last, self._plain('chart_durations', list=listed), 'slow')}</td>"
            )
        return self._table("gate", ("command", "runs", "passed", "", "median", "durations"), rows)

    def _rules(self) -> str:
        rows = []
        for one in self.report.rules:
            listed = ", ".join(map(str, one.days))
            trend = "more" if one.change > 0 else "less" if one.change < 0 else "same"
            rows.append(
                _name(one.name)
                + _number(str(one.total))
                + f"<td>{pictures.columns(one.days, self._plain('chart_days', list=listed), 'caught')}</td><td>{self._say(trend)}</td>"
            )
        return self._table("rules", ("rule", "violations", "days", "trend"), rows)

    def _silent(self) -> str:
        names = "".join(f"<li><code>{_text(name)}</code></li>" for name in self.report.silent)
        return self._section("silent", f"<ul>{names}</ul>" if names else self._nothing("silent"), about=bool(names))

    def _hooks(self) -> str:
        hooks = self.report.hooks
        longest = max((max(one.seconds) for one in hooks), default=1.0)
        rows = []
        for one in hooks:
            slowest = max(one.seconds)
            rows.append(
                _name(f"{one.host} {one.event}")
                + _number(str(len(one.seconds)))
                + _number(f"{median(one.seconds):.1f} s")
                + _number(f"{slowest:.1f} s")
                + f"<td>{pictures.length(slowest, longest, self._plain('chart_slowest', n=f'{slowest:.1f}'))}</td>"
            )
        return self._table("hooks", ("hook", "slow_calls", "median", "slowest", ""), rows)

    def _table(self, name: str, heads: Sequence[str], rows: Iterable[str]) -> str:
        lines = "".join(f"<tr>{row}</tr>\n" for row in rows)
        if not lines:
            return self._section(name, self._nothing(name))
        head = "".join(self._head(code) for code in heads)
        return self._section(name, f"<table>\n<thead><tr>{head}</tr></thead>\n<tbody>\n{lines}</tbody>\n</table>")

    def _head(self, code: str) -> str:
        kind = ' class="number"' if code in NUMBERS else ""
        return f'<th scope="col"{kind}>{self._say(code) if code else ""}</th>'

    def _section(self, name: str, body: str, *, about: bool = True) -> str:
        words = f'<p class="soft">{self._say(f"{name}_about")}</p>\n' if about else ""
        return f'<section id="{name}">\n<h2>{self._say(name)}</h2>\n{words}{body}\n</section>'

    def _nothing(self, name: str) -> str:
        return f"<p>{self._say(f'{name}_none')}</p>"

    def _plain(self, code: str, **params: object) -> str:
        return messages.text(f"report.{code}", params, self.language)

    def _say(self, code: str, **params: object) -> str:
        return escape(self._plain(code, **params))


def _text(words: str) -> str:
    return escape(band.plain(words))


def _name(words: str, more: str = "") -> str:
    return f'<td class="name"><code>{_text(words)}</code>{more}</td>'


def _number(words: str) -> str:
    return f'<td class="number">{escape(words)}</td>'
