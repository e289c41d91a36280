"""`pre_edit` entries: what an edit brings in, and the test file that must exist; roots and worktrees (tables E and G)."""

from __future__ import annotations

import os

import pytest
from tests.support.product import asked, context, decision, denied

from feedback_gate.project import Project

TDD = {"event": "pre_edit", "path": "**/*.go", "absent_sibling": "{stem}_test.go", "severity": "ask", "message": "Test first."}
RUBY = {
    "event": "pre_edit",
    "path": "**/*.rb",
    "absent_glob": ["{dir}/{stem}_spec.rb", "spec/**/{stem}_spec.rb"],
    "severity": "ask",
}
PYTHON = {"event": "pre_edit", "path": "**/*.py", "absent_glob": ["{dir}/tests/test_{stem}.py"], "severity": "ask"}
NO_EMPTY = {"event": "pre_edit", "path": "**/*.go", "when": r"interface\{\}", "severity": "deny", "message": "Name it."}
WORKTREE = ".claude/worktrees/agent-abc"


def test_e1_a_missing_test_file_asks(product, rule):
    rule("tdd", 4, TDD)
    assert asked(product.before_write("foo.go")) == "tdd (count: 4): Test first."


def test_e2_with_its_test_beside_it_nothing_is_said(product, rule):
    rule("tdd", 4, TDD)
    product.file("foo_test.go")
    assert product.before_write("foo.go") == {}


def test_e3_a_test_needs_no_test(product, rule):
    rule("tdd", 4, TDD)
    assert product.before_write("foo_test.go") == {}


@pytest.mark.parametrize(("name", "expected"), [("interfaces/repo.go", ""), ("x_iface.go", ""), ("foo.go", "ask")])
def test_e4_e5_files_that_are_left_out(product, rule, name, expected):
    rule("tdd", 4, {**TDD, "exclude_path": ["**/interfaces/**", "**/*_iface.go"]})
    assert decision(product.before_write(name)) == expected


def test_e6_a_forbidden_text_counts_in_its_files_only(product, rule):
    rule("r", 4, NO_EMPTY)
    text = "var m map[string]interface{}"
    assert denied(product.before_write("x.go", text)) == "r (count: 4): Name it."
    assert product.before_write("x.rb", text) == {}


@pytest.mark.parametrize(
    ("present", "edited", "expected"),
    [
        ("spec/models/user_spec.rb", "app/models/user.rb", ""),
        ("", "app/models/user.rb", "ask"),
        ("lib/user_spec.rb", "lib/user.rb", ""),
        ("user_spec.rb", "user.rb", ""),
    ],
)
def test_e7_e8_e10_ruby_specs_beside_or_below_spec(product, rule, present, edited, expected):
    rule("r", 4, RUBY)
    if present:
        product.file(present)
    assert decision(product.before_write(edited)) == expected


def test_e9_one_glob_may_be_a_text(product, rule):
    rule("r", 4, {**RUBY, "absent_glob": "spec/**/{stem}_spec.rb"})
    product.file("spec/user_spec.rb")
    assert product.before_write("app/user.rb") == {}


@pytest.mark.parametrize("present", ["user_test.rb", "spec/user_spec.rb"])
def test_e11_sibling_or_glob_is_enough(product, rule, present):
    rule("r", 4, {**RUBY, "absent_sibling": "{stem}_test.rb", "absent_glob": "spec/**/{stem}_spec.rb"})
    assert decision(product.before_write("user.rb")) == "ask"
    product.file(present)
    assert product.before_write("user.rb") == {}


def test_e12_braces_are_expanded_after_the_placeholders(product, rule):
    rule("r", 4, {"event": "pre_edit", "path": "**/*.ts", "absent_glob": "{dir}/__tests__/{stem}.{test,spec}.ts"})
    product.file("src/__tests__/user.spec.ts")
    assert product.before_write("src/user.ts") == {}


def test_e13_a_dash_in_the_name_is_an_underscore_in_its_test(product, rule):
    rule("r", 4, PYTHON)
    product.file("hooks/tests/test_stop_gate.py")
    assert product.before_write("hooks/stop-gate.py") == {}


@pytest.mark.parametrize(
    ("name", "detail"),
    [
        ("hooks/gate.py", "missing test file: hooks/tests/test_gate.py"),
        ("hooks/new-thing.py", "missing test file: hooks/tests/test_new-thing.py, hooks/tests/test_new_thing.py"),
        ("gate.py", "missing test file: tests/test_gate.py"),
    ],
)
def test_e14_e15_every_candidate_is_named(product, rule, log, name, detail):
    rule("r", 4, PYTHON)
    product.before_write(name)
    assert log()[0]["detail"] == detail


@pytest.mark.parametrize(
    "name",
    [
        *(
            "a_test.go",
            "user.spec.ts",
            "user.spec.tsx",
            "a.test.ts",
            "a.test.tsx",
            "user_test.py",
            "test_user.py",
            "user_test.rb",
        ),
        *("user_spec.rb", "a.test.js", "a.spec.mjs", "UserTest.java", "a_test.rs"),
    ],
)
def test_e16_names_that_are_tests(product, rule, name):
    rule("r", 4, {"event": "pre_edit", "path": "**", "absent_sibling": "never"})
    assert product.before_write(name) == {}


def test_e17_globs_are_seen_from_the_worktree(product, rule):
    rule("r", 5, {"event": "pre_edit", "path": "pkg/**/*.go", "when": r"[\s\S]"})
    assert decision(product.before_write(f"{WORKTREE}/pkg/cmd/server.go")) == "deny"


def test_e18_the_test_must_be_in_the_same_worktree(product, rule):
    rule("r", 4, {**RUBY, "absent_glob": "spec/**/{stem}_spec.rb"})
    product.file("spec/user_spec.rb")
    assert decision(product.before_write(f"{WORKTREE}/app/user.rb")) == "ask"
    product.file(f"{WORKTREE}/spec/user_spec.rb")
    assert product.before_write(f"{WORKTREE}/app/user.rb") == {}


def test_e19_when_selects_what_needs_a_test(product, rule):
    rule("r", 5, {**TDD, "severity": "deny", "when": "func "})
    assert product.before_write("foo.go", "package x\n") == {}
    assert decision(product.before_write("foo.go", "func a() {}\n")) == "deny"
    product.file("foo_test.go")
    assert product.before_write("foo.go", "func a() {}\n") == {}


def test_e20_the_parts_of_a_multi_edit_are_lines_of_one_text(product, rule):
    rule("r", 5, {"event": "pre_edit", "path": "**", "when": "^TODO"})
    edits = [{"new_string": "a"}, "no mapping", {"new_string": "TODO"}]
    given = {"file_path": str(product.root / "x.txt"), "edits": edits}
    assert decision(product.call("PreToolUse", tool_name="MultiEdit", tool_input=given)) == "deny"


def test_e21_a_warning_about_what_is_not_left_out(product, rule):
    folders = [f"**/{name}/**" for name in ("gen", "mock", "vendor", "docs", "api", "cmd", "tools")]
    rule("r", 2, {"event": "pre_edit", "path": "pkg/**/*.go", "when": r"[\s\S]", "exclude_path": ["**/*_test.go", *folders]})
    assert product.before_write("pkg/handler/server_test.go") == {}
    assert context(product.before_write("pkg/handler/server.go")).startswith("r (count: 2): ")


def test_a_notebook_cell_is_an_edit(product, rule):
    rule("r", 5, {"event": "pre_edit", "path": "**/*.ipynb", "when": "TODO"})
    given = {"notebook_path": str(product.root / "a.ipynb"), "new_source": "TODO", "cell_id": "1"}
    assert decision(product.call("PreToolUse", tool_name="NotebookEdit", tool_input=given)) == "deny"


def test_an_edit_looks_at_the_new_text_only(product, rule):
    rule("r", 5, {"event": "pre_edit", "path": "**", "when": "TODO"})
    given = {"file_path": str(product.root / "a.txt"), "old_string": "TODO", "new_string": "done"}
    assert product.call("PreToolUse", tool_name="Edit", tool_input=given) == {}


@pytest.mark.parametrize(("name", "fires"), [("../x/a.go", True), ("a.go", True), ("a.rb", False)])
def test_files_outside_the_project_are_looked_at_too(product, rule, name, fires):
    rule("r", 5, {"event": "pre_edit", "path": "**/*.go", "when": "x"})
    assert (decision(product.before_write(name, "x")) == "deny") is fires


def test_a_relative_path_is_seen_from_the_working_folder_by_globs_and_siblings_alike(product, rule):
    rule("r", 4, {**TDD, "path": "pkg/*.go"})
    product.file("pkg/foo_test.go")
    given = {"tool_name": "Write", "tool_input": {"file_path": "foo.go", "content": "x"}, "cwd": str(product.root / "pkg")}
    assert product.call("PreToolUse", **given) == {}
    product.file("pkg/foo_test.go").unlink()
    assert decision(product.call("PreToolUse", **given)) == "ask"


@pytest.mark.parametrize("stem", ["a[b]", "a*", "x{y,z}", "a?"])
def test_magic_in_a_file_name_stands_for_itself(product, rule, stem):
    rule("r", 4, PYTHON)
    product.file("tests/test_ab.py")
    assert decision(product.before_write(f"{stem}.py")) == "ask"
    product.file(f"tests/test_{stem}.py")
    assert product.before_write(f"{stem}.py") == {}


def test_a_project_whose_path_has_magic_in_it(product, rule, tmp_path, monkeypatch):
    root = tmp_path / "a[b]"
    (root / "spec" / "x").mkdir(parents=True)
    (root / "spec" / "x" / "user_spec.rb").touch()
    monkeypatch.setenv("CLAUDE_PROJECT_DIR", str(root))
    rule("r", 4, RUBY)
    assert product.before_write(str(root / "app/user.rb")) == {}


def test_one_entry_whose_glob_fails_only_when_it_is_used_does_not_silence_the_others(product, rule, monkeypatch):
    from feedback_gate.feedback import siblings

    rule("a", 5, {**TDD, "severity": "deny"})
    rule("b", 5, NO_EMPTY)

    def missing(*_: object) -> list[str]:
        raise ValueError("as asked")

    monkeypatch.setattr(siblings, "missing", missing)
    reply = product.before_write("x.go", "interface{}")
    assert denied(reply) == "b (count: 5): Name it."
    assert "not checked: a (as asked)" in reply["systemMessage"]


# ---- roots


@pytest.mark.parametrize(
    ("path", "root", "relative"),
    [
        ("{P}/.github/workflows/ci.yml", "{P}", ".github/workflows/ci.yml"),
        ("{P}/.claude/worktrees/agent-abc/hooks/foo.py", "{P}/.claude/worktrees/agent-abc", "hooks/foo.py"),
        ("{P}/.agents/worktrees/w/hooks/foo.py", "{P}/.agents/worktrees/w", "hooks/foo.py"),
        ("{P}/hooks/foo.py", "{P}", "hooks/foo.py"),
        ("./hooks/foo.py", "{P}", "hooks/foo.py"),
        ("../x/a.go", "{P}", "../x/a.go"),
        ("{P}/.claude/worktrees/agent-abc", "{P}", ".claude/worktrees/agent-abc"),
    ],
)
def test_g8_g9_g10_root_and_relative_path(tmp_path, path, root, relative):
    project = str(tmp_path / "app")
    assert Project(project).split(path.replace("{P}", project)) == (root.replace("{P}", project), relative)


def test_rules_of_the_project_hold_in_its_worktrees_too(product, project_rule):
    project_rule("r", 5, {"event": "pre_edit", "path": "src/**", "when": "TODO", "message": "m"})
    product.git().sh("git worktree add -q .claude/worktrees/w1 -b w1")
    assert denied(product.before_write(".claude/worktrees/w1/src/a.txt", "TODO")) == "r (count: 5): m"


def test_a_session_started_inside_a_worktree_reads_the_rules_that_lie_there(product, rule, project_rule, monkeypatch):
    project_rule("r", 5, {"event": "pre_edit", "path": "src/**", "when": "TODO", "message": "m"})
    product.git().sh("git worktree add -q ../other -b other")
    monkeypatch.setenv("CLAUDE_PROJECT_DIR", str(product.root.parent / "other"))
    assert denied(product.before_write(os.path.join(product.root.parent, "other/src/a.txt"), "TODO")) == "r (count: 5): m"
