"""Running what a policy put off earlier: without asking it again, each entry on the files it is to be about."""

from __future__ import annotations

import os

from feedback_gate import messages
from feedback_gate.quality import plan, put_off, report
from feedback_gate.run.command import PASSED

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Any

    from feedback_gate.quality.differences import Difference
    from feedback_gate.quality.policy.judge import Judge
    from feedback_gate.quality.report import Ran
    from feedback_gate.quality.runner import Runner


class Drained:
    """failed: keys of entries whose command failed; lines, ran, unchecked as in `rules.Verdict`."""

    __slots__ = ("failed", "lines", "ran", "unchecked")

    def __init__(self) -> None:
        self.failed: list[put_off.Key] = []
        self.lines: list[str] = []
        self.ran: list[Ran] = []
        self.unchecked: list[Ran] = []


def drain(entries: Iterable[dict[str, Any]], difference: Difference, runner: Runner, judge: Judge, language: str) -> Drained:
    """Run entries in the order in which they were put off; what passes is taken off through the difference, all else stays."""
    drained = Drained()
    for entry in entries:
        if os.path.isdir(entry["cwd"]):
            _run(entry, difference, runner, judge, language, drained)
            continue
        params = {"label": entry["label"], "command": report.fold(entry["item"]["cmd"]), "cwd": entry["cwd"]}
        drained.lines.append(messages.text("policy.folder_gone", params, language))
        difference.ran.append((put_off.key(entry), entry["files"]))  # its files are open again
    return drained


def _run(
    entry: dict[str, Any],
    difference: Difference,
    runner: Runner,
    judge: Judge,
    language: str,
    drained: Drained,
) -> None:
    root = entry["root"]
    present = [os.path.relpath(path, root) for path in entry["files"] if os.path.lexists(path)]
    timeout = entry.get("timeout")
    group = plan.Group(f"deferred:{entry['label']}", entry["cwd"], present)
    ran = runner.run([entry["item"]], group, root, timeout if isinstance(timeout, int) else 0) if present else []
    for one in ran:
        judge.note(one)
    drained.ran.extend(ran)
    drained.lines.extend(report.line(one, language) for one in ran)
    silent = [one for one in ran if report.unchecked(one.result)]
    drained.unchecked.extend(silent)
    if any(one.result.status != PASSED and one not in silent for one in ran):
        drained.failed.append(put_off.key(entry))
    elif not silent:
        difference.ran.append((put_off.key(entry), entry["files"]))
        difference.passed.update(entry["files"])
