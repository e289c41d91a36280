"""Which registrations of ours each host would obey, read from the files that the host reads."""

from __future__ import annotations

import json
import os

import pytest

from feedback_gate import ownership
from feedback_gate.event import Event
from feedback_gate.hosts import registered
from feedback_gate.hosts.claude import registered as of_claude
from feedback_gate.hosts.claude import registration as claude
from feedback_gate.hosts.codex import registered as of_codex
from feedback_gate.hosts.codex import registration as codex

NASTY = 'it\'s "a" $HOME `date` name'


@pytest.fixture
def machine(tmp_path, home, monkeypatch):
    """A machine of its own: home, project and /etc."""
    monkeypatch.setattr(of_claude, "MANAGED_FOLDER", str(tmp_path / "etc" / "claude-code"))
    monkeypatch.setattr(of_codex, "MANAGED_FOLDER", str(tmp_path / "etc" / "codex"))
    (tmp_path / "project" / ".git").mkdir(parents=True)
    return Machine(tmp_path, home)


class Machine:
    def __init__(self, base, home):
        self.etc = base / "etc"
        self.home = home
        self.project = base / "project"
        self.environ = {"HOME": str(home)}

    def launcher(self, folder):
        """A launcher that can be read, as a shell word."""
        path = folder / "feedback-gate" / "hook.sh"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.touch()
        return codex.quoted(str(path))

    def put(self, path, value):
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(value if isinstance(value, str) else json.dumps(value), encoding="utf-8")

    def found(self, host="claude"):
        return [(one.scope, one.copy, one.path) for one in ownership.places(host, self.environ, str(self.project))]


def test_claude_reads_managed_user_project_and_local_settings_in_this_order(machine):
    paths = [
        machine.etc / "claude-code" / "managed-settings.json",
        machine.etc / "claude-code" / "managed-settings.d" / "10-x.json",
        machine.home / ".claude" / "settings.json",
        machine.project / ".claude" / "settings.json",
        machine.project / ".claude" / "settings.local.json",
    ]
    for number, path in enumerate(paths):
        machine.put(path, {"hooks": claude.hooks(machine.launcher(machine.home / str(number)))})
    assert machine.found() == [
        (scope, f"{machine.home}/{number}/feedback-gate", str(paths[number]))
        for number, scope in enumerate(["managed", "managed", "user", "project", "local"])
    ]


def test_the_folder_of_a_launcher_is_read_from_its_line_whatever_its_name(machine):
    machine.put(machine.home / ".claude" / "settings.json", {"hooks": claude.hooks(machine.launcher(machine.home / NASTY))})
    assert machine.found() == [("user", f"{machine.home}/{NASTY}/feedback-gate", f"{machine.home}/.claude/settings.json")]


@pytest.mark.parametrize("word", ['"$HOME/x/feedback-gate/hook.sh"', "${HOME}/x/feedback-gate/hook.sh"])
def test_the_home_in_a_line_is_put_in(machine, word):
    machine.put(machine.home / ".claude" / "settings.json", {"hooks": {"Stop": claude.hooks(word)["Stop"]}})
    assert machine.found()[0][1] == f"{machine.home}/x/feedback-gate"


def test_claude_is_looked_up_where_its_variable_says(machine):
    machine.environ["CLAUDE_CONFIG_DIR"] = str(machine.home / "other")
    machine.put(machine.home / ".claude" / "settings.json", {"hooks": claude.hooks(machine.launcher(machine.home))})
    assert machine.found() == []
    machine.put(machine.home / "other" / "settings.json", {"hooks": claude.hooks(machine.launcher(machine.home))})
    assert [scope for scope, _, _ in machine.found()] == ["user"]


@pytest.mark.parametrize(
    "text", ["// x\n{}", '{"hooks": {"Stop": [null, {"hooks": [4, {}]}, {"hooks": {}}]}}', "[]", '{"hooks": []}']
)
def test_what_the_client_does_not_read_registers_nothing(machine, text):
    machine.put(machine.home / ".claude" / "settings.json", text)
    assert machine.found() == []


def test_a_comment_voids_the_file_for_the_client_and_so_for_us(machine):
    value = json.dumps({"hooks": claude.hooks(machine.launcher(machine.home))})
    machine.put(machine.home / ".claude" / "settings.json", "// mine\n" + value)
    assert machine.found() == []
    machine.put(machine.home / ".claude" / "settings.json", "\ufeff" + value)
    assert [scope for scope, _, _ in machine.found()] == ["user"]


def test_an_enabled_plugin_counts_as_one_and_a_disabled_one_does_not(machine):
    user, local = machine.home / ".claude" / "settings.json", machine.project / ".claude" / "settings.local.json"
    machine.put(user, {"enabledPlugins": {"feedback-gate@feedback-gate": True, "other@x": True}})
    assert machine.found() == [("plugin", "plugin", "feedback-gate@feedback-gate")]
    machine.put(local, {"enabledPlugins": {"feedback-gate@feedback-gate": False}})
    assert machine.found() == []


def test_the_older_systems_plugin_of_the_same_name_is_not_ours(machine):
    machine.put(
        machine.home / ".claude" / "settings.json",
        {"enabledPlugins": {"feedback-gate@claude-hook-gate": True, "feedback-gate@company": True}},
    )
    root = machine.home / "older"
    machine.put(
        machine.home / ".claude" / "plugins" / "installed_plugins.json",
        {"version": 2, "plugins": {"feedback-gate@company": [{"scope": "user", "installPath": str(root)}]}},
    )
    machine.put(root / "scripts" / "hook.sh", "")
    assert machine.found() == []
    machine.put(root / "shim" / "hook.sh", "")
    assert machine.found() == [("plugin", "plugin", "feedback-gate@company")]


def test_a_marketplace_that_is_a_folder_is_the_plugins_root(machine):
    folder = machine.home / ".claude" / "plugins"
    source = {"source": "directory", "path": "/m"}
    machine.put(folder / "known_marketplaces.json", {"company": {"source": source, "installLocation": "/m"}, "x": {"source": {}}})
    machine.put(folder / "installed_plugins.json", {"plugins": {"feedback-gate@company": [{"installPath": "/copy"}, 4]}})
    assert of_claude.plugin_roots("feedback-gate@company", machine.environ) == ["/m", "/copy"]
    assert of_claude.plugin_roots("feedback-gate@x", machine.environ) == []


def test_with_only_managed_hooks_nobody_elses_count(machine):
    machine.put(machine.etc / "claude-code" / "managed-settings.json", {"allowManagedHooksOnly": True})
    machine.put(
        machine.home / ".claude" / "settings.json",
        {"hooks": claude.hooks(machine.launcher(machine.home)), "enabledPlugins": {"feedback-gate@feedback-gate": True}},
    )
    assert machine.found() == []
    machine.put(
        machine.etc / "claude-code" / "managed-settings.d" / "p.json", {"enabledPlugins": {"feedback-gate@feedback-gate": True}}
    )
    assert machine.found() == [("plugin", "plugin", "feedback-gate@feedback-gate")]


# ---- Codex


def test_codex_reads_requirements_user_and_project_files(machine):
    machine.put(machine.etc / "codex" / "requirements.toml", codex.requirements(machine.launcher(machine.etc)))
    machine.put(machine.home / ".codex" / "hooks.json", {"hooks": codex.hooks(machine.launcher(machine.home))})
    machine.put(
        machine.project / ".codex" / "hooks.json", {"hooks": codex.hooks(machine.launcher(machine.home), codex.PROJECT_WORD)}
    )
    assert machine.found("codex") == [
        ("managed", f"{machine.etc}/feedback-gate", f"{machine.etc}/codex/requirements.toml"),
        ("user", f"{machine.home}/feedback-gate", f"{machine.home}/.codex/hooks.json"),
        ("project", f"{machine.home}/feedback-gate project", f"{machine.project}/.codex/hooks.json"),
    ]
    assert [one.folder for one in ownership.places("codex", machine.environ, str(machine.project))][1:] == [
        f"{machine.home}/feedback-gate"
    ] * 2
    assert {one.events for one in ownership.places("codex", machine.environ, str(machine.project))} == {tuple(codex.hooks("x"))}


def test_codex_reads_the_projects_files_from_the_repositorys_top_down(machine):
    machine.put(machine.project / ".codex" / "hooks.json", {"hooks": codex.hooks(machine.launcher(machine.home))})
    inner = machine.project / "a" / "b"
    inner.mkdir(parents=True)
    assert [one.scope for one in ownership.places("codex", machine.environ, str(inner))] == ["project"]
    (inner / ".git").mkdir()
    assert ownership.places("codex", machine.environ, str(inner)) == []


def test_codex_reads_an_enabled_plugin(machine):
    config = machine.home / ".codex" / "config.toml"
    machine.put(config, 'model = "x"\n[plugins."feedback-gate@m"]\nenabled = true\n[plugins."other@m"]\nenabled = true\n')
    assert machine.found("codex") == [("plugin", "plugin", "feedback-gate@m")]
    machine.put(config, '[plugins."feedback-gate@m"]\nenabled = false\n[plugins."other@m"]\nenabled = true\n')
    assert machine.found("codex") == []
    machine.put(config, '[plugins."feedback-gate@claude-hook-gate"]\nenabled = true\n')
    assert machine.found("codex") == []


@pytest.mark.parametrize("before", ['{"x": 1, ', "// c\n{", "\ufeff{"])
def test_a_hooks_file_that_codex_drops_registers_nothing(machine, before):
    text = before + json.dumps({"hooks": codex.hooks(machine.launcher(machine.home))})[1:]
    machine.put(machine.home / ".codex" / "hooks.json", text)
    assert machine.found("codex") == []


def test_codex_with_only_managed_hooks_passes_over_the_others(machine):
    machine.put(machine.etc / "codex" / "requirements.toml", codex.requirements(machine.launcher(machine.etc), only_managed=True))
    machine.put(machine.home / ".codex" / "hooks.json", {"hooks": codex.hooks(machine.launcher(machine.home))})
    assert [scope for scope, _, _ in machine.found("codex")] == ["managed"]


def test_codex_is_looked_up_where_its_variable_says(machine):
    machine.environ["CODEX_HOME"] = str(machine.home / "c")
    machine.put(machine.home / "c" / "hooks.json", {"hooks": codex.hooks(machine.launcher(machine.home))})
    assert machine.found("codex")[0][2] == f"{machine.home}/c/hooks.json"


# ---- order


def test_a_registration_that_lacks_events_stands_behind_whole_ones(machine):
    whole = claude.hooks(machine.launcher(machine.home / "whole"))
    machine.put(
        machine.etc / "claude-code" / "managed-settings.json",
        {"hooks": {"Stop": claude.hooks(machine.launcher(machine.home / "part"))["Stop"]}},
    )
    machine.put(machine.home / ".claude" / "settings.json", {"hooks": whole})
    ranked = registered.in_order(ownership.places("claude", machine.environ, ""))
    assert [one.copy for one in ranked] == [f"{machine.home}/whole/feedback-gate", f"{machine.home}/part/feedback-gate"]


def test_a_launcher_that_is_not_there_is_passed_over(machine):
    machine.put(machine.etc / "claude-code" / "managed-settings.json", {"hooks": claude.hooks("'/gone/feedback-gate/hook.sh'")})
    machine.put(machine.home / ".claude" / "settings.json", {"hooks": claude.hooks(machine.launcher(machine.home))})
    event = Event("claude", "SessionStart", session="s", project=str(machine.project))
    assert ownership.is_ours_to_answer(event, {}, f"{machine.home}/feedback-gate", machine.environ)


def test_without_a_session_or_a_home_every_copy_answers(machine):
    machine.put(machine.home / ".claude" / "settings.json", {"hooks": claude.hooks(machine.launcher(machine.home))})
    assert ownership.is_ours_to_answer(Event("claude", "Stop", session=""), {}, "/x", machine.environ)
    assert ownership.is_ours_to_answer(Event("claude", "Stop", session="s"), {}, "/x", {})


@pytest.mark.parametrize(
    ("fields", "payload", "key"),
    [
        ({"name": "UserPromptSubmit", "prompt": "x"}, {"prompt_id": "p7"}, "UserPromptSubmit  p7"),
        ({"name": "UserPromptSubmit", "prompt": "x"}, {"turn_id": "t7"}, "UserPromptSubmit  t7"),
        ({"name": "UserPromptSubmit", "prompt": "x"}, {}, "UserPromptSubmit  2363233923"),
        ({"name": "UserPromptSubmit", "prompt": "x", "agent": "a"}, {"turn_id": "t7"}, ""),
        ({"name": "SessionStart", "source": "resume"}, {}, "SessionStart resume 0"),
        ({"name": "PreToolUse"}, {"prompt_id": "p7"}, ""),
    ],
)
def test_only_events_that_come_one_by_one_have_a_name_for_all_copies(fields, payload, key):
    assert ownership._key(Event("claude", **fields), payload) == key


def test_the_claude_session_ids_files_are_those_the_launcher_looks_for(home):
    from feedback_gate.state import owner

    assert os.path.basename(owner.path_of({"HOME": str(home)}, "claude", "1-a")) == "owner.claude.1-a"
