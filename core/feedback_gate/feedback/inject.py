"""UserPromptSubmit: the rules text, what is broken, and the confirmed rules, as context for the agent.

In full at the first prompt after each SessionStart, then only what changed; broken parts with every prompt until they are
mended. Everything shares the host's limit for context: the highest counts first, the rest is named and counted.
"""

from __future__ import annotations

import os

from feedback_gate import messages
from feedback_gate.feedback import asks, memory
from feedback_gate.feedback.rules import Rules
from feedback_gate.outcome import Finding
from feedback_gate.system import files, hashing

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from feedback_gate.check import Call
    from feedback_gate.event import Event
    from feedback_gate.feedback.rule import Rule

# Below what the hosts take (9,800: UTF-16 units on Claude Code 2.1.332, bytes on Codex 0.171.0), with room for other lines.
ROOM = 9_200
BROKEN_ROOM = 2_000
NAMES_ROOM = 2_500


def started(event: Event, call: Call) -> list[Finding]:
    """SessionStart of any source: the agent's view is fresh, so the next prompt gets everything; rules are read ahead."""
    del event
    if os.path.exists(call.state.path):
        memory.update(call.state, lambda kept: kept.pop("injected", None))
    Rules(call, thorough=True)
    return []


def check(event: Event, call: Call) -> list[Finding]:
    """The context of one prompt; nothing for a background task's report."""
    if event.notification:
        return []
    rules = Rules(call, thorough=True)
    if rules.loaded and event.session and not event.agent:
        asks.prompted(call)
    confirmed = sorted(rules.confirmed(), key=lambda rule: (-rule.count, rule.name))
    text = rules_text(call)
    before: dict[str, Any] = {} if call.settings.get("inject").value == "every" else memory.read(call.state).get("injected") or {}
    now: dict[str, Any] = {
        "text": hashing.short(text),
        "rules": {rule.name: hashing.short(_block(rule, call)) for rule in confirmed},
    }
    injection = _Injection(call, rules.problems())
    if before != now:
        injection.text(text if before.get("text") != now["text"] else "")
        known = before.get("rules", {})
        injection.rules([rule for rule in confirmed if known.get(rule.name) != now["rules"][rule.name]], fresh=not before)
        injection.gone([name for name in known if name not in now["rules"]])
        if event.session and (confirmed or text or before):
            memory.update(call.state, lambda kept: kept.update(injected=now))
    return injection.findings


class _Injection:
    """Puts the parts together within the room."""

    def __init__(self, call: Call, problems: Sequence[Sequence[Any]]) -> None:
        self.call = call
        self.left = ROOM
        self.findings: list[Finding] = []
        lines = [f"- {file}:{line}: {reason}" for file, _, line, reason in problems]
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

    def within(self, lines: Sequence[str], room: int) -> str:
        """As many lines as fit, and how many do not."""
        kept: list[str] = []
        for index, line in enumerate(lines):
            room -= self.size(line) + 1
            if room < 0:
                kept.append(messages.text("feedback.and_more", {"n": len(lines) - index}, self.call.language))
                break
            kept.append(line)
        return "\n".join(kept)

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
            lines = [", ".join(names[at : at + 5]) for at in range(shown, len(names), 5)]
            params = {"n": len(names) - shown, "names": self.within(lines, max(room, 100))}
            blocks.append(messages.text("feedback.more_rules", params, self.call.language))
        self.add("feedback.confirmed" if fresh else "feedback.changed", rules="\n\n".join(blocks))

    def gone(self, names: Sequence[str]) -> None:
        """Rules that are no longer in force."""
        if names:
            self.add("feedback.gone", names=self.within([", ".join(names)], 500))


def _block(rule: Rule, call: Call) -> str:
    title = messages.text("feedback.rule_title", {"name": rule.name, "count": rule.count}, call.language)
    mark = "" if rule.entries else messages.text("feedback.not_enforced", {}, call.language)
    return "\n".join(part for part in (title + mark, rule.record["description"], rule.record["intro"]) if part)


def rules_text(call: Call) -> str:
    """The user's own rules file, else the bundled text; an own file that is empty or unreadable gives nothing."""
    for path in _own_files(call):
        if os.path.lexists(path):
            return (files.read_text(path, 1 << 20) or "").strip()
    return messages.text("rules_text.text", {}, call.language).strip()


def _own_files(call: Call) -> list[str]:
    setting = call.settings.get("rulesFile")
    home = call.project.home
    if setting.source != "default":
        if setting.value.startswith("~"):
            return [home + setting.value[1:]] if home else []
        return [setting.value]
    return [os.path.join(folder, "feedback-gate", "feedback_rules.md") for folder in call.project.home_config_folders()]
