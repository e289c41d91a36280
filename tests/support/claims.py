"""A scratch project whose claims are verified: its configuration, the person's approval, the history."""

from __future__ import annotations

import json
import os
from typing import TYPE_CHECKING, Any

from tests.support.product import Product

from feedback_gate.claims import force, history
from feedback_gate.people.arguments import call_here
from feedback_gate.quality import for_claims
from feedback_gate.state.approvals import Approvals

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from feedback_gate.check import Call

CLAIM = "All tests pass."


def typed_in(root: Path | str, environ: Mapping[str, str]) -> Call:
    """The surroundings of a command that a person types in a folder."""
    before = os.getcwd()
    os.chdir(root)
    try:
        call = call_here(dict(environ))
    finally:
        os.chdir(before)
    for_claims.tell(call)
    return call


def approve(root: Path | str, environ: Mapping[str, str]) -> None:
    """Approve the gate and the claims of a project as they are, as a person would."""
    call = typed_in(root, environ)
    path = call.project.config_file("gate.yaml")
    if path:
        with open(path, encoding="utf-8") as file:
            Approvals(environ, call.project.id, "gate").approve(file.read(), "terminal", str(root), "gate")
    force.approve(typed_in(root, environ), "terminal")


def outcomes_of(home: str) -> list[str]:
    """What came of every verified claim in a home, oldest first."""
    return [event["outcome"] for event in history.read({"HOME": home})]


class Claims(Product):
    """A product with what claims need; `stop()` claims by default."""

    def shoot(self, **config: Any) -> Claims:
        """Write a `.shoot.config.json`."""
        self.file(".shoot.config.json", json.dumps(config))
        return self

    def checks(self, **commands: str) -> Claims:
        """A `.shoot.config.json` with these checks, approved."""
        return self.shoot(checks=commands).approve()

    def claims(self, text: str) -> Claims:
        """A gate.yaml with this `claims:` block, known and approved."""
        indented = "".join(f"  {line}\n" for line in text.splitlines())
        self.gate(f"rules: []\nclaims:\n{indented}")
        return self.approve()

    def here(self) -> Call:
        """The surroundings of a command that a person types in the project."""
        return typed_in(self.root, os.environ)

    def approve(self) -> Claims:
        """Approve everything that is there, as a person would."""
        approve(self.root, os.environ)
        return self

    def stop(self, message: str = CLAIM, **fields: Any) -> dict[str, Any]:
        """Stop with a claim."""
        return super().stop(message, **fields)

    def history(self) -> list[dict[str, Any]]:
        """Every event of the history, oldest first."""
        return history.read(dict(os.environ))

    def outcomes(self) -> list[str]:
        """The outcomes in the history."""
        return [event["outcome"] for event in self.history()]

    def runs(self, name: str = "runs") -> int:
        """How often a command that appends a line to `.git/<name>` ran."""
        try:
            return len((self.root / ".git" / name).read_text().splitlines())
        except FileNotFoundError:
            return 0
