"""The one spelling of a policy, which is what a person approves: it is read back as it was, and differences are named."""

from __future__ import annotations

import pytest

from feedback_gate.claims import policy
from feedback_gate.claims.policy import Check, Policy

CHECKS = [Check("lint", "ruff"), Check("test", "pytest -q", 30, "sub")]
POLICIES = {
    "the default": Policy(),
    "no check": Policy([]),
    "checks": Policy(CHECKS),
    "all else": Policy(None, "warn", 5, 3, subagents=False, parallel=False, drift=True, scope=policy.NAMED, soft=True),
    "no drift": Policy(drift=False),
    "drift from the first file": Policy(drift_files=0),
}


@pytest.mark.parametrize("name", POLICIES)
def test_a_policy_is_read_back_as_it_was_spelled(name: str) -> None:
    text = policy.spell(POLICIES[name], {"test": "a\nb", "lint": ""})
    found = policy.read(text)
    assert found is not None
    assert found[0].record == POLICIES[name].record
    assert found[1] == {"test": "a\nb"}
    assert policy.spell(*found) == text


def test_the_spelling_is_what_a_person_reads_and_never_changes() -> None:
    assert policy.spell(Policy([Check("test", "prüfen")]), {}) == (
        '{\n "behind": {},\n "policy": {\n  "checks": {\n   "test": {\n    "cmd": "prüfen",\n    "dir": "",\n    "timeout": 120\n   }\n  },\n'
        '  "drift": 12,\n  "max_blocks": 3,\n  "mode": "block",\n  "parallel": true,\n  "subagents": true\n }\n}\n'
    )


def test_the_keys_are_spelled_in_one_order() -> None:
    text = policy.spell(POLICIES["all else"], {"test": "x", "lint": "y"})
    assert [text.index(f'"{key}"') for key in ("behind", "lint", "test", "policy", "scope", "soft", "subagents")] == sorted(
        text.index(f'"{key}"') for key in ("behind", "lint", "test", "policy", "scope", "soft", "subagents")
    )


def test_what_people_are_told_of_orders_and_limits_is_so() -> None:
    assert policy.NAMES == ("typecheck", "lint", "test", "build")
    assert (policy.TIMEOUT, policy.LONGEST, policy.MAX_BLOCKS, policy.CAP, policy.DRIFT_FILES) == (120, 540, 3, 6, 12)


def test_without_drift_the_limit_is_the_default_and_false_is_spelled() -> None:
    found = policy.read(policy.spell(Policy(drift=False, drift_files=5), {}))
    assert found is not None
    assert (found[0].drift, found[0].drift_files, found[0].record["drift"]) == (False, 12, False)


def test_what_came_later_is_spelled_only_where_it_is_not_the_default() -> None:
    assert POLICIES["all else"].record == {
        "checks": None,
        "drift": 3,
        "max_blocks": 5,
        "mode": "warn",
        "parallel": False,
        "subagents": False,
        "scope": "named",
        "soft": True,
    }


def test_checks_are_in_the_order_in_which_they_run() -> None:
    found = policy.read(policy.spell(Policy([Check("build", "b"), *CHECKS[::-1]]), {}))
    assert found is not None
    assert [one.name for one in found[0].checks or ()] == ["lint", "test", "build"]


@pytest.mark.parametrize("text", ["", "[]", "{}", "null", '{"policy": 1}', '{"policy": {"checks": [1]}, "behind": {}}', "{" * 9])
def test_a_text_that_is_no_policy_is_none(text: str) -> None:
    assert policy.read(text) is None


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        (Policy(CHECKS), Policy(CHECKS), []),
        (Policy(), Policy(CHECKS), ["lint", "test"]),
        (Policy(CHECKS), Policy(), ["lint", "test"]),
        (Policy(CHECKS), Policy([Check("lint", "ruff"), Check("test", "true", 30, "sub")]), ["test"]),
        (Policy(mode="block", max_blocks=3), Policy(mode="off", max_blocks=4), ["max_blocks", "mode"]),
        (Policy(), Policy(scope=policy.NAMED, soft=True, drift=False), ["drift", "scope", "soft"]),
    ],
)
def test_what_differs_is_named_checks_first(old: Policy, new: Policy, expected: list[str]) -> None:
    assert policy.differences(old, new) == expected
