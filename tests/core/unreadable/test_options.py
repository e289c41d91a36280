"""Options and rules that somebody wrote and we cannot read: never waited for, never taken for none, and never looser for it."""

from __future__ import annotations

import json
import os
import shutil
import tempfile
from pathlib import Path

import pytest
from tests.support import unreadable
from tests.support.product import asked, context, denied, shown
from tests.support.unreadable import HOW, MAKES, refused

from feedback_gate import settings
from feedback_gate.main import main
from feedback_gate.settings import OPTIONS, Settings

NO_POLICY = (
    "the administrator's file cannot be read as a file of at most 1 MiB, so every option that protects stays at its default or "
    f"tighter, and what else it sets does not count; {HOW}, and ask your administrator"
)
NO_SETTINGS = f"your settings cannot be read as a file of at most 1 MiB, so none of them counts; {HOW}"
NO_TEXT = f"your own rules text is not sent to the agent: it cannot be read as a file of at most 1 MiB; {HOW}"
NO_FOLDER = (
    "CLAUDE_FEEDBACK_DIR names this folder and it is not there, so none of your own rules counts; "
    "make it, or correct or unset the variable"
)
NOBODY = 65534


def not_checked(path, reason) -> str:
    return f"[feedback-gate] not checked: {path} ({reason})"


@pytest.fixture
def policy(tmp_path, monkeypatch) -> str:
    """The place of the administrator's file."""
    path = str(tmp_path / "etc/policy.conf")
    monkeypatch.setattr(settings, "POLICY_FILE", path)
    return path


@pytest.fixture
def conf(home) -> str:
    """The place of the user's settings."""
    return str(home / ".config/feedback-gate/settings.conf")


def user(conf, text) -> None:
    os.makedirs(os.path.dirname(conf), exist_ok=True)
    Path(conf).write_text(text)


def in_force(**environ) -> dict[str, str]:
    """Every option that protects → its value, source and whether it is locked."""
    options = Settings({**os.environ, **environ})
    found = {name: options.get(name) for name, option in OPTIONS.items() if option.tighter}
    return {name: f"{one.value} {one.source}{' locked' * one.locked}" for name, one in found.items()}


DEFAULTS = {
    "agentLaunchGuard": "false default locked",
    "rulesFile": "~/.claude/feedback-gate/feedback_rules.md default locked",
    "failMode": "open default locked",
    "trust": "tofu default locked",
    "selfGuard": "ask default locked",
}
TIGHT = {"agentLaunchGuard": "true", "failMode": "closed", "trust": "strict", "selfGuard": "deny"}
LOOSE = {"agentLaunchGuard": "false", "rulesFile": "/mine.md", "failMode": "open", "trust": "off", "selfGuard": "ask"}


def environment(values, variable="variable") -> dict[str, str]:
    return {getattr(OPTIONS[name], variable): word for name, word in values.items()}


def lines(values) -> str:
    return "".join(f"{name} = {word}\n" for name, word in values.items())


class TestAnAdministratorsFile:
    @pytest.fixture(params=MAKES, autouse=True)
    def path(self, request, policy) -> str:
        return unreadable.put(request.param, policy)

    def test_every_option_that_protects_is_locked_at_its_default(self):
        assert in_force() == DEFAULTS

    def test_nobody_below_may_loosen(self, conf):
        user(conf, lines(LOOSE))
        assert in_force(**environment(LOOSE)) == DEFAULTS
        assert in_force(**environment(LOOSE, "plugin_variable")) == DEFAULTS

    def test_everybody_below_may_tighten_and_nobody_takes_that_back(self, conf):
        user(conf, lines(TIGHT))
        expected = {**DEFAULTS, **{name: f"{word} user locked" for name, word in TIGHT.items()}}
        assert in_force(**environment(LOOSE), **environment(LOOSE, "plugin_variable")) == expected
        user(conf, lines(LOOSE))
        expected = {**DEFAULTS, **{name: f"{word} plugin locked" for name, word in TIGHT.items()}}
        assert in_force(**environment(LOOSE), **environment(TIGHT, "plugin_variable")) == expected

    def test_what_protects_nobody_is_still_chosen_below(self, conf):
        user(conf, "language = ja\ninject = every\n")
        options = Settings({**os.environ, "FEEDBACK_GATE_INJECT": "changed"})
        assert (options.get("language").value, options.get("inject").value) == ("ja", "changed")
        assert not options.get("inject").locked

    def test_the_person_is_told_once_a_session(self, product, path):
        assert shown(product.start()) == not_checked(path, NO_POLICY)
        assert (shown(product.prompt()), shown(product.start("resume"))) == ("", "")
        assert shown(product.in_session("s2").prompt()) == not_checked(path, NO_POLICY)

    def test_the_person_is_told_in_japanese(self, product, path, monkeypatch):
        monkeypatch.setenv("LANG", "ja_JP.UTF-8")
        assert shown(product.start()) == (
            f"[feedback-gate] 未確認: {path} (管理者のファイルを 1 MiB 以下のファイルとして読み込めません。"
            "保護に関わるオプションは既定値かそれより厳しい値に固定し、ほかの指定は使いません。"
            "`ls -l` で種類、権限、サイズを確認し、管理者に相談してください)"
        )

    def test_a_tool_call_goes_on_and_under_closed_is_refused(self, product, path, monkeypatch):
        product.start()
        assert product.bash("true", run=False)[0] == {}
        monkeypatch.setenv("FEEDBACK_GATE_FAIL_MODE", "closed")
        assert denied(product.bash("true", run=False)[0]) == refused(path, NO_POLICY)

    def test_the_built_in_guard_is_on_as_with_any_administrators_file(self, product, home):
        change = {"file_path": str(home / ".claude/settings.json"), "content": '{"hooks": {}}'}
        assert asked(product.call("PreToolUse", tool_name="Write", tool_input=change))

    def test_doctor_and_status_say_it(self, product, path, capsys):
        assert main(["doctor", "--json"]) == 1
        problems = [one["text"] for one in json.loads(capsys.readouterr().out)["findings"] if one["weight"] == "problem"]
        assert f"{path}: {NO_POLICY}" in problems
        main(["status", "--json"])
        assert json.loads(capsys.readouterr().out)["unread"] == [{"what": path, "reason": NO_POLICY}]
        main(["status"])
        assert f"  {path}: {NO_POLICY}\n" in capsys.readouterr().out


def test_without_an_administrators_file_nothing_is_locked_and_nothing_said(product, policy):
    assert in_force(**environment({"trust": "off"}))["trust"] == "off environment"
    assert product.start() == {}


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can become somebody else")
@pytest.mark.parametrize(("of_folder", "of_file"), [(0o755, 0o600), (0o700, 0o644)])
def test_an_administrators_file_that_the_user_may_not_read_locks_too(monkeypatch, of_folder, of_file):
    folder = Path(tempfile.mkdtemp())
    try:
        path = folder / "policy.conf"
        path.write_text("trust = strict\n")
        path.chmod(of_file)
        folder.chmod(of_folder)
        monkeypatch.setattr(settings, "POLICY_FILE", str(path))
        assert in_force()["trust"] == "strict administrator locked"
        os.seteuid(NOBODY)
        try:
            found = in_force(FEEDBACK_GATE_TRUST="off")
        finally:
            os.seteuid(0)
        assert found == DEFAULTS
    finally:
        shutil.rmtree(folder)


class TestTheUsersSettings:
    @pytest.fixture(params=MAKES, autouse=True)
    def path(self, request, conf) -> str:
        return unreadable.put(request.param, conf)

    def test_none_of_them_counts_and_nothing_is_locked(self, policy):
        assert in_force() == {name: word.replace(" locked", "") for name, word in DEFAULTS.items()}
        assert in_force(**environment({"trust": "off"}))["trust"] == "off environment"

    def test_the_person_is_told_once_a_session(self, product, path, policy):
        assert shown(product.start()) == not_checked(path, NO_SETTINGS)
        assert (shown(product.prompt()), shown(product.start("resume"))) == ("", "")

    def test_the_person_is_told_in_japanese(self, product, path, policy, monkeypatch):
        monkeypatch.setenv("LANG", "ja_JP.UTF-8")
        assert shown(product.start()) == (
            f"[feedback-gate] 未確認: {path} (あなたの設定ファイルを 1 MiB 以下のファイルとして読み込めないため、"
            "そこでの指定はどれも使われません。`ls -l` で、種類、権限、サイズを確認してください)"
        )

    def test_a_tool_call_goes_on_and_under_closed_is_refused(self, product, path, policy, monkeypatch):
        product.start()
        assert product.bash("true", run=False)[0] == {}
        monkeypatch.setenv("FEEDBACK_GATE_FAIL_MODE", "closed")
        assert denied(product.bash("true", run=False)[0]) == refused(path, NO_SETTINGS)

    def test_the_session_keeps_the_launcher_awake(self, product, home):
        seen = home / ".local/state/feedback-gate/seen"
        seen.mkdir(parents=True)  # as the launcher does
        product.start()
        assert (seen / "on.s1").exists()

    def test_doctor_and_status_say_it(self, product, path, policy, capsys):
        assert main(["doctor", "--json"]) == 1
        problems = [one["text"] for one in json.loads(capsys.readouterr().out)["findings"] if one["weight"] == "problem"]
        assert f"{path}: {NO_SETTINGS}" in problems
        main(["status", "--json"])
        assert json.loads(capsys.readouterr().out)["unread"] == [{"what": path, "reason": NO_SETTINGS}]


class TestTheRulesText:
    @pytest.fixture(params=[(kind, name) for kind in MAKES for name in ("own.md", ".claude/feedback-gate/feedback_rules.md")])
    def path(self, request, home, monkeypatch, policy) -> str:
        kind, name = request.param
        if name == "own.md":
            monkeypatch.setenv("FEEDBACK_GATE_RULES_FILE", "~/own.md")
        return unreadable.put(kind, str(home / name))

    def test_the_person_is_told_once_a_session_and_the_agent_gets_no_text(self, product, path):
        product.start()
        first, second = product.prompt(), product.prompt()
        assert (shown(first), shown(second)) == (not_checked(path, NO_TEXT), "")
        assert (context(first), context(second)) == ("", "")

    def test_no_check_is_missed_so_closed_refuses_nothing(self, product, path, monkeypatch):
        monkeypatch.setenv("FEEDBACK_GATE_FAIL_MODE", "closed")
        product.start()
        product.prompt()
        assert product.bash("true", run=False)[0] == {}

    def test_doctor_and_status_say_it(self, product, path, capsys):
        assert main(["doctor", "--json"]) == 1
        problems = [one["text"] for one in json.loads(capsys.readouterr().out)["findings"] if one["weight"] == "problem"]
        assert f"{path}: {NO_TEXT}" in problems
        main(["status", "--json"])
        assert json.loads(capsys.readouterr().out)["unread"] == [{"what": path, "reason": NO_TEXT}]


class TestAClaudeFeedbackDirThatNamesNothing:
    @pytest.fixture
    def path(self, home, monkeypatch, policy) -> str:
        monkeypatch.setenv("CLAUDE_FEEDBACK_DIR", "~/gone")
        return str(home / "gone")

    def test_the_person_is_told_once_a_session(self, product, path):
        product.start()
        assert (shown(product.prompt()), shown(product.prompt())) == (not_checked(path, NO_FOLDER), "")

    def test_a_tool_call_goes_on_and_under_closed_is_refused(self, product, path, monkeypatch):
        product.start()
        product.prompt()
        assert product.bash("true", run=False)[0] == {}
        monkeypatch.setenv("FEEDBACK_GATE_FAIL_MODE", "closed")
        assert denied(product.bash("true", run=False)[0]) == refused(path, NO_FOLDER)
        assert denied(product.before_write("a.py")) == refused(path, NO_FOLDER)

    def test_an_empty_folder_is_well(self, product, path, monkeypatch):
        os.mkdir(path)
        monkeypatch.setenv("FEEDBACK_GATE_FAIL_MODE", "closed")
        product.start()
        assert shown(product.prompt()) == ""
        assert product.bash("true", run=False)[0] == {}

    def test_commands_for_people_say_it(self, product, path, capsys):
        assert main(["rules", "check"]) == 1
        assert f"{path}:1: {NO_FOLDER}" in capsys.readouterr().out
        assert main(["doctor", "--json"]) == 1
        assert f"{path}:1: {NO_FOLDER}. Next step" in capsys.readouterr().out
        main(["status", "--json"])
        assert json.loads(capsys.readouterr().out)["rules"]["broken"] == [path]


@pytest.mark.parametrize("kind", MAKES)
def test_moving_over_replaces_no_settings_that_it_cannot_read(kind, product, conf):
    from feedback_gate.people import older_files
    from feedback_gate.people.arguments import call_here

    path = unreadable.put(kind, conf)
    before = os.lstat(path)
    if kind == "leads nowhere":
        older_files.keep_options(call_here(), {"language": "en"})
        assert (os.readlink(path), Path(path).read_text()) == ("nowhere", "language = en\n")
    else:
        with pytest.raises(OSError, match=r".*"):
            older_files.keep_options(call_here(), {"language": "en"})
        assert os.lstat(path) == before


def test_moving_over_keeps_every_byte_of_the_settings(product, conf):
    from feedback_gate.people import older_files
    from feedback_gate.people.arguments import call_here

    os.makedirs(os.path.dirname(conf))
    Path(conf).write_bytes(b"# caf\xe9\nnotify = off")
    older_files.keep_options(call_here(), {"language": "en"})
    assert Path(conf).read_bytes() == b"# caf\xe9\nnotify = off\nlanguage = en\n"
