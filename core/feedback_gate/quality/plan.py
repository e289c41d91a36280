"""Which rules run on which files, where, and as which commands."""

from __future__ import annotations

import os
import shlex

from feedback_gate import globs
from feedback_gate.quality.limits import DEFAULT_TIMEOUT, LONGEST
from feedback_gate.run.command import Command
from feedback_gate.run.parallel import Block

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence
    from typing import Any

    from feedback_gate.check import Call

VARIABLE = "CLAUDE_GATE_FILES"
FILE_LIST_LIMIT = 100_000  # bytes: one environment string may hold 128 KiB on Linux


class Group:
    """Files that one run of a rule is about. label: for people; cwd: absolute; files: relative to the root."""

    __slots__ = ("cwd", "files", "label")

    def __init__(self, label: str, cwd: str, files: Sequence[str]) -> None:
        self.label = label
        self.cwd = cwd
        self.files = tuple(files)


def by_root(paths: Iterable[str], call: Call) -> dict[str, list[str]]:
    """Root → relative paths, roots in order of first appearance; files outside all roots are left out."""
    found: dict[str, list[str]] = {}
    for path in paths:
        root, relative = call.project.split(path)
        if not relative.startswith("../"):
            found.setdefault(root, []).append(relative)
    return found


def triggered(rules: Sequence[dict[str, Any]], files: Iterable[str]) -> list[tuple[dict[str, Any], list[str]]]:
    """Every rule that matches something, with its files, unique and sorted."""
    listed = sorted(set(files))
    pairs = ((rule, [path for path in listed if globs.matches(rule["match"], path)]) for rule in rules)
    return [(rule, matched) for rule, matched in pairs if matched]


def groups(rule: Mapping[str, Any], files: Sequence[str], root: str) -> list[Group]:
    """One group a directory with `per_file_dir`, else one in the rule's `dir`."""
    how = rule["per_file_dir"]
    if not how:
        directory = rule["dir"]
        return [Group(directory or ".", os.path.normpath(os.path.join(root, directory)), files)]
    found: dict[str, list[str]] = {}
    for path in files:
        directory = os.path.dirname(path) if how == "file" else globs.pattern_root_directory(rule["match"], path) or ""
        found.setdefault(directory, []).append(path)
    return [
        Group(directory or ".", os.path.normpath(os.path.join(root, directory)), found[directory]) for directory in sorted(found)
    ]


def steps(
    items: Sequence[Mapping[str, Any]], group: Group, root: str, timeout: int, env: Mapping[str, str | None]
) -> list[Command | tuple[Command, ...]]:
    """The commands of a list: one after the other, or a block of those that start at once; nested blocks are left out."""
    made: list[Command | tuple[Command, ...]] = []
    for item in items:
        if "parallel" in item:
            inner = [
                one for member in item["parallel"] if "cmd" in member for one in _commands(member, group, root, timeout, env)
            ]
            made.append(Block.of(inner, item.get("at_once", 0)))
        elif "cmd" in item:
            made.extend(_commands(item, group, root, timeout, env))
    return made


def item_of(command: Command) -> dict[str, Any]:
    """The item a command was made from, as far as it matters when it runs later."""
    item: dict[str, Any] = {"cmd": command.text, "timeout": int(command.timeout)}
    if command.name:
        item["name"] = command.name
    if not command.share:
        item["share"] = False
    if not command.by_files:
        item["files"] = False
    return item


def has_nested(items: Sequence[Mapping[str, Any]]) -> bool:
    """Whether a parallel block holds another one, which counts as failed."""
    return any("nested" in inner for item in items for inner in item.get("parallel", ()))


def _commands(item: Mapping[str, Any], group: Group, root: str, timeout: int, env: Mapping[str, str | None]) -> list[Command]:
    """One command; or, when it names `$CLAUDE_GATE_FILES` and the list does not fit into a variable, one for each part of it."""
    text = quoted(group.files)
    if len(os.fsencode(text)) <= FILE_LIST_LIMIT:
        return [_command(item, group, root, timeout, {**env, VARIABLE: text})]
    if item["cmd"].replace(VARIABLE + "_FILE", "").count(VARIABLE):
        parts = [Group(group.label, group.cwd, part) for part in _parts(group.files)]
        return [_command(item, part, root, timeout, {**env, VARIABLE: quoted(part.files)}) for part in parts]
    return [_command(item, group, root, timeout, {**env, VARIABLE: None})]


def _parts(files: Iterable[str]) -> list[list[str]]:
    """The paths in parts, each of which fits into a variable."""
    parts: list[list[str]] = [[]]
    size = 0
    for path in sorted(set(files)):
        length = len(os.fsencode(shlex.quote(path))) + 1
        if parts[-1] and size + length > FILE_LIST_LIMIT:
            parts.append([])
            size = 0
        parts[-1].append(path)
        size += length
    return parts


def _command(item: Mapping[str, Any], group: Group, root: str, timeout: int, env: Mapping[str, str | None]) -> Command:
    seconds = item.get("timeout") or timeout or DEFAULT_TIMEOUT
    return Command(
        item["cmd"],
        item.get("name", ""),
        group.cwd,
        root=root,
        env=env,
        timeout=min(seconds, LONGEST),
        share=item.get("share") is not False,
        files=group.files,
        by_files=item.get("files") is not False,
        label=group.label,
    )


def quoted(files: Iterable[str]) -> str:
    """Paths as one shell text."""
    return " ".join(shlex.quote(path) for path in sorted(set(files)))
