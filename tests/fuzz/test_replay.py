"""Every input that ever broke a promise, and every seed, again; a short walk from the seeds on top."""

from __future__ import annotations

import json
import random
from typing import TYPE_CHECKING

import pytest
from tests.fuzz import seeds, targets
from tests.fuzz.run import mutate

if TYPE_CHECKING:
    from collections.abc import Iterator


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


WRONG = (None, "x", [[1]], {"x": 1.5})


def with_wrong_parts(value: object) -> Iterator[object]:
    """The value with each of its parts in turn replaced by something of another kind."""
    yield from WRONG
    if isinstance(value, dict):
        for name, part in value.items():
            yield from ({**value, name: other} for other in with_wrong_parts(part))
    elif isinstance(value, list):
        for at, part in enumerate(value):
            yield from ([*value[:at], other, *value[at + 1 :]] for other in with_wrong_parts(part))


@pytest.mark.parametrize("seed", seeds.KEPT)
def test_a_part_of_another_kind_anywhere_in_kept_state_breaks_no_event(seed):
    for value in with_wrong_parts(json.loads(seed)):
        targets.TARGETS["kept_state"](json.dumps(value).encode())
