"""What the installer's tests share: places below the test's own folder."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

import pytest

from feedback_gate_installer.places import Places

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture
def places(tmp_path: Path) -> Places:
    """All places below the test's folder; the administrator's file does not exist yet."""
    root = str(tmp_path / "machine")
    return Places(
        *(os.path.join(root, name, "feedback-gate") for name in ("cache", "data", "state", "config")),
        os.path.join(root, "bin"),
        os.path.join(root, "etc", "policy.conf"),
        (os.path.join(root, "opt", "cache"),),
    )
