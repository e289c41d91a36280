"""The verdict of both phases on a set of files at once, without hooks and without state: for CI and for people."""

from __future__ import annotations

import os

from feedback_gate.changes import git, tree
from feedback_gate.changes.ours import is_inside, is_ours
from feedback_gate.changes.session import ctime
from feedback_gate.errors import UsageError
from feedback_gate.quality import report, reserved, rules, source
from feedback_gate.quality.runner import CHECKS, RULES, Runner

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence
    from typing import Any

    from feedback_gate.check import Call
    from feedback_gate.quality.report import Ran
    from feedback_gate.run.command import Command, Result

PASSED, FAILED, UNCHECKED, NOTHING = "passed", "failed", "unchecked", "nothing"


class SelectionError(UsageError):
    """The files to check cannot be found; the text says what to do."""


class Verdict:
    """status: PASSED | FAILED | UNCHECKED | NOTHING; files: relative paths; ran: commands in order; lines: skips and notes."""

    __slots__ = ("files", "lines", "ran", "status")

    def __init__(self, status: str, files: Sequence[str], ran: Sequence[Ran] = (), lines: Sequence[str] = ()) -> None:
        self.status = status
        self.files = tuple(files)
        self.ran = tuple(ran)
        self.lines = tuple(lines)


def check(found: dict[str, int], call: Call, tell: Callable[[Command, Result], None] | None = None) -> Verdict:
    """Run the rules that match the files, then the checks these rules reserve.

    Args:
        found: {absolute path: ctime_ns, 0 for a file that is gone}.
        call: its project, environment and deadline.
        tell: is called when a command has ended.
    """
    names = sorted(os.path.relpath(path, call.project.root) for path in found)
    if not found:
        return Verdict(NOTHING, names)
    with Runner(call, RULES, call.language, tell) as runner:
        verdict = rules.evaluate(found, call, runner, call.language, name_unmatched=True)
    pending = {
        root: {name: sorted(paths) for name, paths in checks.items()} for root, checks in verdict.difference.reserved.items()
    }
    with Runner(call, CHECKS, call.language, tell) as late:
        checks = reserved.run(pending, call, late, call.language)
    ran = [*runner.ran, *late.ran]
    own = {report.line(one, call.language) for one in ran}
    lines = [line for line in verdict.lines + checks.lines if line not in own]
    if verdict.failed or checks.failed:
        return Verdict(FAILED, names, ran, lines)
    if verdict.unchecked or checks.unchecked:
        return Verdict(UNCHECKED, names, ran, lines)
    return Verdict(PASSED if ran else NOTHING, names, ran, lines)


def named(paths: Iterable[str], call: Call) -> dict[str, int]:
    """Files a person named; a folder stands for what git knows in it, or without git for every file that is not hidden.

    Raises:
        SelectionError: one lies outside the project.
    """
    found: dict[str, int] = {}
    for path in paths:
        full = os.path.abspath(path)
        if call.project.split(full)[1].startswith("../"):
            raise SelectionError("usage.outside", path=path, root=call.project.root)
        for one in _below(full, call) if os.path.isdir(full) else (full,):
            found[one] = ctime(one)
    return found


def everything(call: Call) -> dict[str, int]:
    """Every file of the project."""
    return {path: ctime(path) for path in _below(call.project.root, call)}


def _below(folder: str, call: Call) -> list[str]:
    output = None
    if git.top_of(folder):
        output = git.run(("ls-files", "-z", "--cached", "--others", "--exclude-standard"), folder, call.environ)
    if output is not None:
        listed = list(dict.fromkeys(os.path.join(folder, os.fsdecode(name)) for name in output.split(b"\0") if name))
    else:
        listed = _walked(folder)
    return [path for path in listed if os.path.isfile(path) and not is_ours(path, call)]


def _walked(folder: str) -> list[str]:
    found: list[str] = []
    for place, folders, names in os.walk(folder):
        folders[:] = sorted(name for name in folders if not name.startswith("."))
        found.extend(os.path.join(place, name) for name in sorted(names))
    return found


def changed(base: str, call: Call) -> dict[str, int]:
    """What differs from HEAD, and with a base also what the commits since the common ancestor with it changed.

    Raises:
        SelectionError: there is no git, it does not answer, or it does not know the base.
    """
    root = call.project.root
    try:
        status = git.status(root, call.environ, root)
    except git.NoAnswerError as problem:
        raise SelectionError(str(problem)) from problem
    if status is None:
        raise SelectionError("usage.no_git", root=root)
    paths = {*status.present, *status.deleted}
    if base:
        paths.update(_since(base, status, call))
    present = {path: ctime(path) for path in paths if is_inside(path, root) and not is_ours(path, call)}
    return {path: ns for path, ns in present.items() if not ns or path in tree.newer([path], 0)}


def _since(base: str, status: git.Status, call: Call) -> list[str]:
    common = git.run(("merge-base", base, "HEAD"), status.top, call.environ)
    names = git.names_differing(common.decode().strip(), "HEAD", status.top, call.environ) if common else None
    if names is None:
        raise SelectionError("usage.no_ancestor", base=base)
    return names


def as_dict(verdict: Verdict, call: Call) -> dict[str, Any]:
    """For `--json`."""
    loaded = source.of_root(call.project.root, call)
    return {
        "status": verdict.status,
        "root": call.project.root,
        "gate": loaded.path,
        "digest": loaded.gate.digest if loaded.gate is not None else "",
        "files": list(verdict.files),
        "commands": [_command(one) for one in verdict.ran],
        "notes": list(verdict.lines),
        "problems": [problem(one) for one in (loaded.gate.problems if loaded.gate is not None else ())],
    }


def _command(ran: Ran) -> dict[str, Any]:
    command, result = ran.command, ran.result
    return {
        "root": command.root,
        "label": command.label,
        "name": command.name,
        "command": command.text,
        "folder": command.cwd,
        "files": list(command.files),
        "status": result.status,
        "exit": result.code,
        "seconds": round(result.seconds, 3),
        "shared": result.shared,
        "log": result.log,
        "output": result.output if not result.passed else "",
    }


def problem(one: Sequence[Any]) -> dict[str, Any]:
    """A problem of `gate.yaml` for `--json`."""
    return dict(zip(("line", "key", "sentence", "level"), one))
