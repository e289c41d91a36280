"""The budgets, one row each, and how each is measured."""

from __future__ import annotations

import os
import time
from typing import TYPE_CHECKING

from tests.bench.stage import PLUGIN, Stage, bash_path, reference
from tests.bench.timing import Process, interleaved, together

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

GATE = "rules:\n  - match: '**/*.py'\n    run:\n      - {name: passes, cmd: 'true'}\n"


class Row:
    """One budget: what was measured, what it must not pass, what we aim at."""

    def __init__(self, name: str, value: float, must: float, aim: float, unit: str = "x") -> None:
        self.name = name
        self.value = value
        self.must = must
        self.aim = aim
        self.unit = unit


class Bench:
    """Where and with what is measured."""

    def __init__(self, folder: Path, python: str, rounds: int) -> None:
        self.folder = folder
        self.python = python
        self.rounds = rounds

    def stage(self, name: str) -> Stage:
        """A fresh home and project."""
        return Stage(self.folder / name, self.python)


def tool_calls(bench: Bench) -> list[Row]:
    """PreToolUse(Bash) with more and more rules."""
    bars = {20: (1.4, 1.25), 500: (1.5, 1.3), 5000: (1.7, 1.3)}
    stages = {count: bench.stage(f"rules{count}").rules(count).begin() for count in bars}
    hit = stages[500].bash("forbidden-5 --force")
    assert stages[500].answer(hit) is not None, "a command that a rule forbids was let through"
    calls = {str(count): stage.bash() for count, stage in stages.items()}
    times = interleaved({"reference": reference(stages[20], bench.python), **calls}, bench.rounds)
    return [
        Row(f"PreToolUse(Bash), {count} rules / reference", times[str(count)] / times["reference"], *bar)
        for count, bar in bars.items()
    ]


def broken_rules(bench: Bench) -> list[Row]:
    """PreToolUse(Bash) with 1,000 rule files of which 50 are broken."""
    stage = bench.stage("broken").rules(950).broken_rules(50).begin()
    assert stage.answer(stage.bash("forbidden-5 --force")) is not None, "a command that a rule forbids was let through"
    times = interleaved({"reference": reference(stage, bench.python), "broken": stage.bash()}, bench.rounds)
    return [Row("PreToolUse(Bash), 950 rules and 50 broken / reference", times["broken"] / times["reference"], 1.5, 1.3)]


def nothing_configured(bench: Bench) -> list[Row]:
    """An event in a project without anything of ours."""
    stage = bench.stage("nothing").begin()
    bare = Process([bash_path(), "-c", ":"], stage.environ)
    times = interleaved({"bash": bare, "quiet": stage.bash()}, bench.rounds * 3)
    return [Row("nothing configured / bash -c :", times["quiet"] / times["bash"], 1.7, 1.2)]


def quiet_stop(bench: Bench) -> list[Row]:
    """A stop with nothing to say: no claim, a gate, nothing pending."""
    stage = bench.stage("stop").rules(20).gate(GATE, app_py="x = 1\n").begin()
    stop = stage.quiet_stop()
    assert stage.answer(stop) is None, stage.answer(stop)
    times = interleaved({"reference": reference(stage, bench.python), "stop": stop}, bench.rounds)
    return [Row("a quiet Stop / reference", times["stop"] / times["reference"], 1.8, 1.5)]


# What 32 bare interpreters at once take, in times of one, on two cores with nothing else to do.
BARE_AT_ONCE = 16.5


def many_at_once(bench: Bench) -> list[Row]:
    """32 tool calls at once, against one alone.

    This row feels every other load on the machine twice. So bare interpreters are started in the same way in between, and the
    bar is raised by what they take longer than on a quiet machine.
    """
    stage = bench.stage("many").rules(20).begin()
    call, bare = stage.bash(), reference(stage, bench.python)
    ours, theirs = [], []
    for _ in range(max(5, bench.rounds // 5)):
        for process, ratios in ((call, ours), (bare, theirs)):
            alone = sorted(process.seconds() for _ in range(7))[3]
            ratios.append(together(process, 32)[30] / alone)
    busy = max(1.0, sorted(theirs)[len(theirs) // 2] / BARE_AT_ONCE)
    return [Row("32 hooks at once, p95 / one", sorted(ours)[len(ours) // 2], 22 * busy, 18 * busy)]


def large_input(bench: Bench) -> list[Row]:
    """5 MB of tool input under 20 ordinary rules."""
    stage = bench.stage("large").rules(20).begin()
    filler = "echo all is well; " * 290_000
    call = stage.bash(filler + "forbidden-5 --force")
    assert stage.answer(call) is not None, "a command at the end of 5 MB was let through"
    times = interleaved({"large": call}, max(3, bench.rounds // 10))
    return [Row("5 MB of tool input, 20 rules", times["large"], 1.0, 0.3, "s")]


def gate_overhead(bench: Bench) -> list[Row]:
    """A gate phase after an edit whose command is `true`, against starting `true`."""
    stage = bench.stage("gate").gate(GATE, app_py="x = 1\n").begin()
    call = stage.written("app.py", "x = 2\n")
    assert stage.answer(call) is not None, "the gate did not run"
    times = interleaved({"reference": reference(stage, bench.python), "gate": call}, bench.rounds)
    return [Row("gate overhead beyond its command", (times["gate"] - times["reference"]) * 1000, 60, 30, "ms")]


def agents_at_once(bench: Bench) -> list[Row]:
    """16 agents of a session whose edits ask for the same command at once: it runs once, and all have its result soon after."""
    command = "echo run >> $HOME/runs && sleep 1"
    gate = f"rules:\n  - match: '**/*.py'\n    run:\n      - {{name: slow, cmd: '{command}'}}\n"
    stage = bench.stage("agents").gate(gate, app_py="x = 1\n").begin()
    stage.written("app.py", "x = 2\n").seconds()  # not the first edit of this version: what its check compiles is kept
    (stage.home / "runs").unlink()
    agents = [{"agent_id": f"a{number:016}", "agent_type": "general-purpose"} for number in range(16)]
    calls = [stage.written("app.py", "x = 3\n", **agent) for agent in agents]
    begun = time.perf_counter()
    waiting = {call.spawn() for call in calls}
    last_start = time.perf_counter()
    while waiting:
        waiting.discard(os.wait()[0])
    late = time.perf_counter() - last_start - 1.0
    runs = len((stage.home / "runs").read_text().split())
    assert last_start - begun < 1, "the machine is too slow to start 16 agents within the second that the command takes"
    return [
        Row("16 agents, one command: runs", runs, 1, 1, ""),
        Row("16 agents, one command: last answer after it", late, 1.0, 0.5, "s"),
    ]


def many_files(bench: Bench) -> list[Row]:
    """A stop in a repository of 100,000 files, beyond a quiet one in a small one, against one `git status`."""
    small = bench.stage("few").gate(GATE, app_py="x = 1\n").begin()
    stage = bench.stage("files").gate(GATE, app_py="x = 1\n")
    for folder in range(100):
        (stage.project / f"d{folder}").mkdir()
        for number in range(1000):
            (stage.project / f"d{folder}" / f"f{number}.txt").write_text(f"{folder} {number}\n")
    stage.git("add", ".")
    stage.git("-c", "user.name=Bench", "-c", "user.email=bench@example.invalid", "commit", "-qm", "many")
    stage.begin()
    words = ["git", "status", "--porcelain=v2", "-z", "-uall"]
    git = Process(["/usr/bin/env", *words], {**stage.environ, "GIT_OPTIONAL_LOCKS": "0"}, str(stage.project))
    times = interleaved({"git": git, "stop": stage.quiet_stop(), "few": small.quiet_stop()}, max(5, bench.rounds // 4))
    return [Row("what changed, 100,000 files / git status", (times["stop"] - times["few"]) / times["git"], 1.3, 1.15)]


def size(_: Bench) -> list[Row]:
    """The executable."""
    return [Row("dist/feedback-gate.pyz", os.path.getsize(PLUGIN / "shim" / "feedback-gate.pyz") / 1e6, 1.0, 0.6, "MB")]


ROWS: dict[str, Callable[[Bench], list[Row]]] = {
    "tool calls": tool_calls,
    "broken rules": broken_rules,
    "nothing": nothing_configured,
    "stop": quiet_stop,
    "many": many_at_once,
    "large": large_input,
    "gate": gate_overhead,
    "agents": agents_at_once,
    "files": many_files,
    "size": size,
}


def measure(folder: Path, python: str, rounds: int, only: str) -> list[Row]:
    """Every row whose key holds the word `only`."""
    bench = Bench(folder, python, rounds)
    return [row for key, function in ROWS.items() if only in key for row in function(bench)]
