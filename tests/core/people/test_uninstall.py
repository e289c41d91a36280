"""`feedback-gate uninstall` with the real executable: everything goes, nobody else's byte changes."""

from __future__ import annotations

import json
import os
import subprocess

import pytest

NODE = {"scripts": {"test": "exit 0"}}
FOREIGN = [
    b'{\n  "model": "x"\n}\n',
    b'{"hooks":{"Stop":[{"hooks":[{"type":"command","command":"theirs"}]}]}}',
    b'\xef\xbb\xbf{\r\n\t"n": 1e3,\r\n\t"hooks": {}\r\n}\r\n',
    b'{\n  // mine\n  "hooks": { "PreToolUse": [], }, /* x */\n}\n',
    b"",
]


def below(machine):
    """What lies in the home and project, folders left out."""
    return machine.tree()


@pytest.mark.parametrize("text", [*FOREIGN, None])
@pytest.mark.parametrize("scope", ["user", "project"])
def test_setting_up_and_taking_away_gives_back_every_byte(machine, text, scope):
    paths = {
        "user": [machine.settings, machine.hooks],
        "project": [machine.project / ".claude" / "settings.local.json", machine.project / ".codex" / "hooks.json"],
    }[scope]
    for path in paths if text is not None else ():
        machine.put(path, text)
    before = below(machine)
    machine.run("init", "--host", "both", "--scope", scope, "--yes")
    assert below(machine) != before
    done = machine.run("uninstall", "--yes")
    assert (done.returncode, below(machine)) == (0, before)


def test_nothing_of_ours_is_left_after_events_and_commands_ran(machine):
    before = below(machine)
    machine.register()
    (machine.home / ".claude" / "feedback").mkdir(parents=True)
    for event in ("SessionStart", "PreToolUse", "Stop"):
        machine.call("claude", event, tool_name="Bash", tool_input={"command": "ls"})
    done = subprocess.run(
        [str(machine.command), "uninstall", "--yes"],
        env=machine.env,
        cwd=machine.project,
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert below(machine) == before
    assert not machine.data.exists()


def test_a_running_session_goes_on_without_us(machine):
    machine.register()
    line = json.loads(machine.settings.read_text())["hooks"]["PreToolUse"][0]["hooks"][0]["command"]
    machine.said("uninstall", "--yes")
    done = subprocess.run(["/bin/sh", "-c", line], input=b"{}", env=machine.env, capture_output=True, check=False)
    assert (done.returncode, done.stdout) == (1, b"")


def test_without_a_terminal_nothing_is_removed_and_a_script_sees_it(machine):
    machine.register()
    before = below(machine)
    done = machine.run("uninstall")
    assert done.returncode == 1
    assert "feedback-gate uninstall --yes" in done.stderr
    assert below(machine) == before


@pytest.mark.parametrize(("typed", "state"), [("n\n", True), ("y\nn\n", True), ("y\ny\n", False)])
def test_on_a_terminal_the_state_is_asked_for_by_itself(machine, typed, state):
    machine.file("package.json", NODE)
    machine.said("init", "--yes", "--host", "claude")
    code, _ = machine.on_terminal("uninstall", typed=typed)
    assert (code, machine.state.exists(), machine.settings.exists()) == (0, state, typed == "n\n")


def test_the_state_can_be_kept(machine):
    machine.file("package.json", NODE)
    machine.said("init", "--yes", "--host", "claude")
    machine.said("uninstall", "--yes", "--keep-state")
    assert (machine.state / "log" / "approvals.jsonl").exists()
    assert not machine.data.exists()


def test_the_projects_logs_go_with_the_state_but_a_link_in_their_place_stays(machine):
    machine.register()
    logs = machine.file(".claude/.gate-status/logs/x.log", "x").parents[1]
    elsewhere = machine.base / "elsewhere"
    elsewhere.mkdir()
    (machine.project / ".agents").mkdir()
    (machine.project / ".agents" / ".gate-status").symlink_to(elsewhere)
    machine.said("uninstall", "--yes")
    assert (logs.exists(), (machine.project / ".agents" / ".gate-status").is_symlink()) == (False, True)


def test_rules_gates_and_options_stay(machine):
    rule = machine.put(machine.home / ".claude" / "feedback" / "r.md", b"mine")
    options = machine.put(machine.home / ".config" / "feedback-gate" / "settings.conf", b"language = en\n")
    machine.file("package.json", NODE)
    machine.said("init", "--yes", "--host", "claude")
    machine.said("uninstall", "--yes")
    assert rule.exists()
    assert options.exists()
    assert (machine.project / ".claude" / "gate.yaml").exists()


def test_a_hook_whose_name_only_resembles_ours_or_the_older_tools_stays(machine):
    handler = {"type": "command", "command": "node scripts/screenshoot.js"}
    text = json.dumps({"hooks": {"Stop": [{"hooks": [handler]}]}}).encode()
    machine.put(machine.settings, text)
    machine.register()
    assert "hooks of others that stay: 1" in machine.said("uninstall", "--yes")
    assert machine.settings.read_bytes() == text


def test_hooks_of_ours_in_a_projects_shared_settings_go_too(machine):
    machine.register()
    shared = machine.put(machine.project / ".claude" / "settings.json", machine.settings.read_bytes())
    machine.said("uninstall", "--yes")
    assert not shared.exists()


def test_a_command_that_is_somebody_elses_and_files_we_did_not_place_stay(machine):
    command = machine.put(machine.command, b"#!/bin/sh\n# mine\n")
    other = machine.put(machine.data / "notes.txt", b"mine")
    machine.register()
    machine.said("uninstall", "--yes")
    assert command.exists()
    assert other.exists()


def test_a_settings_file_that_broke_in_the_meantime_is_named_and_the_rest_goes(machine):
    machine.register()
    text = machine.settings.read_bytes()[:-2]
    machine.settings.write_bytes(text)
    done = machine.run("uninstall", "--yes")
    assert done.returncode == 1
    assert f"{machine.settings}:" in done.stderr
    assert machine.settings.read_bytes() == text
    assert not machine.data.exists()


def test_an_enabled_plugin_is_named_with_the_command_that_removes_it(machine):
    machine.put(machine.settings, {"enabledPlugins": {"feedback-gate@feedback-gate": True}})
    machine.put(machine.home / ".codex" / "config.toml", b'[plugins."feedback-gate@m"]\nenabled = true\n')
    said = machine.said("uninstall", "--yes")
    assert "`claude plugin uninstall feedback-gate@feedback-gate`" in said
    assert "`codex plugin remove feedback-gate@m`" in said


def test_where_nothing_is_nothing_happens(machine):
    before = below(machine)
    assert machine.said("uninstall", "--yes").startswith("There is nothing of ours here.\n")
    assert below(machine) == before


def test_a_link_in_the_place_of_our_cache_is_removed_and_not_followed(machine):
    machine.register()
    machine.put(machine.home / ".cache" / "feedback-gate" / "x", b"")
    os.rename(machine.home / ".cache" / "feedback-gate", machine.home / ".cache" / "real")
    (machine.home / ".cache" / "feedback-gate").symlink_to(machine.home / ".cache" / "real")
    machine.said("uninstall", "--yes")
    assert not (machine.home / ".cache" / "feedback-gate").exists()
    assert (machine.home / ".cache" / "real" / "x").exists()
