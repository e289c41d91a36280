"""Everything that names the product's version names the same one; what Codex reads never changes its own."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import agreement
import bump
import contents
import plugin as plugin_module

VERSION = contents.version_of(contents.own_files())
CODEX = "plugins/codex/.codex-plugin/plugin.json"
PIN = f"{VERSION} {'a' * 64} 10\n"


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """The files that name a version."""
    for name in (agreement.MANIFEST, CODEX, "CHANGELOG.md", "core/feedback_gate/__init__.py", "core/feedback_gate/main.py"):
        target = tmp_path / name
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(os.path.join(agreement.ROOT, name), target)
    return tmp_path


def edit(path: Path, old: str, new: str) -> None:
    text = path.read_text()
    assert old in text
    path.write_text(text.replace(old, new))


def test_this_checkout_agrees() -> None:
    assert agreement.disagreements() == []


def test_a_manifest_of_another_version_is_named(checkout: Path) -> None:
    edit(checkout / agreement.MANIFEST, VERSION, "7.7.7")
    assert agreement.disagreements(str(checkout)) == [f".claude-plugin/plugin.json says 7.7.7, the product is {VERSION}"]


def test_the_codex_plugins_version_may_not_change(checkout: Path) -> None:
    edit(checkout / CODEX, "1.0.0", "1.0.1")
    assert agreement.disagreements(str(checkout)) == ["plugins/codex says 1.0.1; its version never changes from 1.0.0"]


def test_a_changelog_or_a_pin_ahead_of_the_product_is_named(checkout: Path) -> None:
    (checkout / "CHANGELOG.md").write_text("# Changelog\n\n## Unreleased\n\n## 99.0.0 (2026-01-01)\n")
    (checkout / "shim").mkdir()
    (checkout / "shim" / "pin").write_text(PIN.replace(VERSION, "98.0.0"))
    assert agreement.disagreements(str(checkout)) == [
        f"CHANGELOG.md has a section for 99.0.0, the product is {VERSION}",
        f"shim/pin names 98.0.0, the product is {VERSION}",
    ]


def test_the_parts_of_a_release_are_compared(checkout: Path, tmp_path: Path) -> None:
    dist = tmp_path / "dist"
    (dist / "plugin" / ".claude-plugin").mkdir(parents=True)
    (dist / "plugin" / ".claude-plugin" / "plugin.json").write_text(json.dumps({"version": "0.0.1"}))
    (dist / "feedback_gate-0.0.2-py3-none-any.whl").touch()
    (dist / "pin").write_text(PIN.replace(VERSION, "0.0.3"))
    (dist / "checksums.txt").write_text("# format = 1\n# version = 0.0.4\n")
    said = [line.partition(" says ")[2].partition(",")[0] for line in agreement.disagreements(str(checkout), str(dist))]
    assert said == ["0.0.2", "0.0.1", "0.0.3", "0.0.4"]


def test_bump_writes_the_one_place(checkout: Path) -> None:
    bump.bump("3.2.1", str(checkout))
    assert '__version__ = "3.2.1"\n' in (checkout / "core/feedback_gate/__init__.py").read_text()
    assert agreement.disagreements(str(checkout)) == [f".claude-plugin/plugin.json says {VERSION}, the product is 3.2.1"]


@pytest.mark.parametrize("version", ["", "1.2", "v1.2.3", "1.2.3-rc1", "01.2.3", "1.2.3\n"])
def test_bump_takes_only_versions(checkout: Path, version: str) -> None:
    with pytest.raises(ValueError, match=r"X\.Y\.Z"):
        bump.bump(version, str(checkout))


# ---- the plugin carries the release's pin


def executable(folder: Path) -> Path:
    path = folder / "feedback-gate.pyz"
    path.write_bytes(b"executable")
    return path


def test_a_plugin_carries_the_pin_it_is_given(tmp_path: Path) -> None:
    made = executable(tmp_path)
    text = plugin_module.pin(VERSION, made.read_bytes()) + "product = feedback-gate\nbase_url = https://h.invalid\n"
    plugin_module.assemble(str(made), str(tmp_path / "plugin"), VERSION, given_pin=text)
    assert (tmp_path / "plugin" / "shim" / "pin").read_text() == text


def test_a_pin_of_another_executable_is_refused(tmp_path: Path) -> None:
    made = executable(tmp_path)
    with pytest.raises(plugin_module.PluginError, match=r"release_pin\.py"):
        plugin_module.assemble(str(made), str(tmp_path / "plugin"), VERSION, given_pin=PIN)


def test_t9_the_bundle_is_the_same_every_time_and_unpacks_to_the_plugin(tmp_path: Path) -> None:
    import zipfile

    bundles = []
    for name in ("one", "two"):
        (tmp_path / name).mkdir()
        made = executable(tmp_path / name)
        plugin_module.assemble(str(made), str(tmp_path / name / "plugin"), VERSION)
        bundles.append(plugin_module.bundle(str(tmp_path / name / "plugin")))
    assert Path(bundles[0]).read_bytes() == Path(bundles[1]).read_bytes()
    with zipfile.ZipFile(bundles[0]) as packed:
        packed.extractall(tmp_path / "unpacked")
    there = sorted(
        str(path.relative_to(tmp_path / "unpacked/feedback-gate"))
        for path in (tmp_path / "unpacked").rglob("*")
        if path.is_file()
    )
    here = sorted(
        str(path.relative_to(tmp_path / "one/plugin")) for path in (tmp_path / "one/plugin").rglob("*") if path.is_file()
    )
    assert there == here
    assert {".claude-plugin/plugin.json", "hooks/hooks.json", "shim/hook.sh", "shim/hook.pyz", "shim/pin"} <= set(here)


REGISTERED = """
import json, sys
sys.path.insert(0, sys.argv[1])
import feedback_gate
from feedback_gate.hosts.claude import registration as claude
from feedback_gate.hosts.codex import registration as codex
print(feedback_gate.__version__)
word = codex.quoted("/x/feedback-gate/hook.sh")
print(json.dumps({
    "claude plugin": claude.hooks(claude.PLUGIN_LAUNCHER),
    "codex plugin": codex.hooks(codex.PLUGIN_LAUNCHER),
    "codex user": codex.merged({}, word),
    "codex project": codex.hooks(word, codex.PROJECT_WORD),
    "codex managed": codex.requirements(word),
}))
"""


def test_p7_what_hosts_register_is_the_same_in_every_version(tmp_path: Path) -> None:
    core = tmp_path / "core"
    shutil.copytree(os.path.join(agreement.ROOT, "core"), core, ignore=shutil.ignore_patterns("__pycache__"))
    said = []
    for version in (VERSION, "99.0.0"):
        bump.bump(version, str(tmp_path))
        done = subprocess.run([sys.executable, "-B", "-c", REGISTERED, str(core)], capture_output=True, text=True, check=True)
        said.append(done.stdout.splitlines())
    assert [lines[0] for lines in said] == [VERSION, "99.0.0"]
    assert said[0][1] == said[1][1]
    registered = json.loads(said[0][1])
    assert len(registered) == 5
    assert [way for way, definition in registered.items() if "hook.sh" not in json.dumps(definition)] == []
