"""What stands in the place of a gate, of claims or of rules and cannot be read: never waited for, never taken for nothing, always said."""

from __future__ import annotations

import errno
import json
import os
import stat

import pytest
from tests.support import unreadable
from tests.support.product import blocked, context, denied, shown
from tests.support.unreadable import HOW, MAKES, doctor_problems, refused

from feedback_gate.feedback import plain
from feedback_gate.main import main
from feedback_gate.system import files

GATE = "rules:\n  - {match: '*.py', run: ['exit 1']}\n"
NOT_A_GATE = f"it cannot be read as a file of at most 4 MiB; {HOW}"
NOT_CLAIMS = f"it cannot be read as a file of at most 1 MiB; {HOW}"
CLAIM = "All tests pass."


@pytest.fixture
def make(product):
    """A function that puts something unreadable in a place of the project; the path."""

    def make(kind, name) -> str:
        return unreadable.put(kind, str(product.root / name))

    return make


@pytest.fixture
def closed(monkeypatch) -> None:
    monkeypatch.setenv("FEEDBACK_GATE_FAIL_MODE", "closed")


class TestGate:
    @pytest.fixture(params=MAKES)
    def path(self, request, make) -> str:
        return make(request.param, ".claude/gate.yaml")

    def test_the_session_begins_with_a_line_that_names_it(self, product, path):
        assert shown(product.start()) == (
            "[gate] problems in the configuration (the parts named are left out; `feedback-gate gate check` explains):\n"
            f"{path}:1: {NOT_A_GATE}"
        )

    def test_work_that_nobody_could_check_refuses_the_stop_once(self, product, path):
        product.start()
        product.write("a.py")
        reason = (
            f"[gate] {path} cannot be read, so nothing that changed was checked: {NOT_A_GATE}. "
            "Mend the file (`feedback-gate gate check` shows the place), then stop again."
        )
        assert blocked(product.stop()) == reason
        assert shown(product.stop()) == f"[gate] {path} still cannot be read ({NOT_A_GATE}); this stop was let through unchecked."

    def test_a_tool_call_goes_on_and_under_closed_is_refused(self, product, path, monkeypatch):
        product.start()
        assert product.bash("true", run=False)[0] == {}
        monkeypatch.setenv("FEEDBACK_GATE_FAIL_MODE", "closed")
        assert denied(product.bash("true", run=False)[0]) == refused(path, NOT_A_GATE)
        assert denied(product.before_write("a.py")) == refused(path, NOT_A_GATE)

    def test_commands_for_people_say_it(self, product, path, capsys):
        for words in (["gate", "check"], ["gate", "run"]):
            assert main(words) == 1
            assert capsys.readouterr().err == f"feedback-gate gate: {path}: {NOT_A_GATE}\n"
        assert main(["gate", "explain", "a.py"]) == 0
        assert f"\n  {NOT_A_GATE}\n" in capsys.readouterr().out
        assert f"{path}:1: {NOT_A_GATE}" in doctor_problems(capsys)
        main(["status", "--json"])
        gate = json.loads(capsys.readouterr().out)["gate"]
        assert (gate["path"], gate["state"], gate["problems"]) == (path, "waits", 1)

    def test_what_becomes_a_file_is_a_gate_of_the_next_session(self, product, path):
        product.start()
        product.sh(f"rm -r {path}")
        product.gate(GATE)
        after = product.in_session("s2")
        assert shown(after.start()).startswith("[feedback-gate] ")
        assert "exit 1" in blocked(after.write("a.py"))


class TestApprovedGate:
    @pytest.fixture(params=MAKES)
    def path(self, request, product, make) -> str:
        product.gate(GATE)
        product.start()
        os.unlink(product.root / ".claude/gate.yaml")
        return make(request.param, ".claude/gate.yaml")

    def test_the_approved_one_stays_in_force_and_one_line_says_why(self, product, path):
        reply = product.write("a.py")
        assert "exit 1" in blocked(reply)
        assert f"{path}:1: {NOT_A_GATE}" in shown(reply)

    def test_no_tool_call_is_refused_under_closed_and_the_person_is_told_once(self, product, path, closed):
        first, second = (product.bash("true", run=False)[0] for _ in range(2))
        assert (first.keys(), second) == ({"systemMessage"}, {})
        assert f"{path}:1: {NOT_A_GATE}" in shown(first)

    def test_nobody_is_asked_to_approve_a_deletion(self, product, path, capsys):
        assert "feedback-gate trust" not in shown(product.write("a.py"))
        assert main(["trust", "--json"]) == 0
        assert json.loads(capsys.readouterr().out) == []


def test_another_gate_does_not_hide_one_that_comes_first(product, make):
    path = make("fifo", ".claude/gate.yaml")
    product.file(".agents/gate.yaml", GATE)
    assert f"{path}:1: {NOT_A_GATE}" in shown(product.start())


def test_the_set_up_replaces_nothing_that_it_cannot_read(product, make):
    from feedback_gate.people import first_gate
    from feedback_gate.people.arguments import call_here

    product.file("package.json", '{"scripts": {"test": "true"}}')
    assert first_gate.plan(call_here(), asks=False, only_codex=False) is not None
    make("too large", ".claude/gate.yaml")
    assert first_gate.plan(call_here(), asks=False, only_codex=False) is None


class TestClaims:
    @pytest.fixture(params=MAKES)
    def path(self, request, make) -> str:
        return make(request.param, ".shoot.config.json")

    def test_the_session_begins_with_a_line_that_names_it(self, product, path):
        assert shown(product.start()) == (
            f"[claims] problems in {path} (what is wrong counts as absent):\n{path}:1: {NOT_CLAIMS}"
        )

    def test_a_claim_that_nothing_could_verify_is_named(self, product, path):
        product.start()
        assert shown(product.stop(CLAIM)) == f"[feedback-gate] not checked: {path} ({NOT_CLAIMS})"
        assert product.stop("I looked at the importer.") == {}

    def test_a_tool_call_goes_on_and_under_closed_is_refused(self, product, path, monkeypatch):
        product.start()
        assert product.bash("true", run=False)[0] == {}
        monkeypatch.setenv("FEEDBACK_GATE_FAIL_MODE", "closed")
        assert denied(product.bash("true", run=False)[0]) == refused(path, NOT_CLAIMS)

    def test_claims_of_the_gate_come_first(self, product, path, closed):
        product.gate("rules: []\nclaims: {checks: {test: 'true'}}\n")
        product.sh("git add .claude && git commit -q -m gate")
        product.in_session("s2").start()
        assert product.in_session("s2").bash("true", run=False)[0] == {}

    def test_commands_for_people_say_it(self, product, path, capsys):
        assert main(["verify"]) == 1
        assert capsys.readouterr().err == f"feedback-gate verify: {path}: {NOT_CLAIMS}\n"
        assert f"{path}:1: {NOT_CLAIMS}. Next step: correct it" in doctor_problems(capsys)


class TestApprovedClaims:
    @pytest.fixture(params=MAKES)
    def path(self, request, product, make) -> str:
        from feedback_gate.claims import force
        from feedback_gate.people.arguments import call_here

        path = product.file(".shoot.config.json", '{"checks": {"test": "exit 1"}}')
        force.approve(call_here(), "terminal")
        path.unlink()
        return make(request.param, ".shoot.config.json")

    def test_the_approved_ones_stay_in_force_and_one_line_says_why(self, product, path):
        assert f"{path}:1: {NOT_CLAIMS}" in shown(product.start())
        reply = product.stop(CLAIM)
        assert "test failed" in blocked(reply)
        assert "feedback-gate trust" not in shown(reply)

    def test_no_tool_call_is_refused_under_closed(self, product, path, closed):
        assert product.bash("true", run=False)[0] == {}

    def test_nobody_is_asked_to_approve_a_deletion(self, product, path, capsys):
        assert main(["trust", "--json"]) == 0
        assert json.loads(capsys.readouterr().out) == []


# A larger file, or a folder, in the place of a rule file is named as broken, or is no rule.
RULE_FILES = ["fifo", "device", "leads nowhere", "loop", *(["not ours"] if os.geteuid() else [])]
RULE_FOLDERS = [*RULE_FILES, "too large"]
NO_RULES = "it cannot be read, so no rule in it counts; look with `ls -ld` at what it is and who may read it"


class TestRules:
    @pytest.fixture(
        params=[
            *((kind, name) for kind in RULE_FILES for name in (".claude/feedback/r.md", "~/.claude/feedback/r.md")),
            *((kind, name) for kind in RULE_FOLDERS for name in (".agents/feedback", "~/.claude/feedback")),
        ],
        ids=" ".join,
    )
    def path(self, request, home, make) -> str:
        kind, name = request.param
        return make(kind, name.replace("~", str(home)))

    def test_the_first_prompt_tells_the_person_once_and_the_agent_each_time(self, product, path):
        product.start()
        first, second = product.prompt(), product.prompt()
        assert (shown(first), shown(second)) == (f"[feedback-gate] not checked: {path} ({NO_RULES})", "")
        for reply in (first, second):
            assert f"- {plain.path(path)}:1: cannot be read, " in context(reply)

    def test_a_tool_call_goes_on_and_under_closed_is_refused(self, product, path, monkeypatch):
        product.start()
        product.prompt()
        assert product.bash("true", run=False)[0] == {}
        monkeypatch.setenv("FEEDBACK_GATE_FAIL_MODE", "closed")
        assert denied(product.bash("true", run=False)[0]) == refused(path, NO_RULES)
        assert denied(product.before_write("a.py")) == refused(path, NO_RULES)

    def test_what_goes_away_refuses_nothing(self, product, path, closed):
        product.start()
        os.unlink(path)
        product.prompt()
        assert product.bash("true", run=False)[0] == {}

    def test_commands_for_people_say_it(self, product, path, capsys):
        assert main(["rules", "check"]) == 1
        assert f"{path}:1: cannot be read, " in capsys.readouterr().out
        assert any(text.startswith(f"{path}:1: cannot be read, ") for text in doctor_problems(capsys))

    def test_the_session_keeps_the_launcher_awake(self, product, path, home):
        seen = home / ".local/state/feedback-gate/seen"
        seen.mkdir(parents=True)  # as the launcher does
        product.prompt()
        assert (seen / "on.s1").exists()


def test_the_other_rules_of_a_folder_count_as_before(product, make):
    product.file(
        ".claude/feedback/own.md", "---\nname: own\ncount: 5\nenforce:\n  - {event: pre_bash, when: git push, message: m}\n---\n"
    )
    make("fifo", ".claude/feedback/a.md")
    product.start()
    assert "own" in denied(product.bash("git push", run=False)[0])


def test_a_rule_file_that_may_be_read_later_is_tried_at_each_call(product, monkeypatch):
    path = product.file(
        ".claude/feedback/own.md", "---\nname: own\ncount: 5\nenforce:\n  - {event: pre_bash, when: git push, message: m}\n---\n"
    )
    real = files.load

    def load(name, *more):
        if name == str(path):
            raise OSError(errno.EACCES, "Permission denied", name)
        return real(name, *more)

    monkeypatch.setattr(files, "load", load)
    product.start()
    assert shown(product.bash("git push", run=False)[0]) == f"[feedback-gate] not checked: {path} ({NO_RULES})"
    monkeypatch.setattr(files, "load", real)
    assert "own" in denied(product.bash("git push", run=False)[0])


@pytest.mark.parametrize("through", ["itself", "a link"])
def test_what_is_no_file_is_never_replaced_by_one(tmp_path, through):
    pipe, link = tmp_path / "pipe", tmp_path / "link"
    os.mkfifo(pipe)
    link.symlink_to(pipe)
    with pytest.raises(OSError, match="no regular file"):
        files.replace_content(str(link if through == "a link" else pipe), b"new")
    assert stat.S_ISFIFO(os.lstat(pipe).st_mode)
    assert sorted(os.listdir(tmp_path)) == ["link", "pipe"]
