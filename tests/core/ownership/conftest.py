"""The real executable, built once for a test run."""

from __future__ import annotations

import pytest
from tests.support import built


@pytest.fixture(scope="session")
def plugin(tmp_path_factory):
    """The folder of the assembled plugin."""
    return built.plugin(str(tmp_path_factory.mktemp("dist")))
