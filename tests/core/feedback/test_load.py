"""Many rules, broken ones, slow patterns, large input, many processes at once."""

from __future__ import annotations

import json
import os
import random
import signal
import subprocess
import sys
import time

import pytest
from tests.support.product import blocked, context, decision, denied

from feedback_gate.feedback.rules import Rules
from feedback_gate.people.arguments import call_here

# Ten kinds of broken rule files, and (line, reason) of everything that is wrong with each.
BROKEN = [
    "---\na: [1, 2\n---\n",
    "---\nname: b\ncount: 5\nenforce: {event: pre_bash}\n---\n",
    "---\nname: b\nenforce:\n  -\n---\n",
    "---\nname: b\nenforce:\n  - {event: pre_bash, when: '(unclosed'}\n---\n",
    "---\nname: b\nenforce:\n  - {event: pre_bash, when: 'x(?i)y'}\n---\n",
    "---\nname: b\nenforce:\n  - {event: pre_bash}\n---\n",
    "---\nname: b\nenforce:\n  - {evnt: pre_bash, when: x}\n---\n",
    "---\nname: b\nenforce:\n  - {event: pre_edit, path: '[a', when: x}\n---\n",
    "---\nname: b\ncount: 5\nenforce:\n",
    "---\nname: b\n\tcount: 1\n---\n",
]

WRONG: list[list[tuple[int, str]]] = [
    [(3, "while parsing a flow sequence, expected ',' or ']', but got '<stream end>'")],
    [(4, "enforce must be a list; begin each entry with `- `")],
    [(4, "the entry is empty or no mapping")],
    [(4, "when: missing ), unterminated subpattern at position 0")],
    [(4, "when: global flags not at the start of the expression at position 1")],
    [(4, "pre_bash needs when or program")],
    [(4, "unknown key 'evnt'; did you mean 'event'?"), (4, "event is missing; write a text: Which check this is.")],
    [(4, "path: unclosed [ at position 0")],
    [(1, "no rule: its frontmatter is not closed, or has no name")],
    [(3, "while scanning for the next token, found character '\\t' that cannot start any token")],
]


def entry(when: str, **more: object) -> dict[str, object]:
    return {"event": "pre_bash", "when": when, "message": "never", **more}


def environment() -> dict[str, str]:
    """For a Python that runs the product."""
    return {**os.environ, "PYTHONPATH": os.pathsep.join(path for path in sys.path if path.endswith("core"))}


@pytest.mark.slow
def test_a_thousand_rules_of_which_fifty_are_broken_in_ten_ways(product, rule):
    for number in range(950):
        rule(f"good_{number:03}", 5, entry(f"word{number:03}\\b"))
    for number in range(50):
        rule.write(f"bad_{number:02}.md", BROKEN[number % 10])
    product.start()
    wrong = [(f"{rule.path}/bad_{number:02}.md", *one) for number in range(50) for one in WRONG[number % 10]]
    problems = Rules(call_here(), thorough=True).problems()
    assert [(file, line, reason) for file, _, line, reason in problems] == wrong
    head, *lines = context(product.prompt()).partition("\n\n")[0].splitlines()
    assert head == "These rule files have errors; the named parts are switched off until mended:"
    named = lines[: next(index for index, line in enumerate(lines) if line.startswith("… and "))]
    assert named == [f"- {file}:{line}: {reason}" for file, line, reason in wrong[: len(named)]]
    assert lines[len(named)] == f"… and {len(wrong) - len(named)} more"
    for number in range(950):
        assert denied(product.bash(f"word{number:03}", run=False)[0]) == f"good_{number:03} (count: 5): never"
    reasons = denied(product.bash(" ".join(f"word{number:03}" for number in range(950)), run=False)[0])
    assert reasons.splitlines() == [f"good_{number:03} (count: 5): never" for number in range(950)]


@pytest.mark.slow
def test_a_tool_call_reads_two_files_for_a_thousand_rules(product, rule, monkeypatch):
    """The hot path: index and records of the folder, and the stat of what hit; nothing is parsed, no folder is listed."""
    from feedback_gate.feedback import rebuild, store

    monkeypatch.setattr(store, "RACY_NS", 0)
    for number in range(1000):
        rule(f"r{number:03}", 5, entry(f"word{number:03}\\b")) if number % 20 else rule.write(
            f"b{number}.md", BROKEN[number // 20 % 10]
        )
    product.prompt()
    opened: list[str] = []
    watching = [True]  # a hook cannot be taken away again
    sys.addaudithook(
        lambda name, arguments: opened.append(f"{name} {arguments[0]}") if watching and name in ("open", "os.scandir") else None
    )
    monkeypatch.setattr(rebuild, "rebuilt", lambda *_: pytest.fail("parsed anew"))
    product.bash("word501", run=False)
    watching.clear()
    of_rules = [one for one in opened if "/feedback/" in one or "/parsed/" in one]
    assert [one.rpartition(".")[2] for one in of_rules] == ["index", "records"]


def test_a_catastrophic_pattern_costs_bounded_time_and_is_not_checked(product, rule):
    rule("slow", 5, entry("(a+)+$"))
    began = time.process_time()
    reply, _ = product.bash("a" * 100_000 + "b", run=False)
    assert time.process_time() - began < 1.5
    assert "not checked: slow (its pattern ran out of time)" in reply["systemMessage"]
    assert decision(reply) == ""


def test_a_catastrophic_pattern_does_not_silence_the_rules_behind_it(product, rule):
    rule("slow", 5, entry("(a+)+$"))
    rule("zfast", 5, entry("zzz"))
    assert denied(product.bash("a" * 5000 + "b; zzz", run=False)[0]) == "zfast (count: 5): never"


def test_fail_mode_closed_refuses_what_a_slow_pattern_could_not_check(product, rule, monkeypatch):
    monkeypatch.setenv("FEEDBACK_GATE_FAIL_MODE", "closed")
    rule("slow", 5, entry("(a+)+$"))
    assert "slow" in denied(product.bash("a" * 100_000 + "b", run=False)[0])


def test_a_pattern_that_was_slow_in_three_calls_is_broken_until_it_is_changed(product, rule):
    rule("slow", 5, entry("(a+)+$"))
    rule("other", 5, entry("zzz"))
    for number in range(3):
        assert "took more than" not in context(product.prompt())
        product.bash("a" * 5000 + f"b{number}", run=False)
    text = context(product.prompt())
    assert (
        f"- {rule.path}/slow.md:7: a pattern of this entry took more than 0.25 s of processor time in 3 calls; make it simpler"
        in text
    )
    assert product.bash("a" * 5000 + "b", run=False)[0] == {}
    assert denied(product.bash("zzz", run=False)[0]) == "other (count: 5): never"
    rule("slow", 5, entry("a+b$"))
    assert denied(product.bash("aab", run=False)[0]) == "slow (count: 5): never"


def test_fail_mode_closed_refuses_what_a_pattern_that_counts_as_broken_would_have_examined(product, rule, monkeypatch):
    monkeypatch.setenv("FEEDBACK_GATE_FAIL_MODE", "closed")
    rule("slow", 5, entry("(a+)+$"))
    for number in range(4):
        assert "slow" in denied(product.bash("a" * 5000 + f"b{number}", run=False)[0])
    assert product.bash("echo one", run=False)[0] == {}


def test_a_projects_slow_calls_take_nothing_from_a_persons_rule_with_the_same_pattern(product, rule, project_rule):
    pattern = r"\w+\s*git push"
    rule("mine", 5, entry(pattern))
    project_rule("theirs", 1, {"event": "post_edit", "path": "**", "when": pattern})
    for number in range(4):
        product.write(f"{number}.txt", "a" * 60_000 + " 0/ git push")
    assert f"{project_rule.path}/theirs.md:7: a pattern of this entry took more than 0.25 s" in context(product.prompt())
    assert denied(product.bash("x git push", run=False)[0]) == "mine (count: 5): never"


@pytest.mark.parametrize("end", ["git push --force", "harmless"])
def test_five_megabytes_get_the_right_verdict_also_at_the_very_end(product, rule, end):
    for number in range(20):
        rule(f"r{number}", 5, entry(f"(?i)\\b(curl|wget)\\s+-{number}" if number else "git\\s+push\\s+--force"))
    product.prompt()
    command = "x = 1; # " + "some text of a file\n" * 250_000 + end
    began = time.process_time()
    reply, _ = product.bash(command, run=False)
    assert time.process_time() - began < 2
    assert denied(reply) == ("r0 (count: 5): never" if "push" in end else "")


@pytest.mark.parametrize("end", ["debugger;", "harmless"])
def test_five_megabytes_of_a_file_get_the_right_verdict_too(product, rule, end):
    for number in range(20):
        when = f"^\\s*log{number}\\(" if number else "^debugger"
        rule(f"r{number}", 5, {"event": "pre_edit", "path": "**/*.ts", "when": when, "message": "never"})
    product.prompt()
    reply = product.before_write("a.ts", "const text = 'of a file'\n" * 210_000 + end)
    assert denied(reply) == ("r0 (count: 5): never" if "debugger" in end else "")


@pytest.mark.parametrize("end", ["debugger;", "harmless"])
def test_five_megabytes_on_disk_get_the_right_verdict_after_an_edit(product, rule, end):
    for number in range(20):
        when = f"^\\s*log{number}\\(" if number else "^debugger"
        rule(f"r{number}", 5, {"event": "post_edit", "path": "**/*.ts", "when": when, "message": "never"})
    product.prompt()
    path = product.file("a.ts", "const text = 'of a file'\n" * 210_000 + end)
    assert path.stat().st_size > 5_000_000
    began = time.process_time()
    reply = product.edited(str(path), "x")
    assert time.process_time() - began < 2
    verdict = "[feedback-post-edit] r0 (count: 5): never (content matched: ^debugger)"
    assert blocked(reply) == (verdict if "debugger" in end else "")


@pytest.mark.slow
def test_32_processes_killed_at_random_lose_no_line_and_raise_the_count_once(product, rule, home):
    path = rule("r", 1, entry("git push"))
    product.prompt()
    payload = json.dumps(
        {"session_id": "s1", "cwd": str(product.root), "tool_name": "Bash", "tool_input": {"command": "git push"}}
    )
    started = []
    for _ in range(32):
        process = subprocess.Popen(
            [sys.executable, "-m", "feedback_gate", "claude", "PreToolUse"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            env=environment(),
            text=True,
        )
        process.stdin.write(payload)
        process.stdin.close()
        started.append(process)
    rng = random.Random(7)
    started[-1].send_signal(signal.SIGKILL)  # before its Python has started
    for process in rng.sample(started[:-1], 7):
        time.sleep(rng.random() / 5)
        process.send_signal(signal.SIGKILL)
    answers = [process.stdout.read() for process in started]
    for process in started:
        process.wait()
        process.stdout.close()
    assert -9 in {process.returncode for process in started} <= {0, -9}
    finished = [json.loads(text) for process, text in zip(started, answers, strict=True) if process.returncode == 0]
    assert len(finished) >= 24
    assert all("r (count: 1)" in context(reply) or "r (count: 2)" in context(reply) for reply in finished)
    lines = (home / ".local/state/feedback-gate/log/violations.jsonl").read_text().splitlines()
    assert len(finished) <= len(lines) <= 32
    assert all(json.loads(line)["rule"] == "r" for line in lines)
    # The one that raised may have been killed before it could say so; what it began, another one finished.
    assert count_in(path) == 2
    assert sum("count 1 -> 2" in context(reply) for reply in finished) <= 1
    product.bash("git push", run=False)
    assert count_in(path) == 2
    product.in_session("s2").bash("git push", run=False)
    assert count_in(path) == 3


def count_in(path) -> int:
    return int(path.read_text().partition("\ncount: ")[2].partition("\n")[0])


WRITER = """
import os, sys, time
from feedback_gate.feedback.rules import Rules
from feedback_gate.people.arguments import call_here
folder, number = sys.argv[1], int(sys.argv[2])
for turn in range(60):
    path = os.path.join(folder, f"w{number}.md")
    with open(path + ".new", "w") as file:
        file.write(f"---\\nname: w{number}-{turn}\\ncount: {turn % 6}\\nenforce:\\n  - {{event: pre_bash, when: 'w{turn}'}}\\n---\\n")
    os.rename(path + ".new", path)
    Rules(call_here(), thorough=True)
"""


@pytest.mark.slow
def test_while_others_make_the_cache_anew_every_verdict_is_right(product, rule, home):
    rule("own", 5, entry("git push"))
    product.prompt()
    writers = [
        subprocess.Popen([sys.executable, "-c", WRITER, str(rule.path), str(number)], env=environment(), cwd=product.root)
        for number in range(2)
    ]
    verdicts = []
    while any(writer.poll() is None for writer in writers):
        verdicts.append(denied(product.bash("git push", run=False)[0]))
    assert [writer.returncode for writer in writers] == [0, 0]
    assert len(verdicts) > 10
    assert set(verdicts) == {"own (count: 5): never"}
    product.prompt()
    left = sorted(path.suffix for path in (home / ".cache/feedback-gate/parsed").iterdir())
    assert left.count(".index") == 1
