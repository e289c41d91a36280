"""Makes the JSON Schema of a rule file's frontmatter and the table of its keys from their declaration."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import gate_docs
from feedback_gate import schema
from feedback_gate.feedback import keys

if TYPE_CHECKING:
    from collections.abc import Iterable

SCHEMA = "docs/schema/rule.schema.json"
PAGE = "docs/rule-keys.md"
PARTS = (
    ("The frontmatter", "", keys.RULE),
    ("An entry", "An item of `enforce`.", keys.ENTRY),
    ("Examples", "The mapping `examples` of an entry; one that the entry contradicts makes it a broken entry.", keys.EXAMPLES),
)
TOGETHER = """
## Which keys each event reads

`path`, `exclude_path`, `changed`, `program` with its companions, `when` and `unless` select. `absent_sibling` and
`absent_glob` (together one), `require_sibling` and `check` are required of what was selected. An entry is violated by what is
selected and fails one of the requirements, or, where it has none, by what is selected.

| event | needs | also reads |
|---|---|---|
"""


def outputs() -> dict[str, str]:
    """Path from the checkout → text."""
    return {SCHEMA: json.dumps(rule_schema(), indent=2, ensure_ascii=False) + "\n", PAGE: page()}


def rule_schema() -> dict[str, Any]:
    """The schema (draft-07): the keys of a rule, and for each event of an entry what it needs and what has no effect."""
    made = {
        "$schema": "http://json-schema.org/draft-07/schema#",
        "title": "feedback-gate rule",
        "description": "Frontmatter of a rule file: a Markdown file in a folder `feedback` of `.claude` or `.agents`.",
        **schema.json_schema(keys.RULE),
    }
    properties = made["properties"]
    properties["name"] = {**properties["name"], "not": {"enum": ["", 0, False, None]}}
    properties["count"] = {
        "description": properties["count"]["description"],
        "anyOf": [
            {"type": "number", "minimum": 0, "exclusiveMaximum": 1_000_000},
            {"type": "string", "pattern": r"^\s*\+?[0-9]{1,6}\s*$"},
            {"type": "boolean"},
        ],
    }
    properties["enforce"]["type"] = ["array", "null"]
    entry = properties["enforce"]["items"]
    entry["allOf"] = [_event(event) for event in keys.EVENTS]
    entry["dependencies"] = {key: _one_of(others) for key, others in keys.ONLY_WITH.items()}
    return made


def _event(event: str) -> dict[str, Any]:
    read = (*keys.READS[event], *keys.COMMON)
    without_effect = [key.name for key in keys.ENTRY if key.name not in read]
    return {
        "if": {"properties": {"event": {"const": event}}, "required": ["event"]},
        "then": {
            "allOf": [_one_of(group) for group in keys.NEEDS[event]],
            "properties": dict.fromkeys(without_effect, False),
        },
    }


def _one_of(names: Iterable[str]) -> dict[str, Any]:
    return {"anyOf": [{"required": [name]} for name in names]}


def page() -> str:
    """The reference of the keys."""
    lines = ["# Keys of a rule file", "", "Generated from the declaration; how to write a rule is told in [rules.md](rules.md)."]
    lines += gate_docs.tables(PARTS)
    events = []
    for event in keys.EVENTS:
        needed = [name for group in keys.NEEDS[event] for name in group]
        others = [name for name in keys.READS[event] if name not in needed]
        needs = ", and ".join(" or ".join(f"`{name}`" for name in group) for group in keys.NEEDS[event])
        events.append(f"| `{event}` | {needs} | {', '.join(f'`{name}`' for name in others)} |")
    common = ", ".join(f"`{name}`" for name in keys.COMMON if name != "event")
    return "\n".join(lines) + "\n" + TOGETHER + "\n".join(events) + f"\n\nEvery event reads {common}.\n"
