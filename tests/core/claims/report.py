"""Print precision and recall of the claim detector, per language and kind.

usage: python tests/core/claims/report.py [dev|held|later|unseen] [--wrong]
"""

from __future__ import annotations

import os
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__)))))
sys.path[:0] = [ROOT, os.path.join(ROOT, "core")]

from tests.core.claims.figures import LANGUAGES, NEVER, figures, lines, wrong  # noqa: E402 - the path comes first


def main(arguments: list[str]) -> int:
    show = "--wrong" in arguments
    for part in [word for word in arguments if not word.startswith("-")] or ["dev", "held", "later", "unseen"]:
        rows = lines(part) if part in ("later", "unseen") else lines("labelled", part)
        print(f"{part}: {len(rows)} lines")
        print(f"  {'':14}{'claims':>7}{'others':>8}{'precision':>11}{'recall':>8}{'F1':>7}")
        for language in LANGUAGES:
            for kind in ("everyday", "difficult"):
                _row(f"{language} {kind}", [row for row in rows if row["language"] == language and row["kind"] == kind])
        _row("all", rows)
        alarms = [row for row in rows if row["topic"] in NEVER and not row["label"] and wrong(row)]
        print(f"  false alarms on hedges, questions, negations and failure reports: {len(alarms)}")
        for row in [row for row in rows if wrong(row)] if show else ():
            print(f"  {'missed' if row['label'] else 'false alarm'} {row['id']} ({row['topic']}): {row['text']!r}")
        print()
    _agreement()
    return 0


def _row(title: str, rows: list[dict[str, object]]) -> None:
    if not rows:
        return
    found = figures(rows)
    claims, others = found.hit + found.missed, found.false_alarm + found.quiet
    print(f"  {title:14}{claims:>7}{others:>8}{found.precision:>11.3f}{found.recall:>8.3f}{found.f1:>7.3f}")


def _agreement() -> None:
    twice = [row for row in lines("labelled") if "second_label" in row]
    same = sum(row["label"] == row["second_label"] for row in twice)
    print(f"labelled twice: {len(twice)} lines, the same label on {same} ({same / len(twice):.1%})")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
