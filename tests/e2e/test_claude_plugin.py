"""The plugin as the real client sees it: valid, installable, and started for every event."""

from __future__ import annotations

import json
import os
import shutil

import pytest
from tests.contract.claude.contract import problems
from tests.e2e.claude_lab import agent, bash, put, text
from tests.e2e.claude_scenes import bash_rule
from tests.e2e.conftest import ROOT

pytestmark = pytest.mark.live

FORCED = bash("touch ran; git push origin main --force")
# A folder name that breaks every careless quoting.
NASTY = 'it\'s "a" $HOME `date` name'


def validated(lab, folder, *options):
    return "✔ Validation passed" in lab.cli("plugin", "validate", folder, *options, check=False).stdout


def test_the_checkout_is_a_valid_marketplace(bare):
    assert validated(bare, ROOT, "--strict")


def test_the_assembled_plugin_is_valid_also_for_the_plugin_directory(bare, plugin):
    assert validated(bare, plugin, "--strict")
    assert validated(bare, plugin, "--profile", "directory")


def test_validation_does_fail_where_an_option_is_wrong(bare, plugin, tmp_path):
    folder = str(tmp_path / "plugin")
    shutil.copytree(plugin, folder)
    put(os.path.join(folder, ".claude-plugin", "plugin.json"), '{"name": "feedback-gate", "userConfig": {"a": {"type": "text"}}}')
    assert not validated(bare, folder, "--strict")


def test_the_installed_plugin_is_on_and_has_its_nine_events(lab):
    found = json.loads(lab.cli("plugin", "list", "--json").stdout)
    assert [entry["enabled"] for entry in found if entry["id"] == "feedback-gate@feedback-gate"] == [True]
    details = lab.cli("plugin", "details", "feedback-gate@feedback-gate").stdout
    events = "SessionStart, UserPromptSubmit, PreToolUse, PostToolUse, PostToolUseFailure, Notification, SubagentStart, Stop, SubagentStop"
    assert f"Hooks (9)  {events} " in details


def test_a_rule_of_count_5_stops_the_command_it_names(each_way):
    each_way.at_home(".claude/feedback/push.md", bash_rule(5))
    run = each_way.claude("go", [FORCED, text("bye")])
    assert not os.path.exists(each_way.path("ran"))
    assert "Never force-push." in run.asked(1)
    assert run.answers("PreToolUse")[0]["hookSpecificOutput"]["permissionDecision"] == "deny"


def test_a_command_that_no_rule_names_runs_without_a_word(each_way):
    each_way.at_home(".claude/feedback/push.md", bash_rule(5))
    run = each_way.claude("go", [bash("touch ran"), text("bye")])
    assert os.path.exists(each_way.path("ran"))
    assert run.answers("PreToolUse") == [None]


def test_every_answer_of_a_session_is_one_the_client_accepts(each_way):
    each_way.at_home(".claude/feedback/push.md", bash_rule(3))
    child = {"name": "child", "match": {"first_user": "CHILD"}, "turns": [bash("false"), FORCED, text("child done")]}
    run = each_way.claude("go", [FORCED, bash("true"), agent("CHILD go"), text("bye")], lanes=[child])
    rows = [row for row in run.events if row.get("subtype") == "hook_response"]
    assert {row["hook_event"] for row in rows} >= {
        "SessionStart",
        "UserPromptSubmit",
        "PreToolUse",
        "PostToolUse",
        "PostToolUseFailure",
        "SubagentStop",
        "Stop",
    }
    assert [(row["hook_event"], row["exit_code"], problems(row["hook_event"], row["stdout"])) for row in rows] == [
        (row["hook_event"], 0, []) for row in rows
    ]


def test_the_plugin_works_in_a_folder_with_quotes_dollars_and_backquotes(bare, plugin, tmp_path):
    folder = str(tmp_path / NASTY)
    shutil.copytree(plugin, folder)
    bare.at_home(".claude/feedback/push.md", bash_rule(5))
    run = bare.claude("go", [FORCED, text("bye")], "--plugin-dir", folder)
    assert not os.path.exists(bare.path("ran"))
    assert "Never force-push." in run.asked(1)


def test_a_launcher_in_a_folder_with_quotes_dollars_and_backquotes_works_from_user_settings(bare, plugin):
    bare.home = os.path.join(bare.root, NASTY)
    os.rename(os.path.join(bare.root, "home"), bare.home)
    bare.register(plugin)
    bare.at_home(".claude/feedback/push.md", bash_rule(5))
    run = bare.claude("go", [FORCED, text("bye")])
    assert not os.path.exists(bare.path("ran"))
    assert "Never force-push." in run.asked(1)


def test_a_launcher_that_is_gone_lets_the_work_go_on(bare, plugin):
    os.remove(bare.register(plugin))
    run = bare.claude("go", [bash("touch ran"), text("bye")])
    assert os.path.exists(bare.path("ran"))
    assert run.result["result"] == "bye"
