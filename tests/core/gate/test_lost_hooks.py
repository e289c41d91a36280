"""Sessions in which hooks never ran: whatever was lost on the way, the last stop has looked at every change.

`LOST_SESSIONS=500 LOST_SEED=1000 pytest tests/core/gate/test_lost_hooks.py` is the long form; a failing session is its number.
"""

from __future__ import annotations

import os
import random
from typing import Any

import pytest
from tests.support.product import Product, blocked

SESSIONS = int(os.environ.get("LOST_SESSIONS", "16"))
SEED = int(os.environ.get("LOST_SEED", "0"))
STEPS = 12

# What was checked, with its content, so that a later change of the same file is told from an earlier one.
GATE = """rules:
  - match: '*.txt'
    run: ['for name in $CLAUDE_GATE_FILES; do printf "%s %s\\n" "$name" "$(cat "$name")" >> {log}; done']
    run_checks: [late]
consistency_checks:
  - {name: late, run: ['for name in $CLAUDE_GATE_FILES; do printf "late %s %s\\n" "$name" "$(cat "$name")" >> {log}; done']}
"""
COMMITS = ("", "", "git add -A && git commit -qm more --allow-empty", "git add -A && git commit -q --amend --no-edit")


class Session:
    """A main thread and two agents that edit, run commands and stop, while nearly half of their hooks never run."""

    def __init__(self, product: Product, seed: int) -> None:
        self.product = product
        self.random = random.Random(seed)
        self.number = 0
        self.wanted: dict[str, str] = {}

    def who(self) -> Product:
        """The main thread, or one of two agents."""
        return self.random.choice((self.product, self.product.as_agent("a0"), self.product.as_agent("a1")))

    def is_lost(self) -> bool:
        """Whether a hook does not run."""
        return self.random.random() < 0.45

    def change(self) -> str:
        """Change one of a few files; its path."""
        self.number += 1
        name, text = f"f{self.random.randrange(5)}.txt", f"v{self.number}"
        self.wanted[name] = text
        return str(self.product.file(name, text))

    def step(self) -> None:
        """One thing that happens."""
        self.random.choice((self.edit, self.edit, self.command, self.command, self.change, self.commit, self.move, self.stop))()

    def edit(self) -> None:
        """An edit tool."""
        who, path = self.who(), self.change()
        if not self.is_lost():
            who.edited(path)

    def command(self) -> None:
        """A command that writes, and perhaps commits all there is."""
        who = self.who()
        call: dict[str, Any] = {"tool_name": "Bash", "tool_use_id": f"t{self.number}", "tool_input": {"command": "make"}}
        if not self.is_lost():
            who.call("PreToolUse", **call)
        self.change()
        self.product.sh(self.random.choice(COMMITS) or "true")
        if not self.is_lost():
            who.call(self.random.choice(("PostToolUse", "PostToolUseFailure")), tool_response={}, error="", **call)

    def commit(self) -> None:
        """Something outside the session commits."""
        self.product.sh(COMMITS[2])

    def move(self) -> None:
        """A file gets another name, or is removed."""
        if self.wanted:
            name = self.random.choice(sorted(self.wanted))
            text, path = self.wanted.pop(name), self.product.root / name
            if self.random.random() < 0.5:
                path.unlink()
            else:
                path.rename(self.product.root / "moved.txt")
                self.wanted["moved.txt"] = text

    def stop(self) -> None:
        """The main thread or an agent stops."""
        who = self.who()
        if not self.is_lost():
            who.stop(active=self.random.random() < 0.3)


@pytest.mark.parametrize("number", range(SEED, SEED + SESSIONS))
def test_whatever_hooks_never_ran_the_last_stop_has_looked_at_every_change(tmp_path, number):
    product, log = Product(tmp_path / "app"), tmp_path / "log"
    product.gate(GATE.replace("{log}", str(log)))
    product.git().start()
    session = Session(product, number)
    for _ in range(STEPS):
        session.step()
    for active in (False, True, True, True):
        if not blocked(product.stop(active=active)):
            break
    checked = log.read_text().splitlines() if log.exists() else []
    for kind in ("", "late "):
        assert {name: text for name, text in session.wanted.items() if f"{kind}{name} {text}" not in checked} == {}
