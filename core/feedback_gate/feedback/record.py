"""Recording feedback: a new rule file, or one more on an existing rule's count."""

from __future__ import annotations

import os
import re

from feedback_gate.errors import FeedbackGateError
from feedback_gate.feedback import counts, folders, parse
from feedback_gate.feedback.rules import Rules
from feedback_gate.system import files

TYPE_CHECKING = False
if TYPE_CHECKING:
    from feedback_gate.check import Call

HIGHEST = 5
NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9_.-]{0,99}")


def add(call: Call, name: str, description: str, body: str, count: int, enforce: str, *, project: bool) -> str:
    """Write a new rule file; its path.

    Raises:
        FeedbackGateError: the name is no file name, the rule exists, an entry is not usable, or the file cannot be written.
    """
    if not NAME.fullmatch(name):
        raise FeedbackGateError("usage.rule_name", name=name)
    folder = home_folder(call, project=project)
    path = os.path.join(folder, name + ".md")
    if os.path.lexists(path) or any(rule.name == name for rule in Rules(call, thorough=True).active()):
        raise FeedbackGateError("usage.rule_exists", name=name)
    text = compose(name, description, body, count, enforce)
    try:
        record = parse.parse(text, path)
    except parse.BrokenFileError as problem:
        raise FeedbackGateError("usage.rule_broken", reason=f"line {problem.line}: {problem.reason}") from None
    if record is None or record["problems"]:
        reasons = "; ".join(f"line {line}: {reason}" for _, line, reason in (record or {"problems": []})["problems"])
        raise FeedbackGateError("usage.rule_broken" if reasons else "usage.rule_nameless", reason=reasons)
    try:
        files.make_folder(folder)
        os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o644))  # of two at once, one is told
        files.write_atomically(path, text.encode("utf-8", "replace"), mode=0o644)
    except OSError as problem:
        raise FeedbackGateError("usage.file", path=path, reason=problem.strerror or problem) from problem
    return path


def compose(name: str, description: str, body: str, count: int, enforce: str) -> str:
    """The text of a rule file."""
    import json

    lines = [
        "---",
        f"name: {json.dumps(name)}",
        f"description: {json.dumps(description, ensure_ascii=False)}",
        "type: feedback",
        f"count: {count}",
    ]
    if enforce.strip():
        lines += ["enforce:", *("  " + line for line in enforce.strip("\n").splitlines())]
    return "\n".join([*lines, "---", "", body.strip(), ""])


def home_folder(call: Call, *, project: bool) -> str:
    """The rule folder new rules go to: the first existing one of the scope in host order, else the first."""
    existing = [folder for scope, folder in folders.folders(call) if (scope == "project") is project]
    if existing:
        return existing[0]
    configs = call.project.config_folders() if project else call.project.home_config_folders()
    if not configs:
        raise FeedbackGateError("usage.rule_no_home")
    chosen = next((folder for folder in configs if os.path.isdir(folder)), configs[0])
    return os.path.join(chosen, folders.FOLDER)


def bump(call: Call, name: str) -> tuple[str, int, int]:
    """Raise a rule's count by one in its file, what was learned included; (path, old, new).

    Raises:
        FeedbackGateError: there is no such rule, it is at 5, or its count line is not plain.
    """
    rules = Rules(call, thorough=True)
    found = [rule for rule in rules.active() if rule.name == name]
    if not found:
        raise FeedbackGateError("usage.rule_unknown", name=name)
    rule = found[-1]
    written, old = int(rule.record["count"]), rules.own_count(rule.record)
    if old >= HIGHEST:
        raise FeedbackGateError("usage.rule_highest", name=name, count=old)
    path = os.path.realpath(rule.file)
    try:
        done = counts.set_to(path, written, old + 1, call)
    except OSError as problem:
        raise FeedbackGateError("usage.file", path=path, reason=problem.strerror or problem) from problem
    if not done:
        raise FeedbackGateError("usage.rule_line", path=path, count=written)
    return path, old, old + 1
