"""The real executable, for tests that start it as a host or a person does."""

from __future__ import annotations

import pytest
from tests.support import built


@pytest.fixture(scope="session")
def plugin():
    """The folder of the assembled plugin, with launcher, pin and executable in its folder `shim`."""
    return built.plugin()
