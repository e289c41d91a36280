"""The rules on a set of changed files: run what matches, and say which files passed, failed or concern nobody."""

from __future__ import annotations

import os

from feedback_gate import messages
from feedback_gate.changes import session
from feedback_gate.outcome import AGENT, BOTH, NOTE, PERSON, WARN, Finding
from feedback_gate.quality import plan, report, source
from feedback_gate.quality.differences import Difference
from feedback_gate.quality.rewritten import Before
from feedback_gate.run.command import PASSED
from feedback_gate.state import said

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

    from feedback_gate.check import Call
    from feedback_gate.quality.plan import Group
    from feedback_gate.quality.policy.judge import Judge, Judged
    from feedback_gate.quality.report import Ran
    from feedback_gate.quality.runner import Runner


class Verdict:
    """What the rules made of some files.

    lines: one-line records; failed: whether anything failed; unchecked: commands that said nothing; difference: for the
    lists; findings: configuration and trust lines for the person.
    """

    __slots__ = ("difference", "failed", "findings", "lines", "ran", "unchecked")

    def __init__(self) -> None:
        self.difference = Difference()
        self.failed = False
        self.findings: list[Finding] = []
        self.lines: list[str] = []
        self.ran: list[Ran] = []
        self.unchecked: list[Ran] = []


def evaluate(
    found: Mapping[str, int], call: Call, runner: Runner, language: str, *, name_unmatched: bool, judge: Judge | None = None
) -> Verdict:
    """Run every rule that matches one of the files.

    Args:
        found: {absolute path: ctime} of the files to look at; those that are gone only reserve checks.
        call: the hook call.
        runner: what runs the commands.
        language: of the lines.
        name_unmatched: name the files that no rule is about (after an edit, not at a stop).
        judge: asks the policy and records for it; None = there is none.
    """
    verdict = Verdict()
    for root, relatives in plan.by_root(found, call).items():
        if not os.path.isdir(root):
            verdict.findings.append(Finding("gate.worktree_gone", {"root": root}, NOTE, PERSON))
            verdict.difference.dropped.update({os.path.join(root, name): found[os.path.join(root, name)] for name in relatives})
            continue
        _Root(root, relatives, found, call, verdict, language, judge).evaluate(runner, name_unmatched=name_unmatched)
    outside = {path: ns for path, ns in found.items() if call.project.split(path)[1].startswith("../")}
    verdict.difference.dropped.update(outside)
    return verdict


class _Root:
    """The rules of one root on its files."""

    def __init__(
        self,
        root: str,
        relatives: list[str],
        found: Mapping[str, int],
        call: Call,
        verdict: Verdict,
        language: str,
        judge: Judge | None = None,
    ) -> None:
        self.root = root
        self.relatives = relatives
        self.found = found
        self.call = call
        self.verdict = verdict
        self.language = language
        self.before = Before(root, relatives)
        self.judge = judge
        self.top: dict[str, Any] = {}

    def evaluate(self, runner: Runner, *, name_unmatched: bool) -> None:
        """Every triggered rule in order; files that no rule is about are named once and dropped."""
        loaded = source.of_root(self.root, self.call)
        self.verdict.findings.extend(loaded.findings)
        if loaded.gate is None or loaded.gate.fatal:
            if not loaded.waits:
                self.verdict.difference.dropped.update(self._times(self.relatives))
            return
        self.top = loaded.gate.top
        triggered = plan.triggered(loaded.gate.rules, self.relatives)
        for rule, matched in triggered:
            self._rule(rule, matched, runner)
        if triggered:
            self._rewritten()
        matched_all = {path for _, matched in triggered for path in matched}
        unmatched = [path for path in self.relatives if path not in matched_all]
        self.verdict.difference.dropped.update(self._times(unmatched))
        if name_unmatched and unmatched:
            self._name_unmatched(unmatched)

    def _rule(self, rule: dict[str, Any], matched: list[str], runner: Runner) -> None:
        difference = self.verdict.difference
        difference.reserve(self.root, rule["run_checks"], [os.path.join(self.root, path) for path in matched])
        if rule["per_file_dir"].startswith("!"):
            value = rule["per_file_dir"][1:]
            self.say("gate.bad_per_file_dir", value=value, line=rule["line"])
            self._failed(matched)
            return
        present = [path for path in matched if os.path.lexists(os.path.join(self.root, path))]
        difference.passed.update(self._times([path for path in matched if path not in present]))
        for group in plan.groups(rule, present, self.root) if present else ():
            self._group(rule, group, runner)

    def _group(self, rule: dict[str, Any], group: Group, runner: Runner) -> None:
        if not os.path.isdir(group.cwd):
            self._no_folder(rule, group)
            return
        judged = self.judge.of(rule, self.top, self.root) if self.judge is not None else None
        ran = runner.run(rule["run"], group, self.root, rule["timeout"], judged)
        self.verdict.ran.extend(ran)
        self._covered(ran)
        if judged is not None:
            self._put_off(judged, rule)
        self.verdict.lines.extend(report.line(one, self.language) for one in ran)
        nested = plan.has_nested(rule["run"])
        if nested:
            self.say("gate.nested_parallel", label=group.label)
        silent = [one for one in ran if report.unchecked(one.result)]
        self.verdict.unchecked.extend(silent)
        if silent:
            self.verdict.difference.held.update(self._times(group.files))
        if nested or any(one.result.status != PASSED and one not in silent for one in ran):
            self._failed(list(group.files))
        elif not silent:
            self.verdict.difference.passed.update(self._times(group.files))

    def _covered(self, ran: list[Ran]) -> None:
        """What ran is put off no longer, as far as it was about the same files."""
        for one in ran:
            files = self._times(one.command.files)
            self.verdict.difference.ran.append(((self.root, one.command.cwd, one.command.text), files))

    def _put_off(self, judged: Judged, rule: dict[str, Any]) -> None:
        """Name what was put off and keep it with its files."""
        if judged.missing:
            self.say("policy.missing", path=judged.missing)
        for command, why in judged.put_off:
            self.verdict.lines.append(f"[gate] skip: {command.label} $ {report.fold(command.text)} ({why})")
            self.verdict.difference.put_off.append(
                {
                    "root": self.root,
                    "cwd": command.cwd,
                    "label": command.label,
                    "item": plan.item_of(command),
                    "timeout": rule["timeout"],
                    "files": self._times(command.files),
                }
            )

    def _no_folder(self, rule: dict[str, Any], group: Group) -> None:
        """A rule whose folder is missing is named once a session; its files stay open."""
        command = next((item["cmd"] for item in rule["run"] if "cmd" in item), "")
        if said.first_time(self.call.environ, self.call.event.session, f"gate.no_cwd\n{group.cwd}\n{command}") is not False:
            note = messages.text("gate.note_no_cwd", {}, self.language)
            self.verdict.lines.append(f"[gate] skip: {group.label} $ {report.fold(command)} {note}")

    def _rewritten(self) -> None:
        """Tell the agent which of its files a command changed: what it knows of them is stale."""
        changed = self.before.changed()
        if changed:
            self.verdict.findings.append(Finding("gate.rewritten", {"files": ", ".join(changed)}, NOTE, AGENT))
        session.later(self.call, lambda: session.saw(self.before.touched(), self.call))

    def _failed(self, relatives: list[str]) -> None:
        self.verdict.failed = True
        self.verdict.difference.failed.update(self._times(relatives))

    def _name_unmatched(self, relatives: list[str]) -> None:
        shown = sorted(relatives)[:5]
        names = ", ".join(shown)
        if len(relatives) > len(shown):
            names += messages.text("gate.and_more", {"n": len(relatives) - len(shown)}, self.language)
        self.verdict.lines.append(messages.text("gate.skip_unmatched", {"files": names}, self.language))

    def _times(self, relatives: Any) -> dict[str, int]:
        paths = [os.path.join(self.root, path) for path in relatives]
        return {path: self.found[path] for path in paths if path in self.found}

    def say(self, code: str, **params: object) -> None:
        self.verdict.lines.append(messages.text(code, params, self.language))


def unchecked_findings(unchecked: list[Ran], call: Call) -> list[Finding]:
    """One warning for each command that could not say anything: a matter of the set-up, not of the work.

    The person is told each time, for nothing was checked; the agent, who can do little about it, once a session.
    """
    findings = []
    for one in unchecked:
        params = {"command": one.title, "reason": report.why(one, call.language), "label": one.command.label}
        first = said.first_time(call.environ, call.event.session, f"gate.unchecked\n{sorted(params.items())}")
        audience = PERSON if first is False else BOTH
        findings.append(Finding("gate.unchecked", params, NOTE if audience == PERSON else WARN, audience))
    return findings
