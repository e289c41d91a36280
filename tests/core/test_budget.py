"""The reopening budget of a turn: seven, for each agent its own, whole again with the person's next prompt."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from feedback_gate.errors import StateError
from feedback_gate.state import budget
from feedback_gate.state.session import AgentState

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture
def state(tmp_path: Path) -> AgentState:
    return AgentState.at(str(tmp_path / "session" / "main.json"))


def test_a_turn_is_reopened_seven_times_and_then_let_go_with_the_number(state: AgentState) -> None:
    assert [budget.spend(state, active=True) for _ in range(9)] == [None] * 7 + [7, 7]
    assert state.read() == {"budget": 7}


def test_a_budget_is_spent_after_the_seventh_reopening(state: AgentState) -> None:
    spent = [budget.is_spent(state)]
    for _ in range(7):
        budget.spend(state, active=True)
        spent.append(budget.is_spent(state))
    assert spent == [False] * 7 + [True]


@pytest.mark.parametrize("value", ["three", None, [], 2.5])
def test_a_budget_that_cannot_be_read_is_spent(state: AgentState, value: object) -> None:
    state.update(lambda kept: kept.update(budget=value))
    assert budget.is_spent(state) is True


def test_where_nothing_can_be_kept_no_budget_is_known_to_be_spent() -> None:
    assert budget.is_spent(AgentState({}, "project", "session")) is False


def test_a_new_turn_has_a_whole_budget_and_all_else_is_kept(state: AgentState) -> None:
    for _ in range(8):
        budget.spend(state, active=True)
    state.update(lambda kept: kept.update(gate={"failed": {}}))
    budget.new_turn(state)
    assert state.read() == {"gate": {"failed": {}}}
    assert budget.spend(state, active=True) is None


def test_a_new_turn_writes_nothing_where_nothing_was_kept(state: AgentState, tmp_path: Path) -> None:
    budget.new_turn(state)
    assert list(tmp_path.iterdir()) == []


def test_a_new_turn_without_a_home_is_no_error() -> None:
    budget.new_turn(AgentState({}, "project", "session"))


@pytest.mark.parametrize("value", ["three", None, [], 2.5])
def test_a_number_that_cannot_be_read_counts_as_used_up(state: AgentState, value: object) -> None:
    state.update(lambda kept: kept.update(budget=value))
    assert budget.spend(state, active=False) == 7


def test_where_nothing_can_be_kept_only_a_first_stop_is_reopened() -> None:
    homeless = AgentState({}, "project", "session")
    assert (budget.spend(homeless, active=False), budget.spend(homeless, active=True)) == (None, 7)


def test_a_new_turn_that_cannot_be_kept_is_said(state: AgentState, tmp_path: Path) -> None:
    budget.spend(state, active=True)
    (tmp_path / "session" / "main.json.lock").unlink()
    (tmp_path / "session" / "main.json.lock").mkdir()
    with pytest.raises(StateError, match="state cannot be kept"):
        budget.new_turn(state)
