"""The recorded payloads are what the client sends today: all of them recorded again, and compared but for their ids."""

from __future__ import annotations

import json
import os
import re
import shutil
import tempfile

import pytest
from tests.e2e.codex.capture import record
from tests.e2e.codex.conftest import ROOT

pytestmark = [pytest.mark.live, pytest.mark.slow]

FIXTURES = os.path.join(ROOT, "tests", "contract", "fixtures", "codex")
LISTS = ("apply-patch-cases.json", "heredoc-cases.json")
# Ids are counted in the order of their appearance, which two agents can change; an older agent's name is drawn by lot.
CHANGING = (
    (re.compile(r"00000000-0000-7000-8000-\d{12}"), "ID"),
    (re.compile(r"\b(call|resp)_\d{4}\b"), r"\1"),
    (re.compile(r'(\\"nickname\\":\\")[^\\]*'), r"\1NAME"),
)


def masked(payload):
    text = json.dumps(payload, sort_keys=True)
    for pattern, new in CHANGING:
        text = pattern.sub(new, text)
    return json.loads(text)


@pytest.fixture
def folder():
    """A scratch folder that is not below the temporary one, which the client refuses."""
    os.makedirs(os.path.join(ROOT, ".build"), exist_ok=True)
    made = tempfile.mkdtemp(prefix="codex-", dir=os.path.join(ROOT, ".build"))
    yield made
    shutil.rmtree(made, ignore_errors=True)


def test_every_recording_made_again_is_the_one_that_is_checked_in(codex_client, folder):
    kept = {}
    for name in os.listdir(FIXTURES):
        if name.endswith(".json") and name not in LISTS:
            with open(os.path.join(FIXTURES, name), encoding="utf-8") as file:
                kept[name.removesuffix(".json")] = masked(json.load(file))
    again = {name: masked(payload) for name, payload in record(codex_client, folder).items()}
    assert sorted(again) == sorted(kept)
    assert {name: payload for name, payload in again.items() if payload != kept[name]} == {}
