"""What was proved before: an unchanged tree answers at once, one changed byte makes a pass void, nothing is reused outside git."""

from __future__ import annotations

import json
import os

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from tests.support.claims import Claims
from tests.support.product import blocked, shown

from feedback_gate.claims import evidence
from feedback_gate.run.command import Command, Result

NOTING = "echo run >> .git/runs"


@pytest.fixture
def project(tmp_path) -> Claims:
    project = Claims(tmp_path / "app")
    project.file("a.py", "x = 1\n")
    project.file("b/c.py", "y = 1\n")
    return project.git().checks(test=NOTING)


def test_a_claim_on_an_unchanged_tree_is_answered_without_running_anything(project):
    assert "test passed." in shown(project.stop())
    assert "test passed (nothing changed since, 0s ago)" in shown(project.stop())
    assert "test passed (nothing changed since, 0s ago)" in shown(Claims(project.root, "s2").stop())
    assert project.runs() == 1


CHANGES = {
    "one byte of the same length": "printf 'x = 2\\n' > a.py",
    "an old time": "printf 'x = 2\\n' > n && touch -r a.py n && mv n a.py",
    "a new file": "touch new.py",
    "a deleted file": "rm b/c.py",
    "a mode": "chmod +x a.py",
    "a commit": "git commit -q --allow-empty -m more",
    "another branch": "git checkout -q -b other && git commit -q --allow-empty -m more",
    "a link": "ln -s a.py l.py",
}


@pytest.mark.parametrize("change", CHANGES.values(), ids=CHANGES.keys())
def test_any_change_makes_a_pass_void(project, change):
    project.stop()
    project.sh(change)
    project.stop()
    assert project.runs() == 2


def test_a_committed_file_written_again_with_the_same_content_is_no_change(project):
    project.stop()
    project.sh("printf 'x = 1\\n' > a.py && touch -d 2001-01-01 a.py")
    project.stop()
    assert project.runs() == 1


def test_a_second_change_of_a_file_that_is_dirty_already_makes_a_pass_void(project):
    for number in range(4):
        project.file("a.py", f"x = {number}\n")
        project.stop()
    assert project.runs() == 4


def test_a_new_untracked_file_that_goes_again_restores_the_pass(project):
    project.stop()
    project.file("new.py")
    project.stop()
    (project.root / "new.py").unlink()
    project.stop()
    assert project.runs() == 2


def test_a_failure_is_never_reused(project):
    project.checks(test=f"{NOTING}; exit 1")
    project.stop()
    project.stop()
    assert project.runs() == 2


def test_nothing_is_reused_outside_git(tmp_path):
    project = Claims(tmp_path / "plain").checks(test="echo run >> runs")
    project.stop()
    project.stop()
    assert project.sh("cat runs") == "run\nrun\n"


@pytest.mark.parametrize("kind", ["repository", "submodule"])
def test_nothing_is_reused_where_a_folder_hides_changes(project, kind):
    if kind == "repository":
        project.sh("git init -q inner && touch inner/x")
    else:
        project.sh("git init -q ../other && git -C ../other commit -q --allow-empty -m one")
        project.sh("git -c protocol.file.allow=always submodule -q add ../other inner && git commit -qm module && touch inner/x")
    project.stop()
    project.stop()
    assert project.runs() == 2


def test_a_check_that_changes_the_tree_proves_nothing_of_it(project):
    project.checks(test=f"{NOTING}; date +%N > stamp")
    project.stop()
    project.stop()
    assert project.runs() == 2


def test_ignored_files_are_not_seen(project):
    project.file(".gitignore", "out/\n")
    project.checks(test=f"{NOTING}; mkdir -p out; date +%N > out/stamp")
    project.stop()
    project.stop()
    assert project.runs() == 1


def test_another_command_or_folder_is_another_proof(project):
    project.stop()
    project.checks(test=NOTING + " ")
    assert project.runs() == 1
    project.claims(f"checks: {{test: {{cmd: '{NOTING.replace('.git', '../.git')}', dir: b}}}}")
    project.stop()
    assert project.runs() == 2


def test_two_worktrees_prove_nothing_for_each_other(project):
    project.sh("git worktree add -q .claude/worktrees/w")
    project.checks(test='echo run >> "$(git rev-parse --git-common-dir)/runs"')
    tree = project.root / ".claude" / "worktrees" / "w"
    project.call("Stop", last_assistant_message="Done.", cwd=str(tree))
    project.call("Stop", last_assistant_message="Done.", cwd=str(tree))
    assert project.runs() == 1
    project.stop()
    assert project.runs() == 2


def test_a_pass_is_forgotten_after_a_day(project, monkeypatch):
    from feedback_gate.system import clock

    project.stop()
    now = clock.now()
    monkeypatch.setattr(clock, "now", lambda: now + 25 * 3600)
    project.stop()
    assert project.runs() == 2


def test_a_broken_record_proves_nothing(project):
    project.stop()
    folder = os.path.join(os.environ["HOME"], ".local/state/feedback-gate/projects", project.here().project.id, "evidence")
    records = [name for name in os.listdir(folder) if name.endswith(".json")]
    assert len(records) == 1
    for text in ("{", "[]", '{"x": 1}'):
        with open(os.path.join(folder, records[0]), "w", encoding="utf-8") as file:
            file.write(text)
        project.stop()
    assert project.runs() == 4


def test_a_repository_cannot_bring_a_proof_along(project):
    project.checks(test=f"{NOTING}; exit 1")
    project.file(".gate-status/evidence/x.json", "{}")
    project.file(".shoot/evidence/x.json", json.dumps({"at": 4e9}))
    assert blocked(project.stop())


def test_a_pass_of_another_agents_run_is_not_kept_twice(project):
    call = project.here()
    tree = evidence.look(call.project.root, call)
    command = Command("true", cwd=call.project.root)
    evidence.keep(command, Result("passed", 0, shared=True), tree, call)
    assert evidence.passed(command, tree, call) is None
    evidence.keep(command, Result("passed", 0), tree, call)
    assert evidence.passed(command, tree, call) is not None


@settings(max_examples=15, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(data=st.binary(min_size=1, max_size=30), at=st.integers(0, 29), bit=st.integers(0, 7))
def test_every_flipped_bit_is_another_tree(project, data, at, bit):
    call = project.here()
    path = project.root / "a.py"
    path.write_bytes(data)
    before = evidence.look(call.project.root, call)
    flipped = bytearray(data)
    flipped[at % len(data)] ^= 1 << bit
    times = os.stat(path)
    with open(path, "r+b") as file:
        file.write(flipped)
    os.utime(path, ns=(times.st_atime_ns, times.st_mtime_ns))
    after = evidence.look(call.project.root, call)
    assert before.digest
    assert before.digest != after.digest
