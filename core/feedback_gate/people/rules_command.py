"""`feedback-gate rules list | check | explain | add | bump`: which rules there are, which work, what fires, and recording one."""

from __future__ import annotations

import json
import os
import sys
from typing import TYPE_CHECKING, Any

from feedback_gate import messages
from feedback_gate.errors import FeedbackGateError, UsageError
from feedback_gate.feedback import builtin, inventory, plain, record
from feedback_gate.people.arguments import call_here, parser

if TYPE_CHECKING:
    import argparse
    from collections.abc import Sequence


def run(arguments: Sequence[str]) -> int:
    """Run one of the five; 1 when `check` finds something broken.

    Raises:
        UsageError: the command line is wrong.
        FeedbackGateError: a rule cannot be written.
    """
    options = _parser().parse_args(arguments)
    result: int = options.run(options)
    return result


def _parser() -> Any:
    top = parser("rules", "Feedback rules: list, check, explain, add, bump.")
    kinds = top.add_subparsers(dest="what", required=True, metavar="list|check|explain|add|bump")
    listing = kinds.add_parser("list", help="every rule, whether it is active, and why not")
    listing.add_argument("--json", action="store_true", help="machine readable")
    listing.set_defaults(run=_list)
    check = kinds.add_parser("check", help="what is broken or without effect, with file and line")
    check.add_argument("files", nargs="*", help="rule files (default: all in force here)")
    check.add_argument("--json", action="store_true", help="machine readable")
    check.set_defaults(run=_check)
    explain = kinds.add_parser("explain", help="which rules a command or an edit triggers, and on which line")
    explain.add_argument("kind", choices=("bash", "edit"))
    explain.add_argument("target", help="the command, or the file")
    explain.add_argument("--text", help="the text an edit would bring in (default: the file as it is)")
    explain.add_argument("--json", action="store_true", help="machine readable")
    explain.set_defaults(run=_explain)
    _writing(kinds)
    return top


def _writing(kinds: Any) -> None:
    add = kinds.add_parser("add", help="record a new rule")
    add.add_argument("name", help="English snake_case topic")
    add.add_argument("--description", default="", help="one line")
    add.add_argument("--body", default="", help="the rule, why, how to apply")
    add.add_argument("--count", type=int, default=1, help="how often it was said (default 1)")
    add.add_argument("--project", action="store_true", help="for this project only")
    add.add_argument("--enforce", help="a YAML list of entries, or @FILE")
    add.set_defaults(run=_add)
    bump = kinds.add_parser("bump", help="raise a rule's count by one")
    bump.add_argument("name")
    bump.set_defaults(run=_bump)


def _list(options: argparse.Namespace) -> int:
    rows = inventory.rows(call_here())
    if options.json:
        print(json.dumps([row.as_dict() for row in rows], ensure_ascii=False, indent=2))
        return 0
    width = max((len(row.name) for row in rows), default=0)
    for row in rows:
        print(
            f"{row.name:<{width}}  {row.count}  {row.scope:<8}  {row.state:<9} {plain.path(row.file)}{'  ' + row.reason if row.reason else ''}"
        )
    return 0


def _check(options: argparse.Namespace) -> int:
    call = call_here()
    problems = inventory.problems(call, [os.path.abspath(path) for path in options.files])
    if options.json:
        keys = ("file", "entry", "line", "reason")
        print(json.dumps([dict(zip(keys, problem)) for problem in problems], ensure_ascii=False, indent=2))
    else:
        for file, _, line, reason in problems:
            print(f"{plain.path(file)}:{line}: {reason}")
        if not problems:
            print("no problems")
    return 1 if problems else 0


def _explain(options: argparse.Namespace) -> int:
    call = call_here()
    found = (
        inventory.explain_bash(options.target, call)
        if options.kind == "bash"
        else inventory.explain_edit(options.target, options.text, call)
    )
    if options.json:
        print(json.dumps([one.as_dict() for one in found], ensure_ascii=False, indent=2))
        return 0
    for one in found:
        print(
            f"{one.severity:<5} {one.rule} (count {one.count})  {plain.path(one.file)}:{one.line}  {one.event}: {plain.line(one.detail)}"
        )
        if one.where:
            print(f"      {plain.line(one.where)}")
    if not found:
        print(messages.text("feedback.none_fires", {"name": builtin.NAME}, call.language))
    return 0


def _add(options: argparse.Namespace) -> int:
    call = call_here()
    enforce = options.enforce or ""
    if enforce.startswith("@"):
        try:
            with open(enforce[1:], encoding="utf-8") as file:
                enforce = file.read()
        except OSError as problem:
            raise UsageError(f"{enforce[1:]}: {problem.strerror}") from None
    if options.count < 0:
        raise UsageError("--count must not be negative")
    path = record.add(call, options.name, options.description, options.body, options.count, enforce, project=options.project)
    print(path)
    return 0


def _bump(options: argparse.Namespace) -> int:
    try:
        path, old, new = record.bump(call_here(), options.name)
    except FeedbackGateError as problem:
        print(f"feedback-gate rules bump: {problem}", file=sys.stderr)
        return 1
    print(f"{path}: count {old} -> {new}")
    return 0
