"""The registration for Codex: frozen word for word, merged without moving anybody else's hooks, read alike by every shell."""

from __future__ import annotations

import json
import os
import shutil
import subprocess

import pytest
import tomllib
from hypothesis import given
from hypothesis import strategies as st

from feedback_gate import check, checks
from feedback_gate.hosts.codex import registration
from feedback_gate.hosts.codex.render import EVENTS

HERE = os.path.dirname(os.path.abspath(__file__))
LAUNCHER = registration.quoted("/home/user/.local/share/feedback-gate/hook.sh")
SHELLS = [shell for shell in ("sh", "dash", "bash", "zsh", "fish", "tcsh") if shutil.which(shell)]


def frozen():
    with open(os.path.join(HERE, "frozen.json"), encoding="utf-8") as handle:
        return json.load(handle)


def test_the_whole_definition_is_the_frozen_one():
    """A difference here means: every user of Codex has to review every hook again. Put a new event behind the others."""
    made = {"user": registration.hooks(LAUNCHER), "plugin": registration.hooks(registration.PLUGIN_LAUNCHER)}
    assert json.dumps(made, indent=1) == json.dumps(frozen(), indent=1)


def test_the_events_are_those_that_are_handled_and_rendered():
    assert tuple(frozen()["user"]) == checks.EVENTS["codex"]
    assert set(frozen()["plugin"]) == set(EVENTS)


def test_no_group_has_a_matcher_and_no_handler_has_an_unknown_key():
    for groups in (*frozen()["user"].values(), *frozen()["plugin"].values()):
        assert [set(group) for group in groups] == [{"hooks"}]
        assert [set(handler) for handler in groups[0]["hooks"]] == [{"type", "command", "timeout", "statusMessage"}]


def test_every_inner_deadline_lies_below_the_client_s():
    for entry in registration.REGISTRATIONS:
        assert check.INNER_SECONDS.get(entry.event, check.DEFAULT_SECONDS) < entry.timeout


def test_managed_requirements_hold_the_same_definition():
    launcher = registration.quoted("/opt/feedback-gate/hook.sh")
    assert tomllib.loads(registration.requirements(launcher)) == {"hooks": registration.hooks(launcher)}
    only = tomllib.loads(registration.requirements(launcher, only_managed=True))
    assert only == {"allow_managed_hooks_only": True, "hooks": registration.hooks(launcher)}


# ---- merging into a hooks.json that others use as well

texts = st.text(st.characters(codec="utf-8"), max_size=8)
handlers = st.fixed_dictionaries({"type": st.just("command"), "command": texts}, optional={"timeout": st.integers(1, 9)})
groups = st.fixed_dictionaries({"hooks": st.lists(handlers, min_size=1, max_size=2)}, optional={"matcher": texts})
event_names = st.sampled_from([*EVENTS, "SessionEnd", "Made up"])
files = st.fixed_dictionaries(
    {}, optional={"description": texts, "hooks": st.dictionaries(event_names, st.lists(groups, max_size=2), max_size=5)}
)


@given(files)
def test_others_keep_their_places_and_ours_come_behind(existing):
    merged = registration.merged(existing, LAUNCHER)
    for event, theirs in existing.get("hooks", {}).items():
        assert merged["hooks"][event][: len(theirs)] == theirs
    for event, ours in registration.hooks(LAUNCHER).items():
        assert merged["hooks"][event][-1:] == ours


@given(files)
def test_merging_again_changes_nothing(existing):
    once = registration.merged(existing, LAUNCHER)
    assert registration.merged(once, LAUNCHER) == once


@given(files)
def test_taking_ours_out_leaves_what_was_there(existing):
    left = registration.without(registration.merged(existing, LAUNCHER))
    assert {event: groups for event, groups in left["hooks"].items() if groups} == {
        event: groups for event, groups in existing.get("hooks", {}).items() if groups
    }


def test_a_launcher_that_moved_is_replaced_in_its_place():
    other = {"hooks": [{"type": "command", "command": "theirs"}]}
    old = registration.hooks(registration.quoted("/old/feedback-gate/hook.sh"))
    merged = registration.merged({"hooks": {**old, "Stop": [*old["Stop"], other]}}, LAUNCHER)
    assert merged == {"hooks": {**registration.hooks(LAUNCHER), "Stop": [*registration.hooks(LAUNCHER)["Stop"], other]}}


def test_a_handler_of_ours_in_another_s_group_is_replaced_and_removed_alone():
    ours = registration.hooks(LAUNCHER)["Stop"][0]["hooks"][0]
    theirs = {"type": "command", "command": "theirs"}
    shared = {"hooks": {"Stop": [{"matcher": "x", "hooks": [theirs, {**ours, "timeout": 5}]}]}}
    assert registration.merged(shared, LAUNCHER)["hooks"]["Stop"] == [{"matcher": "x", "hooks": [theirs, ours]}]
    assert registration.without(shared) == {"hooks": {"Stop": [{"matcher": "x", "hooks": [theirs]}]}}


@pytest.mark.parametrize("content", [{"hooks": []}, {"hooks": {"Stop": {}}}, {"hooks": None}])
def test_a_file_of_another_shape_is_refused_and_not_repaired(content):
    with pytest.raises(ValueError, match="hooks"):
        registration.merged(content, LAUNCHER)
    with pytest.raises(ValueError, match="hooks"):
        registration.without(content)


def test_entries_of_any_other_shape_are_left_as_they_are():
    odd = {"hooks": {"Stop": [None, 3, {"hooks": "x"}, {"hooks": [None, {"command": 4}]}]}}
    assert registration.without(registration.merged(odd, LAUNCHER))["hooks"]["Stop"] == odd["hooks"]["Stop"]


# ---- the line, in the shells a person may have as login shell


def run(shell, line, **more):
    return subprocess.run([shell, "-c", line], capture_output=True, text=True, check=False, timeout=20, **more)


@pytest.fixture
def launcher(tmp_path):
    folder = tmp_path / 'it\'s a "quoted" `place` $HOME * [x] {a,b} ~ & ; # 日本' / "feedback-gate"
    folder.mkdir(parents=True)
    path = folder / "hook.sh"
    path.write_text('printf "%s\\n" "$0" "$@"\ncat\n', encoding="utf-8")
    return path


@pytest.mark.parametrize("shell", SHELLS)
def test_a_path_with_every_sign_is_one_word_in_this_shell(shell, launcher):
    line = registration.command(registration.quoted(str(launcher)), "PreToolUse")
    done = run(shell, line, input="{payload}")
    assert (done.returncode, done.stdout, done.stderr) == (0, f"{launcher}\ncodex\nPreToolUse\n{{payload}}", "")


@pytest.mark.parametrize("shell", SHELLS)
def test_the_plugin_s_line_finds_its_folder_in_this_shell(shell, launcher):
    line = registration.command(registration.PLUGIN_LAUNCHER, "Stop")
    done = run(shell, line, input="x", env={**os.environ, "PLUGIN_ROOT": str(launcher.parent)})
    assert (done.returncode, done.stdout, done.stderr) == (0, f"{launcher}\ncodex\nStop\nx", "")


@pytest.mark.parametrize("shell", SHELLS)
def test_a_launcher_that_is_gone_lets_the_tool_run(shell, tmp_path):
    """1 is "error, fails open"; 2, which dash gives for a missing script, would refuse every tool."""
    done = run(shell, registration.command(registration.quoted(str(tmp_path / "hook.sh")), "PreToolUse"))
    assert (done.returncode, done.stdout) == (1, "")


@pytest.mark.parametrize("path", ["relative/hook.sh", "/back\\slash", "/new\nline", "/bang!", "/bell\x07", "/del\x7f", ""])
def test_a_path_that_shells_read_differently_is_refused(path):
    with pytest.raises(ValueError) as refused:
        registration.quoted(path)
    assert refused.value.args == (path,)
