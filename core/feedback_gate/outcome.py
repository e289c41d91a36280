"""What the checks found, and the one decision made of it."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from typing import Any

DENY, BLOCK, ASK, WARN, NOTE, UNCHECKED = "deny", "block", "ask", "warn", "note", "unchecked"
RANK = {NOTE: 0, WARN: 1, ASK: 2, BLOCK: 3, DENY: 4}

AGENT, PERSON, BOTH = "agent", "person", "both"


class Finding:
    """One thing a check has to say.

    code: a message code of `messages/`; params: its placeholders; effect: DENY > BLOCK > ASK > WARN > NOTE, or UNCHECKED
    ("could not check": `failMode` decides); audience: who is told; rule: the rule or gate entry; file, line: the place
    ("" and 0 = none).
    """

    __slots__ = ("audience", "code", "effect", "file", "line", "params", "rule")

    def __init__(
        self,
        code: str,
        params: Mapping[str, Any] | None = None,
        effect: str = NOTE,
        audience: str = AGENT,
        rule: str = "",
        file: str = "",
        line: int = 0,
    ) -> None:
        self.code = code
        self.params = params if params is not None else {}
        self.effect = effect
        self.audience = audience
        self.rule = rule
        self.file = file
        self.line = line

    def with_effect(self, effect: str, audience: str = "") -> Finding:
        """The same finding with another effect (and audience, when given)."""
        return Finding(self.code, self.params, effect, audience or self.audience, self.rule, self.file, self.line)


class GivingUp(Finding):
    """A check's word that it lets a stop through, which is true only where nothing else refuses that stop.

    refusing: what it says instead on a stop that is refused; None = nothing.
    """

    __slots__ = ("refusing",)

    def __init__(self, finding: Finding, refusing: Finding | None = None) -> None:
        super().__init__(finding.code, finding.params, finding.effect, finding.audience, finding.rule, finding.file, finding.line)
        self.refusing = refusing


def one_answer(findings: Iterable[Finding]) -> list[Finding]:
    """The findings of a stop, none with the effect UNCHECKED, so that none says it is let through while another refuses it."""
    kept = list(findings)
    if not any(RANK[finding.effect] >= RANK[BLOCK] for finding in kept):
        return kept
    spoken = [finding.refusing if isinstance(finding, GivingUp) else finding for finding in kept]
    return [finding for finding in spoken if finding is not None]


def could_not_check(what: str, reason: str, rule: str = "", file: str = "") -> Finding:
    """A check that could not answer; `failMode` makes it a note to the person or a refusal."""
    return Finding("hook.could_not_check", {"what": what, "reason": reason}, UNCHECKED, BOTH, rule, file)


class Outcome:
    """The decision of one hook call: the strongest effect, and what to tell whom (all of it, in order).

    effect: "" when nothing was found, else the highest of RANK; reasons: texts behind DENY, BLOCK and ASK, for the agent;
    context: WARN and NOTE texts for the agent; notices: texts for the person.
    """

    __slots__ = ("context", "effect", "findings", "notices", "reasons")

    def __init__(
        self,
        effect: str,
        findings: tuple[Finding, ...],
        reasons: tuple[str, ...],
        context: tuple[str, ...],
        notices: tuple[str, ...],
    ) -> None:
        self.effect = effect
        self.findings = findings
        self.reasons = reasons
        self.context = context
        self.notices = notices


class Reply:
    """What the process answers: one JSON object or nothing on stdout; the exit code is always 0."""

    __slots__ = ("exit_code", "stderr", "stdout")

    def __init__(self, stdout: str = "", stderr: str = "", exit_code: int = 0) -> None:
        self.stdout = stdout
        self.stderr = stderr
        self.exit_code = exit_code


def decide(findings: Iterable[Finding], word: Any) -> Outcome:
    """Join all findings into one outcome; none is lost, and in what the person is told nothing can hide.

    Args:
        findings: in the order of the checks, none with the effect UNCHECKED.
        word: function Finding → text in the person's language.
    """
    kept = tuple(findings)
    effect, reasons, context, notices = "", [], [], []
    for finding in kept:
        text = word(finding)
        if not effect or RANK[finding.effect] > RANK[effect]:
            effect = finding.effect
        if RANK[finding.effect] >= RANK[ASK]:
            reasons.append(text)
        elif finding.audience != PERSON:
            context.append(text)
        if finding.audience != AGENT:
            from feedback_gate.visible import visible

            notices.append(visible(text))
    return Outcome(effect, kept, tuple(reasons), tuple(context), tuple(notices))
