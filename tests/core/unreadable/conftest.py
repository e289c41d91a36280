"""A project to put unreadable things into."""

from __future__ import annotations

import pytest
from tests.support.product import Product


@pytest.fixture
def product(tmp_path, monkeypatch) -> Product:
    """A repository without a gate, and the current folder."""
    product = Product(tmp_path / "app")
    product.git()
    monkeypatch.chdir(product.root)
    return product
