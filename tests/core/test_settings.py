"""The options: who sets what, in which order, and that a project can only tighten what protects from it."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from feedback_gate import settings
from feedback_gate.settings import GUARDED_VARIABLES, OPTIONS, Settings

if TYPE_CHECKING:
    from pathlib import Path


class Machine:
    """Every place from which an option can come."""

    def __init__(self, folder: Path) -> None:
        self.home, self.project, self.policy = folder / "home", folder / "project", folder / "policy.conf"
        self.environ = {"HOME": str(self.home)}

    def administrator(self, text: str) -> None:
        self.policy.write_text(text)

    def user(self, text: str) -> None:
        path = self.home / ".config/feedback-gate/settings.conf"
        path.parent.mkdir(parents=True)
        path.write_text(text)

    def from_project(self, name: str = "settings.json", **env: str) -> None:
        """Variables of the project's settings file, which the host hands to its hooks."""
        self.project_text(json.dumps({"env": env}), name)
        self.environ.update(env)

    def project_text(self, text: str, name: str = "settings.json") -> None:
        path = self.project / ".claude" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)

    @property
    def settings(self) -> Settings:
        return Settings(self.environ, str(self.project))

    def seen(self, name: str) -> tuple[str, str, bool]:
        found = self.settings.get(name)
        return found.value, found.source, found.locked


@pytest.fixture
def machine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Machine:
    made = Machine(tmp_path)
    monkeypatch.setattr(settings, "POLICY_FILE", str(made.policy))
    return made


def test_what_nobody_sets_has_its_default(machine: Machine) -> None:
    assert {name: machine.seen(name) for name in OPTIONS} == {
        "language": ("auto", "default", False),
        "agentLaunchGuard": ("false", "default", False),
        "autoCount": ("true", "default", False),
        "rulesFile": ("~/.claude/feedback-gate/feedback_rules.md", "default", False),
        "failMode": ("open", "default", False),
        "trust": ("tofu", "default", False),
        "selfGuard": ("ask", "default", False),
        "notify": ("auto", "default", False),
        "inject": ("changed", "default", False),
    }


def test_the_first_who_says_something_wins(machine: Machine) -> None:
    machine.user("notify = bell\n")
    assert machine.seen("notify") == ("bell", "user", False)
    machine.environ["CLAUDE_PLUGIN_OPTION_NOTIFY"] = "osc9"
    assert machine.seen("notify") == ("osc9", "plugin", False)
    machine.environ["FEEDBACK_GATE_NOTIFY"] = "osc777"
    assert machine.seen("notify") == ("osc777", "environment", False)
    machine.administrator("notify = off\n")
    assert machine.seen("notify") == ("off", "administrator", True)


@pytest.mark.parametrize("word", ["", "  ", "sometimes"])
def test_a_word_that_is_no_choice_says_nothing(machine: Machine, word: str) -> None:
    machine.user("inject = every\n")
    machine.environ["FEEDBACK_GATE_INJECT"] = word
    assert machine.seen("inject") == ("every", "user", False)


WORDS = {
    "language": ("choice", "auto en ja"),
    "agentLaunchGuard": ("boolean", "true false"),
    "autoCount": ("boolean", "true false"),
    "failMode": ("choice", "open closed"),
    "trust": ("choice", "off tofu strict"),
    "selfGuard": ("choice", "ask deny"),
    "notify": ("choice", "auto off terminal-notifier osascript notify-send wsl bell osc9 osc777"),
    "inject": ("choice", "changed every"),
}


def test_every_option_but_the_rules_text_has_its_words() -> None:
    assert {name: (option.kind, " ".join(option.choices)) for name, option in OPTIONS.items() if name != "rulesFile"} == WORDS
    assert (OPTIONS["rulesFile"].kind, OPTIONS["rulesFile"].choices) == ("text", ())


@pytest.mark.parametrize(("name", "word"), [(name, word) for name, (_, words) in WORDS.items() for word in words.split()])
def test_a_person_can_choose_every_word(machine: Machine, name: str, word: str) -> None:
    machine.user(f"{name} = {word}\n")
    assert machine.seen(name) == (word, "user", False)


def test_every_option_has_a_title() -> None:
    assert {name: option.title for name, option in OPTIONS.items()} == {
        "language": "Language",
        "agentLaunchGuard": "Agent launch guard",
        "autoCount": "Automatic count",
        "rulesFile": "Rules text",
        "failMode": "Fail mode",
        "trust": "Trust",
        "notify": "Notifications",
        "inject": "Injection",
        "selfGuard": "Guard of the guards",
    }


def test_a_text_of_blanks_says_nothing(machine: Machine) -> None:
    machine.environ["FEEDBACK_GATE_RULES_FILE"] = "  "
    assert machine.seen("rulesFile")[1] == "default"


def test_a_choice_is_read_in_any_case_and_a_text_as_it_is(machine: Machine) -> None:
    machine.environ.update(FEEDBACK_GATE_INJECT=" EVERY ", FEEDBACK_GATE_RULES_FILE="~/My Rules.md")
    assert machine.seen("inject") == ("every", "environment", False)
    assert machine.seen("rulesFile") == ("~/My Rules.md", "environment", False)


def test_a_boolean_is_on_only_by_the_word_true(machine: Machine) -> None:
    assert machine.settings.get("autoCount").on
    machine.environ["FEEDBACK_GATE_AUTO_COUNT"] = "FALSE"
    assert not machine.settings.get("autoCount").on


TIGHTENING = [
    ("agentLaunchGuard", "false", "true"),
    ("failMode", "open", "closed"),
    ("trust", "off", "tofu"),
    ("trust", "tofu", "strict"),
    ("selfGuard", "ask", "deny"),
]


@pytest.mark.parametrize("prefix", ["FEEDBACK_GATE_", "CLAUDE_PLUGIN_OPTION_"])
@pytest.mark.parametrize(("name", "loose", "tight"), TIGHTENING)
def test_a_project_can_tighten_and_not_loosen(machine: Machine, name: str, loose: str, tight: str, prefix: str) -> None:
    option = OPTIONS[name]
    variable = option.variable if prefix == "FEEDBACK_GATE_" else option.plugin_variable
    source = "environment" if prefix == "FEEDBACK_GATE_" else "plugin"
    machine.user(f"{name} = {loose}\n")
    machine.from_project(**{variable: tight})
    assert machine.seen(name) == (tight, source, False)
    (machine.home / ".config/feedback-gate/settings.conf").write_text(f"{name} = {tight}\n")
    machine.from_project(**{variable: loose})
    assert machine.seen(name) == (tight, "user", False)


def test_what_a_project_may_not_set_is_named_once(machine: Machine) -> None:
    machine.from_project(FEEDBACK_GATE_TRUST="off", DOGWOOD_BIN="/x")
    seen = machine.settings
    for _ in range(2):
        seen.get("trust")
        assert seen.variable("DOGWOOD_BIN") == ""
    assert seen.ignored == ["FEEDBACK_GATE_TRUST", "DOGWOOD_BIN"]


def test_the_same_word_is_not_tighter_and_keeps_its_own_source(machine: Machine) -> None:
    machine.user("trust = strict\n")
    machine.from_project(FEEDBACK_GATE_TRUST="strict")
    assert machine.seen("trust") == ("strict", "user", False)


def test_a_project_cannot_loosen_what_a_plugin_option_tightened_by_being_tighter_than_the_user(machine: Machine) -> None:
    machine.user("trust = off\n")
    machine.environ["CLAUDE_PLUGIN_OPTION_TRUST"] = "strict"
    machine.from_project(FEEDBACK_GATE_TRUST="tofu")
    assert machine.seen("trust") == ("strict", "plugin", False)


def test_a_persons_own_environment_may_loosen(machine: Machine) -> None:
    machine.user("trust = strict\n")
    machine.environ["FEEDBACK_GATE_TRUST"] = "off"
    assert machine.seen("trust") == ("off", "environment", False)


def test_a_project_never_chooses_the_rules_text(machine: Machine) -> None:
    machine.from_project(FEEDBACK_GATE_RULES_FILE="evil.md")
    assert machine.seen("rulesFile") == ("~/.claude/feedback-gate/feedback_rules.md", "default", False)


@pytest.mark.parametrize(("name", "word"), [("language", "ja"), ("autoCount", "false"), ("notify", "bell"), ("inject", "every")])
def test_a_project_may_choose_what_protects_nobody(machine: Machine, name: str, word: str) -> None:
    machine.from_project(**{OPTIONS[name].variable: word})
    assert machine.seen(name) == (word, "environment", False)


@pytest.mark.parametrize("file", ["settings.json", "settings.local.json"])
@pytest.mark.parametrize(
    "variable",
    [
        "FEEDBACK_GATE_BIN",
        "FEEDBACK_GATE_CACHE_DIR",
        "FEEDBACK_GATE_RELEASE_BASE_URL",
        "CLAUDE_FEEDBACK_DIR",
        "DOGWOOD_BIN",
        "FEEDBACK_GATE_ASK_AGENT_TYPES",
        "FEEDBACK_GATE_ALLOW_RECIPIENTS",
    ],
)
def test_a_variable_that_decides_what_runs_counts_only_when_no_project_sets_it(
    machine: Machine, file: str, variable: str
) -> None:
    assert variable in GUARDED_VARIABLES
    machine.environ[variable] = "mine"
    assert machine.settings.variable(variable) == "mine"
    machine.from_project(file, **{variable: "theirs"})
    assert machine.settings.variable(variable) == ""


def test_a_variable_that_is_not_set_is_empty_and_nothing_was_ignored(machine: Machine) -> None:
    machine.from_project(DOGWOOD_BIN="")
    seen = machine.settings
    assert (seen.variable("DOGWOOD_BIN"), seen.variable("FEEDBACK_GATE_BIN"), seen.ignored) == ("", "", [])


def test_the_hosts_own_project_folder_counts_as_the_project_too(machine: Machine) -> None:
    machine.from_project(FEEDBACK_GATE_TRUST="off")
    machine.environ["CLAUDE_PROJECT_DIR"] = str(machine.project)
    assert Settings(machine.environ, "/elsewhere").get("trust").value == "tofu"


BROKEN = [
    '{"env": {"FEEDBACK_GATE_TRUST": "off"},',
    "// c\n{'env': FEEDBACK_GATE_TRUST}",
    '{"env": {"FEEDBACK\\u005fGATE_TRUST": "off"},',
]


@pytest.mark.parametrize("text", BROKEN)
def test_settings_that_we_cannot_read_count_as_setting_every_name_in_them(machine: Machine, text: str) -> None:
    machine.project_text(text)
    machine.environ["FEEDBACK_GATE_TRUST"] = "off"
    assert machine.seen("trust") == ("tofu", "default", False)


@pytest.mark.parametrize("variable", ["DOGWOOD_BIN", "CLAUDE_PLUGIN_OPTION_TRUST", "FEEDBACK_GATE_LANGUAGE"])
def test_in_settings_that_we_cannot_read_an_escape_may_hide_any_name(machine: Machine, variable: str) -> None:
    machine.project_text('{"env": {"\\u0058": 1},')
    assert variable in machine.settings.project_keys


@pytest.mark.parametrize("text", ["[]", '{"env": []}', '{"env": 1}', "{}", "[" * 100_000, ""])
def test_settings_of_another_shape_set_nothing(machine: Machine, text: str) -> None:
    machine.project_text(text)
    machine.environ["FEEDBACK_GATE_TRUST"] = "off"
    assert machine.seen("trust") == ("off", "environment", False)


def test_a_settings_file_is_lines_of_key_and_value(machine: Machine) -> None:
    machine.user(
        "# trust = off\n  # failMode = closed\n\nnotify=bell\n = x\nno equals sign\ninject = every = x\n trust = strict \n"
    )
    path = str(machine.home / ".config/feedback-gate/settings.conf")
    assert settings.read_conf(path) == {"notify": "bell", "inject": "every = x", "trust": "strict"}


def test_without_a_home_there_is_no_users_file(machine: Machine) -> None:
    machine.environ["HOME"] = ""
    assert machine.settings.user == {}


def test_an_option_that_nobody_declared_is_an_error(machine: Machine) -> None:
    with pytest.raises(KeyError):
        machine.settings.get("colour")
