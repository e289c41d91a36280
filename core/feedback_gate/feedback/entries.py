"""The entries of a rule: each is made usable, or left out with the reason and the line."""

from __future__ import annotations

from feedback_gate.feedback import keys

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from typing import Any

    from feedback_gate.regex import Searcher

    Line = Callable[[tuple[str | int, ...]], int]

MOST = 200
# Processor seconds that the examples of one rule may take.
EXAMPLE_SECONDS = 0.25


class Entries:
    """The entries of one rule file.

    usable: records {index, line, event, literal, and the keys as written}; problems: [entry index, line, reason].
    """

    def __init__(self, given: Any, wrong: Mapping[int, Mapping[str, str]], line_of: Line) -> None:
        """Read what `enforce` holds.

        Args:
            given: its value.
            wrong: entry index → key → what the declaration has against it ("" = against the whole entry).
            line_of: the line of the file of a path into the frontmatter.
        """
        from feedback_gate.regex import Searcher

        self.line_of = line_of
        self.searcher = Searcher(EXAMPLE_SECONDS)
        self.usable: list[dict[str, Any]] = []
        self.problems: list[list[Any]] = []
        listed = given if isinstance(given, list) else []
        for index, one in enumerate(listed[:MOST]):
            self._read(one, index, wrong.get(index, {}))
        if len(listed) > MOST:
            self.say(MOST, "", f"more than {MOST} entries; the rest is left out")

    def say(self, index: int, key: str, reason: str) -> None:
        """Note a problem at the line of a key, or of the whole entry."""
        path = ("enforce", index, key) if key else ("enforce", index)
        self.problems.append([index, self.line_of(path), reason])

    def _read(self, given: Any, index: int, wrong: Mapping[str, str]) -> None:
        for name, reason in wrong.items():
            self.say(index, name, reason)
        if not isinstance(given, dict) or {"", "event", *keys.EXPRESSIONS} & set(wrong):
            return
        entry: dict[str, Any] = {"index": index, "line": self.line_of(("enforce", index)), "event": given["event"]}
        for key in keys.ENTRY:
            if key.name in given and (key.name not in wrong or key.kind == "texts"):
                entry[key.name] = texts(given[key.name]) if key.kind == "texts" else given[key.name]
        key_at_fault, reason = unusable(entry)
        if not reason:
            key_at_fault, reason = "examples", contradicted(entry, self.searcher)
        if reason:
            self.say(index, key_at_fault, reason)
            return
        self.usable.append(entry)
        for name in given:
            reason = without_effect(name, entry)
            if reason:
                self.say(index, name, reason)


def texts(value: Any) -> list[str]:
    """A list-or-text value as a list; members that are no text are dropped."""
    if isinstance(value, str):
        return [value]
    return [one for one in value if isinstance(one, str)] if isinstance(value, list) else []


def unusable(entry: dict[str, Any]) -> tuple[str, str]:
    """(key, why the entry can never be evaluated), two empty texts when it can; fills in the literal its pattern needs."""
    from feedback_gate import regex

    for group in keys.NEEDS[entry["event"]]:
        if not any(entry.get(name) for name in group):
            return "", f"{entry['event']} needs {' or '.join(group)}"
    multiline = entry["event"] != "pre_bash"
    for name in keys.EXPRESSIONS:
        if entry.get(name):
            try:
                regex.compile_pattern(entry[name], multiline=multiline)
            except regex.PatternError as problem:
                return name, f"{name}: {problem}"
    for name in keys.GLOBS:
        for pattern in entry.get(name, ()):
            reason = bad_glob(pattern)
            if reason:
                return name, f"{name}: {reason}"
    if entry.get("when") and "when" in keys.READS[entry["event"]]:
        entry["literal"] = regex.required_literal(entry["when"])
    return "", ""


def bad_glob(pattern: str) -> str:
    """What is wrong with a glob, or ""; placeholders stand for a name."""
    from feedback_gate import globs

    try:
        globs.check_pattern(pattern.replace("{stem}", "stem").replace("{dir}", "dir"))
    except globs.GlobError as problem:
        return str(problem)
    return ""


def contradicted(entry: Mapping[str, Any], searcher: Searcher) -> str:
    """The example an entry contradicts, or "". Only what `when`, `unless` and `program` say is tried."""
    from feedback_gate import regex
    from feedback_gate.errors import FeedbackGateError
    from feedback_gate.feedback.selection import selects

    examples = entry.get("examples")
    if not isinstance(examples, dict) or not (entry.get("when") or entry.get("program")):
        return ""
    for wanted, key in ((True, "match"), (False, "pass")):
        for text in texts(examples.get(key)):
            try:
                fires = selects(entry, regex.Subject(text), searcher)
            except regex.OutOfTime:
                return f"examples: {text!r} takes too long"
            except FeedbackGateError as problem:
                return f"examples: {text!r}: {problem}"
            if fires is not wanted:
                return f"examples: {text!r} {'does not trigger' if wanted else 'triggers'} the entry"
    return ""


def without_effect(name: str, entry: Mapping[str, Any]) -> str:
    """Why a known key does nothing in this entry, or ""."""
    known = {key.name for key in keys.ENTRY}
    if name in known and name not in (*keys.READS[entry["event"]], *keys.COMMON):
        return f"{name} has no effect in {entry['event']}"
    others = keys.ONLY_WITH.get(name, ())
    if others and not any(entry.get(other) for other in others):
        return f"{name} has no effect without {' or '.join(others)}"
    return ""
