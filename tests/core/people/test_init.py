"""`feedback-gate init` with the real executable: what it asks, what it writes, what it leaves alone, and that it then works."""

from __future__ import annotations

import json
import os
import stat
import subprocess

import pytest

from feedback_gate.hosts.claude import registration as claude
from feedback_gate.hosts.codex import registration as codex
from feedback_gate_installer import launcher, places

NODE = {"scripts": {"test": "exit 0", "lint": "true"}}
THEIRS = {"hooks": {"Stop": [{"hooks": [{"type": "command", "command": "theirs"}]}], "PreToolUse": []}, "model": "x"}
RULE = "---\nname: no-force\ndescription: d\ncount: 5\nenforce:\n  - event: pre_bash\n    when: push --force\n    message: Never.\n---\nx\n"
FORCED = {"tool_name": "Bash", "tool_use_id": "t", "tool_input": {"command": "git push --force"}}


def hooks_of(machine, module=claude):
    word = module.quoted(f"{machine.data}/hook.sh")
    return module.hooks(word)


# ---- agreement


def test_without_a_terminal_nothing_is_written_and_the_next_step_is_said(machine):
    machine.file("package.json", NODE)
    before = machine.tree()
    done = machine.run("init")
    assert (done.returncode, machine.tree()) == (1, before)
    assert "feedback-gate init --yes" in done.stderr
    assert f"new       {machine.settings}" in done.stdout


@pytest.mark.parametrize(("host", "module", "words"), [("claude", claude, "shows"), ("codex", codex, "look at")])
def test_the_next_step_names_as_many_entries_as_there_are(machine, host, module, words):
    said = machine.said("init", "--yes", "--host", host)
    assert f"{words} the {len(hooks_of(machine, module))} entries" in said


@pytest.mark.parametrize("more", [(), ("--json",)])
def test_a_dry_run_shows_everything_and_writes_nothing(machine, more):
    machine.file("package.json", NODE)
    before = machine.tree()
    said = machine.said("init", "--dry-run", *more)
    assert machine.tree() == before
    assert str(machine.settings) in said
    assert "npm run lint" in said


def test_a_no_on_the_terminal_writes_nothing(machine):
    before = machine.tree()
    code, said = machine.on_terminal("init", "--host", "claude", typed="\n\n\n\nn\n")
    assert (code, machine.tree()) == (0, before)
    assert said.endswith("Nothing was written.\n")


def test_a_terminal_that_is_closed_counts_as_a_no(machine):
    before = machine.tree()
    code, _ = machine.on_terminal("init", "--host", "claude", typed="\n\n\n\n\x04")
    assert (code, machine.tree()) == (0, before)


def test_a_yes_on_the_terminal_writes_what_was_shown(machine):
    machine.file("package.json", NODE)
    code, said = machine.on_terminal("init", "--host", "claude", typed="\n\nnpm test -- --run\nmake all\ny\n")
    assert code == 0
    assert "lint (package.json) [npm run lint]: " in said
    assert (
        (machine.project / ".claude" / "gate.yaml")
        .read_text()
        .endswith("claims:\n  checks:\n    lint: npm run lint\n    test: npm test -- --run\n    build: make all\n")
    )


def test_a_dash_leaves_a_command_out(machine):
    machine.file("package.json", NODE)
    machine.on_terminal("init", "--host", "claude", typed="\n-\n\n\ny\n")
    assert (
        (machine.project / ".claude" / "gate.yaml").read_text().endswith("rules: []\n\nclaims:\n  checks:\n    test: npm test\n")
    )


# ---- what is written


def test_launcher_pin_executable_and_command_lie_in_their_places(machine):
    machine.register()
    assert sorted(path.name for path in machine.data.iterdir()) == ["feedback-gate.pyz", "hook.sh", "pin", "place.py", "python"]
    with open(machine.archive, "rb") as file:
        assert (machine.data / "feedback-gate.pyz").read_bytes() == file.read()
    assert stat.S_IMODE(machine.command.stat().st_mode) == 0o755
    done = subprocess.run([str(machine.command), "version"], env=machine.env, capture_output=True, text=True, check=True)
    assert done.stdout.startswith("feedback-gate 0.1.0 (python ")


def test_the_claude_registration_is_the_declared_one(machine):
    machine.register()
    assert json.loads(machine.settings.read_text()) == {"hooks": hooks_of(machine)}


def test_the_codex_registration_is_the_frozen_one_and_no_trust_is_written(machine):
    machine.register("codex")
    assert json.loads(machine.hooks.read_text()) == {"hooks": hooks_of(machine, codex)}
    assert os.listdir(machine.home / ".codex") == ["hooks.json"]


def test_hooks_of_others_keep_their_bytes_and_places(machine):
    text = json.dumps(THEIRS, indent="\t")
    machine.put(machine.settings, text.encode())
    machine.register()
    value = json.loads(machine.settings.read_text())
    assert value["hooks"]["Stop"] == [*THEIRS["hooks"]["Stop"], *hooks_of(machine)["Stop"]]
    assert text.splitlines()[:6] == machine.settings.read_text().splitlines()[:6]


def test_setting_up_twice_changes_nothing(machine):
    machine.file("package.json", NODE)
    machine.said("init", "--host", "both", "--yes")
    before = machine.tree()
    said = machine.said("init", "--host", "both", "--yes")
    assert {name: data for name, data in machine.tree().items() if "/code-" not in name} == {
        name: data for name, data in before.items() if "/code-" not in name
    }
    assert said.count("as it is") == 8


def test_a_link_is_followed_and_permissions_stay(machine):
    real = machine.put(machine.home / "dotfiles" / "claude.json", THEIRS)
    real.chmod(0o640)
    machine.settings.parent.mkdir()
    machine.settings.symlink_to(real)
    machine.register()
    assert machine.settings.is_symlink()
    assert "feedback-gate/hook.sh" in real.read_text()
    assert stat.S_IMODE(real.stat().st_mode) == 0o640


def test_for_one_project_the_registration_lies_in_its_own_local_files(machine):
    machine.said("init", "--host", "both", "--scope", "project", "--yes")
    assert not machine.settings.exists()
    assert json.loads((machine.project / ".claude" / "settings.local.json").read_text()) == {"hooks": hooks_of(machine)}
    word = codex.quoted(f"{machine.data}/hook.sh")
    assert json.loads((machine.project / ".codex" / "hooks.json").read_text()) == {"hooks": codex.hooks(word, codex.PROJECT_WORD)}


def test_the_clients_own_variables_say_where_its_settings_are(machine):
    machine.env.update(CLAUDE_CONFIG_DIR=str(machine.base / "c"), XDG_DATA_HOME=str(machine.base / "d"))
    machine.register()
    assert f"'{machine.base}/d/feedback-gate/hook.sh'" in (machine.base / "c" / "settings.json").read_text()


def test_a_home_with_quotes_and_dollars_works(machine):
    machine.home = machine.base / 'it\'s "a" $HOME `date` name'
    machine.home.mkdir()
    machine.env["HOME"] = str(machine.home)
    machine.settings = machine.home / ".claude" / "settings.json"
    machine.register()
    (machine.home / ".claude" / "feedback").mkdir()
    (machine.home / ".claude" / "feedback" / "r.md").write_text(RULE)
    assert "Never." in json.dumps(machine.call("claude", "PreToolUse", **FORCED))


@pytest.mark.parametrize("host", ["claude", "codex"])
def test_after_setting_up_the_registered_command_refuses_what_a_rule_forbids(machine, host):
    machine.register(host)
    (machine.home / ".claude" / "feedback").mkdir(parents=True)
    (machine.home / ".claude" / "feedback" / "r.md").write_text(RULE)
    answer = machine.call(host, "PreToolUse", **FORCED)
    assert answer["hookSpecificOutput"]["permissionDecision"] == "deny"


# ---- which host


def test_the_host_that_is_used_here_is_chosen(machine):
    (machine.home / ".codex").mkdir()
    assert machine.value("init", "--dry-run")["hosts"] == ["codex"]
    (machine.project / ".claude").mkdir()
    assert machine.value("init", "--dry-run")["hosts"] == ["claude"]


@pytest.mark.parametrize(("typed", "hosts"), [("\n", ".claude"), ("2\n", ".codex"), ("9\n", ".claude")])
def test_where_both_are_used_the_person_is_asked_and_claude_code_is_the_default(machine, typed, hosts):
    for name in (".claude", ".codex"):
        (machine.project / name).mkdir()
    code, said = machine.on_terminal("init", typed=typed + "\n\n\n\ny\n")
    assert (code, [name for name in (".claude", ".codex") if (machine.home / name).exists()]) == (0, [hosts])
    assert "3. both" in said


# ---- the gate


def test_the_gate_that_the_person_chose_is_approved_and_in_force_at_once(machine):
    machine.file("package.json", NODE)
    machine.said("init", "--yes", "--host", "claude")
    listed = machine.value("trust", "--list")
    assert [(item["kind"], item["waits"]) for item in listed] == [("gate", False), ("claims", False), ("behind", False)]
    log = [json.loads(line) for line in (machine.state / "log" / "approvals.jsonl").read_text().splitlines()]
    assert {line["how"] for line in log} == {"init"}
    started = machine.call("claude", "SessionStart", source="startup")
    assert "(init): gate of this project" in started["systemMessage"]


def test_an_agents_session_can_set_up_but_not_approve(machine):
    machine.file("package.json", NODE)
    machine.env["CLAUDECODE"] = "1"
    value = machine.value("init", "--yes", "--host", "claude")
    assert (value["agent"], value["gate"]["approved"]) == (True, False)
    assert any("feedback-gate trust" in line for line in value["next"])
    del machine.env["CLAUDECODE"]
    waits = {item["kind"]: item["waits"] for item in machine.value("trust", "--list")}
    assert waits == {"gate": True, "claims": True, "behind": True}


def test_claims_are_put_behind_a_gate_that_is_in_force_and_approved_with_it(machine):
    before = "rules:\n  - match: x\n    run: 'true'\n"
    gate = machine.file(".claude/gate.yaml", before)
    machine.register()
    assert "first sight" in machine.call("claude", "SessionStart", source="startup")["systemMessage"]
    machine.file("package.json", NODE)
    assert machine.value("init", "--yes", "--host", "claude")["gate"]["approved"] is True
    assert gate.read_text() == before + "\nclaims:\n  checks:\n    lint: npm run lint\n    test: npm test\n"
    assert [item["waits"] for item in machine.value("trust", "--list")] == [False] * 2


def test_a_gate_that_nobody_approved_is_not_approved_with_its_claims(machine):
    machine.file("package.json", NODE)
    machine.file(".claude/gate.yaml", "rules:\n  - match: x\n    run: 'curl evil'\n")
    value = machine.value("init", "--yes", "--host", "claude")
    assert value["gate"]["approved"] is False
    waits = [(item["kind"], item["waits"]) for item in machine.value("trust", "--list")]
    assert waits == [("gate", True), ("claims", True)]


@pytest.mark.parametrize("gate", ["rules: []\nclaims: {}\n", "{rules: []}\n"])
def test_a_gate_that_is_complete_or_only_a_person_can_extend_stays_as_it_is(machine, gate):
    machine.file("package.json", NODE)
    path = machine.file(".claude/gate.yaml", gate)
    assert machine.value("init", "--yes", "--host", "claude")["gate"] is None
    assert path.read_text() == gate


def test_the_older_tools_file_is_never_rewritten_and_goes_on_to_count(machine):
    machine.file("package.json", NODE)
    shoot = machine.file(".shoot.config.json", '{"checks": {"test": "npm test"}, "mode":"warn" }')
    value = machine.value("init", "--yes", "--host", "claude")
    assert "claims" not in value["gate"]["text"]
    assert shoot.read_text() == '{"checks": {"test": "npm test"}, "mode":"warn" }'


def test_for_codex_alone_the_gate_lies_in_its_folder(machine):
    machine.file("package.json", NODE)
    machine.said("init", "--yes", "--host", "codex")
    assert (machine.project / ".agents" / "gate.yaml").exists()
    assert not (machine.project / ".claude").exists()


def test_in_the_home_folder_no_gate_is_offered(machine):
    (machine.home / "go.mod").touch()
    done = machine.run("init", "--dry-run", "--json", cwd=machine.home)
    assert json.loads(done.stdout)["gate"] is None


# ---- traps and older tools


@pytest.mark.parametrize(
    ("text", "told"),
    [
        (b'{\n  // mine\n  "model": "x"\n}\n', ":2: Claude Code reads no settings file that has comments"),
        (b'{\n  "model": "x",\n}\n', ": Claude Code reads no settings file that has comments"),
        (b'{\n  "disableAllHooks": true\n}\n', ":2: disableAllHooks"),
        (
            b'{"hooks": {"PreToolUse": [\n{"hooks": [{"type": "command"}]}]}}',
            ":2: an entry under PreToolUse has a wrong or missing command",
        ),
        (
            b'{"hooks": {"PreToolUse": [{"hooks":\n [{"type": "command", "command": "x", "timeout": "5"}]}]}}',
            ":2: an entry under PreToolUse has a wrong or missing timeout",
        ),
    ],
)
def test_what_would_keep_the_client_from_reading_us_is_said_and_kept(machine, text, told):
    machine.put(machine.settings, text)
    done = machine.run("init", "--yes", "--host", "claude")
    assert done.returncode == 1
    lines = [line for line in done.stdout.splitlines() if line.startswith(f"PROBLEM {machine.settings}:")]
    assert [told in line for line in lines] == [True, True]  # before it is agreed to, and at the end
    kept = iter(machine.settings.read_text())
    assert all(sign in kept for sign in text.decode())


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ('{"x": 1}', ":1: Codex knows only `description` and `hooks`"),
        ('{"hooks": {"Stop": [{"hooks": [\n{"type": "http", "url": "x"}]}]}}', ":2: an entry under Stop has a wrong type"),
        (
            '{"hooks": {"Stop": [{"hooks": [\n{"type": "command", "command": "x", "timeout": 1.5}]}]}}',
            ":2: an entry under Stop has a wrong timeout",
        ),
        ("\ufeff{}", ":1: Codex reads no hooks file that begins with a byte order mark"),
    ],
)
def test_what_would_make_codex_drop_the_file_is_said(machine, text, told):
    machine.put(machine.hooks, text.encode())
    done = machine.run("init", "--yes", "--host", "codex")
    assert done.returncode == 1
    assert f"PROBLEM {machine.hooks}{told}" in done.stdout


@pytest.mark.parametrize("text", ["{", '{"hooks": []}', "[]", "\xff", "nonsense"])
def test_a_settings_file_that_is_broken_stops_everything_before_anything_is_written(machine, text):
    machine.put(machine.settings, text.encode("latin-1"))
    before = machine.tree()
    done = machine.run("init", "--yes", "--host", "both")
    assert (done.returncode, machine.tree()) == (1, before)
    assert done.stderr.startswith(f"feedback-gate init: {machine.settings}:1: ")
    assert "Next step: " in done.stderr


def test_a_folder_that_cannot_be_written_is_named(machine):
    (machine.home / ".local").write_text("a file")
    done = machine.run("init", "--yes", "--host", "claude")
    assert done.returncode == 1
    assert f"{machine.home}/.local" in done.stderr
    assert not machine.settings.exists()


def test_older_tools_that_are_registered_are_named_with_the_command_that_removes_them(machine):
    machine.put(
        machine.project / ".claude" / "settings.json",
        {
            "hooks": {
                "Stop": [
                    {"hooks": [{"type": "command", "command": "node", "args": ["${CLAUDE_PROJECT_DIR}/.claude/shoot-hook.js"]}]}
                ]
            }
        },
    )
    machine.put(machine.settings, {"enabledPlugins": {"feedback-gate@claude-hook-gate": True}})
    said = machine.said("init", "--yes", "--host", "claude")
    assert "npx shoot-cc uninstall" in said
    assert "claude plugin uninstall feedback-gate@claude-hook-gate" in said


# ---- versions and other things in our place


def test_a_newer_version_that_is_installed_stays(machine):
    machine.register()
    pin = machine.data / "pin"
    pin.write_text("99.0.0 " + "0" * 64 + " 1\n")
    said = machine.said("init", "--yes", "--host", "claude")
    assert pin.read_text().startswith("99.0.0 ")
    assert "A newer version (99.0.0) is installed and stays." in said


def test_the_keys_that_an_installer_wrote_into_the_pin_stay(machine):
    machine.put(machine.data / "pin", b"0.0.1 " + b"0" * 64 + b" 1\nproduct = feedback-gate\nkey_primary = ab\n")
    machine.register()
    lines = (machine.data / "pin").read_text().splitlines()
    assert lines[0].startswith("0.1.0 ")
    assert lines[1:] == ["product = feedback-gate", "key_primary = ab"]


def test_a_command_that_is_somebody_elses_stays(machine):
    machine.put(machine.command, b"#!/bin/sh\n# mine\n")
    said = machine.said("init", "--yes", "--host", "claude")
    assert machine.command.read_bytes() == b"#!/bin/sh\n# mine\n"
    assert f"{machine.command} is somebody else's file" in said


def test_the_installers_command_and_ours_take_each_others_place(machine):
    machine.register()
    assert launcher.is_ours(str(machine.command))
    theirs = launcher.command_text(places.find(machine.env))
    machine.put(machine.command, theirs.encode())
    machine.said("init", "--host", "claude", "--yes")
    assert machine.command.read_text() != theirs


def test_a_codex_home_of_ones_own_makes_nobody_an_agent(machine):
    machine.env["CODEX_HOME"] = str(machine.base / "c")
    machine.file("package.json", NODE)
    value = machine.value("init", "--yes", "--host", "codex")
    assert (value["agent"], value["gate"]["approved"]) == (False, True)
    machine.env["CODEX_SESSION_ID"] = "x"
    assert machine.value("init", "--dry-run", "--host", "codex")["agent"] is True


def test_the_executable_named_in_the_environment_is_placed_when_this_runs_from_source(machine, copy_of, monkeypatch):
    root = os.path.dirname(os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__)))))
    machine.env.update(PYTHONPATH=os.path.join(root, "core"))
    program = [machine.program[0], "-m", "feedback_gate", "init", "--yes", "--host", "claude"]
    done = machine.run(program=program)
    assert (done.returncode, machine.data.exists()) == (1, False)
    assert "FEEDBACK_GATE_BIN" in done.stderr
    machine.env["FEEDBACK_GATE_BIN"] = copy_of("bin/mine.pyz")
    assert machine.run(program=program).returncode == 0
    assert (machine.data / "feedback-gate.pyz").exists()


# ---- the rest


def test_the_report_for_programs_says_everything(machine):
    machine.file("package.json", NODE)
    value = machine.value("init", "--yes", "--host", "claude")
    assert (value["done"], value["hosts"], value["problems"], value["notes"]) == (True, ["claude"], [], [])
    assert [one["state"] for one in value["files"]] == ["new"] * 6
    assert value["registrations"] == [{"host": "claude", "path": str(machine.settings), "changed": True}]
    assert value["gate"]["approved"] is True


@pytest.mark.parametrize("arguments", [("--json",), ("--host", "vi"), ("--scope", "all"), ("x",)])
def test_a_wrong_command_line_ends_in_64(machine, arguments):
    done = machine.run("init", *arguments)
    assert (done.returncode, done.stdout) == (64, "")


def test_it_speaks_japanese(machine):
    machine.env["LANG"] = "ja_JP.UTF-8"
    assert "完了しました。次の手順:" in machine.said("init", "--yes", "--host", "codex")
