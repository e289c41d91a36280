"""Runs the checks behind a claim, or takes what already ran on this tree: one `Checked` for each, in order."""

from __future__ import annotations

import os

from feedback_gate.claims import counts, evidence
from feedback_gate.run.command import CANCELLED, COULD_NOT_START, Command

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from typing import Any

    from feedback_gate.check import Call
    from feedback_gate.claims.evidence import Tree
    from feedback_gate.claims.policy import Policy
    from feedback_gate.run.command import Result

    Steps = list[tuple[Command, ...]]

# Where a result comes from.
RAN, THIS_CALL, KNOWN = "ran", "this call", "known"


class Checked:
    """One check and what is known of it.

    name: of NAMES, or the gate's; result: None for a check that was not run, because it passed on this very tree before
    (`source` KNOWN) or because what is behind its command was not approved (`moved`); at: epoch seconds of a known pass;
    no_tests: it passed without running any test; tests: (passed, all) of a pass, None where it does not say; before: how many
    passed the last time, on another tree; claimed: how many the agent says passed, where that is another number.
    """

    __slots__ = ("at", "before", "claimed", "command", "moved", "name", "no_tests", "result", "source", "tests")

    def __init__(
        self,
        name: str,
        command: Command,
        result: Result | None = None,
        source: str = RAN,
        at: float = 0.0,
        *,
        moved: bool = False,
    ) -> None:
        self.name = name
        self.command = command
        self.result = result
        self.source = source
        self.at = at
        self.moved = moved
        self.no_tests = result is not None and result.passed and counts.ran_none(result.output)
        self.tests = None if result is None else counts.of(result)
        self.before: int | None = None
        self.claimed: int | None = None

    @property
    def passed(self) -> bool:
        """Whether it passed, now or before on this very tree."""
        return self.source == KNOWN or (self.result is not None and self.result.passed)

    @property
    def unchecked(self) -> bool:
        """Whether it says nothing: not approved, could not start, no time left."""
        if self.result is None:
            return self.source != KNOWN
        return self.result.status in (COULD_NOT_START, CANCELLED)

    @property
    def fewer(self) -> int:
        """How many tests fewer passed than the time before; 0 where that is not known."""
        return max(0, self.before - self.tests[0]) if self.tests is not None and self.before is not None else 0

    @property
    def failed(self) -> bool:
        """Whether it ran and did not pass."""
        return not self.passed and not self.unchecked


def steps_of(policy: Policy, gate: Mapping[str, Any], root: str, environ: Mapping[str, str]) -> Steps:
    """The commands of a policy, grouped: the members of a group run at once, the groups one after the other."""
    if policy.checks is None:
        return [(step,) if isinstance(step, Command) else tuple(step) for step in gate.get("steps", ())]
    env = {} if "CI" in environ else {"CI": "1"}
    made = [
        Command(one.cmd, one.name, os.path.normpath(os.path.join(root, one.dir)), root=root, env=env, timeout=one.timeout)
        for one in policy.checks
    ]
    return [tuple(made)] if made and policy.parallel else [(command,) for command in made]


class Verification:
    """One round of checks under a call; `checked` is in the order of the steps."""

    __slots__ = ("_call", "_fresh", "_moved", "_root", "_tree", "checked")

    def __init__(self, call: Call, root: str, moved: Sequence[str] = (), *, fresh: bool = False) -> None:
        """`fresh`: take nothing that ran before; `moved`: names of checks that must not run."""
        self._call = call
        self._root = root
        self._moved = moved
        self._fresh = fresh
        self._tree: Tree | None = None
        self.checked: list[Checked] = []

    @property
    def digest(self) -> str:
        """The tree that was checked; "" where it was not looked at, or cannot be told apart from another."""
        return "" if self._tree is None else self._tree.digest

    def run(self, steps: Steps) -> list[Checked]:
        """Look at what is known, run the rest, keep what passed."""
        known = {id(command): self._known(command) for step in steps for command in step}
        left = [tuple(command for command in step if known[id(command)] is None) for step in steps]
        results = self._results([step for step in left if step])
        for command in (command for step in steps for command in step):
            found = known[id(command)] or Checked(command.name or command.text, command, results[id(command)])
            if found.tests is not None and self._tree is not None and found.source != THIS_CALL:
                found.before = evidence.tests_before(command, self._tree, self._call)
            self.checked.append(found)
        self._keep([one for one in self.checked if one.source == RAN and one.result is not None])
        return self.checked

    def _known(self, command: Command) -> Checked | None:
        name = command.name or command.text
        if name in self._moved:
            return Checked(name, command, moved=True)
        if self._fresh:
            return None
        for ran, result in reversed(self._call.ran):
            if evidence.is_same(ran, command):
                return Checked(name, command, result, THIS_CALL)
        if self._tree is None:
            self._tree = evidence.look(self._root, self._call)
        found = evidence.passed(command, self._tree, self._call)
        if found is None:
            return None
        checked = Checked(name, command, source=KNOWN, at=found.at)
        checked.tests = found.tests
        return checked

    def _results(self, steps: Steps) -> dict[int, Result]:
        """{id of the command: result}; one that failed beside others runs once more alone."""
        if not steps:
            return {}
        if self._tree is None:
            self._tree = evidence.look(self._root, self._call)
        moment = evidence.moment(self._call)
        for step in steps:
            for command in step:  # another agent's run serves us only if it began after this moment
                command.changed_ns = moment
        with _Runner(self._call) as runner:
            results = runner.run(steps)
            again = [command for step in steps if len(step) > 1 for command in step if _is_failure(results[id(command)])]
            for identity, result in runner.run([(command,) for command in again]).items():
                if result.status != CANCELLED:
                    results[identity] = result
        return results

    def _keep(self, ran: list[Checked]) -> None:
        """A pass is evidence if the tree is still the one it began on, and tests were run."""
        fit = [one for one in ran if one.passed and not one.no_tests]
        if not fit or self._tree is None or not self._tree.digest:
            return
        if evidence.look(self._root, self._call).digest == self._tree.digest:
            for one in fit:
                if one.result is not None:
                    evidence.keep(one.command, one.result, self._tree, self._call)


def _is_failure(result: Result) -> bool:
    return not result.passed and result.status not in (COULD_NOT_START, CANCELLED)


class _Runner:
    """Runs groups of commands, seen in the band and logged where the project has a configuration folder."""

    __slots__ = ("_call", "_logs", "_registry", "_runs")

    def __init__(self, call: Call) -> None:
        from feedback_gate.run.logs import Logs
        from feedback_gate.run.registry import Registry
        from feedback_gate.run.status_home import StatusHome, state_id
        from feedback_gate.state import places

        event, spoken = call.event, call.language
        self._call = call
        visible = any(os.path.isdir(folder) for folder in call.project.config_folders())
        home = StatusHome.of(call.project)
        self._logs = Logs(home, state_id(event.session, event.agent), spoken) if visible else None
        self._registry = Registry(home, event.session, event.agent, spoken) if visible else None
        folder = places.project_state(call.environ, call.project.id)
        self._runs = os.path.join(folder, "runs") if folder else ""

    def __enter__(self) -> _Runner:
        from feedback_gate.run import shared

        if self._runs:
            shared.sweep(self._runs)
        if self._registry is not None:
            self._registry.__enter__()
        return self

    def __exit__(self, *problem: object) -> None:
        if self._registry is not None:
            self._registry.__exit__(*problem)

    def run(self, steps: Steps) -> dict[int, Result]:
        """{id of the command: result}."""
        from feedback_gate.run import parallel

        done = parallel.run(steps, self._call, runs=self._runs, logs=self._logs, watch=self._registry)
        return dict(self._paired(steps, done))

    @staticmethod
    def _paired(steps: Steps, done: list[Any]) -> Iterator[tuple[int, Result]]:
        for step, results in zip(steps, done):
            for command, result in zip(step, results):
                yield id(command), result
