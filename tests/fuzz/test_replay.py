"""Every input that ever broke a promise, and every seed, again; a short walk from the seeds on top."""

from __future__ import annotations

import random

import pytest
from tests.fuzz import seeds, targets
from tests.fuzz.run import mutate


@pytest.fixture(scope="module", autouse=True)
def _prepared():
    targets.prepare()


@pytest.mark.parametrize("name", targets.TARGETS)
def test_seeds_and_found_inputs_keep_every_promise(name):
    for data in seeds.of(name):
        targets.TARGETS[name](data)


@pytest.mark.parametrize("name", targets.TARGETS)
def test_a_short_walk_from_the_seeds_keeps_every_promise(name):
    rng = random.Random(f"walk/{name}")
    pool = seeds.of(name)
    for _ in range(30 if name in seeds.LIMITS else 200):
        targets.TARGETS[name](mutate(rng.choice(pool), pool, rng))
