"""Small line charts as SVG: a logarithmic axis to the right, a linear one upwards, a line for each series."""

from __future__ import annotations

import math
from html import escape
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

WIDTH, HEIGHT = 720, 340
LEFT, RIGHT, TOP, BOTTOM = 48, 200, 50, 48
COLOURS = ("#0b62a4", "#b3470b", "#3c7a1e", "#6b3fa0")
TICKS = 5


def chart(title: str, across: str, up: str, lines: Mapping[str, Sequence[tuple[float, float]]]) -> str:
    """One chart. across, up: what the axes show; lines: name → [(x, y)] with x above 0."""
    every = [point for line in lines.values() for point in line]
    xs = sorted({x for x, _ in every})
    step = nice_step(max(y for _, y in every))
    top = step * math.ceil(max(y for _, y in every) / step)

    def place(x: float, y: float) -> tuple[float, float]:
        span = math.log(xs[-1] / xs[0]) or 1.0
        right = LEFT + math.log(x / xs[0]) / span * (WIDTH - LEFT - RIGHT)
        return round(right, 1), round(HEIGHT - BOTTOM - y / top * (HEIGHT - TOP - BOTTOM), 1)

    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" role="img" font-family="sans-serif" font-size="12">',
        f"<title>{escape(title)}</title>",
        f'<rect width="{WIDTH}" height="{HEIGHT}" fill="#fff"/>',
        text(8, 20, title, size=15),
        text((LEFT + WIDTH - RIGHT) / 2, HEIGHT - 10, across, anchor="middle"),
        text(8, TOP - 12, up),
    ]
    for number in range(round(top / step) + 1):
        left, height = place(xs[0], number * step)
        parts.append(f'<path d="M{left} {height}H{WIDTH - RIGHT}" stroke="#ddd"/>')
        parts.append(text(left - 8, height + 4, f"{number * step:g}", anchor="end"))
    parts += [text(place(x, 0)[0], HEIGHT - BOTTOM + 18, short(x), anchor="middle") for x in xs]
    parts += _lines(lines, place)
    return "\n".join([*parts, "</svg>", ""])


def _lines(lines: Mapping[str, Sequence[tuple[float, float]]], place: object) -> list[str]:
    parts = []
    lowest = TOP - 12.0
    ends = sorted(lines, key=lambda name: -lines[name][-1][1])
    for name in ends:
        colour = COLOURS[list(lines).index(name) % len(COLOURS)]
        points = [place(x, y) for x, y in lines[name]]  # type: ignore[operator]
        parts.append(
            f'<polyline points="{" ".join(f"{x},{y}" for x, y in points)}" fill="none" stroke="{colour}" stroke-width="2"/>'
        )
        parts += [f'<circle cx="{x}" cy="{y}" r="3" fill="{colour}"/>' for x, y in points]
        lowest = max(points[-1][1] + 4, lowest + 15)
        parts.append(text(points[-1][0] + 9, lowest, name, fill=colour))
    return parts


def text(x: float, y: float, words: str, *, anchor: str = "start", size: int = 12, fill: str = "#333") -> str:
    """One line of words."""
    return f'<text x="{x}" y="{y}" text-anchor="{anchor}" font-size="{size}" fill="{fill}">{escape(words)}</text>'


def nice_step(most: float) -> float:
    """The distance of the marks of an axis from 0 to `most`: 1, 2 or 5 times a power of ten."""
    rough = most / TICKS
    power = 10.0 ** math.floor(math.log10(rough))
    return next(step * power for step in (1, 2, 5, 10) if step * power >= rough)


def short(number: float) -> str:
    """A number of an axis: 5, 500, 5k, 20M."""
    for unit, size in (("M", 1_000_000), ("k", 1000)):
        if number >= size:
            return f"{number / size:g}{unit}"
    return f"{number:g}"
