"""What Claude Code is told to run for us."""

from __future__ import annotations

import subprocess

import pytest

from feedback_gate.check import DEFAULT_SECONDS, INNER_SECONDS
from feedback_gate.checks import EVENTS
from feedback_gate.hosts.claude.registration import PLUGIN_LAUNCHER, REGISTRATIONS, command, hooks, quoted

SHELLS = ("/bin/sh", "dash", "bash")
# A folder name that breaks every careless quoting.
NASTY = 'it\'s "a" $HOME `date` \\ name'


def launcher(folder):
    folder.mkdir()
    path = folder / "hook.sh"
    path.write_text('printf "%s|" "$@"\n')
    return str(path)


def test_the_registered_line_is_the_frozen_text():
    assert command(PLUGIN_LAUNCHER, "PreToolUse") == (
        'test -r "$CLAUDE_PLUGIN_ROOT/shim/hook.sh" && exec /bin/sh "$CLAUDE_PLUGIN_ROOT/shim/hook.sh" claude PreToolUse'
    )


def test_the_registered_events_matchers_and_timeouts_are_these():
    assert [(entry.event, entry.matcher, entry.timeout) for entry in REGISTRATIONS] == [
        ("SessionStart", "", 60),
        ("UserPromptSubmit", "", 30),
        ("PreToolUse", "Bash|Edit|Write|MultiEdit|NotebookEdit|Agent|SendMessage", 60),
        ("PostToolUse", "Bash|Edit|Write|MultiEdit|NotebookEdit|Agent|Task", 600),
        ("PostToolUseFailure", "Bash", 600),
        ("Notification", "", 60),
        ("SubagentStart", "", 60),
        ("Stop", "", 600),
        ("SubagentStop", "", 600),
    ]


@pytest.mark.parametrize("entry", REGISTRATIONS, ids=lambda entry: entry.event)
def test_the_program_answers_each_registered_event_before_the_host_gives_up(entry):
    assert entry.event in EVENTS["claude"]
    assert INNER_SECONDS.get(entry.event, DEFAULT_SECONDS) < entry.timeout


def test_an_event_without_a_matcher_has_no_matcher_key():
    assert hooks("x")["Stop"] == [{"hooks": [{"type": "command", "command": command("x", "Stop"), "timeout": 600}]}]


@pytest.mark.parametrize("shell", SHELLS)
def test_the_line_starts_a_launcher_in_a_folder_with_quotes_and_dollars(tmp_path, shell):
    path = launcher(tmp_path / NASTY)
    done = subprocess.run([shell, "-c", command(quoted(path), "Stop")], capture_output=True, text=True, check=True)
    assert done.stdout == "claude|Stop|"


@pytest.mark.parametrize("shell", SHELLS)
def test_the_plugins_line_starts_a_launcher_in_a_folder_with_quotes_and_dollars(tmp_path, shell):
    root = tmp_path / NASTY
    root.mkdir()
    launcher(root / "shim")
    env = {"CLAUDE_PLUGIN_ROOT": str(root), "PATH": "/usr/bin:/bin"}
    done = subprocess.run([shell, "-c", command(PLUGIN_LAUNCHER, "Stop")], capture_output=True, text=True, check=True, env=env)
    assert done.stdout == "claude|Stop|"


@pytest.mark.parametrize("shell", SHELLS)
def test_a_launcher_that_is_gone_ends_in_1_and_not_in_2(tmp_path, shell):
    done = subprocess.run([shell, "-c", command(quoted(str(tmp_path / "gone")), "Stop")], capture_output=True, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (1, b"", b"")
