"""Makes the JSON Schema of `gate.yaml` and the table of its keys from their declaration."""

from __future__ import annotations

from feedback_gate.quality import json_schema, keys

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from feedback_gate.schema import Key

SCHEMA = "docs/schema/gate.schema.json"
PAGE = "docs/gate-keys.md"
KINDS = {
    "text": "text",
    "texts": "text or list of texts",
    "scalar": "text or number",
    "boolean": "true, false",
    "integer": "whole number",
    "mapping": "mapping",
    "list": "list",
    "any": "see text",
}
PARTS: tuple[tuple[str, str, Sequence[Key]], ...] = (
    ("The file", "", keys.TOP),
    ("A rule", "An item of `rules`. All rules that match run, in the order of the file.", keys.RULE),
    (
        "A consistency check",
        "An item of `consistency_checks`. It runs before the agent may stop, if a rule reserved it.",
        keys.CHECK,
    ),
    ("A command", "`run`, or an item of its list, is a text, or a mapping with these keys, or a parallel block.", keys.ITEM),
    ("A parallel block", "The next item of the list starts when all its members have ended.", keys.PARALLEL),
    ("Claims", "The mapping `claims`.", keys.CLAIMS),
    ("The checks of claims", "The mapping `checks` of `claims`; it takes no other names.", keys.CLAIM_CHECKS),
    ("A check of claims", "A check is a text, or a mapping with these keys.", keys.CLAIM_CHECK),
    ("Drift", "The mapping `drift` of `claims`.", keys.CLAIM_DRIFT),
)


def outputs() -> dict[str, str]:
    """Path from the checkout → text of each generated file."""
    return {SCHEMA: json_schema.text(), PAGE: page()}


def page() -> str:
    """The reference of the keys."""
    lines = ["# Keys of `gate.yaml`", "", "Generated from the declaration; how to write a gate is told in [gate.md](gate.md)."]
    return "\n".join([*lines, *tables(PARTS)]) + "\n"


def tables(parts: Sequence[tuple[str, str, Sequence[Key]]]) -> list[str]:
    """A heading, what is said about it, and the table of its keys, for each (title, about, keys); as lines."""
    lines: list[str] = []
    for title, about, declared in parts:
        lines += ["", f"## {title}", *(["", about] if about else []), ""]
        lines += ["| key | value | default | meaning |", "|---|---|---|---|", *(row(key) for key in declared)]
    return lines


def row(key: Key) -> str:
    """One line of the table."""
    default = "required" if key.required else key.default
    choices = ", ".join(dict.fromkeys("off" if one is False else str(one) for one in key.choices))
    return f"| `{key.name}` | {choices or KINDS[key.kind]} | {default} | {key.doc.replace('|', '&#124;')} |"
