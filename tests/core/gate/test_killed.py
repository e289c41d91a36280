"""kill -9 at random moments of a busy session: state always loads, the next stop checks every change, nothing is left running.

`SOAK_KILLS=200 SOAK_SEED=0 pytest tests/core/gate/test_killed.py` is the long form; the seed of a failing round is in its name.
"""

from __future__ import annotations

import json
import os
import random
import sys
import time
from typing import TYPE_CHECKING, Any

import pytest
from tests.core.gate.hooks import Hook, living, of_home, until
from tests.support.product import Product

if TYPE_CHECKING:
    from pathlib import Path

KILLS = int(os.environ.get("SOAK_KILLS", "24"))
SEED = int(os.environ.get("SOAK_SEED", "0"))
ROUND = 8  # kills between two stops that are let to their end
LONGEST = 1.2  # seconds after its start that a hook is killed at the latest

# What was checked, with its content, so that a later change of the same file is told from an earlier one.
GATE = """policy: gate.dw
rules:
  - match: '*.txt'
    run:
      - name: note
        cmd: 'for name in $CLAUDE_GATE_FILES; do printf "%s %s\\n" "$name" "$(cat "$name")" >> {log}; done; sleep 0.05'
    run_checks: [late]
  - {match: '*.txt', run: [{parallel: ['sleep 0.1', {name: put-off, cmd: 'for name in $CLAUDE_GATE_FILES; do printf "off %s %s\\n" "$name" "$(cat "$name")" >> {log}; done'}]}]}
consistency_checks:
  - {name: late, run: ['for name in $CLAUDE_GATE_FILES; do printf "late %s %s\\n" "$name" "$(cat "$name")" >> {log}; done']}
"""


# Puts off what is named so, three times of four.
STAND_IN = """#!{python}
import json, os, sys
last = open(sys.argv[sys.argv.index("--trace") + 1]).read().splitlines()[-1]
denied = '"put-off"' in last and os.getpid() % 4
print(json.dumps({{"verdicts": [{{"verdict": "Deny" if denied else "Allow"}}]}}))
"""


class Session:
    """A session that edits, runs commands, starts agents and stops, and whose hooks are killed."""

    def __init__(self, product: Product, seed: int) -> None:
        self.product = product
        self.random = random.Random(seed)
        self.number = 0
        self.wanted: dict[str, str] = {}
        self.left: list[int] = []

    def file(self) -> str:
        """Change one of a few files; its name."""
        self.number += 1
        name = f"f{self.random.randrange(6)}.txt"
        self.product.file(name, f"v{self.number}")
        self.wanted[name] = f"v{self.number}"
        return name

    def step(self) -> Hook:
        """One event whose hook may be killed."""
        kind = self.random.choice(("edit", "edit", "bash", "agent", "stop", "agent_stop", "background"))
        agent = {"agent_id": f"a{self.random.randrange(2)}", "agent_type": "worker"} if kind.startswith("agent") else {}
        if kind in ("edit", "agent"):
            given = {"file_path": str(self.product.root / self.file()), "content": ""}
            return Hook(self.product, "PostToolUse", tool_name="Write", tool_use_id="e", tool_input=given, **agent)
        if kind == "bash":
            return self.bash()
        if kind == "background":
            self.file()  # no event tells of it
        return Hook(self.product, "SubagentStop" if agent else "Stop", stop_hook_active=False, background_tasks=[], **agent)

    def bash(self) -> Hook:
        """A command that writes and now and then commits; the hook before it may have been killed too."""
        call: dict[str, Any] = {"tool_name": "Bash", "tool_use_id": f"t{self.number}", "tool_input": {"command": "make"}}
        before = Hook(self.product, "PreToolUse", **call)
        if self.random.random() < 0.3:
            self.kill(before)
        else:
            before.answer()
        self.file()
        if self.random.random() < 0.4:
            self.product.sh("git add -A && git commit -qm more")
        return Hook(self.product, "PostToolUse", tool_response={"stdout": ""}, **call)

    def kill(self, hook: Hook) -> None:
        """Kill it after a random time, unless it has ended."""
        time.sleep(self.random.uniform(0, LONGEST))
        if hook.process.poll() is None:
            self.left += hook.kill()
        else:
            hook.answer()

    def settle(self) -> None:
        """Stops that are let to their end, as a host does until one is let through."""
        for active in (False, True, True, True, True, True):
            reply = Hook(self.product, "Stop", stop_hook_active=active, background_tasks=[]).answer()
            if reply.get("decision") != "block":
                return


def unreadable(home: Path) -> list[str]:
    """State files that do not load."""
    bad = []
    for path in home.glob(".local/state/feedback-gate/**/*.json"):
        try:
            if not isinstance(json.loads(path.read_text()), dict):
                bad.append(str(path))
        except ValueError:
            bad.append(str(path))
        except FileNotFoundError:  # a result of a run, gone meanwhile
            continue
    return bad


@pytest.mark.slow
@pytest.mark.timeout(60 + KILLS * 6)
@pytest.mark.parametrize("seed", range(SEED, SEED + (KILLS + ROUND - 1) // ROUND))
def test_killed_at_random_moments_nothing_is_lost(tmp_path, home, seed, monkeypatch):
    product = Product(tmp_path / "app")
    program = tmp_path / "dogwood"
    program.write_text(STAND_IN.format(python=sys.executable))
    program.chmod(0o755)
    monkeypatch.setenv("DOGWOOD_BIN", str(program))
    product.file("gate.dw")
    log = tmp_path / "log"
    product.gate(GATE.replace("{log}", str(log)))
    product.git().start()
    session = Session(product, seed)
    for _ in range(ROUND):
        session.kill(session.step())
        assert unreadable(home) == []
    session.settle()
    checked = log.read_text().splitlines() if log.exists() else []
    assert {name: text for name, text in session.wanted.items() if f"{name} {text}" not in checked} == {}
    for kind in ("late", "off"):
        assert {name: text for name, text in session.wanted.items() if f"{kind} {name} {text}" not in checked} == {}
    assert until(lambda: not living(session.left) and not of_home(str(home)), 3.0)
    assert list(home.glob(".local/state/feedback-gate/**/*.broken")) == []
