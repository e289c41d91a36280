"""The mod on the real client: it is seen, it starts commands, and no verdict depends on it."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import time

import pytest
from tests.e2e.claude_lab import ALLOWED, bash, contents, put, text, write
from tests.e2e.claude_scenes import bash_rule, gate
from tests.e2e.claude_tui import Tui
from tests.e2e.conftest import ROOT

from feedback_gate import __version__
from feedback_gate.run import band
from feedback_gate.run.band import Entry

pytestmark = pytest.mark.live

FORCED = bash("touch ran; git push origin main --force")
EVENTS = ("PreToolUse", "PostToolUse", "Stop")
SLOW_GATE = json.dumps(
    {
        "rules": [
            {"match": "**/*.py", "run": [{"name": "lint", "cmd": "true"}, {"name": "tests", "cmd": "sleep 3", "timeout": 30}]},
        ]
    }
)


def own_copy(plugin, tmp_path):
    folder = str(tmp_path / "copy")
    shutil.copytree(plugin, folder)
    return folder


def test_the_mods_own_tests_pass_on_this_client(bare, plugin, tmp_path):
    folder = own_copy(plugin, tmp_path)
    shutil.copytree(os.path.join(ROOT, "tests", "mod"), os.path.join(folder, "tests"))
    done = bare.cli("plugin", "test", folder, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    assert " 0 fail" in done.stdout
    assert "Ran 21 tests across 2 files" in done.stdout


def test_the_client_reads_three_kinds_of_events_out_of_the_mod_and_nothing_that_decides(bare, plugin):
    notes = bare.cli("plugin", "validate", plugin).stdout
    found = [line.split("hooks: ")[1] for line in notes.splitlines() if "./register.js hooks: " in line]
    assert [line.split(" (default")[0] for line in found] == [
        "session.start, command.run{command=correct}, command.run{command=gate}, ui.render{component=AbovePrompt}"
    ]
    assert "gating hook without .catch" not in notes
    assert "./register.js env writes: nothing" in notes


def broken(folder, how):
    """Put a mod that fails in place of ours."""
    path = os.path.join(folder, "hooks", "register.js")
    if how == "at once":
        put(path, "export function register(on, options) { throw new Error('at once') }\n")
    elif how == "not loaded":
        put(path, "export function register(on, options) { on(String('session.start'), () => eval('1')) }\n")
    else:
        ours = contents(path)
        put(path, ours.replace("await begin($, e, options)", "throw new Error('later')"))


def one_turn(lab, folder):
    """A refused command, a failing gate after an edit, and a stop; the answers of our hooks and what the model was told."""
    lab.at_home(".claude/feedback/push.md", bash_rule(5))
    lab.write(".claude/gate.yaml", gate('! grep -n "BADWORD" $CLAUDE_GATE_FILES'))
    lab.commit("gate")
    turns = [FORCED, write(lab.path("a.py"), "BADWORD\n"), text("not yet"), write(lab.path("a.py"), "good\n"), text("done")]
    run = lab.claude("go", [*turns, text("really done")], "--plugin-dir", folder)
    answers = {event: [verdict(answer) for answer in run.answers(event)] for event in EVENTS}
    told = [len(run.sent(words)) > 0 for words in ("Never force-push.", "1:BADWORD")]
    assert not os.path.exists(lab.path("ran"))
    return answers, told


def verdict(answer):
    found = answer or {}
    return found.get("decision") or found.get("hookSpecificOutput", {}).get("permissionDecision") or "-"


def test_with_the_mod_every_verdict_comes_once(bare, plugin):
    answers, told = one_turn(bare, plugin)
    assert answers["PreToolUse"] == ["deny", "-", "-"]
    assert answers["PostToolUse"] == ["block", "-"]
    assert answers["Stop"] == ["block", "-"]
    assert told == [True, True]


@pytest.mark.parametrize("how", ["at once", "not loaded", "later"])
def test_a_mod_that_fails_changes_no_verdict(bare, plugin, tmp_path, how):
    folder = own_copy(plugin, tmp_path)
    broken(folder, how)
    answers, told = one_turn(bare, folder)
    assert answers["PreToolUse"] == ["deny", "-", "-"]
    assert answers["PostToolUse"] == ["block", "-"]
    assert answers["Stop"] == ["block", "-"]
    assert told == [True, True]


@pytest.fixture(params=["without a guard", "with an organisation's guard"])
def seen(request, lab):
    """A lab whose gate runs for some seconds; managed settings of any kind seat the guard (Claude Code 2.1.332)."""
    lab.write(".claude/gate.yaml", SLOW_GATE)
    lab.commit("gate")
    if request.param == "with an organisation's guard":
        lab.managed({"cleanupPeriodDays": 30})
    return lab


def test_the_band_shows_what_runs_and_the_line_below_what_came_out(seen):
    with Tui(seen, [write(seen.path("a.py"), "x = 1\n"), text("bye")], "--allowedTools", ALLOWED) as tui:
        tui.say("go")
        tui.wait("[gate] running:")
        tui.wait("lint ✓ (0.")
        tui.wait("tests $ sleep 3 (")
        tui.wait("[gate] done: ✓ 2 (3.")


def test_the_band_and_the_commands_speak_japanese(lab):
    lab.at_home(".config/feedback-gate/settings.conf", "language = ja\n")
    lab.write(".claude/gate.yaml", SLOW_GATE)
    lab.commit("gate")
    with Tui(lab, [write(lab.path("a.py"), "x = 1\n"), text("bye")], "--allowedTools", ALLOWED) as tui:
        tui.say("go")
        tui.wait("[gate] 実行中:")
        tui.wait("[gate] 完了: ✓ 2 (3.")
        tui.say("/gate dance")
        tui.wait("今すぐ実行")


def test_a_slow_check_of_a_rule_is_named_below_the_prompt(lab):
    rule = "---\nname: slow-look\ncount: 2\nenforce:\n  - event: post_edit\n    path: '*.py'\n    check: 'sleep 5'\n---\nx\n"
    lab.at_home(".claude/feedback/slow.md", rule)
    lab.write(".claude/settings.json", "{}")
    lab.commit("a configuration folder")
    with Tui(lab, [write(lab.path("a.py"), "x = 1\n"), text("bye")], "--allowedTools", ALLOWED) as tui:
        tui.say("go")
        tui.wait("[feedback] checking slow-look: a.py")


def test_a_person_types_gate_and_correct(seen):
    seen.at_home(".claude/feedback/push.md", bash_rule(5))
    with Tui(seen, [text("bye")]) as tui:
        tui.say("go")
        tui.wait("bye")
        tui.say("/gate check")
        tui.wait("gate.yaml: no problems")
        tui.say("/gate reset")
        tui.wait("nothing was open")
        tui.say("/correct --window 7d")
        tui.wait("[correct] 1 active rules, 0 violations within 7d")
        tui.say("/gate")
        tui.wait("rules          1 active")
        tui.say("/gate install-command")
        tui.wait(f"feedback-gate {__version__} is at")  # the client draws no backquotes
    command = os.path.join(seen.home, ".local", "bin", "feedback-gate")
    done = subprocess.run([command, "version"], env=seen.env(), capture_output=True, text=True, check=True)
    assert done.stdout.startswith(f"feedback-gate {__version__} (")


def test_under_p_a_gate_that_fails_decides_the_exit_status(lab):
    lab.write(".claude/gate.yaml", gate("false"))
    lab.commit("gate")
    lab.write("a.py", "x\n")
    failed, good = (lab.cli("-p", words, check=False) for words in ("/gate run a.py", "/gate check"))
    assert (failed.returncode, good.returncode) == (1, 0)
    assert "[gate] fail: . $ false" in failed.stdout


def test_what_a_person_may_do_is_not_done_for_a_program(lab):
    lab.write(".claude/gate.yaml", gate("true"))
    lab.commit("gate")
    done = lab.cli("-p", "/gate reset", check=False)
    assert done.stdout == "feedback-gate: /gate reset is for a person to type; nothing was done.\n"
    assert done.returncode == 1


SAMPLES = [
    {"name": "typecheck", "cmd": "npx tsc", "started": 1000, "result": "ok", "ended": 1700},
    {"cmd": "make all the things that this project has and that take up more room than there is in a line", "started": 500},
    {"cmd": "x" * 200, "started": 2500, "waiting": True},
    {"name": "名前", "cmd": "第一行\n\n第二行\n", "started": 9000},
    {"name": "n", "cmd": "a\u001b[2J\u200bb \u3000c", "started": 1},
    {"name": "late", "cmd": "c", "started": 99_000},
    {"cmd": "", "started": 0},
    {"cmd": "a\r\nb\u2028c", "started": 0, "result": "fail", "ended": 81_049},
    {"cmd": "no start"},
    {"name": 3, "cmd": "y", "started": True},
    [],
    "text",
]


@pytest.mark.parametrize("language", ["en", "ja"])
def test_the_mod_and_the_terminal_draw_the_same_lines(language):
    """Each sample alone beside one that runs, and all of them."""
    now = 10_000
    runs = [*([one, {"cmd": "still", "started": 1}] for one in SAMPLES), SAMPLES, []]
    code = (
        "import { bandLines, entriesOf } from './hooks/band.js'\n"
        "const [runs, now, language] = JSON.parse(process.argv[1])\n"
        "const drawn = runs.map(one => bandLines(entriesOf([JSON.stringify(one)], now), now, language))\n"
        "console.log(JSON.stringify(drawn))"
    )
    argv = ["node", "--input-type=module", "-e", code, json.dumps([runs, now, language])]
    drawn = json.loads(subprocess.run(argv, cwd=ROOT, capture_output=True, text=True, check=True).stdout)
    entries = [[entry for entry in map(Entry.of, one) if entry is not None] for one in runs]
    assert drawn == [band.lines(one, now / 1000, language) for one in entries]


def test_a_look_each_second_costs_little(lab):
    """The client's own process does the looking: measured as what it uses while it rests with the mod."""
    with Tui(lab, [text("bye")]) as tui:
        tui.say("go")
        tui.wait("bye")
        time.sleep(2)
        before = used(tui.pid)
        time.sleep(5)
        assert used(tui.pid) - before < 1.5


def used(pid):
    """Seconds of CPU time of a process."""
    fields = contents(f"/proc/{pid}/stat").rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def test_the_status_line_works_without_the_mod(bare, plugin, tmp_path):
    """The client's own `statusLine` setting runs the placed command: in a session, a running gate, then its summary."""
    bare.register(plugin)
    bare.write(".claude/gate.yaml", SLOW_GATE)
    bare.commit("gate")
    executable = os.path.join(plugin, "shim", "feedback-gate.pyz")
    kept = json.loads(contents(os.path.join(bare.home, ".claude", "settings.json")))
    line = {"type": "command", "command": f"/usr/bin/python3 {executable} statusline", "refreshInterval": 1}
    bare.settings("user", {**kept, "statusLine": line})
    with Tui(bare, [write(bare.path("a.py"), "x = 1\n"), text("bye")], "--allowedTools", ALLOWED) as tui:
        tui.wait("feedback-gate ✓")
        tui.say("go")
        tui.wait("▶ tests")
        tui.wait("[gate] done: ✓ 2 (3.")
