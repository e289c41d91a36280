"""The wheel, installed as `pipx` and `uvx` do it, without network; and what is in everything we deliver."""

from __future__ import annotations

import base64
import hashlib
import importlib.metadata
import json
import os
import re
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

import build as core_build
import contents
import hook_archive
import installer_archive
import release_pin
import wheel

VERSION = contents.version_of(contents.own_files())
# What the product needs at run time, with what that needs, as dev.lock pins it.
DEPENDENCIES = ("PyYAML", "rich", "markdown-it-py", "mdurl", "Pygments")


def repacked(name: str, folder: Path) -> None:
    """Make a wheel of an installed distribution again, so that nothing has to be fetched."""
    installed = importlib.metadata.distribution(name)
    wheel_text = installed.read_text("WHEEL") or ""
    tag = re.findall(r"^Tag: (\S+)$", wheel_text, re.MULTILINE)[0]
    path = folder / f"{installed.metadata['Name'].replace('-', '_')}-{installed.version}-{tag}.whl"
    rows = []
    with zipfile.ZipFile(path, "w") as packed:
        for entry in installed.files or ():
            text = entry.as_posix()
            if ".." in entry.parts or "__pycache__" in entry.parts or text.endswith(("RECORD", "INSTALLER", "REQUESTED")):
                continue
            data = entry.read_binary()
            digest = base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=").decode()
            rows.append(f"{text},sha256={digest},{len(data)}")
            packed.writestr(text, data)
        (info,) = {text.split("/")[0] for text in packed.namelist() if ".dist-info/" in text}
        packed.writestr(f"{info}/RECORD", "\n".join([*rows, f"{info}/RECORD,,"]) + "\n")


@pytest.fixture(scope="module")
def dist(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The executable and the wheel."""
    folder = tmp_path_factory.mktemp("dist")
    assert core_build.main(["--out", str(folder)]) == 0
    assert wheel.main(["--dist", str(folder)]) == 0
    return folder


@pytest.fixture(scope="module")
def bin_folder(dist: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The programs of a new virtual environment into which the wheel was installed from local files only."""
    folder = tmp_path_factory.mktemp("environment")
    wheels = folder / "wheels"
    wheels.mkdir()
    for name in DEPENDENCIES:
        repacked(name, wheels)
    subprocess.run([sys.executable, "-m", "venv", str(folder / "venv")], check=True)
    (made,) = dist.glob("*.whl")
    pip = [str(folder / "venv" / "bin" / "python"), "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
    env = {"PATH": os.environ["PATH"], "HOME": str(folder), "PIP_CONFIG_FILE": os.devnull}
    done = subprocess.run(
        [*pip, "--no-index", "--find-links", str(wheels), str(made)], capture_output=True, text=True, env=env, check=False
    )
    assert done.returncode == 0, done.stderr
    return folder / "venv" / "bin"


def ran(program: Path, home: Path, *words: str, stdin: str = "") -> subprocess.CompletedProcess[str]:
    env = {"PATH": "/usr/bin:/bin", "HOME": str(home), "LANG": "C.UTF-8"}
    return subprocess.run([str(program), *words], input=stdin, capture_output=True, text=True, env=env, cwd=home, check=False)


def test_the_wheels_name_and_metadata_are_the_products(dist: Path) -> None:
    (made,) = dist.glob("*.whl")
    assert made.name == f"feedback_gate-{VERSION}-py3-none-any.whl"
    with zipfile.ZipFile(made) as packed:
        metadata = packed.read(f"feedback_gate-{VERSION}.dist-info/METADATA").decode()
    required = re.findall(r"^Requires-Dist: ([A-Za-z]+)[^;\n]*$", metadata, re.MULTILINE)
    assert (required, "Requires-Python: >=3.9" in metadata) == (["PyYAML", "rich"], True)


def test_the_same_sources_give_the_same_wheel(dist: Path, tmp_path: Path) -> None:
    (made,) = dist.glob("*.whl")
    (tmp_path / core_build.NAME).write_bytes((dist / core_build.NAME).read_bytes())
    again = wheel.build(str(tmp_path), release_pin.pin_of(str(dist / core_build.NAME), [], []))
    assert made.read_bytes() == Path(again).read_bytes()


def test_the_installed_command_says_its_version(bin_folder: Path, tmp_path: Path) -> None:
    done = ran(bin_folder / "feedback-gate", tmp_path, "version")
    assert (done.returncode, done.stdout.split(" (")[0], done.stderr) == (0, f"feedback-gate {VERSION}", "")


def test_the_installed_command_answers_a_hook(bin_folder: Path, tmp_path: Path) -> None:
    rules = tmp_path / ".claude" / "feedback"
    rules.mkdir(parents=True)
    (rules / "no-force.md").write_text(
        "---\nname: no-force\ndescription: d\ncount: 5\nenforce:\n  - event: pre_bash\n    when: 'push --force'\n---\n"
    )
    event = {"session_id": "s", "cwd": str(tmp_path), "hook_event_name": "PreToolUse", "tool_name": "Bash"}
    event["tool_input"] = {"command": "git push --force"}  # type: ignore[assignment]
    done = ran(bin_folder / "feedback-gate", tmp_path, "claude", "PreToolUse", stdin=json.dumps(event))
    assert (done.returncode, done.stderr) == (0, "")
    assert json.loads(done.stdout)["hookSpecificOutput"]["permissionDecision"] == "deny"


def test_the_installed_installer_carries_launcher_and_pin(bin_folder: Path, tmp_path: Path) -> None:
    done = ran(bin_folder / "feedback-gate-installer", tmp_path, "--version")
    assert (done.returncode, done.stdout) == (0, f"feedback-gate-installer for feedback-gate {VERSION}\n")
    done = ran(bin_folder / "feedback-gate-installer", tmp_path, "install", "--from", str(tmp_path))
    assert (done.returncode, "[key-missing]" in done.stderr) == (1, True)


# ---- nothing else in what we deliver


def tops(path: str | os.PathLike[str]) -> set[str]:
    with zipfile.ZipFile(path) as packed:
        return {name.partition("/")[0] for name in packed.namelist()}


def test_the_executable_holds_ours_and_yaml(dist: Path) -> None:
    assert tops(dist / core_build.NAME) == {"__main__.py", "feedback_gate", "hot", "yaml"}


def test_the_wheel_holds_ours(dist: Path) -> None:
    (made,) = dist.glob("*.whl")
    assert tops(made) == {"feedback_gate", "feedback_gate_installer", f"feedback_gate-{VERSION}.dist-info"}


def test_the_wheel_runs_nothing_when_it_is_installed(dist: Path) -> None:
    (made,) = dist.glob("*.whl")
    with zipfile.ZipFile(made) as packed:
        assert not [name for name in packed.namelist() if name.endswith((".pth", "sitecustomize.py")) or name == "setup.py"]
        entry_points = packed.read(f"feedback_gate-{VERSION}.dist-info/entry_points.txt").decode()
    assert entry_points == (
        "[console_scripts]\nfeedback-gate = feedback_gate.main:main\nfeedback-gate-installer = feedback_gate_installer.cli:main\n"
    )


def test_the_installer_holds_ours_and_what_the_lock_names(dist: Path, tmp_path: Path) -> None:
    from tests.installer.test_installer_archive import copy_packages

    copy_packages(str(tmp_path / "site"))
    (tmp_path / "dist").mkdir()
    (tmp_path / "dist" / core_build.NAME).write_bytes((dist / core_build.NAME).read_bytes())
    made = installer_archive.build(str(tmp_path / "dist"), [], [], str(tmp_path / "site"))
    assert tops(made) == {"__main__.py", "_bootstrap", "environment.json", "site-packages"}
    with zipfile.ZipFile(made) as packed:
        inside = {name.split("/")[1] for name in packed.namelist() if name.startswith("site-packages/")}
    names = {name for name in inside if not name.endswith(".dist-info") and not name.startswith("_cffi_backend.")}
    assert names <= installer_archive.TOP_LEVEL
    assert {"feedback_gate_installer", "httpx", "cryptography"} <= names


def test_the_launchers_archive_holds_ours(tmp_path: Path) -> None:
    (tmp_path / "hook.pyz").write_bytes(hook_archive.build())
    assert tops(tmp_path / "hook.pyz") == {"__main__.py", "boot.py", "feedback_gate_installer", *hook_archive.PARTS}
