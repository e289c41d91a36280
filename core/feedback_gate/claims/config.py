"""Reads what a project says about claims: `claims:` of its `gate.yaml`, or an existing `.shoot.config.json`."""

from __future__ import annotations

import json
import os

from feedback_gate.claims.policy import (
    ALL,
    BLOCK,
    CAP,
    DRIFT_FILES,
    LONGEST,
    MAX_BLOCKS,
    NAMED,
    NAMES,
    OFF,
    TIMEOUT,
    WARN,
    Check,
    Policy,
)
from feedback_gate.system import files

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

    from feedback_gate.check import Call

SHOOT = ".shoot.config.json"
# The fact that holds a function root → what the gate of that root tells; see `quality.for_claims`.
GATE = "gate.for_claims"
SHOOT_KEYS = (
    "mode",
    "checks",
    "timeoutSeconds",
    "maxBlocksPerSession",
    "verifySubagents",
    "platform",
    "scopeDriftWarning",
    "scopeDriftFileThreshold",
)
HUGE = 1 << 53
LARGEST = 1 << 20  # bytes of a .shoot.config.json
PROBLEMS = 20
PLATFORMS = ("claude-code", "codex")


class Found:
    """What a project says.

    policy: None = it says nothing; path: the file it stands in; problems: `line: sentence`, for people; shadowed: path of a
    `.shoot.config.json` that does not count because `gate.yaml` has `claims:`; gate: what the gate tells, {} without one;
    unreadable: why nothing is known of a `.shoot.config.json` that is there, else "".
    """

    __slots__ = ("gate", "path", "policy", "problems", "shadowed", "unreadable")

    def __init__(
        self, policy: Policy | None, path: str = "", problems: list[str] | None = None, shadowed: str = "", gate: Any = None
    ) -> None:
        self.policy = policy
        self.path = path
        self.problems = problems or []
        self.shadowed = shadowed
        self.gate: dict[str, Any] = gate or {}
        self.unreadable = ""


def find(call: Call, root: str) -> Found:
    """What counts for a root: `claims:` of the gate in force there, else `.shoot.config.json` of the root or project."""
    tell = call.facts.get(GATE)
    gate = tell(root) if tell is not None else {}
    shoot = shoot_file(call, root)
    if gate.get("claims") is not None:
        return Found(of_gate(gate["claims"]), gate["path"], shadowed=shoot, gate=gate)
    if not shoot:
        return Found(None, gate.get("path", ""), gate=gate)
    text = files.read_utf8(shoot, LARGEST)
    if text is None:
        return _unreadable(shoot, gate, call)
    policy, problems = of_shoot(text)
    return Found(policy, shoot, problems, gate=gate)


def _unreadable(shoot: str, gate: dict[str, Any], call: Call) -> Found:
    from feedback_gate.unreadable import reason

    line, why = reason(shoot, LARGEST, call.language)
    found = Found(None, shoot, [f"{line or 1}: {why}"], gate=gate)
    found.unreadable = why
    return found


def shoot_file(call: Call, root: str) -> str:
    """The `.shoot.config.json` of a root, else of the project, else ""."""
    for folder in dict.fromkeys((root, call.project.root)):
        path = os.path.join(folder, SHOOT)
        if files.is_there(path):
            return path
    return ""


def of_gate(given: Mapping[str, Any]) -> Policy:
    """The policy in a `claims:` mapping; what is wrong in it was named when the file was read, and counts as absent."""
    timeout = _bounded(_whole(given.get("timeout")), TIMEOUT, LONGEST)
    checks = given.get("checks")
    drift = given.get("drift")
    drift = drift if isinstance(drift, dict) else {}
    mode = OFF if given.get("mode") is False else given.get("mode")
    return Policy(
        None if "checks" not in given else _gate_checks(checks if isinstance(checks, dict) else {}, timeout),
        mode if mode in (BLOCK, WARN, OFF) else BLOCK,
        _bounded(_whole(given.get("max_blocks")), MAX_BLOCKS, CAP),
        _bounded(_whole(drift.get("files")), DRIFT_FILES),
        subagents=given.get("subagents") is not False,
        parallel=given.get("parallel") is not False,
        drift=drift.get("warn") is not False,
        scope=NAMED if given.get("scope") == NAMED else ALL,
        soft=given.get("soft") is True,
    )


def _gate_checks(given: Mapping[str, Any], timeout: int) -> list[Check]:
    checks = []
    for name in NAMES:
        one = given.get(name)
        one = {"cmd": one} if isinstance(one, str) else one
        if not isinstance(one, dict) or not isinstance(one.get("cmd"), str) or not one["cmd"].strip():
            continue
        folder = one.get("dir") or ""
        if isinstance(folder, str) and stays_inside(folder):
            own = _bounded(_whole(one.get("timeout")), timeout, LONGEST)
            checks.append(Check(name, one["cmd"].strip(), own, os.path.normpath(folder) if folder else ""))
    return checks


def stays_inside(folder: str) -> bool:
    """Whether a relative folder cannot lead out of the root."""
    return not folder.startswith("/") and ".." not in folder.split("/")


def _whole(value: Any) -> int | None:
    return value if isinstance(value, int) and not isinstance(value, bool) and value >= 1 else None


def _bounded(value: int | None, default: int, highest: int = 1 << 30) -> int:
    return default if value is None else min(value, highest)


def of_shoot(text: str) -> tuple[Policy, list[str]]:
    """The policy in the text of a `.shoot.config.json` and what is wrong with it; odd values count as in the older tool.

    Its two traps are closed: a limit that is no number does not switch blocking off, and a timeout is 1 to LONGEST seconds.
    """
    reader = _Shoot(text)
    return reader.policy(), reader.problems


class _Shoot:
    """Reads one `.shoot.config.json`."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.problems: list[str] = []
        self.value: dict[str, Any] = self._object()

    def _object(self) -> dict[str, Any]:
        try:
            value = json.loads(self.text)
        except (ValueError, RecursionError) as problem:
            self.problems.append(
                f"{getattr(problem, 'lineno', 1)}: no JSON ({getattr(problem, 'msg', 'too deep')}); nothing of the file counts"
            )
            return {}
        if not isinstance(value, dict):
            self.problems.append("1: the file must hold one JSON object; nothing of it counts")
            return {}
        return value

    def policy(self) -> Policy:
        for key in self.value:
            if key not in SHOOT_KEYS:
                self.say(key, f"unknown key {key!r}")
        if self.value.get("platform") not in (None, *PLATFORMS):
            self.say("platform", f"must be {' or '.join(PLATFORMS)}")
        timeout = min(LONGEST, self._number("timeoutSeconds", TIMEOUT))
        return Policy(
            self._checks(timeout),
            self._mode(),
            min(CAP, self._number("maxBlocksPerSession", MAX_BLOCKS, least=0)),
            self._number("scopeDriftFileThreshold", DRIFT_FILES),
            subagents=self._switch("verifySubagents"),
            drift=self._switch("scopeDriftWarning"),
        )

    def say(self, key: str, sentence: str) -> None:
        """Keep a problem with its line; no more of them than anyone reads."""
        if len(self.problems) >= PROBLEMS:
            return
        place = self.text.find(json.dumps(key))
        self.problems.append(f"{self.text.count(chr(10), 0, max(place, 0)) + 1}: {sentence}")

    def _mode(self) -> str:
        mode = self.value.get("mode", BLOCK)
        if mode not in (BLOCK, WARN):
            self.say("mode", f"mode must be block or warn, not {mode!r}; block counts")
        return WARN if mode == WARN else BLOCK

    def _switch(self, key: str) -> bool:
        value = self.value.get(key, True)
        if not isinstance(value, bool):
            self.say(key, f"{key} must be true or false, not {value!r}; true counts")
        return value is not False

    def _number(self, key: str, default: int, least: int = 1) -> int:
        """A number rounded down, at least `least`; what is no number, or below 0, or 0 where 1 is the least, is the default."""
        if key not in self.value:
            return default
        number = _number(self.value[key])
        if number is None or number < 0 or (least and not number):
            self.say(key, f"{key} must be a number from {least} on, not {self.value[key]!r}; {default} counts")
            return default
        return max(least, int(number))

    def _checks(self, timeout: int) -> list[Check]:
        given = self.value.get("checks", {})
        if not isinstance(given, dict):
            self.say("checks", f"checks must be an object with {', '.join(NAMES)}")
            return []
        for name, command in given.items():
            if name not in NAMES:
                self.say(name, f"unknown check {name!r}; the checks are {', '.join(NAMES)}")
            elif not isinstance(command, str):
                self.say(name, f"{name} must be a text, not {command!r}; it counts as empty")
        texts = {name: given[name].strip() for name in NAMES if isinstance(given.get(name), str)}
        return [Check(name, text, timeout) for name, text in texts.items() if text]


def _number(value: Any) -> float | None:
    """A JSON value as a finite number, None where it is none: `"30"` is 30 and `true` is 1, `null` and `""` are none."""
    try:
        number = float(value) if isinstance(value, (int, float, str)) else None
    except (ValueError, OverflowError):
        return None
    return number if number is not None and abs(number) <= HUGE else None
