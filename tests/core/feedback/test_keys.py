"""One declaration: what the product says of a rule file, the published JSON Schema says too."""

from __future__ import annotations

import json
from typing import Any

import jsonschema
import pytest
import yaml
from hypothesis import given, settings
from hypothesis import strategies as st

import rule_docs
from feedback_gate.feedback import keys, parse

VALIDATOR = jsonschema.Draft7Validator(rule_docs.rule_schema())
BASH = {"event": "pre_bash", "when": "x"}
EDIT = {"event": "pre_edit", "path": "**", "when": "x"}
STOP = {"event": "stop_check", "changed": "a", "check": "true"}
INERT = "examples has no effect without when or program"


def said(value: dict[str, Any]) -> list[str]:
    """What the product has against a frontmatter, apart from what a schema cannot know."""
    try:
        record = parse.parse(f"---\n{json.dumps(value)}\n---\n", "/r.md")
    except parse.BrokenFileError as problem:
        return [problem.reason]
    if record is None:
        return ["no rule"]
    reasons = [reason for _, _, reason in (*record["problems"], *record["hints"])]
    return [reason for reason in reasons if not reason.startswith("examples: ")]


@pytest.mark.parametrize(
    "value",
    [
        {"name": "r"},
        {"name": 5, "count": "3", "description": None, "type": "feedback"},
        {
            "name": "r",
            "count": True,
            "auto_count": False,
            "expires": "2026-01-01",
            "projects": "~/x/**",
            "when_exists": ["a", "b"],
        },
        {"name": "r", "enforce": []},
        {"name": "r", "enforce": None},
        {"name": "r", "enforce": [BASH, EDIT]},
        {"name": "r", "enforce": [{**BASH, "unless": "y", "severity": "warn", "message": "m", "check": "true"}]},
        {"name": "r", "enforce": [{"event": "pre_bash", "program": "git", "subcommand": "push", "flags": ["-f"], "unless": "x"}]},
        {"name": "r", "enforce": [{"event": "pre_edit", "path": ["a"], "absent_glob": "{dir}/x", "exclude_path": "b"}]},
        {"name": "r", "enforce": [{"event": "post_edit", "path": "a", "check": "true"}]},
        {"name": "r", "enforce": [{"event": "stop_check", "changed": "a", "require_sibling": "b", "exclude_path": "c"}]},
        {"name": "r", "enforce": [{**BASH, "examples": {"match": ["x"], "pass": "y"}}]},
        {"name": "r", "enforce": [{"event": "pre_bash", "program": "git", "examples": {"match": "git push"}}]},
        {"name": "r", "enforce": [{**EDIT, "absent_glob": "b", "examples": {"match": "x"}}]},
    ],
)
def test_both_accept(value):
    assert said(value) == []
    assert VALIDATOR.is_valid(value)


@pytest.mark.parametrize(
    ("value", "reason"),
    [
        ({"name": ""}, "no rule: its frontmatter is not closed, or has no name"),
        ({"name": False}, "no rule: its frontmatter is not closed, or has no name"),
        ({"count": 3}, "no rule: its frontmatter is not closed, or has no name"),
        ({"name": "r", "tags": []}, None),
        ({"name": "r", "count": [1]}, "count must be a text or number, not [1]"),
        ({"name": "r", "projects": []}, "projects must be a text or a list of texts, not []"),
        ({"name": "r", "projects": ["a", 1]}, "projects must be a text or a list of texts, not ['a', 1]"),
        ({"name": "r", "auto_count": "false"}, "auto_count must be true or false, not 'false'"),
        ({"name": "r", "enforce": BASH}, "enforce must be a list; begin each entry with `- `"),
        ({"name": "r", "enforce": [None]}, "the entry is empty or no mapping"),
        ({"name": "r", "enforce": ["x"]}, "the entry is empty or no mapping"),
        ({"name": "r", "enforce": [{}]}, "event is missing; write a text: Which check this is."),
        ({"name": "r", "enforce": [{"event": "pre-bash"}]}, None),
        ({"name": "r", "enforce": [{"event": ["pre_bash"]}]}, "event must be a text, not ['pre_bash']"),
        ({"name": "r", "enforce": [{"event": "pre_bash"}]}, "pre_bash needs when or program"),
        ({"name": "r", "enforce": [{**BASH, "when": ""}]}, "when must be a text, not ''"),
        ({"name": "r", "enforce": [{**BASH, "path": "x"}]}, "path has no effect in pre_bash"),
        ({"name": "r", "enforce": [{**BASH, "flags": "-f"}]}, "flags has no effect without program"),
        ({"name": "r", "enforce": [{**BASH, "message": None}]}, "message must be a text, not None"),
        ({"name": "r", "enforce": [{**BASH, "severity": "error"}]}, None),
        ({"name": "r", "enforce": [{**BASH, "examples": ["x"]}]}, "examples must be a mapping, not ['x']"),
        ({"name": "r", "enforce": [{**BASH, "examples": {"matches": "x"}}]}, "unknown key 'matches'; did you mean 'match'?"),
        ({"name": "r", "enforce": [{**STOP, "examples": {"match": "x"}}]}, INERT),
        ({"name": "r", "enforce": [{"event": "post_edit", "path": "a", "check": "true", "examples": {"match": "x"}}]}, INERT),
        ({"name": "r", "enforce": [{"event": "pre_edit", "path": "a", "absent_glob": "b", "examples": {"pass": "x"}}]}, INERT),
        ({"name": "r", "enforce": [{"event": "pre_edit", "path": "a", "absent_sibling": "b", "examples": {}}]}, INERT),
        ({"name": "r", "enforce": [{**EDIT, "check": "true"}]}, "check has no effect in pre_edit"),
        ({"name": "r", "enforce": [{"event": "pre_edit", "when": "x"}]}, "pre_edit needs path"),
        ({"name": "r", "enforce": [{"event": "stop_check", "changed": "a"}]}, "stop_check needs require_sibling or check"),
    ],
)
def test_both_refuse_and_the_product_says_why(value, reason):
    assert said(value)
    if reason is not None:
        assert said(value) == [reason]
    assert not VALIDATOR.is_valid(value)


WORDS = st.sampled_from(["x", "", "a/**"])
VALUES = st.one_of(
    WORDS, st.none(), st.booleans(), st.integers(0, 9), st.just(0.5), st.lists(WORDS, max_size=2), st.just([1]), st.just({})
)
RIGHT = {"text": st.just("x"), "texts": st.sampled_from(["x", ["x", "a/**"]]), "mapping": st.sampled_from([{}, {"match": "x"}])}


def entries() -> st.SearchStrategy[Any]:
    """Entries that are mostly right."""
    given_keys = {
        key.name: st.one_of(RIGHT[key.kind], RIGHT[key.kind], RIGHT[key.kind], VALUES)
        for key in keys.ENTRY
        if key.name not in ("event", "severity")
    }
    needed = {"event": st.sampled_from([*keys.EVENTS, *keys.EVENTS, "stop"])}
    other = {"severity": st.sampled_from([*keys.SEVERITIES, "error"]), "evnt": st.just("x")}
    return st.fixed_dictionaries(needed, optional={**given_keys, **other})


@settings(max_examples=300, deadline=None)
@given(
    st.lists(st.one_of(entries(), VALUES), min_size=1, max_size=2),
    st.dictionaries(st.sampled_from(["count", "projects", "expires", "x"]), VALUES),
)
def test_both_say_the_same_of_whatever_stands_there(listed, more):
    value = {"name": "r", **more, "enforce": listed}
    assert VALIDATOR.is_valid(value) == (not said(value)), said(value)


def test_the_schema_is_a_schema_and_every_key_is_described():
    jsonschema.Draft7Validator.check_schema(rule_docs.rule_schema())
    assert all(key.doc.endswith((".", "):")) for key in (*keys.RULE, *keys.ENTRY, *keys.EXAMPLES))


def test_the_frame_that_correct_shows_and_the_rules_text_are_rules_themselves():
    from feedback_gate.messages.en.correct import TEXTS as CORRECT
    from feedback_gate.messages.en.rules_text import TEXTS as TEXT

    frame = CORRECT["correct.template"].partition("\n")[2]
    block = TEXT["rules_text.text"].partition("    ---\n")[2].partition("    ---\n")[0]
    for shown in (f"name: r\n{frame}", block):
        dedented = "\n".join(line.removeprefix("    ") for line in shown.splitlines())
        assert said(yaml.safe_load(dedented.replace("expires: 2027-01-31", ""))) == []


@pytest.mark.parametrize("count", ["five", "1e1", ".inf", '""', "-5", "99999999999", "[5]"])
def test_a_count_that_is_no_number_is_named_instead_of_silently_being_0(count):
    record = parse.parse(f"---\nname: r\ncount: {count}\n---\n", "/r.md")
    assert [(line, "count" in reason) for _, line, reason in record["problems"]] == [(3, True)]
