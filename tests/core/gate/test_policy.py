"""The policy, with a stand-in that speaks dogwood's command line (tables P, D and T): what is put off never counts as passed."""

from __future__ import annotations

import json
import os
import sys
import time
from pathlib import Path

import pytest
from tests.support.product import Product, blocked, shown

from feedback_gate.check import Call
from feedback_gate.event import Event
from feedback_gate.quality.keeping import Keeping
from feedback_gate.quality.policy import bundled, choice, history
from feedback_gate.state.session import AgentState

# Logs its arguments and the trace; what it answers stands in a file beside it: words that are denied, or `!` and a misbehaviour.
STAND_IN = """#!{python}
import json, os, sys
here = os.path.dirname(os.path.abspath(__file__))
trace = open(sys.argv[sys.argv.index("--trace") + 1]).read()
with open(here + "/calls", "a") as log:
    log.write(json.dumps({{"arguments": sys.argv[1:], "trace": trace}}) + "\\n")
words = open(here + "/deny").read().split()
if words[:1] == ["!"]:
    exec(" ".join(words[1:]))
    sys.exit(0)
last = trace.splitlines()[-1]
verdict = "Deny" if any(word in last for word in words) else "Allow"
print(json.dumps({{"verdicts": [{{"verdict": "Allow"}}, {{"verdict": verdict}}]}}))
"""


class Dogwood:
    """The stand-in in a folder outside the project."""

    def __init__(self, folder: Path) -> None:
        folder.mkdir(parents=True)
        self.path = folder / "dogwood"
        self.path.write_text(STAND_IN.format(python=sys.executable))
        self.path.chmod(0o755)
        self.folder = folder
        self.deny("")

    def deny(self, words: str) -> None:
        (self.folder / "deny").write_text(words)

    @property
    def calls(self) -> list[dict]:
        path = self.folder / "calls"
        return [json.loads(line) for line in path.read_text().splitlines()] if path.exists() else []


@pytest.fixture
def dogwood(tmp_path, monkeypatch) -> Dogwood:
    found = Dogwood(tmp_path / "bin")
    monkeypatch.setenv("DOGWOOD_BIN", str(found.path))
    return found


@pytest.fixture
def product(tmp_path) -> Product:
    product = Product(tmp_path / "app")
    product.file("gate.dw", "permit(principal, action, resource);")
    return product


A_AND_B = (
    "policy: gate.dw\nrules:\n"
    "  - {match: 'a*', run: [{name: pkg-a, cmd: 'echo a >> ../ran; test ! -f no-good'}]}\n"
    "  - {match: 'b*', run: [{name: pkg-b, cmd: 'echo b >> ../ran'}]}\n"
)


def started(product: Product, gate: str) -> Product:
    product.gate(gate)
    product.git().start()
    return product


def ran(product: Product) -> list[str]:
    path = product.root.parent / "ran"
    return path.read_text().split() if path.exists() else []


def state(home, name: str = "main") -> dict:
    """The state of the one agent that has gate state (by default the main one)."""
    found = [path for path in home.glob(".local/state/feedback-gate/projects/*/*/*.json") if path.stem == name]
    return json.loads(found[0].read_text()) if found else {}


def deferred(home, name: str = "main") -> list[str]:
    return [entry["item"]["cmd"] for entry in state(home, name).get("gate", {}).get("deferred", [])]


def kinds(home, name: str = "main") -> list[str]:
    return [f"{record['kind']} {record['name']}" for record in state(home, name).get("policy", [])]


def call_of(product: Product) -> Call:
    event = Event("claude", "PostToolUse", session="s1", cwd=str(product.root), project=str(product.root))
    return Call(event, dict(os.environ), time.monotonic() + 60)


# -- finding program, policy and schema -----------------------------------------------------------------------------------


def test_p01_the_variable_names_the_program(product, dogwood):
    assert choice.find(call_of(product)) == str(dogwood.path)


def test_p02_a_variable_that_leads_nowhere_is_not_made_up_for(product, dogwood, monkeypatch):
    monkeypatch.setenv("PATH", f"{dogwood.folder}:{os.environ['PATH']}")
    monkeypatch.setenv("DOGWOOD_BIN", str(dogwood.folder / "missing"))
    assert choice.find(call_of(product)) == ""


@pytest.mark.parametrize("place", ["bin", ".cargo/bin", ".local/share/mise/shims"])
def test_without_it_path_and_two_folders_of_the_home_are_searched(product, home, monkeypatch, tmp_path, place):
    found = Dogwood((tmp_path / "other" if place == "bin" else home) / place)
    monkeypatch.setenv("PATH", f"{found.folder if place == 'bin' else ''}:/usr/bin:/bin")
    assert choice.find(call_of(product)) == str(found.path)


def test_a_projects_settings_cannot_name_the_program(product, dogwood):
    product.file(".claude/settings.json", json.dumps({"env": {"DOGWOOD_BIN": str(dogwood.path)}}))
    assert choice.find(call_of(product)) == ""


def test_a_program_inside_the_project_is_never_taken(product, monkeypatch):
    inside = Dogwood(product.root / "bin")
    monkeypatch.setenv("PATH", f"{inside.folder}:/usr/bin:/bin")
    assert choice.find(call_of(product)) == ""
    monkeypatch.setenv("DOGWOOD_BIN", str(inside.path))
    assert choice.find(call_of(product)) == ""


@pytest.mark.parametrize(
    ("row", "owner", "top", "path"),
    [
        ("P06", {"policy": ".claude/policies/gate.dw"}, {}, "{root}/.claude/policies/gate.dw"),
        ("P07", {"policy": "~/gate.dw"}, {}, "{home}/gate.dw"),
        ("P08", {"policy": "rule.dw"}, {"policy": "top.dw"}, "{root}/rule.dw"),
        ("P08", {}, {"policy": "top.dw"}, "{root}/top.dw"),
        ("P10", {}, {"policy": False}, ""),
        ("P11", {"policy": "rule.dw"}, {"policy": False}, "{root}/rule.dw"),
        ("P12", {"policy": "missing.dw"}, {}, ""),
    ],
)
def test_p06_to_p12_which_policy_judges(product, dogwood, home, row, owner, top, path):
    for name in (".claude/policies/gate.dw", "rule.dw", "top.dw"):
        product.file(name)
    (home / "gate.dw").write_text("")
    found = choice.choose(owner, top, str(product.root), call_of(product))
    assert (found.policy.path if found.policy else "") == path.format(root=product.root, home=home)
    assert found.missing == ("missing.dw" if row == "P12" else "")


def test_p09_nothing_set_means_the_bundled_policy_and_schema_as_files(product, dogwood):
    found = choice.choose({}, {}, str(product.root), call_of(product)).policy
    assert (Path(found.path).read_text(), Path(found.schema).read_text()) == (bundled.POLICY, bundled.SCHEMA)
    assert found.bundled


def test_without_dogwood_nothing_set_means_no_policy(product, monkeypatch):
    monkeypatch.setenv("PATH", "/usr/bin:/bin")
    assert choice.choose({}, {}, str(product.root), call_of(product)).policy is None


# -- what dogwood is told ---------------------------------------------------------------------------------------------------


def test_p03_a_cedar_text_is_escaped():
    assert history.quoted('a"b\\c') == '"a\\"b\\\\c"'


RECORD = {
    "ts": 1000,
    "root": "/x/claude",
    "cwd": "/x/claude/sub",
    "name": "hooks-pytest",
    "cmd": "pytest tests -q",
    "kind": "request",
}


def test_p04_a_record_is_one_line_whatever_the_command_holds():
    record = {**RECORD, "cmd": "a\nb\r\nc\td", "kind": "response"}
    assert history.log([record], "/x/claude", folder=False).count("\n") == 1


@pytest.mark.parametrize(("folder", "more"), [(False, ""), (True, ', folder: "sub"')])
def test_p05_a_line_of_the_trace(folder, more):
    given = f'input: {{ name: "hooks-pytest", cmd: "pytest tests -q"{more} }}'
    assert history.log([RECORD], "/x/claude", folder=folder) == (
        '@1000 scope(principal: Gate::Agent::"gate", resource: Gate::Project::"claude") '
        f'request_context({given}) Gate::Action::"Run"::request({given}, '
        'callerPrincipal: Gate::Agent::"gate", callerResource: Gate::Project::"claude", requestId: "r0")\n'
    )


def test_p21_the_command_line(product, dogwood):
    product.file("rule.dw")
    product.file("own.cedarschema")
    started(product, "policy_schema: own.cedarschema\nrules: [{match: 'a*', policy: rule.dw, run: ['true']}]\n")
    product.write("a")
    arguments = dogwood.calls[0]["arguments"]
    assert arguments[:5] == ["replay", f"{product.root}/rule.dw", "--policy-schema", f"{product.root}/own.cedarschema", "--trace"]
    assert arguments[6:] == ["--format", "json"]
    assert not os.path.exists(arguments[5])
    assert "folder:" not in dogwood.calls[0]["trace"]


# -- the verdicts -------------------------------------------------------------------------------------------------------------


def test_p13_policy_false_asks_nobody(product, dogwood, home):
    dogwood.deny("pkg-a")
    started(product, A_AND_B.replace("policy: gate.dw", "policy: false"))
    product.write("a")
    assert (ran(product), dogwood.calls, deferred(home), kinds(home)) == (["a"], [], [], [])


def test_p14_an_allowed_command_runs_after_one_question(product, dogwood, home):
    started(product, A_AND_B)
    product.write("a")
    assert (ran(product), len(dogwood.calls), kinds(home)) == (["a"], 1, ["request pkg-a", "response pkg-a"])


def test_p15_a_failure_is_recorded_as_error(product, dogwood, home):
    started(product, A_AND_B)
    product.file("no-good")
    assert blocked(product.write("a"))
    assert kinds(home) == ["request pkg-a", "error pkg-a"]


def test_p16_a_denied_command_is_put_off_and_its_file_has_not_passed(product, dogwood, home):
    dogwood.deny("pkg-a")
    started(product, A_AND_B)
    reply = product.write("a")
    assert (ran(product), len(deferred(home)), kinds(home)) == ([], 1, ["request pkg-a"])
    assert "[gate] skip: . $ echo a >> ../ran; test ! -f no-good (put off by the policy on purpose" in shown(reply)
    assert list(state(home)["gate"]["changed"]) == [str(product.root / "a")]


def test_what_was_put_off_runs_before_the_stop_without_a_question_and_is_named(product, dogwood, home):
    dogwood.deny("pkg-a")
    started(product, A_AND_B)
    product.write("a")
    assert blocked(product.stop()).startswith("[gate] All checks passed: pkg-a ✓")
    assert (ran(product), len(dogwood.calls), deferred(home)) == (["a"], 1, [])
    assert product.stop(active=True) == {}


def test_what_was_put_off_and_fails_blocks_the_stop_until_it_is_mended(product, dogwood, home):
    dogwood.deny("pkg-a")
    started(product, A_AND_B)
    product.write("a")
    product.file("no-good")
    assert "✗ pkg-a" in blocked(product.stop())
    assert "attempt 2" in blocked(product.stop(active=True))
    (product.root / "no-good").unlink()
    assert "pkg-a ✓" in blocked(product.stop(active=True))
    assert deferred(home) == []


def test_p17_an_unnamed_command_is_known_by_its_slug(product, dogwood, home):
    started(product, "policy: gate.dw\nrules: [{match: 'a*', run: ['true']}]\n")
    product.write("a")
    assert kinds(home) == ["request true", "response true"]


def test_p18_a_policy_without_a_program_puts_off_and_says_so_once(product, home, monkeypatch):
    monkeypatch.setenv("DOGWOOD_BIN", "/nowhere/dogwood")
    started(product, A_AND_B)
    first, second = shown(product.write("a")), shown(product.write("a", "2"))
    assert (ran(product), len(deferred(home)), kinds(home)) == ([], 1, [])
    assert ("names a policy, but dogwood was not found" in first, "names a policy" in second) == (True, False)
    product.stop()
    assert ran(product) == ["a"]


def test_p19_without_dogwood_the_bundled_policy_does_not_count(product, home, monkeypatch):
    monkeypatch.setenv("PATH", "/usr/bin:/bin")
    started(product, A_AND_B.replace("policy: gate.dw\n", ""))
    product.write("a")
    assert (ran(product), deferred(home), kinds(home)) == (["a"], [], [])


@pytest.mark.parametrize(
    ("misbehaviour", "reason"),
    [
        ("! sys.exit('what is\\nthis')", "dogwood ended with status 1: what is this"),
        ("! print('{broken')", "dogwood did not print JSON"),
        ("! print('[]')", "dogwood's answer holds no verdict"),
        ("! print('{}')", "dogwood's answer holds no verdict"),
        ("! print('{\"verdicts\":[]}')", "dogwood's answer holds no verdict"),
        ('! print(\'{"verdicts":[{"verdict":"maybe"}]}\')', "dogwood gave an unknown verdict: 'maybe'"),
        ("! os.kill(os.getpid(),9)", "dogwood ended with status 137"),
    ],
)
def test_p20_a_program_that_gives_no_verdict_puts_off_and_says_why(product, dogwood, home, misbehaviour, reason):
    dogwood.deny(misbehaviour)
    started(product, A_AND_B.replace("policy: gate.dw\n", ""))
    assert reason in shown(product.write("a"))
    assert (ran(product), len(deferred(home)), kinds(home)) == ([], 1, [])
    product.stop()
    assert ran(product) == ["a"]


def test_a_program_that_hangs_is_stopped(product, dogwood, home, monkeypatch):
    monkeypatch.setattr("feedback_gate.quality.policy.question.SECONDS", 0.5)
    dogwood.deny("! __import__('time').sleep(60)")
    started(product, A_AND_B)
    assert "dogwood could not be run: 0.5 s" in shown(product.write("a"))
    assert len(deferred(home)) == 1


def test_p22_a_check_at_the_stop_is_never_put_off(product, dogwood, home):
    dogwood.deny("the-check")
    started(
        product,
        "rules: [{match: 'a*', run: ['true'], run_checks: [c]}]\n"
        "consistency_checks: [{name: c, run: [{name: the-check, cmd: 'echo c >> ../ran'}]}]\n",
    )
    product.write("a")
    assert "the-check ✓" in blocked(product.stop())
    assert (ran(product), deferred(home), "response the-check" in kinds(home)) == (["c"], [], True)


def test_a_missing_policy_is_named_and_the_command_runs(product, dogwood):
    started(product, "policy: nowhere.dw\nrules: [{match: 'a*', run: ['echo a >> ../ran']}]\n")
    assert "there is no policy file nowhere.dw" in shown(product.write("a"))
    assert ran(product) == ["a"]


# -- what was put off ---------------------------------------------------------------------------------------------------------


def test_d01_d02_an_allowed_command_brings_the_one_put_off_along(product, dogwood, home):
    dogwood.deny("pkg-a")
    started(product, A_AND_B)
    product.write("a")
    assert "[gate] ok: deferred:. $ echo a" in shown(product.write("b"))
    assert (ran(product), deferred(home), len(dogwood.calls)) == (["b", "a"], [], 2)
    assert kinds(home) == ["request pkg-a", "request pkg-b", "response pkg-b", "response pkg-a"]
    assert product.stop() == {}


def test_d03_what_is_put_off_in_this_phase_stays(product, dogwood, home):
    dogwood.deny("pkg-a")
    started(product, A_AND_B)
    product.bash("touch a b")
    assert (ran(product), len(deferred(home))) == (["b"], 1)


def test_d04_twice_put_off_is_one_entry(product, dogwood, home):
    dogwood.deny("pkg-a")
    started(product, A_AND_B)
    product.write("a")
    product.write("a", "2")
    assert (ran(product), len(deferred(home))) == ([], 1)


def test_d05_put_off_again_in_the_same_phase_stays(product, dogwood, home):
    gate = A_AND_B.replace("match: 'b*', run: [{name: pkg-b, cmd: 'echo b >> ../ran'}]", "match: 'a*', run: ['true']").replace(
        "{match: 'a*', run: [{name: pkg-a",
        "{match: 'a1', run: [{name: free, cmd: 'echo a >> ../ran; test ! -f no-good'}]}\n  - {match: 'a*', run: [{name: pkg-a",
    )
    dogwood.deny("pkg-a")
    started(product, gate)
    product.write("a0")
    assert ran(product) == []
    product.write("a1")
    assert (ran(product), len(deferred(home))) == (["a"], 1)
    product.stop()
    assert (ran(product), deferred(home)) == (["a", "a"], [])


def test_d06_an_entry_whose_folder_is_gone_is_named_and_its_file_is_open_again(product, dogwood, home):
    product.file("sub/keep")
    started(product, A_AND_B.replace("match: 'a*'", "match: 'a*', dir: sub").replace("../ran", "$CLAUDE_PROJECT_DIR/../ran"))
    dogwood.deny("pkg-a")
    product.write("a")
    product.sh("rm -r sub")
    assert "put off earlier; cwd missing" in shown(product.write("b"))
    assert (ran(product), deferred(home)) == (["b"], [])
    product.file("sub/keep")
    product.stop()
    assert ran(product) == ["b", "a"]


def test_d07_allowed_the_next_time_it_ran_once(product, dogwood, home):
    dogwood.deny("pkg-a")
    started(product, A_AND_B)
    product.write("a")
    dogwood.deny("")
    product.write("a", "2")
    assert (ran(product), deferred(home)) == (["a"], [])
    assert product.stop() == {}


def test_d08_one_entry_a_folder_and_the_first_ones_name_and_timeout_stay(product, dogwood, home):
    product.file("sub/keep")
    started(
        product,
        "policy: gate.dw\nrules:\n"
        "  - {match: 'a1', run: [{name: x, cmd: 'true'}]}\n"
        "  - {match: 'a2', run: [{name: y, cmd: 'true', timeout: 7}]}\n"
        "  - {match: 'a3', dir: sub, run: [{name: x, cmd: 'true'}]}\n",
    )
    dogwood.deny("x y")
    for name in ("a1", "a2", "a3"):
        product.write(name)
    entries = state(home)["gate"]["deferred"]
    assert [(entry["cwd"].endswith("/sub"), entry["item"]["name"], entry["item"]["timeout"]) for entry in entries] == [
        (False, "x", 300),
        (True, "x", 300),
    ]
    assert [os.path.basename(path) for path in entries[0]["files"]] == ["a1", "a2"]


def test_d09_d10_at_the_stop_everything_put_off_runs_and_only_what_fails_stays(product, dogwood, home):
    dogwood.deny("pkg")
    started(product, A_AND_B)
    product.bash("touch a b")
    product.file("no-good")
    reply = blocked(product.stop())
    assert ("✗ pkg-a" in reply, "✓ pkg-b" in reply, ran(product)) == (True, True, ["a", "b"])
    assert deferred(home) == ["echo a >> ../ran; test ! -f no-good"]


def test_d11_a_check_that_ran_the_same_command_on_the_same_files_is_enough(product, dogwood, home):
    started(
        product,
        "policy: gate.dw\nrules: [{match: 'a*', run: [{name: whole, cmd: 'echo w >> ../ran'}], run_checks: [c]}]\n"
        "consistency_checks: [{name: c, run: [{name: whole, cmd: 'echo w >> ../ran'}]}]\n",
    )
    dogwood.deny("whole")
    product.write("a")
    product.stop()
    assert (ran(product), deferred(home)) == (["w"], [])
    assert product.stop(active=True) == {}


def test_d13_an_agents_entries_and_records_are_its_own(product, dogwood, home):
    dogwood.deny("pkg-a")
    started(product, A_AND_B)
    agent = product.as_agent("agent1")
    agent.write("a")
    assert (deferred(home), kinds(home)) == ([], [])
    assert blocked(agent.stop()) == ""
    assert ran(product) == ["a"]


def test_what_an_agent_left_put_off_runs_at_the_main_threads_stop(product, dogwood):
    dogwood.deny("pkg-a")
    started(product, A_AND_B)
    product.as_agent("agent1").write("a")
    product.stop()
    assert ran(product) == ["a"]


def test_f08_a_failed_file_stays_failed_when_its_command_is_put_off(product, dogwood, home):
    started(product, A_AND_B)
    product.file("no-good")
    assert blocked(product.write("a"))
    dogwood.deny("pkg-a")
    product.write("a", "2")
    assert list(state(home)["gate"]["failed"]) == [str(product.root / "a")]
    assert "✗ pkg-a" in blocked(product.stop())


def test_a_file_that_fails_one_rule_and_waits_for_another_is_run_as_a_whole_at_the_stop(product, dogwood, home):
    started(
        product,
        "policy: gate.dw\nrules:\n  - {match: 'a*', run: [{name: lint, cmd: 'test -f ok'}]}\n"
        "  - {match: 'a*', run: [{name: slow, cmd: 'echo slow >> ../ran'}]}\n",
    )
    dogwood.deny("slow")
    assert blocked(product.write("a"))
    reply = blocked(product.stop())
    assert ("✗ lint" in reply, "✓ slow" in reply, ran(product)) == (True, True, ["slow"])


def test_two_folders_with_one_command_name_are_told_apart(product, dogwood):
    started(product, "rules: [{match: '**/*.txt', per_file_dir: true, run: [{name: test, cmd: 'true'}]}]\n")
    product.bash("mkdir one two && touch one/a.txt two/a.txt")
    folders = [line.split('folder: "')[1].split('"')[0] for one in dogwood.calls for line in one["trace"].splitlines()[-1:]]
    assert folders == ["one", "two"]


def test_giving_up_ends_the_blocking_of_what_was_put_off(product, dogwood, home):
    dogwood.deny("pkg-a")
    started(product, A_AND_B)
    product.write("a")
    product.file("no-good")
    for _ in range(5):
        reply = product.stop(active=True)
    assert "unverified" in shown(reply)
    product.prompt()
    assert product.stop() == {}
    dogwood.deny("")
    assert "pkg-a" in blocked(product.write("a", "2"))
    assert "attempt 1" in blocked(product.stop())


# -- history --------------------------------------------------------------------------------------------------------------------


@pytest.fixture
def keeping(product) -> Keeping:
    return Keeping(AgentState(dict(os.environ), "p", "s"))


def record(root: str = "/r", **more) -> dict:
    return {"root": root, "cwd": root, "name": "n", "cmd": "c", "kind": "request", **more}


def put(keeping: Keeping, *records: dict) -> None:
    keeping.update(lambda kept: kept.update(policy=list(records)))


def test_t01_a_root_sees_its_own_records_only(keeping):
    history.append(keeping, record("/one"))
    history.append(keeping, record("/two"))
    assert [one["root"] for one in history.read(keeping, "/two")] == ["/two"]


def test_t02_time_never_goes_back_within_a_root(keeping):
    ahead = int(time.time()) + 5000
    put(keeping, record(ts=ahead))
    assert history.append(keeping, record()) == ahead


def test_t03_records_older_than_a_day_are_dropped(keeping):
    now = int(time.time())
    put(keeping, record(ts=now - 90_000), record(ts=now - 60, name="young"))
    history.append(keeping, record(name="new"))
    assert [one["name"] for one in history.read(keeping, "/r")] == ["young", "new"]


def test_t04_broken_records_are_passed_over(keeping):
    put(keeping, {"ts": "soon"}, 5)
    history.append(keeping, record())
    assert [one["name"] for one in history.read(keeping, "/r")] == ["n"]
