"""An event for which nothing is configured starts no Python; what is configured is never missed."""

from __future__ import annotations

import socket
from typing import TYPE_CHECKING

import pytest
from tests.support import unreadable
from tests.support.unreadable import MAKES

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from tests.shim.conftest import Plugin

QUIET = ("PreToolUse", "PostToolUse", "PostToolUseFailure", "SubagentStart", "SubagentStop", "Stop", "Notification")
ALWAYS = ("SessionStart", "UserPromptSubmit")
OF_CODEX = ("PermissionRequest", "Interrupt", "PreToolUse", "Stop")


@pytest.fixture
def bare(make_plugin: Callable[..., Plugin]) -> Plugin:
    """A plugin for a project in which nothing is configured."""
    return make_plugin()


def put(root: Path, name: str) -> None:
    """Make a file, or a folder when the name ends in a slash."""
    path = root / name
    (path if name.endswith("/") else path.parent).mkdir(parents=True, exist_ok=True)
    if not name.endswith("/"):
        path.touch()


def ran(plugin: Plugin, event: str, host: str = "claude") -> bool:
    assert plugin.call(event, host=host) is None
    return plugin.runs() == [event]


def test_nothing_configured_starts_nothing_but_at_session_start_and_prompts(bare: Plugin) -> None:
    assert [event for event in (*QUIET, *ALWAYS) if ran(bare, event)] == list(ALWAYS)
    assert [event for event in (*OF_CODEX, *ALWAYS) if ran(bare, event, "codex")] == list(ALWAYS)


def test_a_quiet_event_leaves_its_heartbeat_and_needs_no_pin(bare: Plugin) -> None:
    bare.call("SessionStart")
    (bare.shim / "pin").unlink()
    assert bare.call("Stop") is None
    assert sorted(path.name for path in bare.seen.iterdir()) == ["claude.SessionStart", "claude.Stop"]


def test_the_folder_for_heartbeats_is_the_owners_alone(bare: Plugin) -> None:
    bare.call("SessionStart")
    assert bare.seen.stat().st_mode & 0o777 == 0o700


def test_tool_calls_never_make_the_folder_for_heartbeats(bare: Plugin) -> None:
    bare.call("PreToolUse")
    assert not bare.seen.exists()


@pytest.mark.parametrize("event", QUIET)
@pytest.mark.parametrize(
    "name",
    [
        ".claude/feedback/",
        ".agents/feedback/",
        ".claude/gate.yaml",
        ".agents/gate.yaml",
        ".claude/gate.yml",
        ".shoot.config.json",
    ],
)
def test_each_thing_a_project_can_configure_wakes_every_event(bare: Plugin, event: str, name: str) -> None:
    put(bare.project, name)
    assert ran(bare, event)


@pytest.mark.parametrize("name", [".claude/feedback/", ".agents/feedback/"])
def test_rules_in_the_home_folder_wake_every_project(bare: Plugin, name: str) -> None:
    put(bare.home, name)
    assert ran(bare, "PreToolUse")


@pytest.mark.parametrize(
    "name", [".claude/settings.json", ".claude/rules/", ".agents/", "gate.yaml", "feedback/", ".claude/gate.yaml.bak"]
)
def test_other_files_wake_nothing(bare: Plugin, name: str) -> None:
    put(bare.project, name)
    put(bare.home, name)
    assert not ran(bare, "PreToolUse")


def test_a_feedback_folder_named_by_the_variable_wakes(bare: Plugin) -> None:
    bare.env["CLAUDE_FEEDBACK_DIR"] = "/somewhere"
    assert ran(bare, "PreToolUse")


def test_a_session_started_below_the_configured_folder_is_awake(bare: Plugin) -> None:
    put(bare.project, ".claude/gate.yaml")
    put(bare.project, "src/deep/")
    bare.env["CLAUDE_PROJECT_DIR"] = str(bare.project / "src" / "deep")
    bare.cwd = bare.project / "src" / "deep"
    assert ran(bare, "PreToolUse")


def test_what_lies_above_the_repository_does_not_count(bare: Plugin) -> None:
    put(bare.project, ".claude/gate.yaml")
    put(bare.project, "repository/.git/HEAD")
    bare.env["CLAUDE_PROJECT_DIR"] = str(bare.project / "repository")
    bare.cwd = bare.project / "repository"
    assert not ran(bare, "PreToolUse")


def test_an_empty_git_folder_as_sandboxes_leave_one_is_no_repository(bare: Plugin) -> None:
    put(bare.project, ".claude/gate.yaml")
    put(bare.project, "folder/.git/")
    bare.env["CLAUDE_PROJECT_DIR"] = str(bare.project / "folder")
    bare.cwd = bare.project / "folder"
    assert ran(bare, "PreToolUse")


def test_a_worktree_with_a_gate_of_its_own_is_awake(bare: Plugin) -> None:
    put(bare.project, ".git/HEAD")
    tree = bare.project / ".claude" / "worktrees" / "agent"
    put(tree, ".claude/gate.yaml")
    put(tree, ".git")
    bare.cwd = tree
    assert ran(bare, "PreToolUse")


@pytest.mark.parametrize("where", ["relative", ".", "", "/", "//", "/nonexistent/deep/"])
def test_an_odd_project_folder_ends_the_search(bare: Plugin, where: str) -> None:
    bare.env["CLAUDE_PROJECT_DIR"] = where
    assert not ran(bare, "PreToolUse")


def test_on_codex_the_working_folder_is_the_project(bare: Plugin) -> None:
    del bare.env["CLAUDE_PROJECT_DIR"]
    put(bare.project, ".agents/gate.yaml")
    put(bare.project, "src/")
    bare.cwd = bare.project / "src"
    assert ran(bare, "PreToolUse", "codex")


def test_what_was_configured_stays_in_force_for_the_session_when_its_file_is_deleted(bare: Plugin) -> None:
    put(bare.project, ".claude/gate.yaml")
    bare.call("SessionStart")
    (bare.project / ".claude" / "gate.yaml").unlink()
    bare.runs()
    assert ran(bare, "PreToolUse")
    bare.env["CLAUDE_CODE_SESSION_ID"] = "another"
    assert not ran(bare, "PreToolUse")


@pytest.mark.parametrize(
    ("variable", "value", "awake"),
    [
        ("CLAUDE_PLUGIN_OPTION_AGENTLAUNCHGUARD", "true", True),
        ("FEEDBACK_GATE_AGENT_LAUNCH_GUARD", "True", True),
        ("CLAUDE_PLUGIN_OPTION_AGENTLAUNCHGUARD", "false", False),
        ("CLAUDE_PLUGIN_OPTION_AGENTLAUNCHGUARD", "yes", False),
    ],
)
def test_the_agent_launch_guard_wakes_tool_calls_only(bare: Plugin, variable: str, value: str, awake: bool) -> None:
    bare.env[variable] = value
    assert ran(bare, "PreToolUse") is awake
    assert not ran(bare, "PostToolUse")


def test_the_agent_launch_guard_may_be_set_in_the_users_file(bare: Plugin) -> None:
    put(bare.home, ".config/feedback-gate/settings.conf")
    (bare.home / ".config" / "feedback-gate" / "settings.conf").write_text("agentLaunchGuard = true\n")
    assert ran(bare, "PreToolUse")


@pytest.mark.parametrize("event", ["Stop", "Notification", "PermissionRequest"])
@pytest.mark.parametrize(
    ("env", "awake"),
    [
        ({}, False),
        ({"DBUS_SESSION_BUS_ADDRESS": "unix:path=/x"}, True),
        ({"WSL_DISTRO_NAME": "Debian"}, True),
        ({"FEEDBACK_GATE_NOTIFY": "bell"}, True),
        ({"CLAUDE_PLUGIN_OPTION_NOTIFY": "osc9"}, True),
        ({"FEEDBACK_GATE_NOTIFY": "auto"}, False),
        ({"FEEDBACK_GATE_NOTIFY": "off", "DBUS_SESSION_BUS_ADDRESS": "unix:path=/x"}, False),
    ],
)
def test_stop_and_notification_wake_where_a_notification_can_be_shown(
    bare: Plugin, event: str, env: dict[str, str], awake: bool
) -> None:
    bare.env.update(env)
    assert ran(bare, event) is awake
    assert not ran(bare, "SubagentStop")


def test_an_administrators_file_alone_keeps_the_built_in_guard_on(bare: Plugin, tmp_path: Path) -> None:
    policy = tmp_path / "policy.conf"
    bare.edit_launcher("fg_policy=/etc/feedback-gate/policy.conf", f"fg_policy={policy}")
    assert not ran(bare, "PreToolUse")
    policy.write_text("language = en\n")
    assert ran(bare, "PreToolUse")


@pytest.mark.parametrize("kind", MAKES)
def test_an_administrators_file_that_cannot_be_read_does_too(bare: Plugin, tmp_path: Path, kind: str) -> None:
    policy = unreadable.put(kind, str(tmp_path / "policy.conf"))
    bare.edit_launcher("fg_policy=/etc/feedback-gate/policy.conf", f"fg_policy={policy}")
    assert ran(bare, "PreToolUse")


@pytest.mark.parametrize("kind", MAKES)
def test_a_users_file_that_cannot_be_read_is_not_waited_for_and_wakes_nothing(bare: Plugin, kind: str) -> None:
    unreadable.put(kind, str(bare.home / ".config/feedback-gate/settings.conf"))
    assert not ran(bare, "PreToolUse")
    assert not ran(bare, "Stop")


def test_a_project_cannot_put_the_agent_launch_guard_of_the_user_to_sleep(bare: Plugin) -> None:
    put(bare.home, ".config/feedback-gate/settings.conf")
    (bare.home / ".config" / "feedback-gate" / "settings.conf").write_text("agentLaunchGuard = true\n")
    bare.env["FEEDBACK_GATE_AGENT_LAUNCH_GUARD"] = "false"
    assert not ran(bare, "PreToolUse")
    put(bare.project, ".claude/settings.json")
    (bare.project / ".claude" / "settings.json").write_text('{"env": {"FEEDBACK_GATE_AGENT_LAUNCH_GUARD": "false"}}')
    assert ran(bare, "PreToolUse")


def test_a_session_bus_is_found_in_the_runtime_folder(bare: Plugin, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    with socket.socket(socket.AF_UNIX) as bus:
        bus.bind("bus")
        bare.env["XDG_RUNTIME_DIR"] = str(tmp_path)
        assert ran(bare, "Stop")
