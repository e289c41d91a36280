"""`gate.yaml`: what each bad value does, and that the JSON Schema says the same as the validation (table 1.6, Y01–Y14)."""

from __future__ import annotations

import jsonschema
import pytest
import yaml
from hypothesis import given, settings
from hypothesis import strategies as st

from feedback_gate import yamlfile
from feedback_gate.quality import json_schema, parse

RULE = "rules:\n  - match: '*.py'\n    run: ['true']\n"
CHECKS = "consistency_checks:\n  - name: c\n    run: ['true']\n"


def problems(text: str) -> list[str]:
    """`line key [level]` of everything that is wrong."""
    return [f"{line} {where} [{level}]" for line, where, _, level in parse.parse(text)["problems"]]


def rules(text: str) -> int:
    """How many rules are left."""
    return len(parse.parse(text)["rules"])


def is_valid(text: str) -> bool:
    """What an editor says."""
    return jsonschema.Draft7Validator(json_schema.document()).is_valid(yamlfile.load(text).value)


# (text, problems, rules left)
ROWS = {
    "a good file": (RULE + CHECKS, [], 1),
    "no rules": ("rules: []\n", [], 0),
    "rules missing": ("report_success: false\n", ["1  [warning]"], 0),
    "claims alone": ("claims: {checks: {test: make}}\n", [], 0),
    "checks without rules": (CHECKS.lstrip(), ["1  [warning]"], 0),
    "a check of claims with another name": ("claims: {checks: {format: a}}\n", ["1 claims.checks.format [warning]"], 0),
    "rules null": ("rules:\n", ["1 rules [warning]"], 0),
    "rules a mapping": ("rules: {a: b}\n", ["1  [error]"], 0),
    "rules a number": ("rules: 5\n", ["1  [error]"], 0),
    "rules a text": ("rules: abc\n", ["1  [error]"], 0),
    "document null": ("# nothing\n", ["1  [error]"], 0),
    "document a scalar": ("hello\n", ["1  [error]"], 0),
    "document a list": ("- a\n", ["1  [error]"], 0),
    "a rule that is null": (RULE + "  -\n", ["4 rules[1] [error]"], 1),
    "a rule that is a text": (RULE + "  - abc\n", ["4 rules[1] [error]"], 1),
    "a rule that is a number": (RULE + "  - 5\n", ["4 rules[1] [error]"], 1),
    "a rule that is a list": (RULE + "  - [a]\n", ["4 rules[1] [error]"], 1),
    "match missing": (RULE + "  - run: [a]\n", ["4 rules[1] [error]"], 1),
    "match null": (RULE + "  - {match: , run: [a]}\n", ["4 rules[1].match [error]"], 1),
    "match empty": (RULE + "  - {match: '', run: [a]}\n", ["4 rules[1].match [error]"], 1),
    "match an empty list": (RULE + "  - {match: [], run: [a]}\n", ["4 rules[1].match [error]"], 1),
    "match a number": (RULE + "  - {match: 123, run: [a]}\n", ["4 rules[1].match [error]"], 1),
    "an unknown key at the top": (RULE + "colour: red\n", ["4 colour [warning]"], 1),
    "an unknown key in a rule": (RULE + "    mach: x\n", ["4 rules[0].mach [warning]"], 1),
    "an unknown key in a command": (
        "rules:\n  - {match: '*', run: [{cmd: a, nmae: b}]}\n",
        ["2 rules[0].run[0].nmae [warning]"],
        1,
    ),
    "an unknown key in a check": (RULE + CHECKS + "    match: x\n", ["7 consistency_checks[0].match [warning]"], 1),
    "dir absolute": (RULE + "    dir: /etc\n", ["4 rules[0].dir [error]"], 0),
    "dir that leaves": (RULE + "    dir: a/../..\n", ["4 rules[0].dir [error]"], 0),
    "dir that only looks like it": (RULE + "    dir: a/..b\n", [], 1),
    "dir empty": (RULE + "    dir: ''\n", ["4 rules[0].dir [warning]"], 1),
    "dir a number": (RULE + "    dir: 5\n", ["4 rules[0].dir [error]"], 0),
    "per_file_dir false": (RULE + "    per_file_dir: false\n", [], 1),
    "per_file_dir null": (RULE + "    per_file_dir:\n", ["4 rules[0].per_file_dir [warning]"], 1),
    "per_file_dir 0": (RULE + "    per_file_dir: 0\n", ["4 rules[0].per_file_dir [warning]"], 1),
    "per_file_dir 1": (RULE + "    per_file_dir: 1\n", ["4 rules[0].per_file_dir [error]"], 1),
    "per_file_dir File": (RULE + "    per_file_dir: File\n", ["4 rules[0].per_file_dir [error]"], 1),
    "run missing": ("rules:\n  - match: '*'\n", ["2 rules[0] [error]"], 0),
    "run null": ("rules:\n  - {match: '*', run: }\n", ["2 rules[0].run [error]"], 0),
    "run empty": ("rules:\n  - {match: '*', run: []}\n", ["2 rules[0].run [error]"], 0),
    "run a text": ("rules:\n  - {match: '*', run: make}\n", [], 1),
    "run a mapping": ("rules:\n  - {match: '*', run: {cmd: a, timeout: 5}}\n", [], 1),
    "run a mapping without cmd": ("rules:\n  - {match: '*', run: {name: a}}\n", ["2 rules[0].run [error]"], 0),
    "run a parallel block": ("rules:\n  - {match: '*', run: {parallel: [a, b]}}\n", [], 1),
    "run a number": ("rules:\n  - {match: '*', run: 5}\n", ["2 rules[0].run [error]"], 0),
    "an item that is a number": ("rules:\n  - {match: '*', run: [a, 5]}\n", ["2 rules[0].run[1] [error]"], 1),
    "an item that is null": ("rules:\n  - {match: '*', run: [a, null]}\n", ["2 rules[0].run[1] [error]"], 1),
    "an empty command": ("rules:\n  - {match: '*', run: [a, '']}\n", ["2 rules[0].run[1] [warning]"], 1),
    "an object without cmd": ("rules:\n  - {match: '*', run: [a, {name: b}]}\n", ["2 rules[0].run[1] [error]"], 1),
    "a parallel block": ("rules:\n  - {match: '*', run: [{parallel: [a, {cmd: b}], at_once: 1}]}\n", [], 1),
    "an empty parallel block": (
        "rules:\n  - {match: '*', run: [a, {parallel: []}]}\n",
        ["2 rules[0].run[1].parallel [warning]"],
        1,
    ),
    "a nested parallel block": (
        "rules:\n  - {match: '*', run: [{parallel: [a, {parallel: [b]}]}]}\n",
        ["2 rules[0].run[0].parallel[1] [error]"],
        1,
    ),
    "parallel a text": ("rules:\n  - {match: '*', run: [a, {parallel: b}]}\n", ["2 rules[0].run[1].parallel [error]"], 1),
    "timeout 0": (RULE + "    timeout: 0\n", ["4 rules[0].timeout [warning]"], 1),
    "timeout null": (RULE + "    timeout:\n", ["4 rules[0].timeout [warning]"], 1),
    "timeout empty": (RULE + "    timeout: ''\n", ["4 rules[0].timeout [warning]"], 1),
    "timeout a text": (RULE + "    timeout: soon\n", ["4 rules[0].timeout [error]"], 1),
    "timeout above the most": (RULE + "    timeout: 601\n", ["4 rules[0].timeout [warning]"], 1),
    "timeout the most": (RULE + "    timeout: 600\n", [], 1),
    "share a text": ("rules:\n  - {match: '*', run: [{cmd: a, share: 'no!'}]}\n", ["2 rules[0].run[0].share [warning]"], 1),
    "files a number": ("rules:\n  - {match: '*', run: [{cmd: a, files: 0}]}\n", ["2 rules[0].run[0].files [warning]"], 1),
    "report_success off": (RULE + "report_success: off\n", [], 1),
    "report_success a text": (RULE + "report_success: never\n", ["4 report_success [warning]"], 1),
    "run_checks a text": (RULE + "    run_checks: c\n" + CHECKS, [], 1),
    "policy empty": (RULE + "policy: ''\n", ["4 policy [error]"], 1),
    "policy true": (RULE + "policy: true\n", ["4 policy [error]"], 1),
    "policy false": (RULE + "policy: false\n", [], 1),
    "policy a path": (RULE + "    policy: .claude/gate.dw\n", [], 1),
    "policy_schema empty": (RULE + "policy_schema: ''\n", ["4 policy_schema [error]"], 1),
    "a check without a name": (RULE + "consistency_checks:\n  - {run: [a]}\n", ["5 consistency_checks[0] [error]"], 1),
    "a check without commands": (RULE + "consistency_checks:\n  - {name: a}\n", ["5 consistency_checks[0] [error]"], 1),
    "checks that are no list": (RULE + "consistency_checks: {a: b}\n", ["4  [error]"], 0),
}
# What a schema cannot see.
ONLY_HERE = {
    "an unclosed class": (RULE + "  - {match: '[a', run: [b]}\n", ["4 rules[1].match [error]"], 1),
    "a key twice": (RULE + "    run: [b]\n", ["4 rules[0].run [warning]"], 1),
    "two checks with one name": (
        RULE + CHECKS + "  - {name: c, run: [b]}\n",
        ["7 consistency_checks[1] [warning]"],
        1,
    ),
    "an undefined check": (RULE + "    run_checks: [nope]\n", ["2  [warning]"], 1),
}


@pytest.mark.parametrize("name", [*ROWS, *ONLY_HERE])
def test_a_value_is_judged_by_line_key_and_level_and_the_rest_still_counts(name):
    text, expected, left = {**ROWS, **ONLY_HERE}[name]
    assert (problems(text), rules(text)) == (expected, left)


@pytest.mark.parametrize("name", ROWS)
def test_the_schema_for_editors_agrees_with_the_validation(name):
    text, expected, _ = ROWS[name]
    assert is_valid(text) is (not expected)


def test_the_schema_is_one():
    jsonschema.Draft7Validator.check_schema(json_schema.document())


def test_a_malformed_text_names_line_and_column():
    record = parse.parse("rules:\n  - match: [unclosed\n")
    assert record["fatal"].startswith("line 3, column 1: ")
    assert record["problems"][0][3] == "error"


def test_the_last_of_two_checks_with_one_name_is_used():
    assert parse.parse(RULE + CHECKS + "  - {name: c, run: [b]}\n")["checks"]["c"]["run"] == [{"cmd": "b"}]


def test_y07_a_block_of_text_is_one_command_with_its_line_ends():
    record = parse.parse("rules:\n- match: '*'\n  run:\n  - |\n    echo a\n    echo b\n  timeout: 5\n")
    assert record["rules"][0]["run"] == [{"cmd": "echo a\necho b\n"}]
    assert record["rules"][0]["timeout"] == 5


def test_y03_anchors_and_merge_keys_work():
    text = "common: &c {timeout: 7}\nrules:\n  - {<<: *c, match: '*', run: [a]}\n"
    assert parse.parse(text)["rules"][0]["timeout"] == 7


def test_y05_json_is_a_gate_too():
    assert parse.parse('{"rules": [{"match": ["a:b"], "run": [{"cmd": "x", "share": false}]}]}')["rules"][0]["run"] == [
        {"cmd": "x", "share": False}
    ]


SCALARS = st.none() | st.booleans() | st.integers(-2, 700) | st.text("a*[{/.", max_size=4) | st.floats(0, 2)
NAMES = st.sampled_from(
    [
        "rules",
        "match",
        "run",
        "dir",
        "timeout",
        "cmd",
        "name",
        "share",
        "files",
        "parallel",
        "at_once",
        "policy",
        "run_checks",
        "consistency_checks",
        "x",
    ]
)
VALUES = st.recursive(
    SCALARS, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(NAMES, inner, max_size=4), max_leaves=20
)


@settings(max_examples=300, deadline=None)
@given(st.dictionaries(NAMES, VALUES, max_size=5))
def test_no_document_breaks_the_reading(value):
    record = parse.parse(yaml.safe_dump(value))
    assert all(level in ("error", "warning") and line >= 1 for line, _, _, level in record["problems"])
    assert all(rule["match"] and rule["run"] for rule in record["rules"])
