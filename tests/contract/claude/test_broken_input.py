"""Broken standard input, through the real process: always status 0, nothing or one good object, and never a traceback."""

from __future__ import annotations

import json
import os
import subprocess
import sys

import pytest
from tests.contract.claude.contract import event_of, problems, recorded

from feedback_gate.hosts.claude.registration import REGISTRATIONS

CORE = os.path.join(os.path.dirname(os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))), "core")
START = f"import sys; sys.path.insert(0, {CORE!r}); from feedback_gate.main import main; sys.exit(main())"
PAYLOADS = recorded()
EVENTS = [entry.event for entry in REGISTRATIONS]
DEPTH = 20_000

RULE = """---
name: no-force-push
count: 5
enforce:
  - {event: pre_bash, when: 'git push --force', message: never}
  - {event: pre_edit, path: '**', when: 'FORBIDDEN', message: never}
  - {event: post_edit, path: '**', when: 'FORBIDDEN', message: never}
  - {event: stop_check, changed: '**', check: 'true', message: never}
---
"""
GATE = "rules:\n  - match: '**/*.py'\n    run: ['true']\n    run_checks: [tests]\nconsistency_checks:\n  - {name: tests, run: ['true']}\n"


def good(event):
    return next(payload for name, payload in PAYLOADS.items() if event_of(name) == event)


def dumped(value):
    return json.dumps(value).encode()


def with_every_field(event, value):
    return dumped(dict.fromkeys(good(event), value))


def session(event, name):
    return dumped({**good(event), "session_id": name})


WRONG_VALUES = [None, True, 0, -1.5, "", "x", [], [[]], {}, {"a": []}, ["x", 1, None]]


def turned(event):
    """Every field, at every depth, of another type than it should be."""

    def turn(value, number):
        if isinstance(value, dict):
            return {key: turn(part, number + n) for n, (key, part) in enumerate(value.items())}
        others = [wrong for wrong in WRONG_VALUES if type(wrong) is not type(value)]
        return others[number % len(others)]

    return dumped(turn(good(event), len(event)))


BROKEN = {
    "empty": lambda event: b"",
    "blank": lambda event: b" \n\t\r\n ",
    "truncated": lambda event: dumped(good(event))[:-20],
    "one brace": lambda event: b"{",
    "an array": lambda event: dumped([good(event)]),
    "a text": lambda event: b'"PreToolUse"',
    "null": lambda event: b"null",
    "a huge number": lambda event: b"1" * 10_000,
    "20,000 brackets": lambda event: b"[" * DEPTH,
    "20,000 closed brackets": lambda event: b"[" * DEPTH + b"]" * DEPTH,
    "20,000 nested objects": lambda event: b'{"tool_input":' * DEPTH + b"1" + b"}" * DEPTH,
    "NUL bytes": lambda event: dumped({**good(event), "cwd": "/tmp\0/x", "session_id": "a\0b"}) + b"\0\0",
    "NUL in every text": lambda event: dumped(good(event)).replace(b'": "', b'": "\\u0000'),
    "bytes that are not UTF-8": lambda event: dumped(good(event)).replace(b'": "', b'": "\xff\xfe\x80'),
    "half a surrogate pair": lambda event: dumped(good(event)).replace(b'": "', b'": "\\ud800'),
    "a byte order mark": lambda event: b"\xef\xbb\xbf" + dumped(good(event)),
    "two objects": lambda event: dumped(good(event)) + b"\n" + dumped(good(event)),
    "every field null": lambda event: with_every_field(event, None),
    "every field a list": lambda event: with_every_field(event, [1]),
    "every field an object": lambda event: with_every_field(event, {"a": {}}),
    "every field a number": lambda event: with_every_field(event, 7),
    "wrong types at every depth": turned,
    "numbers that are none": lambda event: dumped({**good(event), "duration_ms": float("nan"), "effort": float("-inf")}),
    "a session id of 100,000 characters": lambda event: session(event, "s" * 100_000),
    "a session id that climbs": lambda event: session(event, "../../../../../../x"),
    "a session id that is a path": lambda event: session(event, "/etc/x"),
    "an agent id that climbs": lambda event: dumped({**good(event), "agent_id": "../../../x", "tool_use_id": "../../y"}),
    "a working directory that is gone": lambda event: dumped({**good(event), "cwd": "/nonexistent/folder"}),
    "another event's payload": lambda event: dumped(good("Stop" if event != "Stop" else "PreToolUse")),
}


@pytest.fixture
def place(tmp_path, home):
    """A home with a rule and a project with a gate, so that there is something to check."""
    rule = home / ".claude" / "feedback" / "rule.md"
    rule.parent.mkdir(parents=True)
    rule.write_text(RULE)
    project = tmp_path / "project"
    (project / ".claude").mkdir(parents=True)
    (project / ".claude" / "gate.yaml").write_text(GATE)
    (project / "app.py").write_text("FORBIDDEN = 1\n")
    subprocess.run(["git", "init", "-q", str(project)], check=True)
    return project


def start(event, project, home, **more):
    env = {"HOME": str(home), "PATH": "/usr/bin:/bin", "CLAUDE_PROJECT_DIR": str(project), "LANG": "C.UTF-8", **more}
    argv = [sys.executable, "-I", "-B", "-X", "utf8", "-c", START, "claude", event]
    pipe = subprocess.PIPE
    return subprocess.Popen(argv, stdin=pipe, stdout=pipe, stderr=pipe, env=env, cwd=project)


def answers(kind, project, home, **more):
    """Event → (status, stdout, stderr); one process an event, one after the other."""
    found = {}
    for event in EVENTS:
        with start(event, project, home, **more) as process:
            out, err = process.communicate(BROKEN[kind](event), timeout=60)
        found[event] = (process.returncode, out.decode(), err.decode())
    return found


@pytest.mark.parametrize("kind", BROKEN)
def test_broken_input_never_ends_in_anything_but_a_good_answer(kind, place, home):
    outside = sorted(os.listdir(home.parent)), sorted(os.listdir(home))
    for event, (status, stdout, stderr) in answers(kind, place, home).items():
        assert (event, status, problems(event, stdout), "Traceback" in stderr) == (event, 0, [], False)
    assert sorted(os.listdir(home.parent)) == outside[0]
    assert set(os.listdir(home)) - set(outside[1]) <= {".local", ".cache"}


@pytest.mark.parametrize("kind", ["truncated", "an array", "20,000 brackets", "two objects", "a huge number"])
def test_what_is_no_object_refuses_a_tool_call_where_the_fail_mode_is_closed(kind, place, home):
    said = answers(kind, place, home, FEEDBACK_GATE_FAIL_MODE="closed")
    verdict = json.loads(said["PreToolUse"][1])["hookSpecificOutput"]
    assert verdict["permissionDecision"] == "deny"
