"""Recorded payloads of codex 0.171.0 become Events with nothing lost and nothing invented; broken ones stay harmless."""

from __future__ import annotations

import json
import os

import pytest

from feedback_gate import checks, hook
from feedback_gate.event import Bash, Edits, Other, edits_of
from feedback_gate.hosts.codex.parse import parse

FIXTURES = os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "fixtures", "codex")
SESSION, CHILD = "00000000-0000-7000-8000-000000000001", "00000000-0000-7000-8000-000000000005"


def event(name):
    with open(os.path.join(FIXTURES, name + ".json"), encoding="utf-8") as handle:
        return parse(name.partition("-")[0], json.load(handle), {})


def written(tool):
    return [(edit.kind, edit.path, edit.old_path, edit.added) for edit in edits_of(tool)]


def test_a_session_start_has_its_source_and_no_project_of_its_own():
    found = event("SessionStart-resume")
    assert (found.host, found.name, found.source, found.project) == ("codex", "SessionStart", "resume", "")


def test_a_prompt_of_the_main_thread_has_no_agent():
    found = event("UserPromptSubmit-exec")
    assert (found.prompt, found.session, found.agent) == ("Do the task.", SESSION, "")


def test_a_task_that_an_agent_wrote_is_told_from_a_prompt_by_its_agent():
    found = event("UserPromptSubmit-in-subagent-v1")
    assert (found.prompt, found.agent, found.agent_type) == ("child task", "00000000-0000-7000-8000-000000000004", "explorer")


def test_a_command_has_no_exit_status_before_it_runs_nor_after():
    before, after = event("PreToolUse-bash-exec"), event("PostToolUse-bash-exec")
    assert isinstance(before.tool, Bash)
    assert isinstance(after.tool, Bash)
    assert (before.tool.command, before.tool.exit, after.tool.exit) == ("echo hi; exit 3", None, None)
    assert (before.tool_use, after.tool_use) == ("call_0002", "call_0002")


def test_the_folder_of_a_command_is_its_own_and_not_the_session_s():
    assert event("PreToolUse-bash-workdir").cwd == "/home/user/project/src"


@pytest.mark.parametrize("variant", ["all-operations", "code-mode", "in-subagent"])
@pytest.mark.parametrize("name", ["PreToolUse", "PostToolUse"])
def test_a_patch_is_one_edit_for_each_operation_with_absolute_paths(name, variant):
    found = event(f"{name}-apply-patch-{variant}")
    assert isinstance(found.tool, Edits)
    assert written(found.tool) == [
        ("add", "/home/user/project/src/new.py", "", 'print("hello")\n'),
        ("update", "/home/user/project/src/app.py", "", "    return 2\n"),
        ("delete", "/home/user/project/old.txt", "", ""),
        ("move", "/home/user/project/docs/b.md", "/home/user/project/docs/a.md", "uno\n"),
    ]


def test_a_call_inside_a_subagent_carries_the_agent_and_the_root_session():
    found = event("PreToolUse-apply-patch-in-subagent")
    assert (found.session, found.agent, found.agent_type) == (SESSION, CHILD, "default")


def test_a_here_document_patch_is_a_command_that_names_its_edits():
    found = event("PreToolUse-bash-apply-patch-heredoc-no-post")
    assert isinstance(found.tool, Bash)
    assert written(found.tool) == [("add", "/home/user/project/h.txt", "", "x\n")]


def test_a_here_document_patch_counts_from_the_folder_of_its_cd_below_the_command_s_own():
    command = "cd sub && apply_patch <<X\n*** Begin Patch\n*** Delete File: ../a\n*** Delete File: /b\n*** End Patch\nX"
    found = parse("PreToolUse", {"tool_name": "Bash", "tool_input": {"command": command}, "cwd": "/p/w"}, {})
    assert written(found.tool) == [("delete", "/p/w/a", "", ""), ("delete", "/b", "", "")]


def test_a_path_is_resolved_by_its_letters_the_way_the_client_does():
    command = "*** Begin Patch\n*** Add File: link/../x/./y\n*** End Patch"
    found = parse("PreToolUse", {"tool_name": "apply_patch", "tool_input": {"command": command}, "cwd": "/p"}, {})
    assert written(found.tool) == [("add", "/p/x/y", "", "")]


def test_a_patch_of_a_newer_kind_still_names_its_files():
    command = "*** Begin Patch\n*** Mode: strict\n*** Add File: a\n+x\n*** End Patch"
    found = parse("PreToolUse", {"tool_name": "apply_patch", "tool_input": {"command": command}, "cwd": "/p"}, {})
    assert written(found.tool) == [("add", "/p/a", "", "x\n")]


def test_a_text_that_is_no_patch_at_all_is_an_edit_of_nothing():
    found = parse("PreToolUse", {"tool_name": "apply_patch", "tool_input": {"command": "sorry"}, "cwd": "/p"}, {})
    assert isinstance(found.tool, Edits)
    assert found.tool.items == ()


def test_any_other_tool_keeps_its_name_input_and_response():
    found = event("PostToolUse-mcp-tool")
    assert isinstance(found.tool, Other)
    assert (found.tool.name, found.tool.input) == ("mcp__lab__write_note", {"path": "x.md"})
    assert found.tool.response == {"content": [{"type": "text", "text": "noted"}], "isError": False}


@pytest.mark.parametrize(("name", "tool"), [("v1", "spawn_agent"), ("v2", "collaborationspawn_agent")])
def test_starting_an_agent_is_a_tool_of_that_name_with_its_message(name, tool):
    found = event(f"PreToolUse-spawn-agent-{name}")
    assert isinstance(found.tool, Other)
    assert (found.tool.name, found.tool.input["message"]) == (tool, "child task")


def test_a_stop_has_its_message_and_says_whether_it_continues():
    first, again = event("Stop-first"), event("Stop-continuation")
    assert (first.stop.message, first.stop.active) == ("First answer.", False)
    assert (again.stop.message, again.stop.active) == ("Second answer.", True)


def test_a_subagent_s_stop_has_its_agent_and_message():
    found = event("SubagentStop-v2-continuation")
    assert (found.agent, found.stop.message, found.stop.active) == (CHILD, "Child, second.", True)


def test_no_event_offers_a_dialog_so_an_ask_cannot_be_put_to_the_person():
    assert not event("PreToolUse-bash-interactive").attended


BROKEN = {
    "nothing": b"",
    "blanks": b" \n\t ",
    "a word": b"hello",
    "half an object": b'{"session_id": "s", "tool_na',
    "a list": b"[1, 2]",
    "a string": b'"text"',
    "null": b"null",
    "not UTF-8": b'{"session_id": "\xff\xfe", "prompt": "\x80"}',
    "brackets without end": b"[" * 20_000,
    "objects without end": b'{"a":' * 20_000,
    "every field null": b'{"session_id": null, "cwd": null, "tool_name": null, "tool_input": null, "prompt": null}',
    "every field a number": b'{"session_id": 1, "agent_id": 2, "cwd": 3, "tool_name": 4, "tool_input": 5, "stop_hook_active": 6}',
    "every field a list": b'{"session_id": [], "cwd": [], "tool_name": [], "tool_input": [], "last_assistant_message": []}',
    "a command that is no text": b'{"session_id": "s", "tool_name": "Bash", "tool_input": {"command": {"a": 1}}}',
    "a patch that is no patch": b'{"session_id": "s", "tool_name": "apply_patch", "tool_input": {"command": "*** Begin \\ud800"}}',
    "NUL and half pairs": b'{"session_id": "a/../\\u0000", "cwd": "\\u0000", "prompt": "\\ud800", "source": "\\udfff"}',
    "two objects": b'{"session_id": "s"}{"session_id": "t"}',
}


@pytest.mark.parametrize("kind", sorted(BROKEN))
@pytest.mark.parametrize("name", checks.EVENTS["codex"])
def test_broken_input_gives_nothing_or_one_object_and_never_an_error(name, kind, home, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    reply = hook.answer("codex", name, BROKEN[kind], dict(os.environ))
    assert reply.exit_code == 0
    assert reply.stdout == "" or isinstance(json.loads(reply.stdout), dict)
