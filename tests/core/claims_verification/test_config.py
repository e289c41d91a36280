"""What a project says about claims: rows T1 to T10, `claims:` of gate.yaml, its schema, which of two files wins."""

from __future__ import annotations

import json
import os

import jsonschema
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.support.claims import Claims
from tests.support.product import blocked, shown

from feedback_gate.claims import config, policy
from feedback_gate.quality import config as gate_config
from feedback_gate.quality import keys
from feedback_gate.schema import json_schema


def shoot(text: str | None = None, **values: object):
    """(policy as a record, problems) of a `.shoot.config.json`."""
    found, problems = config.of_shoot(json.dumps(values) if text is None else text)
    return found, problems


@pytest.mark.parametrize(("text", "problem"), [("{oops", "1: no JSON"), ("[]", "1: the file must hold one JSON object")])
def test_t1_a_broken_file_gives_the_defaults_and_is_said_to_be_broken(text, problem):
    found, problems = shoot(text)
    assert found.record == policy.Policy(()).record
    assert len(problems) == 1
    assert problems[0].startswith(problem)


def test_t1_the_person_is_told_once_a_session(tmp_path):
    project = Claims(tmp_path / "app").git()
    project.file(".shoot.config.json", "{oops")
    line = f"{project.root}/.shoot.config.json:1: no JSON"
    assert line in shown(project.start())
    assert line not in shown(project.stop())


def test_t2_an_empty_object_is_all_defaults():
    found, problems = shoot("{}")
    assert found.record == {
        "checks": {},
        "drift": 12,
        "max_blocks": 3,
        "mode": "block",
        "parallel": True,
        "subagents": True,
    }
    assert problems == []


@pytest.mark.parametrize(
    ("value", "seconds"),
    [("30", 30), (-1, 120), (None, 120), (0.5, 1), (3_000_000, 540), (True, 1), ("x", 120), ([], 120), (29.9, 29), (1e999, 120)],
    ids=str,
)
def test_t3_t4_t5_a_timeout_is_a_number_of_seconds_within_bounds(value, seconds):
    found, _ = shoot(json.dumps({"timeoutSeconds": value, "checks": {"test": "true"}}))
    assert found.checks[0].timeout == seconds


@pytest.mark.parametrize(
    ("value", "limit"), [(99, 6), (2.9, 2), (-2, 3), (0, 0), (None, 3), ("", 3), ([], 3), ("4", 4)], ids=repr
)
def test_t6_t7_a_limit_that_is_no_number_does_not_switch_blocking_off(value, limit):
    assert shoot(maxBlocksPerSession=value)[0].max_blocks == limit


def test_t8_a_mode_in_capitals_is_block_and_named():
    found, problems = shoot(mode="WARN")
    assert found.mode == "block"
    assert problems == ["1: mode must be block or warn, not 'WARN'; block counts"]


def test_t9_a_switch_that_is_no_boolean_stays_on_and_is_named():
    found, problems = shoot(verifySubagents="false")
    assert found.subagents is True
    assert problems == ["1: verifySubagents must be true or false, not 'false'; true counts"]


def test_t10_a_command_that_is_no_text_is_empty_and_named_with_its_line():
    found, problems = shoot('{\n "checks": {\n  "lint": " x ",\n  "test": ["a"]\n }\n}')
    assert found.record["checks"] == {"lint": {"cmd": "x", "dir": "", "timeout": 120}}
    assert problems == ["4: test must be a text, not ['a']; it counts as empty"]


def test_misspelt_keys_are_named():
    _, problems = shoot(timeoutSecond=3, checks={"tests": "x"})
    assert problems == ["1: unknown key 'timeoutSecond'", "1: unknown check 'tests'; the checks are typecheck, lint, test, build"]


def test_all_keys_of_the_older_tool_are_known():
    found, problems = shoot(
        mode="warn",
        checks={"typecheck": "a", "lint": "b", "test": "c", "build": "d"},
        timeoutSeconds=5,
        maxBlocksPerSession=2,
        verifySubagents=False,
        platform="codex",
        scopeDriftWarning=False,
        scopeDriftFileThreshold=4,
    )
    assert problems == []
    assert found.record == {
        "checks": {name: {"cmd": cmd, "dir": "", "timeout": 5} for name, cmd in zip(policy.NAMES, "abcd")},
        "drift": False,
        "max_blocks": 2,
        "mode": "warn",
        "parallel": True,
        "subagents": False,
    }


JSON = st.recursive(
    st.none() | st.booleans() | st.floats() | st.integers() | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.sampled_from([*config.SHOOT_KEYS, *policy.NAMES]), inner),
    max_leaves=20,
)


@given(JSON)
def test_whatever_the_file_holds_the_policy_is_within_bounds(value):
    found, _ = config.of_shoot(json.dumps(value))
    assert 0 <= found.max_blocks <= policy.CAP
    assert all(1 <= check.timeout <= policy.LONGEST for check in found.checks or ())
    assert policy.read(policy.spell(found, {}))[0].record == found.record


@given(JSON)
def test_whatever_claims_holds_the_policy_is_within_bounds(value):
    found = config.of_gate(value if isinstance(value, dict) else {})
    assert 1 <= found.max_blocks <= policy.CAP
    assert found.mode in (policy.BLOCK, policy.WARN, policy.OFF)
    assert all(1 <= check.timeout <= policy.LONGEST for check in found.checks or ())


def test_claims_of_gate_yaml_with_all_its_keys():
    found = config.of_gate(
        {
            "mode": "warn",
            "checks": {"test": "pytest", "lint": {"cmd": "ruff check", "timeout": 9, "dir": "web/"}},
            "timeout": 60,
            "max_blocks": 9,
            "subagents": False,
            "parallel": False,
            "drift": {"warn": True, "files": 3},
            "scope": "named",
            "soft": True,
        }
    )
    assert found.record == {
        "checks": {
            "lint": {"cmd": "ruff check", "dir": "web", "timeout": 9},
            "test": {"cmd": "pytest", "dir": "", "timeout": 60},
        },
        "drift": 3,
        "max_blocks": 6,
        "mode": "warn",
        "parallel": False,
        "scope": "named",
        "soft": True,
        "subagents": False,
    }
    assert policy.read(policy.spell(found, {}))[0].record == found.record


@pytest.mark.parametrize("given", [{"scope": "lint", "soft": "yes"}, {"scope": None, "soft": 1}, {}])
def test_scope_and_soft_are_off_unless_they_are_plainly_on_and_leave_older_approvals_good(given):
    found = config.of_gate(given)
    assert (found.scope, found.soft) == ("all", False)
    assert not {"scope", "soft"} & set(found.record)


@pytest.mark.parametrize("folder", ["/etc", "../x", "a/../../b"])
def test_a_check_outside_the_root_is_left_out_and_named(folder):
    text = f"rules: []\nclaims:\n  checks:\n    test: {{cmd: x, dir: {folder}}}\n"
    gate = gate_config.load(text, dict(os.environ))
    assert config.of_gate(gate.claims).checks == ()
    assert [problem[0] for problem in gate.problems] == [4]


@pytest.mark.parametrize(
    ("claims", "sentence"),
    [
        ("{mode: loud}", "mode must be one of 'block', 'warn', 'off', False, not 'loud'"),
        ("{checks: {tests: x}}", "unknown key 'tests'; did you mean 'test'?"),
        ("{checks: {test: 3}}", "test: must be a command, or a mapping with cmd, timeout and dir"),
        ("{checks: {test: {command: x}}}", "test: unknown key 'command'; did you mean 'cmd'?"),
        ("{max_blocks: 7}", "max_blocks: at most 6 count"),
        ("{scope: lint}", "scope must be one of 'all', 'named', not 'lint'"),
        ("{soft: maybe}", "soft must be true or false, not 'maybe'"),
        ("{timeout: 900}", "timeout: at most 540 s count"),
        ("{drift: {file: 3}}", "unknown key 'file'; did you mean 'files'?"),
    ],
)
def test_a_mistake_in_claims_is_named_with_its_line(claims, sentence):
    problems = gate_config.load(f"rules: []\nclaims: {claims}\n", dict(os.environ)).problems
    assert [(problem[0], problem[2]) for problem in problems] == [(2, sentence)]


@pytest.mark.parametrize(
    ("claims", "good"),
    [
        ({"mode": "off", "checks": {"test": "x"}}, True),
        ({"mode": False}, True),
        ({"checks": {"test": {"cmd": "x", "timeout": 5, "dir": "web"}}, "max_blocks": 6, "parallel": True}, True),
        ({"drift": {"warn": False, "files": 20}}, True),
        ({"scope": "named", "soft": True}, True),
        ({"scope": "lint"}, False),
        ({"checks": {"tests": "x"}}, False),
        ({"checks": {"test": {"timeout": 5}}}, False),
        ({"checks": {"test": {"cmd": "x", "dir": "/x"}}}, False),
        ({"max_blocks": 7}, False),
        ({"mode": "loud"}, False),
    ],
    ids=str,
)
def test_the_published_schema_knows_claims(claims, good):
    schema = json_schema(keys.TOP)
    found = list(jsonschema.Draft7Validator(schema).iter_errors({"rules": [], "claims": claims}))
    assert (found == []) is good


def test_with_both_files_gate_yaml_wins(tmp_path):
    project = Claims(tmp_path / "app").git()
    project.shoot(checks={"test": "exit 1"})
    project.claims("checks: {test: 'true'}")
    assert "test passed" in shown(project.stop())
    call = project.here()
    assert config.find(call, call.project.root).shadowed == str(project.root / ".shoot.config.json")


def test_a_gate_without_claims_leaves_the_older_file_in_force(tmp_path):
    project = Claims(tmp_path / "app").git()
    project.gate("rules: []\n")
    project.shoot(checks={"test": "exit 1"}).approve()
    assert blocked(project.stop())


def test_mode_off_verifies_nothing_and_says_nothing(tmp_path):
    project = Claims(tmp_path / "app").git().claims("mode: off\nchecks: {test: exit 1}")
    assert project.stop() == {}
    assert project.history() == []


def test_a_check_runs_in_its_folder_with_its_own_time(tmp_path):
    project = Claims(tmp_path / "app").git()
    project.file("web/here")
    project.claims("timeout: 30\nchecks:\n  test: {cmd: 'test -f here && sleep 9', dir: web, timeout: 1}")
    assert "=== test: timed out after 1 s ===\n$ test -f here && sleep 9  (web)" in blocked(project.stop())
