"""Fail mode and language as the launcher reads them, without Python and in the same way as the product."""

from __future__ import annotations

import json
import os
import time
from typing import TYPE_CHECKING

import pytest
from tests.shim.conftest import DENIED, DENY
from tests.support import unreadable
from tests.support.unreadable import MAKES

if TYPE_CHECKING:
    from pathlib import Path

    from tests.shim.conftest import Plugin

CRASH = {"do": "crash"}


def mode(plugin: Plugin) -> str:
    """The fail mode in force, seen by what a crash does to a tool call."""
    plugin.env["CLAUDE_CODE_SESSION_ID"] = os.urandom(8).hex()
    answer = plugin.call(payload=CRASH)
    assert answer is not None
    return "closed" if "hookSpecificOutput" in answer else "open"


def language(plugin: Plugin) -> str:
    plugin.env["CLAUDE_CODE_SESSION_ID"] = os.urandom(8).hex()
    return "en" if "Not checked" in str(plugin.call(payload=CRASH)) else "ja"


def user_file(plugin: Plugin, text: str) -> None:
    path = plugin.home / ".config" / "feedback-gate" / "settings.conf"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")


def policy_file(plugin: Plugin, tmp_path: Path, text: str, kind: str = "") -> None:
    """What the administrator's file says, or the kind of what stands there and cannot be read."""
    path = tmp_path / "policy.conf"
    if kind:
        unreadable.put(kind, str(path))
    else:
        path.write_text(text, encoding="utf-8")
    plugin.edit_launcher("fg_policy=/etc/feedback-gate/policy.conf", f"fg_policy={path}")


def project_env(plugin: Plugin, name: str = "settings.json", **env: str) -> None:
    """Put variables into the project's settings, and into our environment, as the host does."""
    path = plugin.project / ".claude" / name
    path.write_text(json.dumps({"env": env}, indent=2))
    plugin.env.update(env)


def test_the_fail_mode_is_open_when_nobody_says_otherwise(plugin: Plugin) -> None:
    assert mode(plugin) == "open"


@pytest.mark.parametrize("value", ["closed", "CLOSED", "Closed"])
@pytest.mark.parametrize("variable", ["FEEDBACK_GATE_FAIL_MODE", "CLAUDE_PLUGIN_OPTION_FAILMODE"])
def test_each_variable_can_close(plugin: Plugin, variable: str, value: str) -> None:
    plugin.env[variable] = value
    assert mode(plugin) == "closed"


@pytest.mark.parametrize("value", ["", "shut", "closed ; rm", "open closed"])
def test_a_word_that_is_no_fail_mode_changes_nothing(plugin: Plugin, value: str) -> None:
    plugin.env["FEEDBACK_GATE_FAIL_MODE"] = value
    assert mode(plugin) == "open"
    user_file(plugin, "failMode = closed\n")
    assert mode(plugin) == "closed"


@pytest.mark.parametrize(
    "text",
    [
        "failMode = closed\n",
        "failMode=closed",
        "  failMode\t=\tCLOSED  \r\n",
        "# failMode = open\nfailMode = closed\n",
        "failMode = open\nother = 1\nfailMode = closed\n",
        "no line of ours\nfailMode = closed\n=\n= x\nx =\n",
        "failMode = closed\nfailMode = nonsense\n",
    ],
)
def test_the_users_file_is_read_as_key_value_lines(plugin: Plugin, text: str) -> None:
    user_file(plugin, text)
    assert mode(plugin) == "closed"


@pytest.mark.parametrize(
    "text", ["failMode closed\n", "failmode = closed\n", "# failMode = closed\n", "xfailMode = closed\n", ""]
)
def test_other_lines_of_the_users_file_mean_nothing(plugin: Plugin, text: str) -> None:
    user_file(plugin, text)
    assert mode(plugin) == "open"


def test_the_environment_beats_the_plugin_option_and_that_beats_the_file(plugin: Plugin) -> None:
    user_file(plugin, "failMode = closed\n")
    plugin.env["CLAUDE_PLUGIN_OPTION_FAILMODE"] = "open"
    assert mode(plugin) == "open"
    plugin.env["FEEDBACK_GATE_FAIL_MODE"] = "closed"
    assert mode(plugin) == "closed"


def test_the_administrators_file_beats_all(plugin: Plugin, tmp_path: Path) -> None:
    policy_file(plugin, tmp_path, "failMode = closed\n")
    user_file(plugin, "failMode = open\n")
    plugin.env.update(FEEDBACK_GATE_FAIL_MODE="open", CLAUDE_PLUGIN_OPTION_FAILMODE="open")
    assert mode(plugin) == "closed"


def test_the_administrator_may_also_open(plugin: Plugin, tmp_path: Path) -> None:
    policy_file(plugin, tmp_path, "failMode = open\n")
    plugin.env["FEEDBACK_GATE_FAIL_MODE"] = "closed"
    assert mode(plugin) == "open"


@pytest.mark.parametrize("name", ["settings.json", "settings.local.json"])
@pytest.mark.parametrize("variable", ["FEEDBACK_GATE_FAIL_MODE", "CLAUDE_PLUGIN_OPTION_FAILMODE"])
def test_a_project_cannot_open_what_the_user_closed(plugin: Plugin, variable: str, name: str) -> None:
    user_file(plugin, "failMode = closed\n")
    project_env(plugin, name, **{variable: "open"})
    assert mode(plugin) == "closed"


def test_a_project_may_close(plugin: Plugin) -> None:
    project_env(plugin, FEEDBACK_GATE_FAIL_MODE="closed")
    assert mode(plugin) == "closed"


def test_a_project_cannot_open_what_a_plugin_option_closed(plugin: Plugin) -> None:
    plugin.env["CLAUDE_PLUGIN_OPTION_FAILMODE"] = "closed"
    project_env(plugin, FEEDBACK_GATE_FAIL_MODE="open")
    assert mode(plugin) == "closed"


def test_a_name_hidden_by_an_escape_counts_as_the_projects(plugin: Plugin) -> None:
    user_file(plugin, "failMode = closed\n")
    (plugin.project / ".claude" / "settings.json").write_text('{"env": {"FEEDBACK\\u005fGATE_FAIL_MODE": "open"}}')
    plugin.env["FEEDBACK_GATE_FAIL_MODE"] = "open"
    assert mode(plugin) == "closed"


@pytest.mark.parametrize(
    ("env", "expected"),
    [
        ({}, "en"),
        ({"LANG": "ja_JP.UTF-8"}, "ja"),
        ({"LANG": "ja"}, "ja"),
        ({"LANG": "JA_JP"}, "ja"),
        ({"LANG": "jav_ID"}, "en"),
        ({"LANG": "C"}, "en"),
        ({"LC_ALL": "de_DE", "LANG": "ja_JP"}, "en"),
        ({"LC_ALL": "  ", "LC_MESSAGES": "ja_JP"}, "ja"),
        ({"FEEDBACK_GATE_LANG": "ja", "LC_ALL": "en_US"}, "ja"),
        ({"FEEDBACK_GATE_LANG": "jp", "LANG": "ja_JP"}, "ja"),
        ({"FEEDBACK_GATE_LANG": "en", "LANG": "ja_JP"}, "en"),
        ({"FEEDBACK_GATE_LANGUAGE": "ja", "LANG": "en_US"}, "ja"),
        ({"CLAUDE_PLUGIN_OPTION_LANGUAGE": "en", "LANG": "ja_JP"}, "en"),
        ({"CLAUDE_PLUGIN_OPTION_LANGUAGE": "auto", "LANG": "ja_JP"}, "ja"),
        ({"FEEDBACK_GATE_LANGUAGE": "fr", "LANG": "ja_JP"}, "ja"),
    ],
)
def test_the_language_is_chosen_as_the_product_chooses_it(plugin: Plugin, env: dict[str, str], expected: str) -> None:
    from feedback_gate import messages
    from feedback_gate.settings import Settings

    plugin.env.update(env)
    assert language(plugin) == expected
    assert messages.language_of(Settings(plugin.env).get("language").value, plugin.env) == expected


@pytest.mark.parametrize("env", [{}, {"FEEDBACK_GATE_FAIL_MODE": "Closed"}, {"CLAUDE_PLUGIN_OPTION_FAILMODE": "closed"}])
@pytest.mark.parametrize("text", ["", "failMode = closed\n", "failMode=OPEN\n", "failMode = closed \r\n", "failMode = x\n"])
def test_launcher_and_product_agree_on_the_fail_mode(plugin: Plugin, env: dict[str, str], text: str) -> None:
    from feedback_gate.settings import Settings

    user_file(plugin, text)
    plugin.env.update(env)
    assert mode(plugin) == Settings(plugin.env, str(plugin.project)).get("failMode").value


@pytest.mark.parametrize("kind", MAKES)
def test_an_administrators_file_that_cannot_be_read_opens_nothing_and_nobody_below_may(
    plugin: Plugin, tmp_path: Path, kind: str
) -> None:
    policy_file(plugin, tmp_path, "", kind)
    assert mode(plugin) == "open"
    user_file(plugin, "failMode = open\nfailMode = closed\n")
    plugin.env.update(FEEDBACK_GATE_FAIL_MODE="open", CLAUDE_PLUGIN_OPTION_FAILMODE="open")
    assert mode(plugin) == "closed"
    user_file(plugin, "failMode = closed\nfailMode = open\n")
    assert mode(plugin) == "open"
    plugin.env["CLAUDE_PLUGIN_OPTION_FAILMODE"] = "closed"
    assert mode(plugin) == "closed"


@pytest.mark.parametrize("kind", MAKES)
def test_a_users_file_that_cannot_be_read_says_nothing(plugin: Plugin, kind: str) -> None:
    unreadable.put(kind, str(plugin.home / ".config/feedback-gate/settings.conf"))
    assert mode(plugin) == "open"
    plugin.env["FEEDBACK_GATE_FAIL_MODE"] = "closed"
    assert mode(plugin) == "closed"


@pytest.mark.parametrize("kind", MAKES)
def test_what_an_administrator_may_have_pinned_is_not_overridden(plugin: Plugin, tmp_path: Path, kind: str) -> None:
    program = tmp_path / "program"
    program.write_text('#!/bin/sh\necho \'{"words": "mine"}\'\n')
    program.chmod(0o755)
    plugin.env["FEEDBACK_GATE_BIN"] = str(program)
    assert plugin.call() == {"words": "mine"}
    policy_file(plugin, tmp_path, "", kind)
    assert plugin.call(payload=DENY) == DENIED


def test_settings_of_any_size_hold_nobody_up(plugin: Plugin) -> None:
    user_file(plugin, "failMode = closed\n")
    os.truncate(plugin.home / ".config/feedback-gate/settings.conf", 1 << 40)
    before = time.monotonic()
    assert mode(plugin) == "open"
    assert time.monotonic() - before < 10.0
