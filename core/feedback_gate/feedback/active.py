"""Whether a rule is active here and now: its date, its projects, and what must exist."""

from __future__ import annotations

import os
import re

from feedback_gate.state import jsonfile, places
from feedback_gate.system import hashing

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

    from feedback_gate.check import Call

# Seconds for which it is believed that nothing exists for a pattern with `**`.
LOOK_AGAIN = 600.0


class Filters:
    """The filters of one call, each asked once.

    Whether something exists for a pattern with `**` is kept between calls: a path that was found only has to be still there,
    and what was not found is looked for again at each prompt and after ten minutes.
    """

    def __init__(self, call: Call, *, afresh: bool) -> None:
        self.project = call.project.root
        self.home = call.project.home
        self.now = float(call.clock.now())
        self.afresh = afresh
        base = places.cache_home(call.environ)
        self._path = os.path.join(base, "parsed", f"exists-{hashing.short(self.project)}.json") if base else ""
        self._kept: dict[str, Any] | None = None
        self._asked: dict[str, bool] = {}

    def let_in(self, record: Mapping[str, Any]) -> bool:
        """Whether the rule is active: every filter that is set is satisfied."""
        return not self.why_not(record)

    def why_not(self, record: Mapping[str, Any]) -> str:
        """The first filter that is not satisfied: "expires", "projects", "when_exists", or "" when the rule is active."""
        if record["expires"]:
            end = end_of(record["expires"])
            if end is not None and self.now > end:
                return "expires"
        if record["projects"] and not _in_projects(record["projects"], self.project, self.home):
            return "projects"
        if record["when_exists"] and not any(self._exists(pattern) for pattern in record["when_exists"]):
            return "when_exists"
        return ""

    def _exists(self, pattern: str) -> bool:
        if pattern not in self._asked:
            self._asked[pattern] = self._look(pattern)
        return self._asked[pattern]

    def _look(self, pattern: str) -> bool:
        from feedback_gate import globs

        if "**" not in pattern or not self._path:
            return globs.exists_on_disk(pattern, self.project)
        path, at = self._remembered().get(pattern, ("", 0.0))
        if path and os.path.lexists(path):
            return True
        if not path and not self.afresh and 0 <= self.now - at < LOOK_AGAIN:
            return False
        found = globs.first_on_disk(pattern, self.project)
        self._remembered()[pattern] = (found, self.now)
        try:
            jsonfile.write(self._path, self._remembered())
        except OSError:
            pass
        return bool(found)

    def _remembered(self) -> dict[str, Any]:
        """Pattern → (path that was found or "", epoch seconds); of another shape: nothing."""
        if self._kept is None:
            try:
                kept = jsonfile.read(self._path)
            except jsonfile.Unreadable:
                kept = {}
            self._kept = {
                pattern: tuple(one)
                for pattern, one in kept.items()
                if isinstance(one, list) and [type(part) for part in one] == [str, float]
            }
        return self._kept


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
