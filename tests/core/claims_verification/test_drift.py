"""The advice about a wide change, counted from the session's start."""

from __future__ import annotations

import pytest
from tests.support.claims import Claims
from tests.support.product import shown

WIDE = "files in"


@pytest.fixture
def project(tmp_path) -> Claims:
    project = Claims(tmp_path / "app")
    project.file("old/a.py")
    for number in range(20):
        project.file(f"before{number}/x.py")
    return project.git().checks(test="true")


def spread(project: Claims, files: int, areas: int) -> None:
    for number in range(files):
        project.file(f"area{number % areas}/f{number}.py", "x\n")


def test_thirteen_files_in_four_areas_get_advice_after_the_receipt(project):
    project.start()
    spread(project, 13, 4)
    receipt, advice = shown(project.stop()).splitlines()
    assert receipt == '[claims] "All tests pass": test passed.'
    assert advice == (
        "[claims] 13 files in 4 areas changed since this session began. That is wide for one task; this is advice, no failure."
    )
    assert project.history()[-1]["driftFiles"] == 13


@pytest.mark.parametrize(("files", "areas"), [(12, 4), (30, 3)])
def test_fewer_files_or_areas_get_none(project, files, areas):
    project.start()
    spread(project, files, areas)
    assert WIDE not in shown(project.stop())


def test_what_was_dirty_before_the_session_does_not_count(project):
    spread(project, 30, 5)
    project.start()
    project.file("one.py")
    project.stop()
    assert project.history()[-1]["driftFiles"] == 1


def test_what_was_committed_in_the_session_counts(project):
    project.start()
    spread(project, 13, 4)
    project.sh("git add -A && git commit -qm work")
    assert WIDE in shown(project.stop())


def test_deleted_files_count(project):
    project.start()
    project.sh("rm -r before?")
    project.stop()
    assert project.history()[-1]["driftFiles"] == 10


def test_a_moved_file_counts_where_it_is_now_and_where_it_was(project):
    project.start()
    project.sh("git mv old/a.py new.py")
    project.stop()
    assert project.history()[-1]["driftFiles"] == 2


def test_switched_off_it_says_nothing(project):
    project.shoot(checks={"test": "true"}, scopeDriftWarning=False).approve()
    project.start()
    spread(project, 30, 5)
    assert WIDE not in shown(project.stop())
    assert "driftFiles" not in project.history()[-1]


def test_the_number_of_files_can_be_set(project):
    project.claims("drift: {files: 4}\nchecks: {test: 'true'}")
    project.start()
    spread(project, 5, 4)
    assert WIDE in shown(project.stop())


def test_a_failure_gets_no_advice(project):
    project.checks(test="exit 1")
    project.start()
    spread(project, 13, 4)
    assert WIDE not in project.stop()["reason"]
