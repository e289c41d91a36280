"""The main job on the real Codex, through each way in and in both shapes of its tools."""

from __future__ import annotations

import os

import pytest
from tests.e2e.claude_scenes import bash_rule, gate, rule
from tests.e2e.codex.app import AppServer
from tests.e2e.codex.lab import CODE, DIRECT, js, patch_of, say
from tests.e2e.codex.product import WAYS, add_plugin, as_plugin, as_user_hooks

from feedback_gate.hosts.codex import registration
from feedback_gate.people import codex_hooks

pytestmark = pytest.mark.live

CASES = [("user hooks", DIRECT), ("user hooks", CODE), ("plugin", CODE), ("managed", CODE)]
LINT = "! grep -Hn BADWORD $CLAUDE_GATE_FILES"
NO_TODO = rule("no-todo", 5, {"event": "pre_edit", "path": "**/*.py", "when": "TODO", "message": "No TODO in code."})
BAD, GOOD = "+value = 1  # BADWORD", "+value = 1"
BUDGET = 7


@pytest.fixture(params=CASES, ids=[f"{way}, {'code' if model == CODE else 'direct'}" for way, model in CASES])
def lab(request, codex_lab, plugin):
    """A lab with our product in it, by one way and with one shape of tools; managed hooks need no bypass of the review."""
    way, model = request.param
    made = codex_lab(model)
    WAYS[way](made, plugin)
    made.trusted = way == "managed"
    return made


def go(lab, *turns):
    return lab.exec("Do the task.", turns, trust=not lab.trusted)


def put_gate(lab, lint=LINT):
    lab.write(".agents/gate.yaml", gate(lint))
    lab.commit("gate")


def test_the_rules_stand_before_the_model_in_its_first_request(lab):
    lab.at_home(".agents/feedback/push.md", bash_rule(3))
    assert "no-force-push" in go(lab, say("bye")).told(0)


def test_a_rule_keeps_a_command_from_running_and_says_why(lab):
    lab.at_home(".agents/feedback/push.md", bash_rule(5))
    run = go(lab, lab.shell("touch ran; git push origin main --force"), say("bye"))
    assert not os.path.exists(lab.path("ran"))
    assert "Never force-push" in run.told(1)


def test_a_command_that_no_rule_names_runs(lab):
    lab.at_home(".agents/feedback/push.md", bash_rule(5))
    run = go(lab, lab.shell("echo through"), say("bye"))
    assert "through" in run.told(1)


def test_a_patch_of_three_files_is_refused_for_one_of_them_by_name_and_none_is_written(lab):
    lab.at_home(".agents/feedback/todo.md", NO_TODO)
    run = go(
        lab, lab.patch("*** Add File: a.txt\n+TODO", "*** Add File: b.py\n+# TODO", "*** Add File: c.py\n+x = 1"), say("bye")
    )
    told = run.told(1)
    assert "Command blocked by PreToolUse hook: b.py: no-todo (count: 5): No TODO in code. Command:" in told
    assert [name for name in ("a.txt", "b.py", "c.py") if os.path.exists(lab.path(name))] == []


def test_a_failing_lint_reaches_the_model_and_says_that_the_edit_is_on_disk(lab):
    put_gate(lab)
    run = go(
        lab, lab.patch(f"*** Add File: app.py\n{BAD}"), lab.patch("*** Update File: app.py\n-value = 1  # BADWORD\n+value = 1")
    )
    assert "app.py:1:value = 1  # BADWORD" in run.told(1)
    assert "on disk" in run.told(1)
    assert lab.read("app.py") == "value = 1\n"


def test_a_stop_goes_on_with_the_failing_output_and_ends_within_the_budget(lab):
    put_gate(lab)
    run = go(lab, lab.patch(f"*** Add File: app.py\n{BAD}"), *[say(f"end {number}") for number in range(12)])
    reopened = [number for number in range(2, len(run.requests)) if "<hook_prompt" in run.told(number)]
    assert reopened == list(range(2, len(run.requests)))
    assert "app.py:1:value = 1  # BADWORD" in run.told(2)
    assert 1 <= len(reopened) <= BUDGET
    assert run.code == 0


def test_a_stop_after_good_work_ends_the_turn(lab):
    put_gate(lab)
    run = go(lab, lab.patch(f"*** Add File: app.py\n{GOOD}"), *[say(f"end {number}") for number in range(5)])
    assert not [number for number in range(len(run.requests)) if "BADWORD" in run.told(number) and number]
    assert run.code == 0


def test_a_here_document_patch_is_refused_by_the_rule_on_its_text(lab):
    lab.at_home(".agents/feedback/todo.md", NO_TODO)
    patch = patch_of("*** Add File: b.py\n+# TODO")
    run = go(lab, lab.shell(f"apply_patch <<'EOF'\n{patch}\nEOF"), say("bye"))
    assert "No TODO in code" in run.told(1)
    assert not os.path.exists(lab.path("b.py"))


def test_a_here_document_patch_without_an_event_of_its_own_is_gated_before_the_stop(lab):
    put_gate(lab)
    patch = patch_of(f"*** Add File: app.py\n{BAD}")
    run = go(lab, lab.shell(f"apply_patch <<'EOF'\n{patch}\nEOF"), say("bye"), say("bye"))
    assert lab.read("app.py").endswith("BADWORD\n")
    assert "app.py:1:value = 1  # BADWORD" in "".join(run.told(number) for number in range(1, len(run.requests)))


def test_a_command_that_was_left_running_is_gated_before_the_stop(lab):
    put_gate(lab)
    left = "sleep 1; echo 'value = 1  # BADWORD' > app.py; sleep 30"
    run = go(lab, lab.shell(left, yield_time_ms=250), {**say("bye"), "delay": 2}, say("bye"))
    assert "app.py:1:value = 1  # BADWORD" in run.told(2)


def test_a_gate_that_only_the_other_host_s_folder_holds_is_in_force_too(lab):
    lab.write(".claude/gate.yaml", gate(LINT))
    lab.commit("gate")
    run = go(lab, lab.patch(f"*** Add File: app.py\n{BAD}"), say("bye"))
    assert "app.py:1:value = 1  # BADWORD" in run.told(1)


CHILD = {"header": {"x-codex-turn-metadata": "/root/worker_one"}}


def spawn(words):
    arguments = {"task_name": "worker_one", "message": words, "fork_turns": "none"}
    return {"calls": [{"name": "spawn_agent", "namespace": "collaboration", "arguments": arguments}]}


WAIT = {"calls": [{"name": "wait_agent", "namespace": "collaboration", "arguments": {"timeout_ms": 20000}}]}


@pytest.mark.parametrize("way", sorted(WAYS))
def test_an_edit_by_a_subagent_is_gated(codex_lab, plugin, way):
    lab = codex_lab(CODE)
    WAYS[way](lab, plugin)
    put_gate(lab)
    patch = js(f"text(await tools.apply_patch({patch_of(f'*** Add File: app.py{chr(10)}{BAD}')!r}))")
    turns = [
        {**patch, "when": CHILD},
        *[{**say(f"child {number}"), "when": CHILD} for number in range(9)],
        {**spawn("child task"), "when": {"any": "Do the task.", "not_any": "worker_one"}},
        {**WAIT, "when": {"any": "worker_one"}},
    ]
    run = lab.exec("Do the task.", turns, trust=way != "managed")
    child = [
        number for number, row in enumerate(run.requests) if "/root/worker_one" in row["headers"].get("x-codex-turn-metadata", "")
    ]
    assert "app.py:1:value = 1  # BADWORD" in "".join(run.told(number) for number in child)


# ---- trust and stability


def test_an_installation_that_nobody_trusted_yet_is_listed_as_nine_untrusted_hooks(codex_lab, plugin):
    lab = codex_lab(CODE)
    as_user_hooks(lab, plugin)
    with AppServer(lab) as app:
        assert [status for _event, status in app.hooks()] == ["untrusted"] * 9


def test_user_hooks_stay_trusted_when_another_version_is_installed(codex_lab, plugin):
    lab = codex_lab(CODE)
    as_user_hooks(lab, plugin)
    with AppServer(lab) as app:
        app.trust_hooks()
    launcher = os.path.join(lab.home, ".local", "share", "feedback-gate")
    for name in ("pin", "hook.sh"):
        with open(os.path.join(launcher, name), "a", encoding="utf-8") as file:
            file.write("# another version\n")
    lab.user_hooks(registration.hooks(registration.quoted(os.path.join(launcher, "hook.sh"))))
    with AppServer(lab) as app:
        assert [status for _event, status in app.hooks()] == ["trusted"] * 9


def test_the_plugin_stays_trusted_after_sessions_for_it_writes_nothing_below_its_root(codex_lab, plugin):
    lab = codex_lab(CODE)
    as_plugin(lab, plugin)
    with AppServer(lab) as app:
        app.trust_hooks()
        assert [status for _event, status in app.hooks()] == ["trusted"] * 9
    lab.at_home(".agents/feedback/push.md", bash_rule(5))
    run = lab.exec("go", [lab.shell("git push --force"), say("bye")], trust=False)
    assert "Never force-push" in run.told(1)
    with AppServer(lab) as app:
        assert [status for _event, status in app.hooks()] == ["trusted"] * 9


def test_a_home_with_quotes_dollars_and_backquotes_works(codex_lab, plugin):
    lab = codex_lab(CODE)
    os.rename(lab.codex_home, os.path.join(lab.root, NASTY))
    lab.codex_home = os.path.join(lab.root, NASTY)
    as_plugin(lab, plugin)
    lab.at_home(".agents/feedback/push.md", bash_rule(5))
    run = lab.exec("go", [lab.shell("git push --force"), say("bye")])
    assert "Never force-push" in run.told(1)


NASTY = 'it\'s "a" $HOME `date` name'


def test_a_plugin_without_its_program_tells_the_agent_how_to_get_it(codex_lab):
    lab = codex_lab(CODE)
    add_plugin(lab)
    run = lab.exec("go", [lab.shell("echo through"), say("bye")])
    assert "pipx run feedback-gate init --host codex" in run.told(0)
    assert "through" in run.told(1)


def test_the_plugin_brings_the_skills_correct_and_gate(codex_lab):
    lab = codex_lab(CODE)
    add_plugin(lab)
    run = lab.exec("go", [say("bye")])
    assert "feedback-gate:correct" in run.told(0)
    assert "feedback-gate:gate" in run.told(0)


def listed(lab):
    """What `doctor --host codex` finds: (weight, code, values)."""
    environ = {**lab.env(), "PATH": f"{os.path.dirname(lab.client)}:/usr/bin:/bin"}
    return [(line.weight, line.code, line.params) for line in codex_hooks.diagnose(environ, lab.project)]


def test_the_doctor_hears_from_the_client_itself_who_trusted_what(codex_lab, plugin):
    lab = codex_lab(CODE)
    lab.configure()
    assert listed(lab) == [("problem", "codex.doctor_none", {})]
    as_user_hooks(lab, plugin)
    assert listed(lab)[0] == ("problem", "codex.doctor_review", {"installed": 9, "running": 0})
    with AppServer(lab) as app:
        app.trust_hooks()
    assert listed(lab) == [("ok", "codex.doctor_trusted", {"installed": 9, "running": 9})]
    table = registration.hooks(registration.quoted(os.path.join(lab.home, ".local", "share", "feedback-gate", "hook.sh")))
    table["Stop"][0]["hooks"][0]["timeout"] = 5
    lab.user_hooks(table)
    path = os.path.join(lab.codex_home, "hooks.json")
    assert listed(lab) == [
        ("problem", "codex.doctor_review", {"installed": 9, "running": 8}),
        ("problem", "codex.doctor_hook", {"event": "Stop", "status": "modified", "path": path}),
    ]


FORCED = "touch ran; git push origin main --force"


def test_an_ask_is_a_deny_until_the_person_has_spoken_and_then_lets_that_very_command_pass(codex_lab, plugin):
    lab = codex_lab(CODE)
    as_user_hooks(lab, plugin)
    lab.at_home(".agents/feedback/push.md", bash_rule(3))
    run = lab.exec("Push it.", [lab.shell(FORCED), lab.shell(FORCED), say("May I?")])
    assert "no dialog can ask for it" in run.told(1)
    assert "no dialog can ask for it" in run.told(2)
    assert not os.path.exists(lab.path("ran"))
    turns = [lab.shell(FORCED), lab.shell("git push origin other --force"), say("bye")]
    again = lab.exec(None, turns, "resume", "--last", "Yes, push it.")
    told = [again.told(number) for number in range(1, len(again.requests))]
    assert os.path.exists(lab.path("ran"))
    assert "no dialog can ask for it" not in told[0]
    assert "no dialog can ask for it" in told[1]
