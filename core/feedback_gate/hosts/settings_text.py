"""Our hooks put into a host's settings text and taken out again: every byte of the others stays, and taking out undoes putting in.

The place of each part we write tells later what was there before, so nothing has to be remembered elsewhere:

- on a line of its own: its container held others or is ours as a whole, and goes with the last part in it;
- directly behind the bracket: the container was there, and empty;
- one blank behind the bracket of the whole file: the file was there, without anything but white space.
"""

from __future__ import annotations

import json

from feedback_gate.errors import FeedbackGateError
from feedback_gate.hosts import json_edit, json_text

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from typing import Any

    from feedback_gate.hosts.json_text import Document, Item, Node

    IsOurs = Callable[[Any, str], bool]

BOM = "\ufeff"
HOOKS = "hooks"


class SettingsError(FeedbackGateError):
    """A settings text that cannot be edited.

    path: the file; line: from 1, 0 = the whole file; params: the other placeholders.
    """

    def __init__(self, code: str, path: str, line: int = 0, **params: str) -> None:
        super().__init__(code, path=f"{path}:{line}" if line else path, **params)
        self.path = path
        self.line = line


def parsed(text: str, path: str) -> Document | None:
    """The tree of a text without its byte order mark; None where there is nothing but white space.

    Raises:
        SettingsError: it is no JSON object.
    """
    body = text.removeprefix(BOM)
    if not body.strip(" \t\r\n"):
        return None
    try:
        document = json_text.parse(body)
    except json_text.TextError as problem:
        line = body.count("\n", 0, problem.at) + 1
        raise SettingsError("init.settings_broken", path, line, wanted=problem.wanted) from None
    if not isinstance(document.root.value, dict):
        raise SettingsError("init.settings_shape", path, document.line_of(document.root.start), key="{ }")
    return document


def with_hooks(text: str | None, hooks: Mapping[str, list[dict[str, Any]]], is_ours: IsOurs, path: str) -> str:
    """The text with these hooks in it: in the place of ours if they are there, else behind all others.

    Args:
        text: the file's content; None where there is no file.
        hooks: event → groups, one group an event.
        is_ours: whether a handler is one of ours for that event, at whatever version.
        path: the file, for errors.

    Raises:
        SettingsError: the text is no JSON object, or its `hooks` have another shape; nothing is repaired.
    """
    body, mark = _without_mark(text or "")
    if parsed(body, path) is None:
        shape = "{\n" if text is None else "{ "
        made = (
            json_edit.INDENT * (text is None) + f'"{HOOKS}": {json_edit.pretty(dict(hooks), json_edit.INDENT, json_edit.INDENT)}'
        )
        return mark + shape + made + "\n}" + (body or "\n" * (text is None))
    for event, groups in hooks.items():
        body = _with_group(body, event, groups[0], is_ours, path)
    for event in reversed(_our_events(body, is_ours, path)):
        if event not in hooks:
            body = _without_event(body, event, is_ours, path)
    return mark + body


def without_hooks(text: str, is_ours: IsOurs, path: str) -> str | None:
    """The text without our hooks; None when the whole file was made by us and nothing else is in it.

    Raises:
        SettingsError: as for `with_hooks`.
    """
    body, mark = _without_mark(text)
    # The last one first: what stands before the first one tells whose the container is.
    for event in reversed(_our_events(body, is_ours, path)):
        left = _without_event(body, event, is_ours, path)
        if _gone(left):
            return None if left == GONE else mark + left[len(BLANK) :]
        body = left
    return mark + body


# What is left of a file that had nothing of its own: it was not there, or there were only blanks (which follow).
GONE, BLANK = "\x00gone", "\x00blank"


def _gone(text: str) -> bool:
    return text.startswith((GONE, BLANK))


def _without_mark(text: str) -> tuple[str, str]:
    return (text[len(BOM) :], BOM) if text.startswith(BOM) else (text, "")


# ---- finding ours


def _events(document: Document, path: str) -> list[Item]:
    """The members of every `hooks` object.

    Raises:
        SettingsError: one is no object, or an event in it no array.
    """
    found: list[Item] = []
    for item in document.root.items:
        if item.key != HOOKS:
            continue
        if not isinstance(item.node.value, dict):
            raise SettingsError("init.settings_shape", path, document.line_of(item.start), key=HOOKS)
        for event in item.node.items:
            if not isinstance(event.node.value, list):
                raise SettingsError("init.settings_shape", path, document.line_of(event.start), key=f"{HOOKS}.{event.key}")
            found.append(event)
    return found


def _our_events(text: str, is_ours: IsOurs, path: str) -> list[str]:
    """The events for which something of ours is registered, in the order of the text."""
    document = parsed(text, path)
    if document is None:
        return []
    names = [event.key for event in _events(document, path) if _ours_in(event, is_ours) is not None]
    return list(dict.fromkeys(names))


def _handlers(group: Node) -> Item | None:
    """The `hooks` of a group, when they are a list."""
    found = group.member(HOOKS)
    return found if found is not None and isinstance(found.node.value, list) else None


def _ours_in(event: Item, is_ours: IsOurs) -> tuple[Node, int, Node, int] | None:
    """Our first handler of an event: (array of groups, number, array of handlers, number); None when there is none."""
    for number, group in enumerate(event.node.items):
        handlers = _handlers(group.node)
        for place, handler in enumerate(handlers.node.items if handlers else ()):
            if handlers is not None and is_ours(handler.node.value, event.key):
                return event.node, number, handlers.node, place
    return None


# ---- putting in


def _with_group(text: str, event: str, group: dict[str, Any], is_ours: IsOurs, path: str) -> str:
    """One event's group in its place: where ours is, else behind the others; a second one of ours is taken out."""
    document = parsed(text, path)
    assert document is not None  # noqa: S101 - with_hooks has looked
    places = [(item, _ours_in(item, is_ours)) for item in _events(document, path) if item.key == event]
    for item, found in places:
        if found is None:
            continue
        text = _replaced(text, found, group)
        return _only_one(text, item.key, is_ours, path)
    hooks = document.root.member(HOOKS)
    if hooks is None:
        return json_edit.appended(text, document.root, f'"{HOOKS}": ', {event: [group]})
    listed = hooks.node.member(event)
    if listed is None:
        return json_edit.appended(text, hooks.node, json.dumps(event) + ": ", [group])
    return json_edit.appended(text, listed.node, "", group)


def _replaced(text: str, found: tuple[Node, int, Node, int], group: dict[str, Any]) -> str:
    """Our group anew; in a group that others share only our handler."""
    groups, number, handlers, place = found
    node, value = groups.items[number].node, group
    if len(handlers.items) > 1:
        node, value = handlers.items[place].node, group[HOOKS][0]
    if node.value == value:
        return text
    start = text.rfind("\n", 0, node.start) + 1
    lead = text[start : node.start]
    level = lead[: len(lead) - len(lead.lstrip(" \t"))]
    several_lines = "\n" in text[node.start : node.end]
    made = (
        json_edit.pretty(value, json_edit.unit_of(text), level, json_edit.newline_of(text))
        if several_lines
        else json_edit.compact(value)
    )
    return text[: node.start] + made + text[node.end :]


def _only_one(text: str, event: str, is_ours: IsOurs, path: str) -> str:
    """The text with only the first of our handlers of an event."""
    while True:
        document = parsed(text, path)
        assert document is not None  # noqa: S101 - the first one is still there
        all_of_ours = [
            (item, number, place)
            for item in _events(document, path)
            if item.key == event
            for number, group in enumerate(item.node.items)
            for place, handler in enumerate((_handlers(group.node) or item).node.items if _handlers(group.node) else ())
            if is_ours(handler.node.value, event)
        ]
        if len(all_of_ours) < 2:
            return text
        item, number, place = all_of_ours[-1]
        text = _without_handler(text, document, item, number, place)


# ---- taking out


def _without_event(text: str, event: str, is_ours: IsOurs, path: str) -> str:
    """The text without anything of ours at one event, and without what we made for it."""
    while True:
        document = parsed(text, path)
        if document is None:
            return text
        for item in _events(document, path):
            found = _ours_in(item, is_ours) if item.key == event else None
            if found is not None:
                text = _without_handler(text, document, item, found[1], found[3])
                break
        else:
            return text
        if _gone(text):
            return text


def _without_handler(text: str, document: Document, event: Item, number: int, place: int) -> str:
    """The text without one handler, its group when it was alone in it, and every container that is empty then and ours."""
    group = event.node.items[number].node
    handlers = _handlers(group)
    if handlers is not None and len(handlers.node.items) > 1:
        return json_edit.cut(text, handlers.node, place)
    chain = [(event.node, number)]
    hooks = next(item for item in document.root.items if any(inner is event for inner in item.node.items))
    chain.append((hooks.node, next(index for index, inner in enumerate(hooks.node.items) if inner is event)))
    chain.append((document.root, next(index for index, inner in enumerate(document.root.items) if inner is hooks)))
    for container, index in chain:
        if len(container.items) > 1 or json_edit.gap(text, container) == "" or json_edit.is_annotated(text, container):
            return json_edit.cut(text, container, index)
    around = text[: document.root.start] + text[document.root.end :]
    if around.strip(" \t\r\n"):  # somebody's comments stay, and need an object beside them
        return text[: document.root.start] + "{}" + text[document.root.end :]
    return BLANK + around if json_edit.gap(text, document.root) == " " else GONE
