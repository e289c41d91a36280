"""The checked-in list of what each event imports is what it imports, and a tool call imports nothing heavy."""

from __future__ import annotations

import imports


def test_every_event_imports_what_is_recorded() -> None:
    difference = imports.difference(imports.recorded(), imports.measured())
    assert not difference, "if this is meant: python release/imports.py --write\n" + "\n".join(difference)


def test_no_tool_call_imports_anything_heavy() -> None:
    recorded = imports.recorded()
    for event in ("claude.PreToolUse", "codex.PreToolUse"):
        assert not set(recorded[event]) & imports.HEAVY


def test_both_hosts_events_are_all_recorded() -> None:
    from feedback_gate.checks import EVENTS

    expected = {f"{host}.{event}" for host, events in EVENTS.items() for event in (*events, imports.QUIET_STOP)}
    assert set(imports.recorded()) == expected
