"""`pre_bash` entries: patterns, the program matcher, checks, severities (tables S, R and B)."""

from __future__ import annotations

import json

import pytest
from tests.support.product import asked, context, decision, denied, shown

GO = {"event": "pre_bash", "when": r"(^|&&|\|\||;)\s*go test\b", "message": "Use make test."}
WRAP = {
    "event": "pre_bash",
    "when": r"(^|[;&|]\s*)((mise (exec|x) -- |uv run |bundle exec |env (\w+=\S+ )+))?(pytest|go test|rspec)\b",
}


def matching(text: str, **more: object) -> dict[str, object]:
    return {"event": "pre_bash", "when": text, "message": "m", **more}


# ---- severity


@pytest.mark.parametrize("count", [5, 6])
def test_s1_five_and_more_deny(product, rule, count):
    rule("r", count, matching("x1"))
    assert denied(product.bash("x1", run=False)[0]) == f"r (count: {count}): m"


@pytest.mark.parametrize("count", [3, 4])
def test_s2_three_and_four_ask(product, rule, count):
    rule("r", count, matching("x1"), {"event": "pre_edit", "path": "**", "when": "x", "message": "e"})
    assert asked(product.bash("x1", run=False)[0]) == f"r (count: {count}): m"
    assert asked(product.before_write("a.txt", "x")) == f"r (count: {count}): e"


@pytest.mark.parametrize("count", [-1, 0, 1, 2])
def test_s3_less_than_three_warns(product, rule, count, monkeypatch):
    monkeypatch.setenv("FEEDBACK_GATE_AUTO_COUNT", "false")
    rule("r", count, matching("x1"))
    assert product.bash("x1", run=False)[0] == {
        "hookSpecificOutput": {"hookEventName": "PreToolUse", "additionalContext": f"r (count: {count}): m"}
    }


@pytest.mark.parametrize(
    ("count", "severity", "expected"), [(6, "warn", ""), (1, "deny", "deny"), (1, "block", "deny"), (1, "ask", "ask")]
)
def test_s4_an_explicit_severity_wins(product, rule, count, severity, expected):
    rule("r", count, matching("x1", severity=severity))
    assert decision(product.bash("x1", run=False)[0]) == expected


def test_s5_an_unknown_severity_is_named_and_the_count_decides(product, rule):
    rule("r", 3, matching("x1", severity="error"))
    assert decision(product.bash("x1", run=False)[0]) == "ask"
    assert "r.md:7: severity must be one of 'warn', 'ask', 'block', 'deny', not 'error'" in context(product.prompt())


# ---- patterns


def test_r1_leading_flags_and_named_groups(product, rule):
    rule("r", 5, matching(r"(?i)(?P<tool>PYTEST)\b"))
    assert denied(product.bash("pytest -q", run=False)[0]) == "r (count: 5): m"


def test_r2_a_pattern_that_does_not_compile_is_recorded_once_and_other_rules_decide(product, rule, log):
    rule("a", 5, matching("(unclosed"))
    rule("b", 5, matching("x1"))
    for _ in range(2):
        product.prompt()
    assert denied(product.bash("x1", run=False)[0]) == "b (count: 5): m"
    assert [(line["kind"], line["entry"]) for line in log("errors")] == [("entry", 0)]


@pytest.mark.parametrize(("when", "fires"), [(r"\AFOO", False), ("^FOO", True), (r"x\z", False), (r"O\z", True), ("x$", True)])
def test_r3_text_and_line_starts_in_an_edit(product, rule, when, fires):
    rule("r", 5, {"event": "pre_edit", "path": "**", "when": when})
    assert (decision(product.before_write("a.txt", "x\nFOO")) == "deny") is fires


def test_r4_the_end_of_the_whole_text(product, rule):
    rule("r", 5, matching(r"end\z"))
    assert decision(product.bash("the end", run=False)[0]) == "deny"
    assert decision(product.bash("the end\n", run=False)[0]) == ""


@pytest.mark.parametrize("when", ["x(?i)y", "a*+", "(?>a)", "(?<=a+)b", r"\h", "(?<n>a)", "[]", r"(a)\2"])
def test_r5_r6_what_is_not_in_the_dialect_is_a_broken_entry(product, rule, when):
    rule("r", 5, matching(when))
    assert product.bash("xiy aab", run=False)[0] == {}
    assert f"{rule.path}/r.md:7: when: " in context(product.prompt())


def test_r7_crlf_ends_a_line(product, rule):
    rule("r", 5, {"event": "pre_edit", "path": "**", "when": "foo$"})
    assert decision(product.before_write("a.txt", "foo\r\nbar")) == "deny"


# ---- commands


def test_b1_a_matching_command_is_denied_once(product, rule, log):
    rule("go", 6, GO)
    assert denied(product.bash("go test ./...", run=False)[0]) == "go (count: 6): Use make test."
    assert [line["detail"] for line in log()] == [r"command matched: (^|&&|\|\||;)\s*go test\b"]


def test_b2_the_same_words_elsewhere_are_nothing(product, rule):
    rule("go", 6, GO)
    assert product.bash("echo go test", run=False)[0] == {}


def test_b3_unless_clears(product, rule):
    rule("r", 6, matching("gh pr create", unless="--draft", severity="warn"))
    assert product.bash("gh pr create --draft", run=False)[0] == {}
    assert context(product.bash("gh pr create", run=False)[0]) == "r (count: 6): m"


def test_b4_a_failing_check_is_a_violation(product, rule, log):
    rule("r", 6, matching("git commit", check="exit 1"))
    assert decision(product.bash("git commit -m x", run=False)[0]) == "deny"
    assert log()[0]["detail"] == "command matched: git commit, check failed: exit 1"


def test_b4_a_passing_check_clears(product, rule):
    rule("r", 6, matching("git commit", check="true"))
    assert product.bash("git commit -m x", run=False)[0] == {}


@pytest.mark.parametrize(
    "command",
    [
        "mise exec -- pytest tests",
        "mise x -- go test ./...",
        "uv run pytest",
        "env FOO=1 pytest tests",
        "bundle exec rspec",
        "pytest tests",
    ],
)
def test_b5_b6_a_pattern_may_look_through_wrappers(product, rule, command):
    rule("wrap", 6, WRAP)
    assert decision(product.bash(command, run=False)[0]) == "deny"


def test_b7_an_empty_command_is_nothing(product, rule):
    rule("r", 6, matching("^"))
    assert decision(product.bash("x", run=False)[0]) == "deny"
    assert product.bash("", run=False)[0] == {}


def test_b8_an_entry_without_when_is_broken(product, rule):
    rule("r", 6, {"event": "pre_bash", "message": "m"})
    assert product.bash("anything", run=False)[0] == {}
    assert "r.md:7: pre_bash needs when or program" in context(product.prompt())


def test_b9_while_a_check_runs_a_note_says_which_rule(product, rule):
    product.file(".claude/x")
    rule("r", 6, matching("x1", check="cat .claude/.gate-status/running/*.check > seen"))
    assert product.bash("x1", run=False)[0] == {}
    note = json.loads((product.root / "seen").read_text())
    assert (note["rule"], note["file"]) == ("r", "")
    assert list((product.root / ".claude/.gate-status/running").glob("*.check")) == []


def test_t11_while_a_check_of_a_file_runs_the_note_says_which(product, rule):
    product.file(".claude/x")
    check = "cat .claude/.gate-status/running/*.check > seen"
    rule("r", 4, {"event": "stop_check", "changed": "*.md", "check": check})
    product.git().start()
    product.write("a.md")
    assert product.stop() == {}
    assert json.loads((product.root / "seen").read_text())["file"] == "a.md"


@pytest.mark.slow
def test_b10_a_check_that_takes_too_long_is_not_checked_and_no_violation(product, rule, log):
    rule("r", 6, matching("x1", check="sleep 30"))
    reply, _ = product.bash("x1", run=False)
    assert decision(reply) == ""
    assert "not checked: r (its check did not end within 10 s)" in shown(reply)
    assert log() == []


def test_b11_a_check_runs_in_the_project_and_knows_what_it_is_about(product, rule):
    check = 'test "$CLAUDE_PROJECT_DIR" = "$PWD" && test "$COMMAND" = "x1 \'a\'" && test "$RULE,$EVENT" = r,pre_bash'
    rule("r", 6, matching("x1", check=check))
    assert product.bash("x1 'a'", run=False)[0] == {}


@pytest.mark.parametrize("check", ["no-such-program", "exit 126", "exit 127"])
def test_a_check_that_cannot_start_is_said_once_a_session(product, rule, log, check):
    rule("r", 6, matching("x1", check=check))
    assert "not checked: r" in shown(product.bash("x1", run=False)[0])
    assert product.bash("x1", run=False)[0] == {}
    assert log() == []


def test_with_fail_mode_closed_what_could_not_be_checked_is_denied(product, rule, monkeypatch):
    monkeypatch.setenv("FEEDBACK_GATE_FAIL_MODE", "closed")
    rule("r", 6, matching("x1", check="no-such-program"))
    assert "r" in denied(product.bash("x1", run=False)[0])


# ---- the program matcher


PUSH = {"event": "pre_bash", "program": "git", "subcommand": "push", "flags": ["--force", "-f"], "message": "No force."}


@pytest.mark.parametrize(
    "command",
    [
        "git push --force",
        "git push -f origin main",
        "git push -uf origin",
        "git push --force=yes",
        "git push origin --forc",
        "cd x && git -C y push --force",
        "/usr/bin/git push --force",
        "g\"it\" pu'sh' --force",
        "g\\it push \\\n--force",
        "sh -c 'git push --force'",
        "eval git push --force",
        "sudo -u me env A=1 git push --force",
        "nohup time git push -f",
        "xargs git push -f",
        "echo $(git push --force)",
        "if true; then git push --force; fi",
        "git -c a=b push origin +x -f",
    ],
)
def test_d4_a_program_is_found_however_it_is_written(product, rule, command):
    rule("r", 5, PUSH)
    assert denied(product.bash(command, run=False)[0]) == "r (count: 5): No force."


@pytest.mark.parametrize(
    "command",
    [
        "git push",
        "git push --force-with-lease",
        "git push -- --force",
        "git commit -m 'git push --force'",
        "git commit -mforce",
        "git log --grep push -f",
        "gh issue create --body 'never git push --force'",
        "cat >> log <<'EOF'\ngit push --force\nEOF",
        "echo git push --force",
        "legit push --force",
        "sudo echo git push --force",
        "xargs -n 1 echo git push --force",
        "find . -name git -o -name push -exec ls --force ;",
        "flock lock grep -c 'git push --force' x",
        "echo 'git push --force' >note.txt; sh x.sh",
        "git commit -F - <<'E'\ngit push --force\nE",
        "bash x.sh <<'E'\ngit push --force\nE",
        "script -O 'git push --force' -c ls",
        "echo 'git push --force' | sh -n",
        "bash -n <<E\ngit push --force\nE",
        "cat <<'E' >notes.md; ls | xargs cat\ngit push --force\nE",
        "cat <<'E' >notes.md && sh x.sh | sh\ngit push --force\nE",
        "git commit -m $'never\\n\\ngit push --force'",
        "python3 - <<'E'\ngit push --force\nE",
        "git stash push -f",
        "# git push --force",
    ],
)
def test_d4_words_that_only_look_like_it_are_nothing(product, rule, command):
    rule("r", 5, PUSH)
    assert product.bash(command, run=False)[0] == {}


@pytest.mark.parametrize(
    ("entry", "command", "fires"),
    [
        ({"program": "rm"}, "rm x", True),
        ({"program": ["npm", "pnpm"], "subcommand": "run build"}, "pnpm --prefix x run build", True),
        ({"program": "npm", "subcommand": "run build"}, "npm run test build", False),
        ({"program": "python*"}, "python3.12 x.py", True),
        ({"program": "kubectl", "subcommand": ["delete pod"]}, "kubectl -n ns delete pod x", True),
        ({"program": "pytest"}, "uv run -q pytest tests", True),
        ({"program": "pytest"}, "uv run mypy # pytest", False),
        ({"program": "git", "when": "main"}, "git push origin main", True),
        ({"program": "git", "when": "main"}, "git push origin dev", False),
        ({"program": "git", "unless": "--dry-run"}, "git push --dry-run", False),
        ({"program": "tar", "flags": "-x"}, "tar -xzf a.tgz", True),
        ({"program": "rm", "subcommand": ""}, "rm x", True),
    ],
)
def test_d4_program_subcommand_and_flags_go_together(product, rule, entry, command, fires):
    rule("r", 5, {"event": "pre_bash", **entry})
    assert (decision(product.bash(command, run=False)[0]) == "deny") is fires


def test_d4_a_line_that_cannot_be_read_for_sure_is_not_checked(product, rule):
    rule("r", 5, PUSH)
    reply, _ = product.bash("case $x in a) git push --force;; esac", run=False)
    assert decision(reply) == "deny" or "not checked: r" in shown(reply)
    assert product.bash("case $x in a) true;; esac", run=False)[0] == {}


def test_d4_the_log_names_the_program(product, rule, log):
    rule("r", 5, PUSH)
    product.bash("git push -f", run=False)
    assert log()[0]["detail"] == "command matched: git push --force|-f"


@pytest.mark.parametrize(
    ("entry", "reason"),
    [
        ({"when": "x", "flags": "-f"}, "flags has no effect without program"),
        ({"when": "x", "subcommand": "push"}, "subcommand has no effect without program"),
        ({"program": "[git"}, "program: unclosed [ at position 0"),
    ],
)
def test_d4_keys_without_effect_are_named(product, rule, entry, reason):
    rule("r", 5, {"event": "pre_bash", **entry})
    assert f"r.md:7: {reason}" in context(product.prompt())
