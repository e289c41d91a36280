"""Keeps refusals from becoming a loop: the same failure may reopen the agent's turn only so often, another one starts anew."""

from __future__ import annotations

import re

from feedback_gate.errors import StateError
from feedback_gate.system import hashing

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Any

    from feedback_gate.check import Call
    from feedback_gate.claims.verify import Checked

KEY = "claims"
# Lines that name what failed.
FAILING = re.compile(
    r"^.*(?:\bFAIL(?:ED|URES?|S)?\b|\bnot ok\b|[✗✕✖×]|\berror\b|\bpanicked\b|\w(?:Error|Exception)\b|\bundefined\b).*$",
    re.IGNORECASE | re.MULTILINE,
)
COLOURS = re.compile(r"\x1b\[[0-9;]*[A-Za-z]")
# What differs between two runs of the same failure: temporary folders, addresses, times, numbers.
CHANGING = re.compile(r"/(?:tmp|var/folders|private)/\S+|\b0x[0-9a-f]+\b|\b[0-9a-f]{7,}\b|\d[\d.,]*", re.IGNORECASE)
LINES = 200


def fingerprint(failing: Iterable[Checked]) -> str:
    """What makes two failures the same: checks, how they ended, and the failing lines without what changes anyway."""
    parts = []
    for one in failing:
        result = one.result
        if result is not None:
            lines = {
                " ".join(CHANGING.sub("#", line).split()) for line in FAILING.findall(COLOURS.sub("", result.output))[:LINES]
            }
            parts.append(f"{one.name}:{result.status}:{result.code}:{hashing.short(chr(10).join(sorted(lines)))}")
    return "|".join(sorted(parts))


def count(call: Call, failure: str) -> int:
    """Count a refusal of this failure; which one it is. Where nothing can be kept, a continuation counts as the last."""

    def change(kept: dict[str, Any]) -> int:
        claims = _of(kept)
        claims["blocks"] = _number(claims.get("blocks")) + 1 if claims.get("failure") == failure else 1
        claims["failure"] = failure
        return int(claims["blocks"])

    try:
        counted: int = call.state.update(change)
    except StateError:
        return 1 << 30 if call.event.stop is not None and call.event.stop.active else 1
    return counted


def reset(call: Call) -> None:
    """The checks passed: what failed before is forgotten."""
    try:
        if call.state.read().get(KEY):
            call.state.update(_forget)
    except StateError:
        return


def _forget(kept: dict[str, Any]) -> None:
    for name in ("blocks", "failure"):
        _of(kept).pop(name, None)


def first_receipt(call: Call, proof: str) -> bool:
    """Whether this agent was not shown a receipt for this proof just before; remembers it."""

    def change(kept: dict[str, Any]) -> bool:
        claims = _of(kept)
        known: bool = claims.get("receipt") == proof
        claims["receipt"] = proof
        return not known

    try:
        first: bool = call.state.update(change)
    except StateError:
        return True
    return first


def _of(kept: dict[str, Any]) -> dict[str, Any]:
    claims = kept.get(KEY)
    if not isinstance(claims, dict):
        claims = kept[KEY] = {}
    return claims


def _number(value: Any) -> int:
    return value if isinstance(value, int) else 0
