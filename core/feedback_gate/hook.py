"""One hook call: parse the payload, run the event's checks, decide, remember, put it into words, render the reply."""

from __future__ import annotations

import json

from feedback_gate import errors, messages
from feedback_gate.check import DEFAULT_SECONDS, INNER_SECONDS, Call
from feedback_gate.checks import CARRIES_CONTEXT, CHECKS, CLOSED, STOPS
from feedback_gate.outcome import (
    BLOCK,
    BOTH,
    DENY,
    NOTE,
    PERSON,
    RANK,
    UNCHECKED,
    Finding,
    Outcome,
    Reply,
    could_not_check,
    decide,
    one_answer,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping
    from typing import Any

    from feedback_gate.event import Event

# Seconds from which a hook is noted as slow.
SLOW = 1.0


def answer(host: str, name: str, data: bytes, environ: Mapping[str, str], copy: str = "") -> Reply:
    """The reply to one hook call; never raises for anything the input, the project or the state may hold.

    Args:
        host: "claude" or "codex".
        name: the host's event name.
        data: standard input as it came.
        environ: the process environment.
        copy: the launcher that was started, where another one may have to answer; "" = it is settled that we do.
    """
    from feedback_gate.system import clock

    payload = payload_of(data)
    event = _parse(host, name, payload or {}, environ)
    call = Call(event, environ, clock.monotonic() + INNER_SECONDS.get(name, DEFAULT_SECONDS))
    findings: list[Finding] = []
    try:
        if payload is None or (not payload and _refuses(event, call)):
            why = "hook.payload_unreadable" if payload is None else "hook.payload_empty"
            findings.append(could_not_check(_say(call, "hook.payload"), _say(call, why)))
        elif copy and not _is_ours(event, payload, copy, environ):
            return Reply()
        elif payload and not _is_internal(event):
            findings.extend(run_checks(CHECKS.get(name, ()), event, call))
            if not _is_dropped(findings, event):
                _begin_turn(event, call)
            if _refuses(event, call):
                findings.extend(run_checks(CLOSED, event, call))
        outcome = _settle(findings, event, call)
        _note_verdict(outcome, event, environ)
        _note_time(event, call)
        return _render(outcome, event, call)
    except Exception as problem:  # noqa: BLE001 - the outermost boundary: a verdict found so far is not lost
        _record("hook", problem, call)
        reason = f"{type(problem).__name__}: {problem}"
        return _render(_plainly([*findings, could_not_check("hook", reason)], event, call), event, call)


def _plainly(findings: list[Finding], event: Event, call: Call) -> Outcome:
    """The decision without anything that is kept between calls, for when that is what failed."""
    unchecked = (DENY, BOTH) if _refuses(event, call) else (NOTE, PERSON)
    settled = [finding.with_effect(*unchecked) if finding.effect == UNCHECKED else finding for finding in findings]
    return decide(one_answer(settled), _word(call))


def _is_ours(event: Event, payload: Mapping[str, Any], copy: str, environ: Mapping[str, str]) -> bool:
    """Whether we answer; a defect in finding out means yes."""
    from feedback_gate import ownership

    try:
        return ownership.is_ours_to_answer(event, payload, copy, environ)
    except Exception:  # noqa: BLE001 - twice is better than never
        return True


def _note_verdict(outcome: Outcome, event: Event, environ: Mapping[str, str]) -> None:
    """What was last decided at this event, for `doctor`."""
    if RANK.get(outcome.effect, 0) > RANK[NOTE]:
        from feedback_gate.state import verdicts

        verdicts.note(environ, event.host, event.name, outcome.effect)


def _note_time(event: Event, call: Call) -> None:
    """A hook that a person had to wait for, in `log/hooks.jsonl` for `report`."""
    from feedback_gate.system import clock

    taken = clock.monotonic() - (call.deadline - INNER_SECONDS.get(event.name, DEFAULT_SECONDS))
    if taken >= SLOW:
        line = {"at": clock.timestamp(), "host": event.host, "event": event.name, "session": event.session}
        _log("hooks", {**line, "seconds": round(taken, 2)}, call)


def _is_dropped(findings: Iterable[Finding], event: Event) -> bool:
    """Whether this is a prompt that is refused: it starts no turn, and what is said beside the refusal is lost (Claude Code 2.1.332)."""
    return event.name == "UserPromptSubmit" and any(RANK.get(finding.effect, 0) >= RANK[BLOCK] for finding in findings)


def _is_internal(event: Event) -> bool:
    """A stop of the client's own making: compaction fires SubagentStop with an empty agent type (Claude Code 2.1.332)."""
    return event.host == "claude" and event.name == "SubagentStop" and not event.agent_type


def _begin_turn(event: Event, call: Call) -> None:
    """A person's prompt on the main thread starts a turn with a whole reopening budget."""
    if event.name != "UserPromptSubmit" or event.agent or event.notification or not event.session:
        return
    from feedback_gate.state import budget

    try:
        budget.new_turn(call.state)
    except errors.StateError:
        return


def payload_of(data: bytes) -> dict[str, Any] | None:
    """The JSON object of standard input; {} for nothing, None for anything that is no object."""
    if not data.strip():
        return {}
    try:
        value = json.loads(data.decode("utf-8", "replace"))
    except (ValueError, RecursionError):  # 20,000 nested brackets raise RecursionError, not ValueError
        return None
    return value if isinstance(value, dict) else None


def run_checks(names: Iterable[str], event: Event, call: Call) -> list[Finding]:
    """The findings of all checks; one that raises becomes "could not check", the others still answer.

    After the refusal of a prompt none is asked any more, so that nothing counts as told that nobody gets.
    """
    findings: list[Finding] = []
    for name in names:
        if _is_dropped(findings, event):
            break
        module_name, _, function = name.partition(":")
        try:
            check = getattr(__import__(module_name, fromlist=(function,)), function)
            findings.extend(check(event, call))
        except errors.StateError as problem:
            findings.append(could_not_check(_room(module_name), str(problem)))
        except Exception as problem:  # noqa: BLE001 - the boundary of one check
            _record(name, problem, call)
            reason = _say(call, "hook.check_failed", check=name, error=f"{type(problem).__name__}: {problem}")
            findings.append(could_not_check(_room(module_name), reason))
    return findings


def _room(module_name: str) -> str:
    return module_name.split(".")[1]


def _settle(findings: list[Finding], event: Event, call: Call) -> Outcome:
    """Apply the fail mode, add what waited, decide, keep the reopening budget, let the checks remember."""
    settled = [after for finding in findings for after in _by_fail_mode(finding, event, call)]
    word = _word(call)
    if event.name in CARRIES_CONTEXT and not _is_dropped(settled, event):
        from feedback_gate import later

        settled.extend(later.waiting(event, call))
    outcome = decide(one_answer(settled), word)
    if event.name in STOPS:
        outcome = _within_budget(outcome, event, call)
    for remember in call.after:
        remember(outcome)
    if event.name in STOPS and RANK.get(outcome.effect, 0) < RANK[BLOCK]:
        from feedback_gate import later

        if event.agent:
            later.hand_over(outcome, event, call)
        outcome = later.keep_for_later(outcome, event, call)
    return outcome


def _refuses(event: Event, call: Call) -> bool:
    """Whether what could not be checked refuses the call."""
    return event.name == "PreToolUse" and bool(call.settings.get("failMode").value == "closed")


def _by_fail_mode(finding: Finding, event: Event, call: Call) -> list[Finding]:
    if finding.effect != UNCHECKED:
        return [finding]
    if _refuses(event, call):
        return [Finding("hook.could_not_check_closed", finding.params, DENY, BOTH, finding.rule, finding.file)]
    from feedback_gate.state import said

    first = said.first_time(call.environ, event.session, finding.code + repr(sorted(finding.params.items())))
    if first or (first is None and event.name in ("SessionStart", "UserPromptSubmit")):
        return [finding.with_effect(NOTE, PERSON)]
    return []


def _within_budget(outcome: Outcome, event: Event, call: Call) -> Outcome:
    if RANK.get(outcome.effect, 0) < RANK[BLOCK]:
        return outcome
    from feedback_gate.state import budget

    used = budget.spend(call.state, active=event.stop is not None and event.stop.active)
    if used is None:
        return outcome
    left = _say(call, "hook.stand_down", used=used, left="\n".join(outcome.reasons))
    return Outcome(NOTE, outcome.findings, (), (), (left, *outcome.notices))


def _parse(host: str, name: str, payload: Mapping[str, Any], environ: Mapping[str, str]) -> Event:
    if host == "codex":
        from feedback_gate.hosts.codex.parse import parse as parse_codex

        return parse_codex(name, payload, environ)
    from feedback_gate.hosts.claude.parse import parse as parse_claude

    return parse_claude(name, payload, environ)


def _render(outcome: Outcome, event: Event, call: Call) -> Reply:
    def cut(text: str, limit: int) -> str:
        if len(text) <= limit:
            return text
        kept = limit - 60  # room for the note
        return text[:kept] + _say(call, "hook.cut", left=len(text) - kept)

    if event.host == "codex":
        from feedback_gate.hosts.codex.render import render as render_codex

        return render_codex(outcome, event, cut, lambda code: _say(call, code))
    from feedback_gate.hosts.claude.render import render as render_claude

    return render_claude(outcome, event, cut)


def _word(call: Call) -> Callable[[Finding], str]:
    spoken: list[str] = []

    def word(finding: Finding) -> str:
        if finding.code == "hook.text":
            return str(finding.params["text"])
        if not spoken:
            spoken.append(call.language)
        return messages.text(finding.code, finding.params, spoken[0])

    return word


def _say(call: Call, code: str, **params: object) -> str:
    return messages.text(code, params, call.language)


def _record(name: str, problem: Exception, call: Call) -> None:
    """Keep a defect of ours in `log/errors.jsonl`; a failure to do so changes nothing."""
    from feedback_gate.system import clock

    trace = problem.__traceback__
    while trace is not None and trace.tb_next is not None:
        trace = trace.tb_next
    place = f"{trace.tb_frame.f_code.co_filename.rpartition('feedback_gate')[2]}:{trace.tb_lineno}" if trace else ""
    line = {
        "ts": clock.timestamp(),
        "kind": "internal",
        "file": place,
        "entry": None,
        "reason": f"{type(problem).__name__}: {problem}",
        "hook": name,
    }
    _log("errors", line, call)


def _log(name: str, line: Mapping[str, Any], call: Call) -> None:
    """Append a line to one of the logs; a failure to do so changes nothing."""
    from feedback_gate.state import places
    from feedback_gate.system import files

    path = places.log_file(call.environ, name)
    try:
        if path:
            files.append_line(path, json.dumps(line, ensure_ascii=False).encode("utf-8", "replace"), rotate_at=1 << 20)
    except OSError:
        return
