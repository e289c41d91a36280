"""`make bench`: the budgets as ratios; a table for people, `dist/bench.json` for comparison over time.

`python tests/bench/run.py [--rounds N] [--python VERSION] [--only WORD]`; it fails only when a row is over its bar by more
than the margin, which covers what a busy machine does to medians.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT), str(ROOT / "release")]

from tests.bench import rows  # noqa: E402 the same

import interpreters  # noqa: E402 found through the line above

MARGIN = 0.1


def main(argv: list[str] | None = None) -> int:
    """Measure, print, write; 1 when a bar is missed by more than the margin."""
    options = _options(argv)
    python = interpreters.find(options.python)
    if python is None:
        print(f"bench: there is no Python {options.python} on this machine", file=sys.stderr)
        return 1
    if not (ROOT / "dist" / "plugin").is_dir():
        print("bench: there is no dist/plugin: run `make plugin` first", file=sys.stderr)
        return 1
    here = os.getcwd()
    with tempfile.TemporaryDirectory() as folder:
        found = rows.measure(Path(folder).resolve(), os.path.realpath(python), options.rounds, options.only)
        os.chdir(here)
    if not found:
        print(f"bench: no row's name holds {options.only!r}", file=sys.stderr)
        return 1
    _write(found, options.python)
    missed = [row for row in found if row.value > row.must * (1 + MARGIN)]
    for row in missed:
        print(f"bench: {row.name}: {row.value:.2f} is more than {MARGIN:.0%} over {row.must}", file=sys.stderr)
    return 1 if missed else 0


def _options(argv: list[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="run.py", description="Measure the budgets.")
    parser.add_argument("--rounds", type=int, default=40, help="runs of each process (default: 40)")
    parser.add_argument(
        "--python", default=interpreters.released()[-1], help="the Python to measure with (default: the newest released)"
    )
    parser.add_argument("--only", default="", help="measure only rows whose name holds this")
    return parser.parse_args(argv)


def _write(found: list[rows.Row], version: str) -> None:
    width = max(len(row.name) for row in found)
    print(f"Python {version}\n{'':<{width}}  value   must    aim")
    for row in found:
        mark = "" if row.value <= row.aim else "  over the aim" if row.value <= row.must else "  OVER THE BAR"
        print(f"{row.name:<{width}}  {row.value:5.2f}  {row.must:5.2f}  {row.aim:5.2f}  {row.unit}{mark}")
    result = {row.name: {"value": round(row.value, 3), "must": row.must, "aim": row.aim, "unit": row.unit} for row in found}
    (ROOT / "dist" / "bench.json").write_text(json.dumps({"python": version, "rows": result}, indent=1) + "\n")


if __name__ == "__main__":
    sys.exit(main())
