"""The gate in real processes: many at once, killed in the middle, commands that do not want to end."""

from __future__ import annotations

import os
import signal
import time

import pytest
from tests.core.gate.hooks import Hook, edited, living, of_home, until
from tests.support.product import Product, blocked, shown


@pytest.fixture
def product(tmp_path) -> Product:
    return Product(tmp_path / "app")


def started(product: Product, gate: str) -> Product:
    product.gate(gate)
    product.git().start()
    return product


def agents(number: int) -> list[dict[str, str]]:
    return [{"agent_id": f"a{index}", "agent_type": "worker"} for index in range(number)]


def test_sixteen_agents_ask_for_one_command_it_runs_once_and_all_answers_are_right(product, tmp_path):
    started(product, f"rules:\n  - {{match: '*.txt', run: ['echo run >> {tmp_path}/ran; sleep 2; echo BOOM; false']}}\n")
    product.file("x.txt")
    hooks = [edited(product, "x.txt", **agent) for agent in agents(16)]
    last_start = hooks[-1].begun
    replies = [hook.answer() for hook in hooks]
    assert (tmp_path / "ran").read_text() == "run\n"
    assert [reply for reply in replies if "\nBOOM\n" not in blocked(reply)] == []
    assert max(hook.ended for hook in hooks) - last_start < 2 + 8  # start-up from source on a busy machine; `make bench` measures


def test_one_name_in_two_worktrees_never_runs_twice_at_a_time(product, tmp_path):
    run = f"echo $PWD+ >> {tmp_path}/order; sleep 0.6; echo $PWD- >> {tmp_path}/order"
    started(product, f"rules:\n  - match: '*.txt'\n    run: [{{name: test, cmd: '{run}'}}]\n")
    product.sh("git worktree add -q .claude/worktrees/w1 -b w1")
    for folder in (".", ".claude/worktrees/w1"):
        product.file(f"{folder}/x.txt")
    hooks = [edited(product, name, **agent) for agent, name in zip(agents(6), ["x.txt", ".claude/worktrees/w1/x.txt"] * 3)]
    for hook in hooks:
        assert "[gate] ok" in shown(hook.answer())
    order = (tmp_path / "order").read_text().split()
    pairs = [
        (order[index][:-1], order[index + 1][:-1], order[index][-1] + order[index + 1][-1]) for index in range(0, len(order), 2)
    ]
    assert all(first == second and signs == "+-" for first, second, signs in pairs)
    assert {first for first, _, _ in pairs} == {str(product.root), str(product.root / ".claude/worktrees/w1")}


def test_when_the_runner_is_killed_the_others_finish_and_nothing_stale_stays(product, tmp_path, home):
    started(product, f"rules:\n  - {{match: '*.txt', run: ['echo $$ >> {tmp_path}/ran; sleep 1.5; echo fine']}}\n")
    product.file("x.txt")
    first, *agents_left = agents(5)
    runner = edited(product, "x.txt", **first)
    assert until((tmp_path / "ran").exists)
    others = [edited(product, "x.txt", **agent) for agent in agents_left]
    time.sleep(0.7)
    left = runner.kill()
    assert all("[gate] ok" in shown(hook.answer()) for hook in others)
    groups = [int(line) for line in (tmp_path / "ran").read_text().split()]
    assert (len(groups), living(groups), living(left)) == (2, [], [])
    assert list(home.glob(".local/state/feedback-gate/projects/*/runs/*.run.json")) == []


def stubborn(mark) -> str:
    """A command that ignores TERM, has grandchildren (one in a session of its own) and closes its output."""
    script = "#!/bin/sh\ntrap '' TERM\n(trap '' TERM; setsid sh -c 'trap \"\" TERM; sleep 300' & sleep 300) &\n"
    script += f"echo going > {mark}\nexec >&- 2>&-\nwhile :; do sleep 300; done\n"
    return script


def test_a_command_that_will_not_end_is_gone_with_its_whole_family_two_seconds_after_its_time(product, tmp_path, home):
    product.file("stubborn.sh", stubborn(tmp_path / "mark")).chmod(0o755)
    started(product, "rules:\n  - {match: '*.txt', run: [{cmd: ./stubborn.sh, timeout: 1}]}\n")
    product.file("x.txt")
    hook = edited(product, "x.txt")
    assert until((tmp_path / "mark").exists)
    going = time.monotonic()
    reply = hook.answer()
    assert time.monotonic() - going < 1 + 2
    assert "stopped after 1s" in blocked(reply)
    assert of_home(str(home)) == []


def test_when_the_hook_is_killed_its_command_and_the_whole_family_go_at_once(product, tmp_path, home):
    product.file("stubborn.sh", stubborn(tmp_path / "mark")).chmod(0o755)
    started(product, "rules:\n  - {match: '*.txt', run: [./stubborn.sh]}\n")
    product.file("x.txt")
    hook = edited(product, "x.txt")
    assert until((tmp_path / "mark").exists)
    assert len(of_home(str(home))) >= 4
    left = hook.kill()
    assert until(lambda: not of_home(str(home)) and not living(left), 2.0)


def test_when_the_hook_is_killed_while_a_policy_is_asked_nothing_of_it_stays(product, tmp_path, home, monkeypatch):
    program = product.file(
        "../bin/dogwood", f"#!/bin/sh\ntrap '' TERM PIPE\necho going > {tmp_path}/mark\nsleep 300 & sleep 300\n"
    )
    program.chmod(0o755)
    monkeypatch.setenv("DOGWOOD_BIN", str(tmp_path / "bin" / "dogwood"))
    product.file("gate.dw")
    started(product, "policy: gate.dw\nrules:\n  - {match: '*.txt', run: ['true']}\n")
    product.file("x.txt")
    hook = edited(product, "x.txt")
    assert until((tmp_path / "mark").exists)
    assert len(of_home(str(home))) >= 3
    left = hook.kill()
    assert until(lambda: not of_home(str(home)) and not living(left), 2.0)


@pytest.mark.parametrize("word", ["TERM", "INT", "HUP"])
def test_a_hook_that_is_asked_to_end_leaves_nothing_running(product, tmp_path, home, word):
    started(product, f"rules:\n  - {{match: '*.txt', run: ['echo > {tmp_path}/mark; sleep 300']}}\n")
    product.file("x.txt")
    hook = edited(product, "x.txt")
    assert until((tmp_path / "mark").exists)
    os.kill(hook.process.pid, getattr(signal, "SIG" + word))
    hook.process.communicate(timeout=10)
    assert until(lambda: not of_home(str(home)), 2.0)


def test_parallel_edits_of_one_agent_lose_no_file(product, home, tmp_path):
    started(product, "rules:\n  - {match: '*.txt', run: ['false']}\n")
    names = [f"f{number}.txt" for number in range(12)]
    for name in names:
        product.file(name)
    hooks = [edited(product, name) for name in names]
    for hook in hooks:
        hook.answer()
    reply = blocked(Hook(product, "Stop", stop_hook_active=False, background_tasks=[]).answer())
    assert "attempt 1 of 5" in reply
    state = next(home.glob(".local/state/feedback-gate/projects/*/*/main.json")).read_text()
    assert all(str(product.root / name) in state for name in names)


def test_a_repository_full_of_the_older_tools_state_feeds_us_nothing(product, tmp_path):
    outside = tmp_path / "outside"
    outside.mkdir()
    evil = f'[{{"root": "{product.root}", "cwd": "/", "name": "x", "cmd": "touch {tmp_path}/fed", "timeout": 5, "label": ".", "env": {{}}}}]'
    (product.root / ".claude").mkdir()
    os.symlink(outside, product.root / ".claude/.gate-status")
    names = {
        "gate_deferred.{id}.json": evil,
        "gate_pending_checks.{id}.json": f'{{"{product.root}": {{"chk": ["x.txt"]}}}}',
        "changed_files.{id}.txt": "x.txt\n",
        "gate_passed.{id}.txt": "x.txt\n",
        "gate_failed.{id}.txt": "x.txt\n",
        "gate_attempts.{id}.txt": "4",
        "gate_reported.{id}.txt": "1\n",
        "subagent_report.{id}.json": '{"agent_id": "a", "gate": "all good", "ts": 1}',
        "gate_trace.{id}.jsonl": '{"ts": 1, "kind": "response"}\n',
    }
    for folder in (".claude", ".agents/.gate-status", ".claude/hooks/logs/s1"):
        for pattern, text in names.items():
            for state_id in ("s1", "s1--a1", "unknown"):
                product.file(f"{folder}/{pattern.format(id=state_id)}", text)
    gate = "rules:\n  - {match: '*.txt', run: ['true']}\nconsistency_checks:\n  - {name: chk, run: ['touch ../fed']}\n"
    started(product, gate)
    assert Hook(product, "Stop", stop_hook_active=False, background_tasks=[]).answer() == {}
    product.file("y.txt")
    assert "[gate] ok" in shown(edited(product, "y.txt").answer())
    assert Hook(product, "Stop", stop_hook_active=False, background_tasks=[]).answer() == {}
    assert ((tmp_path / "fed").exists(), list(outside.iterdir())) == (False, [])
