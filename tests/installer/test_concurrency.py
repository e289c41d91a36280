"""Many at once, killed at any moment, updated in use: old or new, never half."""

from __future__ import annotations

import json
import os
import random
import subprocess
import time
from typing import TYPE_CHECKING

import pytest
from tests.support import installing, web
from tests.support.installing import content, listing
from tests.support.releases import Release, executable
from tests.support.web import Authority, Handler

from feedback_gate_installer.files import TEMPORARY

if TYPE_CHECKING:
    from pathlib import Path

MANY = 32
KILLS = 50
EVENTS = 200


def start(home: str, *words: str, **env: str) -> subprocess.Popen[str]:
    environment = installing.environment(home, **env)
    return subprocess.Popen(
        installing.command(*words), env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, cwd=home
    )


def write_pin(path: Path, release: Release) -> str:
    path.write_text(release.pin_text())
    return str(path)


@pytest.mark.slow
def test_c1_32_first_runs_at_once_download_once_and_all_succeed(tmp_path: Path) -> None:
    release = Release(data=executable(filler=400_000))
    home = tmp_path / "home"
    home.mkdir()
    pin = write_pin(tmp_path / "pin", release)

    def slowly(handler: Handler) -> None:
        data = handler.server.site.files[handler.path]
        handler.begin(200, **{"Content-Length": str(len(data))})
        for at in range(0, len(data), 40_000):
            handler.wfile.write(data[at : at + 40_000])
            time.sleep(0.05)

    authority = Authority(str(tmp_path))
    with web.serving(authority) as server:
        server.site.publish("1.4.0", release.files)
        path = "/r/v1.4.0/feedback-gate.pyz"
        server.site.plans[path] = [slowly] * MANY
        words = ("install", "--pin", pin, "--base-url", server.base, "--json")
        running = [start(str(home), *words, SSL_CERT_FILE=authority.file) for _ in range(MANY)]
        answers = [(*process.communicate(timeout=100), process.returncode) for process in running]
        assert [(errors, status) for _, errors, status in answers] == [("", 0)] * MANY
        assert len(server.site.asked(path)) == 1
    outputs = [json.loads(out) for out, _, _ in answers]
    assert [output["fresh"] for output in outputs].count(True) == 1
    (placed,) = {output["path"] for output in outputs}
    assert content(placed) == release.data
    assert listing(str(home / ".cache")) == sorted(
        ["feedback-gate/.lock"]
        + [
            f"feedback-gate/{release.pin().folder}/{name}"
            for name in ("checksums.txt", "checksums.txt.sig", "feedback-gate.pyz", "record.json")
        ]
    )
    assert sorted(os.listdir(home / ".local/share/feedback-gate")) == [
        "feedback-gate.pyz",
        "hook.sh",
        "pin",
        "place.py",
        "python",
    ]
    assert os.listdir(home / ".local/bin") == ["feedback-gate"]


@pytest.mark.slow
def test_c2_killed_at_50_random_moments_leaves_old_or_new_and_never_half(tmp_path: Path) -> None:
    releases = [Release("1.4.0", data=executable("1.4.0", 2_000_000)), Release("1.5.0", data=executable("1.5.0", 2_000_000))]
    pins = [write_pin(tmp_path / f"pin{number}", release) for number, release in enumerate(releases)]
    for release in releases:
        release.write(tmp_path / "mirror")
    home = tmp_path / "home"
    home.mkdir()
    whole = {release.pin_text().encode(): release.data for release in releases}
    launcher = home / ".local/share/feedback-gate"

    def words(number: int) -> list[str]:
        wanted = releases[number % 2]
        allowed = ("--allow-downgrade", wanted.version)
        return ["install", "--pin", pins[number % 2], "--from", str(tmp_path / "mirror"), *allowed]

    began = time.monotonic()
    start(str(home), *words(0)).communicate(timeout=60)
    usual = time.monotonic() - began
    source = random.Random(50)
    killed = 0
    for number in range(1, KILLS + 1):
        for name in (releases[number % 2].pin().folder,):  # so that there is something to place each time
            path = home / ".cache/feedback-gate" / name / "feedback-gate.pyz"
            path.unlink(missing_ok=True)
        process = start(str(home), *words(number))
        time.sleep(source.uniform(0.1, 1.0) * usual)
        process.kill()
        process.communicate()
        killed += process.returncode == -9
        usual *= 0.8 if process.returncode == 0 else 1.02  # the machine's pace changes
        for name in listing(str(home / ".cache")):
            if name.endswith("/feedback-gate.pyz"):
                assert content(str(home / ".cache" / name)) in whole.values()
        assert content(str(launcher / "pin")) in whole
        assert content(str(launcher / "feedback-gate.pyz")) in whole.values()
    assert killed >= KILLS // 2
    for number in (0, 1):
        process = start(str(home), *words(number))
        _, errors = process.communicate(timeout=60)
        assert process.returncode == 0, errors
        assert content(str(launcher / "pin")) == releases[number].pin_text().encode()
        assert content(str(launcher / "feedback-gate.pyz")) == releases[number].data
    for release in releases:
        folder = home / ".cache/feedback-gate" / release.pin().folder
        assert content(str(folder / "feedback-gate.pyz")) == release.data
        names = [name for name in sorted(os.listdir(folder)) if not name.startswith(TEMPORARY)]  # swept once they are old
        assert names == ["checksums.txt", "checksums.txt.sig", "feedback-gate.pyz", "record.json"]


@pytest.mark.slow
def test_c8_an_update_during_200_events_fails_none(tmp_path: Path) -> None:
    releases = [Release("1.4.0"), Release("1.5.0")]
    pins = [write_pin(tmp_path / f"pin{number}", release) for number, release in enumerate(releases)]
    for release in releases:
        release.write(tmp_path / "mirror")
    home = tmp_path / "home"
    home.mkdir()

    def update(number: int) -> subprocess.Popen[str]:
        allowed = ("--allow-downgrade", releases[number % 2].version)
        return start(str(home), "install", "--pin", pins[number % 2], "--from", str(tmp_path / "mirror"), *allowed)

    update(0).communicate(timeout=60)
    env = {"PATH": os.environ["PATH"], "HOME": str(home)}
    command = str(home / ".local/bin/feedback-gate")
    number, updating, seen = 1, update(1), []
    for _ in range(EVENTS):
        ran = subprocess.run([command], env=env, capture_output=True, text=True, check=False)
        seen.append((ran.returncode, ran.stdout, ran.stderr))
        if updating.poll() is not None:
            assert updating.returncode == 0
            updating.communicate()
            number += 1
            updating = update(number)
    updating.communicate(timeout=60)
    assert set(seen) == {(0, "feedback-gate 1.4.0\n", ""), (0, "feedback-gate 1.5.0\n", "")}
    assert number > 5
