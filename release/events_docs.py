"""Draws which checks answer which event, from the table of checks and the checks' own descriptions."""

from __future__ import annotations

import importlib
import inspect

from feedback_gate.checks import CARRIES_CONTEXT, CHECKS, STOPS
from feedback_gate.hosts.claude.registration import REGISTRATIONS as CLAUDE
from feedback_gate.hosts.codex.registration import REGISTRATIONS as CODEX

PAGE = "docs/events.md"
HOSTS = {"claude": "Claude Code", "codex": "Codex"}
REGISTERED = {"claude": {entry.event for entry in CLAUDE}, "codex": {entry.event for entry in CODEX}}
PRODUCTS = {
    "feedback": "your rules",
    "quality": "the quality gate",
    "claims": "claims",
    "notify": "notifications",
    "approval": "approvals",
    "consent": "approvals",
    "setup": "the person's places",
}
HEAD = """# Events and checks

Generated from `core/feedback_gate/checks.py` and the checks' own descriptions. One process answers one event: the checks below run
in this order, each in a boundary of its own, and everything they found becomes one reply.

```mermaid
flowchart LR
"""


def outputs() -> dict[str, str]:
    """Path from the checkout → text of each generated file."""
    return {PAGE: page()}


def page() -> str:
    """The picture, then each event's checks in words."""
    return HEAD + "".join(f"  {line}\n" for line in picture()) + "```\n" + "".join(_part(event) for event in CHECKS)


def picture() -> list[str]:
    """The lines of a Mermaid flowchart: hosts, events, products, and what can come of an event."""
    lines = [f'{host}["{name}"]' for host, name in HOSTS.items()]
    for event in CHECKS:
        lines.append(f"{event}({event})")
        lines += [f"{host} --> {event}" for host in HOSTS if event in REGISTERED[host]]
    products = [name for name in PRODUCTS if any(_product(check) == name for checks in CHECKS.values() for check in checks)]
    lines += [f'{name}{{{{"{PRODUCTS[name]}"}}}}' for name in products]
    for event, checks in CHECKS.items():
        lines += [f"{event} --> {name}" for name in dict.fromkeys(map(_product, checks))]
    return lines


def _product(check: str) -> str:
    """The room a check belongs to."""
    return check.partition(":")[0].split(".")[1]


def _part(event: str) -> str:
    hosts = " and ".join(name for host, name in HOSTS.items() if event in REGISTERED[host])
    rows = "".join(
        f"{number}. **{PRODUCTS[_product(check)]}**: {_about(check)}\n" for number, check in enumerate(CHECKS[event], 1)
    )
    return f"\n## {event}\n\n{hosts}. {_can(event)}\n\n{rows}"


def _can(event: str) -> str:
    """What an answer to the event can do."""
    if event in STOPS:
        return "The answer can refuse the stop."
    if event == "PreToolUse":
        return "The answer can refuse the call, or ask the person."
    if event == "SubagentStart":
        return "The answer can tell the subagent something."
    if event in CARRIES_CONTEXT:
        return "The answer can tell the agent something, and bring what waits for it from elsewhere."
    return "The answer can tell the person something."


def _about(check: str) -> str:
    """The first sentence of a check's description."""
    module, _, function = check.partition(":")
    described = inspect.getdoc(getattr(importlib.import_module(module), function)) or ""
    return " ".join(described.partition("\n\n")[0].split())
