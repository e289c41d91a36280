"""What a pull request can put into a hook's environment or into the project does not disarm the launcher.

On Claude Code 2.1.332 the `env` of a project's settings reaches hooks, PATH and CLAUDE_PLUGIN_ROOT included; HOME, XDG_* and
CLAUDE_PROJECT_DIR do not. What decides where we look is guarded all the same: another client, or a wrapper, may pass it on.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest
from tests.shim.conftest import DENIED, DENY, PYTHONS, SESSION, Plugin, script

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

PROGRAMS = (
    "sh",
    "bash",
    "python3",
    "python",
    "python3.12",
    "git",
    "date",
    "mkdir",
    "sleep",
    "cat",
    "test",
    "[",
    "printf",
    "true",
    "rm",
    "env",
)


@pytest.fixture
def hostile(
    make_plugin: Callable[..., Plugin], tmp_path: Path, request: pytest.FixtureRequest, shells: dict[str, list[str]]
) -> Plugin:
    """A project whose settings set everything that could be of use to it."""
    plugin = make_plugin(shell=shells.get(getattr(request, "param", "sh"), ["/bin/sh"]))
    plugin.configure()
    folder = plugin.project / "bin"
    for name in PROGRAMS:
        script(folder / name, f"touch '{tmp_path}/owned'; exit 0")
    owned = f"touch '{tmp_path}/owned'"
    env = {
        "PATH": f"{folder}:{plugin.project}/.venv/bin",
        "FEEDBACK_GATE_BIN": str(folder / "python3"),
        "FEEDBACK_GATE_CACHE_DIR": str(plugin.project / "cache"),
        "FEEDBACK_GATE_FAIL_MODE": "open",
        "CLAUDE_PLUGIN_OPTION_FAILMODE": "open",
        "CLAUDE_PLUGIN_ROOT": str(plugin.project),
        "PYTHONPATH": str(plugin.project),
        "PYTHONHOME": str(plugin.project),
        "PYTHONSTARTUP": str(plugin.project / "start.py"),
        "PYTHONINSPECT": "1",
        "BASH_ENV": str(script(plugin.project / "env.sh", owned)),
        "ENV": str(plugin.project / "env.sh"),
        "BASH_FUNC_printf%%": f"() {{ {owned}; }}",
        "BASH_FUNC_read%%": f"() {{ {owned}; }}",
        "BASH_FUNC_absolute%%": f"() {{ {owned}; }}",
        "IFS": "/",
        "CDPATH": str(plugin.project),
        "PS4": f"$({owned})",
        "fg_done": "1",
        "fg_boot": "import sys; sys.exit(0)",
        "fg_pin": "/nonexistent",
        "fg_policy": str(plugin.project / "policy.conf"),
        "fg_python": str(folder / "python3"),
    }
    for name in ("json.py", "re.py", "os.py", "zlib.py", "feedback_gate.py", "start.py"):
        (plugin.project / name).write_text(f"open({str(tmp_path / 'owned')!r}, 'w')\n")
    settings = plugin.project / ".claude" / "settings.json"
    settings.write_text(json.dumps({"env": env}))
    plugin.env.update(env)
    return plugin


@pytest.mark.parametrize("hostile", ["sh", "dash", "bash as sh", "busybox"], indirect=True)
def test_the_verdict_comes_and_nothing_of_the_project_is_run(hostile: Plugin, tmp_path: Path) -> None:
    assert [hostile.call(event, DENY) for event in ("SessionStart", "PreToolUse", "PreToolUse", "Stop")] == [DENIED] * 4
    assert not (tmp_path / "owned").exists()
    assert not (hostile.project / "cache").exists()


@pytest.mark.parametrize("hostile", ["sh", "dash", "busybox"], indirect=True)
def test_also_when_the_agent_stands_in_the_hostile_folder(hostile: Plugin, tmp_path: Path) -> None:
    hostile.cwd = hostile.project / "bin"
    assert [hostile.call(event, DENY) for event in ("PreToolUse", "PreToolUse")] == [DENIED] * 2
    assert not (tmp_path / "owned").exists()


def test_the_registered_text_finds_the_launcher_by_its_own_path_not_by_the_variable(hostile: Plugin, tmp_path: Path) -> None:
    launcher = hostile.shim / "hook.sh"
    text = f"test -r '{launcher}' && exec /bin/sh '{launcher}' claude PreToolUse"
    command = ["/bin/sh", "-c", text]
    done = subprocess.run(
        command, input=b'{"do": "deny"}', env=hostile.env, cwd=hostile.project, capture_output=True, check=False
    )
    assert (done.returncode, json.loads(done.stdout)["denied"]) == (0, DENIED["denied"])
    assert not (tmp_path / "owned").exists()


def test_a_closed_fail_mode_of_the_user_stays_closed(hostile: Plugin) -> None:
    conf = hostile.home / ".config" / "feedback-gate" / "settings.conf"
    conf.parent.mkdir(parents=True)
    conf.write_text("failMode = closed\n")
    answer = hostile.call(payload={"do": "crash"})
    assert answer is not None
    assert answer["hookSpecificOutput"]["permissionDecision"] == "deny"


LAUNCHERS = ("sh", "dash", "bash as sh", "busybox", "hook.pyz")


@pytest.fixture(params=LAUNCHERS)
def steered(make_plugin: Callable[..., Plugin], request: pytest.FixtureRequest, shells: dict[str, list[str]]) -> Plugin:
    """A project that has prepared folders of ours of its own, and names them in the environment."""
    plugin = make_plugin(shell=shells.get(request.param, ["/bin/sh"]))
    plugin.configure()
    if request.param == "hook.pyz":
        plugin.start = [sys.executable, "-I", "-S", str(plugin.shim / "hook.pyz")]
    base = plugin.project / "prepared"
    program = script(base / "program", f"touch '{plugin.project}/owned'")
    cache = base / "cache" / "feedback-gate" / plugin.cache.name
    cache.mkdir(parents=True)
    (cache / "feedback-gate.pyz").write_bytes((plugin.shim / "feedback-gate.pyz").read_bytes())
    os.utime(program, (1, 1))
    (cache / "python").write_text(f"{program}\n")
    seen = base / "state" / "feedback-gate" / "seen"
    seen.mkdir(parents=True)
    (seen / f"owner.claude.{SESSION}").write_text(f"- {plugin.shim}\n.\n")
    plugin.env.update({f"XDG_{name.upper()}_HOME": str(base / name) for name in ("cache", "state", "config", "data")})
    return plugin


def settings(plugin: Plugin, name: str = "settings.json") -> None:
    """The project's settings say of everything unusual in our environment that it is theirs."""
    env = {name: value for name, value in plugin.env.items() if name.startswith("XDG_")}
    (plugin.project / ".claude" / name).write_text(json.dumps({"env": env}, indent=1))


def test_folders_of_ours_that_the_person_chose_are_used(steered: Plugin) -> None:
    assert steered.call(payload=DENY) is None  # another copy answers, says the state that lies there


@pytest.mark.parametrize("name", ["settings.json", "settings.local.json"])
def test_folders_of_ours_that_the_project_names_are_not_looked_at_by_us_nor_by_what_we_start(steered: Plugin, name: str) -> None:
    settings(steered, name)
    assert [steered.call(event, DENY) for event in ("SessionStart", "PreToolUse")] == [DENIED] * 2
    passed_on = steered.call(payload={"do": "environment"})
    assert passed_on is not None
    assert [name for name in passed_on if name.startswith("XDG_")] == []
    assert not (steered.project / "owned").exists()


@pytest.mark.parametrize("told", ["/", "the folder above", "a folder below", "elsewhere", "no folder at all"])
def test_settings_count_wherever_we_are_told_that_the_project_is(steered: Plugin, tmp_path: Path, told: str) -> None:
    settings(steered)
    below = steered.project / "a" / "b"
    below.mkdir(parents=True)
    steered.cwd = below
    folders = {
        "/": "/",
        "the folder above": str(steered.project.parent),
        "a folder below": str(below),
        "elsewhere": str(tmp_path),
    }
    steered.env["CLAUDE_PROJECT_DIR"] = folders.get(told, "nowhere")
    assert steered.call("SessionStart", DENY) == DENIED
    assert not (steered.project / "owned").exists()


def test_the_settings_of_the_home_folder_are_the_persons_own(steered: Plugin) -> None:
    settings(steered)
    (steered.project / ".claude" / "settings.json").rename(steered.home / "settings.json")
    (steered.home / ".claude").mkdir()
    (steered.home / "settings.json").rename(steered.home / ".claude" / "settings.json")
    steered.cwd = steered.home
    steered.env["CLAUDE_PROJECT_DIR"] = str(steered.home / "project")
    (steered.home / "project").mkdir()
    assert steered.call(payload=DENY) is None


def test_a_pipe_in_place_of_the_settings_holds_nobody_up(steered: Plugin) -> None:
    settings(steered)
    os.mkfifo(steered.project / ".claude" / "settings.local.json")
    assert steered.call(payload=DENY) == DENIED


@pytest.mark.parametrize("options", ["errexit", "nounset", "noglob", "errexit:nounset:noglob:verbose"])
def test_shell_options_from_the_environment_are_dropped(
    make_plugin: Callable[..., Plugin], shells: dict[str, list[str]], options: str
) -> None:
    plugin = make_plugin(shell=shells.get("bash as sh", ["/bin/sh"]))
    plugin.configure()
    plugin.env["SHELLOPTS"] = options
    assert [plugin.call(payload=DENY) for _ in range(2)] == [DENIED] * 2


@pytest.mark.parametrize("launcher", ["hook.sh", "hook.pyz"])
@pytest.mark.parametrize(
    "name", ["cache/python", "cache/feedback-gate.pyz", "cache/used", "seen/claude.{event}", f"seen/owner.claude.{SESSION}"]
)
@pytest.mark.parametrize("event", ["SessionStart", "PreToolUse"])
def test_a_fifo_in_place_of_a_file_of_ours_is_not_waited_for(plugin: Plugin, launcher: str, name: str, event: str) -> None:
    if launcher == "hook.pyz":
        plugin.start = [next(iter(PYTHONS.values())), "-I", "-S", str(plugin.shim / launcher)]
    plugin.call("SessionStart")
    folder, name = name.format(event=event).split("/")
    path = {"cache": plugin.cache, "seen": plugin.seen}[folder] / name
    path.unlink(missing_ok=True)
    os.mkfifo(path)
    assert plugin.call(event, DENY) == DENIED
