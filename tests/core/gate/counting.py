"""A gate that writes down which files it was run on, outside the project so that this is no change of its own."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tests.support.product import Product

COUNT = "rules:\n  - match: '**/*.txt'\n    run: ['echo $CLAUDE_GATE_FILES >> $CLAUDE_PROJECT_DIR/../ran']\n"


def ran(product: Product) -> list[str]:
    """The files of each run since the last question, a line each."""
    path = product.root.parent / "ran"
    lines = path.read_text().split("\n")[:-1] if path.exists() else []
    path.unlink(missing_ok=True)
    return lines
