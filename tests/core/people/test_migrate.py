"""`migrate`: what two older tools left is named; options and violations are taken over, and nothing of theirs is touched."""

from __future__ import annotations

import json

import pytest

OLDER = "feedback-gate@claude-hook-gate"
RULE = "---\nname: no_force_push\ncount: 4\nenforce:\n  - event: pre_bash\n    when: git push -f\n    message: no\n---\n"
FIRST = {"ts": "2026-11-02T10:00:00.000+00:00", "rule": "no_force_push", "count": 3, "severity": "ask", "event": "pre_bash"}
SECOND = {**FIRST, "ts": "2026-11-03T10:00:00.000+00:00", "detail": "git push -f"}


@pytest.fixture
def older(machine):
    """A machine on which the older plugin was at work."""
    options = {"language": "ja", "agentLaunchGuard": True, "autoCount": True, "rulesFile": "~/my-rules.md"}
    settings = {"enabledPlugins": {OLDER: True}, "pluginConfigs": {OLDER: {"options": options}}}
    machine.put(machine.settings, settings)
    rules = machine.home / ".claude" / "feedback"
    machine.put(rules / "no_force_push.md", RULE.encode())
    log = "".join(json.dumps(line) + "\n" for line in (FIRST, SECOND))
    machine.put(rules / ".violations.jsonl", (log + "not json\n[1]\n").encode())
    machine.put(rules / ".count_state" / "s1.json", b"[]")
    machine.file(".claude/gate.yaml", "rules: []\n")
    machine.file("src/app.py", "x = 1\n")
    machine.file(".claude/.gate-status/gate_failed.s1.txt", f"{machine.project}/src/app.py\nsrc/gone.py\n/etc/passwd\n")
    machine.file(".claude/.gate-status/changed_files.s1--a1.txt", "src/app.py\n")
    machine.file(".claude/gate_attempts.s0.txt", "2")
    machine.file(".claude/hooks/logs/s0/lint.log", "x\n")
    return machine


@pytest.fixture
def shoot(machine):
    """A project in which Shoot was at work."""
    hook = {"type": "command", "command": "node", "args": ["${CLAUDE_PROJECT_DIR}/.claude/shoot-hook.js"]}
    machine.file(".claude/settings.json", {"hooks": {"Stop": [{"hooks": [hook]}]}})
    machine.file(".claude/shoot-hook.js", "// x\n")
    machine.file(".shoot.config.json", {"checks": {"test": "true"}})
    machine.file(".shoot/trust.json", {"hash": "x"})
    event = {"at": "2026-11-02T10:00:00.000Z", "outcome": "blocked", "claim": "all tests pass", "sessionId": "s0"}
    machine.file(".shoot/history.jsonl", json.dumps(event) + "\n")
    return machine


def test_a_machine_without_older_tools_has_nothing_to_move(machine):
    machine.file(".claude/gate.yaml", "rules: []\n")
    assert machine.said("migrate") == "Nothing of the older feedback-gate plugin or of Shoot was found here.\n"


def test_the_older_plugin_whole(older):
    home, project = older.home, older.project
    assert older.said("migrate", "--dry-run", code=1) == (
        "Still running, beside us:\n"
        f"  The older feedback-gate plugin is still enabled in {home}/.claude/settings.json and runs beside us. "
        f"Next step: `claude plugin uninstall {OLDER}`\n"
        "\nRead as it is, and left as it is:\n"
        f"  {home}/.claude/feedback: 1 rules\n"
        f"  {project}/.claude/gate.yaml: the gate\n"
        "\nCan be taken over:\n"
        "  language = ja, as set in the older plugin, into your settings file\n"
        "  agentLaunchGuard = true, as set in the older plugin, into your settings file\n"
        "  rulesFile = ~/my-rules.md, as set in the older plugin, into your settings file\n"
        "  2 violations in the older log, which `correct` and `report` then count\n"
        "\nNot checked yet when the older tool stopped:\n"
        "  src/app.py\n"
        "\nRead by nobody once the older tool is gone; yours to delete:\n"
        f"  {project}/.claude/.gate-status/changed_files.s1--a1.txt\n"
        f"  {project}/.claude/.gate-status/gate_failed.s1.txt\n"
        f"  {project}/.claude/gate_attempts.s0.txt\n"
        f"  {project}/.claude/hooks/logs\n"
        f"  {home}/.claude/feedback/.violations.jsonl\n"
        f"  {home}/.claude/feedback/.count_state\n"
        "\nNext step: `feedback-gate init` if you have not yet, then `feedback-gate doctor`. "
        "What was open is run by `feedback-gate gate run FILE …`.\n"
    )


def test_shoot_whole(shoot):
    project = shoot.project
    assert shoot.said("migrate", code=1) == (
        "Still running, beside us:\n"
        f"  Shoot is still registered in {project}/.claude/settings.json and runs beside us. Next step: copy `.shoot.config.json` "
        "and `.shoot/` if they are to be read on, then `npx shoot-cc uninstall`, which deletes them\n"
        "\nRead as it is, and left as it is:\n"
        f"  {project}/.shoot.config.json: how claims are verified; `feedback-gate trust` approves its commands once\n"
        f"  {project}/.shoot/history.jsonl: 1 claims, which `stats` and `report` count\n"
        "\nRead by nobody once the older tool is gone; yours to delete:\n"
        f"  {project}/.shoot/trust.json\n"
        f"  {project}/.claude/shoot-hook.js\n"
        "\nNext step: `feedback-gate init` if you have not yet, then `feedback-gate doctor`. "
        "What was open is run by `feedback-gate gate run FILE …`.\n"
    )


def test_options_and_violations_are_taken_over_once_and_nothing_else_is_written(older):
    before = older.tree()
    written = {
        "home/.config/feedback-gate/settings.conf": b"language = ja\nagentLaunchGuard = true\nrulesFile = ~/my-rules.md\n",
        "home/.local/state/feedback-gate/log/violations.jsonl": b"".join(
            json.dumps({**line, "detail": line.get("detail", "")}).encode() + b"\n" for line in (FIRST, SECOND)
        ),
    }
    assert "\nWritten: " in older.said("migrate", "--yes", code=1)
    assert older.tree() == {**before, **written}
    assert (
        older.said("migrate", "--yes", code=1).count("引き継げるもの") == 0
    )  # Japanese from now on, and nothing is left to take
    assert older.tree() == {**before, **written}


def test_what_was_taken_over_counts(older):
    older.run("migrate", "--yes")
    assert older.value("status", code=1)["options"]["agentLaunchGuard"] == {"value": "true", "source": "user", "locked": False}
    report = older.run("correct", "--window", "3650d").stdout.splitlines()
    assert report[0] == "[correct] 有効なルール 1 件、3650d 以内の違反 2 件"


def test_an_option_set_here_is_kept_and_the_file_is_only_added_to(older):
    path = older.home / ".config" / "feedback-gate" / "settings.conf"
    older.put(path, b"# mine\nlanguage = en")
    older.run("migrate", "--yes")
    assert path.read_text() == "# mine\nlanguage = en\nagentLaunchGuard = true\nrulesFile = ~/my-rules.md\n"


@pytest.mark.parametrize(
    ("given", "taken"),
    [
        ({"autoCount": False}, {"autoCount": "false"}),
        ({"autoCount": "false"}, {"autoCount": "false"}),
        ({"autoCount": True, "language": "auto"}, {}),
        ({"language": "", "autoCount": None}, {}),
        ({"trust": "strict", "failMode": "closed"}, {"trust": "strict", "failMode": "closed"}),
        ({"selfGuard": "deny", "agentLaunchGuard": True}, {"selfGuard": "deny", "agentLaunchGuard": "true"}),
        ({"notify": "off", "inject": "every"}, {"notify": "off", "inject": "every"}),
        ([], {}),
    ],
)
def test_only_options_that_mean_something_here_are_taken(machine, given, taken):
    machine.put(machine.settings, {"pluginConfigs": {OLDER: {"options": given}}})
    found = machine.value("migrate")
    assert (found["options"], found["left_out"]) == (taken, {})


@pytest.mark.parametrize(
    ("given", "left_out"),
    [
        ({"trust": "off"}, {"trust": "off"}),
        ({"rulesFile": "rules.md"}, {"rulesFile": "rules.md"}),
        ({"rulesFile": "~/../elsewhere/rules.md"}, {"rulesFile": "~/../elsewhere/rules.md"}),
        ({"rulesFile": "/elsewhere/rules.md"}, {"rulesFile": "/elsewhere/rules.md"}),
        ({"rulesFile": "a\ntrust = off"}, {"rulesFile": ""}),
        ({"rulesFile": "~/a\u2028trust = off"}, {"rulesFile": ""}),
        ({"language": "fr"}, {"language": ""}),
        ({"language": 7}, {"language": ""}),
        ({"notify": "sh -c 'x'"}, {"notify": ""}),
        ({"unknown": "x"}, {"unknown": ""}),
    ],
)
def test_what_may_loosen_or_means_nothing_here_is_left_out_and_not_written(machine, given, left_out):
    machine.put(machine.settings, {"pluginConfigs": {OLDER: {"options": {**given, "autoCount": False}}}})
    found = machine.value("migrate")
    assert (found["options"], found["left_out"]) == ({"autoCount": "false"}, left_out)
    machine.run("migrate", "--yes")
    assert (machine.home / ".config" / "feedback-gate" / "settings.conf").read_text() == "autoCount = false\n"


def test_a_rules_text_inside_the_project_is_left_out(machine):
    project = machine.home / "app"
    project.mkdir()
    machine.put(machine.settings, {"pluginConfigs": {OLDER: {"options": {"rulesFile": "~/app/rules.md"}}}})
    assert json.loads(machine.run("migrate", "--json", cwd=project).stdout)["left_out"] == {"rulesFile": "~/app/rules.md"}
    for elsewhere in (machine.home, machine.project):
        assert json.loads(machine.run("migrate", "--json", cwd=elsewhere).stdout)["left_out"] == {}


def test_what_is_left_out_is_named_with_how_to_set_it_by_hand(machine):
    options = {"trust": "off", "language": "fr", "\033[31mx": "ghp_secret"}
    machine.put(machine.settings, {"pluginConfigs": {OLDER: {"options": options}}})
    path = f"{machine.home}/.config/feedback-gate/settings.conf"
    unknown = f"there is no such option here, or not with this value. `feedback-gate status` names those there are; write `NAME = VALUE` into {path}\n"
    assert machine.said("migrate") == (
        "Not taken over:\n"
        f"  trust = off, as set in the older plugin: it may loosen what is checked. If you want it all the same, write that line into {path}\n"
        f"  language: {unknown}"
        f"  \ufffd[31mx: {unknown}"
        "\nNext step: `feedback-gate init` if you have not yet, then `feedback-gate doctor`. "
        "What was open is run by `feedback-gate gate run FILE …`.\n"
    )


def test_a_projects_settings_are_no_persons_choice(machine):
    machine.file(".claude/settings.json", {"pluginConfigs": {OLDER: {"options": {"autoCount": False}}}})
    assert machine.value("migrate")["options"] == {}


def test_a_secret_in_the_older_log_is_not_carried_on(machine):
    token = "ghp_" + "a1B2" * 9
    line = {**FIRST, "detail": f"curl -H 'Authorization: Bearer {token}'"}
    machine.put(machine.home / ".claude" / "feedback" / ".violations.jsonl", json.dumps(line).encode())
    machine.run("migrate", "--yes")
    assert token not in (machine.state / "log" / "violations.jsonl").read_text()


def test_without_a_terminal_nothing_is_written(older):
    before = older.tree()
    done = older.run("migrate")
    said = (
        "Nothing was written: there is no terminal to agree on. Next step: "
        "look with `feedback-gate migrate --dry-run`, then run `feedback-gate migrate --yes`\n"
    )
    assert (done.returncode, done.stderr) == (1, said)
    assert older.tree() == before


@pytest.mark.parametrize(("typed", "writes"), [("\n", True), ("n\n", False), ("\x04", False)])
def test_on_a_terminal_it_asks(older, typed, writes):
    _, shown = older.on_terminal("migrate", typed=typed)
    assert "Take it over? Nothing of the older tools is changed or removed. [Y/n] " in shown
    assert (older.home / ".config").exists() is writes


def test_the_same_for_a_program(shoot):
    project = str(shoot.project)
    assert shoot.value("migrate", code=1) == {
        "done": False,
        "registered": [
            {"code": "doctor.older_shoot", "path": f"{project}/.claude/settings.json", "remove": "npx shoot-cc uninstall"}
        ],
        "used": [
            {"kind": "claims", "path": f"{project}/.shoot.config.json", "number": 0},
            {"kind": "history", "path": f"{project}/.shoot/history.jsonl", "number": 1},
        ],
        "options": {},
        "left_out": {},
        "violations": 0,
        "open": [],
        "leftovers": [f"{project}/.shoot/trust.json", f"{project}/.claude/shoot-hook.js"],
    }


def test_json_writes_only_with_yes(older):
    before = older.tree()
    assert older.value("migrate", code=1)["done"] is False
    assert older.tree() == before
    assert json.loads(older.run("migrate", "--json", "--yes").stdout)["done"] is True
    assert json.loads(older.run("migrate", "--json", "--yes").stdout)["done"] is False


def test_what_we_keep_ourselves_is_not_theirs(machine):
    machine.file(".claude/gate.yaml", "rules:\n  - match: '*.py'\n    run: ['true']\n")
    machine.file("app.py", "x = 1\n")
    machine.register()
    machine.call("claude", "SessionStart", source="startup")
    edit = {"tool_name": "Write", "tool_input": {"file_path": str(machine.project / "app.py"), "content": "x = 1\n"}}
    machine.call("claude", "PostToolUse", **edit)
    assert len(list((machine.project / ".claude" / ".gate-status").iterdir())) > 1
    assert machine.said("migrate").startswith("Nothing of the older")


def test_the_older_program_in_the_cache_is_named_and_ours_is_not(machine):
    cache = machine.home / ".cache" / "feedback-gate"
    machine.put(cache / "0.9.1" / "feedback-gate", b"\x7fELF")
    machine.put(cache / "0.1.0-0123456789abcdef" / "feedback-gate.pyz", b"PK")
    assert machine.value("migrate")["leftovers"] == [str(cache / "0.9.1")]


def test_a_settings_file_that_cannot_be_written_is_an_error_with_its_place(older):
    older.put(older.home / ".config", b"a file")
    done = older.run("migrate", "--yes")
    assert (done.returncode, older.state.exists()) == (1, False)
    assert done.stderr.startswith("feedback-gate migrate: ")
    assert "cannot be written" in done.stderr
