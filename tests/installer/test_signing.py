"""Signing a release, and checking it without our own tools."""

from __future__ import annotations

import os
import stat
import subprocess
from typing import TYPE_CHECKING

import pytest
from tests.support import installing, releases
from tests.support.installing import content, refusal

from feedback_gate_installer import pins, verify
from feedback_gate_installer.policies import Policy
from release import sign

if TYPE_CHECKING:
    from pathlib import Path

DATE = "2026-11-30"


@pytest.fixture
def dist(tmp_path: Path) -> str:
    folder = tmp_path / "dist"
    folder.mkdir()
    (folder / "feedback-gate.pyz").write_bytes(releases.executable())
    (folder / "feedback-gate-installer.pyz").write_bytes(releases.zipped({"a": b"b"}))
    (folder / "sbom.json").write_text("{}\n")
    return str(folder)


@pytest.fixture
def keys(tmp_path: Path) -> str:
    for name in ("primary", "backup", "stranger"):
        sign.write_keys(str(tmp_path), name)
    return str(tmp_path)


def signed(dist: str, keys: str, name: str = "primary") -> None:
    sign.sign(dist, "1.4.0", DATE, f"{keys}/{name}.key")


def openssl(dist: str, keys: str, name: str = "primary") -> subprocess.CompletedProcess[str]:
    words = ["openssl", "pkeyutl", "-verify", "-pubin", "-inkey", f"{keys}/{name}.pub", "-rawin"]
    words += ["-in", "checksums.txt", "-sigfile", "checksums.txt.sig"]
    return subprocess.run(words, cwd=dist, capture_output=True, text=True, check=False)


def sha256sum(dist: str) -> int:
    return subprocess.run(
        ["sha256sum", "--check", "--quiet", "checksums.txt"], cwd=dist, capture_output=True, check=False
    ).returncode


def test_e2_openssl_and_sha256sum_check_a_release(dist: str, keys: str) -> None:
    signed(dist, keys)
    assert openssl(dist, keys).stdout == "Signature Verified Successfully\n"
    assert sha256sum(dist) == 0


def test_e2_openssl_refuses_a_changed_list_and_another_key(dist: str, keys: str) -> None:
    signed(dist, keys)
    assert openssl(dist, keys, "backup").returncode == 1
    with open(f"{dist}/checksums.txt", "ab") as file:
        file.write(b"\n")
    assert openssl(dist, keys).returncode == 1


@pytest.mark.parametrize("name", ["feedback-gate.pyz", "feedback-gate-installer.pyz", "sbom.json"])
def test_e2_sha256sum_refuses_a_changed_file(dist: str, keys: str, name: str) -> None:
    signed(dist, keys)
    with open(f"{dist}/{name}", "ab") as file:
        file.write(b"\n")
    assert sha256sum(dist) == 1


@pytest.mark.parametrize("name", sign.REQUIRED)
def test_e5_a_release_without_one_of_its_files_is_not_signed(dist: str, keys: str, name: str) -> None:
    os.unlink(f"{dist}/{name}")
    with pytest.raises(sign.SignError, match=name):
        signed(dist, keys)
    assert not os.path.exists(f"{dist}/checksums.txt.sig")


def test_t8_an_attestation_is_signed_along(dist: str, keys: str) -> None:
    with open(f"{dist}/attestation.json", "w") as file:
        file.write("{}")
    signed(dist, keys)
    assert b"  attestation.json\n" in content(f"{dist}/checksums.txt")


def test_t10_the_drill_a_client_with_both_keys_takes_a_release_of_the_backup_key(dist: str, keys: str) -> None:
    signed(dist, keys, "primary")
    public = [sign.public_key(f"{keys}/{name}.pub") for name in ("primary", "backup")]
    old_pin = pins.parse(sign.pin_text(dist, public, [], []))
    signed(dist, keys, "backup")
    papers = (content(f"{dist}/checksums.txt"), content(f"{dist}/checksums.txt.sig"))
    assert verify.release(old_pin, Policy(), *papers).key_id == public[1].id
    assert refusal(lambda: verify.release(old_pin, Policy({"revokedKeyIds": public[1].id}), *papers)).code == "key-revoked"
    signed(dist, keys, "stranger")
    papers = (content(f"{dist}/checksums.txt"), content(f"{dist}/checksums.txt.sig"))
    assert refusal(lambda: verify.release(old_pin, Policy(), *papers)).code == "signature-unknown-key"


def test_a_signing_key_is_for_its_owner_only(keys: str) -> None:
    path = f"{keys}/primary.key"
    assert stat.S_IMODE(os.stat(path).st_mode) == 0o600
    os.chmod(path, 0o640)
    with pytest.raises(sign.SignError, match="chmod 600"):
        sign.private_key(path)


def test_keys_are_never_overwritten(keys: str) -> None:
    before = content(f"{keys}/primary.key")
    with pytest.raises(FileExistsError):
        sign.write_keys(keys, "primary")
    assert content(f"{keys}/primary.key") == before


@pytest.mark.parametrize(("version", "date"), [("1.4", DATE), ("1.4.0", "today"), ("v1.4.0", DATE)])
def test_a_malformed_version_or_date_is_not_signed(dist: str, keys: str, version: str, date: str) -> None:
    assert refusal(lambda: sign.sign(dist, version, date, f"{keys}/primary.key")).code == "sums-invalid"
    assert not os.path.exists(f"{dist}/checksums.txt.sig")


def run(*words: str) -> subprocess.CompletedProcess[str]:
    script = os.path.join(installing.ROOT, "release", "sign.py")
    return subprocess.run([installing.sys.executable, script, *words], capture_output=True, text=True, check=False)


def test_from_keys_to_an_installed_release_by_the_commands_of_the_page(dist: str, tmp_path: Path) -> None:
    folder = str(tmp_path)
    ids = [run("keys", "--out", folder, name).stdout.strip() for name in ("one", "two")]
    key = ["--key", f"{folder}/one.key"]
    assert run("sign", "--dist", dist, "--version", "1.4.0", "--date", DATE, *key).stdout == f"signed with key {ids[0]}\n"
    public = ["--key", f"{folder}/one.pub", "--key", f"{folder}/two.pub"]
    assert run("verify", "--dist", dist, *public).stdout == "good: version 1.4.0\n"
    assert run("layout", "--dist", dist, "--to", f"{folder}/base").stdout == f"{folder}/base/v1.4.0\n"
    pin = run("pin", "--dist", dist, *public, "--base-url", f"file://{folder}/base", "--out", f"{folder}/pin")
    assert (pin.returncode, pin.stderr) == (0, "")
    installed = subprocess.run(
        installing.command("install", "--pin", f"{folder}/pin"),
        env=installing.environment(f"{folder}/home"),
        capture_output=True,
        text=True,
        check=False,
    )
    assert (installed.returncode, ids[0] in installed.stdout) == (0, True)


def test_a_tampered_release_gets_no_pin(dist: str, keys: str) -> None:
    signed(dist, keys)
    with open(f"{dist}/feedback-gate.pyz", "ab") as file:
        file.write(b"x")
    ran = run("pin", "--dist", dist, "--key", f"{keys}/primary.pub", "--out", f"{keys}/pin")
    assert (ran.returncode, ran.stdout) == (1, "")
    assert "size-mismatch" in ran.stderr
    assert not os.path.exists(f"{keys}/pin")


def test_e2_the_commands_of_the_page_work_as_they_stand(dist: str, keys: str) -> None:
    page = content(os.path.join(installing.ROOT, "docs", "installing.md")).decode()
    script = page.partition("<!-- check -->\n```sh\n")[2].partition("```")[0]
    signed(dist, keys)
    with open(f"{dist}/primary.pub", "wb") as file:
        file.write(content(f"{keys}/primary.pub"))
    assert len(script.splitlines()) == 2
    good = subprocess.run(["sh", "-e", "-c", script], cwd=dist, capture_output=True, text=True, check=False)
    assert (good.returncode, good.stdout.count("OK"), good.stdout.count("Verified Successfully")) == (0, 3, 1)
    with open(f"{dist}/sbom.json", "ab") as file:
        file.write(b" ")
    assert subprocess.run(["sh", "-e", "-c", script], cwd=dist, capture_output=True, check=False).returncode == 1
