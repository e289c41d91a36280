"""The consistency checks that rules reserved, each once a root, in ascending order of their names."""

from __future__ import annotations

import os

from feedback_gate import messages
from feedback_gate.outcome import NOTE, PERSON, Finding
from feedback_gate.quality import plan, report, source
from feedback_gate.run.command import PASSED

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from typing import Any

    from feedback_gate.check import Call
    from feedback_gate.quality.policy.judge import Judge, Judged
    from feedback_gate.quality.report import Ran
    from feedback_gate.quality.runner import Runner


class Checks:
    """What the reserved checks made of it.

    reserved: all that was reserved; passed: those that are done; left: those that said nothing; ran, lines, findings,
    unchecked, failed as in `rules.Verdict`.
    """

    __slots__ = ("failed", "findings", "left", "lines", "passed", "ran", "reserved", "unchecked")

    def __init__(self, pending: Mapping[str, Mapping[str, Sequence[str]]]) -> None:
        self.reserved = {root: {name: list(paths) for name, paths in checks.items()} for root, checks in pending.items()}
        self.passed: dict[str, dict[str, list[str]]] = {}
        self.left: dict[str, dict[str, list[str]]] = {}
        self.failed = False
        self.lines: list[str] = []
        self.findings: list[Finding] = []
        self.ran: list[Ran] = []
        self.unchecked: list[Ran] = []


def run(
    pending: Mapping[str, Mapping[str, Sequence[str]]], call: Call, runner: Runner, language: str, judge: Judge | None = None
) -> Checks:
    """Run every reserved check; a policy is not asked, but the judge records what came of them."""
    checks = Checks(pending)
    for root, names in checks.reserved.items():
        if not os.path.isdir(root):
            checks.findings.append(Finding("gate.worktree_gone", {"root": root}, NOTE, PERSON))
            checks.passed[root] = names
            continue
        loaded = source.of_root(root, call)
        if root != call.project.root:
            checks.findings.extend(loaded.findings)
        for name in sorted(names):
            definition = loaded.gate.checks.get(name) if loaded.gate is not None else None
            judged = judge.of(definition, loaded.gate.top, root) if judge and definition and loaded.gate else None
            _one(name, definition, root, checks, runner, language, judged)
    return checks


def _one(
    name: str,
    definition: dict[str, Any] | None,
    root: str,
    checks: Checks,
    runner: Runner,
    language: str,
    judged: Judged | None,
) -> None:
    paths = checks.reserved[root][name]
    if definition is None:
        checks.lines.append(messages.text("gate.check_undefined", {"name": name}, language))
        checks.findings.append(Finding("gate.check_undefined", {"name": name}, NOTE, PERSON))
        checks.passed.setdefault(root, {})[name] = paths
        return
    cwd = os.path.normpath(os.path.join(root, definition["dir"]))
    if not os.path.isdir(cwd):
        checks.lines.append(messages.text("gate.check_no_cwd", {"name": name, "cwd": cwd}, language))
        checks.findings.append(Finding("gate.check_no_cwd", {"name": name, "cwd": cwd}, NOTE, PERSON))
        checks.passed.setdefault(root, {})[name] = paths
        return
    present = [path[len(root.rstrip("/")) + 1 :] for path in paths if os.path.lexists(path)]
    group = plan.Group(f"check:{name}", cwd, present)
    ran = runner.run(definition["run"], group, root, definition["timeout"], judged)
    checks.ran.extend(ran)
    checks.lines.extend(report.line(one, language) for one in ran)
    silent = [one for one in ran if report.unchecked(one.result)]
    checks.unchecked.extend(silent)
    nested = plan.has_nested(definition["run"])
    if nested:
        checks.lines.append(messages.text("gate.nested_parallel", {"label": f"check:{name}"}, language))
    if nested or any(one.result.status != PASSED and one not in silent for one in ran):
        checks.failed = True
    else:
        (checks.left if silent else checks.passed).setdefault(root, {})[name] = paths
