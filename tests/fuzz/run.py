"""`make fuzz`: N inputs over all targets from mutated seeds; what breaks a promise, or takes five seconds, is kept in `found/`.

`python tests/fuzz/run.py [--inputs N] [--target NAME] [--seed N]`. The mutations are structural: cut, repeat, splice, flip,
insert a token. `guided.py` lets coverage guide them.
"""

from __future__ import annotations

import argparse
import faulthandler
import hashlib
import random
import signal
import sys
import time
import traceback
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
sys.path[:0] = [str(ROOT), str(ROOT / "core"), str(ROOT / "installer")]

from tests.fuzz import seeds, targets  # noqa: E402 - the path comes first

SECONDS_EACH = 5
FOUND = HERE / "found"


class TookTooLong(Exception):
    """One input took longer than any may."""


def mutate(data: bytes, pool: list[bytes], rng: random.Random) -> bytes:
    """One to four structural changes."""
    made = bytearray(data)
    for _ in range(rng.randint(1, 4)):
        at, to = sorted((rng.randint(0, len(made)), rng.randint(0, len(made))))
        kind = rng.randrange(7)
        if kind == 0:
            del made[at:to]
        elif kind == 1:
            made[at:at] = rng.choice(seeds.TOKENS)
        elif kind == 2:
            other = rng.choice(pool)
            cut = rng.randint(0, len(other))
            made[at:to] = other[cut : cut + rng.randint(0, 60)]
        elif kind == 3 and made:
            made[rng.randrange(len(made))] = rng.randrange(256)
        elif kind == 4:
            made[at:at] = made[at:to][:200] * rng.randint(1, 8)
        elif kind == 5:
            made[at:at] = rng.choice(seeds.TOKENS) * rng.randint(1, 40)
        elif kind == 6 and made:
            made[at:to] = bytes(reversed(made[at:to]))
    return bytes(made[:20_000])


def keep(name: str, data: bytes, problem: BaseException) -> Path:
    """Keep an input that broke a promise, with what it did."""
    path = FOUND / name / hashlib.sha256(data).hexdigest()[:16]
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(data)
    print(f"\n{name}: {type(problem).__name__}: {problem}\n  kept as {path.relative_to(ROOT)}")
    traceback.print_exception(problem, limit=-4)
    return path


def fuzz(name: str, inputs: int, rng: random.Random) -> tuple[int, float, float]:
    """(broken promises, seconds, the slowest input's seconds) of one target."""
    target = targets.TARGETS[name]
    pool = seeds.of(name)
    broken, slowest, began = 0, 0.0, time.monotonic()
    for number in range(inputs):
        data = pool[number] if number < len(pool) else mutate(rng.choice(pool), pool, rng)
        started = time.process_time()
        signal.alarm(SECONDS_EACH)
        try:
            target(data)
        except Exception as problem:  # noqa: BLE001 - this is what we look for
            broken += 1
            keep(name, data, problem)
            if broken >= 5:
                break
        finally:
            signal.alarm(0)
        slowest = max(slowest, time.process_time() - started)
        if rng.random() < 0.002 and len(pool) < 2000:
            pool.append(data)
    return broken, time.monotonic() - began, slowest


def too_long(*_: object) -> None:
    """End an input that takes too long: the handler of the alarm."""
    raise TookTooLong(f"more than {SECONDS_EACH} s")


def main() -> int:
    """Run; 1 when a promise was broken."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--inputs", type=int, default=1_300_000)
    parser.add_argument("--target", choices=targets.TARGETS)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    faulthandler.enable()
    signal.signal(signal.SIGALRM, too_long)
    targets.prepare()
    names = [options.target] if options.target else list(targets.TARGETS)
    total = 0
    for name in names:
        inputs = options.inputs // len(names)
        inputs = min(inputs, seeds.LIMITS.get(name, inputs)) if not options.target else inputs
        broken, seconds, slowest = fuzz(name, inputs, random.Random(f"{options.seed}/{name}"))
        total += broken
        print(f"{name:<16} {inputs:>9} inputs  {seconds:7.1f} s  slowest {slowest * 1000:7.1f} ms  {broken} broken", flush=True)
    return 1 if total else 0


if __name__ == "__main__":
    sys.exit(main())
