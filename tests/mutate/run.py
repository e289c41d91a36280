"""`make mutate`: does a test fail for every small wrong change to the code that decides?

`python tests/mutate/run.py [--only WORD] [--jobs N] [--list]`. Each mutant is written into a copy of the tree, and the tests of its
module run there in a forked process; the checkout is never touched. A mutant that no test notices must stand in
`explained.toml` with the reason why it changes nothing that anybody could see; else the run fails.

Our own small mutator, because the tests start the product in processes with environments of their own: a mutant has to be a
file, not a switch in the environment; and a run in the shared checkout would show it to everybody.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import signal
import sys
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import TYPE_CHECKING

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
sys.path[:0] = [str(HERE)]

import mutations  # noqa: E402 - the path comes first
import targets  # noqa: E402 the same

if TYPE_CHECKING:
    from mutations import Mutant

COPIED = ("core", "installer", "release", "shim", "tests", "hooks", "docs", "pyproject.toml", ".claude-plugin", "commands")
# hypothesis is imported before pytest starts, which pytest would warn of.
OPTIONS = (
    "-x",
    "--tb=no",
    "-p",
    "no:cacheprovider",
    "-p",
    "no:xdist",
    "-W",
    "ignore:Module already imported",
    "--hypothesis-seed=0",
)
IGNORED = shutil.ignore_patterns("__pycache__", "node_modules", "found")


# Process groups of tests at work, to be ended when we are.
running: set[int] = set()


def end_all(*_: object) -> None:
    """End everything that was started, and this process: the handler of SIGTERM."""
    for group in list(running):
        os.killpg(group, signal.SIGKILL)
    os._exit(143)


class Copy:
    """A copy of the tree in which one mutant at a time is tried."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        for name in COPIED:
            source = ROOT / name
            if source.is_dir():
                shutil.copytree(source, folder / name, ignore=IGNORED, symlinks=True)
            elif source.exists():
                shutil.copy2(source, folder / name)

    def passes(self, tests: tuple[str, ...], seconds: float) -> bool:
        """Whether the tests pass here, within that time."""
        pid = os.fork()
        if not pid:
            self._test(tests)
        running.add(pid)
        try:
            return self._ends_well(pid, seconds)
        finally:
            running.discard(pid)

    def _ends_well(self, pid: int, seconds: float) -> bool:
        ends = time.monotonic() + seconds
        while time.monotonic() < ends:
            done, status = os.waitpid(pid, os.WNOHANG)
            if done:
                return status == 0
            time.sleep(0.01)
        os.killpg(pid, signal.SIGKILL)
        os.waitpid(pid, 0)
        return False

    def _test(self, tests: tuple[str, ...]) -> None:
        """In the forked process: run pytest and end."""
        status = 1
        try:
            os.setsid()
            signal.signal(signal.SIGTERM, signal.SIG_DFL)
            os.chdir(self.folder)
            quiet = os.open(os.devnull, os.O_RDWR)
            for descriptor in range(3):
                os.dup2(quiet, descriptor)
            sys.dont_write_bytecode = True
            import pytest

            status = int(pytest.main([*OPTIONS, "--basetemp", str(self.folder / ".tmp"), *tests]))
        finally:
            os._exit(status)

    def survives(self, module: str, mutant: Mutant, tests: tuple[str, ...], seconds: float) -> bool:
        """Whether nobody notices the mutant."""
        path = self.folder / module
        whole = path.read_text()
        path.write_text(mutant.source)
        try:
            return self.passes(tests, seconds)
        finally:
            path.write_text(whole)


def try_module(module: str, copies: list[Copy]) -> tuple[int, list[Mutant], float]:
    """(mutants, those that survived, seconds)."""
    tests = targets.MODULES[module]
    began = time.monotonic()
    if not copies[0].passes(tests, 600):
        raise SystemExit(f"mutate: the tests of {module} fail without any change: {' '.join(tests)}")
    limit = 10 + 5 * (time.monotonic() - began)
    mutants = mutations.of((ROOT / module).read_text())
    free = list(copies)

    def judge(mutant: Mutant) -> bool:
        copy = free.pop()
        try:
            return copy.survives(module, mutant, tests, limit)
        finally:
            free.append(copy)

    with ThreadPoolExecutor(len(copies)) as pool:
        survived = list(pool.map(judge, mutants))
    return len(mutants), [mutant for mutant, alive in zip(mutants, survived) if alive], time.monotonic() - began


def main() -> int:
    """Run; 1 when a mutant survived that nobody explained."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--only", default="", help="modules whose path holds this")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--list", action="store_true", help="show the mutants and try none")
    options = parser.parse_args()
    explained = targets.explained()
    modules = [module for module in targets.MODULES if options.only in module]
    if options.list:
        for module in modules:
            for mutant in mutations.of((ROOT / module).read_text()):
                print(f"{module}:{mutant.line}: {mutant.name}")
        return 0
    import hypothesis  # noqa: F401 - imported once, for all the processes that are forked
    import pytest  # noqa: F401 the same

    signal.signal(signal.SIGTERM, end_all)
    figures, unexplained = {}, 0
    with tempfile.TemporaryDirectory(prefix="mutate-") as folder:
        copies = [Copy(Path(folder) / str(number)) for number in range(options.jobs)]
        for module in modules:
            count, survivors, seconds = try_module(module, copies)
            known = explained.get(module, {})
            new = [mutant for mutant in survivors if mutant.name not in known]
            unexplained += len(new)
            figures[module] = {"mutants": count, "killed": count - len(survivors), "explained": len(survivors) - len(new)}
            print(f"{module:<52} {count:>4} mutants, {len(survivors):>3} survive, {len(new):>3} unexplained  {seconds:5.0f} s")
            for mutant in new:
                print(f"  {module}:{mutant.line}: {mutant.name}", flush=True)
    total, killed = (sum(one[key] for one in figures.values()) for key in ("mutants", "killed"))
    print(f"{killed} of {total} killed, {unexplained} unexplained", flush=True)
    (ROOT / "dist").mkdir(exist_ok=True)
    (ROOT / "dist" / "mutate.json").write_text(json.dumps(figures, indent=1) + "\n")
    return 1 if unexplained else 0


if __name__ == "__main__":
    sys.exit(main())
