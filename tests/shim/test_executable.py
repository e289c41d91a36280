"""Which executable runs: the pinned one, verified; an override only when it is the user's."""

from __future__ import annotations

import json
import os
import zipapp
from typing import TYPE_CHECKING

import pytest
from tests.shim.conftest import DENIED, DENY, FAIL_MODES, refused, script

import boot

if TYPE_CHECKING:
    from pathlib import Path

    from tests.shim.conftest import Plugin


def line(text: str) -> dict[str, str]:
    return {"systemMessage": f"[feedback-gate] Not checked: {text}"}


NOT_PINNED = line(
    "The executable does not have the pinned SHA-256. Start a new session, or install the plugin again. (executable-changed)"
)
NO_PIN = line("No usable file named pin lies beside the launcher. Install a release, or what make plugin builds. (pin-unusable)")
NO_OVERRIDE = line("What FEEDBACK_GATE_BIN names cannot be run. Correct the variable or unset it. (override-unusable)")


def flip(path: Path, place: int = -30) -> None:
    """Change one bit of a file."""
    path.chmod(0o600)
    data = bytearray(path.read_bytes())
    data[place] ^= 1
    path.write_bytes(data)


def archive_in_use(plugin: Plugin) -> str:
    answer = plugin.call(payload={"do": "python"})
    assert answer is not None
    return str(answer["archive"])


def test_the_executable_runs_from_the_cache(plugin: Plugin) -> None:
    assert [archive_in_use(plugin) for _ in range(2)] == [str(plugin.cache / "feedback-gate.pyz")] * 2
    assert plugin.cache.stat().st_mode & 0o777 == 0o700
    assert (plugin.cache / "feedback-gate.pyz").stat().st_mode & 0o777 == 0o600


def test_once_in_the_cache_the_copy_beside_the_launcher_is_not_needed(plugin: Plugin) -> None:
    plugin.call()
    (plugin.shim / "feedback-gate.pyz").unlink()
    assert plugin.call(payload=DENY) == DENIED


@pytest.mark.parametrize("place", [0, 40, 1100, -30])
def test_t1_one_changed_bit_is_refused_and_nothing_is_put_in_place(plugin: Plugin, place: int) -> None:
    flip(plugin.shim / "feedback-gate.pyz", place)
    assert [plugin.call(payload=DENY) for _ in range(2)] == [NOT_PINNED, None]
    assert (plugin.runs(), plugin.cache.exists()) == ([], False)


def test_d9_a_missing_executable_is_reported_with_the_way_to_install_it_and_no_python_is_started(plugin: Plugin) -> None:
    (plugin.shim / "feedback-gate.pyz").unlink()
    plugin.env["PATH"] = "/nowhere"
    assert plugin.call(payload=DENY) == line(
        f"The executable is not installed. Start a new session, or run: sh {plugin.shim}/hook.sh install (executable-missing)"
    )


def test_a_damaged_copy_in_the_cache_is_replaced_when_the_session_starts(plugin: Plugin) -> None:
    plugin.call()
    flip(plugin.cache / "feedback-gate.pyz")
    assert plugin.call("SessionStart", DENY) == DENIED
    assert (plugin.cache / "feedback-gate.pyz").read_bytes() == (plugin.shim / "feedback-gate.pyz").read_bytes()


def test_a_damaged_copy_that_cannot_be_replaced_is_not_run(plugin: Plugin) -> None:
    plugin.call()
    plugin.runs()
    flip(plugin.cache / "feedback-gate.pyz")
    (plugin.shim / "feedback-gate.pyz").unlink()
    answer = plugin.call("SessionStart", DENY)
    assert answer is not None
    assert answer["systemMessage"].endswith("(key-missing)")
    assert plugin.runs() == []


def test_a_truncated_copy_in_the_cache_is_replaced_after_one_failure(plugin: Plugin) -> None:
    plugin.call()
    (plugin.cache / "feedback-gate.pyz").chmod(0o600)
    os.truncate(plugin.cache / "feedback-gate.pyz", 500)
    assert plugin.call(payload=DENY) == line("The process ended with status 1. Run feedback-gate doctor. (process-failed)")
    assert plugin.call(payload=DENY) == DENIED


@pytest.mark.parametrize(
    "pin", [None, "", "1.0", "../../x {hash} 1", "1/2 {hash} 1", ". {hash} 1", "1.0 {short} 1", "1.0 {upper} 1", "a folder"]
)
def test_a_pin_that_names_no_executable_is_refused(plugin: Plugin, pin: str | None) -> None:
    path = plugin.shim / "pin"
    sha256 = path.read_text().split()[1]
    path.unlink()
    if pin == "a folder":
        path.mkdir()
    elif pin is not None:
        path.write_text(pin.format(hash=sha256, short=sha256[:-1], upper=sha256.upper()) + "\n")
    assert plugin.call(payload=DENY) == NO_PIN
    assert plugin.runs() == []


def test_p4_a_pin_with_dos_line_ends_is_understood(plugin: Plugin) -> None:
    (plugin.shim / "pin").write_bytes((plugin.shim / "pin").read_bytes().replace(b"\n", b"\r\n"))
    assert plugin.call(payload=DENY) == DENIED


def test_r5_a_new_version_has_a_place_of_its_own(plugin: Plugin) -> None:
    plugin.call()
    old = plugin.cache
    (plugin.shim / "pin").write_text((plugin.shim / "pin").read_text().replace("9.8.7", "9.9.0"))
    assert plugin.call(payload=DENY) == DENIED
    assert plugin.cache != old
    assert old.exists()


def test_the_cache_folder_can_be_chosen(plugin: Plugin, tmp_path: Path) -> None:
    plugin.env["FEEDBACK_GATE_CACHE_DIR"] = str(tmp_path / "elsewhere")
    assert archive_in_use(plugin) == str(tmp_path / "elsewhere" / plugin.cache.name / "feedback-gate.pyz")
    assert not (plugin.home / ".cache").exists()


def test_the_xdg_folders_are_used(plugin: Plugin, tmp_path: Path) -> None:
    plugin.env.update(XDG_CACHE_HOME=str(tmp_path / "c"), XDG_STATE_HOME=str(tmp_path / "s"))
    assert archive_in_use(plugin) == str(tmp_path / "c" / "feedback-gate" / plugin.cache.name / "feedback-gate.pyz")
    plugin.call("SessionStart")
    assert (tmp_path / "s" / "feedback-gate" / "seen" / "claude.SessionStart").exists()


def test_relative_xdg_folders_are_ignored(plugin: Plugin) -> None:
    plugin.env.update(XDG_CACHE_HOME="c", XDG_STATE_HOME="s")
    assert archive_in_use(plugin) == str(plugin.cache / "feedback-gate.pyz")
    assert not (plugin.project / "c").exists()


def test_an_override_that_is_an_archive_of_ours_is_run_unverified(plugin: Plugin, tmp_path: Path) -> None:
    other = tmp_path / "other.bin"
    other.write_bytes((plugin.shim / "feedback-gate.pyz").read_bytes() + b"changed")
    (plugin.shim / "pin").unlink()
    plugin.env["FEEDBACK_GATE_BIN"] = str(other)
    assert [archive_in_use(plugin) for _ in range(2)] == [str(other)] * 2
    assert plugin.call("SessionStart", DENY) == DENIED


def test_an_override_that_is_another_zip_archive_is_run_by_a_python(plugin: Plugin, tmp_path: Path) -> None:
    source = tmp_path / "source"
    source.mkdir()
    text = "import json, sys\nif sys.argv[1:] == ['version']:\n    print('feedback-gate 0 (stand-in)')\nelse:\n"
    (source / "__main__.py").write_text(text + "    print(json.dumps({'words': sys.argv[1:], 'input': sys.stdin.read()}))\n")
    zipapp.create_archive(source, tmp_path / "other.pyz")
    plugin.env["FEEDBACK_GATE_BIN"] = str(tmp_path / "other.pyz")
    assert [plugin.call(payload=DENY) for _ in range(2)] == [{"words": ["claude", "PreToolUse"], "input": json.dumps(DENY)}] * 2


def test_an_override_that_is_a_program_is_executed(plugin: Plugin, tmp_path: Path) -> None:
    plugin.env["FEEDBACK_GATE_BIN"] = str(script(tmp_path / "program", 'printf \'{"words":"%s","input":%s}\' "$*" "$(cat)"'))
    assert plugin.call(payload=DENY) == {"words": "claude PreToolUse", "input": DENY}


def test_an_override_that_fails_is_answered_by_the_fail_mode(plugin: Plugin, tmp_path: Path) -> None:
    plugin.env["FEEDBACK_GATE_BIN"] = str(script(tmp_path / "program", "exit 2"))
    assert plugin.call(payload=DENY) == line("The process ended with status 2. Run feedback-gate doctor. (process-failed)")


UNUSABLE = ["missing", "missing.pyz", "not executable", "a folder", "a folder.pyz", "no archive.pyz", "relative"]


@pytest.mark.parametrize("mode", FAIL_MODES)
@pytest.mark.parametrize("kind", UNUSABLE)
def test_an_override_that_cannot_be_run_is_reported_and_the_pinned_one_is_not_taken_instead(
    plugin: Plugin, tmp_path: Path, kind: str, mode: str
) -> None:
    unusable(plugin, tmp_path / kind)
    plugin.env["FEEDBACK_GATE_FAIL_MODE"] = mode
    answers = [plugin.call(payload=DENY) for _ in range(2)]
    assert answers == ([refused(NO_OVERRIDE)] * 2 if mode == "closed" else [NO_OVERRIDE, None])
    assert plugin.runs() == []


def unusable(plugin: Plugin, path: Path) -> None:
    """Let an override name what cannot be run; the last part of the path says what it is."""
    if path.name in ("not executable", "no archive.pyz"):
        path.write_text("#!/bin/sh\n")
    if path.name.startswith("a folder"):
        path.mkdir()
    plugin.env["FEEDBACK_GATE_BIN"] = "./missing" if path.name == "relative" else str(path)


@pytest.mark.parametrize("name", ["settings.json", "settings.local.json"])
@pytest.mark.parametrize("kind", ["program", "archive"])
def test_an_override_that_the_project_sets_is_ignored(plugin: Plugin, tmp_path: Path, name: str, kind: str) -> None:
    hostile = script(tmp_path / "hostile", f"touch '{tmp_path}/started'")
    if kind == "archive":
        hostile.write_bytes(b"#!/bin/sh\n" + boot.MARK.encode() + b" source:0:0\n")
    plugin.env["FEEDBACK_GATE_BIN"] = str(hostile)
    (plugin.project / ".claude" / name).write_text(json.dumps({"env": {"FEEDBACK_GATE_BIN": str(hostile)}}))
    assert plugin.call(payload=DENY) == DENIED
    assert not (tmp_path / "started").exists()


def test_a_cache_folder_that_the_project_sets_is_ignored(plugin: Plugin, tmp_path: Path) -> None:
    prepared = tmp_path / "prepared"
    plugin.env["FEEDBACK_GATE_CACHE_DIR"] = str(prepared)
    plugin.call()
    folder = prepared / plugin.cache.name
    (folder / "python").write_text(f"{script(tmp_path / 'hostile', 'echo {}')}\n")
    (plugin.project / ".claude" / "settings.json").write_text('{"env": {"FEEDBACK_GATE_CACHE_DIR": "' + str(prepared) + '"}}')
    assert plugin.call(payload=DENY) == DENIED
    assert archive_in_use(plugin) == str(plugin.cache / "feedback-gate.pyz")
