"""The launcher as the installer places it, with the real executable: it starts, also when the cache or the source is gone."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest
from tests.support import installing
from tests.support.installing import content
from tests.support.releases import Release

if TYPE_CHECKING:
    from pathlib import Path

EVENT = {"hook_event_name": "SessionStart", "session_id": "0f0e", "source": "startup"}


@pytest.fixture(scope="module")
def release(tmp_path_factory: pytest.TempPathFactory) -> Release:
    folder = tmp_path_factory.mktemp("build")
    script = os.path.join(installing.ROOT, "release", "build.py")
    subprocess.run([sys.executable, script, "--out", str(folder)], capture_output=True, check=False)
    from release import contents

    return Release(contents.version_of(contents.own_files()), data=content(str(folder / "feedback-gate.pyz")))


@pytest.fixture
def home(release: Release, tmp_path: Path) -> Path:
    """A home folder with the release installed; what it came from is gone."""
    (tmp_path / "home" / "project").mkdir(parents=True)
    (tmp_path / "pin").write_text(release.pin_text())
    release.write(tmp_path / "mirror")
    words = installing.command("install", "--pin", str(tmp_path / "pin"), "--from", str(tmp_path / "mirror"))
    subprocess.run(words, env=installing.environment(str(tmp_path / "home")), capture_output=True, check=True)
    shutil.rmtree(tmp_path / "mirror")
    (tmp_path / "pin").unlink()
    return tmp_path / "home"


def fire(home: Path) -> subprocess.CompletedProcess[str]:
    folder = os.path.dirname(os.path.realpath(sys.executable))
    env = {"HOME": str(home), "PATH": f"{folder}:/usr/bin:/bin", "LANG": "C.UTF-8"}
    words = ["/bin/sh", str(home / ".local/share/feedback-gate/hook.sh"), "claude", "SessionStart"]
    payload = json.dumps({**EVENT, "cwd": str(home / "project")})
    return subprocess.run(words, input=payload, env=env, capture_output=True, text=True, check=False, cwd=home / "project")


def was_started(home: Path, release: Release) -> bool:
    """The launcher keeps the Python it settled on beside the executable it started."""
    return (home / ".cache/feedback-gate" / release.pin().folder / "python").exists()


@pytest.mark.slow
def test_p8_the_launcher_starts_what_was_installed(home: Path, release: Release) -> None:
    ran = fire(home)
    assert (ran.returncode, ran.stderr) == (0, "")
    assert "Not checked" not in ran.stdout
    assert was_started(home, release)


@pytest.mark.slow
def test_p8_the_launcher_survives_an_emptied_cache(home: Path, release: Release) -> None:
    shutil.rmtree(home / ".cache")
    assert "Not checked" not in fire(home).stdout
    assert was_started(home, release)
    assert content(str(home / ".cache/feedback-gate" / release.pin().folder / "feedback-gate.pyz")) == release.data


@pytest.mark.slow
def test_t1_the_launcher_starts_nothing_that_is_not_pinned(home: Path, release: Release) -> None:
    shutil.rmtree(home / ".cache")
    with open(home / ".local/share/feedback-gate/feedback-gate.pyz", "ab") as file:
        file.write(b"x")
    ran = fire(home)
    assert ran.returncode == 0
    assert "Not checked" in json.loads(ran.stdout)["systemMessage"]
    assert not was_started(home, release)


@pytest.mark.slow
def test_the_command_runs_the_real_executable(home: Path, release: Release) -> None:
    env = {"HOME": str(home), "PATH": "/usr/bin:/bin"}
    ran = subprocess.run([home / ".local/bin/feedback-gate", "version"], env=env, capture_output=True, text=True, check=False)
    assert (ran.returncode, ran.stdout.split()[:2]) == (0, ["feedback-gate", release.version])
