"""A variable that the project's own settings may have set never loosens, wherever in the project somebody stands."""

from __future__ import annotations

import json
import os

import pytest

from feedback_gate import inherited
from feedback_gate.settings import Settings

LOOSE = {"FEEDBACK_GATE_TRUST": "off", "CLAUDE_FEEDBACK_DIR": "/x"}
EVERY = frozenset(["ONE", "TWO"])


@pytest.fixture
def project(tmp_path):
    """A project whose settings set the variables."""
    folder = tmp_path / "above" / "project"
    (folder / ".claude").mkdir(parents=True)
    (folder / ".claude" / "settings.json").write_text(json.dumps({"env": LOOSE}))
    (folder / "a" / "b").mkdir(parents=True)
    return folder


def found(environ, root):
    """Trust and rule folder in force, and what was set aside."""
    settings = Settings({**environ, **LOOSE}, str(root))
    return settings.get("trust").value, settings.variable("CLAUDE_FEEDBACK_DIR"), sorted(settings.ignored)


ASIDE = ("tofu", "", ["CLAUDE_FEEDBACK_DIR", "FEEDBACK_GATE_TRUST"])


@pytest.mark.parametrize("told", ["/", "{project}/..", "{project}/a", "/nonexistent", "relative", ""])
@pytest.mark.parametrize("root", ["/", "{project}/a/b", "{above}"])
def test_whatever_we_are_told_the_settings_above_the_current_folder_count(project, monkeypatch, told, root):
    monkeypatch.chdir(project / "a" / "b")
    environ = {"HOME": "/home/me", "CLAUDE_PROJECT_DIR": told.format(project=project)}
    assert found(environ, root.format(project=project, above=project.parent)) == ASIDE


@pytest.mark.parametrize("name", ["settings.json", "settings.local.json"])
def test_the_settings_of_the_project_count_wherever_we_stand(project, monkeypatch, name):
    (project / ".claude" / "settings.json").rename(project / ".claude" / name)
    monkeypatch.chdir("/")
    assert found({"HOME": "/home/me"}, project) == ASIDE


def test_the_settings_of_the_home_folder_are_the_persons_own_by_any_name(project, tmp_path, monkeypatch):
    monkeypatch.chdir(project / "a")
    (tmp_path / "home").symlink_to(project)
    for home in (project, tmp_path / "home"):
        assert found({"HOME": str(home)}, project / "a") == ("off", "/x", [])


def test_a_current_folder_that_is_gone_is_no_folder(project, tmp_path, monkeypatch):
    gone = tmp_path / "gone"
    gone.mkdir()
    monkeypatch.chdir(gone)
    gone.rmdir()
    assert found({"HOME": "/home/me"}, project) == ASIDE


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ('{"env": {"ONE": "x"}}', {"ONE"}),
        ('\ufeff{"env": {"ONE": "x"}}', {"ONE"}),
        (r'{"env": {"\u004fNE": "x"}}', {"ONE"}),
        ('// a remark\n{"env": {"ONE": "x"}}', {"a", "remark", "env", "ONE", "x"}),
        (r'// {"env": {"\u004fNE": "x"}}', {"ONE", "TWO", "env", "u004fNE", "x"}),
        ("[" * 20_000, set()),
        ("[]", set()),
        ('{"env": ["ONE"]}', set()),
        ("", set()),
    ],
)
def test_the_names_of_one_file(tmp_path, text, names):
    (tmp_path / ".claude").mkdir()
    (tmp_path / ".claude" / "settings.json").write_text(text)
    assert inherited.names([str(tmp_path)], "", EVERY) == names


def test_settings_too_large_to_be_read_count_as_setting_everything(tmp_path):
    (tmp_path / ".claude").mkdir()
    with open(tmp_path / ".claude" / "settings.json", "wb") as file:
        file.truncate(inherited.MAX_BYTES + 1)
    assert inherited.names([str(tmp_path)], "", EVERY) == EVERY


def test_what_is_no_file_sets_nothing(tmp_path):
    (tmp_path / ".claude" / "settings.json").mkdir(parents=True)
    os.mkfifo(tmp_path / ".claude" / "settings.local.json")
    assert inherited.names([str(tmp_path), "relative", ""], "", EVERY) == frozenset()
