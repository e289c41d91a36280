"""What is in force, decided from what was approved, what the project holds, the mode, and the age of the file."""

from __future__ import annotations

import json
import os
import subprocess
import time
from typing import TYPE_CHECKING

import pytest

from feedback_gate import trust
from feedback_gate.check import Call
from feedback_gate.errors import StateError
from feedback_gate.event import Event
from feedback_gate.state import approvals, sessions
from feedback_gate.state.approvals import Approvals
from feedback_gate.system import hashing

if TYPE_CHECKING:
    from pathlib import Path

KINDS = ["gate", "gate:sub", "claims", "feedback:/r.md"]


class Scene:
    """A project without git, its gate, and what a session asks about it."""

    def __init__(self, root: Path) -> None:
        self.root = root
        root.mkdir()
        self.file = root / "gate.yaml"
        self.file.write_text("old")

    def call(self, event: str = "SessionStart", session: str = "s1") -> Call:
        made = Event("claude", event, session=session, cwd=str(self.root), project=str(self.root))
        return Call(made, dict(os.environ), time.monotonic() + 60)

    def seen(
        self, content: str | None, kind: str = "gate", event: str = "SessionStart", **more: object
    ) -> tuple[str | None, str, str | None]:
        found = trust.effective(self.call(event), kind, content, str(self.file), **more)  # type: ignore[arg-type]
        return found.content, found.state, found.proposed

    def approvals(self, kind: str = "gate") -> Approvals:
        return Approvals(dict(os.environ), self.call().project.id, kind)

    def approve(self, content: str | None, kind: str = "gate", place: str = "") -> None:
        self.approvals(kind).approve(content, "terminal", str(self.root), kind, place)


@pytest.fixture
def scene(tmp_path: Path) -> Scene:
    return Scene(tmp_path / "app")


@pytest.fixture
def begun(scene: Scene) -> Scene:
    """The session began before the file was written again."""
    call = scene.call()
    sessions.began(call.environ, call.project.id, "s1")
    time.sleep(0.02)
    scene.file.write_text("young")
    return scene


# -- first sight ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", ["gate", "gate:sub"])
def test_an_old_gate_is_taken_at_first_sight_once_and_kept(scene: Scene, kind: str) -> None:
    assert scene.seen("old", kind) == ("old", "first", None)
    assert scene.seen("old", kind) == ("old", "approved", None)
    assert scene.approvals(kind).read()["how"] == "first"


@pytest.mark.parametrize("kind", ["claims", "feedback:/r.md", "gatekeeper"])
def test_nothing_but_a_gate_is_taken_at_first_sight(scene: Scene, kind: str) -> None:
    assert scene.seen("old", kind) == (None, "pending", "old")


def test_a_gate_that_is_younger_than_the_session_waits_and_waits_in_later_sessions(begun: Scene) -> None:
    assert begun.seen("young") == (None, "pending", "young")
    assert begun.approvals().read() == {"pending": hashing.short("young")}
    found = trust.effective(begun.call(session="s2"), "gate", "young", str(begun.file))
    assert (found.content, found.state) == (None, "pending")


def test_a_link_that_is_young_is_as_young_as_itself(begun: Scene) -> None:
    old = begun.root / "old.yaml"
    os.link(begun.file, old)
    link = begun.root / "link.yaml"
    link.symlink_to("/etc/hostname")
    assert trust.effective(begun.call(), "gate", "x", str(link)).state == "pending"


def test_a_file_that_is_gone_before_its_age_is_asked_is_not_old(scene: Scene) -> None:
    scene.file.unlink()
    assert scene.seen("old") == (None, "pending", "old")


def test_what_the_start_of_the_session_did_not_see_is_no_first_sight_later(scene: Scene, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sessions, "head_at_start", lambda *_: "abc")
    assert scene.seen("old", event="PreToolUse") == (None, "pending", "old")
    assert scene.seen("old", event="SessionStart") == (None, "pending", "old")  # it waits now


def test_the_start_of_a_session_may_take_a_first_sight_also_when_it_looked_before(
    scene: Scene, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sessions, "head_at_start", lambda *_: "abc")
    assert scene.seen("old", event="SessionStart") == ("old", "first", None)


def test_what_waits_is_written_down_once(begun: Scene) -> None:
    begun.seen("young")
    before = os.stat(begun.approvals().path).st_mtime_ns
    begun.seen("young")
    assert os.stat(begun.approvals().path).st_mtime_ns == before
    begun.seen("younger")
    assert begun.approvals().read() == {"pending": hashing.short("younger")}


def test_a_session_whose_start_saw_nothing_may_take_a_first_sight_at_any_event(scene: Scene) -> None:
    assert scene.seen("old", event="PreToolUse") == ("old", "first", None)


def test_a_person_who_only_looks_takes_nothing_and_writes_nothing(scene: Scene) -> None:
    assert scene.seen("old", event="") == (None, "pending", "old")
    assert scene.approvals().read() == {}


def test_what_cannot_be_read_as_a_gate_is_refused_and_given_back(scene: Scene) -> None:
    assert scene.seen("old", usable=False) == ("old", "refused", None)
    assert scene.approvals().read() == {}


def test_no_file_and_no_approval_is_nothing_and_in_order(scene: Scene) -> None:
    assert scene.seen(None) == (None, "approved", None)
    assert scene.approvals().read() == {}


# -- against what was approved ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("proposed", ["new", "", None])
def test_a_change_waits_and_the_approved_text_stays_in_force(scene: Scene, kind: str, proposed: str | None) -> None:
    scene.approve("old", kind)
    assert scene.seen(proposed, kind) == ("old", "pending", proposed)
    assert scene.seen("old", kind) == ("old", "approved", None)


def test_an_approved_deletion_is_in_force(scene: Scene) -> None:
    scene.approve(None)
    assert scene.seen(None) == (None, "approved", None)
    assert scene.seen("old") == (None, "pending", "old")


def test_what_is_approved_for_one_worktree_counts_there_alone(scene: Scene, tmp_path: Path) -> None:
    place = str(tmp_path)
    scene.approve("old")
    scene.approve("theirs", place=place)
    assert scene.seen("theirs", place=place) == ("theirs", "approved", None)
    assert scene.seen("old", place=place) == ("theirs", "pending", "old")
    assert scene.seen("theirs") == ("old", "pending", "theirs")
    assert scene.seen("old", place="/other") == ("old", "approved", None)


def test_an_approval_for_a_worktree_that_is_gone_goes_with_the_next_one(scene: Scene, tmp_path: Path) -> None:
    gone = tmp_path / "gone"
    gone.mkdir()
    scene.approve("theirs", place=str(gone))
    gone.rmdir()
    scene.approve("old")
    assert "also" not in scene.approvals().read()


def test_a_folder_that_becomes_a_repository_has_a_new_id_and_keeps_what_was_approved_in_it(scene: Scene) -> None:
    scene.approve("old")
    before = scene.call().project.id
    subprocess.run(["git", "init", "-q"], cwd=scene.root, check=True)
    assert scene.call().project.id != before
    assert scene.seen("new") == ("old", "pending", "new")


# -- modes, the diff, and places that cannot be used ------------------------------------------------------------------


def test_strict_takes_nothing_at_first_sight_and_holds_to_approvals(scene: Scene, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FEEDBACK_GATE_TRUST", "strict")
    assert scene.seen("old") == (None, "pending", "old")
    scene.approve("old")
    assert scene.seen("old") == ("old", "approved", None)


@pytest.mark.parametrize("content", ["new", None])
def test_off_takes_whatever_is_there_and_keeps_nothing(
    scene: Scene, monkeypatch: pytest.MonkeyPatch, content: str | None
) -> None:
    scene.approve("old")
    before = scene.approvals().read()
    monkeypatch.setenv("FEEDBACK_GATE_TRUST", "off")
    assert scene.seen(content, usable=False) == (content, "approved", None)
    assert scene.approvals().read() == before


def test_a_waiting_change_is_shown_as_a_diff_and_nothing_else_is(scene: Scene) -> None:
    scene.approve("a\nb")
    call = scene.call()
    assert trust.effective(call, "gate", "a\nc").diff == "--- approved\n+++ proposed\n@@ -1,2 +1,2 @@\n a\n-b\n+c"
    assert trust.effective(call, "gate", None).diff == "--- approved\n+++ proposed\n@@ -1,2 +0,0 @@\n-a\n-b"
    assert trust.effective(call, "gate", "a\nb").diff == ""
    assert trust.Effective(None, trust.PENDING, "a").diff == "--- approved\n+++ proposed\n@@ -0,0 +1 @@\n+a"


def test_without_a_home_nothing_counts_as_approved(scene: Scene, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", "")
    with pytest.raises(StateError, match="approvals cannot be kept: HOME is not set"):
        scene.seen("old")
    with pytest.raises(StateError, match="approvals cannot be kept: HOME is not set"):
        scene.approve("old")
    assert scene.approvals().forget() is False
    assert approvals.earlier_id(dict(os.environ), str(scene.root), "x") == ""


def test_only_a_linked_worktree_is_a_place_of_its_own(tmp_path: Path) -> None:
    main, linked, module, plain = (tmp_path / name for name in ("main", "linked", "main/module", "plain"))
    plain.mkdir()
    script = (
        "git init -q main && git -C main commit -q --allow-empty -m a && git -C main worktree add -q ../linked"
        " && mkdir main/module main/.git/modules && git init -q --separate-git-dir main/.git/modules/module main/module"
    )
    subprocess.run(["sh", "-c", script], cwd=tmp_path, check=True, capture_output=True)
    assert (module / ".git").read_text().startswith("gitdir: ")
    assert [trust.place_of(str(folder)) for folder in (main, linked, module, plain)] == ["", str(linked), "", ""]
    (linked / "below").mkdir()
    assert trust.place_of(str(linked / "below")) == str(linked / "below")
    (plain / "link").symlink_to(linked)
    assert trust.place_of(str(plain / "link")) == str(linked)


# -- the record -------------------------------------------------------------------------------------------------------


def test_an_approval_is_kept_whole_and_logged(scene: Scene, home: Path) -> None:
    scene.approvals().update(lambda kept: kept.update(pending="x", shown=True))
    scene.approve("öld")
    record = scene.approvals().read()
    assert {**record, "at": ""} == {"approved": "öld", "how": "terminal", "kind": "gate", "project": str(scene.root), "at": ""}
    (line,) = (home / ".local/state/feedback-gate/log/approvals.jsonl").read_text().splitlines()
    assert json.loads(line) == {
        "ts": record["at"],
        "project": str(scene.root),
        "kind": "gate",
        "how": "terminal",
        "digest": hashing.short("öld"),
    }


def test_an_approval_for_a_worktree_logs_its_folder_and_a_deletion_the_empty_text(
    scene: Scene, home: Path, tmp_path: Path
) -> None:
    scene.approve(None, place=str(tmp_path))
    (line,) = (home / ".local/state/feedback-gate/log/approvals.jsonl").read_text().splitlines()
    assert (json.loads(line)["project"], json.loads(line)["digest"]) == (str(tmp_path), hashing.short(""))
    assert scene.approvals().read()["also"] == {str(tmp_path): None}
    assert "approved" not in scene.approvals().read()


def test_approvals_for_several_worktrees_are_kept_beside_each_other(scene: Scene, tmp_path: Path) -> None:
    for name in ("one", "two"):
        (tmp_path / name).mkdir()
        scene.approve(name, place=str(tmp_path / name))
    assert scene.approvals().read()["also"] == {str(tmp_path / "one"): "one", str(tmp_path / "two"): "two"}


def test_the_log_shows_a_folder_as_it_is_called_and_what_is_no_text_as_question_marks(tmp_path: Path, home: Path) -> None:
    scene = Scene(tmp_path / "日本\udcff")
    scene.approve("old")
    text = (home / ".local/state/feedback-gate/log/approvals.jsonl").read_bytes()
    assert "日本?".encode() in text


@pytest.mark.parametrize(("size", "rotated"), [((1 << 20) - 1, False), (1 << 20, True)])
def test_the_log_begins_anew_at_a_mebibyte(scene: Scene, home: Path, size: int, rotated: bool) -> None:
    log = home / ".local/state/feedback-gate/log/approvals.jsonl"
    log.parent.mkdir(parents=True)
    log.write_bytes(b"\n" * size)
    scene.approve("old")
    assert log.with_name("approvals.jsonl.1").exists() is rotated


def test_each_kind_has_a_file_of_its_own(scene: Scene, home: Path) -> None:
    for kind in KINDS:
        scene.approve(kind, kind)
    assert [scene.seen(kind, kind)[:2] for kind in KINDS] == [(kind, "approved") for kind in KINDS]
    names = {path.name for path in (home / ".local/state/feedback-gate/trust").glob("*/*.json")}
    assert {"gate.json", "claims.json"} < names
    assert len(names) == 4


def test_an_unreadable_record_approves_nothing_and_is_no_first_sight(scene: Scene) -> None:
    scene.approve("old")
    with open(scene.approvals().path, "w") as file:
        file.write("{")
    assert scene.approvals().read() == {"pending": "the record was unreadable"}
    assert scene.seen("old") == (None, "pending", "old")


@pytest.mark.parametrize("also", [[], "x", None, 1])
def test_approvals_for_worktrees_of_another_shape_are_none(scene: Scene, also: object) -> None:
    scene.approve("old")
    scene.approvals().update(lambda kept: kept.update(also=also))
    assert scene.seen("old", place="/x") == ("old", "approved", None)
    scene.approve("new")
    assert scene.seen("new") == ("new", "approved", None)


def test_forgetting_removes_the_record_and_says_whether_there_was_one(scene: Scene) -> None:
    assert scene.approvals().forget() is False
    scene.approve("old")
    assert scene.approvals().forget() is True
    assert scene.approvals().read() == {}


@pytest.mark.parametrize("known", ["../evil", "a/b", ""])
def test_a_remembered_id_that_is_no_plain_name_is_not_followed(scene: Scene, home: Path, known: str) -> None:
    scene.approve("old")
    path = home / ".local/state/feedback-gate/roots" / approvals.root_name(str(scene.root))
    assert path.read_text() == scene.call().project.id
    path.write_text(known)
    assert approvals.earlier_id(dict(os.environ), str(scene.root), "x") == ""


def test_the_id_of_a_folder_is_its_earlier_one_only_where_it_is_another(scene: Scene) -> None:
    scene.approve("old")
    known = scene.call().project.id
    assert approvals.earlier_id(dict(os.environ), str(scene.root), known) == ""
    assert approvals.earlier_id(dict(os.environ), str(scene.root), "x") == known
    assert approvals.earlier_id(dict(os.environ), str(scene.root) + "/other", "x") == ""


def test_an_approval_that_cannot_be_kept_is_said_with_its_place(scene: Scene, home: Path) -> None:
    path = scene.approvals().path
    os.makedirs(path + ".lock")
    with pytest.raises(StateError, match=f"approvals cannot be kept: .*{path}"):
        scene.approve("old")
    assert scene.seen("young", "claims")[1] == "pending"
