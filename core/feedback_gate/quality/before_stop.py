"""Stop and SubagentStop: compare the tree, run what failed or was not run, then the reserved checks; block, report or give up."""

from __future__ import annotations

from feedback_gate.outcome import AGENT, BLOCK, BOTH, NOTE, PERSON, WARN, Finding
from feedback_gate.quality import lists, report, reserved, rules, source
from feedback_gate.quality.runner import CHECKS, Runner

TYPE_CHECKING = False
if TYPE_CHECKING:
    from feedback_gate.check import Call
    from feedback_gate.event import Event
    from feedback_gate.quality.report import Ran

# The fifth failing stop of a turn is let through.
MAXIMUM = 5


def check(event: Event, call: Call) -> list[Finding]:
    """The gate's word on whether the agent may stop."""
    if not source.is_configured(call):
        return []
    from feedback_gate.quality import found_at_stop

    found_at_stop.record(event, call)
    kept = lists.read(call.state)
    if kept.reported:
        call.facts["report_consumed"] = True
        lists.note(call.state, reported=False)
    if not kept.open and not kept.pending:
        return []
    return _Stop(event, call).findings(kept)


class _Stop:
    """One stop with something to check."""

    def __init__(self, event: Event, call: Call) -> None:
        self.event = event
        self.call = call
        self.told = False
        self.language = call.language

    def findings(self, kept: lists.Lists) -> list[Finding]:
        """Run everything, so that one block lists all that is wrong, then decide."""
        self.told = kept.told_success
        main = source.of_root(self.call.project.root, self.call)
        if main.gate is not None and main.gate.fatal:
            return self._broken(main)
        with Runner(self.call, CHECKS, self.language) as runner:
            verdict = rules.evaluate(kept.open, self.call, runner, self.language, name_unmatched=False)
            lists.apply(self.call.state, verdict.difference)
            pending = lists.read(self.call.state).pending
            checks = reserved.run(pending, self.call, runner, self.language)
        # The same line is said for every root; once is enough.
        findings = [*verdict.findings, *checks.findings]
        failed = verdict.failed or checks.failed
        if failed:
            return findings + self._failed(runner.ran, verdict.lines + checks.lines, checks.reserved)
        lists.settle(self.call.state, checks.passed)
        unchecked = verdict.unchecked + checks.unchecked
        if unchecked or checks.left:
            lists.give_up(self.call.state, checks.left)
        findings += rules.unchecked_findings(unchecked, self.language)
        return findings + self._passed(
            runner.ran, verdict.lines + checks.lines, report_success=main.gate is None or main.gate.report_success
        )

    def _broken(self, main: source.Source) -> list[Finding]:
        """A gate that cannot be read, with work pending: the stop is blocked once a turn."""
        known = self.call.state.read().get("gate", {}).get("told_broken")
        params = {"path": main.path, "reason": main.gate.fatal if main.gate is not None else ""}
        if known:
            return [Finding("gate.broken_let_through", params, NOTE, PERSON)]
        lists.note(self.call.state, told_broken=True)
        return [Finding("gate.broken", params, BLOCK, BOTH)]

    def _failed(self, ran: list[Ran], lines: list[str], waiting: dict[str, dict[str, list[str]]]) -> list[Finding]:
        attempt = lists.attempt(self.call.state)
        params = {
            "attempt": attempt,
            "max": MAXIMUM,
            "summary": self._summary(ran, lines),
            "details": report.details(ran, self.language),
        }
        if attempt < MAXIMUM:
            return [Finding("gate.checks_failed", params, BLOCK, AGENT)]
        lists.give_up(self.call.state, waiting)
        return [Finding("gate.gave_up", params, WARN, BOTH)]

    def _passed(self, ran: list[Ran], lines: list[str], *, report_success: bool) -> list[Finding]:
        passed = [one for one in ran if one.result.passed]
        if passed and len(passed) == len(ran) and not self.told and report_success and not self.event.agent:
            lists.note(self.call.state, reported=True, told_success=True)
            return [Finding("gate.all_passed", {"labels": self._labels(passed)}, BLOCK, AGENT)]
        if self.event.agent and passed:
            return [Finding("gate.all_passed_agent", {"labels": self._labels(passed)}, NOTE, PERSON)]
        return [Finding("gate.checks_passed", {"lines": "\n".join(lines)}, NOTE, PERSON)] if lines else []

    def _labels(self, ran: list[Ran]) -> str:
        root = self.call.project.root
        places = {one.command.root: "" if one.command.root == root else f"[{one.command.root[len(root) + 1 :]}] " for one in ran}
        return report.labels(ran, places)

    @staticmethod
    def _summary(ran: list[Ran], lines: list[str]) -> str:
        extra = [line for line in lines if not line.startswith("[gate] ")]
        return "\n".join([report.summary(ran), *extra]).strip("\n")
