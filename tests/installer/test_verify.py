"""Stage 1: what is accepted, and with which code everything else is refused."""

from __future__ import annotations

import os
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest
from tests.support import releases, unreadable
from tests.support.releases import BACKUP, PRIMARY, STRANGER, Release, key_id

from feedback_gate_installer import checksums, ed25519, pins, policies, verify
from feedback_gate_installer.errors import RefusedError
from feedback_gate_installer.policies import Policy

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

NOBODY = Policy()


def decide(release: Release, pin: pins.Pin | None = None, policy: Policy = NOBODY) -> verify.Verdict:
    files = release.files
    return verify.release(pin or release.pin(), policy, files.get(checksums.NAME), files.get(checksums.SIGNATURE_NAME))


def refusal(action: Callable[[], object]) -> RefusedError:
    with pytest.raises(RefusedError) as caught:
        action()
    return caught.value


def code_of(release: Release, pin: pins.Pin | None = None, policy: Policy = NOBODY) -> str:
    return refusal(lambda: decide(release, pin, policy)).code


def policy(**values: str) -> Policy:
    return Policy(values, "/etc/feedback-gate/policy.conf")


def test_t2_a_release_signed_by_the_primary_key_is_accepted() -> None:
    release = Release()
    verdict = decide(release)
    assert (verdict.sums.version, verdict.entry.sha256, verdict.key_id) == ("1.4.0", release.sha256, key_id(PRIMARY))
    assert verdict.decided_by == "plain+library"


def test_t10_a_release_signed_by_the_backup_key_is_accepted_by_an_old_client() -> None:
    assert decide(Release(signer=BACKUP)).key_id == key_id(BACKUP)


def test_t2_a_signature_by_an_unknown_key_is_refused() -> None:
    refused = refusal(lambda: decide(Release(signer=STRANGER)))
    assert (refused.code, refused.params["found"]) == ("signature-unknown-key", key_id(STRANGER))


@pytest.mark.parametrize("line", [b"", b"# key = zz", b"# notkey = " + key_id(STRANGER).encode(), b"# key = \xff123456789abcde"])
def test_t2_a_list_signed_by_a_stranger_without_a_usable_key_line_names_none(line: bytes) -> None:
    release = Release(signer=STRANGER)
    whole = release.files[checksums.NAME].split(b"\n")
    release.files[checksums.NAME] = b"\n".join(line if text.startswith(b"# key") else text for text in whole)
    release.files[checksums.SIGNATURE_NAME] = STRANGER.sign(release.files[checksums.NAME])
    refused = refusal(lambda: decide(release))
    assert (refused.code, refused.params["found"]) == ("signature-unknown-key", "none")


def test_t2_an_unknown_key_that_claims_to_be_ours_is_refused() -> None:
    release = Release()
    release.files[checksums.SIGNATURE_NAME] = STRANGER.sign(release.files[checksums.NAME])
    assert code_of(release) == "signature-mismatch"


def test_t2_a_truncated_signature_is_refused() -> None:
    release = Release()
    release.files[checksums.SIGNATURE_NAME] = release.files[checksums.SIGNATURE_NAME][:63]
    refused = refusal(lambda: decide(release))
    assert (refused.code, refused.params) == ("signature-truncated", {"found": "63", "wanted": "64"})


def test_t2_a_signature_over_other_bytes_is_refused() -> None:
    release = Release()
    release.files[checksums.SIGNATURE_NAME] = PRIMARY.sign(release.files[checksums.NAME] + b"\n")
    assert code_of(release) == "signature-mismatch"


def test_t2_a_signature_with_s_above_the_order_is_refused() -> None:
    release = Release()
    signature = release.files[checksums.SIGNATURE_NAME]
    scalar = int.from_bytes(signature[32:], "little") + ed25519.ORDER
    release.files[checksums.SIGNATURE_NAME] = signature[:32] + scalar.to_bytes(32, "little")
    assert code_of(release) == "signature-malleable"


def test_t2_an_empty_signature_is_refused() -> None:
    release = Release()
    release.files[checksums.SIGNATURE_NAME] = b""
    assert code_of(release) == "signature-missing"


def test_t3_a_missing_signature_is_refused() -> None:
    release = Release()
    del release.files[checksums.SIGNATURE_NAME]
    assert code_of(release) == "signature-missing"


def test_t3_a_missing_checksum_file_is_refused() -> None:
    release = Release()
    del release.files[checksums.NAME]
    assert code_of(release) == "sums-missing"


def test_t3_a_pin_without_keys_installs_nothing() -> None:
    release = Release()
    pin = pins.parse("".join(line for line in release.pin_text().splitlines(keepends=True) if "key_" not in line))
    assert code_of(release, pin) == "key-missing"


def test_t4_a_release_of_another_product_is_refused() -> None:
    assert code_of(Release(product="other-gate")) == "product-mismatch"


def test_t4_a_release_of_an_older_version_is_refused() -> None:
    data = releases.executable()
    refused = refusal(lambda: decide(Release("1.3.9", data=data), Release(data=data).pin()))
    assert (refused.code, refused.params) == ("version-mismatch", {"found": "1.3.9", "wanted": "1.4.0"})


def test_t4_a_file_for_another_platform_is_refused() -> None:
    assert code_of(Release(platform="win32-arm64")) == "platform-mismatch"


def test_t4_a_signed_list_without_the_executable_is_refused() -> None:
    release = Release()
    release.sums.entries = release.sums.entries[1:]
    release.files[checksums.NAME] = checksums.render(release.sums)
    release.sign()
    assert code_of(release) == "file-not-listed"


def test_t1_a_signed_list_with_another_hash_than_the_pin_is_refused() -> None:
    refused = refusal(lambda: decide(Release(), Release(data=b"another").pin()))
    assert refused.code == "pin-sums-mismatch"


def test_t1_one_flipped_bit_is_refused_and_both_hashes_are_named(tmp_path: Path) -> None:
    release = Release()
    damaged = bytearray(release.data)
    damaged[100] ^= 1
    path = tmp_path / "feedback-gate.pyz"
    path.write_bytes(damaged)
    refused = refusal(lambda: verify.file(str(path), decide(release).entry))
    assert refused.code == "checksum-mismatch"
    assert refused.params["wanted"] == release.sha256
    assert len(refused.params["found"]) == 64
    assert refused.params["found"] != release.sha256


def test_t1_a_truncated_file_is_refused(tmp_path: Path) -> None:
    release = Release()
    path = tmp_path / "feedback-gate.pyz"
    path.write_bytes(release.data[:-1])
    assert refusal(lambda: verify.file(str(path), decide(release).entry)).code == "size-mismatch"


ENTRY = checksums.Entry("a.json", 7, "239f59ed55e737c77147cf55ad0c1b030b6d7ee748a7426952f9b852d5a935e5", "any")


def test_a_file_in_memory_that_is_what_the_list_says_is_given_back() -> None:
    assert verify.content(b"payload", ENTRY) == b"payload"


@pytest.mark.parametrize(
    ("data", "code", "params"),
    [
        (None, "file-missing", {"name": "a.json"}),
        (b"", "size-mismatch", {"name": "a.json", "wanted": "7", "found": "0"}),
        (b"payload!", "size-mismatch", {"name": "a.json", "wanted": "7", "found": "8"}),
        (
            b"Payload",
            "checksum-mismatch",
            {
                "name": "a.json",
                "wanted": ENTRY.sha256,
                "found": "99733344956dde482674bdb7ee44a5a2f203569c8a0a5c7a10284f97cd5d65c8",
            },
        ),
    ],
)
def test_a_file_in_memory_that_is_not_is_refused(data: bytes | None, code: str, params: dict[str, object]) -> None:
    refused = refusal(lambda: verify.content(data, ENTRY))
    assert (refused.code, refused.params) == (code, params)


def test_t5_an_administrators_key_that_is_not_the_plugins_refuses() -> None:
    refused = refusal(lambda: decide(Release(), policy=policy(pinKeyIds=key_id(STRANGER))))
    assert refused.code == "admin-key-mismatch"
    assert refused.params["path"] == "/etc/feedback-gate/policy.conf"


def test_t5_an_administrators_key_that_is_the_plugins_accepts() -> None:
    assert decide(Release(), policy=policy(pinKeyIds=key_id(PRIMARY))).key_id == key_id(PRIMARY)


def test_t5_an_administrator_who_names_only_the_backup_key_refuses_the_primary() -> None:
    assert code_of(Release(), policy=policy(pinKeyIds=key_id(BACKUP))) == "signature-unknown-key"


def test_t5_an_administrators_hash_wins_over_the_plugins() -> None:
    refused = refusal(lambda: decide(Release(), policy=policy(pinSha256="0" * 64)))
    assert (refused.code, refused.params["name"], refused.params["wanted"]) == ("admin-pin-mismatch", "pinSha256", "0" * 64)


def test_t5_an_administrators_version_wins_over_the_plugins() -> None:
    assert code_of(Release(), policy=policy(pinVersion="1.3.0")) == "admin-pin-mismatch"


def test_t10_a_revoked_key_is_refused_with_good_hashes() -> None:
    release = Release()
    assert code_of(release, release.pin(revoked=[key_id(PRIMARY)])) == "key-revoked"


def test_t10_a_key_the_administrator_revoked_is_refused() -> None:
    assert code_of(Release(), policy=policy(revokedKeyIds=key_id(PRIMARY))) == "key-revoked"


def test_t10_the_backup_key_still_counts_when_the_primary_is_revoked() -> None:
    release = Release(signer=BACKUP)
    assert decide(release, release.pin(revoked=[key_id(PRIMARY)])).key_id == key_id(BACKUP)


def test_t10_a_pin_whose_keys_are_all_revoked_installs_nothing() -> None:
    release = Release()
    assert code_of(release, release.pin(revoked=[key_id(PRIMARY), key_id(BACKUP)])) == "key-revoked"


def test_a_newer_format_says_update_first() -> None:
    release = Release()
    release.files[checksums.NAME] = release.files[checksums.NAME].replace(b"# format = 1", b"# format = 2")
    release.sign()
    refused = refusal(lambda: decide(release))
    assert (refused.code, refused.params) == ("sums-format-unknown", {"found": "2", "known": "1"})


def test_a_signed_list_that_names_another_key_than_its_signers_is_refused() -> None:
    release = Release()
    release.signer = BACKUP
    release.sign()
    refused = refusal(lambda: decide(release))
    assert (refused.code, refused.params) == ("sums-invalid", {"what": "key"})


@pytest.mark.parametrize(
    ("old", "new"),
    [
        (b"# date = 2026-11-30", b"# date = yesterday"),
        (b"# version = 1.4.0", b"# version = 1.4"),
        (b"# version = 1.4.0", b"# version = ../../x"),
        (b"# product = feedback-gate", b"# product = feedback-gate\n# product = feedback-gate"),
        (b"# format = 1\n", b""),
        (b" any feedback-gate.pyz", b" any ../feedback-gate.pyz"),
        (b" any sbom.json", b" any SBOM.json"),
        (b"  sbom.json", b"  feedback-gate.pyz"),
        (b"# file = ", b"# file = 0"),
        (b"# file = ", b"0" * 64 + b"  extra.bin\n# file = "),
        (b"# date", b"#"),
        (b"# date", b"# d\xc3\xa4te"),
    ],
    ids=[
        "date",
        "version",
        "path as version",
        "twice",
        "no format",
        "path",
        "case",
        "hash twice",
        "size",
        "hash without file",
        "no key",
        "not ascii",
    ],
)
def test_a_signed_but_malformed_list_is_refused(old: bytes, new: bytes) -> None:
    release = Release()
    assert old in release.files[checksums.NAME]
    release.files[checksums.NAME] = release.files[checksums.NAME].replace(old, new, 1)
    release.sign()
    assert code_of(release) == "sums-invalid"


def test_t7_the_plain_verifier_alone_decides_and_says_so_where_the_library_does_not_import(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setitem(sys.modules, "cryptography.hazmat.primitives.asymmetric.ed25519", None)
    assert decide(Release()).decided_by == "plain"


def test_t7_a_library_of_another_opinion_stops_everything(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(verify.crosscheck, "library_verdict", lambda *_: False)
    assert code_of(Release()) == "verifiers-disagree"


def test_t3_without_hashes_nothing_is_accepted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    release = Release()
    path = tmp_path / "feedback-gate.pyz"
    path.write_bytes(release.data)
    entry = decide(release).entry
    monkeypatch.setitem(sys.modules, "hashlib", None)
    assert refusal(lambda: verify.file(str(path), entry)).code == "no-sha256-tool"


def test_t6_stage_one_needs_the_standard_library_only(tmp_path: Path) -> None:
    release = Release()
    folder = release.write(tmp_path)
    (tmp_path / "pin").write_text(release.pin_text())
    root = os.path.dirname(os.path.dirname(os.path.abspath(verify.__file__)))
    script = (
        "import sys; sys.path.insert(0, sys.argv[1])\n"
        "from feedback_gate_installer import pins, policies, verify\n"
        "read = lambda name: open(sys.argv[2] + '/' + name, 'rb').read()\n"
        "verdict = verify.release(pins.load(sys.argv[3]), policies.Policy(), read('checksums.txt'), read('checksums.txt.sig'))\n"
        "verify.file(sys.argv[2] + '/feedback-gate.pyz', verdict.entry)\n"
        "print(verdict.decided_by, sorted(name for name in ('cryptography', 'httpx') if name in sys.modules))\n"
    )
    command = [sys.executable, "-I", "-S", "-c", script, root, folder, str(tmp_path / "pin")]
    assert subprocess.run(command, capture_output=True, text=True, check=True).stdout == "plain []\n"


def test_policies_that_others_can_write_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "policy.conf"
    path.write_text("pinVersion = 1.0.0\n")
    path.chmod(0o666)
    assert refusal(lambda: policies.load(str(path), os.geteuid())).code == "policy-unsafe"


def test_policies_of_a_foreign_owner_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "policy.conf"
    path.write_text("pinVersion = 1.0.0\n")
    status = os.stat(path)
    os.chown(path, status.st_uid, -1)
    foreign = status.st_uid + 1
    if status.st_uid == 0:
        os.chown(path, 12345, -1)
    assert refusal(lambda: policies.load(str(path), foreign)).code == "policy-unsafe"


@pytest.mark.parametrize("text", ["pinVersion", "requireAttestation = maybe", "pinKeyIds = short", "\u00a7 = \u00a7"])
def test_a_broken_administrators_file_is_not_skipped(tmp_path: Path, text: str) -> None:
    path = tmp_path / "policy.conf"
    path.write_text(text + "\n", encoding="utf-8")
    path.chmod(0o644)
    assert refusal(lambda: policies.load(str(path), os.geteuid())).code == "policy-invalid"


@pytest.mark.parametrize("kind", unreadable.MAKES)
def test_an_administrators_file_that_cannot_be_read_is_not_waited_for_and_not_skipped(tmp_path: Path, kind: str) -> None:
    path = unreadable.put(kind, str(tmp_path / "policy.conf"))
    refused = refusal(lambda: policies.load(path, os.geteuid()))
    assert (refused.code, refused.params["path"]) == ("policy-invalid", path)


def test_the_executables_options_in_the_administrators_file_are_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "policy.conf"
    path.write_text("# options\nfailMode = closed\ntrust = strict\nallowVersion = 1.2.0\n")
    path.chmod(0o644)
    assert policies.load(str(path), os.geteuid()).allowed_version == "1.2.0"


def test_no_administrators_file_is_an_empty_policy(tmp_path: Path) -> None:
    assert policies.load(str(tmp_path / "none"), os.geteuid()).values == {}
