"""`make growth`: how the cost of a hook grows with rules, files, parallel hooks, input and agents, as tables, JSON and plots.

`python tests/bench/growth.py [--rounds N] [--only WORD] [--docs]`. Every figure is the best of N runs, all points of a curve
interleaved with the reference; where one process runs alone its processor time counts, which other load on the machine hardly
changes. `dist/growth.json` holds the figures; `--docs`
also draws `docs/growth/*.svg` and writes the tables of `docs/performance.md`.
"""

from __future__ import annotations

import argparse
import json
import os
import resource
import sys
import tempfile
import time
from pathlib import Path
from typing import TYPE_CHECKING

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT), str(ROOT / "release")]

from tests.bench import plots, stage  # noqa: E402 - the path comes first
from tests.bench.rows import GATE, Bench  # noqa: E402 the same
from tests.bench.timing import Process, interleaved, together  # noqa: E402 the same

import interpreters  # noqa: E402 found through the line above

if TYPE_CHECKING:
    from collections.abc import Callable

RULES = (5, 50, 500, 1000, 2000, 5000)
FILES = (100, 1000, 10_000, 100_000)
AT_ONCE = (1, 2, 4, 8, 16, 32)
BYTES = (1000, 10_000, 100_000, 1_000_000, 5_000_000, 20_000_000)
AGENTS = (1, 2, 4, 8, 16)
LISTED = 20
PAGE = ROOT / "docs" / "performance.md"


class Curve:
    """title, across, up: words of the chart; lines: name → [(x, y)]."""

    def __init__(self, title: str, across: str, up: str, lines: dict[str, list[tuple[float, float]]]) -> None:
        self.title = title
        self.across = across
        self.up = up
        self.lines = lines

    def table(self) -> str:
        """The figures as a Markdown table."""
        names = list(self.lines)
        head = [f"| {self.across} | " + " | ".join(names) + " |", "|--:|" + "--:|" * len(names)]
        xs = sorted({x for line in self.lines.values() for x, _ in line})
        values = {name: dict(line) for name, line in self.lines.items()}
        cells = ([f"{values[name][x]:.2f}" if x in values[name] else "" for name in names] for x in xs)
        return "\n".join([*head, *(f"| {x:,.0f} | " + " | ".join(row) + " |" for x, row in zip(xs, cells))])


def by_reference(times: dict[str, float], kinds: dict[str, str], points: tuple[int, ...]) -> dict[str, list[tuple[float, float]]]:
    """Lines of a chart: the processor time of each kind of process at each point, in times of the reference's."""
    return {title: [(x, times[f"{kind}{x}"] / times["reference"]) for x in points] for kind, title in kinds.items()}


def rules(bench: Bench) -> Curve:
    """A tool call, a tool call after a rule was touched, and a prompt, with more and more rules."""
    processes = {}
    for count in RULES:
        place = bench.stage(f"rules{count}").rules(count).begin()
        processes[f"tool{count}"] = place.bash()
        processes[f"prompt{count}"] = place.event("UserPromptSubmit", prompt="go on")
    processes["reference"] = stage.reference(place, bench.python)
    times = interleaved(processes, bench.rounds, Process.processor_seconds, min)
    lines = by_reference(times, {"tool": "PreToolUse(Bash)", "prompt": "UserPromptSubmit"}, RULES)
    return Curve("Rules", "rules", "x processor time of the reference", lines)


def files(bench: Bench) -> Curve:
    """A quiet stop and a tool call in a larger and larger repository, beside git's own look at it."""
    processes = {}
    for count in FILES:
        place = bench.stage(f"files{count}").gate(GATE, app_py="x = 1\n")
        for number in range(count):
            folder = place.project / f"d{number // 1000}"
            folder.mkdir(exist_ok=True)
            (folder / f"f{number}.txt").write_text(f"{number}\n")
        place.git("add", ".")
        place.git("-c", "user.name=Bench", "-c", "user.email=bench@example.invalid", "commit", "-qm", "many")
        place.begin()
        words = ["/usr/bin/env", "git", "status", "--porcelain=v2", "-z", "-uall"]
        processes[f"stop{count}"] = place.quiet_stop()
        processes[f"tool{count}"] = place.bash()
        processes[f"git{count}"] = Process(words, {**place.environ, "GIT_OPTIONAL_LOCKS": "0"}, str(place.project))
    processes["reference"] = stage.reference(place, bench.python)
    times = interleaved(processes, bench.rounds, Process.processor_seconds, min)
    lines = by_reference(times, {"stop": "a quiet Stop", "git": "git status alone", "tool": "PreToolUse(Bash)"}, FILES)
    return Curve("Files in the repository", "files", "x processor time of the reference", lines)


def parallel(bench: Bench) -> Curve:
    """Hooks started at once, beside bare interpreters started at once: until the last has ended, in times of one alone."""
    place = bench.stage("parallel").rules(20).begin()
    lines: dict[str, list[tuple[float, float]]] = {}
    for name, process in (("PreToolUse(Bash)", place.bash()), ("bare interpreters", stage.reference(place, bench.python))):
        process.seconds()
        best = {count: min(together(process, count)[-1] for _ in range(max(3, bench.rounds // 3))) for count in AT_ONCE}
        lines[name] = [(count, best[count] / best[1]) for count in AT_ONCE]
    return Curve("Hooks at once, two cores", "hooks at once", "x one alone", lines)


def large(bench: Bench) -> Curve:
    """A longer and longer command under 20 rules, and the same input only parsed as JSON."""
    place = bench.stage("large").rules(20).begin()
    processes = {"reference": stage.reference(place, bench.python)}
    for size in BYTES:
        call = place.bash("echo all is well; " * (size // 18) + "forbidden-5 --force")
        assert place.answer(call) is not None, "a command at the end of the input was let through"
        processes[f"tool{size}"] = call
        parse = ["/usr/bin/env", bench.python, "-I", "-S", "-c", "import json, sys; json.load(sys.stdin.buffer)"]
        processes[f"json{size}"] = Process(parse, place.environ, "/", call.stdin)
    times = interleaved(processes, bench.rounds, Process.processor_seconds, min)
    lines = by_reference(times, {"tool": "PreToolUse(Bash)", "json": "reading the JSON alone"}, BYTES)
    return Curve("Size of the input", "bytes", "x processor time of the reference", lines)


def children_seconds() -> float:
    """Processor seconds of all processes that have ended below this one."""
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


def agents(bench: Bench) -> Curve:
    """Agents whose edits ask for the same command of two seconds at once: seconds of the last beyond it, and of work in each."""
    command = "echo run >> $HOME/runs && sleep 2"
    gate = f"rules:\n  - match: '**/*.py'\n    run:\n      - {{name: slow, cmd: '{command}'}}\n"
    last_answer, work = [], []
    for count in AGENTS:
        late, spent = [], []
        for repeat in range(max(2, bench.rounds // 5)):
            place = bench.stage(f"agents{count}-{repeat}").gate(gate, app_py="x = 1\n").begin()
            calls = [place.written("app.py", "x = 2\n", agent_id=f"a{n:016}", agent_type="general-purpose") for n in range(count)]
            before = children_seconds()
            waiting = {call.spawn() for call in calls}
            last = time.perf_counter()
            while waiting:
                waiting.discard(os.wait()[0])
            # On a machine so busy that an agent comes after the command has ended, it rightly runs again.
            if (place.home / "runs").read_text() == "run\n":
                late.append(time.perf_counter() - last - 2.0)
                spent.append((children_seconds() - before) / count)
        if late:
            last_answer.append((float(count), min(late)))
            work.append((float(count), min(spent)))
    lines = {"last answer after the command": last_answer, "processor time of one": work}
    return Curve("Agents that ask for one command", "agents", "seconds", lines)


CURVES: dict[str, Callable[[Bench], Curve]] = {
    "rules": rules,
    "files": files,
    "parallel": parallel,
    "input": large,
    "agents": agents,
}


def write_docs(found: dict[str, Curve]) -> None:
    """Draw the charts and put the tables between their marks in the page."""
    page = PAGE.read_text()
    for name, curve in found.items():
        picture = PAGE.parent / "growth" / f"{name}.svg"
        picture.parent.mkdir(exist_ok=True)
        picture.write_text(plots.chart(curve.title, curve.across, curve.up, curve.lines))
        begin, end = f"<!-- growth {name} -->\n", f"<!-- end {name} -->"
        before, _, rest = page.partition(begin)
        page = before + begin + "\n" + curve.table() + "\n\n" + end + rest.partition(end)[2]
    PAGE.write_text(page)


def main() -> int:
    """Measure, print, write."""
    parser = argparse.ArgumentParser(prog="growth.py", description="Measure how costs grow.")
    parser.add_argument("--rounds", type=int, default=15, help="runs of each process (default: 15)")
    parser.add_argument("--only", default="", help="only curves whose name holds this")
    parser.add_argument("--plugin", type=Path, default=stage.PLUGIN, help="the assembled plugin to measure")
    parser.add_argument("--docs", action="store_true", help="also draw docs/growth and write the tables of docs/performance.md")
    options = parser.parse_args()
    python = interpreters.find(interpreters.released()[-1])
    if python is None or not options.plugin.is_dir():
        print("growth: the newest released Python and dist/plugin are needed (make plugin)", file=sys.stderr)
        return 1
    stage.Stage.plugin = options.plugin.resolve()
    here, found = os.getcwd(), {}
    with tempfile.TemporaryDirectory() as folder:
        for name, measure in CURVES.items():
            if options.only in name:
                found[name] = measure(Bench(Path(folder).resolve() / name, os.path.realpath(python), options.rounds))
                print(f"{found[name].title}\n{found[name].table()}\n", flush=True)
        os.chdir(here)
    load = os.getloadavg()[0]
    result = {"load": round(load, 1), "curves": {name: curve.lines for name, curve in found.items()}}
    (ROOT / "dist" / "growth.json").write_text(json.dumps(result, indent=1) + "\n")
    if options.docs:
        write_docs(found)
    return 0


if __name__ == "__main__":
    sys.exit(main())
