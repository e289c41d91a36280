"""The JSON Schema of `gate.yaml` for editors, made from the declared keys."""

from __future__ import annotations

import json

from feedback_gate import schema
from feedback_gate.quality import keys

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

NEEDED = {"anyOf": [{"required": ["rules"]}, {"required": ["claims"]}]}
DRAFT = "http://json-schema.org/draft-07/schema#"


def document() -> dict[str, Any]:
    """The whole schema (draft-07)."""
    about = {
        "$schema": DRAFT,
        "title": "gate.yaml",
        "description": "The quality gate of a project: what runs on what an agent changed.",
    }
    return {**about, **schema.json_schema(keys.TOP), **NEEDED}


def text() -> str:
    """The schema as it is written into a file."""
    return json.dumps(document(), indent=2, ensure_ascii=False) + "\n"
