"""`feedback-gate verify [--json]`: run the claim checks of this project now, approved commands only."""

from __future__ import annotations

import json
import sys
from typing import TYPE_CHECKING, Any

from feedback_gate import messages, trust
from feedback_gate.claims import decision, words
from feedback_gate.claims.force import in_force
from feedback_gate.claims.verify import Verification, steps_of
from feedback_gate.errors import FeedbackGateError
from feedback_gate.people.arguments import call_here, parser
from feedback_gate.people.colours import Paint
from feedback_gate.quality import configured, for_claims, source
from feedback_gate.run.output import redacted
from feedback_gate.visible import visible

if TYPE_CHECKING:
    from collections.abc import Sequence

    from feedback_gate.check import Call
    from feedback_gate.claims.force import Force
    from feedback_gate.claims.verify import Checked

PASSED, FAILED, NOT_APPROVED, NOT_CONFIGURED = 0, 1, 3, 4
STATUSES = {PASSED: "passed", FAILED: "failed", NOT_APPROVED: "not_approved", NOT_CONFIGURED: "not_configured"}
NAME, STATE = 10, 8  # columns


def run(arguments: Sequence[str]) -> int:
    """Run all checks; 0 all pass, 1 some do not, 3 not approved, 4 nothing configured.

    Raises:
        UsageError: the command line is wrong.
        StateError: approvals cannot be read.
        FeedbackGateError: what says how claims are verified cannot be read.
    """
    options = parser("verify")
    options.add_argument("--json", action="store_true", help="help.json")
    as_json = options.parse_args(arguments).json
    call = call_here()
    gated = configured.is_configured(call)
    if gated:
        for_claims.tell(call)
    root = decision.root_of(call.event, call)
    force = in_force(call, root)
    if force.unknown():
        raise FeedbackGateError(f"{force.found.path}: {force.found.unreadable}")
    gate_waits = gated and source.of_root(root, call).trust == trust.PENDING
    report = _Report(call, root, force, as_json=as_json, waits=gate_waits or bool(force.waiting))
    if force.unapproved or (force.policy is None and gate_waits):
        return report.not_approved()
    steps = [] if force.policy is None else steps_of(force.policy, force.found.gate, root, call.environ)
    if not steps:
        return report.not_configured()
    return report.done(Verification(call, root, list(force.moved), fresh=True).run(steps))


class _Report:
    """Prints what came of it, as text or as one JSON object."""

    def __init__(self, call: Call, root: str, force: Force, *, as_json: bool, waits: bool) -> None:
        self.call = call
        self.waits = waits
        self.root = root
        self.force = force
        self.as_json = as_json
        self.language = call.language

    def done(self, checked: list[Checked]) -> int:
        ran = [one for one in checked if not one.moved]
        status = FAILED if not all(one.passed for one in ran) else PASSED if len(ran) == len(checked) else NOT_APPROVED
        if self.as_json:
            return self._json(status, [_record(one, self.root) for one in checked])
        if self.waits:
            print(self._say("waits", path=self.force.found.path), file=sys.stderr)
        paint = Paint(sys.stdout)
        for one in checked:
            print(self._line(one, paint))
        for one in ran:
            if not one.passed or one.no_tests:
                print("\n" + words.details([one], self.root, "claude", self.language))
        moved = ", ".join(redacted(words.plain(one.name)) for one in checked if one.moved)
        if moved:
            print("\n" + self._say("moved", names=moved), file=sys.stderr)
        if status != NOT_APPROVED:
            print("\n" + self._say("passed" if status == PASSED else "failed", root=self.root))
        return status

    def not_approved(self) -> int:
        policy = self.force.found.policy
        checks = [{"name": one.name, "command": redacted(one.cmd)} for one in (policy.checks or () if policy else ())]
        if self.as_json:
            return self._json(NOT_APPROVED, checks)
        print(self._say("not_approved", path=self.force.found.path), file=sys.stderr)
        for one in checks:
            print(f"  {one['name']}: {words.plain(one['command'])}", file=sys.stderr)
        return NOT_APPROVED

    def not_configured(self) -> int:
        if self.as_json:
            return self._json(NOT_CONFIGURED, [])
        print(self._say("not_configured", root=self.root), file=sys.stderr)
        return NOT_CONFIGURED

    def _json(self, status: int, checks: list[dict[str, Any]]) -> int:
        about = {"root": self.root, "path": self.force.found.path, "change_waits": self.waits}
        value = {"status": STATUSES[status], **about, "checks": checks}
        print(json.dumps(value, ensure_ascii=False, indent=1))
        return status

    def _line(self, one: Checked, paint: Paint) -> str:
        code, colour = ("pass", "green") if one.passed else ("time", "red") if _timed_out(one) else ("fail", "red")
        if one.unchecked:
            code, colour = "none", "yellow"
        state = paint(self._say(code).ljust(STATE), colour)
        seconds = one.result.seconds if one.result is not None else 0.0
        note = "  " + messages.text("claims.reason_no_tests", {}, self.language) if one.no_tests else ""
        note = note or words.counted(one, self.language)
        return f"{state}{redacted(words.plain(one.name)):<{NAME}} {span(seconds)}{note}"

    def _say(self, code: str, **params: object) -> str:
        return visible(messages.text(f"verify.{code}", params, self.language))


def _timed_out(one: Checked) -> bool:
    return one.result is not None and one.result.status == "timed_out"


def _record(one: Checked, root: str) -> dict[str, Any]:
    import os

    result = one.result
    known = (
        {} if result is None else {"code": result.code, "seconds": round(result.seconds, 3), "detail": redacted(result.detail)}
    )
    return {
        "name": redacted(one.name),
        "command": redacted(one.command.text),
        "dir": os.path.relpath(one.command.cwd, root),
        "status": STATUSES[NOT_APPROVED] if result is None else result.status,
        **known,
        "no_tests": one.no_tests,
        "tests": None if one.tests is None else one.tests[0],
        "tests_before": one.before,
        "output": "" if result is None else words.plain(result.output),
    }


def span(seconds: float) -> str:
    """`12ms` below one second, else `1.3s`."""
    return f"{seconds * 1000:.0f}ms" if seconds < 1 else f"{seconds:.1f}s"
