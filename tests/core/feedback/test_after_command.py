"""Files that a shell command wrote: edit entries are evaluated afterwards, on what it wrote and nothing else (table X)."""

from __future__ import annotations

import pytest
from tests.support.product import blocked, context, denied

POST = {"event": "post_edit", "path": "src/**/*.ts", "when": r"console\.log", "message": "No logging."}
PRE = {"event": "pre_edit", "path": "**/*.ts", "when": "debugger", "message": "No debugger."}
TDD = {"event": "pre_edit", "path": "**/*.go", "absent_sibling": "{stem}_test.go", "message": "Test first."}


def told(product, name: str) -> str:
    return f"[feedback-bash-edit] {product.root}/{name} was already written by the command; correct it now. "


def after(product, command: str, tool_use: str = "t1"):
    return product.bash(command, tool_use)[1]


def test_x1_a_here_document_is_looked_at(product, rule):
    rule("nolog", 4, POST)
    product.git()
    assert blocked(after(product, "mkdir src && cat > src/a.ts <<'EOF'\nconsole.log(1)\nEOF")) == (
        told(product, "src/a.ts") + r"nolog (count: 4): No logging. (content matched: console\.log)"
    )


def test_x2_a_test_made_by_the_same_command_is_enough(product, rule):
    rule("tdd", 4, TDD)
    product.git()
    assert blocked(after(product, "echo x > foo.go")) == (
        told(product, "foo.go") + "tdd (count: 4): Test first. (missing test file: foo_test.go)"
    )
    assert after(product, "echo x > bar.go; echo x > bar_test.go", "t2") == {}


def test_x3_what_was_there_before_is_not_the_commands_work(product, rule):
    rule("r", 4, PRE)
    product.file("a.ts", "debugger\n")
    product.git()
    assert after(product, "echo plain >> a.ts") == {}


def test_x4_an_added_line_is(product, rule):
    rule("r", 4, PRE)
    product.file("a.ts", "x\n")
    product.git()
    assert blocked(after(product, "echo debugger >> a.ts")) == (
        told(product, "a.ts") + "r (count: 4): No debugger. (content matched: debugger)"
    )


@pytest.mark.parametrize(
    "command", ["echo debugger >> a.ts && git commit -qam more", "echo debugger > b.ts && git add b.ts && git commit -qm more"]
)
def test_x4_also_when_the_command_committed_it(product, rule, command):
    rule("r", 4, PRE)
    product.file("a.ts", "x\n")
    product.git()
    assert "r (count: 4): No debugger." in blocked(after(product, command))


def test_x4_a_rewritten_history_is_measured_from_the_new_head(product, rule):
    rule("r", 4, PRE)
    product.file("a.ts", "x\n")
    product.git()
    assert "No debugger." in blocked(after(product, "git commit -q --amend -m other && echo debugger >> a.ts"))


def test_x5_the_whole_of_an_untracked_file_counts(product, rule):
    rule("r", 4, PRE)
    product.git()
    assert "No debugger." in blocked(after(product, "printf 'a\\ndebugger\\n' > new.ts"))


def test_x6_an_ask_that_was_approved_for_an_edit_of_the_file_is_a_warning(product, rule):
    rule("tdd", 3, TDD)
    product.git()
    path = {"file_path": str(product.root / "foo.go"), "content": "x"}
    product.call("PreToolUse", tool_name="Write", tool_use_id="w1", tool_input=path)
    product.call("PostToolUse", tool_name="Write", tool_use_id="w1", tool_input=path)
    reply = after(product, "echo y > foo.go")
    assert blocked(reply) == ""
    assert "tdd (count: 3): Test first." in context(reply)


def test_x6_one_that_was_only_raised_is_a_block(product, rule):
    rule("tdd", 3, TDD)
    product.git()
    product.before_write("foo.go")
    assert "Test first." in blocked(after(product, "echo y > foo.go"))


@pytest.mark.parametrize("command", ["cat a.go", "rg x | head -1"])
def test_x7_a_command_that_only_reads_is_not_blamed_for_others(product, rule, command):
    rule("tdd", 4, TDD)
    product.git()
    fields = {"tool_name": "Bash", "tool_use_id": "t1", "tool_input": {"command": command}}
    product.call("PreToolUse", **fields)
    product.file("other.go")
    assert product.call("PostToolUse", tool_response={}, **fields) == {}


def test_a_failing_command_is_looked_at_as_well(product, rule):
    rule("nolog", 4, POST)
    product.git()
    assert "nolog (count: 4)" in blocked(after(product, "mkdir src; echo 'console.log' > src/a.ts; exit 3"))


def test_both_kinds_of_entries_are_told_with_their_files(product, rule):
    rule("r", 4, {**PRE, "path": "**"}, {"event": "post_edit", "path": "**", "when": "TODO", "message": "No TODO."})
    product.git()
    reason = blocked(after(product, "echo TODO > a.txt; echo debugger > b.txt"))
    assert reason.splitlines() == [
        told(product, "a.txt") + "r (count: 4): No TODO. (content matched: TODO)",
        told(product, "b.txt") + "r (count: 4): No debugger. (content matched: debugger)",
    ]


def test_less_than_three_warns_the_agent(product, rule, monkeypatch):
    monkeypatch.setenv("FEEDBACK_GATE_AUTO_COUNT", "false")
    rule("r", 1, PRE)
    product.git()
    reply = after(product, "echo debugger > a.ts")
    assert blocked(reply) == ""
    assert context(reply) == told(product, "a.ts") + "r (count: 1): No debugger. (content matched: debugger)"


def test_what_is_logged(product, rule, log):
    rule("r", 4, {**PRE, "severity": "ask"})
    product.git()
    after(product, "echo debugger > a.ts")
    (line,) = log()
    assert [line[name] for name in ("event", "severity", "file")] == ["pre_edit", "ask", str(product.root / "a.ts")]


def test_files_that_git_ignores_or_that_lie_outside_are_not_looked_at(product, rule, tmp_path):
    rule("r", 4, {**PRE, "path": "**"})
    product.file(".gitignore", "ignored.ts\n")
    product.git()
    assert after(product, f"echo debugger > ignored.ts; echo debugger > {tmp_path}/outside.ts") == {}


def test_moving_through_history_is_no_edit(product, rule):
    rule("r", 4, {**PRE, "path": "**"})
    product.file("a.ts", "x\n")
    product.git().sh("git checkout -q -b other && echo debugger > a.ts && git commit -qam d && git checkout -q main")
    assert after(product, "git checkout -q other") == {}


def test_a_rules_raised_count_is_none_of_the_commands_work(product, project_rule):
    """The guard writes the rule file before the command's start is noted, and rule folders are not looked at."""
    product.git()
    project_rule(
        "r", 1, {"event": "pre_bash", "when": "x1", "message": "m"}, {"event": "post_edit", "path": "**", "when": "count"}
    )
    assert after(product, "x1=; true") == {}
    assert "count: 2" in (project_rule.path / "r.md").read_text()


def test_names_that_need_quoting_are_found(product, rule):
    rule("r", 4, {**PRE, "path": "**/*.ts"})
    product.file("日本 x.ts", "a\n")
    product.git()
    assert "日本 x.ts" in blocked(after(product, "echo debugger >> '日本 x.ts'"))
    assert 'q"t.ts' in blocked(after(product, "echo debugger > 'q\"t.ts'", "t2"))


def test_a_project_in_a_subfolder_of_the_repository(product, rule, monkeypatch):
    rule("r", 4, {**PRE, "path": "src/*.ts"})
    product.file("pkg/src/a.ts", "a\n")
    product.git()
    monkeypatch.setenv("CLAUDE_PROJECT_DIR", str(product.root / "pkg"))
    _, reply = product.bash("echo debugger >> src/a.ts", cwd=product.root / "pkg")
    assert "No debugger." in blocked(reply)


def test_an_edit_tool_is_not_asked_twice(product, rule):
    rule("r", 5, PRE)
    product.git()
    assert denied(product.before_write("a.ts", "debugger"))
    assert product.write("a.ts", "debugger") == {}
