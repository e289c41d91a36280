"""`feedback-gate rules list | check | explain | add | bump`: which rules there are, which work, what fires, and recording one."""

from __future__ import annotations

import json
import os
from typing import TYPE_CHECKING, Any

from feedback_gate import messages
from feedback_gate.errors import UsageError
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
    top = parser("rules")
    kinds = top.add_subparsers(dest="what", required=True, metavar="list|check|explain|add|bump")
    listing = kinds.add_parser("list", help="help.rules_list")
    listing.add_argument("--json", action="store_true", help="help.json")
    listing.set_defaults(run=_list)
    check = kinds.add_parser("check", help="help.rules_check")
    check.add_argument("files", nargs="*", help="help.rules_check_files")
    check.add_argument("--json", action="store_true", help="help.json")
    check.set_defaults(run=_check)
    explain = kinds.add_parser("explain", help="help.rules_explain")
    explain.add_argument("kind", choices=("bash", "edit"))
    explain.add_argument("target", help="help.rules_explain_target")
    explain.add_argument("--text", help="help.rules_explain_text")
    explain.add_argument("--json", action="store_true", help="help.json")
    explain.set_defaults(run=_explain)
    _writing(kinds)
    return top


def _writing(kinds: Any) -> None:
    add = kinds.add_parser("add", help="help.rules_add")
    add.add_argument("name", help="help.rules_add_name")
    add.add_argument("--description", default="", help="help.rules_add_description")
    add.add_argument("--body", default="", help="help.rules_add_body")
    add.add_argument("--count", type=int, default=1, help="help.rules_add_count")
    add.add_argument("--project", action="store_true", help="help.rules_add_project")
    add.add_argument("--enforce", help="help.rules_add_enforce")
    add.set_defaults(run=_add)
    bump = kinds.add_parser("bump", help="help.rules_bump")
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
            print(messages.text("usage.rules_good", {}, call.language))
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
            raise UsageError("usage.file", path=enforce[1:], reason=problem.strerror) from None
    if options.count < 0:
        raise UsageError("usage.count")
    path = record.add(call, options.name, options.description, options.body, options.count, enforce, project=options.project)
    print(path)
    return 0


def _bump(options: argparse.Namespace) -> int:
    path, old, new = record.bump(call_here(), options.name)
    print(f"{path}: count {old} -> {new}")
    return 0
