"""A project with hooks, and functions that write the person's and the project's rule files."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest
from tests.support.product import Product

if TYPE_CHECKING:
    from pathlib import Path


class RuleFolder:
    """Writes rule files into one folder: `rule("no-push", 5, {"event": "pre_bash", "when": "git push"})`."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def __call__(self, name: str, count: Any = 0, *entries: Any, body: str = "", **keys: Any) -> Path:
        """The file `<name>.md`; further keys go into the frontmatter as they are."""
        fields = {"name": name, "description": f"about {name}", "type": "feedback", "count": count, **keys}
        lines = [f"{key}: {json.dumps(value, ensure_ascii=False)}" for key, value in fields.items()]
        if entries:
            lines += ["enforce:", *(f"  - {json.dumps(entry, ensure_ascii=False)}" for entry in entries)]
        return self.write(f"{name}.md", "---\n" + "\n".join(lines) + f"\n---\n{body}\n")

    def write(self, name: str, text: str) -> Path:
        """A file with this text."""
        self.path.mkdir(parents=True, exist_ok=True)
        path = self.path / name
        path.write_text(text, encoding="utf-8")
        return path


@pytest.fixture
def product(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Product:
    """A project, which is also where commands for people are typed."""
    made = Product(tmp_path / "app")
    monkeypatch.chdir(made.root)
    return made


@pytest.fixture
def rule(home: Path) -> RuleFolder:
    """The person's own rules."""
    return RuleFolder(home / ".claude" / "feedback")


@pytest.fixture
def project_rule(product: Product) -> RuleFolder:
    """The project's rules."""
    return RuleFolder(product.root / ".claude" / "feedback")


@pytest.fixture
def log(home: Path) -> Any:
    """The lines of the violation log."""

    def read(name: str = "violations") -> list[dict[str, Any]]:
        path = home / f".local/state/feedback-gate/log/{name}.jsonl"
        return [json.loads(line) for line in path.read_text().splitlines()] if path.exists() else []

    return read
