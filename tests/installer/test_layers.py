"""Who may import whom: the installer stands alone, and its trust needs the standard library only."""

from __future__ import annotations

import ast
import os

import pytest
from tests.support.installing import ROOT, content

FOLDER = os.path.join(ROOT, "installer", "feedback_gate_installer")
MODULES = sorted(name for name in os.listdir(FOLDER) if name.endswith(".py"))


def imported(name: str, *, everywhere: bool) -> set[str]:
    """Top-level names a module imports, at its top or anywhere in it."""
    tree = ast.parse(content(os.path.join(FOLDER, name)))
    nodes = ast.walk(tree) if everywhere else tree.body
    found = set()
    for node in nodes:
        if isinstance(node, ast.Import):
            found |= {alias.name.split(".")[0] for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            found.add((node.module or "").split(".")[0])
    return found


@pytest.mark.parametrize("name", MODULES)
def test_the_installer_never_imports_the_core(name: str) -> None:
    assert "feedback_gate" not in imported(name, everywhere=True)


@pytest.mark.parametrize("name", MODULES)
def test_t3_only_the_fetcher_needs_foreign_code_to_be_imported(name: str) -> None:
    foreign = {"httpx", "httpcore", "cryptography", "certifi", "truststore", "anyio"} & imported(name, everywhere=False)
    assert foreign == ({"httpx"} if name in {"fetching.py", "diagnosis.py"} else set())
