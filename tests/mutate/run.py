"""`make mutate`: does a test fail for every small wrong change to the code that decides?

`python tests/mutate/run.py [--only WORD] [--line A-B] [--jobs N] [--list]`. Each mutant is written into a copy of the tree, and
the tests of its module run there in a forked process; the checkout is never touched. A mutant that no test notices must stand in
`explained.toml` with the reason why it changes nothing that anybody could see; else it is printed at once, and the run fails.

Our own small mutator, because the tests start the product in processes with environments of their own: a mutant has to be a
file, not a switch in the environment; and a run in the shared checkout would show it to everybody.
"""

from __future__ import annotations

import argparse
import contextlib
import importlib
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
    from collections.abc import Callable, Container

    from mutations import Mutant

COPIED = ("core", "installer", "release", "shim", "tests", "hooks", "docs", "pyproject.toml", ".claude-plugin", "commands")
# Nobody reads why an assertion failed, and rewriting those of a test file takes longer than its tests.
OPTIONS = ("-x", "--tb=no", "--assert=plain", "-p", "no:cacheprovider", "-p", "no:xdist", "--hypothesis-seed=0")
IGNORED = shutil.ignore_patterns("node_modules", "found")
# Imported once, for all the processes that are forked: pytest and what it loads with itself.
IMPORTED = ("pytest", "hypothesis", "respx")
ENDING = (signal.SIGTERM, signal.SIGINT)
PROGRESS = 20  # mutants
MEMORY = "/dev/shm"  # a folder of our own in it; on a busy disk the same tests take five times as long


# Process groups of tests at work, to be ended when we are.
running: set[int] = set()


def end_all(folder: str) -> Callable[[int, object], None]:
    """A signal handler that ends everything that was started, removes the folder of the copies, and ends this process."""

    def handler(number: int, _: object) -> None:
        for group in list(running):
            with contextlib.suppress(ProcessLookupError):  # it has just ended
                os.killpg(group, signal.SIGKILL)
        shutil.rmtree(folder, ignore_errors=True)
        os._exit(128 + number)

    return handler


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
            for number in ENDING:
                signal.signal(number, signal.SIG_DFL)
            os.chdir(self.folder)
            quiet = os.open(os.devnull, os.O_RDWR)
            for descriptor in range(3):
                os.dup2(quiet, descriptor)
            sys.dont_write_bytecode = True
            import pytest

            status = int(pytest.main([*OPTIONS, "--basetemp", str(self.folder / ".tmp"), *tests]))
        finally:
            os._exit(status)

    def survives(self, module: str, mutant: Mutant, seconds: float) -> bool:
        """Whether nobody notices the mutant."""
        path = self.folder / module
        whole = path.read_text()
        path.write_text(mutant.source)
        try:
            return self.passes(targets.MODULES[module], seconds)
        finally:
            path.write_text(whole)


class Trial:
    """The mutants of one module; those that survive and are not explained are printed at once. new: their number."""

    def __init__(self, module: str, known: Container[str], lines: str) -> None:
        self.module = module
        self.known = known
        self.mutants = mutations.within(mutations.of((ROOT / module).read_text()), lines)
        self.tried = self.survived = self.new = 0

    def run(self, copies: list[Copy]) -> None:
        """Try them all, one in each copy at a time."""
        began = time.monotonic()
        tests = targets.MODULES[self.module]
        if not copies[0].passes(tests, 600):
            raise SystemExit(f"mutate: the tests of {self.module} fail without any change: {' '.join(tests)}")
        limit = 10 + 5 * (time.monotonic() - began)
        free = list(copies)

        def judge(mutant: Mutant) -> None:
            copy = free.pop()
            alive = copy.survives(self.module, mutant, limit)
            free.append(copy)
            self._count(mutant, alive=alive)

        with ThreadPoolExecutor(len(copies)) as pool:
            list(pool.map(judge, self.mutants))
        seconds = time.monotonic() - began
        print(
            f"{self.module:<52} {self.tried:>4} mutants, {self.survived:>3} survive, {self.new:>3} unexplained  {seconds:4.0f} s"
        )
        sys.stdout.flush()

    def _count(self, mutant: Mutant, *, alive: bool) -> None:
        self.tried += 1
        self.survived += alive
        if alive and mutant.name not in self.known:
            self.new += 1
            print(f"  {self.module}:{mutant.line}: {mutant.name}", flush=True)
        if self.tried % PROGRESS == 0:
            print(f"  {self.tried} of {len(self.mutants)}", file=sys.stderr, flush=True)


def main() -> int:
    """Run; 1 when a mutant survived that nobody explained."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--only", default="", help="modules whose path holds this")
    parser.add_argument("--line", default="", metavar="A-B", help="mutants of these lines, or of this one")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--list", action="store_true", help="show the mutants and try none")
    options = parser.parse_args()
    explained = targets.explained()
    modules = [module for module in targets.MODULES if options.only in module]
    trials = [Trial(module, explained.get(module, {}), options.line) for module in modules]
    if options.list:
        for trial in trials:
            for mutant in trial.mutants:
                print(f"{trial.module}:{mutant.line}: {mutant.name}")
        return 0
    for name in IMPORTED:
        importlib.import_module(name)
    with tempfile.TemporaryDirectory(prefix="mutate-", dir=MEMORY if os.path.isdir(MEMORY) else None) as folder:
        for number in ENDING:
            signal.signal(number, end_all(folder))
        copies = [Copy(Path(folder) / str(number)) for number in range(options.jobs)]
        for trial in trials:
            trial.run(copies)
    total, survived, new = (sum(getattr(trial, name) for trial in trials) for name in ("tried", "survived", "new"))
    print(f"{total - survived} of {total} killed, {survived - new} explained, {new} unexplained", flush=True)
    return 1 if new else 0


if __name__ == "__main__":
    sys.exit(main())
