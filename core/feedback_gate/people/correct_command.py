"""`feedback-gate correct [--window 30d] [--min 2] [apply]`: the report behind `/correct`."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from feedback_gate import messages
from feedback_gate.feedback import correct, plain
from feedback_gate.people.arguments import call_here, language

if TYPE_CHECKING:
    from collections.abc import Sequence

    from feedback_gate.check import Call
    from feedback_gate.feedback.correct import Proposal


def run(arguments: Sequence[str]) -> int:
    """Print the report; with `--context` also the instructions for the agent that shows it, with `--json` both as one object."""
    words = [word for word in arguments if word not in ("--context", "--json")]
    try:
        lines, context = report(call_here(), words)
    except Exception as problem:  # noqa: BLE001 - shown where a session goes on, so it must be one line
        print(messages.text("correct.internal", {"problem": problem}, language()))
        return 1
    if "--json" in arguments:
        print(json.dumps({"text": "\n".join(lines), "context": context}, ensure_ascii=False))
        return 0
    print("\n".join(lines))
    if "--context" in arguments and context:
        print("\n" + context)
    return 0


def report(call: Call, words: Sequence[str]) -> tuple[list[str], str]:
    """The report's lines, and the instructions for the agent ("" when there is nothing to do)."""
    options = correct.options_of(words)
    label = correct.label_of(options.window)
    log = correct.read_log(call.environ)
    found = correct.tallies(log, call.clock.now() - options.window, call.project.id)
    made = correct.proposals(call, options, found, label)
    written = correct.apply(made, call) if options.apply else []

    def say(code: str, **params: object) -> str:
        return messages.text(code, params, call.language)

    from feedback_gate.feedback.rules import Rules

    number = sum(1 for _ in Rules(call).active())
    lines = [say("correct.header", window=label, rules=number, violations=sum(tally.within for tally in found.values()))]
    if not made:
        return [*lines, say("correct.nothing")], ""
    for proposal in made:
        lines += [f"- [{proposal.kind}] {_head(proposal)}", "    " + _reason(proposal, call), "    " + plain.path(proposal.path)]
    if any(proposal.kind == "enforce" for proposal in made):
        lines += ["", say("correct.template")]
    if not options.apply:
        return [*lines, say("correct.apply_hint")], say("correct.context")
    lines.append(say("correct.apply_done" if written else "correct.apply_none"))
    lines += [f"  - {plain.path(one.path)} (count {one.old} → {one.new})" for one in written]
    listed = ", ".join(plain.path(one.path) for one in written)
    return lines, "\n".join([say("correct.context"), *([say("correct.context_applied", list=listed)] if written else [])])


def _head(proposal: Proposal) -> str:
    return f"{proposal.name}: count {proposal.old} → {proposal.new}" if proposal.kind == "bump" else proposal.name


def _reason(proposal: Proposal, call: Call) -> str:
    reason = messages.text(proposal.code, proposal.params, call.language)
    if proposal.params.get("detail"):
        reason += messages.text("correct.top_detail", proposal.params, call.language)
    return reason
