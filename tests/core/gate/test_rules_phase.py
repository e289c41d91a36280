"""The rules phase: which rules run on which files after an edit, and what is said (table R of the gate's cases)."""

from __future__ import annotations

import re

import pytest
from tests.support.product import Product, blocked, shown


@pytest.fixture
def product(tmp_path) -> Product:
    return Product(tmp_path / "app")


def gate(product: Product, text: str) -> Product:
    product.gate(text)
    product.git().start()
    return product


def rule(product: Product, match: str, run: str, more: str = "") -> Product:
    return gate(product, f"rules:\n  - match: '{match}'\n    run: {run}\n{more}")


def test_r01_per_file_dir_runs_in_the_files_folder(product):
    product.file("pkg/services/chat/marker.txt")
    rule(product, "pkg/**/*.go", "[test -f marker.txt]", "    per_file_dir: true\n")
    assert blocked(product.write("pkg/services/chat/x.go")) == ""


def test_r02_two_files_in_one_folder_are_one_run(product):
    rule(product, "pkg/**/*.go", "[echo run >> $CLAUDE_PROJECT_DIR/count]", "    per_file_dir: true\n")
    product.bash("mkdir -p pkg/a && echo x > pkg/a/x.go && echo y > pkg/a/y_test.go")
    assert product.sh("cat count") == "run\n"


def test_r03_pattern_root_runs_before_the_first_double_star(product):
    product.file("services/foo/pyproject.toml")
    rule(product, "services/*/**/*.py", "[test -f pyproject.toml]", "    per_file_dir: pattern_root\n")
    assert blocked(product.write("services/foo/src/utils/helper.py")) == ""


def test_r04_the_files_are_given_sorted_once_and_without_those_that_do_not_match(product):
    rule(product, "app/**/*.rb", "['printf %s \"$CLAUDE_GATE_FILES\" > files']")
    product.bash("mkdir app; touch app/b.rb app/a.rb app/ignored.txt")
    assert product.sh("cat files") == "app/a.rb app/b.rb"


def test_r05_each_folders_run_gets_its_own_files(product):
    rule(product, "pkg/**/*.go", "['echo $CLAUDE_GATE_FILES >> $CLAUDE_PROJECT_DIR/files']", "    per_file_dir: true\n")
    product.bash("mkdir -p pkg/chat pkg/user; touch pkg/chat/x.go pkg/user/x.go")
    assert product.sh("cat files") == "pkg/chat/x.go\npkg/user/x.go\n"


def test_r06_a_name_with_a_blank_is_quoted_for_the_shell_and_stands_in_the_file_of_names(product):
    rule(
        product,
        "app/**",
        '[\'eval "set -- $CLAUDE_GATE_FILES"; printf "%s\\n" "$@" > files; tr "\\000" "\\n" < "$CLAUDE_GATE_FILES_FILE" >> files\']',
    )
    product.write("app/a b.rb")
    assert product.sh("cat files") == "app/a b.rb\napp/a b.rb\n"


def test_r07_a_bad_per_file_dir_fails_and_runs_nothing(product):
    rule(product, "*.py", "[touch ran]", "    per_file_dir: bogus\n")
    assert "per_file_dir is 'bogus'" in blocked(product.write("x.py"))
    assert not (product.root / "ran").exists()
    assert "✗" not in shown(product.write("x.py", "2"))
    assert "per_file_dir is 'bogus'" in blocked(product.stop())


def test_r08_a_missing_directory_is_a_skip_and_the_file_stays_open(product):
    rule(product, "*.py", "[echo hi]", "    dir: ghost\n")
    assert "[gate] skip: ghost $ echo hi (cwd missing)" in shown(product.write("x.py"))
    (product.root / "ghost").mkdir()
    assert "[gate] ok: ghost $ echo hi" in shown(product.write("y.py"))


def test_r10_one_line_a_command_with_label_and_seconds(product):
    product.file("sub/keep")
    rule(product, "*.py", "[echo hi]", "    dir: sub\n")
    assert re.search(r"^\[gate\] ok: sub \$ echo hi \(\d+\.\ds\)$", shown(product.write("x.py")), re.MULTILINE)


def test_r11_members_of_a_parallel_block_have_lines_of_their_own(product):
    rule(product, "*.py", "[{parallel: [echo aaa, {cmd: echo bbb, name: second}]}]")
    text = shown(product.write("x.py"))
    assert "[gate] ok: . $ echo aaa (" in text
    assert "[gate] ok: . $ echo bbb (" in text


def test_r12_a_command_of_two_lines_is_shown_by_its_first(product):
    rule(product, "*.py", "\n      - |\n        echo first\n        echo second\n")
    text = shown(product.write("x.py"))
    assert text.count("[gate] ok:") == 1
    assert "echo first ..." in text
    assert "echo second" not in text


def test_r13_r14_files_that_no_rule_is_about_are_named_once(product):
    rule(product, "*.py", "[true]")
    assert "[gate] skip: notes.txt (no rule is about it)" in shown(product.write("notes.txt"))
    assert "notes.txt" not in shown(product.write("x.py"))


def test_r15_a_failure_shows_all_lines_and_the_failing_output_only(product):
    rule(product, "*.py", "[echo passed-cmd, 'echo boom-detail; exit 1']")
    text = blocked(product.write("x.py"))
    assert "[gate] ok: . $ echo passed-cmd" in text
    assert "[gate] fail: . $ echo boom-detail; exit 1" in text
    assert "\nboom-detail\n" in text
    assert "checks after this edit failed" in text


def test_r17_a_failure_does_not_stop_the_list(product):
    rule(product, "*.py", "['exit 1', touch m]")
    product.write("x.py")
    assert (product.root / "m").exists()


def test_r18_a_file_that_failed_in_one_rule_did_not_pass(product):
    gate(product, "rules:\n  - {match: '*.py', run: ['true']}\n  - {match: '*.py', run: ['test -f ok']}\n")
    assert blocked(product.write("x.py"))
    assert "attempt 1" in blocked(product.stop())


def test_r19_paths_are_relative_to_the_root_also_with_dir(product):
    product.file("packages/app/keep")
    rule(product, "packages/app/**/*.ts", "['printf %s \"$CLAUDE_GATE_FILES\" > files']", "    dir: packages/app\n")
    product.bash("mkdir packages/app/src; touch packages/app/src/b.ts packages/app/src/a.ts")
    assert product.sh("cat packages/app/files") == "packages/app/src/a.ts packages/app/src/b.ts"


def test_r20_a_nested_parallel_block_fails_and_its_siblings_run(product):
    rule(product, "*.py", "[{parallel: [touch m, {parallel: [touch n]}]}]")
    assert "parallel block" in blocked(product.write("x.py"))
    assert (product.root / "m").exists()
    assert not (product.root / "n").exists()


def test_r21_five_unmatched_names_and_a_number(product):
    rule(product, "*.py", "[true]")
    _, after = product.bash("touch a1 a2 a3 a4 a5 a6 a7")
    assert "a1, a2, a3, a4, a5 and 2 others" in shown(after)


def test_r26_a_command_is_stopped_at_its_time_with_its_children(product):
    rule(product, "*.py", "[{cmd: 'sleep 77 & sleep 77', timeout: 1}]")
    assert "stopped after 1s" in blocked(product.write("x.py"))
    assert "sleep 77" not in product.sh("ps -eo stat,args | grep -v ^Z || true").replace("grep", "")


def test_a_command_that_cannot_start_is_not_a_failing_check(product):
    rule(product, "*.py", "[no-such-linter]")
    reply = product.write("x.py")
    assert blocked(reply) == ""
    assert "not checked: . $ no-such-linter" in shown(reply)
    assert blocked(product.stop()) == ""


def test_y09_a_bad_rule_is_named_with_its_line_and_the_others_run(product):
    gate(product, "rules:\n  - match: 123\n    run: [touch a]\n  - match: '*.py'\n    run: [touch b]\n")
    text = shown(product.in_session("s2").write("x.py"))
    assert "gate.yaml:2: rules[0].match: match must be a text or a list of texts, not 123" in text
    assert (product.root / "b").exists()


def test_y10_a_misspelt_file_name_is_named(product):
    product.file(".claude/gate.yml", "rules: []")
    product.git().start()
    assert "gate.yml was found, but no gate.yaml" in shown(product.write("x.py"))


def test_y11_without_a_gate_nothing_is_said(product):
    product.git().start()
    assert product.write("x.py") == {}
    assert product.stop() == {}


def test_a_run_that_is_a_text_is_one_command(product):
    rule(product, "*.py", "touch made")
    product.write("x.py")
    assert (product.root / "made").exists()


@pytest.mark.parametrize(
    ("variable", "value"),
    [
        ("CLAUDE_STOP_HOOK_ACTIVE", "false"),
        ("CLAUDE_GATE_PHASE", "rules"),
        ("CLAUDE_SESSION_ID", "s1"),
        ("CLAUDE_AGENT_ID", "unset"),
    ],
)
def test_e02_e04_e05_what_a_command_sees(product, variable, value, monkeypatch):
    monkeypatch.setenv("CLAUDE_AGENT_ID", "inherited")
    rule(product, "*.py", f"['printf %s \"${{{variable}-unset}}\" > seen']")
    product.write("x.py")
    assert product.sh("cat seen") == value


def test_e03_a_subagents_command_sees_its_id(product):
    rule(product, "*.py", "['printf %s \"$CLAUDE_AGENT_ID\" > seen']")
    product.as_agent("agent1").write("x.py")
    assert product.sh("cat seen") == "agent1"
