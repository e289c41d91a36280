"""Between the commands of a rule and their start: asks the policy, keeps what it puts off, records what came of the rest."""

from __future__ import annotations

from feedback_gate import messages
from feedback_gate.quality.policy import history, question
from feedback_gate.quality.policy.choice import Choice, choose
from feedback_gate.run.command import CANCELLED, Command
from feedback_gate.run.logs import slug
from feedback_gate.run.parallel import Block

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from typing import Any

    from feedback_gate.check import Call
    from feedback_gate.quality.keeping import Keeping
    from feedback_gate.quality.policy.choice import Policy
    from feedback_gate.quality.report import Ran

    Steps = list[Command | tuple[Command, ...]]


class Judge:
    """One phase of one agent. asks: whether the policy is asked (never at a stop); allowed: whether it allowed anything."""

    __slots__ = ("_call", "_keeping", "allowed", "asks", "without_program")

    def __init__(self, call: Call, keeping: Keeping, *, asks: bool) -> None:
        self._call = call
        self._keeping = keeping
        self.asks = asks
        self.allowed = False
        self.without_program = False

    def of(self, owner: Mapping[str, Any], top: Mapping[str, Any], root: str) -> Judged:
        """The judgement of the commands of a rule or check."""
        return Judged(self, choose(owner, top, root, self._call))

    def may_run(self, command: Command, policy: Policy) -> str:
        """Why a command is put off, "" when it may run."""
        record = _record(command)
        answer = question.ask(policy, history.read(self._keeping, command.root), record, self._call)
        self.without_program = self.without_program or not policy.program
        if answer.verdict:
            history.append(self._keeping, {**record, "kind": history.REQUEST})
        if answer.verdict == question.ALLOW:
            self.allowed = True
            return ""
        if answer.verdict:
            return messages.text("policy.denied", {}, self._call.language)
        return messages.text("policy.unevaluated", {"reason": answer.reason}, self._call.language)

    def note(self, ran: Ran) -> None:
        """Record what came of a command; one that had no time is no history."""
        if ran.result.status != CANCELLED:
            kind = history.RESPONSE if ran.result.passed else history.ERROR
            history.append(self._keeping, {**_record(ran.command), "kind": kind})


def _record(command: Command) -> dict[str, Any]:
    return {"root": command.root, "cwd": command.cwd, "name": command.name or slug(command.text), "cmd": command.text}


class Judged:
    """The commands of one rule or check under its policy. put_off: [(command, why)]; missing: a policy that is not there."""

    __slots__ = ("_judge", "_policy", "missing", "put_off")

    def __init__(self, judge: Judge, choice: Choice) -> None:
        self._judge = judge
        self._policy = choice.policy
        self.missing = choice.missing
        self.put_off: list[tuple[Command, str]] = []

    def may_start(self, steps: Sequence[Command | tuple[Command, ...]]) -> Steps:
        """The steps without what is put off; every member of a block is asked for, in order, before the block starts."""
        if self._policy is None or not self._judge.asks:
            return list(steps)
        left: Steps = []
        for step in steps:
            if isinstance(step, Command):
                left.extend([step] if self._allows(step) else [])
                continue
            members = [member for member in step if self._allows(member)]
            if members:
                left.append(Block.of(members, step.at_once if isinstance(step, Block) else 0))
        return left

    def _allows(self, command: Command) -> bool:
        why = self._judge.may_run(command, self._policy) if self._policy is not None else ""
        if why:
            self.put_off.append((command, why))
        return not why

    def note(self, ran: Sequence[Ran]) -> None:
        """Record what came of commands under a policy."""
        if self._policy is not None:
            for one in ran:
                self._judge.note(one)
