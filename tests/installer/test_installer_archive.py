"""The installer as it is shipped: one archive, its wheels locked, unpacked only below our cache folder."""

from __future__ import annotations

import hashlib
import importlib.metadata
import json
import os
import re
import shutil
import subprocess
import sys
import zipfile
from typing import TYPE_CHECKING

import pytest
from tests.support import installing, releases
from tests.support.installing import content, listing

from release import installer_archive, sbom, sign

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

PACKAGES = ("anyio", "certifi", "cffi", "cryptography", "h11", "httpcore", "httpx", "idna", "pycparser", "typing_extensions")
ARCHIVE = "feedback-gate-installer.pyz"
NATIVE = "site-packages/cryptography/hazmat/bindings/_rust.abi3.so"


class Shipped:
    """A signed release whose installer is the real archive."""

    def __init__(self, folder: Path) -> None:
        self.folder = str(folder)
        self.dist = os.path.join(self.folder, "dist")
        self.site = os.path.join(self.folder, "site")
        self.base = os.path.join(self.folder, "base")
        self.archive = os.path.join(self.dist, ARCHIVE)


def copy_packages(site: str) -> None:
    """The packages of the lock file as they are installed for this Python, as pip would have put them there."""
    for name in PACKAGES:
        installed = importlib.metadata.distribution(name)
        for entry in installed.files or ():
            if ".." not in entry.parts and "__pycache__" not in entry.parts:
                target = os.path.join(site, *entry.parts)
                os.makedirs(os.path.dirname(target), exist_ok=True)
                shutil.copyfile(str(entry.locate()), target)


@pytest.fixture(scope="module")
def shipped(tmp_path_factory: pytest.TempPathFactory) -> Shipped:
    made = Shipped(tmp_path_factory.mktemp("shipped"))
    os.makedirs(made.dist)
    copy_packages(made.site)
    version = installer_archive.contents.version_of(installer_archive.contents.own_files())
    with open(os.path.join(made.dist, "feedback-gate.pyz"), "wb") as file:
        file.write(releases.executable(version))
    for name in ("primary", "backup"):
        sign.write_keys(made.folder, name)
    public = [os.path.join(made.folder, f"{name}.pub") for name in ("primary", "backup")]
    installer_archive.build(made.dist, public, [f"file://{made.base}"], made.site)
    assert sbom.main(["--dist", made.dist]) == 0
    sign.sign(made.dist, version, "2026-11-30", os.path.join(made.folder, "primary.key"))
    sign.lay_out(made.dist, made.base)
    return made


def run(archive: str, home: Path, *words: str, flags: tuple[str, ...] = ("-I",), **env: str) -> subprocess.CompletedProcess[str]:
    environment = {"PATH": os.environ["PATH"], "HOME": str(home), "LANG": "C.UTF-8", **env}
    return subprocess.run(
        [sys.executable, *flags, archive, *words], env=environment, capture_output=True, text=True, check=False, cwd="/"
    )


def install(archive: str, home: Path, **env: str) -> dict[str, object]:
    ran = run(archive, home, "install", "--json", **env)
    assert (ran.returncode, ran.stderr) == (0, "")
    answer = json.loads(ran.stdout)
    answer["codes"] = [note["code"] for note in answer["notes"]]
    return answer


def test_the_archive_installs_what_its_own_pin_names(shipped: Shipped, tmp_path: Path) -> None:
    answer = install(shipped.archive, tmp_path)
    assert (answer["fresh"], answer["decided_by"]) == (True, "plain+library")
    assert content(str(answer["path"])) == content(os.path.join(shipped.dist, "feedback-gate.pyz"))


def test_the_archive_runs_without_site_packages_of_the_machine(shipped: Shipped, tmp_path: Path) -> None:
    ran = run(shipped.archive, tmp_path, "--version", flags=("-I", "-S"))
    version = installer_archive.contents.version_of(installer_archive.contents.own_files())
    assert ran.stdout == f"feedback-gate-installer for feedback-gate {version}\n"


def test_the_archive_unpacks_only_below_our_cache_folder(shipped: Shipped, tmp_path: Path) -> None:
    install(shipped.archive, tmp_path)
    assert sorted(os.listdir(tmp_path)) == [".cache", ".local"]
    assert os.listdir(tmp_path / ".cache") == ["feedback-gate"]
    (unpacked,) = [name for name in os.listdir(tmp_path / ".cache/feedback-gate/installer") if name != ".lock"]
    assert unpacked.startswith(f"{ARCHIVE}_")
    assert not any(name.endswith(".pyc") for name in listing(str(tmp_path)))


def test_uninstall_takes_the_unpacked_packages_too(shipped: Shipped, tmp_path: Path) -> None:
    install(shipped.archive, tmp_path)
    assert run(shipped.archive, tmp_path, "uninstall").returncode == 0
    assert listing(str(tmp_path)) == []


def test_the_cache_variable_moves_the_unpacked_packages(shipped: Shipped, tmp_path: Path) -> None:
    install(shipped.archive, tmp_path, FEEDBACK_GATE_CACHE_DIR=str(tmp_path / "fast"))
    assert os.path.isdir(tmp_path / "fast" / "installer")
    assert not os.path.exists(tmp_path / ".cache")


def changed(shipped: Shipped, target: Path, change: Callable[[str, bytes], bytes | None]) -> str:
    """A copy of the archive with members changed, or left out for None."""
    with zipfile.ZipFile(shipped.archive) as old, zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as new:
        for member in old.infolist():
            data = change(member.filename, old.read(member))
            if data is not None:
                new.writestr(member, data)
    return str(target)


def test_where_the_native_code_does_not_import_stage_one_decides_alone_and_says_so(shipped: Shipped, tmp_path: Path) -> None:
    foreign = changed(shipped, tmp_path / ARCHIVE, lambda name, data: b"\x7fELF of another machine" if name == NATIVE else data)
    answer = install(foreign, tmp_path / "home")
    assert (answer["fresh"], answer["decided_by"]) == (True, "plain")
    assert "stage-one-alone" in answer["codes"]


def test_where_nothing_can_be_unpacked_stage_one_decides_alone_and_says_so(shipped: Shipped, tmp_path: Path) -> None:
    cache = tmp_path / ".cache" / "feedback-gate"
    cache.mkdir(parents=True, mode=0o700)
    (cache / "installer").write_text("in the way")
    answer = install(shipped.archive, tmp_path)
    assert (answer["decided_by"], "stage-one-alone" in answer["codes"]) == ("plain", True)


def test_packages_that_others_can_write_are_not_used(shipped: Shipped, tmp_path: Path) -> None:
    install(shipped.archive, tmp_path)
    root = tmp_path / ".cache/feedback-gate/installer"
    root.chmod(0o777)
    (folder,) = [name for name in os.listdir(root) if name != ".lock"]
    with open(root / folder / "site-packages/feedback_gate_installer/cli.py", "w") as file:
        file.write("raise SystemExit('evil')\n")
    shutil.rmtree(tmp_path / ".local")
    shutil.rmtree(next((tmp_path / ".cache/feedback-gate").glob("*-*")))
    assert install(shipped.archive, tmp_path)["decided_by"] == "plain"


@pytest.mark.parametrize("damage", ["half", "truncated"])
def test_a_half_unpacked_folder_is_made_whole(shipped: Shipped, tmp_path: Path, damage: str) -> None:
    install(shipped.archive, tmp_path)
    root = tmp_path / ".cache/feedback-gate/installer"
    (folder,) = [name for name in os.listdir(root) if name != ".lock"]
    packages = root / folder / "site-packages"
    if damage == "half":
        shutil.rmtree(packages / "httpx")
    else:
        os.truncate(packages / "httpx" / "_client.py", 10)
    shutil.rmtree(next((tmp_path / ".cache/feedback-gate").glob("*.*.*-*")))
    assert install(shipped.archive, tmp_path)["decided_by"] == "plain+library"
    assert os.path.getsize(packages / "httpx" / "_client.py") > 10


def test_c1_many_first_runs_of_the_archive_unpack_one_folder(shipped: Shipped, tmp_path: Path) -> None:
    environment = {"PATH": os.environ["PATH"], "HOME": str(tmp_path), "LANG": "C.UTF-8"}
    words = [sys.executable, "-I", shipped.archive, "install", "--json"]
    running = [subprocess.Popen(words, env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE) for _ in range(8)]
    ended = [(*process.communicate(timeout=100), process.returncode) for process in running]
    assert [(err, status) for _, err, status in ended] == [(b"", 0)] * 8
    assert len([name for name in os.listdir(tmp_path / ".cache/feedback-gate/installer") if name != ".lock"]) == 1


@pytest.mark.parametrize(
    "variable", ["SHIV_ENTRY_POINT", "SHIV_MODULE", "SHIV_CONSOLE_SCRIPT", "SHIV_INTERPRETER", "SHIV_PREPEND_PYTHONPATH"]
)
def test_no_variable_of_the_archive_format_runs_something_else(shipped: Shipped, tmp_path: Path, variable: str) -> None:
    (tmp_path / "evil.py").write_text("raise SystemExit('evil')\n")
    ran = run(shipped.archive, tmp_path, "--version", **{variable: "evil", "PYTHONPATH": str(tmp_path)})
    assert (ran.returncode, ran.stdout[:23]) == (0, "feedback-gate-installer")


def test_shiv_root_from_the_environment_moves_nothing(shipped: Shipped, tmp_path: Path) -> None:
    install(shipped.archive, tmp_path, SHIV_ROOT=str(tmp_path / "elsewhere"))
    assert not os.path.exists(tmp_path / "elsewhere")


def test_t9_the_same_sources_give_the_same_bytes(shipped: Shipped, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    dist = tmp_path / "another place" / "dist"
    dist.mkdir(parents=True)
    shutil.copyfile(os.path.join(shipped.dist, "feedback-gate.pyz"), dist / "feedback-gate.pyz")
    monkeypatch.setenv("TZ", "Asia/Tokyo")
    monkeypatch.setenv("LC_ALL", "C")
    old = os.umask(0o077)
    try:
        public = [os.path.join(shipped.folder, f"{name}.pub") for name in ("primary", "backup")]
        again = installer_archive.build(str(dist), public, [f"file://{shipped.base}"], shipped.site)
    finally:
        os.umask(old)
    assert hashlib.sha256(content(again)).hexdigest() == hashlib.sha256(content(shipped.archive)).hexdigest()


def test_the_archive_holds_ours_and_the_locked_packages_and_nothing_else(shipped: Shipped) -> None:
    with zipfile.ZipFile(shipped.archive) as packed:
        names = packed.namelist()
    top = {name.split("/")[1] for name in names if name.startswith("site-packages/")}
    assert {name for name in top if not name.endswith(".dist-info") and not name.startswith("_cffi_backend.")} == (
        installer_archive.TOP_LEVEL - {"truststore"}
    )
    assert {name.split("/")[0] for name in names} == {"site-packages", "_bootstrap", "__main__.py", "environment.json"}
    assert not any(name.endswith((".pyc", "RECORD", "INSTALLER")) or "/bin/" in name for name in names)


def test_something_that_does_not_belong_there_stops_the_build(shipped: Shipped, tmp_path: Path) -> None:
    site = tmp_path / "site"
    shutil.copytree(shipped.site, site)
    (site / "surprise.py").write_text("")
    dist = tmp_path / "dist"
    shutil.copytree(shipped.dist, dist)
    with pytest.raises(installer_archive.ArchiveError, match=r"surprise\.py"):
        installer_archive.build(str(dist), [], [], str(site))


def test_a_build_without_an_executable_says_what_comes_first(tmp_path: Path) -> None:
    with pytest.raises(installer_archive.release_pin.PinError, match=r"release/build\.py"):
        installer_archive.build(str(tmp_path), [], [])


def wheel(folder: Path) -> str:
    """A tiny wheel; the result is its SHA-256."""
    name = "httpx-0.0.1-py3-none-any.whl"
    files = {
        "httpx/__init__.py": b"",
        "httpx-0.0.1.dist-info/METADATA": b"Metadata-Version: 2.1\nName: httpx\nVersion: 0.0.1\n",
        "httpx-0.0.1.dist-info/WHEEL": b"Wheel-Version: 1.0\nGenerator: test\nRoot-Is-Purelib: true\nTag: py3-none-any\n",
        "httpx-0.0.1.dist-info/RECORD": b"httpx/__init__.py,,\nhttpx-0.0.1.dist-info/METADATA,,\nhttpx-0.0.1.dist-info/WHEEL,,\nhttpx-0.0.1.dist-info/RECORD,,\n",
    }
    (folder / name).write_bytes(releases.zipped(files))
    return hashlib.sha256((folder / name).read_bytes()).hexdigest()


@pytest.mark.parametrize("right", [True, False])
def test_wheels_are_installed_by_their_hash_or_not_at_all(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, right: bool) -> None:
    digest = wheel(tmp_path)
    for name in [name for name in os.environ if name.startswith("PIP_")]:
        monkeypatch.delenv(name)
    monkeypatch.setenv("PIP_CONFIG_FILE", os.devnull)
    monkeypatch.setenv("PIP_NO_INDEX", "1")
    monkeypatch.setenv("PIP_FIND_LINKS", str(tmp_path))
    lock = tmp_path / "lock"
    lock.write_text(f"httpx==0.0.1 --hash=sha256:{digest if right else '0' * 64}\n")
    site = str(tmp_path / "site")
    if right:
        installer_archive.install_wheels(site, str(lock))
        assert os.path.exists(f"{site}/httpx/__init__.py")
    else:
        with pytest.raises(installer_archive.ArchiveError, match="DO NOT MATCH THE HASHES"):
            installer_archive.install_wheels(site, str(lock))
        assert not os.path.exists(f"{site}/httpx/__init__.py")


def locked(name: str) -> dict[str, str]:
    text = content(os.path.join(installing.ROOT, "release", name)).decode()
    return dict(re.findall(r"^([a-z0-9-]+)==(\S+)", text, re.MULTILINE))


def test_the_installers_lock_file_has_a_hash_for_every_package() -> None:
    text = content(installer_archive.LOCK).decode()
    blocks = re.split(r"^(?=[a-z])", text, flags=re.MULTILINE)[1:]
    assert len(blocks) == len(locked("installer.lock"))
    assert all("--hash=sha256:" in block for block in blocks)


def test_what_is_shipped_is_what_is_tested() -> None:
    tested = locked("dev.lock")
    assert {name: version for name, version in locked("installer.lock").items() if name != "truststore"} == {
        name.replace("_", "-"): tested[name.replace("_", "-")] for name in PACKAGES
    }


def test_e5_the_bill_of_materials_names_every_package_with_its_licence(shipped: Shipped) -> None:
    made = json.loads(content(os.path.join(shipped.dist, "sbom.json")))
    libraries = {entry["name"].lower().replace("_", "-"): entry for entry in made["components"] if entry["type"] == "library"}
    assert set(libraries) == {"pyyaml", *(name.replace("_", "-") for name in PACKAGES)}
    assert all(entry["version"] and entry["licenses"][0]["license"]["name"] for entry in libraries.values())
    files = {entry["name"]: entry["hashes"][0]["content"] for entry in made["components"] if entry["type"] == "file"}
    assert files == {
        name: hashlib.sha256(content(os.path.join(shipped.dist, name))).hexdigest() for name in ("feedback-gate.pyz", ARCHIVE)
    }


def test_e5_the_bill_of_materials_is_the_same_every_time(shipped: Shipped) -> None:
    assert sbom.make(shipped.dist, "1980-01-01") == json.loads(content(os.path.join(shipped.dist, "sbom.json")))


def test_e5_a_package_without_a_licence_stops_it() -> None:
    import email.parser

    with pytest.raises(sbom.SbomError, match="nameless"):
        sbom.licence_of(email.parser.Parser().parsestr("Name: nameless\nVersion: 1\n"))


def bundle(shipped: Shipped, home: Path, *words: str) -> str:
    target = str(home / "bundle")
    ran = run(shipped.archive, home, "admin-bundle", "--to", target, *words)
    assert (ran.returncode, ran.stderr) == (0, "")
    return target


def test_the_administrators_bundle_is_complete(shipped: Shipped, tmp_path: Path) -> None:
    target = bundle(shipped, tmp_path)
    folder = os.path.basename(os.path.dirname(str(install(shipped.archive, tmp_path)["path"])))
    assert [name for name in listing(target) if name.startswith("files/")] == [
        "files/etc/claude-code/managed-settings.d/feedback-gate.json",
        "files/etc/codex/requirements.toml",
        "files/etc/feedback-gate/policy.conf",
        *(
            f"files/opt/feedback-gate/cache/{folder}/{name}"
            for name in ("checksums.txt", "checksums.txt.sig", "feedback-gate.pyz")
        ),
        *(f"files/opt/feedback-gate/{name}" for name in ("feedback-gate.pyz", "hook.pyz", "hook.sh", "pin", "place.py")),
    ]
    for name in ("hook.sh", "place.py"):
        assert content(f"{target}/files/opt/feedback-gate/{name}") == content(os.path.join(installing.ROOT, "shim", name))
    modes = {os.stat(os.path.join(target, name)).st_mode & 0o777 for name in listing(target)}
    assert modes == {0o644}


def test_the_bundles_hooks_name_the_fleets_launcher_and_no_version(shipped: Shipped, tmp_path: Path) -> None:
    target = bundle(shipped, tmp_path)
    settings = content(f"{target}/files/etc/claude-code/managed-settings.d/feedback-gate.json").decode()
    hooks = json.loads(settings)["hooks"]
    assert hooks["PreToolUse"][0]["hooks"][0]["command"] == (
        "test -r '/opt/feedback-gate/hook.sh' && exec /bin/sh '/opt/feedback-gate/hook.sh' claude PreToolUse"
    )
    assert "onFailure" not in settings
    requirements = content(f"{target}/files/etc/codex/requirements.toml").decode()
    assert "exec /bin/sh '/opt/feedback-gate/hook.sh' codex PreToolUse" in requirements


def test_only_a_closed_bundle_blocks_on_failure_and_only_tool_calls(shipped: Shipped, tmp_path: Path) -> None:
    target = bundle(shipped, tmp_path, "--fail-mode", "closed")
    hooks = json.loads(content(f"{target}/files/etc/claude-code/managed-settings.d/feedback-gate.json"))["hooks"]
    blocking = [
        event for event, groups in hooks.items() if any("onFailure" in hook for group in groups for hook in group["hooks"])
    ]
    assert (blocking, hooks["PreToolUse"][0]["hooks"][0]["onFailure"]) == (["PreToolUse"], "block")
    assert b"\nfailMode = closed\n" in content(f"{target}/files/etc/feedback-gate/policy.conf")


def test_t5_the_bundles_policy_lets_exactly_this_release_pass(shipped: Shipped, tmp_path: Path) -> None:
    target = bundle(shipped, tmp_path)
    home = tmp_path / "home"
    (home / "etc").mkdir(parents=True)
    shutil.copyfile(f"{target}/files/etc/feedback-gate/policy.conf", home / "etc/policy.conf")
    pin = f"{target}/files/opt/feedback-gate/pin"
    env = installing.environment(str(home))
    words = installing.command("install", "--pin", pin, "--json")
    assert subprocess.run(words, env=env, capture_output=True, check=False).returncode == 0
    other = home / "pin"
    other.write_text(releases.Release().pin_text())
    words = installing.command("install", "--pin", str(other), "--json")
    refused = json.loads(subprocess.run(words, env=env, capture_output=True, check=False).stdout)
    assert refused["code"] == "admin-pin-mismatch"


def test_c6_the_bundles_cache_serves_a_user_without_a_download(shipped: Shipped, tmp_path: Path) -> None:
    target = bundle(shipped, tmp_path)
    home = tmp_path / "home"
    home.mkdir()
    env = installing.environment(str(home), TEST_SHARED=f"{target}/files/opt/feedback-gate/cache")
    words = installing.command(
        "install", "--pin", f"{target}/files/opt/feedback-gate/pin", "--base-url", "https://nowhere.invalid", "--json"
    )
    answer = json.loads(subprocess.run(words, env=env, capture_output=True, check=True).stdout)
    assert (answer["fresh"], answer["path"].startswith(target)) == (False, True)
    assert not os.path.exists(home / ".cache")


def test_a_bundle_is_never_mixed_into_a_folder_that_holds_something(shipped: Shipped, tmp_path: Path) -> None:
    (tmp_path / "full").mkdir()
    (tmp_path / "full" / "file").write_text("mine")
    ran = run(shipped.archive, tmp_path, "admin-bundle", "--to", str(tmp_path / "full"))
    assert (ran.returncode, "[target-exists]" in ran.stderr) == (1, True)
    assert listing(str(tmp_path / "full")) == ["file"]
