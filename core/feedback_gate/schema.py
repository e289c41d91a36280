"""Declared keys: one table of keys gives the validation, the JSON Schema and the documentation of a file."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence
    from typing import Any

# kind → (is it one?, what to write)
KINDS: dict[str, tuple[Callable[[Any], bool], str]] = {
    "text": (lambda value: isinstance(value, str) and bool(value), "a text"),
    "scalar": (lambda value: value is None or isinstance(value, (str, int, float)), "a text or number"),
    "boolean": (lambda value: isinstance(value, bool), "true or false"),
    "integer": (lambda value: isinstance(value, int) and not isinstance(value, bool), "a whole number"),
    "texts": (
        lambda value: (
            isinstance(value, str) or (isinstance(value, list) and bool(value) and all(isinstance(one, str) for one in value))
        ),
        "a text or a list of texts",
    ),
    "mapping": (lambda value: isinstance(value, dict), "a mapping"),
    "list": (lambda value: isinstance(value, list), "a list"),
    "any": (lambda _: True, "anything"),
}


class Key:
    """One key of a mapping.

    kind: one of KINDS; doc: one sentence; required; default: shown in the docs ("" = none); choices: allowed values;
    minimum: of an integer; keys: the keys of a mapping, or of each mapping of a list; valid: function value → what is
    wrong, or ""; json: what the JSON Schema says beyond that.
    """

    __slots__ = ("choices", "default", "doc", "json", "keys", "kind", "minimum", "name", "required", "valid")

    def __init__(
        self,
        name: str,
        kind: str,
        doc: str,
        *,
        required: bool = False,
        default: str = "",
        choices: Sequence[Any] = (),
        minimum: int | None = None,
        keys: Sequence[Key] = (),
        valid: Callable[[Any], str] | None = None,
        json: Mapping[str, Any] | None = None,
    ) -> None:
        self.name = name
        self.kind = kind
        self.doc = doc
        self.required = required
        self.default = default
        self.choices = tuple(choices)
        self.minimum = minimum
        self.keys = tuple(keys)
        self.valid = valid
        self.json = dict(json or {})


class Problem:
    """path: keys and indices down to the value; kind: "unknown" | "missing" | "wrong"; detail: one sentence with what to write."""

    __slots__ = ("detail", "kind", "path")

    def __init__(self, path: tuple[str | int, ...], kind: str, detail: str) -> None:
        self.path = path
        self.kind = kind
        self.detail = detail


def problems(value: Any, keys: Sequence[Key], path: tuple[str | int, ...] = ()) -> Iterator[Problem]:
    """Everything in a mapping that its declaration does not allow, in the order of the file."""
    known = {key.name: key for key in keys}
    for name, inner in value.items():
        key = known.get(name)
        if key is None:
            yield Problem((*path, name), "unknown", f"unknown key {name!r}{_nearest(str(name), known)}")
        else:
            yield from _value_problems(inner, key, (*path, name))
    for key in keys:
        if key.required and key.name not in value:
            yield Problem(path, "missing", f"{key.name} is missing; write {KINDS[key.kind][1]}: {key.doc}")


def _value_problems(value: Any, key: Key, path: tuple[str | int, ...]) -> Iterator[Problem]:
    fits, wanted = KINDS[key.kind]
    if not fits(value):
        yield Problem(path, "wrong", f"{key.name} must be {wanted}, not {_shown(value)}")
    elif key.choices and value not in key.choices:
        yield Problem(path, "wrong", f"{key.name} must be one of {', '.join(map(_shown, key.choices))}, not {_shown(value)}")
    elif key.minimum is not None and isinstance(value, int) and value < key.minimum:
        yield Problem(path, "wrong", f"{key.name} must be at least {key.minimum}, not {_shown(value)}")
    elif key.valid is not None and key.valid(value):
        yield Problem(path, "wrong", f"{key.name}: {key.valid(value)}")
    elif key.keys and isinstance(value, dict):
        yield from problems(value, key.keys, path)
    elif key.keys and isinstance(value, list):
        for index, one in enumerate(value):
            if isinstance(one, dict):
                yield from problems(one, key.keys, (*path, index))
            elif "item" not in {inner.kind for inner in key.keys}:
                yield Problem((*path, index), "wrong", f"{key.name} holds mappings, not {_shown(one)}")


def _shown(value: Any) -> str:
    text = repr(value)
    return text if len(text) <= 60 else text[:57] + "..."


def _nearest(name: str, known: Mapping[str, Key]) -> str:
    import difflib

    near = difflib.get_close_matches(name, known, 1)
    return f"; did you mean {near[0]!r}?" if near else f"; known keys: {', '.join(known)}"


JSON_TYPES: dict[str, dict[str, Any]] = {
    "text": {"type": "string", "minLength": 1},
    "scalar": {"type": ["string", "number", "boolean", "null"]},
    "boolean": {"type": "boolean"},
    "integer": {"type": "integer"},
    "texts": {"oneOf": [{"type": "string"}, {"type": "array", "items": {"type": "string"}, "minItems": 1}]},
    "mapping": {"type": "object"},
    "list": {"type": "array"},
    "any": {},
}


def json_schema(keys: Sequence[Key]) -> dict[str, Any]:
    """The JSON Schema (draft-07) of a mapping with these keys."""
    return {
        "type": "object",
        "additionalProperties": False,
        "properties": {key.name: _key_schema(key) for key in keys},
        "required": [key.name for key in keys if key.required],
    }


def _key_schema(key: Key) -> dict[str, Any]:
    schema: dict[str, Any] = {"description": key.doc, **JSON_TYPES[key.kind]}
    if key.choices:
        schema["enum"] = list(key.choices)
    if key.minimum is not None:
        schema["minimum"] = key.minimum
    if key.keys and key.kind == "mapping":
        schema.update(json_schema(key.keys))
    if key.keys and key.kind == "list":
        schema["items"] = json_schema(key.keys)
    if "oneOf" in key.json or "anyOf" in key.json:  # a shape of its own takes the place of the kind's
        schema = {"description": key.doc}
    schema.update(key.json)
    return schema
