"""`feedback-gate trust`: a person on a terminal sees what changed and approves exactly that."""

from __future__ import annotations

import json
import os
import pty
import subprocess
import sys
from pathlib import Path

import pytest
from tests.support.product import Product, blocked, shown

CORE = Path(__file__).resolve().parents[2] / "core"
FIRST = "rules: [{match: '*.py', run: ['touch first']}]\n"
SECOND = "rules: [{match: '*.py', run: ['touch second']}]\n"


@pytest.fixture
def product(tmp_path) -> Product:
    product = Product(tmp_path / "app")
    product.gate(FIRST)
    product.git().start()
    return product


def trust(product: Product, *words: str, terminal: str | None = None, **environ: str) -> tuple[int, str]:
    """(exit status, output) of the command; `terminal` is what a person types, None is no terminal."""
    own, other = pty.openpty() if terminal is not None else (-1, subprocess.DEVNULL)
    if terminal is not None:
        os.write(own, terminal.encode())
    env = {**os.environ, "PYTHONPATH": str(CORE), **environ}
    done = subprocess.run(
        [sys.executable, "-m", "feedback_gate", "trust", *words],
        cwd=product.root,
        env=env,
        stdin=other,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )
    if terminal is not None:
        os.close(own)
        os.close(other)
    return done.returncode, done.stdout


def ran(product: Product) -> list[str]:
    product.write("a.py", os.urandom(4).hex())
    found = [name for name in ("first", "second") if (product.root / name).exists()]
    for name in found:
        (product.root / name).unlink()
    return found


def test_a_person_sees_the_change_and_approves_it(product):
    product.gate(SECOND)
    status, out = trust(product, terminal="y\n")
    assert status == 0
    assert "  -rules: [{match: '*.py', run: ['touch first']}]\n  +rules: [{match: '*.py', run: ['touch second']}]" in out
    assert ran(product) == ["second"]
    assert "(terminal)" in shown(product.in_session("s2").start())


@pytest.mark.parametrize("answer", ["n\n", "\n", "yess\n", "\x04"])
def test_anything_but_a_yes_leaves_it_as_it_was(product, answer):
    product.gate(SECOND)
    assert trust(product, terminal=answer)[0] == 1
    assert ran(product) == ["first"]


def test_nothing_waits_is_said(product):
    assert trust(product, terminal="") == (0, "nothing waits for an approval\n")


def test_a_deletion_is_approved_as_such(product):
    (product.root / ".claude/gate.yaml").unlink()
    assert ran(product) == ["first"]
    assert "is gone; its approved version is still in force" in trust(product, terminal="y\n")[1]
    assert ran(product) == []


@pytest.mark.parametrize("variable", ["CLAUDECODE", "CLAUDE_CODE_SESSION_ID", "AI_AGENT", "CODEX_SANDBOX"])
def test_t19_an_agent_is_refused_even_on_a_terminal(product, variable):
    product.gate(SECOND)
    status, out = trust(product, terminal="y\n", **{variable: "x"})
    assert (status, "an agent cannot approve" in out) == (1, True)
    assert ran(product) == ["first"]


def test_t18_without_a_terminal_nothing_is_approved(product):
    product.gate(SECOND)
    status, out = trust(product)
    assert (status, "standard input is no terminal" in out) == (1, True)


def test_the_list_shows_every_state_and_needs_no_person(product):
    product.gate(SECOND)
    path = product.root / ".claude/gate.yaml"
    assert trust(product, "--list", CLAUDECODE="1") == (0, f"changed       gate  {path}\n")
    listed = json.loads(trust(product, "--json")[1])
    assert [(one["kind"], one["state"], one["waits"]) for one in listed] == [("gate", "pending", True)]


def test_what_would_hide_on_a_terminal_is_written_out(product):
    product.gate("# ok\x1b[2K\x1b[1A\u202e\u200d\u00a0\n" + SECOND)
    assert "+# ok\\u001b[2K\\u001b[1A\\u202e\\u200d\\u00a0" in trust(product, terminal="n\n")[1]


def test_a_worktrees_gate_is_approved_for_that_one_alone(product):
    product.sh("git worktree add -q .claude/worktrees/w1 -b w1")
    own = product.root / ".claude/worktrees/w1"
    (own / ".claude/gate.yaml").write_text(SECOND)
    status, out = trust(product, terminal="y\n")
    assert (status, str(own / ".claude/gate.yaml") in out) == (0, True)
    product.write(".claude/worktrees/w1/a.py")
    assert (own / "second").exists()
    assert ran(product) == ["first"]


def test_a_rules_command_is_approved_as_well(product):
    product.file(
        ".claude/feedback/own.md",
        "---\nname: own\ndescription: d\ncount: 4\nenforce:\n"
        "  - {event: post_edit, path: '**/*.md', check: 'touch checked; false', message: m}\n---\n",
    )
    product.write("a.md")
    assert not (product.root / "checked").exists()
    status, out = trust(product, terminal="y\n")
    assert (status, "touch checked" in out) == (0, True)
    product.write("b.md")
    assert (product.root / "checked").exists()


def test_that_a_rule_has_no_command_any_more_is_approved_as_well(product):
    rule = "---\nname: own\ndescription: d\ncount: 4\n{}---\n"
    check = "enforce:\n  - {event: post_edit, path: '**/*.md', check: 'touch checked; false', message: m}\n"
    product.file(".claude/feedback/own.md", rule.format(check))
    assert trust(product, terminal="y\n")[0] == 0
    product.file(".claude/feedback/own.md", rule.format(""))
    assert blocked(product.write("a.md"))
    assert trust(product, terminal="y\n")[0] == 0
    assert blocked(product.write("a.md")) == ""
    assert trust(product, "--list")[1].count("feedback:") == 0


def test_forgetting_makes_the_next_session_a_first_sight(product):
    product.gate(SECOND)
    assert trust(product, "--forget", terminal="n\n")[0] == 1
    assert trust(product, "--forget", terminal="y\n")[0] == 0
    assert "taken at first sight" in shown(product.in_session("s2").start())
    assert ran(product.in_session("s2")) == ["second"]


def test_a_wrong_command_line_ends_in_64(product):
    assert trust(product, "--yes")[0] == 64


CLAIMED = "rules: []\nclaims: {{checks: {{test: {}}}}}\n"
TESTS = "All tests pass."


def states(product: Product) -> dict[str, str]:
    return {one["kind"]: one["state"] for one in json.loads(trust(product, "--json")[1])}


def test_one_yes_covers_the_gate_and_what_it_says_about_claims(tmp_path):
    product = Product(tmp_path / "new").git()
    product.file(".claude/gate.yaml", CLAIMED.format("exit 1"))
    status, out = trust(product, terminal="y\n")
    path = product.root / ".claude/gate.yaml"
    assert status == 0
    assert out.startswith(f"{path} (gate) is not approved as it is now:\n")
    assert f"\n{path} (claims) is not approved as it is now:\n" in out
    assert '"cmd": "exit 1"' in out
    assert out.endswith(f"Put this version in force? [y/N] approved: {path}\n")
    assert states(product) == {"gate": "approved", "claims": "approved"}
    assert "=== test: exit code 1 ===" in blocked(product.stop(TESTS))


def test_one_no_leaves_both_as_they_were(product):
    product.gate(CLAIMED.format("exit 1"))
    assert trust(product, terminal="n\n")[0] == 1
    assert states(product) == {"gate": "pending", "claims": "pending"}


def test_a_changed_gate_is_listed_with_the_claims_it_would_bring(product):
    product.gate(CLAIMED.format("exit 1"))
    trust(product, terminal="y\n")
    product.gate(CLAIMED.format("exit 2"))
    path = product.root / ".claude/gate.yaml"
    assert trust(product, "--list")[1] == f"changed       gate  {path}\nchanged       claims  {path}\n"
    assert trust(product, terminal="y\n")[1].count("[y/N]") == 1
    assert "=== test: exit code 2 ===" in blocked(product.stop(TESTS))


def test_a_gate_that_went_with_its_claims_is_approved_as_one(product):
    product.gate(CLAIMED.format("exit 1"))
    trust(product, terminal="y\n")
    path = product.root / ".claude/gate.yaml"
    path.unlink()
    assert blocked(product.stop(TESTS))
    assert trust(product, "--list")[1] == f"changed       gate  {path}\nchanged       claims  {path}\n"
    assert trust(product, terminal="y\n")[1].count("[y/N]") == 1
    assert blocked(product.stop(TESTS)) == ""
    assert states(product) == {"gate": "approved", "claims": "approved"}


def test_a_gate_that_cannot_be_read_says_nothing_of_claims(product):
    product.gate(CLAIMED.format("exit 1"))
    trust(product, terminal="y\n")
    product.gate("rules: [\n")
    assert states(product) == {"gate": "pending"}
    assert trust(product, terminal="y\n")[0] == 0
    assert blocked(product.stop(TESTS))


def test_a_worktrees_gate_brings_its_claims_for_that_one_alone(product):
    product.gate(CLAIMED.format("exit 1"))
    trust(product, terminal="y\n")
    product.sh("git add -A && git commit -qm gate && git worktree add -q .claude/worktrees/w1 -b w1")
    own = product.root / ".claude/worktrees/w1"
    (own / ".claude/gate.yaml").write_text(CLAIMED.format("exit 2"))
    assert trust(product, terminal="y\n")[1].count("[y/N]") == 1
    assert "exit code 2" in blocked(product.call("Stop", last_assistant_message=TESTS, cwd=str(own)))
    assert "exit code 1" in blocked(product.stop(TESTS))
