"""Set up from the executable itself, on the real Claude Code; and several registrations that answer once."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys

import pytest
from tests.e2e.claude_lab import bash, contents, put, text
from tests.e2e.claude_scenes import bash_rule

from feedback_gate.hosts.claude import registration

pytestmark = pytest.mark.live

FORCED = bash("touch ran; git push origin main --force")
THEIRS = '{\n\t"cleanupPeriodDays": 30,\n\t"hooks": {}\n}\n'


def ours(lab, plugin, *arguments):
    """Run the executable as a person does; its output."""
    archive = os.path.join(plugin, "shim", "feedback-gate.pyz")
    argv = [sys.executable, "-I", "-S", archive, *arguments]
    env = lab.env({"ANTHROPIC_API_KEY": None})
    done = subprocess.run(argv, cwd=lab.project, env=env, stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False)
    return done.stdout + done.stderr, done.returncode


def violations(lab):
    """How many violations were logged."""
    path = os.path.join(lab.home, ".local", "state", "feedback-gate", "log", "violations.jsonl")
    return len(contents(path).splitlines()) if os.path.exists(path) else 0


def another_copy(lab, plugin, name):
    """The launcher in a folder of its own; its shell word."""
    folder = os.path.join(lab.root, name, "feedback-gate")
    shutil.copytree(os.path.join(plugin, "shim"), folder)
    return registration.quoted(os.path.join(folder, "hook.sh"))


def test_after_init_a_rule_is_enforced_and_after_uninstall_it_is_not(bare, plugin):
    settings = bare.at_home(".claude/settings.json", THEIRS)
    bare.at_home(".claude/feedback/push.md", bash_rule(5))
    said, code = ours(bare, plugin, "init", "--host", "claude", "--yes")
    assert code == 0, said
    run = bare.claude("go", [FORCED, text("bye")])
    assert not os.path.exists(bare.path("ran"))
    assert "Never force-push." in run.asked(1)
    assert [answer["hookSpecificOutput"]["permissionDecision"] for answer in run.answers("PreToolUse")] == ["deny"]
    ours(bare, plugin, "uninstall", "--yes")
    assert contents(settings) == THEIRS
    run = bare.claude("go", [FORCED, text("bye")])
    assert (os.path.exists(bare.path("ran")), run.answers("PreToolUse")) == (True, [])


def test_a_settings_file_with_a_comment_is_passed_over_by_the_client_as_init_and_doctor_say(bare, plugin):
    bare.at_home(".claude/settings.json", '{\n  // mine\n  "cleanupPeriodDays": 30\n}\n')
    bare.at_home(".claude/feedback/push.md", bash_rule(5))
    said, code = ours(bare, plugin, "init", "--host", "claude", "--yes")
    assert (code, "has comments or trailing commas" in said) == (1, True)
    bare.claude("go", [FORCED, text("bye")])
    assert os.path.exists(bare.path("ran"))
    said, code = ours(bare, plugin, "doctor", "--host", "claude")
    assert (code, "has comments or trailing commas" in said) == (1, True)


def test_the_doctor_proves_the_plugin_that_the_client_installed(lab, plugin):
    lab.at_home(".claude/feedback/push.md", bash_rule(5))
    said, code = ours(lab, plugin, "doctor", "--host", "claude")
    assert (code, "plugin: a false claim was refused" in said) == (0, True), said


def test_a_plugin_that_runs_from_a_folder_is_silent_beside_the_persons_settings(bare, plugin):
    bare.at_home(".claude/feedback/push.md", bash_rule(5))
    bare.settings("user", {"hooks": registration.hooks(another_copy(bare, plugin, "user"))})
    run = bare.claude("go", [FORCED, text("bye")], "--plugin-dir", plugin)
    assert sorted(answer is None for answer in run.answers("PreToolUse")) == [False, True]
    assert violations(bare) == 1


@pytest.fixture
def several(bare, plugin, tmp_path):
    """Managed settings, the plugin, and the person's settings, each with a launcher of its own."""
    bare.at_home(".claude/feedback/push.md", bash_rule(5))
    bare.install_plugin(plugin)
    ours(bare, plugin, "init", "--host", "claude", "--yes")
    etc = os.path.join(bare.root, "etc")
    shutil.copytree("/etc", etc, symlinks=True, ignore=unreadable)
    managed = {"hooks": registration.hooks(another_copy(bare, plugin, "managed"))}
    put(os.path.join(etc, "claude-code", "managed-settings.json"), json.dumps(managed))
    own = "" if os.getuid() == 0 else "-r "
    line = f'exec unshare {own}-m sh -c \'mount --make-rprivate / && mount --bind "$0" /etc && exec "$@"\' "{etc}" "{bare.client}" "$@"'
    bare.client = put(str(tmp_path / "client"), f"#!/bin/sh\n{line}\n", 0o755)
    return bare


def unreadable(folder, names):
    """What of /etc cannot be copied."""
    return [name for name in names if not os.access(os.path.join(folder, name), os.R_OK)]


def test_managed_settings_plugin_and_user_settings_together_answer_each_event_once(several):
    run = several.claude(["go", "again"], [FORCED, text("one"), FORCED, text("two")], env={"FEEDBACK_GATE_INJECT": "every"})
    assert not os.path.exists(several.path("ran"))
    # Managed hooks come first, and when one of them denies, the client starts no other (2.1.332).
    assert [answer["hookSpecificOutput"]["permissionDecision"] for answer in run.answers("PreToolUse")] == ["deny", "deny"]
    prompts = run.answers("UserPromptSubmit")
    assert (len(prompts), sum(answer is not None for answer in prompts)) == (6, 2)
    assert violations(several) == 2


def test_when_the_owners_registration_is_removed_in_mid_session_the_next_event_is_answered(bare, plugin):
    bare.at_home(".claude/feedback/push.md", bash_rule(5))
    bare.settings("user", {"hooks": registration.hooks(another_copy(bare, plugin, "user"))})
    bare.settings("local", {"hooks": registration.hooks(another_copy(bare, plugin, "local"))})
    home = os.path.join(bare.home, ".claude")
    tidy = put(
        os.path.join(bare.root, "tidy"),
        f"#!/bin/sh\necho '{{}}' >{home}/new && mv {home}/new {home}/settings.json\nsleep 2\n",
        0o755,
    )
    run = bare.claude("go", [FORCED, bash(f"sh {tidy}"), FORCED, bash("true"), text("bye")])
    assert not os.path.exists(bare.path("ran"))
    said = [answer for answer in run.answers("PreToolUse") if answer is not None]
    assert [answer["hookSpecificOutput"]["permissionDecision"] for answer in said] == ["deny", "deny"]
    assert violations(bare) == 2
