"""Which Python the launcher takes: a real one, that can read our file, and never one that a project or a manager puts forward."""

from __future__ import annotations

import glob
import os
import subprocess
import time
from typing import TYPE_CHECKING

import pytest
from tests.shim.conftest import DENIED, DENY, FAIL_MODES, PYTHONS, SESSION, Plugin, link, refused, script

import archive as archive_module

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

NEWEST = PYTHONS[next(reversed(PYTHONS))]
OTHER_VERSION, OTHER = next(iter(PYTHONS.items()))  # the oldest of this machine; with only one it is the same
NO_PYTHON = {
    "systemMessage": "[feedback-gate] Not checked: No usable Python (3.9 or newer) was found. Install one or put it on PATH. (no-python)"
}


def used(plugin: Plugin) -> dict[str, str]:
    answer = plugin.call(payload={"do": "python"})
    assert answer is not None
    return answer


@pytest.mark.parametrize("version", PYTHONS)
def test_one_released_python_alone_is_enough(plugin: Plugin, tmp_path: Path, version: str) -> None:
    plugin.only_path(link(tmp_path / "bin", python3=PYTHONS[version]))
    assert [used(plugin)["version"] for _ in range(2)] == [version] * 2


@pytest.mark.parametrize("name", ["python3_9", "python"])
def test_it_may_have_only_a_versioned_or_a_bare_name(plugin: Plugin, tmp_path: Path, name: str) -> None:
    plugin.only_path(link(tmp_path / "bin", **{name: OTHER}))
    assert used(plugin)["version"] == OTHER_VERSION


@pytest.mark.parametrize("mode", FAIL_MODES)
def test_p2_without_any_python_one_line_says_so_and_prompts_look_again(plugin: Plugin, tmp_path: Path, mode: str) -> None:
    plugin.env["FEEDBACK_GATE_FAIL_MODE"] = mode
    empty = link(tmp_path / "bin")
    plugin.only_path(empty)
    assert [plugin.call("Stop", DENY) for _ in range(2)] == [NO_PYTHON, None]
    plugin.env["CLAUDE_CODE_SESSION_ID"] = "another-session"
    closed = mode == "closed"
    first, later = (refused(NO_PYTHON), refused(NO_PYTHON)) if closed else (NO_PYTHON, None)
    assert [plugin.call(payload=DENY) for _ in range(2)] == [first, later]
    if closed:
        assert plugin.call("Stop", DENY) == NO_PYTHON
    link(empty, python3=NEWEST)
    assert plugin.call(payload=DENY) == later
    assert plugin.call("UserPromptSubmit", DENY) == DENIED
    assert plugin.call(payload=DENY) == DENIED


def test_the_pin_is_the_real_file_behind_links(plugin: Plugin, tmp_path: Path) -> None:
    plugin.only_path(link(tmp_path / "bin", python3=str(link(tmp_path / "other", python3=NEWEST) / "python3")))
    assert used(plugin)["executable"] == os.path.realpath(NEWEST)
    assert (plugin.cache / "python").read_text() == os.path.realpath(NEWEST) + "\n"


def test_p2_a_virtual_environment_gives_the_python_it_was_made_from(plugin: Plugin, tmp_path: Path) -> None:
    subprocess.run([NEWEST, "-m", "venv", "--without-pip", str(tmp_path / "venv")], check=True)
    plugin.only_path(tmp_path / "venv" / "bin")
    assert used(plugin)["executable"] == os.path.realpath(NEWEST)


STAND_INS = {
    "the shop's stub": "exit 49",
    "an old Python's syntax error": "exit 1",
    "noise": "echo Python 3.12; exit 0",
    "an answer to anything": "echo 'hot /bin/false'; exit 0",
}


@pytest.mark.parametrize("text", STAND_INS.values(), ids=STAND_INS)
def test_p2_scripts_under_the_name_python_are_not_even_started(plugin: Plugin, tmp_path: Path, text: str) -> None:
    script(tmp_path / "first" / "python3", f"touch '{tmp_path}/started'; {text}")
    plugin.only_path(tmp_path / "first", link(tmp_path / "second", python3=NEWEST))
    assert plugin.call(payload=DENY) == DENIED
    assert not (tmp_path / "started").exists()


@pytest.mark.parametrize("program", ["/bin/false", "/bin/true", "/bin/echo", "/bin/sh"])
def test_p2_programs_that_are_no_python_are_passed_over(plugin: Plugin, tmp_path: Path, program: str) -> None:
    plugin.only_path(link(tmp_path / "first", python3=program), link(tmp_path / "second", python3=NEWEST))
    assert plugin.call(payload=DENY) == DENIED


OLD = sorted(
    path
    for old in ("2.7", "3.6", "3.7", "3.8")
    for path in glob.glob(f"{os.path.expanduser('~')}/.pyenv/versions/{old}.*/bin/python")
)


@pytest.mark.parametrize("old", OLD or [pytest.param("", marks=pytest.mark.skip(reason="no Python below 3.9 is here"))])
def test_p2_a_python_that_is_too_old_is_passed_over_and_alone_it_is_none(plugin: Plugin, tmp_path: Path, old: str) -> None:
    link(tmp_path / "first", python3=old)
    second = link(tmp_path / "second")
    plugin.only_path(tmp_path / "first", second)
    answer = plugin.call("SessionStart", DENY)
    assert answer is not None
    assert answer["systemMessage"].endswith("(no-python)")
    (second / "python3").symlink_to(NEWEST)
    assert plugin.call("SessionStart", DENY) == DENIED


def started(plugin: Plugin) -> Path:
    """A file in which every Python notes itself that the launcher starts to look at it."""
    notes = plugin.home.parent / "started"
    place = plugin.shim / "place.py"
    note = f"import sys\nwith open({str(notes)!r}, 'a') as notes:\n    notes.write(sys.executable + '\\n')\n"
    place.write_text(place.read_text().replace("\nimport os\n", f"\n{note}import os\n", 1))
    return notes


def test_p2_a_python_that_hangs_is_given_up(plugin: Plugin, tmp_path: Path) -> None:
    plugin.only_path(link(tmp_path / "bin", python3=NEWEST))
    plugin.edit_launcher("  fg_limit=10\n", "  fg_limit=1\n")
    (plugin.shim / "place.py").unlink()
    os.mkfifo(plugin.shim / "place.py")  # whoever opens it waits for ever
    begun = time.monotonic()
    assert plugin.call(payload=DENY) == NO_PYTHON
    assert 1 <= time.monotonic() - begun < 8


def test_p2_a_python_that_cannot_read_the_plugin_is_passed_over(plugin: Plugin, tmp_path: Path) -> None:
    # like a packaged Python that sees another file system: it answers `-c`, but does not find our files
    place = plugin.shim / "place.py"
    place.write_text(
        f"import sys\nif '%d.%d' % sys.version_info[:2] == {OTHER_VERSION!r} != {next(reversed(PYTHONS))!r}:\n    sys.exit(2)\n{place.read_text().replace('from __future__ import annotations', '')}"
    )
    plugin.only_path(link(tmp_path / "first", python3=OTHER), link(tmp_path / "second", python3=NEWEST))
    assert used(plugin)["executable"] == os.path.realpath(NEWEST)


def test_a_plugin_that_was_copied_by_halves_is_reported(plugin: Plugin) -> None:
    (plugin.shim / "place.py").unlink()
    line = "[feedback-gate] Not checked: Files of the launcher are missing. Install the plugin again. (launcher-incomplete)"
    assert plugin.call(payload=DENY) == {"systemMessage": line}


@pytest.mark.parametrize("place", ["project", "repository", "working folder", "linked"])
def test_no_python_of_the_project_is_ever_started(plugin: Plugin, tmp_path: Path, place: str) -> None:
    repository, tree = tmp_path / "repository", tmp_path / "tree"
    inner = repository / "inner"
    for folder in (repository / ".git" / "HEAD", tree / ".git" / "HEAD", inner / ".claude" / "feedback"):
        folder.mkdir(parents=True)
    parents = {"project": inner, "repository": repository, "working folder": tree, "linked": inner}
    first = link(parents[place] / "bin", python3=OTHER)
    if place == "linked":
        (tmp_path / "outside").symlink_to(first)
        first = tmp_path / "outside"
    second = link(tmp_path / "second", python3=NEWEST)
    plugin.env["CLAUDE_PROJECT_DIR"] = str(inner)
    plugin.cwd = tree
    plugin.only_path(first, second)
    notes = started(plugin)
    assert used(plugin)["executable"] == os.path.realpath(NEWEST)
    assert notes.read_text() == f"{second}/python3\n"


def test_an_empty_git_folder_above_as_sandboxes_leave_one_forbids_nothing(plugin: Plugin, tmp_path: Path) -> None:
    (tmp_path / ".git").mkdir()
    plugin.only_path(link(tmp_path / "second", python3=NEWEST))
    assert plugin.call(payload=DENY) == DENIED


@pytest.mark.parametrize("entry", ["", ".", "bin", "~/bin"])
def test_relative_entries_of_path_are_passed_over(plugin: Plugin, tmp_path: Path, entry: str) -> None:
    plugin.only_path(link(tmp_path / "second", python3=NEWEST))
    plugin.env["PATH"] = f"{entry}:{plugin.env['PATH']}"
    link(plugin.project / "bin", python3=OTHER)
    link(plugin.project, python3=OTHER)
    assert used(plugin)["executable"] == os.path.realpath(NEWEST)


def test_a_home_folder_that_is_the_project_still_has_its_pythons(plugin: Plugin) -> None:
    plugin.only_path(link(plugin.home / "bin", python3=NEWEST))
    plugin.env["CLAUDE_PROJECT_DIR"] = str(plugin.home)
    (plugin.home / ".claude" / "feedback").mkdir(parents=True)
    assert plugin.call(payload=DENY) == DENIED


def test_in_a_home_folder_that_is_a_repository_no_python_of_the_project_is_started(plugin: Plugin, tmp_path: Path) -> None:
    project = plugin.home / "project"
    for folder in (plugin.home / ".git" / "HEAD", project / ".claude" / "feedback"):
        folder.mkdir(parents=True)
    plugin.env["CLAUDE_PROJECT_DIR"] = str(project)
    plugin.cwd = project
    second = link(tmp_path / "second", python3=NEWEST)
    plugin.only_path(link(project / "bin", python3=OTHER), second)
    notes = started(plugin)
    assert plugin.call(payload=DENY) == DENIED
    assert notes.read_text() == f"{second}/python3\n"


@pytest.mark.parametrize(
    "place", [".pyenv/versions/3.9.1/bin", ".local/share/uv/python/cpython-3.9/bin", ".asdf/installs/python/3.9/bin"]
)
def test_the_versions_behind_a_managers_scripts_are_found_where_it_keeps_them(plugin: Plugin, tmp_path: Path, place: str) -> None:
    script(tmp_path / "shims" / "python3", "exit 1")
    link(plugin.home / place, python3=OTHER)
    plugin.only_path(tmp_path / "shims")
    assert used(plugin)["version"] == OTHER_VERSION


def test_a_python_whose_bytecode_is_in_the_executable_is_preferred(
    make_plugin: Callable[..., Plugin], archive: Path, tmp_path: Path
) -> None:
    executable, core = tmp_path / "only39.pyz", str(archive.parent / "core")
    executable.write_bytes(archive_module.build(core, [OTHER_VERSION], f"{core}/imports.json").data)
    plugin = make_plugin(executable=executable)
    plugin.configure()
    plugin.only_path(link(tmp_path / "first", python3=NEWEST), link(tmp_path / "second", python3=OTHER))
    assert used(plugin)["version"] == OTHER_VERSION
    other = make_plugin("other", executable=executable)
    other.configure()
    other.only_path(tmp_path / "first")
    assert used(other)["executable"] == os.path.realpath(NEWEST)


def test_the_pythons_of_other_sessions_are_not_looked_for_again(plugin: Plugin, tmp_path: Path) -> None:
    assert plugin.call(payload=DENY) == DENIED
    plugin.env["PATH"] = str(tmp_path / "nowhere")
    plugin.env["CLAUDE_CODE_SESSION_ID"] = SESSION[::-1]
    assert plugin.call(payload=DENY) == DENIED


def test_a_managers_stand_in_that_is_a_program_is_not_started(plugin: Plugin, tmp_path: Path) -> None:
    # mise and volta link one program under every name in a folder called shims
    second = link(tmp_path / "second", python3=NEWEST)
    plugin.only_path(link(tmp_path / "manager" / "shims", python3=OTHER), second)
    notes = started(plugin)
    assert plugin.call(payload=DENY) == DENIED
    assert notes.read_text() == f"{second}/python3\n"


def test_a_star_in_path_is_a_name_like_any_other(plugin: Plugin, tmp_path: Path) -> None:
    link(tmp_path / "many" / "first", python3=NEWEST)
    plugin.only_path(tmp_path / "many" / "*")
    assert plugin.call(payload=DENY) == NO_PYTHON


def test_a_python_is_tried_from_the_root_folder_where_no_managers_file_lies(plugin: Plugin, tmp_path: Path) -> None:
    plugin.only_path(link(tmp_path / "bin", python3=NEWEST))
    place = plugin.shim / "place.py"
    notes = tmp_path / "folder"
    place.write_text(place.read_text().replace("import os\n", f"import os\nopen({str(notes)!r}, 'w').write(os.getcwd())\n", 1))
    assert plugin.call(payload=DENY) == DENIED
    assert notes.read_text() == "/"


def test_a_link_to_a_python_that_lies_in_the_project_is_not_taken(plugin: Plugin, tmp_path: Path) -> None:
    project = os.path.dirname(os.path.dirname(os.path.realpath(NEWEST)))
    (plugin.home / ".claude" / "feedback").mkdir(parents=True)
    plugin.env["CLAUDE_PROJECT_DIR"] = project
    plugin.only_path(link(tmp_path / "first", python3=NEWEST), link(tmp_path / "second", python3=OTHER))
    answer = plugin.call(payload={"do": "python"})
    assert answer == NO_PYTHON or answer["version"] == OTHER_VERSION != next(reversed(PYTHONS))
