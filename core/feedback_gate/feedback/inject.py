"""UserPromptSubmit, SubagentStart: the rules text, what is broken, and the confirmed rules, as context for the agent.

In full at a subagent's start and at the first prompt after each SessionStart, then only what changed; broken parts with every prompt until they are
mended. Everything shares the host's limit for context: the highest counts first, the rest is named and counted.
"""

from __future__ import annotations

import os

from feedback_gate import messages
from feedback_gate.feedback import asks, log, memory, plain
from feedback_gate.feedback.rules import Rules
from feedback_gate.outcome import Finding, could_not_check
from feedback_gate.system import files, hashing

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from typing import Any

    from feedback_gate.check import Call
    from feedback_gate.event import Event
    from feedback_gate.feedback.rule import Rule

# Below what the hosts take (9,800: UTF-16 units on Claude Code 2.1.332, bytes on Codex 0.171.0), with room for other lines.
ROOM = 9_200
BROKEN_ROOM = 2_000
NAMES_ROOM = 2_500
# Rules whose text is remembered one by one; more never fit into one prompt.
MOST_KNOWN = 300
LARGEST_TEXT = 1 << 20  # bytes


def started(event: Event, call: Call) -> list[Finding]:
    """SessionStart of any source: the agent's view is fresh, so the next prompt gets everything; rules are read ahead."""
    del event
    from feedback_gate.feedback import upkeep

    _forget(call)
    Rules(call, thorough=True)
    return upkeep.daily(call)


def agent_started(event: Event, call: Call) -> list[Finding]:
    """A subagent's view is fresh as well: it gets before its task what a session gets at its first prompt."""
    _forget(call)
    return check(event, call)


def _forget(call: Call) -> None:
    if os.path.exists(call.state.path):
        memory.update(call.state, lambda kept: kept.pop("injected", None))


def check(event: Event, call: Call) -> list[Finding]:
    """The context of one prompt; nothing for a background task's report."""
    if event.notification:
        return []
    rules = Rules(call, thorough=True)
    if rules.loaded and event.session and not event.agent:
        asks.prompted(call)
    confirmed, problems, (text, unread) = rules.confirmed(), rules.problems(), rules_text(call)
    log.record_problems(problems, "feedback.inject", call.environ)
    every = call.settings.get("inject").value == "every"
    before: dict[str, Any] = {} if every else memory.read(call.state).get("injected") or {}
    now = _digest(text, confirmed, call)
    injection = _Injection(call, problems)
    if before != now:
        injection.text(text if before.get("text") != now["text"] else "")
        injection.rules(_news(confirmed, before, now), fresh=not before)
        names = {rule.name for rule in confirmed}
        injection.gone([name for name in before.get("rules", {}) if name not in names])
        if not before:
            injection.shadowed(rules.shadowed())
        if event.session and (confirmed or text or before):
            memory.update(call.state, lambda kept: kept.update(injected=now))
    return injection.findings + unread + not_checked(rules)


def not_checked(rules: Rules) -> list[Finding]:
    """Rules that could not be looked at."""
    from feedback_gate.feedback.evaluate import Evaluation

    return [] if rules.is_whole() else Evaluation(rules, rules.call).not_checked()


def _digest(text: str, confirmed: Sequence[Rule], call: Call) -> dict[str, Any]:
    """What the agent knows once it got all of this; far more rules than are ever shown in full count as one."""
    rest = [f"{rule.name} {rule.count}" for rule in confirmed[MOST_KNOWN:]]
    return {
        "text": hashing.short(text),
        "rules": {rule.name: hashing.short(_block(rule, call)) for rule in confirmed[:MOST_KNOWN]},
        "rest": hashing.short("\n".join(rest)) if rest else "",
    }


def _news(confirmed: Sequence[Rule], before: Mapping[str, Any], now: Mapping[str, Any]) -> list[Rule]:
    known = before.get("rules", {})
    changed = [rule for rule in confirmed[:MOST_KNOWN] if known.get(rule.name) != now["rules"][rule.name]]
    return [*changed, *(confirmed[MOST_KNOWN:] if before.get("rest") != now["rest"] else ())]


class _Injection:
    """Puts the parts together within the room."""

    def __init__(self, call: Call, problems: Sequence[Sequence[Any]]) -> None:
        self.call = call
        self.left = ROOM
        self.findings: list[Finding] = []
        lines = [f"- {plain.path(file)}:{line}: {plain.line(reason, 300)}" for file, _, line, reason in problems]
        if lines:
            self.add("feedback.broken", lines=self.within(lines, BROKEN_ROOM))

    def add(self, code: str, **params: Any) -> None:
        self.findings.append(Finding(code, params))
        self.left -= self.size(messages.text(code, params, self.call.language)) + 1

    def size(self, text: str) -> int:
        """What the host counts: bytes on Codex, UTF-16 units on Claude Code."""
        return (
            len(text.encode("utf-8", "replace"))
            if self.call.event.host == "codex"
            else len(text.encode("utf-16-le", "replace")) // 2
        )

    def within(self, lines: Sequence[str], room: int, items: int = 0, each: int = 1) -> str:
        """As many lines as fit, and how many do not; with `items` how many of these, `each` to a line, do not."""
        kept: list[str] = []
        for index, line in enumerate(lines):
            room -= self.size(line) + 1
            if room < 0:
                kept.append(messages.text("feedback.and_more", {"n": (items or len(lines)) - index * each}, self.call.language))
                break
            kept.append(line)
        return "\n".join(kept)

    def names(self, names: Sequence[str], room: int) -> str:
        """As many names as fit, five to a line, and how many do not."""
        lines = [", ".join(names[at : at + 5]) for at in range(0, len(names), 5)]
        return self.within(lines, room, len(names), 5)

    def text(self, text: str) -> None:
        """The rules text, as far as it fits."""
        if text:
            room = self.left - 400
            kept = text if self.size(text) <= room else self.within(text.splitlines(), room)
            self.add("feedback.text", text=kept)

    def rules(self, rules: Sequence[Rule], *, fresh: bool) -> None:
        """Rules in full while they fit, the others by name."""
        if not rules:
            return
        names = [f"{rule.name} ({rule.count})" for rule in rules]
        costs = [self.size(_block(rule, self.call)) + 2 for rule in rules]
        room = self.left - 300
        shown = len(rules)
        if sum(costs) > room:
            # What is named instead of shown needs room too, so that nothing is dropped without a word while it can be named.
            shown = 0
            while shown < len(rules) and costs[shown] + min(self.size(", ".join(names[shown + 1 :])), NAMES_ROOM) <= room:
                room -= costs[shown]
                shown += 1
        blocks = [_block(rule, self.call) for rule in rules[:shown]]
        if names[shown:]:
            params = {"n": len(names) - shown, "names": self.names(names[shown:], max(room, 100))}
            blocks.append(messages.text("feedback.more_rules", params, self.call.language))
        self.add("feedback.confirmed" if fresh else "feedback.changed", rules="\n\n".join(blocks))

    def gone(self, names: Sequence[str]) -> None:
        """Rules that are no longer in force."""
        if names:
            self.add("feedback.gone", names=self.names(names, 500))

    def shadowed(self, rules: Sequence[tuple[str, str]]) -> None:
        """Rules that another one of their name keeps out of force."""
        if rules:
            self.add("feedback.shadowed", rules=self.within([f"{name} ({plain.path(file)})" for name, file in rules], 600))


def _block(rule: Rule, call: Call) -> str:
    title = messages.text("feedback.rule_title", {"name": rule.name, "count": rule.count}, call.language)
    mark = messages.text("feedback.of_project", {}, call.language) if rule.scope == "project" else ""
    mark += "" if rule.entries else messages.text("feedback.not_enforced", {}, call.language)
    return "\n".join(part for part in (title + mark, rule.record["description"], rule.record["intro"]) if part)


def rules_text(call: Call) -> tuple[str, list[Finding]]:
    """The user's own rules file, else the bundled text; one that is empty gives "", one that cannot be read also a finding."""
    for path in _own_files(call):
        if files.is_there(path):
            text = files.read_utf8(path, LARGEST_TEXT)
            if text is not None:
                return text.strip(), []
            from feedback_gate.unreadable import reason

            _, why = reason(path, LARGEST_TEXT, call.language)
            return "", [could_not_check(path, messages.text("feedback.text_unreadable", {"why": why}, call.language))]
    return messages.text("rules_text.text", {}, call.language).strip(), []


def _own_files(call: Call) -> list[str]:
    setting = call.settings.get("rulesFile")
    home = call.project.home
    if setting.source != "default":
        if setting.value.startswith("~"):
            return [home + setting.value[1:]] if home else []
        return [setting.value]
    return [os.path.join(folder, "feedback-gate", "feedback_rules.md") for folder in call.project.home_config_folders()]
