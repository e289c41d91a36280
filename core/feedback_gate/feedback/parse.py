"""One rule file becomes one record: frontmatter read, validated against its declaration, patterns tried, their literals kept."""

from __future__ import annotations

import re

from feedback_gate.feedback import keys, plain
from feedback_gate.feedback.entries import Entries, bad_glob, texts

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

    from feedback_gate.feedback.entries import Line
    from feedback_gate.schema import Problem

INTRO_END = re.compile(r"\*\*(?:Why|言い訳|Excuse|How to apply)[:：]?\*\*")
# A file without usable frontmatter in which one of these stands was meant to be a rule.
MEANT_AS_RULE = re.compile(r"(?m)^(?:name|count|enforce)[ \t]*:")
MOST_FRONTMATTER = 64 * 1024
NO_RULE = "no rule: its frontmatter is not closed, or has no name"


class BrokenFileError(Exception):
    """The file cannot be used; `line` is the place."""

    def __init__(self, reason: str, line: int) -> None:
        super().__init__(reason)
        self.reason = reason
        self.line = line


def parse(text: str, path: str) -> dict[str, Any] | None:
    """The record of a rule file; None when it is no rule (no frontmatter, no name).

    The record: name, description, count, intro, expires, projects, when_exists, auto_count, file, entries (usable ones),
    declared (entries are written, usable or not), problems and hints ([entry index or None, line, reason]). An entry that
    cannot be used is left out and named in `problems`; `hints` are keys that are nobody's mistake for certain.

    Raises:
        BrokenFileError: the frontmatter is no YAML, no mapping or too long, or it was meant for a rule and is none.
    """
    from feedback_gate import yamlfile

    found = yamlfile.frontmatter(text)
    if found is None:
        _refuse_half_a_rule(text)
        return None
    block, body, first_line = found
    if len(block) > MOST_FRONTMATTER:
        raise BrokenFileError(f"the frontmatter is longer than {MOST_FRONTMATTER} characters", first_line)
    try:
        document = yamlfile.load(block, first_line)
    except yamlfile.YamlError as problem:
        raise BrokenFileError(plain.line(problem.reason), problem.line) from problem
    value = document.value
    if not isinstance(value, dict):
        raise BrokenFileError("the frontmatter must be a mapping of keys", first_line)
    if not value.get("name") or not plain.line(str(value["name"])):
        if {"name", "count", "enforce"} & set(value):
            raise BrokenFileError(NO_RULE, 1)
        return None
    record = _record(value, body, path, document.line_of)
    for where, line in document.duplicates:
        record["problems"].append(
            [_entry_of(where), line, f"{plain.line(str(where[-1]), 60)} is written twice; the last one counts"]
        )
    return record


def _refuse_half_a_rule(text: str) -> None:
    """A file without usable frontmatter may lie there, but not one that was meant to be a rule.

    Raises:
        BrokenFileError: it begins like one.
    """
    start = text.lstrip("\ufeff")[:4000]
    if start.startswith("---") and MEANT_AS_RULE.search(start):
        raise BrokenFileError(NO_RULE, 1)


def _record(value: dict[str, Any], body: str, path: str, line_of: Line) -> dict[str, Any]:
    wrong: dict[int, dict[str, str]] = {}
    problems: list[list[Any]] = []
    hints: list[list[Any]] = []
    for problem in _declared(value):
        index = _entry_of(problem.path)
        reason = plain.line(problem.detail, 300)
        if index is not None:
            wrong.setdefault(index, {})[str(problem.path[2]) if len(problem.path) > 2 else ""] = reason
        else:
            is_hint = problem.kind == "unknown" and "did you mean" not in reason
            (hints if is_hint else problems).append([None, line_of(problem.path), reason])
    entries = Entries(value.get("enforce"), wrong, line_of)
    filters = {name: list(_good_globs(name, value.get(name), line_of, problems)) for name in ("projects", "when_exists")}
    return {
        "name": plain.line(str(value["name"]), 200),
        "description": plain.line(_text(value.get("description"))),
        "count": count_of(value.get("count")),
        "intro": plain.paragraph(intro_of(body)),
        "expires": _text(value.get("expires")),
        **filters,
        "auto_count": value.get("auto_count") is not False,
        "file": path,
        "entries": entries.usable,
        "declared": bool(value.get("enforce")),
        "problems": problems + entries.problems,
        "hints": hints,
    }


def _declared(value: dict[str, Any]) -> Iterator[Problem]:
    """What the declaration has against a rule's keys; an empty `enforce:` is as good as none."""
    from feedback_gate import schema

    given = {name: one for name, one in value.items() if name != "enforce" or one is not None}
    for problem in schema.problems(given, keys.RULE):
        if problem.path == ("enforce",):
            problem.detail = "enforce must be a list; begin each entry with `- `"
        elif len(problem.path) == 2 and problem.kind == "wrong" and problem.path[0] == "enforce":
            problem.detail = "the entry is empty or no mapping"
        elif len(problem.path) == 2 and problem.kind == "missing":  # an entry without event
            problem.path = (*problem.path, "event")
        yield problem


def _entry_of(path: Any) -> int | None:
    return path[1] if len(path) > 1 and path[0] == "enforce" and isinstance(path[1], int) else None


def _good_globs(name: str, value: Any, line_of: Line, problems: list[list[Any]]) -> Iterator[str]:
    """The patterns of a filter that can be used; what cannot be judged filters nothing."""
    for pattern in texts(value):
        reason = bad_glob(pattern)
        if reason:
            problems.append([None, line_of((name,)), f"{name}: {plain.line(reason)}"])
        else:
            yield pattern


def count_of(value: Any) -> int:
    """The number behind `count`: truncated, digits in a text count, everything else is 0."""
    if isinstance(value, (bool, int)):
        return int(value) if abs(value) < 1e15 else 0
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


def _text(value: Any) -> str:
    return "" if value is None or isinstance(value, (dict, list)) else str(value)
