"""What changed in a working tree since a moment: by any tool, with old modification times, committed, moved and deleted."""

from __future__ import annotations

import os
import re
import subprocess
import time

import pytest

from feedback_gate.changes import git, start, tree
from feedback_gate.changes.memory import Memory


def sh(command: str, cwd) -> None:
    subprocess.run(["sh", "-c", command], cwd=cwd, check=True, capture_output=True)


@pytest.fixture
def repo(tmp_path):
    folder = tmp_path / "repo"
    folder.mkdir()
    (folder / "old.txt").write_text("old\n")
    (folder / "kept.txt").write_text("kept\n")
    (folder / ".gitignore").write_text("ignored.txt\n")
    sh("git init -q -b main && git add . && git commit -qm start", folder)
    return folder


def moment(repo) -> tree.Moment:
    status = git.status(str(repo), dict(os.environ))
    time.sleep(0.02)  # a file changed within one clock tick of the moment counts as changed, which is the safe side
    found = tree.Moment(tree.stamp(str(repo.parent / "state" / "clock")), status.head, status.deleted)
    time.sleep(0.02)
    return found


def changed(since: tree.Moment, repo) -> list[str]:
    changes = tree.since(since, str(repo), dict(os.environ))
    return sorted(os.path.relpath(path, repo) for path in changes.present)


def test_a_change_before_the_moment_is_not_reported(repo):
    (repo / "old.txt").write_text("changed\n")
    assert changed(moment(repo), repo) == []


@pytest.mark.parametrize(
    "command",
    [
        "echo more >> old.txt",
        "sed -i s/old/new/ old.txt",
        "cp -p /etc/hostname old.txt",
        "echo x > ../x && touch -d 2001-01-01 ../x && mv ../x old.txt",
    ],
)
def test_a_written_file_is_reported_whatever_its_modification_time_says(repo, command):
    since = moment(repo)
    sh(command, repo)
    assert changed(since, repo) == ["old.txt"]


def test_files_unpacked_from_an_archive_are_reported(repo):
    sh("mkdir new && echo x > new/a.txt && touch -d 2001-01-01 new/a.txt && tar -cf ../a.tar new && rm -r new", repo)
    since = moment(repo)
    sh("tar -xpf ../a.tar", repo)
    assert changed(since, repo) == ["new/a.txt"]


def test_new_files_are_reported_and_ignored_ones_are_not(repo):
    since = moment(repo)
    sh("echo a > 'naïve name.txt'; echo b > ignored.txt", repo)
    assert changed(since, repo) == ["naïve name.txt"]


def test_a_file_that_was_committed_meanwhile_is_reported(repo):
    since = moment(repo)
    sh("echo a > new.txt && git add . && git commit -qm new", repo)
    assert changed(since, repo) == ["new.txt"]


def test_a_move_to_an_unrelated_commit_reports_nothing(repo):
    since = moment(repo)
    sh("git checkout -q --orphan other && git commit -qm other", repo)
    assert changed(since, repo) == []


def test_a_deletion_and_a_move_are_reported_as_such(repo):
    since = moment(repo)
    sh("rm kept.txt && mv old.txt moved.txt", repo)
    changes = tree.since(since, str(repo), dict(os.environ))
    assert sorted(os.path.basename(path) for path in changes.deleted) == ["kept.txt", "old.txt"]
    assert changed(since, repo) == ["moved.txt"]


def test_a_deletion_known_before_is_no_news(repo):
    (repo / "kept.txt").unlink()
    assert tree.since(moment(repo), str(repo), dict(os.environ)).deleted == ()


def test_outside_git_nothing_is_known(tmp_path):
    assert tree.since(tree.Moment(0), str(tmp_path), dict(os.environ)) is None


def test_git_runs_no_program_of_the_repository(repo, tmp_path):
    mark = tmp_path / "ran"
    sh(f"git config core.fsmonitor 'touch {mark}; false' && git config diff.external 'touch {mark}'", repo)
    sh(f"printf '#!/bin/sh\\ntouch {mark}\\n' > .git/hooks/post-index-change && chmod +x .git/hooks/post-index-change", repo)
    since = moment(repo)
    sh("echo a >> old.txt", repo)
    assert changed(since, repo) == ["old.txt"]
    assert not mark.exists()


def test_git_variables_of_the_environment_do_not_lead_elsewhere(repo, tmp_path, monkeypatch):
    since = moment(repo)
    sh("echo a >> old.txt", repo)
    monkeypatch.setenv("GIT_DIR", str(tmp_path / "nowhere"))
    assert changed(since, repo) == ["old.txt"]


def test_the_commit_of_head_is_read_without_git(repo):
    expected = subprocess.run(["git", "rev-parse", "HEAD"], cwd=repo, capture_output=True, text=True, check=True).stdout.strip()
    assert start.head_of(str(repo)) == expected
    sh("git pack-refs --all", repo)
    assert start.head_of(str(repo)) == expected
    sh("git checkout -q --detach", repo)
    assert start.head_of(str(repo)) == expected


def test_the_commit_of_head_is_found_in_a_linked_worktree(repo):
    sh("git worktree add -q ../linked -b side && cd ../linked && echo a > a && git add a && git commit -qm side", repo)
    linked = repo.parent / "linked"
    expected = subprocess.run(["git", "rev-parse", "HEAD"], cwd=linked, capture_output=True, text=True, check=True).stdout.strip()
    assert start.head_of(str(linked)) == expected


def test_a_memory_knows_what_was_seen_and_starts_anew_with_each_look(tmp_path):
    remembered = Memory(str(tmp_path))
    assert (remembered.read().trees, remembered.read().seen) == ({}, {})
    remembered.looked(5, [git.Status("/top", "abc", [], ["/top/gone"])])
    tops = {"/top": tree.Moment(1, "first"), "/other": tree.Moment(3, "first")}
    remembered.saw({"/top/a": 7, "/top/b": 0}, tops, ("/top", "abc", "def"))
    known = remembered.read()
    assert known.seen == {"/top/a": 7}
    found = known.trees["/top"]
    assert (found.ns, found.head, found.deleted) == (5, "def", frozenset({"/top/gone", "/top/b"}))
    assert (known.trees["/other"].ns, known.trees["/other"].head) == (3, "first")


@pytest.mark.parametrize(("before", "expected"), [("abc", "def"), ("between", "abc")])
def test_commits_that_were_handled_hide_none_that_were_made_before_them(tmp_path, before, expected):
    remembered = Memory(str(tmp_path))
    remembered.looked(5, [git.Status("/top", "abc", [], [])])
    remembered.saw({}, {}, ("/top", before, "def"))
    assert remembered.read().trees["/top"].head == expected


def test_a_look_forgets_what_was_seen_before_it_and_keeps_what_came_during_it(tmp_path):
    remembered = Memory(str(tmp_path))
    remembered.saw({"/top/a": 7, "/top/b": 9}, {"/top": tree.Moment(1)})
    remembered.looked(9, [git.Status("/top", "abc", [], [])])
    assert remembered.read().seen == {"/top/b": 9}


def test_an_unreadable_memory_says_so_until_it_is_written_again(tmp_path):
    remembered = Memory(str(tmp_path))
    (tmp_path / "tree.json").write_text("{broken")
    assert remembered.read().lost
    remembered.saw({"/top/a": 7}, {"/top": tree.Moment(1)})
    assert not remembered.read().lost
    assert (tmp_path / "tree.json.broken").read_text() == "{broken"


def test_an_amended_commit_reports_what_was_written_since(repo):
    since = moment(repo)
    sh("echo more >> old.txt && git commit -q -a --amend --no-edit", repo)
    assert changed(since, repo) == ["old.txt"]


def test_a_file_removed_by_a_commit_is_reported_as_gone(repo):
    since = moment(repo)
    sh("git rm -q kept.txt && git commit -qm gone", repo)
    assert [os.path.basename(path) for path in tree.since(since, str(repo), dict(os.environ)).deleted] == ["kept.txt"]


def test_a_name_that_is_no_utf8_is_reported_as_it_is(repo):
    since = moment(repo)
    sh("printf x > \"$(printf 'b\\377d.txt')\"", repo)
    assert [os.fsencode(os.path.basename(path)) for path in tree.since(since, str(repo), dict(os.environ)).present] == [
        b"b\xffd.txt"
    ]


def test_edits_inside_a_submodule_are_reported(repo, tmp_path):
    sh("git -c protocol.file.allow=always submodule --quiet add ../repo sub && git commit -qm sub", repo)
    since = moment(repo)
    sh("echo x >> sub/old.txt; echo x > sub/new.txt; rm sub/kept.txt", repo)
    assert changed(since, repo) == ["sub/new.txt", "sub/old.txt"]
    assert [os.path.relpath(path, repo) for path in tree.since(since, str(repo), dict(os.environ)).deleted] == ["sub/kept.txt"]


def test_a_folder_below_the_top_sees_only_itself(repo):
    (repo / "below").mkdir()
    since = moment(repo)
    sh("echo x > below/a.txt; echo x > b.txt", repo)
    changes = tree.since(since, str(repo / "below"), dict(os.environ), str(repo / "below"))
    assert [os.path.relpath(path, repo) for path in changes.present] == ["below/a.txt"]


def test_an_empty_git_folder_further_up_is_no_repository(tmp_path):
    (tmp_path / ".git").mkdir()
    (tmp_path / "inside").mkdir()
    assert tree.since(tree.Moment(0), str(tmp_path / "inside"), dict(os.environ)) is None


@pytest.mark.parametrize(
    ("break_it", "why"),
    [
        ("rm .git/HEAD && mkdir .git/HEAD", "git status ended with 128: fatal: not a git repository"),
        ("printf broken > .git/index", "git status ended with 128: fatal: "),
        ("printf '[broken' > .git/config", "git status ended with 128: fatal: bad config line "),
    ],
)
def test_a_repository_that_git_cannot_read_is_no_answer_and_not_nothing(repo, break_it, why):
    sh(break_it, repo)
    with pytest.raises(git.NoAnswerError, match=re.escape(why)):
        tree.since(tree.Moment(0), str(repo), dict(os.environ))


def test_without_git_there_is_no_answer(repo, monkeypatch):
    monkeypatch.setattr("feedback_gate.system.processes.TRUSTED_FOLDERS", ())
    with pytest.raises(git.NoAnswerError, match="git is missing"):
        tree.since(tree.Moment(0), str(repo), {**os.environ, "PATH": "/nowhere"})


def test_a_folder_of_a_bare_repository_is_no_working_tree(tmp_path):
    sh("git init -q --bare bare.git && mkdir bare.git/inside", tmp_path)
    assert tree.since(tree.Moment(0), str(tmp_path / "bare.git" / "inside"), dict(os.environ)) is None


def test_the_worktree_of_a_bare_repository_is_one(repo, tmp_path):
    sh("git clone -q --bare repo bare.git && git -C bare.git worktree add -q ../linked -b side", tmp_path)
    since = moment(tmp_path / "linked")
    sh("echo x > a.txt", tmp_path / "linked")
    assert changed(since, tmp_path / "linked") == ["a.txt"]
