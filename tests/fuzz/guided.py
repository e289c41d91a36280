"""`make fuzz-guided`: atheris mutates towards code not reached yet; what breaks a promise is kept in `found/` like in `make fuzz`.

`python guided.py [--seconds N] [--target NAME]` runs every target in a process of its own (libFuzzer ends its process); inputs
that reached something new stay in `.build/corpus/` for the next run.
"""

from __future__ import annotations

import argparse
import os
import signal
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
sys.path[:0] = [ROOT, os.path.join(ROOT, "core"), os.path.join(ROOT, "installer")]

from tests.fuzz import run, seeds, targets  # noqa: E402 - the path comes first

OURS = ["feedback_gate", "feedback_gate_installer"]
MOST_KEPT = 5


def corpus_of(name: str) -> str:
    """The folder with the target's seeds and all inputs that once reached something new."""
    folder = os.path.join(ROOT, ".build", "corpus", name)
    os.makedirs(folder, exist_ok=True)
    for number, data in enumerate(seeds.of(name)):
        with open(os.path.join(folder, f"seed-{number}"), "wb") as file:
            file.write(data)
    return folder


def fuzz(name: str, seconds: int) -> None:
    """Fuzz one target; this process ends in here, with 0 when no promise was broken, else with 1."""
    import atheris

    kept = 0

    def one(data: bytes) -> None:
        nonlocal kept
        signal.setitimer(signal.ITIMER_REAL, run.SECONDS_EACH)
        try:
            targets.TARGETS[name](data)
        except Exception as problem:  # noqa: BLE001 - this is what we look for
            run.keep(name, data, problem)
            kept += 1
            if kept >= MOST_KEPT:
                os._exit(1)
        finally:
            signal.setitimer(signal.ITIMER_REAL, 0)

    with atheris.instrument_imports(include=OURS):
        signal.signal(signal.SIGALRM, run.too_long)
        targets.prepare()
        options = [
            f"-max_total_time={seconds}",
            "-timeout=0",
            "-max_len=20000",
            "-rss_limit_mb=0",
            "-verbosity=0",
            "-print_final_stats=1",
        ]
        # The clock of libFuzzer ends the process; what was kept says how.
        atheris.Setup([sys.argv[0], *options, corpus_of(name)], one, enable_python_coverage=True)
        atheris.Fuzz()


def main() -> int:
    """Run; 1 when a promise was broken."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=int, default=60, help="for each target (default: 60)")
    parser.add_argument("--target", choices=targets.TARGETS)
    parser.add_argument("--inside", action="store_true", help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.inside:
        fuzz(options.target, options.seconds)
        return 0
    broken = 0
    for name in [options.target] if options.target else list(targets.TARGETS):
        before = _kept(name)
        words = [sys.executable, __file__, "--inside", "--target", name, "--seconds", str(options.seconds)]
        done = subprocess.run(words, stderr=subprocess.PIPE, text=True, errors="replace", check=False)
        figures = dict(line[6:].split(": ", 1) for line in done.stderr.splitlines() if line.startswith("stat::"))
        found = len(_kept(name) - before)
        broken += found or done.returncode != 0
        print(f"{name:<16} {figures.get('number_of_executed_units', '?').strip():>9} inputs  {found} broken", flush=True)
        if done.returncode and not found:
            print(done.stderr[-2000:], file=sys.stderr)
    return 1 if broken else 0


def _kept(name: str) -> set[str]:
    folder = run.FOUND / name
    return set(os.listdir(folder)) if folder.is_dir() else set()


if __name__ == "__main__":
    sys.exit(main())
