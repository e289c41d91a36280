"""The pictures of `report` as inline SVG: no script, no outside address, colours from the page's style."""

from __future__ import annotations

import time
from html import escape
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

DAY = 86400
WIDE, HIGH, FOOT = 720, 160, 18


def picture(width: int, height: int, label: str, body: str, kind: str = "") -> str:
    """One SVG with what it says in words."""
    classes = f' class="{kind}"' if kind else ""
    return (
        f'<svg{classes} role="img" viewBox="0 0 {width} {height}" width="{width}" height="{height}">'
        f"<title>{escape(label)}</title>{body}</svg>"
    )


def stacks(days: Sequence[tuple[int, int]], first: int, label: str) -> str:
    """A column a day: what held below, what was caught on it; `first` is the epoch day of the first column."""
    peak = max(sum(pair) for pair in days) or 1
    step = WIDE / len(days)
    parts = [f'<line class="axis" x1="0" y1="{HIGH}" x2="{WIDE}" y2="{HIGH}"/>']
    for number, (held, caught) in enumerate(days):
        left, below = number * step + 1, float(HIGH)
        for kind, count in (("held", held), ("caught", caught)):
            tall = count / peak * (HIGH - 8)
            below -= tall
            if count:
                parts.append(f'<rect class="{kind}" x="{left:.1f}" y="{below:.1f}" width="{step - 2:.1f}" height="{tall:.1f}"/>')
    for number in sorted({0, len(days) // 2, len(days) - 1}):
        place = (
            ("start", 0.0)
            if number == 0
            else ("end", float(WIDE))
            if number == len(days) - 1
            else ("middle", (number + 0.5) * step)
        )
        parts.append(f'<text text-anchor="{place[0]}" x="{place[1]:.1f}" y="{HIGH + FOOT - 4}">{date(first + number)}</text>')
    parts.append(f'<text x="0" y="10">{peak}</text>')
    return picture(WIDE, HIGH + FOOT, label, "".join(parts), "wide")


def share(percent: int, label: str) -> str:
    """A bar that is filled to a share."""
    return picture(
        120,
        12,
        label,
        f'<rect class="rest" x="0" y="1" width="120" height="10"/><rect class="held" x="0" y="1" width="{percent * 1.2:.1f}" height="10"/>',
    )


def columns(counts: Sequence[float], label: str, kind: str) -> str:
    """Small columns side by side, the highest as high as there is room."""
    peak = max(counts, default=0) or 1
    step = max(4.0, 120 / max(1, len(counts)))
    bars = "".join(
        f'<rect class="{kind}" x="{number * step:.1f}" y="{20 - count / peak * 19:.1f}" '
        f'width="{step - 1:.1f}" height="{count / peak * 19:.1f}"/>'
        for number, count in enumerate(counts)
        if count
    )
    width = int(step * max(1, len(counts)))
    return picture(width, 20, label, f'<line class="axis" x1="0" y1="19.5" x2="{width}" y2="19.5"/>{bars}')


def length(value: float, longest: float, label: str) -> str:
    """A bar in proportion to the longest."""
    return picture(160, 12, label, f'<rect class="slow" x="0" y="1" width="{max(1.0, value / longest * 160):.1f}" height="10"/>')


def date(day: int) -> str:
    """An epoch day as YYYY-MM-DD."""
    return time.strftime("%Y-%m-%d", time.gmtime(day * DAY))
