"""`/correct` on the real client: as a command of the plugin, which needs no mod, and as the mod's own where that is loaded."""

from __future__ import annotations

import json
import os
import shutil

import pytest
from tests.e2e.claude_lab import bash, text
from tests.e2e.claude_scenes import bash_rule

pytestmark = pytest.mark.live

COMMAND = "/feedback-gate:correct"
PUSH = bash("git push origin main --force")


@pytest.fixture
def without_mod(bare, plugin, tmp_path):
    """A lab whose plugin has command hooks only, as where an organisation loads no mods."""
    folder = tmp_path / "plugin"
    shutil.copytree(plugin, folder)
    hooks = json.loads((folder / "hooks" / "hooks.json").read_text())
    hooks.pop("modules", None)
    (folder / "hooks" / "hooks.json").write_text(json.dumps(hooks))
    bare.install_plugin(str(folder))
    return bare


def commands(run):
    """The names of ours among the slash commands the client offers."""
    (start,) = [event for event in run.events if event.get("subtype") == "init"]
    return sorted(name for name in start["slash_commands"] if name.endswith("correct"))


def violated(lab, times):
    """A rule of count 2 that was violated in so many sessions; its file."""
    path = lab.at_home(".claude/feedback/push.md", bash_rule(2))
    for _ in range(times):
        lab.claude("go", [PUSH, text("bye")], env={"FEEDBACK_GATE_AUTO_COUNT": "false"})
    return path


def test_without_the_mod_the_plugins_command_shows_the_model_the_report_and_what_to_do(without_mod):
    path = violated(without_mod, 2)
    run = without_mod.claude(COMMAND, [text("shown")], allow="Read")
    assert commands(run) == ["feedback-gate:correct"]
    assert run.sent("[correct] 1 active rules, 2 violations within 30d\n- [bump] no-force-push: count 2 → 3") == [0]
    assert run.sent("Show the user these suggestions.") == [0]
    assert run.result["result"] == "shown"
    with open(path, encoding="utf-8") as file:
        assert "count: 2\n" in file.read()


def test_without_the_mod_apply_writes_the_counts(without_mod):
    path = violated(without_mod, 2)
    run = without_mod.claude(f"{COMMAND} apply", [text("shown")], allow="Read")
    assert run.sent("apply: counts written") == [0]
    assert run.sent("Already changed by apply, tell the user:") == [0]
    with open(path, encoding="utf-8") as file:
        assert "count: 3\n" in file.read()


@pytest.mark.parametrize("argument", ["; sh -c 'touch {ran}'", "; touch {ran}", "$(touch {ran})", "| sh -c 'touch {ran}'"])
def test_an_argument_brings_in_no_command_of_its_own(without_mod, argument):
    without_mod.at_home(".claude/feedback/push.md", bash_rule(2))
    ran = without_mod.path("ran")
    run = without_mod.claude(f"{COMMAND} {argument.replace('{ran}', ran)}", [text("shown")], allow="Read")
    assert not os.path.exists(ran)
    assert "permission check failed" in run.result["result"]


def test_with_the_mod_its_command_answers_by_itself_and_the_plugins_is_still_there(lab):
    lab.at_home(".claude/feedback/push.md", bash_rule(2))
    run = lab.claude("/correct", [text("never asked")], allow="Read")
    assert "[correct] 1 active rules, 0 violations within 30d" in run.result["result"]
    assert run.lane() == []
    run = lab.claude(COMMAND, [text("shown")], allow="Read")
    assert run.sent("[correct] 1 active rules, 0 violations within 30d") == [0]
