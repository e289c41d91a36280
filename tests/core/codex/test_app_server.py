"""What the client's own server says of our hooks, read without believing it."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from feedback_gate.hosts.codex import registration
from feedback_gate.hosts.codex.app_server import LIST_ID, is_answer, questions, read
from feedback_gate.people.codex_hooks import judge

LAUNCHER = registration.quoted("/home/user/.local/share/feedback-gate/hook.sh")
FILE = "/home/user/.codex/hooks.json"


def entry(event, launcher=LAUNCHER, status="trusted", **more):
    name = event[0].lower() + event[1:]
    return {
        "eventName": name,
        "command": registration.command(launcher, event),
        "trustStatus": status,
        "enabled": True,
        "isManaged": False,
        "source": "user",
        "sourcePath": FILE,
        **more,
    }


def all_of(**more):
    return [entry(one.event, **more) for one in registration.REGISTRATIONS]


def answer(hooks, **more):
    return json.dumps({"id": LIST_ID, "result": {"data": [{"hooks": hooks, **more}]}}).encode()


def said(hooks):
    """The codes and values of what is said about a list of hooks."""
    return [(line.weight, line.code, line.params) for line in judge(read([answer(hooks)]).hooks)]


def test_the_questions_end_with_the_list_of_the_project_s_hooks():
    lines = [json.loads(line) for line in questions("/home/user/project").splitlines()]
    assert [line["method"] for line in lines] == ["initialize", "initialized", "hooks/list"]
    assert lines[2] == {"id": LIST_ID, "method": "hooks/list", "params": {"cwds": ["/home/user/project"]}}


def test_only_our_hooks_are_read_and_the_plugin_s_are_ours():
    theirs = {**entry("Stop"), "command": "make check"}
    ours = entry("Stop", registration.PLUGIN_LAUNCHER, "modified", source="plugin", sourcePath="/p/hooks.json")
    found = read([b'{"id": 1, "result": {}}', b"noise", answer([theirs, ours])])
    assert [(hook.event, hook.status, hook.source, hook.path, hook.runs) for hook in found.hooks] == [
        ("Stop", "modified", "plugin", "/p/hooks.json", False)
    ]


def test_a_managed_hook_runs_whatever_its_trust_says():
    found = read([answer([entry("Stop", status="untrusted", isManaged=True, enabled=False)])])
    assert [(hook.status, hook.runs) for hook in found.hooks] == [("managed", True)]


def test_complaints_about_any_hooks_file_are_kept():
    assert read([answer([], warnings=["bad matcher"], errors=["no file"])]).complaints == ("no file", "bad matcher")


@pytest.mark.parametrize(
    "line", [b'{"id": 2, "error": {"code": 1}}', b'{"id": 2, "result": []}', b'{"id": 2, "result": {"data": [3]}}']
)
def test_an_answer_of_another_shape_is_an_answer_that_says_nothing(line):
    assert is_answer(line)
    assert read([line]) is None


@pytest.mark.parametrize("line", [b"", b"[" * 100_000, b'{"id": 2, "method": "x"}', b'{"id": 3, "result": {}}', b"\xff", b"2"])
def test_every_other_line_is_no_answer(line):
    assert not is_answer(line)


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(["hooks", "command", "eventName", "x"]), inner),
    max_leaves=8,
)


@given(json_values)
def test_any_list_is_read_without_an_exception(hooks):
    found = read([answer(hooks)])
    assert found is None or found.hooks == ()


def test_nine_trusted_hooks_are_well():
    assert said(all_of()) == [("ok", "codex.doctor_trusted", {"installed": 9, "running": 9})]


def test_nine_untrusted_hooks_are_named_with_the_way_to_trust_them():
    found = said(all_of(status="untrusted"))
    assert found[0] == ("problem", "codex.doctor_review", {"installed": 9, "running": 0})
    assert [params["event"] for _weight, code, params in found[1:] if code == "codex.doctor_hook"] == [
        one.event for one in registration.REGISTRATIONS
    ]


def test_a_modified_and_a_disabled_hook_are_told_apart():
    hooks = all_of()
    hooks[0] = entry("SessionStart", status="modified")
    hooks[7] = entry("Stop", enabled=False)
    assert said(hooks) == [
        ("problem", "codex.doctor_review", {"installed": 9, "running": 7}),
        ("problem", "codex.doctor_hook", {"event": "SessionStart", "status": "modified", "path": FILE}),
        ("problem", "codex.doctor_hook", {"event": "Stop", "status": "disabled", "path": FILE}),
    ]


def test_an_event_that_the_client_does_not_list_is_named():
    assert said(all_of()[:-1]) == [
        ("ok", "codex.doctor_trusted", {"installed": 8, "running": 8}),
        ("problem", "codex.doctor_missing", {"events": "Interrupt"}),
    ]


def test_two_registrations_are_named_as_such():
    found = said(all_of() + all_of(launcher=registration.PLUGIN_LAUNCHER, sourcePath="/p/hooks.json"))
    assert found[-1] == ("note", "codex.doctor_twice", {"paths": f"{FILE}, /p/hooks.json"})


def test_no_hook_of_ours_is_a_problem_with_a_next_step():
    assert said([]) == [("problem", "codex.doctor_none", {})]
