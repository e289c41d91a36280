"""Brings the real Codex CLI to its live tests."""

from __future__ import annotations

import glob
import os
import shutil
import tempfile

import pytest
from tests.e2e.codex.lab import CodexLab

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__)))))


@pytest.fixture(scope="session")
def codex_client(clients):
    """The absolute path of the Codex binary; npm installs the package of this machine alone."""
    found = glob.glob(os.path.join(clients, "@openai", "codex-*", "vendor", "*", "bin", "codex"))
    assert len(found) == 1, found
    return found[0]


@pytest.fixture
def codex_lab(codex_client):
    """A function model name → a new throw-away home and project; outside the temporary folder, which the client refuses."""
    made = []

    def make(model):
        os.makedirs(os.path.join(ROOT, ".build"), exist_ok=True)
        folder = tempfile.mkdtemp(prefix="codex-", dir=os.path.join(ROOT, ".build"))
        made.append(folder)
        return CodexLab(os.path.join(folder, "lab"), codex_client, model)

    yield make
    for folder in made:
        shutil.rmtree(folder, ignore_errors=True)
