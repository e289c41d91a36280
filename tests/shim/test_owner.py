"""The file that says which copy of ours answers: read by the launcher, under every shell, without a process."""

from __future__ import annotations

import os
import time
from typing import TYPE_CHECKING, Any

import pytest
from tests.shim.conftest import SESSION

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from tests.shim.conftest import Plugin

SHELLS = ("sh", "dash", "bash as sh", "busybox")
WORDS = {"do": "words"}
NASTY = 'it\'s "a" $HOME `date` \\ * [x] = - + ! name'


@pytest.fixture(params=SHELLS)
def copy(request: pytest.FixtureRequest, make_plugin: Callable[..., Plugin], shells: dict[str, list[str]]) -> Plugin:
    """One copy in a folder with every sign, under one shell."""
    assert request.param in shells, f"{request.param} is not installed"
    made = make_plugin(NASTY, shells[request.param])
    made.configure()
    made.seen.mkdir(parents=True)
    return made


def say(copy: Plugin, *lines: str, host: str = "claude", age: float = 10.0) -> Path:
    """Write the session's file, some seconds old."""
    path = copy.seen / f"owner.{host}.{SESSION}"
    path.write_text("\n" + "".join(line + "\n" for line in lines) + '.\n? {"x": "= y"}\n')
    when = time.time() - age
    os.utime(path, (when, when))
    return path


def told(copy: Plugin, event: str = "PreToolUse", host: str = "claude", *more: str) -> Any:
    """The words behind host and event that the executable gets; None when it is not started."""
    answer = copy.call(event, WORDS, host, *more)
    return None if answer is None else answer["words"][2:]


def old(path: Path) -> Path:
    """A file from long ago."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.touch()
    os.utime(path, (1_000_000_000, 1_000_000_000))
    return path


def test_without_a_file_the_executable_is_told_which_copy_it_is(copy: Plugin) -> None:
    assert told(copy) == [str(copy.shim)]


def test_the_copy_that_answers_is_started_without_a_question(copy: Plugin) -> None:
    say(copy, f"- /other {copy.shim}", f"= {copy.shim}", "- /opt/feedback-gate")
    assert told(copy) == []


def test_a_copy_that_is_silent_starts_nothing_and_says_nothing(copy: Plugin) -> None:
    say(copy, "= /opt/feedback-gate", f"- {copy.shim}")
    assert [told(copy, event) for event in ("PreToolUse", "PostToolUse", "Stop", "SubagentStop")] == [None] * 4
    assert copy.runs() == []


@pytest.mark.parametrize("event", ["SessionStart", "UserPromptSubmit"])
def test_at_starts_and_prompts_every_copy_is_started(copy: Plugin, event: str) -> None:
    say(copy, "= /opt/feedback-gate", f"- {copy.shim}")
    assert told(copy, event) == [str(copy.shim)]


def test_a_copy_that_the_file_does_not_name_asks(copy: Plugin) -> None:
    say(copy, "= /opt/feedback-gate", f"- {copy.shim}x", f"-{copy.shim}")
    assert told(copy) == [str(copy.shim)]


def test_a_watched_file_that_is_there_and_old_changes_nothing(copy: Plugin, tmp_path: Path) -> None:
    say(copy, f"- {copy.shim}", f"+ {old(tmp_path / 'watched' / NASTY)}", f"! {tmp_path}/none")
    assert told(copy) is None


@pytest.mark.parametrize("change", ["written", "gone", "new"])
def test_a_watched_file_that_changed_makes_it_ask_again(copy: Plugin, tmp_path: Path, change: str) -> None:
    watched, absent = old(tmp_path / "watched" / NASTY), tmp_path / "absent $x"
    say(copy, f"+ {watched}", f"! {absent}", f"- {copy.shim}")
    assert told(copy) is None
    if change == "written":
        watched.write_text("x")
    elif change == "gone":
        watched.unlink()
    else:
        old(absent)
    assert told(copy) == [str(copy.shim)]


def test_what_stands_behind_the_end_is_not_read(copy: Plugin) -> None:
    path = say(copy, "= /other")
    path.write_text(path.read_text() + f"- {copy.shim}\n")
    assert told(copy) == [str(copy.shim)]


def test_the_file_of_another_session_says_nothing(copy: Plugin) -> None:
    say(copy, f"- {copy.shim}")
    copy.env["CLAUDE_CODE_SESSION_ID"] = "another"
    assert told(copy) == [str(copy.shim)]


@pytest.mark.parametrize("session", ["../owner.claude." + SESSION, "", "a" * 65])
def test_an_odd_session_id_is_left_to_the_executable(copy: Plugin, session: str) -> None:
    say(copy, f"- {copy.shim}")
    copy.env["CLAUDE_CODE_SESSION_ID"] = session
    assert told(copy) == [str(copy.shim)]


def test_on_codex_the_session_is_in_the_payload_so_the_executable_decides(copy: Plugin) -> None:
    say(copy, f"- {copy.shim}", host="codex")
    say(copy, f"- {copy.shim}")
    assert told(copy, "PreToolUse", "codex") == [str(copy.shim)]


def test_the_word_behind_the_event_tells_two_registrations_of_one_folder_apart(copy: Plugin) -> None:
    assert told(copy, "Stop", "codex", "plugin") == [f"{copy.shim} plugin"]


def test_a_program_named_by_the_person_gets_host_and_event_alone(copy: Plugin, tmp_path: Path) -> None:
    program = tmp_path / "mine"
    program.write_text('#!/bin/sh\nprintf \'{"words": ["%s"]}\' "$*"\n')
    program.chmod(0o755)
    copy.env["FEEDBACK_GATE_BIN"] = str(program)
    answer = copy.call("PreToolUse", WORDS)
    assert answer == {"words": ["claude PreToolUse"]}


def test_the_older_systems_marker_silences_nothing(copy: Plugin) -> None:
    for folder in (".claude", ".agents"):
        marker = copy.home / folder / "feedback" / ".classic_seen" / SESSION
        marker.parent.mkdir(parents=True)
        marker.touch()
    assert told(copy) == [str(copy.shim)]
