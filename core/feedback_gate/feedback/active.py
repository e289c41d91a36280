"""Whether a rule is active here and now: its date, its projects, and what must exist."""

from __future__ import annotations

import re

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any


def is_active(record: Mapping[str, Any], project: str, home: str, now: float) -> bool:
    """Every filter that is set is satisfied.

    Args:
        record: of `feedback.parse`.
        project: the absolute project root.
        home: for patterns that begin with `~`.
        now: epoch seconds.
    """
    return not why_inactive(record, project, home, now)


def why_inactive(record: Mapping[str, Any], project: str, home: str, now: float) -> str:
    """The first filter that is not satisfied: "expires", "projects", "when_exists", or "" when the rule is active."""
    if record["expires"]:
        end = end_of(record["expires"])
        if end is not None and now > end:
            return "expires"
    if record["projects"] and not _in_projects(record["projects"], project, home):
        return "projects"
    if record["when_exists"] and not _exists(record["when_exists"], project):
        return "when_exists"
    return ""


def end_of(text: str) -> float | None:
    """The last instant of validity in epoch seconds; None when the text is no date (then nothing expires).

    `YYYY-MM-DD` is valid through 23:59:59.999 UTC of that day; otherwise strict ISO 8601, UTC where no offset is given.
    """
    import calendar

    found = re.fullmatch(
        r"(\d{4})-(\d{2})-(\d{2})(?:[Tt ](\d{2}):(\d{2})(?::(\d{2})(\.\d+)?)?\s*(?:([Zz])|([+-])(\d{2}):?(\d{2}))?)?",
        text.strip(),
    )
    if not found:
        return None
    year, month, day = int(found[1]), int(found[2]), int(found[3])
    if not 1 <= month <= 12 or not 1 <= day <= calendar.monthrange(max(year, 1), month)[1]:
        return None
    whole = calendar.timegm((year, month, day, 0, 0, 0))
    if found[4] is None:
        return whole + 86399.999
    hour, minute, second = int(found[4]), int(found[5]), int(found[6] or 0)
    if hour > 23 or minute > 59 or second > 60:
        return None
    offset = (int(found[10]) * 3600 + int(found[11]) * 60) * (1 if found[9] == "+" else -1) if found[9] else 0
    return whole + hour * 3600 + minute * 60 + second + float(found[7] or 0) - offset


def _in_projects(patterns: list[str], project: str, home: str) -> bool:
    from feedback_gate import globs

    return globs.matches([_from_home(pattern, home) for pattern in patterns], project)


def _from_home(pattern: str, home: str) -> str:
    return home + pattern[1:] if home and (pattern == "~" or pattern.startswith("~/")) else pattern


def _exists(patterns: list[str], project: str) -> bool:
    from feedback_gate import globs

    return any(globs.exists_on_disk(pattern, project) for pattern in patterns)
