"""What the host hears when our own machinery fails: one line once, or a refusal, and never the status 2."""

from __future__ import annotations

import signal
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from tests.shim.conftest import DENIED, DENY, FAIL_MODES, PYTHONS, SESSION, refused, script
from tests.support import built

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.shim.conftest import Plugin


def line(text: str) -> dict[str, str]:
    return {"systemMessage": f"[feedback-gate] Not checked: {text}"}


def ended(status: int) -> dict[str, str]:
    return line(f"The process ended with status {status}. Run feedback-gate doctor. (process-failed)")


@pytest.mark.parametrize(
    ("payload", "status"),
    [
        ({"do": "crash"}, 1),
        ({"do": "crash half-way"}, 1),
        ({"do": "exit", "status": 1}, 1),
        ({"do": "exit", "status": 2}, 2),
        ({"do": "kill", "signal": signal.SIGKILL}, 137),
        ({"do": "kill", "signal": signal.SIGSEGV}, 139),
        ({"do": "kill", "signal": signal.SIGTERM}, 143),
        (b"no JSON at all", 1),
    ],
)
def test_p10_a_process_that_does_not_end_well_is_reported_once_in_a_session(plugin: Plugin, payload: Any, status: int) -> None:
    assert [plugin.call(payload=payload) for _ in range(3)] == [ended(status), None, None]
    plugin.env["CLAUDE_CODE_SESSION_ID"] = "another-session"
    assert plugin.call(payload=payload) == ended(status)


def test_each_reason_is_reported_for_itself(plugin: Plugin) -> None:
    assert plugin.call(payload={"do": "crash"}) == ended(1)
    assert plugin.call(payload={"do": "noise"}) == line(
        "The answer was not JSON and was dropped. Run feedback-gate doctor. (answer-invalid)"
    )


def test_after_a_failure_the_next_event_is_checked_again(plugin: Plugin) -> None:
    plugin.call(payload={"do": "crash"})
    assert plugin.call(payload=DENY) == DENIED


def test_closed_refuses_every_tool_call_that_could_not_be_checked(plugin: Plugin) -> None:
    plugin.env["FEEDBACK_GATE_FAIL_MODE"] = "closed"
    assert [plugin.call(payload={"do": "crash"}) for _ in range(2)] == [refused(ended(1))] * 2
    assert plugin.call(payload={"do": "crash"}, host="codex") == refused(ended(1))


def test_closed_tells_other_events_in_a_line(plugin: Plugin) -> None:
    plugin.env["FEEDBACK_GATE_FAIL_MODE"] = "closed"
    assert [plugin.call("Stop", {"do": "crash"}) for _ in range(2)] == [ended(1), None]


def test_without_a_session_id_the_line_comes_once_an_hour(plugin: Plugin) -> None:
    answers = [plugin.call(payload={"do": "crash"}, host="codex") for _ in range(2)]
    assert answers == [ended(1), None]
    marker = next(path for path in plugin.seen.iterdir() if path.name.startswith("said."))
    marker.rename(marker.with_name(marker.name[:-10] + "2020010100"))
    assert plugin.call(payload={"do": "crash"}, host="codex") == ended(1)


@pytest.mark.parametrize("event", ["SessionStart", "UserPromptSubmit", "PreToolUse", "Stop"])
def test_where_nothing_can_be_stored_only_prompts_and_session_starts_speak(plugin: Plugin, event: str) -> None:
    (plugin.home / ".local").write_text("a file in the way")
    expected = ended(1) if event in ("SessionStart", "UserPromptSubmit") else None
    assert [plugin.call(event, {"do": "crash"}) for _ in range(2)] == [expected, expected]


@pytest.mark.parametrize("mode", FAIL_MODES)
def test_without_a_home_the_verdict_comes(plugin: Plugin, mode: str) -> None:
    plugin.env["FEEDBACK_GATE_FAIL_MODE"] = mode
    del plugin.env["HOME"]
    assert [plugin.call(payload=DENY) for _ in range(2)] == [DENIED] * 2
    assert plugin.call("UserPromptSubmit", {"do": "crash"}) == ended(1)
    expected = refused(ended(1)) if mode == "closed" else None
    assert [plugin.call(payload={"do": "crash"}) for _ in range(2)] == [expected] * 2


@pytest.mark.parametrize("mode", FAIL_MODES)
@pytest.mark.parametrize(
    "lost", ["no home", "a relative home", "a home that is not there", "a file where the state should be", "a full disk"]
)
def test_the_real_product_without_a_place_for_its_state_says_so_and_closed_refuses(
    make_plugin: Callable[..., Plugin], lost: str, mode: str
) -> None:
    plugin = make_plugin(executable=Path(built.plugin(), "shim", "feedback-gate.pyz"))
    plugin.configure()
    plugin.env["FEEDBACK_GATE_FAIL_MODE"] = mode
    if lost == "no home":
        del plugin.env["HOME"]
    elif lost == "a relative home":
        plugin.env["HOME"] = "relative/home"
    elif lost == "a home that is not there":
        plugin.env["HOME"] = str(plugin.home / "nowhere")
    elif lost == "a full disk":
        plugin.env["XDG_STATE_HOME"] = "/dev/full"
    else:
        (plugin.home / ".local").write_text("in the way")
    call = {"session_id": SESSION, "cwd": str(plugin.project), "tool_name": "Bash", "tool_use_id": "t"}
    call |= {"tool_input": {"command": "ls"}, "source": "startup", "prompt": "go on"}
    told = [plugin.call(event, {**call, "hook_event_name": event}) for event in ("SessionStart", "UserPromptSubmit")]
    lines = [(answer or {}).get("systemMessage", "").partition("\n")[0] for answer in told]
    assert all(line.startswith("[feedback-gate] not checked: ") for line in lines), told
    assert not any({"decision", "continue"} & set(answer or {}) for answer in told)
    before = [plugin.call(payload={**call, "hook_event_name": "PreToolUse"}) for _ in range(2)]
    if mode == "open":
        assert before == [None, None]
        return
    what = lines[0].partition("not checked: ")[2]
    for answer in before:
        assert answer is not None
        said = answer["hookSpecificOutput"]
        assert said["permissionDecision"] == "deny"
        assert "failMode is closed: " + what in said["permissionDecisionReason"]


@pytest.mark.parametrize("folder", [".cache", ".local", ".config"])
def test_a_file_where_our_folder_should_be_does_not_matter(plugin: Plugin, folder: str) -> None:
    (plugin.home / folder).write_text("a file in the way")
    assert [plugin.call(event, DENY) for event in ("SessionStart", "PreToolUse", "Stop")] == [DENIED] * 3


def test_an_unwritable_cache_is_gone_without(plugin: Plugin) -> None:
    (plugin.home / ".cache").mkdir()
    (plugin.home / ".cache" / "feedback-gate").write_text("a file in the way")
    answer = plugin.call(payload={"do": "python"})
    assert answer is not None
    assert answer["archive"] == str(plugin.shim / "feedback-gate.pyz")


BROKEN = {
    "ends in 1": ("exit 1", 1),
    "ends in 2": ("exit 2", 2),
    "prints noise and ends in 1": ("echo noise; exit 1", 1),
    "prints JSON and ends in 3": ("echo '{}'; exit 3", 3),
    "is killed": ("kill -9 $$", 137),
}


@pytest.mark.parametrize(("text", "status"), BROKEN.values(), ids=BROKEN)
@pytest.mark.parametrize("mode", FAIL_MODES)
def test_a_pinned_python_that_broke_is_reported_and_replaced(
    plugin: Plugin, tmp_path: Path, text: str, status: int, mode: str
) -> None:
    plugin.env["FEEDBACK_GATE_FAIL_MODE"] = mode
    assert plugin.call(payload=DENY) == DENIED
    plugin.pin_python(script(tmp_path / "broken", text))
    assert plugin.call(payload=DENY) == (refused(ended(status)) if mode == "closed" else ended(status))
    assert plugin.call(payload=DENY) == DENIED


def test_a_pinned_python_that_only_makes_noise_is_reported_and_replaced(plugin: Plugin, tmp_path: Path) -> None:
    assert plugin.call(payload=DENY) == DENIED
    plugin.pin_python(script(tmp_path / "noisy", "echo hello"))
    assert plugin.call(payload=DENY) == line(
        "The answer was not JSON and was dropped. Run feedback-gate doctor. (answer-invalid)"
    )
    assert plugin.call(payload=DENY) == DENIED


@pytest.mark.parametrize("kind", ["deleted", "no program", "not executable", "a folder", "changed since", "not absolute"])
def test_a_pinned_python_that_cannot_be_started_is_replaced_at_once(plugin: Plugin, tmp_path: Path, kind: str) -> None:
    assert plugin.call(payload=DENY) == DENIED
    python = tmp_path / "python"
    if kind == "a folder":
        python.mkdir()
    else:
        script(python, "exit 1")
    if kind == "no program":
        python.write_bytes(b"\x7fELF nonsense")
    plugin.pin_python(python)
    if kind == "deleted":
        python.unlink()
    if kind == "not executable":
        python.chmod(0o644)
    if kind == "changed since":
        script(python, "exit 1")
        (plugin.cache / "python").touch()
        import os

        later = (plugin.cache / "python").stat().st_mtime + 5
        os.utime(python, (later, later))
    if kind == "not absolute":
        (plugin.cache / "python").write_text("python3\n")
    assert plugin.call(payload=DENY) == DENIED
    assert (plugin.cache / "python").read_text() != f"{python}\n"


def test_the_launcher_that_stops_half_way_answers_all_the_same(plugin: Plugin) -> None:
    plugin.edit_launcher("# ---- here the others begin\n", "exit 7\n")
    assert plugin.call() == line("The launcher stopped half-way. Run feedback-gate doctor. (launcher-stopped)")


@pytest.mark.parametrize("kind", ["sh", "dash", "bash as sh", "busybox"])
@pytest.mark.parametrize("fault", ['true >"/nonexistent/x" && : >|/nonexistent/y', "${fg_nothing?}", "exit 2", ". /nonexistent"])
def test_p10_no_fault_of_the_shell_itself_ends_in_2(
    make_plugin: Callable[..., Plugin], shells: dict[str, list[str]], kind: str, fault: str
) -> None:
    plugin = make_plugin(shell=shells.get(kind, ["/bin/sh"]))
    plugin.env["FEEDBACK_GATE_FAIL_MODE"] = "closed"
    plugin.edit_launcher("# ---- here the others begin\n", f"{fault}\nfg_done=1\nexit 0\n")
    answer = plugin.call()
    assert answer is None or "stopped half-way" in str(answer)


def test_japanese_is_spoken_where_it_is_asked_for(plugin: Plugin) -> None:
    plugin.env["LANG"] = "ja_JP.UTF-8"
    plugin.env["FEEDBACK_GATE_FAIL_MODE"] = "closed"
    answer = plugin.call(payload={"do": "exit", "status": 5})
    assert answer is not None
    assert answer["hookSpecificOutput"]["permissionDecisionReason"] == (
        "[feedback-gate] 確認できませんでした：プロセスが異常終了しました(状態 5)。 feedback-gate doctor で調べてください。 (process-failed)"
        " failMode が closed なので、この操作を止めました。"
    )


def test_every_python_reports_alike(make_plugin: Callable[..., Plugin]) -> None:
    for version, path in PYTHONS.items():
        plugin = make_plugin(version)
        plugin.configure()
        plugin.cache.mkdir(parents=True)
        (plugin.cache / "python").write_text(f"{path}\n")
        (plugin.cache / "feedback-gate.pyz").write_bytes((plugin.shim / "feedback-gate.pyz").read_bytes())
        python = plugin.call(payload={"do": "python"})
        assert python is not None
        assert python["version"] == version
        assert plugin.call(payload={"do": "exit", "status": 2}) == ended(2)
