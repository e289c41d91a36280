"""The installer's log and records, the language it speaks, and what a warm cache costs."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING

import pytest
from tests.support import installing
from tests.support.installing import content, from_folder, order, refusal
from tests.support.releases import PRIMARY, Release, key_id

from feedback_gate_installer import history, install, records, sources, texts
from feedback_gate_installer.errors import RefusedError
from release import interpreters

if TYPE_CHECKING:
    from pathlib import Path

    from feedback_gate_installer.checksums import Entry
    from feedback_gate_installer.places import Places


def test_the_log_is_one_json_line_an_event(places: Places) -> None:
    records.log(places, "installed", version="1.4.0")
    records.log(places, "refused", code="checksum-mismatch")
    lines = [json.loads(line) for line in content(places.journal).decode().splitlines()]
    assert [(line["event"], len(line["time"])) for line in lines] == [("installed", 20), ("refused", 20)]
    assert os.stat(places.journal).st_mode & 0o777 == 0o600


def test_a_log_of_a_mebibyte_becomes_the_older_generation(places: Places) -> None:
    os.makedirs(os.path.dirname(places.journal))
    with open(places.journal, "wb") as file:
        file.write(b"x" * (1024 * 1024))
    records.log(places, "installed")
    assert os.path.getsize(places.journal + ".1") == 1024 * 1024
    assert content(places.journal).count(b"\n") == 1


def test_a_log_that_is_a_link_is_not_written(places: Places, tmp_path: Path) -> None:
    os.makedirs(os.path.dirname(places.journal))
    (tmp_path / "target").write_text("mine")
    os.symlink(tmp_path / "target", places.journal)
    records.log(places, "installed")
    assert (tmp_path / "target").read_text() == "mine"


def test_records_changed_at_once_lose_nothing(places: Places) -> None:
    with ThreadPoolExecutor(16) as pool:
        kept = list(pool.map(lambda number: history.remember(places, f"{number:032x}", "1.0.0"), range(64)))
    assert kept == [True] * 64
    assert [history.highest(places, f"{number:032x}") for number in range(64)] == ["1.0.0"] * 64


def test_the_mark_only_rises(places: Places) -> None:
    for version in ("1.2.0", "1.10.0", "1.9.0"):
        history.remember(places, key_id(PRIMARY), version)
    assert history.highest(places, key_id(PRIMARY)) == "1.10.0"


class Loser:
    """A source that fails after somebody else has placed the same executable."""

    name = "loser"

    def __init__(self, folder: str, places: Places, release: Release) -> None:
        self.folder = sources.Folder(folder)
        self.places = places
        self.release = release

    def read(self, name: str, limit: int) -> bytes | None:
        return self.folder.read(name, limit)

    def save(self, entry: Entry, path: str) -> bool:
        folder = os.path.dirname(path)
        with open(os.path.join(folder, entry.name), "wb") as file:
            file.write(self.release.data)
        os.chmod(os.path.join(folder, entry.name), 0o600)
        raise RefusedError("download-failed", host="here", why="too slow")


def test_c1_a_loser_uses_the_winners_result(tmp_path: Path, places: Places) -> None:
    release = Release()
    loser = Loser(release.write(tmp_path), places, release)
    result = install.install(order(release, places, loser))
    assert (result.fresh, content(result.path)) == (False, release.data)


def test_a_source_that_does_not_open_is_a_failed_source(tmp_path: Path, places: Places) -> None:
    release = Release()
    made = order(release, places)
    made.sources = [lambda: sources.local(str(tmp_path / "none"), "1.4.0"), lambda: sources.Folder(release.write(tmp_path))]
    assert [code for code, _ in install.install(made).notes if code == "source-failed"] == ["source-failed"]


DENY_NETWORK = (
    "import sys\n"
    "def deny(event, arguments):\n"
    "    if event.startswith('socket.') and event != 'socket.gethostname':\n"
    "        raise AssertionError(event)\n"
    "sys.addaudithook(deny)\n"
)


def offline(tmp_path: Path, *words: str, ending: str = "", python: tuple[str, ...] = (sys.executable,)) -> dict[str, object]:
    """Run the installer where every use of the network is an error; its answer."""
    driver = installing.DRIVER.replace("sys.exit(cli.main(", "status = cli.main(").replace("find=found))", "find=found)")
    script = f"{DENY_NETWORK}{driver}{ending}sys.exit(status)\n"
    command = [*python, "-c", script, "install", "--pin", str(tmp_path / "pin"), "--json", *words]
    env = installing.environment(str(tmp_path / "home"))
    ran = subprocess.run(command, env=env, capture_output=True, text=True, check=False)
    assert (ran.returncode, ran.stderr) == (0, "")
    answer: dict[str, object] = json.loads(ran.stdout)
    return answer


@pytest.fixture
def carried(tmp_path: Path) -> Release:
    release = Release()
    release.write(tmp_path / "mirror")
    (tmp_path / "pin").write_text(release.pin_text())
    (tmp_path / "home").mkdir()
    return release


def test_t6_a_file_is_installed_without_any_network(tmp_path: Path, carried: Release) -> None:
    answer = offline(tmp_path, "--from", str(tmp_path / "mirror"), ending="assert 'httpx' not in sys.modules\n")
    assert answer["fresh"] is True


def test_d9_a_warm_cache_touches_no_network_and_imports_no_fetcher(tmp_path: Path, carried: Release) -> None:
    offline(tmp_path, "--from", str(tmp_path / "mirror"))
    ending = "assert not {'httpx', 'ssl', 'socket', 'cryptography'} & set(sys.modules), sys.modules\n"
    answer = offline(tmp_path, "--base-url", "https://nowhere.invalid", ending=ending)
    assert answer["fresh"] is False


@pytest.mark.parametrize("version", interpreters.released())
def test_t6_every_released_python_installs_with_its_standard_library_alone(
    tmp_path: Path, carried: Release, version: str
) -> None:
    python = interpreters.find(version) or os.path.realpath(sys.executable)
    answer = offline(tmp_path, "--from", str(tmp_path / "mirror"), python=(python, "-I", "-S"))
    assert (answer["fresh"], answer["decided_by"]) == (True, "plain")


@pytest.mark.parametrize(
    ("env", "language"),
    [
        ({}, "en"),
        ({"LANG": "ja_JP.UTF-8"}, "ja"),
        ({"LANG": "ja"}, "ja"),
        ({"LANG": "jam_JM.UTF-8"}, "en"),
        ({"LC_ALL": "C", "LANG": "ja_JP.UTF-8"}, "en"),
        ({"FEEDBACK_GATE_LANG": "ja", "LC_ALL": "C"}, "ja"),
        ({"FEEDBACK_GATE_LANGUAGE": "en", "FEEDBACK_GATE_LANG": "ja"}, "en"),
        ({"FEEDBACK_GATE_LANGUAGE": "auto", "LANG": "ja_JP.UTF-8"}, "ja"),
        ({"CLAUDE_PLUGIN_OPTION_LANGUAGE": "JA"}, "ja"),
    ],
)
def test_the_language_follows_option_then_locale(env: dict[str, str], language: str) -> None:
    assert texts.language(env) == language


def test_e4_secrets_of_every_kind_stay_out_of_logs_and_messages(tmp_path: Path) -> None:
    secret = "s3cr3tvalue"
    release = Release()
    (tmp_path / "pin").write_text(release.pin_text())
    home = tmp_path / "home"
    home.mkdir()
    env = installing.environment(
        str(home),
        HTTPS_PROXY=f"http://user:{secret}@127.0.0.1:9",
        FEEDBACK_GATE_RELEASE_BASE_URL=f"https://u:{secret}@127.0.0.1:9/r?token={secret}",
        ANTHROPIC_API_KEY=secret,
    )
    for more in (
        (),
        ("--json",),
        ("--base-url", f"http://u:{secret}@h.invalid/?{secret}"),
        ("--base-url", f"file://{secret}@h/x"),
    ):
        words = installing.command("install", "--pin", str(tmp_path / "pin"), *more)
        ran = subprocess.run(words, env=env, capture_output=True, text=True, check=False)
        assert ran.returncode == 1
        assert secret not in ran.stdout + ran.stderr
    for name in installing.listing(str(home)):
        assert secret.encode() not in content(os.path.join(home, name))


def test_a_budget_is_kept_whatever_the_work_does() -> None:
    import threading
    import time

    from feedback_gate_installer.budgets import Budget

    start = time.monotonic()
    assert refusal(lambda: Budget(0.2).within(lambda: threading.Event().wait(5))).code == "time-budget-spent"
    assert time.monotonic() - start < 1.0


def test_r1_a_first_install_has_no_older_version_to_fear(tmp_path: Path, places: Places) -> None:
    release = Release("0.0.1")
    assert from_folder(release, places, release.write(tmp_path)).fresh
