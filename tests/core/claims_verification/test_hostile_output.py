"""Output and configuration that somebody made to stall us: everything is linear."""

from __future__ import annotations

import json
import time

import pytest

from feedback_gate.claims import breaker, config, counts, words
from feedback_gate.claims.verify import Checked
from feedback_gate.run.command import Command, Result

LONG = 64_000
TEXTS = {
    "dots": "error " + "." * LONG,
    "commas": "FAILED " + ".," * (LONG // 2),
    "digits": "error " + "1" * LONG,
    "hexadecimal": "error " + "abcdef0" * (LONG // 7) + "z",
    "escapes": "\x1b]" * (LONG // 2),
    "colons": ":test" * (LONG // 5),
    "blanks": "Tests:" + " " * LONG,
    "counts": "1 passed " * (LONG // 9),
    "lines": "error\n" * (LONG // 6),
    "slashes": "error " + "/tmp/" * (LONG // 5),
}


@pytest.mark.parametrize("text", TEXTS.values(), ids=TEXTS.keys())
def test_output_is_read_in_no_time(text):
    one = Checked("test", Command("x", cwd="/"), Result("failed", 1, text))
    began = time.monotonic()
    counts.ran_none(text)
    breaker.fingerprint([one])
    words.details([one], "/", "claude", "en")
    assert time.monotonic() - began < 0.5


def test_a_configuration_full_of_mistakes_is_read_in_no_time():
    text = json.dumps({f"key{number}": number for number in range(50_000)})
    began = time.monotonic()
    _, problems = config.of_shoot(text)
    assert time.monotonic() - began < 1
    assert len(problems) == 20
