"""Whether an entry selects a text: `when` matches, the program runs, `unless` does not match."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

    from feedback_gate.regex import Searcher, Subject


def selects(values: Mapping[str, Any], subject: Subject, searcher: Searcher) -> bool:
    """Whether all of `when`, `program` and `unless` that an entry has let the text through.

    Args:
        values: the entry's keys.
        subject: a command, the text an edit brings in, or a whole file.
        searcher: whose processor time is used.

    Raises:
        OutOfTime: the time of this call is used up.
        PatternError: a pattern failed while it was evaluated.
        DoubtError: the command could not be read for sure.
    """
    when, unless = values.get("when"), values.get("unless")
    multiline = values["event"] != "pre_bash"
    if when and not searcher.matches(when, subject, multiline=multiline):
        return False
    if values.get("program"):
        from feedback_gate.feedback import programs

        if not programs.runs(values, subject.original):
            return False
    elif not when:
        return True
    return not (unless and searcher.matches(unless, subject, multiline=multiline))
