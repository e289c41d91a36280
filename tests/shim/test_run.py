"""`hook.sh run COMMAND …`: what the plugin adds to the host starts commands for people through the launcher."""

from __future__ import annotations

import subprocess
from typing import TYPE_CHECKING

from tests.shim.conftest import DENIED, DENY, script

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from tests.shim.conftest import Plugin


def run(plugin: Plugin, *words: str) -> subprocess.CompletedProcess[str]:
    command = [*plugin.shell, str(plugin.shim / "hook.sh"), "run", *words]
    return subprocess.run(
        command, input="in", capture_output=True, text=True, cwd=plugin.cwd, env=plugin.env, timeout=60, check=False
    )


def test_a_command_runs_from_the_pinned_archive_with_and_without_a_pinned_python(plugin: Plugin) -> None:
    for _ in range(2):
        done = run(plugin, "version")
        assert (done.stdout.split(" (")[0], done.stderr, done.returncode) == ("feedback-gate 9.8.7", "", 0)
    assert (plugin.cache / "python").exists()


def test_a_command_runs_where_nothing_is_configured_and_leaves_no_heartbeat(make_plugin: Callable[..., Plugin]) -> None:
    bare = make_plugin()
    assert run(bare, "version").returncode == 0
    assert not bare.seen.exists()


def test_a_command_ends_as_the_executable_does(plugin: Plugin) -> None:
    assert run(plugin, "other").returncode == 64


def test_words_reach_the_executable_as_they_are(plugin: Plugin, tmp_path: Path) -> None:
    plugin.env["FEEDBACK_GATE_BIN"] = str(script(tmp_path / "program", "cat; printf '<%s>' \"$@\""))
    assert run(plugin, "gate", "run", "a b", "", "$x", "*").stdout == "in<gate><run><a b><><$x><*>"


def test_a_commands_name_may_hold_what_an_events_may_not(plugin: Plugin, tmp_path: Path) -> None:
    plugin.env["FEEDBACK_GATE_BIN"] = str(script(tmp_path / "program", 'echo "$@"'))
    assert [run(plugin, *words).stdout for words in (["install-command"], ["--help"], [])] == [
        "install-command\n",
        "--help\n",
        "",
    ]


def test_an_archive_that_is_not_the_pinned_one_is_named_on_stderr(plugin: Plugin) -> None:
    (plugin.shim / "feedback-gate.pyz").write_bytes(b"other")
    done = run(plugin, "version")
    words = "[feedback-gate] Not checked: The executable does not have the pinned SHA-256. Start a new session, or install the plugin again. (executable-changed)\n"
    assert (done.stdout, done.stderr, done.returncode) == ("", words, 1)


def test_an_override_that_cannot_be_run_fails(plugin: Plugin) -> None:
    plugin.env["FEEDBACK_GATE_BIN"] = "/nowhere/program"
    assert run(plugin, "version").returncode == 127


def test_an_archive_as_override_that_is_not_there_is_named_on_stderr(plugin: Plugin) -> None:
    plugin.env["FEEDBACK_GATE_BIN"] = "/nowhere/program.pyz"
    done = run(plugin, "version")
    words = "[feedback-gate] Not checked: What FEEDBACK_GATE_BIN names cannot be run. Correct the variable or unset it. (override-unusable)\n"
    assert (done.stdout, done.stderr, done.returncode) == ("", words, 1)


def test_a_project_cannot_choose_the_executable_of_a_command(plugin: Plugin, tmp_path: Path) -> None:
    plugin.env["FEEDBACK_GATE_BIN"] = str(script(tmp_path / "program", "echo taken"))
    (plugin.project / ".claude/settings.json").write_text('{"env": {"FEEDBACK_GATE_BIN": "x"}}')
    assert run(plugin, "version").stdout.startswith("feedback-gate 9.8.7")


def test_hooks_answer_as_before_once_a_command_has_run(plugin: Plugin) -> None:
    run(plugin, "version")
    assert plugin.call(payload=DENY) == DENIED


def test_every_shell_starts_commands(make_plugin: Callable[..., Plugin], shells: dict[str, list[str]]) -> None:
    found = {}
    for name, shell in shells.items():
        plugin = make_plugin(name.replace(" ", "-"))
        plugin.shell = shell
        found[name] = run(plugin, "version").returncode
    assert found == dict.fromkeys(shells, 0)
