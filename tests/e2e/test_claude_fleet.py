"""The ways in besides the plugin that brings its archive along, on the real Claude Code: managed settings, a fetched release, offline."""

from __future__ import annotations

import json
import os
import shutil

import pytest
from tests.e2e.claude_lab import bash, contents, put, text
from tests.e2e.claude_scenes import bash_rule
from tests.e2e.conftest import ROOT
from tests.e2e.fleet import Published, managed, roll_out, without_executable

pytestmark = pytest.mark.live

FORCED = bash("touch ran; git push origin main --force")
TURNS = [FORCED, text("bye")]


@pytest.fixture(scope="session")
def published(plugin, tmp_path_factory):
    """A signed release of the built executable."""
    return Published(str(tmp_path_factory.mktemp("published")), plugin)


@pytest.fixture
def ruled(bare):
    """A lab whose person has a hard rule."""
    bare.at_home(".claude/feedback/push.md", bash_rule(5))
    return bare


def denied(run):
    """Whether the rule stopped the command, once."""
    said = [answer for answer in run.answers("PreToolUse") if answer]
    return [answer["hookSpecificOutput"]["permissionDecision"] for answer in said] == ["deny"]


# ---- managed settings


def test_a_rolled_out_machine_enforces_a_rule_from_managed_settings(ruled, published):
    roll_out(ruled, published.bundle())
    run = ruled.claude("go", TURNS)
    assert (denied(run), os.path.exists(ruled.path("ran"))) == (True, False)
    assert "Never force-push." in run.asked(1)


def test_where_only_managed_hooks_are_allowed_ours_are_the_only_ones_and_no_project_switches_them_off(ruled, published):
    etc, _ = roll_out(ruled, published.bundle())
    managed(etc, allowManagedHooksOnly=True)
    ruled.settings("user", ruled.probe_hooks(["PreToolUse"]))
    ruled.settings("local", {"disableAllHooks": True})
    run = ruled.claude("go", TURNS)
    assert (denied(run), os.path.exists(ruled.path("ran")), run.hooks) == (True, False, [])


def test_with_the_guard_seated_the_plugins_command_hooks_still_answer(ruled, plugin):
    etc, _ = roll_out(ruled, None)
    managed(etc, cleanupPeriodDays=30)  # any managed key seats it
    ruled.install_plugin(plugin)
    run = ruled.claude("go", TURNS)
    assert (denied(run), os.path.exists(ruled.path("ran"))) == (True, False)


def test_with_the_guard_seated_and_our_managed_hooks_the_plugin_is_silent_beside_them(ruled, plugin, published):
    roll_out(ruled, published.bundle())
    ruled.install_plugin(plugin)
    ruled.claude("go", TURNS)
    log = os.path.join(ruled.home, ".local", "state", "feedback-gate", "log", "violations.jsonl")
    assert (os.path.exists(ruled.path("ran")), len(contents(log).splitlines())) == (False, 1)


def test_closed_by_the_administrator_nothing_runs_when_the_launcher_is_gone(ruled, published):
    _, opt = roll_out(ruled, published.bundle("--fail-mode", "closed"))
    os.unlink(os.path.join(opt, "feedback-gate", "hook.sh"))
    ruled.claude("go", [bash("touch ran"), text("bye")])
    assert not os.path.exists(ruled.path("ran"))


def test_open_work_goes_on_when_the_launcher_is_gone(ruled, published):
    _, opt = roll_out(ruled, published.bundle())
    os.unlink(os.path.join(opt, "feedback-gate", "hook.sh"))
    ruled.claude("go", [bash("touch ran"), text("bye")])
    assert os.path.exists(ruled.path("ran"))


def test_t5_the_administrators_pin_stops_a_plugin_that_brings_another_executable(ruled, plugin, published, tmp_path):
    etc, _ = roll_out(ruled, published.bundle())
    shutil.rmtree(os.path.join(etc, "claude-code"))  # the pin alone, as on machines where people install plugins
    other = str(tmp_path / "plugin")
    shutil.copytree(plugin, other)
    pin = contents(os.path.join(other, "shim", "pin"))
    put(os.path.join(other, "shim", "pin"), pin.replace(pin.split()[1], "0" * 64))
    run = ruled.claude("go", TURNS, "--plugin-dir", other)
    assert "pinSha256" in run.said_to_the_person()
    assert "(admin-pin-mismatch)" in run.said_to_the_person()
    assert not any(answer and "hookSpecificOutput" in answer for answer in run.answers("PreToolUse"))


# ---- a plugin that brings no archive along


def test_a_session_that_starts_fetches_the_release_and_the_rule_stands(ruled, plugin, published, tmp_path):
    folder = without_executable(plugin, str(tmp_path / "plugin"), published.pin)
    run = ruled.claude("go", TURNS, "--plugin-dir", folder)
    assert (denied(run), os.path.exists(ruled.path("ran"))) == (True, False)
    cached = os.path.join(ruled.home, ".cache", "feedback-gate", published.release.pin().folder)
    assert {"feedback-gate.pyz", "checksums.txt.sig", "record.json"} <= set(os.listdir(cached))


def test_a_release_that_was_tampered_with_is_refused_before_the_persons_eyes_and_work_goes_on(ruled, plugin, published, tmp_path):
    base = str(tmp_path / "releases")
    shutil.copytree(os.path.join(published.folder, "releases"), base)
    path = os.path.join(base, f"v{published.release.version}", "feedback-gate.pyz")
    with open(path, "r+b") as file:
        file.seek(5000)
        file.write(b"tampered")
    folder = without_executable(plugin, str(tmp_path / "plugin"), published.release.pin_text(base_urls=[f"file://{base}"]))
    run = ruled.claude("go", TURNS, "--plugin-dir", folder)
    assert "(checksum-mismatch)" in run.said_to_the_person()
    assert os.path.exists(ruled.path("ran"))
    assert not os.path.exists(
        os.path.join(ruled.home, ".cache", "feedback-gate", published.release.pin().folder, "feedback-gate.pyz")
    )


def test_an_address_in_a_projects_settings_is_not_fetched_from(ruled, plugin, published, tmp_path):
    folder = without_executable(plugin, str(tmp_path / "plugin"), published.release.pin_text())
    ruled.settings("project", {"env": {"FEEDBACK_GATE_RELEASE_BASE_URL": published.base}})
    run = ruled.claude("go", [text("bye")], "--plugin-dir", folder)
    assert "(no-release-address)" in run.said_to_the_person()


# ---- offline, from a checkout


def test_a_checkout_works_as_a_plugin_with_a_named_executable(ruled, plugin, tmp_path):
    folder = tmp_path / "checkout"
    for name in (".claude-plugin", "hooks", "commands", "shim"):
        shutil.copytree(os.path.join(ROOT, name), folder / name, ignore=shutil.ignore_patterns("pin", "__pycache__"))
    executable = os.path.join(plugin, "shim", "feedback-gate.pyz")
    run = ruled.claude("go", TURNS, "--plugin-dir", str(folder), env={"FEEDBACK_GATE_BIN": executable})
    assert (denied(run), os.path.exists(ruled.path("ran"))) == (True, False)


def test_the_bundle_for_machines_without_network_unpacks_to_a_marketplace(ruled, plugin, tmp_path):
    import zipfile

    import plugin as plugin_module

    copy = str(tmp_path / "plugin")
    shutil.copytree(plugin, copy)
    with zipfile.ZipFile(plugin_module.bundle(copy)) as packed:
        packed.extractall(tmp_path / "unpacked")
    ruled.install_plugin(str(tmp_path / "unpacked" / "feedback-gate"))
    assert json.loads(ruled.cli("plugin", "list", "--json").stdout)[0]["id"] == "feedback-gate@feedback-gate"
    assert denied(ruled.claude("go", TURNS))
