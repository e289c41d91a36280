"""The lock: bounded waits, harmless owners, file systems without locks."""

from __future__ import annotations

import errno
import fcntl
import os
import signal
import subprocess
import sys
import threading
import time
from typing import TYPE_CHECKING

import pytest
from tests.support.installing import from_folder
from tests.support.releases import Release

from feedback_gate_installer import install, locks

if TYPE_CHECKING:
    from pathlib import Path

    from feedback_gate_installer.places import Places

HOLD = (
    "import fcntl, sys\nf = open(sys.argv[1], 'a')\nfcntl.flock(f, fcntl.LOCK_EX)\nprint('held', flush=True)\nsys.stdin.read()\n"
)


def test_a_free_lock_is_held_at_once(tmp_path: Path) -> None:
    with locks.held(str(tmp_path / "lock"), 5.0) as locked:
        assert locked


def test_c4_the_lock_file_stays(tmp_path: Path) -> None:
    path = tmp_path / "lock"
    inodes = []
    for _ in range(2):
        with locks.held(str(path), 5.0):
            inodes.append(path.stat().st_ino)
    assert inodes[0] == inodes[1] == path.stat().st_ino


def test_only_one_holds_it_at_a_time(tmp_path: Path) -> None:
    inside, most = [], []

    def work() -> None:
        with locks.held(str(tmp_path / "lock"), 30.0) as locked:
            assert locked
            inside.append(1)
            most.append(len(inside))
            time.sleep(0.002)
            inside.pop()

    threads = [threading.Thread(target=work) for _ in range(16)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert most == [1] * 16


def test_c4_a_stopped_owner_is_waited_for_no_longer_than_allowed(tmp_path: Path, places: Places) -> None:
    release = Release()
    folder = release.write(tmp_path)
    os.makedirs(places.cache, 0o700)
    with subprocess.Popen(
        [sys.executable, "-c", HOLD, os.path.join(places.cache, ".lock")], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as owner:
        assert owner.stdout is not None
        owner.stdout.readline()
        os.kill(owner.pid, signal.SIGSTOP)
        try:
            start = time.monotonic()
            installed = from_folder(release, places, folder, seconds=2.0)
            assert installed.fresh
            assert 0.9 <= time.monotonic() - start < 2.0
        finally:
            os.kill(owner.pid, signal.SIGCONT)


def test_c4_a_killed_owner_is_no_owner(tmp_path: Path) -> None:
    path = str(tmp_path / "lock")
    with subprocess.Popen([sys.executable, "-c", HOLD, path], stdin=subprocess.PIPE, stdout=subprocess.PIPE) as owner:
        assert owner.stdout is not None
        owner.stdout.readline()
        owner.kill()
        owner.wait()
    with locks.held(path, 5.0) as locked:
        assert locked


def fail(number: int) -> object:
    def take(descriptor: int) -> None:
        raise OSError(number, os.strerror(number))

    return take


def block(descriptor: int) -> None:
    threading.Event().wait(20.0)


@pytest.mark.parametrize("take", [fail(errno.ENOLCK), fail(errno.EBADF), fail(errno.EOPNOTSUPP), block])
def test_c5_a_file_system_without_locks_is_no_obstacle(
    tmp_path: Path, places: Places, monkeypatch: pytest.MonkeyPatch, take: object
) -> None:
    release = Release()
    monkeypatch.setattr(locks, "_flock", take)
    monkeypatch.setattr(install, "LOCK_SECONDS", 0.2)
    monkeypatch.setattr(install.records, "_LOCK_SECONDS", 0.2)
    start = time.monotonic()
    assert from_folder(release, places, release.write(tmp_path)).fresh
    assert time.monotonic() - start < 2.0


def test_a_lock_that_comes_too_late_is_given_back(tmp_path: Path) -> None:
    path = tmp_path / "lock"
    late, given = threading.Event(), threading.Event()

    def take(descriptor: int) -> None:
        late.wait(10.0)
        fcntl.flock(descriptor, fcntl.LOCK_EX)
        given.set()

    with locks.held(str(path), 0.05, take) as locked:
        assert not locked
    late.set()
    assert given.wait(10.0)
    with locks.held(str(path), 5.0) as locked:
        assert locked


def test_a_lock_file_that_is_a_link_is_not_opened(tmp_path: Path) -> None:
    (tmp_path / "target").write_text("mine")
    (tmp_path / "lock").symlink_to(tmp_path / "target")
    with locks.held(str(tmp_path / "lock"), 1.0) as locked:
        assert not locked
