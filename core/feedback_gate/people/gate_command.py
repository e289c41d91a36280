"""`feedback-gate gate check | run | explain | reset | schema`: the quality gate without hooks, for people and for CI."""

from __future__ import annotations

import json
import os
import sys
from typing import TYPE_CHECKING, Any

from feedback_gate import approval, messages
from feedback_gate.claims import words
from feedback_gate.errors import FeedbackGateError, UsageError
from feedback_gate.people.arguments import call_here, parser
from feedback_gate.quality import config, configured, explain, once, report, source
from feedback_gate.visible import visible

if TYPE_CHECKING:
    import argparse
    from collections.abc import Sequence

    from feedback_gate.check import Call
    from feedback_gate.run.command import Command, Result

OK, PROBLEM, NOT_CONFIGURED = 0, 1, 4


def run(arguments: Sequence[str]) -> int:
    """Run one of the five; 1 when something is broken or fails, 4 when the project has no `gate.yaml`.

    Raises:
        UsageError: the command line is wrong.
        FeedbackGateError: what it needs cannot be read or written.
    """
    options = _parser().parse_args(arguments)
    result: int = options.run(options)
    return result


def _parser() -> Any:
    top = parser("gate")
    kinds = top.add_subparsers(dest="what", required=True, metavar="check|run|explain|reset|schema")
    check = kinds.add_parser("check", help="help.gate_check")
    check.add_argument("file", nargs="?", help="help.gate_check_file")
    check.add_argument("--strict", action="store_true", help="help.gate_check_strict")
    check.set_defaults(run=_check)
    go = kinds.add_parser("run", help="help.gate_run")
    go.add_argument("files", nargs="*", metavar="FILE", help="help.gate_run_files")
    go.add_argument("--base", default="", metavar="REF", help="help.gate_run_base")
    go.add_argument("--all", action="store_true", help="help.gate_run_all")
    go.set_defaults(run=_run)
    explaining = kinds.add_parser("explain", help="help.gate_explain")
    explaining.add_argument("files", nargs="+", metavar="FILE")
    explaining.set_defaults(run=_explain)
    reset = kinds.add_parser("reset", help="help.gate_reset")
    reset.set_defaults(run=_reset)
    for one in (check, go, explaining, reset):
        one.add_argument("--json", action="store_true", help="help.json")
    kinds.add_parser("schema", help="help.gate_schema").set_defaults(run=_schema)
    return top


def _say(call: Call, code: str, **params: object) -> str:
    return visible(messages.text(f"gate_command.{code}", params, call.language))


def _no_gate(call: Call) -> int:
    misspelt = call.project.config_file(configured.MISSPELT)
    if misspelt:
        print(messages.text("gate.misspelt", {"path": misspelt}, call.language), file=sys.stderr)
    else:
        print(_say(call, "none", folders=" / ".join(call.project.config_folders())), file=sys.stderr)
    return NOT_CONFIGURED


def _check(options: argparse.Namespace) -> int:
    call = call_here()
    path = os.path.abspath(options.file) if options.file else call.project.config_file(configured.NAME)
    if not path:
        return _no_gate(call)
    text = configured.read(path)
    if text is None:
        raise FeedbackGateError(f"{path}: {source.unreadable(path, call).fatal}")
    gate = config.load(text, call.environ)
    if options.json:
        print(json.dumps({"gate": path, "problems": [once.problem(one) for one in gate.problems]}, indent=2))
    else:
        for one in gate.problems:
            print(visible(f"{config.shown(one, path)} [{one[3]}]"))
        if not gate.problems:
            print(_say(call, "good", path=path, rules=len(gate.rules), checks=len(gate.checks)))
    return PROBLEM if gate.errors or (options.strict and gate.problems) else OK


def _run(options: argparse.Namespace) -> int:
    if options.all + bool(options.files) + bool(options.base) > 1:
        raise UsageError("usage.selection")
    call = call_here()
    call.facts[source.AS_IT_IS] = not approval.is_agent(call.environ)
    loaded = source.of_root(call.project.root, call)
    if loaded.gate is None and not loaded.path:
        return _no_gate(call)
    if loaded.gate is None:
        raise FeedbackGateError("gate_command.not_approved", path=loaded.path)
    if loaded.gate.fatal:
        raise FeedbackGateError(f"{loaded.path}: {loaded.gate.fatal}")
    for problem in loaded.gate.problems:
        print(visible(f"{config.shown(problem, loaded.path)} [{problem[3]}]"), file=sys.stderr)
    found = _selected(options, call)
    verdict = once.check(found, call, None if options.json else _tell(call))
    if options.json:
        print(json.dumps(once.as_dict(verdict, call), indent=2))
    else:
        _conclude(verdict, call)
    return PROBLEM if verdict.status in (once.FAILED, once.UNCHECKED) else OK


def _selected(options: argparse.Namespace, call: Call) -> dict[str, int]:
    if options.all:
        return once.everything(call)
    return once.named(options.files, call) if options.files else once.changed(options.base, call)


def _tell(call: Call) -> Any:
    """A function that prints one line for each command as it ends."""

    def tell(command: Command, result: Result) -> None:
        print(visible(report.line(report.Ran(command, result), call.language)), flush=True)

    return tell


def _conclude(verdict: once.Verdict, call: Call) -> None:
    print(visible("".join(f"{line}\n" for line in verdict.lines)), end="")
    details = report.details(verdict.ran, call.language)
    if details:
        print(words.plain(details).lstrip("\n"))
    print(_say(call, verdict.status, files=len(verdict.files), commands=len(verdict.ran)))


def _explain(options: argparse.Namespace) -> int:
    call = call_here()
    found = [explain.explain(path, call) for path in options.files]
    if not any(one["gate"] for one in found):
        return _no_gate(call)
    if options.json:
        print(json.dumps(found, indent=2))
        return OK
    for one in found:
        print(visible("\n".join(_explained(one, call))))
    return OK


def _explained(one: dict[str, Any], call: Call) -> list[str]:
    """The lines about one file."""
    lines = [one["file"]]
    if one["outside"]:
        return [*lines, "  " + _say(call, "outside", root=one["root"])]
    state = _say(call, f"state_{one['state']}") if one["in_force"] else _say(call, "state_waits")
    lines.append(f"  {one['gate']}  {state}  {one['digest']}{'  @ ' + one['commit'][:12] if one['commit'] else ''}")
    if one["fatal"]:
        return [*lines, "  " + one["fatal"]]
    if not one["rules"]:
        return [*lines, "  " + _say(call, "no_rule", relative=one["relative"])]
    for rule in one["rules"]:
        lines.append("  " + _say(call, "rule", line=rule["line"], match=", ".join(rule["match"])))
        if rule["bad_per_file_dir"]:
            bad = {"value": rule["bad_per_file_dir"], "line": rule["line"]}
            lines.append("    " + messages.text("gate.bad_per_file_dir", bad, call.language))
            continue
        where = rule["folder"] + (" " + messages.text("gate.note_no_cwd", {}, call.language) if rule["missing"] else "")
        for command in rule["commands"]:
            title = f"{command['name']}: " if command["name"] else ""
            mark = " [parallel]" if command["parallel"] else ""
            lines.append(f"    {where}{mark} $ {title}{report.fold(command['command'])}  ({command['timeout']} s)")
        if rule["checks"]:
            lines.append("    " + _say(call, "reserves", names=", ".join(rule["checks"])))
    return lines


def _reset(options: argparse.Namespace) -> int:
    from feedback_gate.quality import reset

    call = call_here()
    if approval.is_agent(call.environ):
        raise FeedbackGateError("gate_command.reset_refused")
    forgotten, agents = reset.reset(call)
    if options.json:
        print(json.dumps({"files": forgotten, "agents": agents}))
    else:
        print(_say(call, "reset" if agents else "reset_nothing", files=forgotten, agents=agents))
    return OK


def _schema(options: argparse.Namespace) -> int:
    from feedback_gate.quality import json_schema

    del options
    print(json_schema.text(), end="")
    return OK
