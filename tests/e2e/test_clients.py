"""How the real clients come to the live tests."""

from __future__ import annotations

import os
import shutil

from tests.e2e.conftest import HERE, install_clients, packages


def test_every_client_is_pinned_to_one_version_and_to_its_content():
    locked = packages(os.path.join(HERE, "package-lock.json"))
    assert locked["node_modules/@anthropic-ai/claude-code"]["version"] == "2.1.332"
    assert [name for name, entry in locked.items() if "integrity" not in entry] == []


def test_the_lock_file_names_no_server():
    with open(os.path.join(HERE, "package-lock.json"), encoding="utf-8") as file:
        assert "://" not in file.read()


def test_without_npm_the_live_tests_say_what_they_need(tmp_path, monkeypatch):
    shutil.copy(os.path.join(HERE, "package-lock.json"), tmp_path)
    monkeypatch.setenv("PATH", str(tmp_path))
    assert install_clients(str(tmp_path)) == (
        "The live tests need npm to install the clients pinned in tests/e2e/package-lock.json; it is not on PATH."
    )
