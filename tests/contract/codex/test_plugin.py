"""The Codex plugin: few files, a constant version, and a finder that starts the launcher or says how to get it."""

from __future__ import annotations

import json
import os
import shutil
import subprocess

import pytest

import codex_plugin
from feedback_gate.hosts.codex import registration

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__)))))
PLUGIN = os.path.join(ROOT, "plugins", "codex")
SHELLS = [[shell] for shell in ("sh", "dash", "bash") if shutil.which(shell)] + (
    [["busybox", "sh"]] if shutil.which("busybox") else []
)


def finder(shell, event, environ, path=None):
    command = [*shell, path or os.path.join(PLUGIN, "hook.sh"), "codex", event]
    return subprocess.run(command, input="{}", env=environ, capture_output=True, text=True, check=False, timeout=20)


@pytest.fixture
def environ(tmp_path):
    return {"PATH": os.environ["PATH"], "HOME": str(tmp_path / "ho me"), "LANG": "C.UTF-8"}


@pytest.fixture
def plugin(tmp_path):
    """A copy of the finder that looks for the administrator's launcher in a scratch folder."""
    path = tmp_path / "hook.sh"
    with open(os.path.join(PLUGIN, "hook.sh"), encoding="utf-8") as file:
        path.write_text(file.read().replace("/opt/feedback-gate", str(tmp_path / "opt")), encoding="utf-8")
    return str(path)


def put_launcher(folder, name):
    folder.mkdir(parents=True)
    (folder / "hook.sh").write_text(f'echo "{name}" "$@"; cat\n', encoding="utf-8")


def test_the_plugin_is_made_of_five_generated_files_and_no_links():
    found = {os.path.relpath(os.path.join(folder, name), ROOT) for folder, _, names in os.walk(PLUGIN) for name in names}
    made = set(codex_plugin.outputs())
    assert found == {path for path in made if path.startswith("plugins/")}
    assert len(found) == 5
    assert not any(os.path.islink(os.path.join(ROOT, path)) for path in made)


@pytest.mark.parametrize("path", sorted(codex_plugin.outputs()))
def test_what_is_checked_in_is_what_the_declarations_give(path):
    with open(os.path.join(ROOT, path), encoding="utf-8") as file:
        assert file.read() == codex_plugin.outputs()[path]


def test_the_version_is_constant_because_a_new_one_voids_the_trust():
    with open(os.path.join(PLUGIN, ".codex-plugin", "plugin.json"), encoding="utf-8") as file:
        assert json.load(file)["version"] == "1.0.0"


@pytest.mark.parametrize("shell", SHELLS, ids=" ".join)
def test_the_finder_starts_the_person_s_launcher_and_leaves_it_the_input(shell, plugin, environ, tmp_path):
    put_launcher(tmp_path / "ho me" / ".local" / "share" / "feedback-gate", "own")
    done = finder(shell, "PreToolUse", environ, plugin)
    assert (done.returncode, done.stdout, done.stderr) == (0, "own codex PreToolUse plugin\n{}", "")


@pytest.mark.parametrize("shell", SHELLS, ids=" ".join)
def test_the_finder_prefers_the_administrator_s_launcher(shell, plugin, environ, tmp_path):
    put_launcher(tmp_path / "data" / "feedback-gate", "own")
    put_launcher(tmp_path / "opt", "administrator's")
    done = finder(shell, "Stop", {**environ, "XDG_DATA_HOME": str(tmp_path / "data")}, plugin)
    assert (done.returncode, done.stdout) == (0, "administrator's codex Stop plugin\n{}")


@pytest.mark.parametrize("shell", SHELLS, ids=" ".join)
@pytest.mark.parametrize(("language", "word"), [("C.UTF-8", "Run `pipx"), ("ja_JP.UTF-8", "一度実行してください")])
def test_without_a_launcher_the_session_start_tells_person_and_agent_how_to_get_it(shell, plugin, environ, language, word):
    done = finder(shell, "SessionStart", {**environ, "LANG": language}, plugin)
    answer = json.loads(done.stdout)
    assert (done.returncode, sorted(answer)) == (0, ["hookSpecificOutput", "systemMessage"])
    assert word in answer["systemMessage"]
    assert answer["hookSpecificOutput"]["hookEventName"] == "SessionStart"
    assert "pipx run feedback-gate init --host codex" in answer["hookSpecificOutput"]["additionalContext"]


@pytest.mark.parametrize("event", ["PreToolUse", "Stop", "Interrupt"])
def test_without_a_launcher_every_other_event_passes_in_silence(event, plugin, environ):
    done = finder(["sh"], event, environ, plugin)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")


def test_the_page_on_codex_shows_each_entry_of_the_review_screen_as_it_is():
    with open(os.path.join(ROOT, "docs", "codex.md"), encoding="utf-8") as file:
        page = file.read()
    rows = [f"| {entry.event} | `{entry.status}` | {entry.timeout} s |" for entry in registration.REGISTRATIONS]
    assert "\n".join(rows) in page
