"""Three agents of one session run their gates at once: the band, the summary and the live view, in both languages."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import time
from pathlib import Path

import pytest
from tests.support.product import Product

from feedback_gate.people import statusline_command, watch_command
from feedback_gate.people.arguments import call_here
from feedback_gate.run import band, registry
from feedback_gate.run.status_home import StatusHome

# Runs until somebody makes the file.
HOLD = "while [ ! -e ../go-$1 ]; do sleep 0.05; done\n"
GATE = json.dumps(
    {
        "rules": [
            {
                "match": "a.py",
                "run": [
                    {"name": "typecheck", "cmd": "sleep 0.3"},
                    {"name": "lint", "cmd": "exit 3"},
                    {"name": "test", "cmd": "sh hold test"},
                ],
            },
            {"match": "b.py", "run": [{"name": "build", "cmd": "sh hold build"}]},
        ]
    }
)
OWNERS = [" session s1", " session s1, agent agent-1", " session s1, agent agent-2"]
JAPANESE_OWNERS = [" セッション s1", " セッション s1、エージェント agent-1", " セッション s1、エージェント agent-2"]
AGENTS = (("", "a.py"), ("agent-1", "b.py"), ("agent-2", "b.py"))


@pytest.fixture
def product(tmp_path, monkeypatch) -> Product:
    product = Product(tmp_path / "app")
    product.gate(GATE)
    product.file("hold", HOLD)
    product.git().start()
    monkeypatch.chdir(product.root)
    return product


def starts(product: Product, agent: str, file: str) -> subprocess.Popen[bytes]:
    """One agent's hook after an edit, in a process of its own."""
    code = (
        f"import sys; sys.path[:0] = {sys.path!r}; from pathlib import Path; from tests.support.product import Product\n"
        f"Product(Path({str(product.root)!r})).as_agent({agent!r}).write({file!r})"
    )
    return subprocess.Popen([sys.executable, "-c", code])


def until(condition) -> None:
    end = time.monotonic() + 20
    while not condition():
        assert time.monotonic() < end
        time.sleep(0.02)


def registered(home: StatusHome) -> list[list[dict[str, object]]]:
    """What the three wrote, in the order of their starts."""
    folder = Path(home.path, "running")
    found = [json.loads(path.read_text()) for path in folder.glob("*.json")] if folder.is_dir() else []
    return sorted((one for one in found if one), key=lambda run: run[0]["started"])


def is_complete(runs: list[list[dict[str, object]]]) -> bool:
    return len(runs) == 3 and len(runs[0]) == 3 and runs[2][0].get("waiting") is True


def took(entry: dict[str, object]) -> str:
    return f"{(entry['ended'] - entry['started']) / 1000:.1f}"  # type: ignore[operator]


@pytest.mark.parametrize(
    ("language", "heading", "waiting", "done", "owners"),
    [
        ("en", "[gate] running:", "waiting", "[gate] done:", OWNERS),
        ("ja", "[gate] 実行中:", "待機中", "[gate] 完了:", JAPANESE_OWNERS),
    ],
)
def test_band_and_summary_of_three_agents(product, monkeypatch, language, heading, waiting, done, owners):
    monkeypatch.setenv("FEEDBACK_GATE_LANGUAGE", language)
    home = StatusHome(str(product.root))
    agents = []
    try:
        for agent, file in AGENTS:
            agents.append(starts(product, agent, file))
            until(lambda: len(registered(home)) == len(agents))
        until(lambda: is_complete(registered(home)))
        runs, now = registered(home), time.time()
        seconds = [int(now - run[-1]["started"] / 1000) for run in runs]
        assert band.lines(registry.entries_of(home, "s1", now), now, language) == [
            heading,
            f"  typecheck ✓ ({took(runs[0][0])}s)",
            f"  lint ✗ ({took(runs[0][1])}s)",
            f"  test $ sh hold test ({seconds[0]}s)",
            f"  build $ sh hold build ({seconds[1]}s)",
            f"  build $ sh hold build {waiting} ({seconds[2]}s)",
        ]
        assert registry.entries_of(home, "s", now) == registry.entries_of(home, "agent-1", now) == []
        view = watch_command.view(call_here())
        assert [view[0], *(line for line in view if "s1" in line and ".log" not in line)] == [heading, *owners]
        assert view[2] == f"  typecheck ✓ ({took(runs[0][0])}s)"
        assert re.match(r"▶ (test|build) \d+s \+2\b", statusline())
        assert registry.summary(home, "s1") == ""
    finally:
        for name, some in (("build", agents[1:]), ("test", agents[:1])):
            (product.root.parent / f"go-{name}").touch()
            assert [agent.wait(timeout=30) for agent in some] == [0] * len(some)
    assert registered(home) == []
    assert re.fullmatch(rf"{re.escape(done)} ✓ 2 / ✗ 1 \(\d+\.\ds\)", registry.summary(home, "s1"))


def statusline() -> str:
    return statusline_command.line({"session_id": "s1", "cwd": os.getcwd()}, dict(os.environ))
