"""`hook.pyz`, the launcher without a shell, gives the answers of `hook.sh`, on every released Python and with the standard library alone."""

from __future__ import annotations

import json
import os
import re
import shutil
import signal
import subprocess
import sys
import zipfile
from typing import TYPE_CHECKING, Any

import pytest
from tests.shim.conftest import DENIED, DENY, PYTHONS, SESSION, Plugin, script
from tests.shim.test_executable import UNUSABLE, unusable
from tests.shim.test_install import Machine
from tests.support import unreadable
from tests.support.releases import Release
from tests.support.unreadable import MAKES

import boot
import hook_archive

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

NEWEST = PYTHONS[next(reversed(PYTHONS))]


def process(plugin: Plugin, *words: str, payload: Any = None, python: str = NEWEST) -> subprocess.CompletedProcess[str]:
    command = [python, "-I", "-S", str(plugin.shim / "hook.pyz"), *words]
    data = payload if isinstance(payload, str) else json.dumps(payload or {})
    return subprocess.run(
        command,
        input=data,
        capture_output=True,
        text=True,
        encoding="utf-8",
        cwd=plugin.cwd,
        env=plugin.env,
        timeout=60,
        check=False,
    )


def call(plugin: Plugin, event: str = "PreToolUse", payload: Any = None, host: str = "claude", python: str = NEWEST) -> Any:
    done = process(plugin, host, event, payload=payload, python=python)
    assert done.returncode == 0, done
    return json.loads(done.stdout) if done.stdout else None


def policy_at(plugin: Plugin, path: Path) -> None:
    """Let this copy of the launcher look for the administrator's file here."""
    archive, new = plugin.shim / "hook.pyz", plugin.shim / "new.pyz"
    there, here = b'POLICY = "/etc/feedback-gate/policy.conf"', f'POLICY = "{path}"'.encode()
    with zipfile.ZipFile(archive) as old, zipfile.ZipFile(new, "w") as made:
        for name in old.namelist():
            made.writestr(name, old.read(name).replace(there, here))
    shutil.move(new, archive)


@pytest.mark.parametrize("version", PYTHONS)
def test_the_verdict_comes_on_every_released_python(plugin: Plugin, version: str) -> None:
    assert [call(plugin, payload=DENY, python=PYTHONS[version]) for _ in range(2)] == [DENIED, DENIED]
    assert plugin.runs() == ["PreToolUse", "PreToolUse"]
    assert (plugin.cache / "python").read_text() == os.path.realpath(PYTHONS[version]) + "\n"


@pytest.mark.parametrize("version", PYTHONS)
def test_it_needs_the_standard_library_only(plugin: Plugin, version: str) -> None:
    code = "import sys,runpy;sys.argv.pop(0);runpy.run_path(sys.argv[0],run_name='__main__')"
    done = subprocess.run(
        [PYTHONS[version], "-I", "-S", "-v", "-c", code, str(plugin.shim / "hook.pyz"), "claude", "SessionStart"],
        input="{}",
        capture_output=True,
        text=True,
        cwd=plugin.cwd,
        env=plugin.env,
        check=True,
    )
    loaded = set(re.findall(r"^import '?([A-Za-z_0-9.]+)", done.stderr, re.MULTILINE))
    ours = {
        name
        for name in loaded
        if name.split(".")[0] in {"feedback_gate_installer", *(part[:-3] for part in hook_archive.PARTS), "boot"}
    }
    foreign = {name.split(".")[0] for name in loaded - ours} - set(sys.stdlib_module_names) - {"__main__"}
    assert {name for name in foreign if not name.startswith("_")} == set()
    assert "start" in ours


# Environment and files of one scene, a file by its text or by the kind of what stands in its place.
SCENES: dict[str, tuple[dict[str, str], dict[str, str]]] = {
    "rules": ({}, {"project/.claude/feedback/a.md": ""}),
    "rules of the home folder": ({}, {"home/.agents/feedback/a.md": ""}),
    "a gate": ({}, {"project/.claude/gate.yaml": ""}),
    "claim checks": ({}, {"project/.shoot.config.json": ""}),
    "nothing": ({}, {}),
    "a folder of rules by the environment": ({"CLAUDE_FEEDBACK_DIR": "x"}, {}),
    "the launch guard": ({"FEEDBACK_GATE_AGENT_LAUNCH_GUARD": "TRUE"}, {}),
    "the launch guard by file": ({}, {"home/.config/feedback-gate/settings.conf": " agentLaunchGuard =true\r\n"}),
    "a notification backend": ({"CLAUDE_PLUGIN_OPTION_NOTIFY": "bell"}, {}),
    "no notification": ({"FEEDBACK_GATE_NOTIFY": "off", "DBUS_SESSION_BUS_ADDRESS": "x"}, {}),
    "a session bus": ({"DBUS_SESSION_BUS_ADDRESS": "x"}, {}),
    "closed": ({"FEEDBACK_GATE_FAIL_MODE": "Closed"}, {"project/.claude/gate.yaml": ""}),
    "closed by file": ({}, {"project/.claude/gate.yaml": "", "home/.config/feedback-gate/settings.conf": "failMode = closed"}),
    "a project that opens": (
        {"FEEDBACK_GATE_FAIL_MODE": "open"},
        {
            "project/.claude/gate.yaml": "",
            "home/.config/feedback-gate/settings.conf": "failMode = closed",
            "project/.claude/settings.json": '{"env": {"FEEDBACK_GATE_FAIL_MODE": "open"}}',
        },
    ),
    "settings above that open": (
        {"FEEDBACK_GATE_FAIL_MODE": "open", "CLAUDE_PROJECT_DIR": "/"},
        {
            "project/.claude/gate.yaml": "",
            "home/.config/feedback-gate/settings.conf": "failMode = closed",
            ".claude/settings.local.json": '{"env": {"FEEDBACK_GATE_FAIL_MODE": "open"}}',
        },
    ),
    "an administrator's file alone": ({}, {"policy.conf": "notify = off"}),
    "an administrator who closes": ({}, {"policy.conf": "failMode = closed"}),
    **{f"an administrator's file that cannot be read: {kind}": ({}, {"policy.conf": kind}) for kind in MAKES},
    **{
        f"one that cannot be read, and a user who closes: {kind}": (
            {"FEEDBACK_GATE_FAIL_MODE": "open", "FEEDBACK_GATE_AGENT_LAUNCH_GUARD": "false"},
            {"home/.config/feedback-gate/settings.conf": "failMode = closed\nagentLaunchGuard = true\n", "policy.conf": kind},
        )
        for kind in MAKES
    },
    **{f"a user's file that cannot be read: {kind}": ({}, {"home/.config/feedback-gate/settings.conf": kind}) for kind in MAKES},
    "a project that switches the launch guard off": (
        {"FEEDBACK_GATE_AGENT_LAUNCH_GUARD": "false"},
        {
            "home/.config/feedback-gate/settings.conf": "agentLaunchGuard = true",
            "project/.claude/settings.json": '{"env": {"FEEDBACK_GATE_AGENT_LAUNCH_GUARD": "false"}}',
        },
    ),
    "an override and an administrator's file that cannot be read": (
        {"FEEDBACK_GATE_BIN": "/bin/false"},
        {"project/.claude/gate.yaml": "", "policy.conf": "fifo"},
    ),
    "a home that is not there": ({"HOME": "/nonexistent/home"}, {"project/.claude/gate.yaml": ""}),
    "Japanese": ({"LANG": "ja_JP.UTF-8"}, {"project/.claude/gate.yaml": ""}),
    "no Japanese": ({"FEEDBACK_GATE_LANG": "en", "LANG": "ja_JP.UTF-8"}, {"project/.claude/gate.yaml": ""}),
    "another copy answers": (
        {},
        {"project/.claude/gate.yaml": "", f"home/.local/state/feedback-gate/seen/owner.claude.{SESSION}": "- {shim}\n.\n"},
    ),
    "this copy answers": (
        {},
        {"project/.claude/gate.yaml": "", f"home/.local/state/feedback-gate/seen/owner.claude.{SESSION}": "= {shim}\n.\n"},
    ),
}
EVENTS = ("SessionStart", "PreToolUse", "PostToolUse", "Stop", "Notification", "PermissionRequest")
PAYLOADS: tuple[Any, ...] = (
    DENY,
    {"do": "crash"},
    {"do": "noise"},
    {"do": "exit", "status": 2},
    {"do": "kill", "signal": signal.SIGKILL},
    {},
    {"do": "words"},
)


@pytest.mark.slow
@pytest.mark.parametrize(("env", "files"), SCENES.values(), ids=SCENES)
def test_it_answers_as_hook_sh_does(
    make_plugin: Callable[..., Plugin], tmp_path: Path, env: dict[str, str], files: dict[str, str]
) -> None:
    heard, kept = [], []
    for way in ("sh", "pyz"):
        plugin = make_plugin("plugin")
        plugin.env.update(env)
        for name, text in files.items():
            path = tmp_path / "plugin" / name
            path.parent.mkdir(parents=True, exist_ok=True)
            if text in MAKES:
                unreadable.put(text, str(path))
            else:
                path.write_text(text.format(shim=plugin.shim) if name.endswith(SESSION) else text)
        policy = tmp_path / "plugin" / "policy.conf"
        plugin.edit_launcher("fg_policy=/etc/feedback-gate/policy.conf", f"fg_policy={policy}")
        policy_at(plugin, policy)
        answers: list[Any] = []
        for number, event in enumerate(EVENTS):
            for payload in PAYLOADS[: 7 if event == "PreToolUse" else 3]:
                if way == "sh":
                    answers.append((event, plugin.call(event, payload)))
                else:
                    answers.append((event, call(plugin, event, payload)))
            plugin.env["CLAUDE_CODE_SESSION_ID"] = SESSION if number < 2 else SESSION[::-1]
        heard.append((answers, plugin.runs()))
        kept.append(sorted(path.name for path in plugin.seen.glob("*")))
        shutil.rmtree(tmp_path / "plugin")
    assert heard[0] == heard[1]
    assert kept[0] == kept[1]


@pytest.mark.parametrize("place", [0, 40, 1100, -30])
def test_t1_one_changed_bit_is_refused(plugin: Plugin, place: int) -> None:
    path = plugin.shim / "feedback-gate.pyz"
    path.chmod(0o600)
    data = bytearray(path.read_bytes())
    data[place] ^= 1
    path.write_bytes(data)
    answer = call(plugin, payload=DENY)
    assert answer["systemMessage"].endswith("(executable-changed)")
    assert (plugin.runs(), plugin.cache.exists()) == ([], False)


def test_a_damaged_copy_in_the_cache_is_replaced_when_the_session_starts(plugin: Plugin) -> None:
    call(plugin)
    (plugin.cache / "feedback-gate.pyz").write_bytes(b"#!/usr/bin/env python3\n" + boot.MARK.encode() + b" source:0:0\n")
    assert call(plugin, "SessionStart", DENY) == DENIED


def test_d9_a_tool_call_that_finds_nothing_says_how_to_install(plugin: Plugin) -> None:
    (plugin.shim / "feedback-gate.pyz").unlink()
    command = f"{os.path.basename(NEWEST)} {plugin.shim}/hook.pyz install"
    assert call(plugin, payload=DENY) == {
        "systemMessage": f"[feedback-gate] Not checked: The executable is not installed. Start a new session, or run: {command} (executable-missing)"
    }


@pytest.fixture
def machine(plugin: Plugin, archive: Path, tmp_path: Path) -> Machine:
    return Machine(plugin, Release("9.8.7", data=archive.read_bytes()), tmp_path / "releases")


def test_a_session_that_starts_installs(machine: Machine) -> None:
    assert [call(machine.plugin, event, DENY) for event in ("SessionStart", "PreToolUse")] == [DENIED, DENIED]
    assert machine.leftovers() == []


def test_a_refused_release_is_said_with_its_code(machine: Machine) -> None:
    machine.file("checksums.txt.sig").unlink()
    done = process(machine.plugin, "claude", "SessionStart", payload=DENY)
    line = (
        "[feedback-gate] Not checked: checksums.txt.sig is missing or empty. "
        "Try again, or name another source with --from or --base-url. (signature-missing)"
    )
    assert (json.loads(done.stdout), done.stderr, done.returncode) == ({"systemMessage": line}, line + "\n", 0)


def test_on_command_it_installs_or_says_why_not(machine: Machine) -> None:
    done = process(machine.plugin, "install")
    assert (done.returncode, done.stdout, done.stderr) == (0, f"{machine.cached}/feedback-gate.pyz\n", "")
    shutil.rmtree(machine.cached)
    shutil.rmtree(machine.base)
    done = process(machine.plugin, "install")
    assert (done.returncode, done.stdout, "(sums-missing)" in done.stderr) == (1, "", True)


def test_an_override_of_ours_a_foreign_archive_and_a_program_are_run(plugin: Plugin, tmp_path: Path) -> None:
    import zipapp

    (tmp_path / "source").mkdir()
    text = "import json, sys\nprint('feedback-gate 0 (x)' if sys.argv[1:] == ['version'] else json.dumps({'words': sys.argv[1:3]}))\n"
    (tmp_path / "source" / "__main__.py").write_text(text)
    zipapp.create_archive(tmp_path / "source", tmp_path / "other.pyz")
    ours = shutil.copy(plugin.shim / "feedback-gate.pyz", tmp_path / "ours.bin")
    program = script(tmp_path / "program", 'printf \'{"words":"%s"}\' "$*"')
    heard = []
    for path in (ours, tmp_path / "other.pyz", program):
        plugin.env["FEEDBACK_GATE_BIN"] = str(path)
        heard.append(call(plugin, payload=DENY))
    assert heard == [DENIED, {"words": ["claude", "PreToolUse"]}, {"words": "claude PreToolUse"}]


@pytest.mark.parametrize("kind", UNUSABLE)
def test_an_override_that_cannot_be_run_is_said(plugin: Plugin, tmp_path: Path, kind: str) -> None:
    unusable(plugin, tmp_path / kind)
    assert call(plugin)["systemMessage"].endswith("(override-unusable)")


def test_an_override_and_a_cache_that_the_project_sets_are_ignored(plugin: Plugin, tmp_path: Path) -> None:
    hostile = script(tmp_path / "hostile", f"touch '{tmp_path}/started'")
    plugin.env.update(FEEDBACK_GATE_BIN=str(hostile), FEEDBACK_GATE_CACHE_DIR=str(tmp_path / "prepared"))
    (plugin.project / ".claude" / "settings.json").write_text(
        json.dumps({"env": {"FEEDBACK_GATE_BIN": "x", "FEEDBACK_GATE_CACHE_DIR": "y"}})
    )
    assert call(plugin, payload=DENY) == DENIED
    assert not (tmp_path / "started").exists()
    assert not (tmp_path / "prepared").exists()


def test_a_python_of_the_project_is_not_kept(plugin: Plugin) -> None:
    (plugin.project / ".git" / "HEAD").mkdir(parents=True)
    inner = plugin.project / "python3"
    shutil.copy(os.path.realpath(NEWEST), inner)
    root = os.path.dirname(os.path.dirname(os.path.realpath(NEWEST)))
    plugin.env["PYTHONHOME"] = root
    command = [str(inner), str(plugin.shim / "hook.pyz"), "claude", "PreToolUse"]
    done = subprocess.run(command, input="{}", capture_output=True, text=True, cwd=plugin.cwd, env=plugin.env, check=False)
    assert (done.returncode, "(no-python)" in done.stdout) == (0, True)
    assert not (plugin.cache / "python").exists()


def test_t5_the_administrators_hash_stops_everything(plugin: Plugin, tmp_path: Path) -> None:
    (tmp_path / "policy.conf").write_text(f"pinSha256 = {'0' * 64}\n")
    policy_at(plugin, tmp_path / "policy.conf")
    answer = call(plugin, payload=DENY)
    assert f"{tmp_path}/policy.conf sets pinSha256 to {'0' * 64}; this plugin pins" in answer["systemMessage"]
    assert plugin.runs() == []


@pytest.mark.parametrize("words", [[], ["claude"], ["claude", ""], ["claude", "../x"], ["a.b", "c"], ["日本", "Stop"]])
def test_a_call_without_a_host_or_an_event_does_nothing(plugin: Plugin, words: list[str]) -> None:
    done = process(plugin, *words)
    assert (done.returncode, done.stdout, done.stderr, plugin.runs()) == (0, "", "", [])


@pytest.mark.parametrize("name", ["It's a folder (日本) & co", "a\nb", 'a "quoted" \\ one'])
def test_p4_folders_with_special_characters_work(make_plugin: Callable[..., Plugin], name: str) -> None:
    plugin = make_plugin(name)
    plugin.configure()
    assert [call(plugin, payload=DENY) for _ in range(2)] == [DENIED, DENIED]


def test_p10_whatever_happens_it_ends_in_0(plugin: Plugin) -> None:
    (plugin.shim / "pin").write_bytes(b"\xff\x00" * 100)
    assert call(plugin)["systemMessage"].endswith("(pin-unusable)")
    plugin.env.update(HOME="", XDG_CACHE_HOME="", CLAUDE_PROJECT_DIR="\udcff")
    assert process(plugin, "claude", "SessionStart").returncode == 0


def test_the_same_sources_give_the_same_archive_and_it_holds_nothing_else() -> None:
    assert hook_archive.build() == hook_archive.build()
    tops = {name.partition("/")[0] for name in hook_archive.contents()}
    assert tops == {"__main__.py", "boot.py", "feedback_gate_installer", *hook_archive.PARTS}


def test_what_it_leaves_out_of_the_installer_is_not_needed() -> None:
    import ast

    there = {name for name in hook_archive.contents() if name.startswith("feedback_gate_installer/")}
    known = {os.path.basename(name)[:-3] for name in there}
    wanted = set()
    for name in there:
        for node in ast.walk(ast.parse(hook_archive.contents()[name])):
            if isinstance(node, ast.ImportFrom) and node.module == "feedback_gate_installer":
                wanted |= {alias.name for alias in node.names}
            elif isinstance(node, ast.ImportFrom) and (node.module or "").startswith("feedback_gate_installer."):
                wanted.add(str(node.module).partition(".")[2])
    assert wanted - known == {"downloads"}
