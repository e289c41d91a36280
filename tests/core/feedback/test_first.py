"""Feedback rules through the hook: before a command, on edits, on files a command wrote, at stop; asks, counts, the log."""

from __future__ import annotations

import json
import os

import pytest
from tests.support.product import Product, blocked, context, denied


@pytest.fixture
def product(tmp_path) -> Product:
    return Product(tmp_path / "app")


def rule(home, name: str, count: int, *entries: str, extra: str = "") -> None:
    folder = home / ".claude" / "feedback"
    folder.mkdir(parents=True, exist_ok=True)
    enforce = "enforce:\n" + "".join(f"  - {entry}\n" for entry in entries) if entries else ""
    (folder / f"{name}.md").write_text(
        f"---\nname: {name}\ndescription: about {name}\ncount: {count}\n{extra}{enforce}---\nbody\n"
    )


def log(home) -> list[dict]:
    path = home / ".local/state/feedback-gate/log/violations.jsonl"
    return [json.loads(line) for line in path.read_text().splitlines()] if path.exists() else []


def test_a_count_of_five_denies_a_matching_command(product, home):
    rule(home, "no-push", 5, "{event: pre_bash, when: 'git push', message: Ask first.}")
    before, _ = product.bash("git push origin", run=False)
    assert denied(before) == "no-push (count: 5): Ask first."


def test_a_count_of_two_warns_the_agent_and_the_count_rises_once_a_session(product, home):
    rule(home, "no-push", 2, "{event: pre_bash, when: 'git push', message: Ask first.}")
    first, _ = product.bash("git push", run=False)
    assert context(first) == "no-push (count: 2): Ask first.\n[feedback] no-push: count 2 -> 3"
    assert "count: 3" in (home / ".claude/feedback/no-push.md").read_text()
    product.bash("git push", run=False)
    assert "count: 3" in (home / ".claude/feedback/no-push.md").read_text()


def test_an_approved_ask_is_a_warning_for_that_very_command_only(product, home):
    rule(home, "careful", 3, "{event: pre_bash, when: 'true', message: Sure}")
    fields = {"tool_name": "Bash", "tool_use_id": "t1", "tool_input": {"command": "true 1"}}
    assert product.call("PreToolUse", **fields)["hookSpecificOutput"]["permissionDecision"] == "ask"
    product.call("PostToolUse", tool_response={}, **fields)
    assert context(product.call("PreToolUse", **fields)) == "careful (count: 3): Sure"
    other = {**fields, "tool_input": {"command": "true 2"}}
    assert product.call("PreToolUse", **other)["hookSpecificOutput"]["permissionDecision"] == "ask"


def test_a_refused_ask_is_asked_again(product, home):
    rule(home, "careful", 3, "{event: pre_bash, when: 'true', message: Sure}")
    fields = {"tool_name": "Bash", "tool_use_id": "t1", "tool_input": {"command": "true 1"}}
    for _ in range(2):
        assert product.call("PreToolUse", **fields)["hookSpecificOutput"]["permissionDecision"] == "ask"


def test_without_a_dialog_an_ask_passes_after_a_prompt_of_the_person(product, home, monkeypatch):
    monkeypatch.setenv("CLAUDE_CODE_SESSION_ATTENDED", "0")
    rule(home, "careful", 3, "{event: pre_bash, when: 'true', message: Sure}")
    fields = {"tool_name": "Bash", "tool_use_id": "t1", "tool_input": {"command": "true 1"}}
    for _ in range(2):
        assert product.call("PreToolUse", **fields)["hookSpecificOutput"]["permissionDecision"] == "ask"
    product.prompt("yes, do it")
    assert context(product.call("PreToolUse", **fields)) == "careful (count: 3): Sure"


def test_an_edit_that_brings_in_a_forbidden_text_is_denied(product, home):
    rule(home, "no-log", 5, "{event: pre_edit, path: 'src/**/*.ts', when: '^\\s*console\\.log', message: No.}")
    reply = product.call(
        "PreToolUse",
        tool_name="Write",
        tool_input={"file_path": str(product.root / "src/a.ts"), "content": "a\n  console.log(1)\n"},
    )
    assert denied(reply) == "no-log (count: 5): No."
    assert log(home)[0]["file"] == str(product.root / "src/a.ts")


def test_a_missing_test_file_is_named(product, home):
    rule(home, "tdd", 5, "{event: pre_edit, path: '**/*.py', absent_glob: ['{dir}/tests/test_{stem}.py'], message: Test first.}")
    reply = product.call(
        "PreToolUse", tool_name="Write", tool_input={"file_path": str(product.root / "hooks/new-thing.py"), "content": "x"}
    )
    assert denied(reply) == "tdd (count: 5): Test first."
    assert log(home)[0]["detail"] == "missing test file: hooks/tests/test_new-thing.py, hooks/tests/test_new_thing.py"


def test_a_file_written_by_a_command_is_caught_afterwards(product, home):
    rule(
        home,
        "no-log",
        4,
        "{event: pre_edit, path: '**/*.ts', when: 'console', message: No.}",
        "{event: post_edit, path: '**/*.ts', when: 'debugger', message: No debugger.}",
    )
    product.git()
    _, after = product.bash("printf 'console\\ndebugger\\n' > a.ts")
    assert blocked(after) == (
        f"[feedback-bash-edit] {product.root}/a.ts was already written by the command; correct it now. no-log (count: 4): No debugger. (content matched: debugger)\n"
        f"[feedback-bash-edit] {product.root}/a.ts was already written by the command; correct it now. no-log (count: 4): No. (content matched: console)"
    )


def test_a_failing_command_is_looked_at_as_well(product, home):
    rule(home, "no-log", 4, "{event: post_edit, path: '**/*.ts', when: 'console', message: No.}")
    product.git()
    _, after = product.bash("echo console > a.ts; exit 3")
    assert "no-log (count: 4)" in blocked(after)


def test_only_added_lines_of_a_tracked_file_count(product, home):
    rule(home, "no-log", 4, "{event: pre_edit, path: '**/*.ts', when: 'console', message: No.}")
    product.file("a.ts", "console\n")
    product.git()
    _, after = product.bash("echo plain >> a.ts")
    assert after == {}
    _, after = product.bash("echo console >> a.ts && git commit -qam more", "t2")
    assert "no-log (count: 4)" in blocked(after)


def test_a_check_command_decides(product, home):
    rule(home, "header", 4, "{event: post_edit, path: '**/*.ts', check: 'head -1 \"$FILE\" | grep -q HEADER', message: Header.}")
    assert "check failed" in blocked(product.write("a.ts", "x\n"))
    assert product.write("a.ts", "HEADER\n") == {}


def test_a_check_that_cannot_start_is_not_checked_and_no_violation(product, home):
    rule(home, "header", 4, "{event: post_edit, path: '**/*.ts', check: 'no-such-program', message: Header.}")
    reply = product.write("a.ts", "x\n")
    assert blocked(reply) == ""
    assert "not checked: header" in reply["systemMessage"]
    assert log(home) == []


def test_a_projects_check_does_not_run_before_it_is_approved(product):
    product.file(
        ".claude/feedback/r.md",
        "---\nname: r\ncount: 5\nenforce:\n  - {event: post_edit, path: '**', check: 'touch ran; false', message: m}\n---\n",
    )
    reply = product.write("a.ts", "x\n")
    assert "are not approved and do not run" in reply["systemMessage"]
    assert not (product.root / "ran").exists()


def test_a_stop_is_blocked_twice_and_the_third_passes(product, home):
    rule(home, "ja", 4, "{event: stop_check, changed: '**/README.md', require_sibling: README_ja.md, message: Translate.}")
    product.git().start()
    product.write("README.md", "x\n")
    assert blocked(product.stop()) == (
        "[feedback-stop-check] ja (count: 4): Translate. (changed files violating: README.md)\n"
        "[feedback-stop-check] Mend the findings above, then stop again (1 of 3)."
    )
    assert "(2 of 3)" in blocked(product.stop(active=True))
    third = product.stop(active=True)
    assert blocked(third) == ""
    assert "A person should look" in third["systemMessage"]


def test_a_projects_rule_cannot_hide_or_weaken_the_users(product, home):
    rule(home, "no-push", 5, "{event: pre_bash, when: 'git push', message: Ask first.}")
    product.file(".claude/feedback/no-push.md", "---\nname: no-push\ncount: 0\nexpires: 2001-01-01\n---\n")
    assert denied(product.bash("git push", run=False)[0]) == "no-push (count: 5): Ask first."


def test_a_projects_rule_may_raise_the_users_count(product, home):
    rule(home, "no-push", 2, "{event: pre_bash, when: 'git push', message: Ask first.}")
    product.file(".claude/feedback/no-push.md", "---\nname: no-push\ncount: 5\n---\n")
    assert denied(product.bash("git push", run=False)[0]) == "no-push (count: 5): Ask first."


def test_a_rule_changed_in_place_is_read_again_when_it_hits(product, home):
    rule(home, "no-push", 5, "{event: pre_bash, when: 'git push', message: Old.}")
    assert denied(product.bash("git push", run=False)[0]) == "no-push (count: 5): Old."
    path = home / ".claude/feedback/no-push.md"
    times = os.stat(path.parent)
    path.write_text(path.read_text().replace("Old.", "New text."))
    os.utime(path.parent, ns=(times.st_atime_ns, times.st_mtime_ns))
    assert denied(product.bash("git push", run=False)[0]) == "no-push (count: 5): New text."


def test_broken_parts_are_named_in_the_prompt_and_the_rest_works(product, home):
    rule(home, "good", 5, "{event: pre_bash, when: '(unclosed', message: a}", "{event: pre_bash, when: 'git push', message: b}")
    (home / ".claude/feedback/bad.md").write_text("---\na: [1, 2\n---\n")
    text = context(product.prompt())
    assert f"{home}/.claude/feedback/bad.md:" in text
    assert f"{home}/.claude/feedback/good.md:6: when:" in text
    assert denied(product.bash("git push", run=False)[0]) == "good (count: 5): b"


def test_a_pattern_out_of_time_does_not_silence_the_others(product, home):
    rule(home, "slow", 5, "{event: pre_bash, when: '(a+)+$', message: slow}")
    rule(home, "zfast", 5, "{event: pre_bash, when: 'zzz', message: fast}")
    before, _ = product.bash("a" * 60 + "b", run=False)
    assert "not checked: slow (its pattern ran out of time)" in before["systemMessage"]
