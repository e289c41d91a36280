"""`feedback-gate doctor` and `status` with the real executable: each fault is found, named and has a next step."""

from __future__ import annotations

import json
import os
import re
import shutil
import sys
import time

import pytest

from feedback_gate.hosts.claude import registration as claude
from feedback_gate.hosts.codex import registration as codex
from feedback_gate.people import doctor_speed

RULE = "---\nname: no-force\ndescription: d\ncount: 5\nenforce:\n  - event: pre_bash\n    when: push --force\n    message: Never.\n---\nx\n"
FORCED = {"tool_name": "Bash", "tool_use_id": "t", "tool_input": {"command": "git push --force"}}


@pytest.fixture
def well(machine):
    """A machine on which everything is set up for Claude Code and one rule is active."""
    machine.register()
    (machine.home / ".claude" / "feedback").mkdir()
    (machine.home / ".claude" / "feedback" / "r.md").write_text(RULE)
    return machine


def found(machine, code=0, *more):
    """{code: [text, …]} of what the doctor says of Claude Code, and the codes of its problems."""
    value = machine.value("doctor", "--host", "claude", *more, code=code)
    texts = {}
    for one in value["findings"]:
        texts.setdefault(one["code"], []).append(one["text"])
    return texts, sorted({one["code"] for one in value["findings"] if one["weight"] == "problem"})


def problems(machine):
    """The codes of problems; each of them says a next step."""
    texts, codes = found(machine, 1)
    for code in codes:
        assert all("ext step" in text or "report" in text for text in texts[code]), texts[code]
    return codes


# ---- well


def test_a_machine_on_which_everything_works_is_proved_to_work(well):
    texts, codes = found(well)
    assert codes == []
    assert "user: a forbidden command was refused" in texts["doctor.proof_denied"][0]
    assert "user: a false claim was refused" in texts["doctor.proof_claim"][0]


def test_the_proof_touches_nothing_of_the_persons(well, tmp_path, monkeypatch):
    (tmp_path / "temporary").mkdir()
    monkeypatch.setenv("TMPDIR", str(tmp_path / "temporary"))
    well.call("claude", "PreToolUse", **FORCED)
    before = {name: data for name, data in well.tree().items() if "/code-" not in name and "/parsed/" not in name}
    found(well)
    after = {name: data for name, data in well.tree().items() if "/code-" not in name and "/parsed/" not in name}
    assert after == before
    assert os.listdir(tmp_path / "temporary") == []


def test_the_proof_uses_the_interpreter_that_is_pinned(well):
    well.call("claude", "PreToolUse", **FORCED)
    (kept,) = [path for path in (well.home / ".cache" / "feedback-gate").iterdir() if (path / "python").exists()]
    python = well.base / "python"
    python.write_text(f'#!/bin/sh\ntouch "{well.base}/used"\nexec {(kept / "python").read_text().strip()} "$@"\n')
    python.chmod(0o755)
    os.utime(python, (1, 1))
    (kept / "python").write_text(f"{python}\n")
    found(well)
    assert (well.base / "used").exists()


def test_it_works_inside_an_agents_session_too(well):
    well.env.update(CLAUDECODE="1", CLAUDE_CODE_SESSION_ID="other", CLAUDE_PROJECT_DIR=str(well.project))
    assert found(well)[1] == []


def test_every_event_says_whether_it_is_registered_when_it_was_seen_and_what_was_decided(well):
    well.call("claude", "SessionStart", source="startup")
    well.call("claude", "PreToolUse", **FORCED)
    rows = {row["event"]: row for row in well.value("doctor", "--host", "claude")["events"]["claude"]}
    assert list(rows) == [entry.event for entry in claude.REGISTRATIONS]
    assert (rows["PreToolUse"]["registered"], rows["PreToolUse"]["verdict"]) == (True, "deny")
    assert rows["PreToolUse"]["seen_seconds_ago"] < 60
    assert (rows["Stop"]["seen_seconds_ago"], rows["Stop"]["verdict"]) == (None, None)
    assert "PreToolUse          registered, last seen just now; deny just now" in well.said("doctor", "--host", "claude")


# ---- launcher, executable, interpreter


def test_a_launcher_that_is_gone_is_a_problem_and_the_status_says_broken(well):
    (well.data / "hook.sh").unlink()
    assert problems(well) == ["doctor.launcher_gone"]
    done = well.run("status")
    assert done.returncode == 1
    assert "REGISTERED BUT BROKEN" in done.stdout


@pytest.mark.parametrize(
    ("name", "codes"),
    [
        ("pin", ["doctor.fails_claim", "doctor.fails_denied", "doctor.no_pin"]),
        ("feedback-gate.pyz", ["doctor.fails_claim", "doctor.fails_denied", "doctor.no_executable"]),
        ("place.py", ["doctor.fails_claim", "doctor.fails_denied"]),
    ],
)
def test_a_part_of_the_launcher_that_is_gone_is_a_problem_and_the_proof_fails(well, name, codes):
    (well.data / name).unlink()
    assert problems(well) == codes


def test_an_executable_that_was_changed_is_a_problem(well):
    with open(well.data / "feedback-gate.pyz", "ab") as file:
        file.write(b"x")
    assert "doctor.wrong_executable" in problems(well)


def test_an_interpreter_that_is_gone_is_a_problem(well):
    well.call("claude", "PreToolUse", **FORCED)
    (kept,) = [path for path in (well.home / ".cache" / "feedback-gate").iterdir() if (path / "python").exists()]
    (kept / "python").write_text("/gone/python3\n")
    assert problems(well) == ["doctor.no_interpreter"]


def test_another_version_of_the_launcher_is_said(well):
    pin = well.data / "pin"
    pin.write_text(pin.read_text().replace("0.1.0 ", "0.0.9 "))
    assert "Hooks start version 0.0.9; this command is 0.1.0" in found(well)[0]["doctor.other_version"][0]


@pytest.mark.parametrize(
    ("value", "codes"),
    [
        ("/bin/true", ["doctor.fails_claim", "doctor.fails_denied"]),
        ("/gone", ["doctor.fails_claim", "doctor.fails_denied", "doctor.override_gone"]),
    ],
)
def test_an_override_is_said_and_has_to_refuse_as_well(well, value, codes):
    well.env["FEEDBACK_GATE_BIN"] = value
    assert problems(well) == codes


def test_an_override_that_is_one_of_our_archives_is_said_and_works(well, copy_of):
    well.env["FEEDBACK_GATE_BIN"] = copy_of("mine.pyz")
    texts, codes = found(well)
    assert codes == []
    assert well.env["FEEDBACK_GATE_BIN"] in texts["doctor.override"][0]


# ---- registrations


def test_no_registration_at_all_is_a_problem(machine):
    machine.put(machine.home / ".claude" / "feedback" / "r.md", RULE.encode())
    assert problems(machine) == ["doctor.not_registered"]


def test_events_that_a_registration_lacks_are_named(well):
    value = json.loads(well.settings.read_text())
    del value["hooks"]["Stop"], value["hooks"]["Notification"]
    well.put(well.settings, value)
    texts, codes = found(well, 1)
    assert codes == ["doctor.events_missing"]
    assert "lacks Notification, Stop." in texts["doctor.events_missing"][0]


def test_several_registrations_are_named_and_each_is_proved(well):
    other = well.base / "other" / "feedback-gate"
    shutil.copytree(well.data, other)
    local = well.project / ".claude" / "settings.local.json"
    well.put(local, {"hooks": claude.hooks(claude.quoted(str(other / "hook.sh")))})
    texts, codes = found(well)
    assert codes == []
    assert [text.split(":")[0] for text in texts["doctor.proof_denied"]] == ["user", "local"]
    assert f"user ({well.settings}), local ({local}). Each event is answered once, by the user one" in texts["doctor.several"][0]


def test_the_plugin_is_proved_through_its_own_line(machine, plugin):
    machine.put(machine.settings, {"enabledPlugins": {"feedback-gate@feedback-gate": True}})
    source = {"source": {"source": "directory", "path": plugin}, "installLocation": plugin}
    machine.put(machine.home / ".claude" / "plugins" / "known_marketplaces.json", {"feedback-gate": source})
    machine.put(machine.home / ".claude" / "feedback" / "r.md", RULE.encode())
    texts, codes = found(machine)
    assert codes == []
    assert [text.split(":")[0] for text in texts["doctor.proof_denied"]] == ["plugin"]


def test_a_plugin_whose_folder_is_not_found_is_said(machine):
    machine.put(machine.settings, {"enabledPlugins": {"feedback-gate@feedback-gate": True}})
    machine.put(machine.home / ".claude" / "feedback" / "r.md", RULE.encode())
    assert "doctor.plugin_not_found" in found(machine)[0]


@pytest.mark.parametrize(
    "where", ["home/.claude/settings.json", "project/.claude/settings.json", "project/.claude/settings.local.json"]
)
def test_hooks_that_are_switched_off_in_any_settings_file_are_a_problem(well, where):
    path = well.base / where
    value = json.loads(path.read_text()) if path.exists() else {}
    well.put(path, {**value, "disableAllHooks": True})
    texts, codes = found(well, 1)
    assert codes == ["init.trap_disabled"]
    assert f"{path}:" in texts["init.trap_disabled"][0]


def test_a_comment_that_voids_the_file_is_a_problem(well):
    well.settings.write_text("// mine\n" + well.settings.read_text())
    assert problems(well) == ["doctor.not_registered", "init.trap_comments"]


def test_a_malformed_entry_that_voids_the_file_is_a_problem(well):
    value = json.loads(well.settings.read_text())
    value["hooks"]["PreToolUse"].append({"hooks": [{"type": "command", "command": "x", "timeout": "5"}]})
    well.put(well.settings, value)
    assert problems(well) == ["init.trap_entry"]


def test_a_settings_file_that_is_broken_is_a_problem(well):
    well.settings.write_text(well.settings.read_text()[:-3])
    assert problems(well) == ["doctor.not_registered", "init.settings_broken"]


def test_older_tools_are_problems_with_the_command_that_removes_them(well):
    shoot = {"type": "command", "command": "node", "args": ["${CLAUDE_PROJECT_DIR}/.claude/shoot-hook.js"]}
    well.put(well.project / ".claude" / "settings.json", {"hooks": {"Stop": [{"hooks": [shoot]}]}})
    well.put(
        well.project / ".codex" / "hooks.json", {"hooks": {"Stop": [{"hooks": [{**shoot, "args": ["./.codex/shoot-hook.js"]}]}]}}
    )
    older = {"type": "command", "command": 'bash "/x/scripts/hook.sh" PreToolUse'}
    local = {"hooks": {"PreToolUse": [{"hooks": [older]}]}, "enabledPlugins": {"feedback-gate@claude-hook-gate": True}}
    well.put(well.project / ".claude" / "settings.local.json", local)
    texts, codes = found(well, 1)
    assert codes == ["doctor.older_hook", "doctor.older_plugin", "doctor.older_shoot"]
    assert len(texts["doctor.older_shoot"]) == 2
    assert "`claude plugin uninstall feedback-gate@claude-hook-gate`" in texts["doctor.older_plugin"][0]


# ---- Codex


def client(machine, statuses):
    """A program `codex` whose app server lists our hooks with these trust states."""
    hooks = [
        {
            "eventName": entry.event[0].lower() + entry.event[1:],
            "command": codex.command(codex.quoted(str(machine.data / "hook.sh")), entry.event),
            "trustStatus": status,
            "sourcePath": str(machine.hooks),
        }
        for entry, status in zip(codex.REGISTRATIONS, statuses)
    ]
    path = machine.base / "bin" / "codex"
    path.parent.mkdir()
    path.write_text(
        f"#!/bin/sh\nread a; read b; read c; echo '{json.dumps({'id': 2, 'result': {'data': [{'hooks': hooks}]}})}'; cat\n"
    )
    path.chmod(0o755)
    machine.env["PATH"] = f"{path.parent}:{machine.env['PATH']}"


@pytest.fixture
def on_codex(machine):
    machine.register("codex")
    machine.put(machine.home / ".agents" / "feedback" / "r.md", RULE.encode())
    return machine


def of_codex(machine, code):
    value = machine.value("doctor", "--host", "codex", code=code)
    return {one["code"]: one["weight"] for one in value["findings"]}


def test_on_codex_hooks_that_are_trusted_and_refuse_are_well(on_codex):
    client(on_codex, ["trusted"] * 9)
    weights = of_codex(on_codex, 0)
    assert (weights["codex.doctor_trusted"], weights["doctor.proof_denied"], weights["doctor.proof_claim"]) == ("ok", "ok", "ok")


def test_on_codex_hooks_that_work_but_nobody_trusted_are_a_problem(on_codex):
    client(on_codex, ["trusted"] * 8 + ["untrusted"])
    weights = of_codex(on_codex, 1)
    assert (weights["codex.doctor_review"], weights["doctor.proof_denied"]) == ("problem", "ok")


def test_on_codex_two_registrations_of_one_line_are_a_problem(on_codex):
    on_codex.put(on_codex.project / ".codex" / "hooks.json", on_codex.hooks.read_bytes())
    assert of_codex(on_codex, 1)["doctor.twins"] == "problem"


def test_on_codex_a_projects_own_registration_beside_the_persons_is_no_problem(on_codex):
    on_codex.said("init", "--host", "codex", "--scope", "project", "--yes")
    weights = of_codex(on_codex, 0)
    assert "doctor.twins" not in weights
    assert weights["doctor.several"] == "note"


def test_on_codex_a_key_that_makes_it_drop_the_file_is_a_problem(on_codex):
    value = json.loads(on_codex.hooks.read_text())
    on_codex.put(on_codex.hooks, {**value, "x": 1})
    assert of_codex(on_codex, 1)["init.trap_key"] == "problem"


# ---- the project


def test_where_nothing_is_configured_that_is_a_problem(machine):
    machine.register()
    assert problems(machine) == ["doctor.nothing_configured"]


def test_a_broken_rule_is_named_with_its_line(well):
    path = well.home / ".claude" / "feedback" / "broken.md"
    path.write_text(RULE.replace("push --force", "'(unclosed'").replace("no-force", "broken"))
    texts, codes = found(well, 1)
    assert codes == ["doctor.rule"]
    assert f"{path}:7: " in texts["doctor.rule"][0]


def test_a_gate_with_a_mistake_is_named_with_its_line(well):
    well.file(".claude/gate.yaml", "rules:\n  - match: x\n    run: 'true'\n    timeout: soon\n")
    texts, codes = found(well, 1)
    assert codes == ["doctor.gate_problem", "doctor.waits_new"]
    assert ".claude/gate.yaml:4: rules[0].timeout" in texts["doctor.gate_problem"][0]


def test_a_gate_under_another_name_is_named(well):
    well.file(".claude/gate.yml", "rules: []\n")
    assert problems(well) == ["doctor.misspelt"]


def test_a_change_that_waits_for_an_approval_is_a_problem(well):
    well.file("package.json", {"scripts": {"test": "exit 0"}})
    well.said("init", "--yes", "--host", "claude")
    well.file(".claude/gate.yaml", "rules: []\n")
    texts, codes = found(well, 1)
    assert codes == ["doctor.waits"]
    assert "`feedback-gate trust`" in texts["doctor.waits"][0]


SHOOT = {"checks": {"lint": "npm run lint", "test": "pnpm run tc"}, "platform": "codex"}


def test_the_older_tools_file_is_examined_too(well):
    well.file(".shoot.config.json", {**SHOOT, "mode": "WARN", "verifySubagents": "false"})
    well.file("package.json", {"scripts": {"test": "x"}})
    (well.project / ".claude").mkdir()
    well.env["PATH"] = f"{programs(well, 'npm', 'pnpm')}:{well.env['PATH']}"
    texts, codes = found(well, 1)
    assert codes == ["doctor.claims_problem", "doctor.no_script", "doctor.waits_new"]
    assert [text.split(": there")[0] for text in texts["doctor.no_script"]] == ["npm run lint", "pnpm run tc"]
    assert "says codex, but this project has .claude" in texts["doctor.platform"][0]
    assert len(texts["doctor.claims_problem"]) == 2


def test_commands_that_can_never_fail_are_named(well):
    well.file(
        ".claude/gate.yaml",
        "rules:\n  - {match: '*', run: ['ls || true']}\nclaims:\n  checks: {test: 'ls | tee out', lint: ls}\n",
    )
    well.call("claude", "SessionStart", source="startup")
    texts, _ = found(well, 1)
    assert [text.split(": its end")[0] for text in texts["doctor.never_fails"]] == ["ls || true", "ls | tee out"]


def test_with_both_files_the_gate_counts_and_that_is_said(well):
    well.file(".shoot.config.json", SHOOT)
    well.file(".claude/gate.yaml", "rules: []\nclaims:\n  checks:\n    test: 'true'\n")
    well.call("claude", "SessionStart", source="startup")
    texts, _ = found(well, 1)
    assert ".shoot.config.json does not count" in texts["doctor.shadowed"][0]


def programs(machine, *names):
    """A folder with programs of these names."""
    folder = machine.base / "programs"
    folder.mkdir(exist_ok=True)
    for name in names:
        (folder / name).write_text("#!/bin/sh\n")
        (folder / name).chmod(0o755)
    return folder


# ---- options


def test_a_variable_that_the_project_set_is_said_to_be_ignored(well):
    well.file(".claude/settings.json", {"env": {"FEEDBACK_GATE_TRUST": "off", "FEEDBACK_GATE_BIN": "/bin/true"}})
    well.env.update(FEEDBACK_GATE_TRUST="off", FEEDBACK_GATE_BIN="/bin/true")
    texts, _ = found(well, 1)
    assert sorted(text.split()[0] for text in texts["doctor.ignored"]) == ["FEEDBACK_GATE_BIN", "FEEDBACK_GATE_TRUST"]
    assert sorted(well.value("status")["ignored"]) == ["FEEDBACK_GATE_BIN", "FEEDBACK_GATE_TRUST"]


def test_options_in_force_are_said_with_their_source_and_bad_words_are_problems(well):
    well.put(well.home / ".config" / "feedback-gate" / "settings.conf", b"failMode = closed\ninject = often\n")
    texts, codes = found(well, 1)
    assert codes == ["doctor.bad_option"]
    assert texts["doctor.option"] == ["failMode = closed (user)"]
    assert "sets inject to often" in texts["doctor.bad_option"][0]


def test_errors_of_our_own_are_said_with_the_place_of_the_log(well):
    line = {"ts": "2999-01-01T00:00:00.000+00:00", "kind": "internal", "hook": "room:check", "reason": "KeyError: 'x'"}
    well.put(well.state / "log" / "errors.jsonl", (json.dumps(line) + "\nnoise\n").encode())
    assert "room:check: KeyError: 'x'" in found(well)[0]["doctor.errors"][0]


# ---- status


def test_the_status_shows_on_one_screen_what_is_in_force(well):
    well.file("package.json", {"scripts": {"test": "exit 0"}})
    well.said("init", "--yes", "--host", "claude")
    well.call("claude", "SessionStart", source="startup")
    said = well.said("status")
    assert len(said.splitlines()) < 24
    assert f"registered: user, 9 events ({well.settings})" in said
    assert "last seen: SessionStart, just now" in said
    assert "rules          1 active\n" in said
    assert f"{well.project}/.claude/gate.yaml: mode block, checks test" in said
    assert "not registered (`feedback-gate init --host codex`)" in said


def test_the_status_for_programs(well):
    value = well.value("status")
    assert (value["ok"], value["version"], value["launcher"], value["rules"]) == (
        True,
        "0.1.0",
        "0.1.0",
        {"active": 1, "broken": []},
    )
    assert value["options"]["failMode"] == {"value": "open", "source": "default", "locked": False}
    assert value["gate"]["state"] == "none"


def test_the_status_shows_what_is_open_and_what_waits(well):
    well.file(".claude/gate.yaml", "rules:\n  - match: '*.py'\n    run: exit 1\n")
    well.call("claude", "SessionStart", source="startup")
    path = well.file("a.py", "x")
    edit = {"tool_name": "Write", "tool_use_id": "w", "tool_input": {"file_path": str(path), "content": "x"}}
    well.call("claude", "PostToolUse", **edit)
    assert well.value("status")["open"]["failed"] == ["a.py"]
    well.file(".claude/gate.yaml", "rules: []\n")
    assert [item["kind"] for item in well.value("status")["waiting"]] == ["gate"]
    assert "failed (1): a.py" in well.said("status")


def test_a_deleted_gate_is_named_everywhere_by_its_path(well):
    path = well.file(".claude/gate.yaml", "rules: []\nclaims: {checks: {test: 'true'}}\n")
    assert well.on_terminal("trust", typed="y\n")[0] == 0
    path.unlink()
    said = well.said("status")
    assert f"gate           {path} in force (rules: 0, checks: 0)\n" in said
    assert f"claims         {path}: mode block, checks test\n" in said
    assert f"trust          {path} (gate) waits (`feedback-gate trust`)\n" in said
    assert f"               {path} (claims) waits (`feedback-gate trust`)\n" in said
    texts, _ = found(well, 1)
    assert texts["doctor.claims"] == [f"Claims are verified by {path}: mode block, checks test"]
    assert f"{path} changed since it was approved" in well.run("verify").stderr
    assert well.said("trust", "--list") == f"changed       gate  {path}\nchanged       claims  {path}\n"


def test_without_any_registration_the_status_says_so_and_ends_in_1(machine):
    done = machine.run("status")
    assert done.returncode == 1
    assert "Next step: `feedback-gate doctor`" in done.stdout


def test_both_speak_japanese(well):
    well.env["LANG"] = "ja_JP.UTF-8"
    assert "入っているものはすべて動いています。" in well.said("doctor", "--host", "claude")
    assert "ルール" in well.said("status")


@pytest.mark.parametrize("arguments", [("doctor", "--host", "vi"), ("doctor", "x"), ("status", "x")])
def test_a_wrong_command_line_ends_in_64(machine, arguments):
    assert machine.run(*arguments).returncode == 64


# ---- speed


def speed(machine, code=0, *more):
    """What `doctor --perf` says of Claude Code: {code: (weight, params)}."""
    value = machine.value("doctor", "--host", "claude", "--perf", *more, code=code)
    return {one["code"]: (one["weight"], one["params"]) for one in value["findings"]}


def test_perf_says_how_much_of_a_hooks_time_is_the_machine_and_how_much_is_ours(well):
    ((code, (_, figures)),) = speed(well).items()
    assert code in ("doctor.speed", "doctor.speed_machine", "doctor.speed_ours")
    assert (figures["host"], figures["scope"], figures["rounds"]) == ("Claude Code", "user", 20)
    parts = [figures[name] for name in ("shell", "python", "ours")]
    assert min(parts) >= 0
    assert abs(sum(parts) - figures["hook"]) <= 3  # each is rounded
    assert figures["slowest"] >= figures["hook"] > figures["python"] > 0


@pytest.mark.parametrize(
    ("python", "hook", "code", "weight"),
    [
        (0.025, 0.045, "doctor.speed", "ok"),
        (0.025, 0.300, "doctor.speed", "ok"),
        (0.200, 0.301, "doctor.speed_machine", "note"),
        (0.100, 0.301, "doctor.speed_ours", "note"),
    ],
)
def test_perf_says_whose_it_is_when_a_hook_is_slow(python, hook, code, weight):
    line = doctor_speed.verdict("codex", "user", [0.002, 0.002, 9.0], [9.0, python, python], [hook, 0.9, hook])
    figures = {"shell": 2, "python": round(1000 * python) - 2, "ours": round(1000 * (hook - python)), "hook": round(1000 * hook)}
    assert (line.code, line.weight) == (code, weight)
    assert line.params == {**figures, "host": "Codex", "scope": "user", "rounds": 3, "slowest": 900}


def test_perf_measures_the_hook_that_is_registered(well):
    slow = well.base / "slow"
    slow.write_text(f'#!/bin/sh\nsleep 0.4\nexec "{sys.executable}" "$@"\n')
    slow.chmod(0o755)
    os.utime(slow, (1, 1))
    well.call("claude", "PreToolUse", **FORCED)
    (kept,) = [path for path in (well.home / ".cache" / "feedback-gate").iterdir() if (path / "python").exists()]
    (kept / "python").write_text(f"{slow}\n")
    weight, figures = speed(well)["doctor.speed_ours"]
    assert (weight, figures["hook"] > 400) == ("note", True)


def test_perf_names_hooks_that_were_slow_in_the_last_day(well):
    now, old = (time.strftime("%Y-%m-%dT%H:%M:%S.000Z", time.gmtime(time.time() - ago)) for ago in (60, 100_000))
    lines = [{"at": old, "event": "Stop", "seconds": 9.0}, {"at": now, "event": "PreToolUse", "seconds": 1.5}, {"at": now}]
    well.put(well.state / "log" / "hooks.jsonl", "".join(json.dumps(line) + "\n" for line in lines).encode())
    weight, figures = speed(well)["doctor.slow_hooks"]
    assert (weight, figures) == ("note", {"number": 2, "seconds": "1.5", "event": "PreToolUse"})


def test_perf_says_when_there_is_nothing_to_measure(machine):
    assert list(speed(machine)) == ["doctor.not_registered"]


def test_perf_on_a_terminal_is_one_line_a_registration(well):
    lines = well.said("doctor", "--host", "claude", "--perf").splitlines()
    assert lines[0] == "Speed"
    assert re.match(r"  (ok|note) +Claude Code, user: a tool call takes \d+ ms \(median of 20, slowest \d+ ms\)", lines[1])
