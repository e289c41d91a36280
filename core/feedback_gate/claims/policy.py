"""What is verified and how: one `Policy`, and its one spelling, which is what a person approves."""

from __future__ import annotations

import json

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from typing import Any

# In this order they run one after the other, are listed and are reported.
NAMES = ("typecheck", "lint", "test", "build")
BLOCK, WARN, OFF = "block", "warn", "off"
ALL, NAMED = "all", "named"

TIMEOUT = 120  # seconds
LONGEST = 540  # seconds; with it a check ends before the hook must have answered
MAX_BLOCKS = 3
CAP = 6  # the host overrides the ninth block (Claude Code 2.1.332); we must give way first
DRIFT_FILES = 12


class Check:
    """One check. name: one of NAMES; cmd: shell text; timeout: seconds; dir: relative to the root, "" = the root."""

    __slots__ = ("cmd", "dir", "name", "timeout")

    def __init__(self, name: str, cmd: str, timeout: int = TIMEOUT, dir: str = "") -> None:  # noqa: A002 - the key's own word
        self.name = name
        self.cmd = cmd
        self.timeout = timeout
        self.dir = dir


class Policy:
    """How claims are treated.

    mode: BLOCK, WARN or OFF; checks: those with a command, in the order of NAMES, None = the checks of the gate;
    max_blocks: the failing stop with this number is let through; subagents: their claims are verified too; parallel: the
    checks run at once; drift, drift_files: advice from more than so many changed files on; scope: ALL, or NAMED = a message
    that claims only checks by name is verified by these alone; soft: guesses ("I think it's done") are verified, never refused.
    """

    __slots__ = ("checks", "drift", "drift_files", "max_blocks", "mode", "parallel", "scope", "soft", "subagents")

    def __init__(
        self,
        checks: Sequence[Check] | None = None,
        mode: str = BLOCK,
        max_blocks: int = MAX_BLOCKS,
        drift_files: int = DRIFT_FILES,
        *,
        subagents: bool = True,
        parallel: bool = True,
        drift: bool = True,
        scope: str = ALL,
        soft: bool = False,
    ) -> None:
        self.checks = None if checks is None else tuple(checks)
        self.mode = mode
        self.max_blocks = max_blocks
        self.subagents = subagents
        self.parallel = parallel
        self.drift = drift
        self.drift_files = drift_files
        self.scope = scope
        self.soft = soft

    @property
    def record(self) -> dict[str, Any]:
        """The policy as a JSON object; keys that came later only where they are not the default, so that approvals stay good."""
        checks = None
        if self.checks is not None:
            checks = {one.name: {"cmd": one.cmd, "dir": one.dir, "timeout": one.timeout} for one in self.checks}
        return {
            "checks": checks,
            "drift": self.drift_files if self.drift else False,
            "max_blocks": self.max_blocks,
            "mode": self.mode,
            "parallel": self.parallel,
            "subagents": self.subagents,
            **({} if self.scope == ALL else {"scope": self.scope}),
            **({"soft": True} if self.soft else {}),
        }


def spell(policy: Policy, behind: Mapping[str, str]) -> str:
    """The text that is approved: the whole policy, and what stands behind its commands ({check: text})."""
    value = {"behind": {name: text.splitlines() for name, text in behind.items() if text}, "policy": policy.record}
    return json.dumps(value, ensure_ascii=False, indent=1, sort_keys=True) + "\n"


def read(text: str) -> tuple[Policy, dict[str, str]] | None:
    """The policy and what stood behind its commands, from an approved text; None when it is not one."""
    try:
        value = json.loads(text)
        record = value["policy"]
        given = record["checks"]
        checks = None
        if given is not None:
            checks = [
                Check(name, given[name]["cmd"], given[name]["timeout"], given[name]["dir"]) for name in NAMES if name in given
            ]
        drift = record["drift"]
        policy = Policy(
            checks,
            record["mode"],
            record["max_blocks"],
            DRIFT_FILES if drift is False else drift,
            subagents=record["subagents"],
            parallel=record["parallel"],
            drift=drift is not False,
            scope=record.get("scope", ALL),
            soft=record.get("soft") is True,
        )
        return policy, {name: "\n".join(lines) for name, lines in value["behind"].items()}
    except (ValueError, TypeError, KeyError, AttributeError):
        return None


def differences(old: Policy, new: Policy) -> list[str]:
    """What differs between two policies: names of checks, and the other keys."""
    before, after = old.record, new.record
    checks_before, checks_after = before.pop("checks") or {}, after.pop("checks") or {}
    names = [name for name in NAMES if checks_before.get(name) != checks_after.get(name)]
    return names + [key for key in sorted({*before, *after}) if before.get(key) != after.get(key)]
