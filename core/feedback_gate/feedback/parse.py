"""One rule file becomes one record: frontmatter read, validated, patterns compiled once and their literals kept."""

from __future__ import annotations

import re

from feedback_gate.feedback import keys

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

INTRO_END = re.compile(r"\*\*(?:Why|言い訳|Excuse|How to apply)[:：]?\*\*")


class BrokenFileError(Exception):
    """The frontmatter cannot be read; `line` is its place in the file."""

    def __init__(self, reason: str, line: int) -> None:
        super().__init__(reason)
        self.reason = reason
        self.line = line


def parse(text: str, path: str) -> dict[str, Any] | None:
    """The record of a rule file; None when it is no rule (no frontmatter, no name).

    The record: name, description, count, count_line, intro, expires, projects, when_exists, auto_count, file, entries (usable ones),
    problems ([entry index or None, line, reason]); an entry that cannot be used is left out and named in `problems`.

    Raises:
        BrokenFileError: the frontmatter is not valid YAML or holds no mapping.
    """
    from feedback_gate import yamlfile

    found = yamlfile.frontmatter(text)
    if found is None:
        return None
    block, body, first_line = found
    try:
        document = yamlfile.load(block)
    except yamlfile.YamlError as problem:
        raise BrokenFileError(problem.reason, first_line + problem.line - 1) from problem
    value = document.value
    if not isinstance(value, dict):
        raise BrokenFileError("the frontmatter must be a mapping of keys", first_line)
    if not value.get("name"):
        return None
    return _record(value, body, path, lambda where: first_line + document.line_of(where) - 1)


def _record(value: dict[str, Any], body: str, path: str, line_of: Any) -> dict[str, Any]:
    problems: list[list[Any]] = []
    entries = _entries(value.get("enforce"), line_of, problems)
    known = {key.name for key in keys.RULE}
    problems.extend([None, line_of((name,)), f"unknown key {name!r}"] for name in value if name not in known)
    return {
        "name": str(value["name"]),
        "description": _line(value.get("description")),
        "count": count_of(value.get("count")),
        "intro": intro_of(body),
        "expires": _line(value.get("expires")),
        "projects": _texts(value.get("projects")),
        "when_exists": _texts(value.get("when_exists")),
        "auto_count": value.get("auto_count") is not False,
        "file": path,
        "entries": entries,
        "declared": bool(value.get("enforce")),
        "problems": problems,
    }


def count_of(value: Any) -> int:
    """The number behind `count`: truncated, digits in a text count, everything else is 0."""
    if isinstance(value, (bool, int)):
        return int(value)
    if isinstance(value, float):
        return int(value) if value == value and abs(value) < 1e15 else 0  # noqa: PLR0124 - NaN is not itself
    if isinstance(value, str) and re.fullmatch(r"\s*[+-]?[0-9]{1,15}\s*", value):
        return int(value)
    return 0


def intro_of(body: str) -> str:
    """The first paragraph of the body, up to the first bold marker such as **Why:**."""
    end = INTRO_END.search(body)
    before = (body[: end.start()] if end else body).strip()
    return re.split(r"\n[ \t\r]*\n", before, maxsplit=1)[0].strip()


def _line(value: Any) -> str:
    return "" if value is None or isinstance(value, (dict, list)) else str(value)


def _texts(value: Any) -> list[str]:
    if isinstance(value, str):
        return [value]
    return [one for one in value if isinstance(one, str)] if isinstance(value, list) else []


def _entries(value: Any, line_of: Any, problems: list[list[Any]]) -> list[dict[str, Any]]:
    if value is None or value == []:
        return []
    if not isinstance(value, list):
        problems.append([None, line_of(("enforce",)), "enforce must be a list; begin each entry with `- `"])
        return []
    entries = []
    for index, given in enumerate(value):
        where = line_of(("enforce", index))
        if not isinstance(given, dict):
            problems.append([index, where, "the entry is empty or no mapping"])
            continue
        entry = _entry(given, index, where, problems)
        if entry is not None:
            entries.append(entry)
    return entries


def _entry(given: dict[str, Any], index: int, line: int, problems: list[list[Any]]) -> dict[str, Any] | None:
    """One usable entry with its literals, or None after saying why it cannot be used."""
    event = given.get("event")
    if event not in keys.EVENTS:
        problems.append([index, line, f"event must be one of {', '.join(keys.EVENTS)}, not {event!r}"])
        return None
    entry: dict[str, Any] = {"index": index, "line": line, "event": event}
    for key in keys.ENTRY:
        if key.name in given:
            value = _texts(given[key.name]) if key.kind == "texts" else given[key.name]
            if key.kind == "text" and not isinstance(value, str):
                problems.append([index, line, f"{key.name} must be a text, not {value!r}"])
                continue
            entry[key.name] = value
    reason = unusable(entry)
    if reason:
        problems.append([index, line, reason])
        return None
    problems.extend([index, line, text] for text in _without_effect(given, entry))
    return entry


def unusable(entry: dict[str, Any]) -> str:
    """Why an entry can never be evaluated, or ""; fills in the literals its patterns need."""
    from feedback_gate import globs, regex

    for group in keys.NEEDS[entry["event"]]:
        if not any(entry.get(name) for name in group):
            return f"{entry['event']} needs {' or '.join(group)}"
    multiline = entry["event"] != "pre_bash"
    for name in ("when", "unless"):
        if entry.get(name):
            try:
                regex.compile_pattern(entry[name], multiline=multiline)
            except regex.PatternError as problem:
                return f"{name}: {problem}"
    for name in ("path", "exclude_path", "changed"):
        for pattern in entry.get(name, ()):
            try:
                globs.check_pattern(pattern)
            except globs.GlobError as problem:
                return f"{name}: {problem}"
    if entry.get("when"):
        entry["literal"] = regex.required_literal(entry["when"])
    return _contradicted(entry, multiline=multiline)


def _contradicted(entry: dict[str, Any], *, multiline: bool) -> str:
    """The example an entry's patterns contradict, or ""."""
    from feedback_gate import regex

    examples = entry.get("examples")
    if not isinstance(examples, dict) or not entry.get("when"):
        return ""
    searcher = regex.Searcher()
    for wanted, key in ((True, "match"), (False, "pass")):
        for text in _texts(examples.get(key)):
            subject = regex.Subject(text)
            fires = searcher.matches(entry["when"], subject, multiline=multiline) and not (
                entry.get("unless") and searcher.matches(entry["unless"], subject, multiline=multiline)
            )
            if fires is not wanted:
                return f"examples: {text!r} {'does not trigger' if wanted else 'triggers'} the entry"
    return ""


def _without_effect(given: dict[str, Any], entry: dict[str, Any]) -> list[str]:
    """Keys that are unknown or that this event does not read."""
    known = {key.name for key in keys.ENTRY}
    read = (*keys.READS[entry["event"]], *keys.COMMON)
    texts = [f"unknown key {name!r}" for name in given if name not in known]
    texts += [f"{name} has no effect in {entry['event']}" for name in given if name in known and name not in read]
    if entry.get("unless") and not entry.get("when"):
        texts.append("unless has no effect without when")
    if entry.get("severity") and entry["severity"] not in keys.SEVERITIES:
        texts.append(f"severity must be one of {', '.join(keys.SEVERITIES)}, not {entry['severity']!r}; the count decides")
        del entry["severity"]
    return texts
