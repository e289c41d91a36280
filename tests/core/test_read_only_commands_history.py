"""Which command lines move the files of the working tree through git's history, wholly or in part."""

from __future__ import annotations

import pytest

from feedback_gate.changes.commands import MIXED, NONE, WHOLE, git_history_operation


@pytest.mark.parametrize(
    ("command", "expected"),
    [
        ("git rebase -i", WHOLE),
        ("git -C sub pull --rebase", WHOLE),
        ("cd x && git merge main", WHOLE),
        ("git stash pop", WHOLE),
        ("git status", NONE),
        ("sed -i 's/a/b/' x.txt", NONE),
        ('git commit -am "x"', NONE),
        ('git commit -m "merge parser"', NONE),
        ("git checkout -b feature", WHOLE),
    ],
)
def test_the_table(command: str, expected: str) -> None:
    assert git_history_operation(command) == expected


@pytest.mark.parametrize(
    "sub",
    ["rebase", "checkout", "switch", "merge", "pull", "stash", "reset", "cherry-pick", "revert", "restore", "clean", "worktree"],
)
def test_operations_that_move_files(sub: str) -> None:
    assert git_history_operation(f"git {sub} x") == WHOLE


@pytest.mark.parametrize(
    "command",
    [
        "git apply p.diff",
        "git am < p.mbox",
        "git merge-base a b",
        "git stash list",
        "git stash show",
        "git worktree list",
        "git log --grep merge",
        "git branch checkout",
        "echo git checkout x",
        "echo 'x; git checkout y'",
        "grep 'git stash' f",
        "# git checkout x",
        "git",
        "",
        "cat <<'EOF'\ngit checkout x\nEOF",
    ],
)
def test_what_moves_nothing(command: str) -> None:
    assert git_history_operation(command) == NONE


@pytest.mark.parametrize(
    "command",
    [
        "git pull 2>&1 | tail -3",
        "git fetch && git add . && git rebase origin/main",
        "git checkout x; git status",
        "sudo git reset --hard",
        "env X=1 git stash",
        "timeout 60 git pull",
        "timeout -k 5 60 git pull",
        "nohup git clean -fd",
        "/usr/bin/git checkout x",
        "bash -lc 'git checkout x'",
        'sh -c "cd a && git pull"',
        "eval 'git stash'",
        "if git stash; then git status; fi",
        "echo $(git checkout x)",
        "git --no-pager -c a.b=c checkout x",
        "git \\\n checkout x",
        "g'i't checkout x",
    ],
)
def test_lines_that_only_move_files(command: str) -> None:
    assert git_history_operation(command) == WHOLE


@pytest.mark.parametrize(
    "command",
    [
        "git stash; python gen.py",
        "python gen.py && git checkout x",
        "git checkout x && sed -i s/a/b/ f",
        "git checkout x > out.txt",
        "git rebase -x 'make fmt' main",
        "git rebase --exec='make fmt' main",
        "git merge x && git apply p",
        "git commit -m x && git pull",
        "bash gen.sh -c 'ls'; git stash",
        "bash -c 'git stash; make'",
        'sh -c "sh -c \'eval \\"sh -c ls\\"\'"; git stash; sh -c "sh -c \'sh -c \\"eval make\\"\'"',
        "git stash; echo 'unclosed",
        "echo $(python gen.py); git stash",
        "git checkout x; f() { ls; }",
    ],
)
def test_lines_that_may_also_write(command: str) -> None:
    assert git_history_operation(command) == MIXED
