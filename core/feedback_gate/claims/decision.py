"""What becomes of a claim at a stop: run or recall the checks, then receipt, refusal, warning, stand-down or "not verified"."""

from __future__ import annotations

import os

from feedback_gate.claims import about, breaker, counts, detector, history, words
from feedback_gate.claims.force import Force, how_to_approve, in_force
from feedback_gate.claims.policy import NAMED, OFF, WARN
from feedback_gate.claims.verify import KNOWN, RAN, THIS_CALL, Verification, steps_of
from feedback_gate.outcome import AGENT, BLOCK, NOTE, PERSON, RANK, Finding, GivingUp
from feedback_gate.run.command import CANCELLED
from feedback_gate.run.output import redacted
from feedback_gate.state import said

TYPE_CHECKING = False
if TYPE_CHECKING:
    from feedback_gate.check import Call
    from feedback_gate.claims.config import Found
    from feedback_gate.claims.detector import Claim
    from feedback_gate.claims.policy import Policy
    from feedback_gate.claims.verify import Checked, Steps
    from feedback_gate.event import Event
    from feedback_gate.outcome import Outcome

# Facts of this call, told by the gate: it blocks this stop; its success report was given at the stop before.
GATE_BLOCKED, REPORTED = "gate.blocked", "report_consumed"


class Decision:
    """One stop whose message holds a claim."""

    def __init__(self, event: Event, call: Call) -> None:
        message = event.stop.message if event.stop is not None else ""
        self.event = event
        self.call = call
        self.language = call.language
        self.root = root_of(event, call)
        claims, self.soft = _claims(message)
        self.claim = words.quoted(message, claims[0].phrase, claims[0].line)
        self.said = about.statements(message, claims)
        self.proof = ""
        self.whole = True
        self._how = ""

    def findings(self) -> list[Finding]:
        """The whole word of the claims on this stop."""
        force = in_force(self.call, self.root)
        policy = force.policy
        if policy is None or policy.mode == OFF or (self.event.agent and not policy.subagents) or (self.soft and not policy.soft):
            return self._unknown(force)
        if not os.path.isdir(self.root):
            return [self._note("claims.no_folder", path=self.root)]
        if self.call.facts.get(GATE_BLOCKED):
            return self._beside_the_gate(policy)
        lines = [*force.found.gate.get("findings", ()), *config_lines(force.found, self.call)]
        if force.unapproved:
            self._record(history.UNTRUSTED)
            return [*lines, self._not_approved(policy, force)]
        steps = steps_of(policy, force.found.gate, self.root, self.call.environ)
        if not steps:
            return [*lines, *self._nothing(force)]
        verification = Verification(self.call, self.root, list(force.moved))
        checked = verification.run(self._asked(policy, steps))
        self.proof = verification.digest
        return [*self._waiting(force), *lines, *self._verdict(policy, force, checked)]

    def _unknown(self, force: Force) -> list[Finding]:
        """Nothing, unless what says how claims are verified is there and cannot be read."""
        unknown = [] if self.soft else force.unknown()
        if unknown:
            self._record(history.UNCHECKED)
        return unknown and [*config_lines(force.found, self.call), *unknown]

    def _asked(self, policy: Policy, steps: Steps) -> Steps:
        """The steps this message asks for."""
        wanted = about.asked(self.said) if policy.scope == NAMED else set()
        left = about.narrowed(steps, wanted) if wanted else steps
        self.whole = sum(map(len, left)) == sum(map(len, steps))
        return left

    def _verdict(self, policy: Policy, force: Force, checked: list[Checked]) -> list[Finding]:
        failing = [one for one in checked if one.failed or (one.no_tests and self._says_tests_pass())]
        if failing:
            return [self._refuse(policy, checked, failing)]
        unchecked = [one for one in checked if one.unchecked]
        if unchecked:
            self._record(history.UNCHECKED, checked)
            summary = words.summary([one for one in checked if not one.unchecked], self.language)
            reasons = [self._why(one, force) for one in unchecked]
            return [self._note("claims.unverified", summary="; ".join(filter(None, [summary, *reasons])).rstrip(".。"))]
        return self._passed(policy, checked)

    def _says_tests_pass(self) -> bool:
        return any(one.of_tests for one in self.said)

    def _compare(self, checked: list[Checked]) -> None:
        """Where the number of tests that passed is none of those the agent gives, note the one it gives."""
        counted = [one for one in checked if one.tests is not None]
        claimed = {number for one in self.said if counted and one.of_checks for number in counts.claimed(one.text)}
        sums = {sum(one.tests[place] for one in counted if one.tests) for place in (0, 1)}
        if claimed and not claimed & {*sums, *(number for one in counted for number in one.tests or ())}:
            for one in counted:
                one.claimed = max(claimed)

    def _passed(self, policy: Policy, checked: list[Checked]) -> list[Finding]:
        """The receipt, once: not beside the gate's own word on the same runs, nor again for what was shown just before."""
        if self.whole:
            breaker.reset(self.call)
        self._compare(checked)
        corrected = any(one.claimed is not None for one in checked)
        told_by_gate = not corrected and all(one.source == THIS_CALL for one in checked)
        if self.call.facts.get(REPORTED) and not corrected and all(one.source != RAN for one in checked):
            return []
        first = breaker.first_receipt(self.call, self.proof)
        continued = self.event.stop is not None and self.event.stop.active
        if continued and not first and all(one.source == KNOWN for one in checked):
            return []
        drift, advice = self._drift(policy)
        self._record(history.PASSED, checked, drift)
        if told_by_gate:
            return advice
        return [self._note("claims.receipt", summary=words.summary(checked, self.language)), *advice]

    def _drift(self, policy: Policy) -> tuple[int | None, list[Finding]]:
        from feedback_gate.claims import drift

        found = drift.spread(self.call, self.root) if policy.drift else None
        if found is None:
            return None, []
        files, areas = found
        wide = files > policy.drift_files and areas >= drift.AREAS
        return files, [Finding("claims.drift", {"files": files, "areas": areas}, NOTE, PERSON)] if wide else []

    def _refuse(self, policy: Policy, checked: list[Checked], failing: list[Checked]) -> Finding:
        summary = words.summary(checked, self.language)
        if policy.mode == WARN or self.soft:
            self._record(history.WARNED, checked)
            return self._note("claims.guessed" if self.soft else "claims.warned", summary=summary)
        params = {
            "claim": self.claim,
            "summary": words.summary(failing, self.language),
            "details": words.details(failing, self.root, self.event.host, self.language),
        }
        refusal = Finding("claims.blocked", params, BLOCK, AGENT)
        if breaker.count(self.call, breaker.fingerprint(failing)) < policy.max_blocks:
            self._record(history.BLOCKED, checked)
            return refusal
        self._record(history.STOOD_DOWN, checked)
        if policy.max_blocks <= 1:
            return GivingUp(self._note("claims.not_asked_for", summary=summary, max=policy.max_blocks))
        return GivingUp(self._note("claims.stood_down", summary=summary, most=policy.max_blocks - 1), refusal)

    def _beside_the_gate(self, policy: Policy) -> list[Finding]:
        """The gate refuses this stop already: only what it has just run is looked at, and its output is not said twice."""
        failing = [checked for checked in this_call(self.call) if checked.failed]
        if not failing or policy.mode == WARN or self.soft:
            return []
        self._record(history.BLOCKED, failing)
        params = {"claim": self.claim, "summary": words.summary(failing, self.language)}
        return [Finding("claims.blocked_too", params, BLOCK, AGENT)]

    def _not_approved(self, policy: Policy, force: Force) -> Finding:
        commands = "\n".join(f"  {one.name}: {redacted(words.plain(one.cmd))}" for one in policy.checks or ())
        how = self._how_to_approve(force)
        return self._note("claims.not_approved", path=force.found.path, commands=commands, how=how)

    def _waiting(self, force: Force) -> list[Finding]:
        """One line a session about a change that waits for an approval."""
        if not force.waiting:
            return []
        if said.first_time(self.call.environ, self.event.session, "claims.pending" + (force.proposed or "")) is False:
            return []
        params = {"path": force.found.path or config_path(self.root), "names": ", ".join(force.waiting)}
        return [Finding("claims.pending", {**params, "how": self._how_to_approve(force)}, NOTE, PERSON)]

    def _nothing(self, force: Force) -> list[Finding]:
        """No check to run. A gate that has rules and says nothing of claims has spoken for itself."""
        if force.found.policy is None and force.found.gate.get("commands"):
            return []
        self._record(history.SKIPPED)
        return [self._note("claims.nothing", path=force.found.path)]

    def _why(self, one: Checked, force: Force) -> str:
        from feedback_gate import messages

        name = one.name
        if one.moved:
            how = self._how_to_approve(force)
            return messages.text("claims.moved", {"name": name, "command": redacted(one.command.text), "how": how}, self.language)
        result = one.result
        if result is None or result.status == CANCELLED:
            return messages.text("claims.no_time", {"name": name}, self.language)
        params = {"name": name, "code": result.code, "detail": redacted(words.plain(result.detail))}
        return messages.text("claims.no_folder_for" if result.code is None else "claims.could_not_start", params, self.language)

    def _how_to_approve(self, force: Force) -> str:
        """The same sentence, with the same code, wherever it is said in this reply."""
        self._how = self._how or how_to_approve(self.call, force)
        return self._how

    def _note(self, code: str, **params: object) -> Finding:
        return Finding(code, {"claim": self.claim, **params}, NOTE, PERSON)

    def _record(self, outcome: str, checked: list[Checked] | None = None, drift: int | None = None) -> None:
        """Write the history when the whole outcome is known: a false claim is let through or not with the stop."""

        def remember(decided: Outcome) -> None:
            refused = RANK.get(decided.effect, 0) >= RANK[BLOCK]
            final = outcome
            if outcome in (history.BLOCKED, history.STOOD_DOWN):
                final = history.BLOCKED if refused else history.STOOD_DOWN
            history.record(self.call, final, self.claim, checked or (), drift)

        self.call.after.append(remember)


def _claims(message: str) -> tuple[list[Claim], bool]:
    """The claims of a message, and whether it only guesses."""
    found = detector.scan(message, every=True)
    if found:
        return found, False
    from feedback_gate.claims import soft

    guess = soft.first_claim(message)
    return ([] if guess is None else [guess]), True


def this_call(call: Call) -> list[Checked]:
    """What ran in this call before us."""
    from feedback_gate.claims.verify import Checked

    return [Checked(command.name or command.text, command, result, THIS_CALL) for command, result in call.ran]


def root_of(event: Event, call: Call) -> str:
    """The tree a claim is about: the worktree the agent works in, else the project."""
    root = call.project.root
    if event.cwd.startswith(root.rstrip("/") + "/"):
        return call.project.split(os.path.join(event.cwd, "x"))[0]
    return root


def config_path(root: str) -> str:
    """Where a configuration that is gone stood, as far as a person needs to know."""
    from feedback_gate.claims.config import SHOOT

    return os.path.join(root, SHOOT)


def config_lines(found: Found, call: Call) -> list[Finding]:
    """What is wrong with the configuration, once a session."""
    if not found.problems:
        return []
    lines = "\n".join(f"{found.path}:{problem}" for problem in found.problems)
    if said.first_time(call.environ, call.event.session, "claims.config\n" + lines) is False:
        return []
    return [Finding("claims.config", {"path": found.path, "lines": lines}, NOTE, PERSON)]
