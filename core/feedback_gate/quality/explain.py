"""Which rules a file meets, from which `gate.yaml`, in which folder, with which commands."""

from __future__ import annotations

import os

from feedback_gate.changes import start
from feedback_gate.quality import config, configured, plan, source
from feedback_gate.quality.limits import DEFAULT_TIMEOUT, LONGEST

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from feedback_gate.check import Call


def explain(path: str, call: Call) -> dict[str, Any]:
    """What the gate would do for a file.

    Returns:
        {file, root, relative, gate, state, digest, commit, in_force, fatal, outside, rules: [{line, match, folder, commands,
        checks}]}: state as in `trust.Effective`; in_force is False where the file as it is on disk is shown because nothing is
        approved yet; fatal: why nothing of it can be used, or ""; a command is {name, command, timeout, parallel}.
    """
    root, relative = call.project.split(os.path.abspath(path))
    loaded = source.of_root(root, call)
    gate, in_force = loaded.gate, loaded.gate is not None
    if gate is None and loaded.path:
        text = configured.read(loaded.path)
        gate = config.load(text, call.environ) if text is not None else None
    outside = relative.startswith("../")
    triggered = plan.triggered(gate.rules, [relative]) if gate is not None and not outside else []
    return {
        "file": path,
        "root": root,
        "relative": relative,
        "gate": loaded.path,
        "state": loaded.trust,
        "digest": gate.digest if gate is not None else "",
        "commit": start.head_of(root),
        "in_force": in_force,
        "fatal": gate.fatal if gate is not None else "",
        "outside": outside,
        "rules": [_rule(rule, relative, root) for rule, _ in triggered],
    }


def _rule(rule: dict[str, Any], relative: str, root: str) -> dict[str, Any]:
    groups = [] if rule["per_file_dir"].startswith("!") else plan.groups(rule, [relative], root)
    return {
        "line": rule["line"],
        "match": rule["match"],
        "folder": groups[0].label if groups else "",
        "missing": bool(groups) and not os.path.isdir(groups[0].cwd),
        "bad_per_file_dir": rule["per_file_dir"][1:] if rule["per_file_dir"].startswith("!") else "",
        "commands": [one for item in rule["run"] for one in _commands(item, rule)],
        "checks": rule["run_checks"],
    }


def _commands(item: dict[str, Any], rule: dict[str, Any], *, parallel: bool = False) -> list[dict[str, Any]]:
    if "parallel" in item:
        return [one for member in item["parallel"] for one in _commands(member, rule, parallel=True)]
    if "cmd" not in item:
        return []
    seconds = min(item.get("timeout") or rule["timeout"] or DEFAULT_TIMEOUT, LONGEST)
    return [{"name": item.get("name", ""), "command": item["cmd"], "timeout": seconds, "parallel": parallel}]
