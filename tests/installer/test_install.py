"""Installing from files: what is placed, what is refused, and that a refusal places nothing."""

from __future__ import annotations

import json
import os
import stat
import subprocess
import sys
import time
from typing import TYPE_CHECKING

import pytest
from tests.support import releases
from tests.support.installing import content, from_folder, listing, order, refusal
from tests.support.releases import BACKUP, PRIMARY, STRANGER, Release, key_id

from feedback_gate_installer import checksums, history, install, pins, placement, records, sources
from feedback_gate_installer.policies import Policy

if TYPE_CHECKING:
    from pathlib import Path

    from feedback_gate_installer.places import Places

EXECUTABLE = "feedback-gate.pyz"


def log_of(places: Places) -> list[dict[str, str]]:
    with open(places.journal) as file:
        return [json.loads(line) for line in file]


def test_d8_a_release_folder_is_installed_without_network(tmp_path: Path, places: Places) -> None:
    release = Release()
    installed = from_folder(release, places, release.write(tmp_path))
    assert installed.path == f"{places.cache}/1.4.0-{release.sha256[:16]}/feedback-gate.pyz"
    assert content(installed.path) == release.data
    assert (installed.fresh, installed.key_id, installed.decided_by) == (True, key_id(PRIMARY), "plain+library")


def test_d8_a_mirror_folder_is_installed(tmp_path: Path, places: Places) -> None:
    release = Release()
    release.write(tmp_path / "mirror")
    assert from_folder(release, places, str(tmp_path / "mirror")).fresh


def test_d8_an_executable_with_its_checksums_beside_it_is_installed(tmp_path: Path, places: Places) -> None:
    release = Release()
    folder = release.write(tmp_path)
    os.rename(f"{folder}/{EXECUTABLE}", f"{folder}/gate.pyz")
    assert from_folder(release, places, f"{folder}/gate.pyz").fresh


def test_d8_an_offline_archive_is_installed(tmp_path: Path, places: Places) -> None:
    release = Release()
    (tmp_path / "offline.zip").write_bytes(releases.zipped(release.files))
    assert from_folder(release, places, str(tmp_path / "offline.zip")).fresh


def test_d8_a_file_address_is_installed(tmp_path: Path, places: Places) -> None:
    release = Release()
    release.write(tmp_path / "a mirror")
    source = sources.from_file_address(f"file://{tmp_path}/a%20mirror", release.version)
    assert install.install(order(release, places, source)).fresh


def test_a_file_address_of_another_machine_is_refused() -> None:
    assert refusal(lambda: sources.from_file_address("file://server/share", "1.4.0")).code == "address-not-https"


def test_the_placed_files_are_private_and_recorded(tmp_path: Path, places: Places) -> None:
    release = Release()
    installed = from_folder(release, places, release.write(tmp_path))
    folder = os.path.dirname(installed.path)
    assert listing(places.cache) == [
        ".lock",
        *(f"{os.path.basename(folder)}/{name}" for name in ("checksums.txt", "checksums.txt.sig", EXECUTABLE, "record.json")),
    ]
    assert {stat.S_IMODE(os.stat(path).st_mode) for path in (places.cache, folder)} == {0o700}
    record = records.load(f"{folder}/record.json")
    assert {name: record[name] for name in ("version", "sha256", "key", "source", "released")} == {
        "version": "1.4.0",
        "sha256": release.sha256,
        "key": key_id(PRIMARY),
        "source": str(tmp_path / "v1.4.0"),
        "released": "2026-11-30",
    }


def test_p3_nothing_that_is_placed_needs_to_be_executable(tmp_path: Path, places: Places) -> None:
    release = Release()
    installed = from_folder(release, places, release.write(tmp_path))
    modes = [os.stat(os.path.join(base, name)).st_mode for base, _, names in os.walk(places.cache) for name in names]
    assert not any(mode & 0o111 for mode in modes)
    ran = subprocess.run([sys.executable, "-I", "-S", installed.path], capture_output=True, text=True, check=True)
    assert ran.stdout == "feedback-gate 1.4.0\n"


def test_a_second_install_finds_the_first(tmp_path: Path, places: Places) -> None:
    release = Release()
    first = from_folder(release, places, release.write(tmp_path))
    second = install.install(order(release, places))
    assert (second.path, second.fresh) == (first.path, False)


@pytest.mark.parametrize("damage", ["bit", "truncated", "empty", "gone"])
def test_c3_a_damaged_executable_is_put_back(tmp_path: Path, places: Places, damage: str) -> None:
    release = Release()
    folder = release.write(tmp_path)
    path = from_folder(release, places, folder).path
    data = bytearray(release.data)
    data[50] ^= 4
    os.unlink(path)
    if damage != "gone":
        with open(path, "wb") as file:
            file.write({"bit": bytes(data), "truncated": release.data[:-9], "empty": b""}[damage])
    assert from_folder(release, places, folder).fresh
    assert content(path) == release.data


def flip_a_bit(release: Release) -> None:
    data = bytearray(release.data)
    data[200] ^= 1
    release.files[EXECUTABLE] = bytes(data)


def truncate(release: Release) -> None:
    release.files[EXECUTABLE] = release.data[:-1]


def lengthen(release: Release) -> None:
    release.files[EXECUTABLE] = release.data + b"more"


def sign_by_a_stranger(release: Release) -> None:
    release.signer = STRANGER
    release.sign()


def drop(name: str) -> object:
    return lambda release: release.files.pop(name)


def list_another_product(release: Release) -> None:
    release.files[checksums.NAME] = release.files[checksums.NAME].replace(b"product = feedback-gate", b"product = other")
    release.sign()


def fill_the_signature(release: Release) -> None:
    release.files[checksums.SIGNATURE_NAME] = b"x" * 5000


def fill_the_list(release: Release) -> None:
    release.files[checksums.NAME] += b"# x = y\n" * 20_000


REFUSED = {
    "one flipped bit": (flip_a_bit, "checksum-mismatch"),
    "truncated file": (truncate, "size-mismatch"),
    "longer file": (lengthen, "size-mismatch"),
    "wrong signature": (sign_by_a_stranger, "signature-mismatch"),
    "no signature": (drop("checksums.txt.sig"), "signature-missing"),
    "no list": (drop("checksums.txt"), "sums-missing"),
    "no executable": (drop(EXECUTABLE), "file-missing"),
    "other product": (list_another_product, "product-mismatch"),
    "huge signature": (fill_the_signature, "download-too-large"),
    "huge list": (fill_the_list, "download-too-large"),
}


@pytest.mark.parametrize("name", REFUSED)
def test_t1_t2_t3_t4_a_wrong_release_is_refused_and_nothing_is_placed(tmp_path: Path, places: Places, name: str) -> None:
    spoil, code = REFUSED[name]
    release = Release()
    spoil(release)
    refused = refusal(lambda: from_folder(release, places, release.write(tmp_path)))
    assert refused.code == code
    assert listing(places.cache) == [".lock"]
    assert history.highest(places, key_id(PRIMARY)) is None
    assert log_of(places)[-1]["code"] == code


@pytest.mark.parametrize("name", REFUSED)
def test_c2_a_refused_release_leaves_the_installed_one(tmp_path: Path, places: Places, name: str) -> None:
    good = Release("1.3.0")
    path = from_folder(good, places, good.write(tmp_path)).path
    spoil, code = REFUSED[name]
    release = Release()
    spoil(release)
    assert refusal(lambda: from_folder(release, places, release.write(tmp_path))).code == code
    assert content(path) == good.data


def test_an_executable_that_is_no_archive_is_refused(tmp_path: Path, places: Places) -> None:
    release = Release(data=b"#!/bin/sh\necho hello\n")
    assert refusal(lambda: from_folder(release, places, release.write(tmp_path))).code == "archive-unreadable"
    assert listing(places.cache) == [".lock"]


def test_c9_a_signed_archive_that_leaves_its_folder_is_refused(tmp_path: Path, places: Places) -> None:
    release = Release(data=releases.executable(extra={"../outside.py": b"x"}))
    refused = refusal(lambda: from_folder(release, places, release.write(tmp_path)))
    assert (refused.code, refused.params["member"]) == ("archive-unsafe", "../outside.py")
    assert listing(places.cache) == [".lock"]


def test_c9_an_offline_archive_that_leaves_its_folder_is_refused(tmp_path: Path, places: Places) -> None:
    release = Release()
    (tmp_path / "offline.zip").write_bytes(releases.zipped({**release.files, "../../x": b"x"}))
    assert refusal(lambda: from_folder(release, places, str(tmp_path / "offline.zip"))).code == "archive-unsafe"


@pytest.mark.parametrize("name", ["nothing", "text.txt"])
def test_something_that_is_no_release_is_named(tmp_path: Path, places: Places, name: str) -> None:
    (tmp_path / "text.txt").write_text("hello")
    refused = refusal(lambda: from_folder(Release(), places, str(tmp_path / name)))
    assert (refused.code, refused.params["path"]) == ("source-missing", str(tmp_path / name))


def test_no_source_at_all_is_said(places: Places) -> None:
    assert refusal(lambda: install.install(order(Release(), places))).code == "no-release-address"


def test_d8_a_wrong_mirror_is_named_and_the_right_one_is_used(tmp_path: Path, places: Places) -> None:
    release, wrong = Release(), Release()
    wrong.files = dict(release.files)
    flip_a_bit(wrong)
    folders = [wrong.write(tmp_path / "a"), release.write(tmp_path / "b")]
    installed = install.install(order(release, places, *(sources.Folder(folder) for folder in folders)))
    assert installed.source == folders[1]
    assert ("source-failed", {"source": folders[0], "code": "checksum-mismatch"}) in installed.notes
    assert content(installed.path) == release.data


def test_d8_when_every_mirror_is_wrong_all_hashes_are_listed(tmp_path: Path, places: Places) -> None:
    release = Release()
    folders, hashes = [], []
    for number in range(2):
        data = bytearray(release.data)
        data[number] ^= 1
        release.files[EXECUTABLE] = bytes(data)
        folders.append(release.write(tmp_path / str(number)))
        hashes.append(refusal(lambda: from_folder(release, places, folders[-1])).params["found"])
    refused = refusal(lambda: install.install(order(release, places, *(sources.Folder(folder) for folder in folders))))
    assert refused.code == "mirrors-failed"
    assert refused.params["tried"] == "; ".join(
        f"{folder}: checksum-mismatch {found}" for folder, found in zip(folders, hashes, strict=True)
    )


def test_r1_an_older_version_is_refused_and_the_override_is_named(tmp_path: Path, places: Places) -> None:
    new, old = Release("1.4.0"), Release("1.2.0")
    from_folder(new, places, new.write(tmp_path))
    refused = refusal(lambda: from_folder(old, places, old.write(tmp_path)))
    assert refused.code == "version-rollback"
    assert refused.params == {"version": "1.2.0", "highest": "1.4.0", "key": key_id(PRIMARY)}


def test_r1_versions_are_compared_as_numbers(tmp_path: Path, places: Places) -> None:
    new, old = Release("1.10.0"), Release("1.9.0")
    from_folder(new, places, new.write(tmp_path))
    assert refusal(lambda: from_folder(old, places, old.write(tmp_path))).code == "version-rollback"


def test_c2_what_a_killed_run_left_goes_with_the_next_success(tmp_path: Path, places: Places) -> None:
    release = Release()
    folder = placement.prepare(places, release.pin(), os.geteuid(), time.time())
    left = placement.files.temporary(folder)
    with open(left, "w") as file:
        file.write("half")
    from_folder(release, places, release.write(tmp_path))
    assert not os.path.exists(left)


def test_r2_a_deliberate_downgrade_works_is_logged_and_keeps_the_mark(tmp_path: Path, places: Places) -> None:
    new, old = Release("1.4.0"), Release("1.2.0")
    from_folder(new, places, new.write(tmp_path))
    installed = from_folder(old, places, old.write(tmp_path), allow="1.2.0")
    assert ("downgrade-allowed", {"version": "1.2.0"}) in installed.notes
    assert (log_of(places)[-1]["event"], log_of(places)[-1]["version"]) == ("downgraded", "1.2.0")
    assert history.highest(places, key_id(PRIMARY)) == "1.4.0"


def test_r2_allowing_one_version_allows_no_other(tmp_path: Path, places: Places) -> None:
    new, old = Release("1.4.0"), Release("1.2.0")
    from_folder(new, places, new.write(tmp_path))
    assert refusal(lambda: from_folder(old, places, old.write(tmp_path), allow="1.3.0")).code == "version-rollback"


def test_r2_an_administrator_can_allow_a_downgrade(tmp_path: Path, places: Places) -> None:
    new, old = Release("1.4.0"), Release("1.2.0")
    from_folder(new, places, new.write(tmp_path))
    assert from_folder(old, places, old.write(tmp_path), policy=Policy({"allowVersion": "1.2.0"})).fresh


def test_r3_after_a_key_change_an_absurdly_high_version_is_no_obstacle(tmp_path: Path, places: Places) -> None:
    absurd, next_one = Release("9999.0.0"), Release("1.5.0", signer=BACKUP)
    from_folder(absurd, places, absurd.write(tmp_path))
    assert from_folder(next_one, places, next_one.write(tmp_path)).key_id == key_id(BACKUP)


def test_r4_deleting_the_cache_does_not_reset_the_mark(tmp_path: Path, places: Places) -> None:
    import shutil

    new, old = Release("1.4.0"), Release("1.2.0")
    from_folder(new, places, new.write(tmp_path))
    shutil.rmtree(places.cache)
    assert refusal(lambda: from_folder(old, places, old.write(tmp_path))).code == "version-rollback"


def test_r4_a_broken_history_is_moved_aside_and_counts_as_none(tmp_path: Path, places: Places) -> None:
    release = Release()
    from_folder(release, places, release.write(tmp_path))
    path = f"{places.records}/history.json"
    with open(path, "w") as file:
        file.write('{"highest": ' + "[" * 20_000)
    assert not history.is_kept(places)
    assert os.path.exists(path + ".broken")


def test_r5_two_pinned_versions_live_side_by_side(tmp_path: Path, places: Places) -> None:
    old, new = Release("1.2.0"), Release("1.4.0")
    paths = [from_folder(release, places, release.write(tmp_path)).path for release in (old, new)]
    for _ in range(3):
        for release, path in zip((old, new), paths, strict=True):
            again = install.install(order(release, places))
            assert (again.path, again.fresh) == (path, False)


@pytest.mark.parametrize("day", ["1990-01-01", "2050-01-01"])
def test_t6_the_clock_decides_nothing(tmp_path: Path, places: Places, monkeypatch: pytest.MonkeyPatch, day: str) -> None:
    seconds = time.mktime(time.strptime(day, "%Y-%m-%d"))
    monkeypatch.setattr(time, "time", lambda: seconds)
    release = Release()
    installed = from_folder(release, places, release.write(tmp_path))
    old = [params["date"] for code, params in installed.notes if code == "release-old"]
    assert old == (["2026-11-30"] if day > "2026" else [])


def test_t5_an_administrators_other_hash_stops_also_what_is_installed(tmp_path: Path, places: Places) -> None:
    release = Release()
    folder = release.write(tmp_path)
    from_folder(release, places, folder)
    refused = refusal(lambda: from_folder(release, places, folder, policy=Policy({"pinSha256": "1" * 64}, "/etc/x")))
    assert refused.code == "admin-pin-mismatch"


def attestation(sha256: str) -> bytes:
    import base64

    statement = {"subject": [{"name": EXECUTABLE, "digest": {"sha256": sha256}}]}
    return json.dumps({"dsseEnvelope": {"payload": base64.b64encode(json.dumps(statement).encode()).decode()}}).encode()


def attested(sha256: str = "", raw: bytes | None = None) -> Release:
    data = releases.executable()
    bundle = attestation(sha256 or releases.hashing.sha256(data)) if raw is None else raw
    return Release(data=data, more={"attestation.json": bundle})


REQUIRES = Policy({"requireAttestation": "true"})


def test_t8_a_release_without_attestation_is_noted(tmp_path: Path, places: Places) -> None:
    release = Release()
    assert ("no-attestation", {}) in from_folder(release, places, release.write(tmp_path)).notes


def test_t8_a_required_attestation_that_is_missing_is_refused(tmp_path: Path, places: Places) -> None:
    release = Release()
    refused = refusal(lambda: from_folder(release, places, release.write(tmp_path), policy=REQUIRES))
    assert refused.code == "attestation-missing"
    assert listing(places.cache) == [".lock"]


def test_t8_a_required_attestation_that_names_the_executable_is_accepted(tmp_path: Path, places: Places) -> None:
    release = attested()
    assert from_folder(release, places, release.write(tmp_path), policy=REQUIRES).notes == []


@pytest.mark.parametrize("raw", [b"{}", b"[", b"[" * 20_000, b'{"dsseEnvelope": {"payload": "!"}}', None])
def test_t8_a_required_attestation_of_something_else_is_refused(tmp_path: Path, places: Places, raw: bytes | None) -> None:
    release = attested("0" * 64, raw)
    assert refusal(lambda: from_folder(release, places, release.write(tmp_path), policy=REQUIRES)).code == "attestation-mismatch"


def test_t7_a_lone_plain_verdict_is_noted(tmp_path: Path, places: Places, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "cryptography.hazmat.primitives.asymmetric.ed25519", None)
    release = Release()
    installed = from_folder(release, places, release.write(tmp_path))
    assert installed.decided_by == "plain"
    assert ("stage-one-alone", {}) in installed.notes


@pytest.mark.parametrize("module", ["hashlib", "zipfile", "json", "argparse"])
def test_t3_without_a_module_the_install_fails_closed(tmp_path: Path, places: Places, module: str) -> None:
    release = Release()
    folder = release.write(tmp_path / "base")
    (tmp_path / "pin").write_text(release.pin_text())
    script = (
        "import sys; sys.path.insert(0, sys.argv[1]); sys.modules[sys.argv[2]] = None\n"
        "from feedback_gate_installer import cli\n"
        "sys.exit(cli.main(['install', '--no-launcher', '--pin', sys.argv[3], '--from', sys.argv[4]]))\n"
    )
    installer = os.path.dirname(os.path.dirname(os.path.abspath(install.__file__)))
    words = [sys.executable, "-c", script, installer, module, str(tmp_path / "pin"), folder]
    env = {"HOME": str(tmp_path / "home"), "PATH": os.environ["PATH"], "LANG": "C.UTF-8"}
    ran = subprocess.run(words, capture_output=True, text=True, check=False, env=env)
    assert ran.returncode == 1
    assert any(code in ran.stderr for code in ("no-sha256-tool", "module-missing"))
    assert "Traceback" not in ran.stderr
    assert EXECUTABLE not in [os.path.basename(name) for name in listing(str(tmp_path / "home"))]


def test_a_history_that_cannot_be_kept_is_said(tmp_path: Path, places: Places) -> None:
    os.makedirs(os.path.dirname(places.state))
    with open(places.state, "w") as file:
        file.write("in the way")
    release = Release()
    assert ("history-not-kept", {"path": places.records}) in from_folder(release, places, release.write(tmp_path)).notes


def test_a_budget_that_is_over_stops_before_the_next_source(tmp_path: Path, places: Places) -> None:
    release = Release()
    source = sources.Folder(release.write(tmp_path))
    assert refusal(lambda: install.install(order(release, places, source, seconds=0.0))).code == "time-budget-spent"


def test_the_pin_names_the_only_folder_that_is_written(tmp_path: Path, places: Places) -> None:
    release = Release()
    from_folder(release, places, release.write(tmp_path))
    assert sorted(os.listdir(places.cache)) == [".lock", release.pin().folder]
    assert placement.executable(places.cache, release.pin()).endswith(f"{release.pin().folder}/{pins.EXECUTABLE}")
