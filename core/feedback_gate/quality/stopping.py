"""The checks phase, at a stop with something to check: run what failed or was not run, then the reserved checks; block, report or give up."""

from __future__ import annotations

from feedback_gate.changes import session
from feedback_gate.changes.memory import Memory
from feedback_gate.outcome import AGENT, BLOCK, BOTH, NOTE, PERSON, WARN, Finding, GivingUp
from feedback_gate.quality import differences, draining, for_claims, lists, put_off, report, reserved, rules, source
from feedback_gate.quality.policy.judge import Judge
from feedback_gate.quality.runner import CHECKS, Runner
from feedback_gate.run.command import CANCELLED
from feedback_gate.state import budget

TYPE_CHECKING = False
if TYPE_CHECKING:
    from feedback_gate.check import Call
    from feedback_gate.event import Event
    from feedback_gate.outcome import Outcome
    from feedback_gate.quality.keeping import Keeping
    from feedback_gate.quality.report import Ran

# The fifth failing stop of a turn is let through, and each one after it, unless something else refuses it.
MAXIMUM = 5


class Stopping:
    """One stop with something to check."""

    def __init__(self, event: Event, call: Call, keeping: Keeping) -> None:
        self.event = event
        self.call = call
        self.keeping = keeping
        self.language = call.language

    def findings(self, kept: lists.Lists) -> list[Finding]:
        """Run everything, so that one block lists all that is wrong, then decide."""
        main = source.of_root(self.call.project.root, self.call)
        if main.gate is not None and main.gate.fatal:
            return [*main.findings, *self._broken(main.path, main.gate.fatal, kept)]
        first = self._now()
        for_claims.began(self.call, first)
        judge = Judge(self.call, self.keeping, asks=False)
        with Runner(self.call, CHECKS, self.language) as runner:
            verdict = rules.evaluate(kept.open, self.call, runner, self.language, name_unmatched=False, judge=judge)
            differences.apply(self.keeping, verdict.difference)
            seen = lists.read(self.keeping)
            checks = reserved.run(seen.pending, self.call, runner, self.language, judge)
            drained = self._drain(seen, checks.ran, runner, judge)
            seen = lists.read(self.keeping) if seen.deferred else seen
        self._note_run(first, runner.ran)
        findings = [*main.findings, *verdict.findings, *checks.findings]
        lines = verdict.lines + checks.lines + drained.lines
        unchecked = verdict.unchecked + checks.unchecked + drained.unchecked
        findings += rules.unchecked_findings(unchecked, self.call)
        if verdict.failed or checks.failed or drained.failed:
            return findings + self._failed(runner.ran, lines, kept, seen, checks.reserved, drained.failed)
        differences.settle(self.keeping, seen, checks.passed)
        if any(one.result.status == CANCELLED for one in unchecked):
            differences.give_up(self.keeping, seen, kept.open, checks.left)
        return findings + self._passed(runner.ran, lines, kept, report_success=main.gate is None or main.gate.report_success)

    def _drain(self, seen: lists.Lists, ran: list[Ran], runner: Runner, judge: Judge) -> draining.Drained:
        """Run everything a policy put off, except what a check has just run on the same files."""
        difference = differences.Difference()
        left = []
        for entry in seen.deferred:
            covered = put_off.covered(entry, ran)
            difference.ran.append((put_off.key(entry), covered))
            files = {path: ns for path, ns in entry["files"].items() if path not in covered}
            difference.passed.update(covered)
            left.extend([{**entry, "files": files}] if files else [])
        drained = draining.drain(left, difference, runner, judge, self.language)
        if seen.deferred:
            differences.apply(self.keeping, difference)
        return drained

    def _now(self) -> int:
        """The moment on the file system clock, 0 where it cannot be had."""
        try:
            return Memory(self.call.state.folder).stamp()
        except OSError:
            return 0

    def _note_run(self, first: int, ran: list[Ran]) -> None:
        """Remember when commands ran, so that what they write is not taken for the agent's work at every stop anew."""
        if first and ran and not self.event.agent:
            last, products = self._now(), self.call.facts.get(session.PRODUCED, ())
            session.later(self.call, lambda: Memory(self.call.state.folder).ran(first, last, products))

    def _broken(self, path: str, reason: str, kept: lists.Lists) -> list[Finding]:
        """A gate that cannot be read, with work pending: the stop is blocked once a turn."""
        params = {"path": path, "reason": reason}
        if kept.told_broken:
            return [GivingUp(Finding("gate.broken_let_through", params, NOTE, PERSON))]
        lists.note(self.keeping, told_broken=True)
        for_claims.blocks(self.call)
        return [Finding("gate.broken", params, BLOCK, BOTH)]

    def _failed(
        self,
        ran: list[Ran],
        lines: list[str],
        kept: lists.Lists,
        seen: lists.Lists,
        waiting: dict[str, dict[str, list[str]]],
        put_off_failed: list[put_off.Key],
    ) -> list[Finding]:
        attempt = differences.attempt(self.keeping)
        params = {
            "attempt": attempt,
            "max": MAXIMUM,
            "summary": self._summary(ran, lines),
            "details": report.details(ran, self.language),
        }
        if attempt < MAXIMUM:
            for_claims.blocks(self.call)
            return [Finding("gate.checks_failed", params, BLOCK, AGENT)]
        failing = Finding("gate.still_failing", {"attempt": attempt, "summary": params["summary"]}, BLOCK, AGENT)
        gave_up = GivingUp(Finding("gate.gave_up", params, WARN, BOTH), failing)

        def give_up(outcome: Outcome) -> None:
            if gave_up in outcome.findings:
                differences.give_up(self.keeping, seen, kept.open, waiting, put_off_failed)

        self.call.after.append(give_up)
        return [gave_up]

    def _passed(self, ran: list[Ran], lines: list[str], kept: lists.Lists, *, report_success: bool) -> list[Finding]:
        if ran and all(one.result.passed for one in ran):
            labels = {"labels": self._labels(ran)}
            if self.event.agent:
                return [Finding("gate.all_passed_agent", labels, NOTE, PERSON)]
            if report_success and self._is_news(kept) and not kept.told_success and not budget.is_spent(self.call.state):
                lists.note(self.keeping, reported=True, told_success=True)
                return [Finding("gate.all_passed", labels, BLOCK, AGENT)]
        return [Finding("gate.checks_passed", {"lines": "\n".join(lines)}, NOTE, PERSON)] if lines else []

    def _is_news(self, kept: lists.Lists) -> bool:
        """Whether anybody needs to be told: what only our own commands wrote is checked in silence."""
        return bool(kept.pending or kept.deferred) or not set(kept.open) <= set(self.call.facts.get(session.PRODUCED, ()))

    def _labels(self, ran: list[Ran]) -> str:
        root = self.call.project.root
        places = {one.command.root: "" if one.command.root == root else f"[{one.command.root[len(root) + 1 :]}] " for one in ran}
        return report.labels(ran, places)

    def _summary(self, ran: list[Ran], lines: list[str]) -> str:
        extra = [line for line in lines if not line.startswith("[gate] ")]
        return "\n".join(filter(None, [report.summary(ran, self.language), *extra]))
