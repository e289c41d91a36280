"""Which policy judges the commands of a rule or check, and the program that evaluates it."""

from __future__ import annotations

import os

from feedback_gate.system import processes

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

    from feedback_gate.check import Call

VARIABLE = "DOGWOOD_BIN"
NAME = "dogwood"
BELOW_HOME = (".cargo/bin", ".local/share/mise/shims")


class Policy:
    """path, schema: files; program: absolute path of dogwood, "" where there is none; bundled: the schema is ours."""

    __slots__ = ("bundled", "path", "program", "schema")

    def __init__(self, path: str, schema: str, program: str, *, bundled: bool) -> None:
        self.path = path
        self.schema = schema
        self.program = program
        self.bundled = bundled


class Choice:
    """policy: what judges, None = nobody does; missing: a configured policy that is not there, or ""."""

    __slots__ = ("missing", "policy")

    def __init__(self, policy: Policy | None, missing: str = "") -> None:
        self.policy = policy
        self.missing = missing


def choose(owner: Mapping[str, Any], top: Mapping[str, Any], root: str, call: Call) -> Choice:
    """The policy for the commands of a rule or check.

    Args:
        owner: the rule or check; its keys count before those of the file.
        top: the policy keys of the whole file.
        root: relative paths count from here.
        call: gives environment, home and options.
    """
    from feedback_gate.quality.policy import bundled

    given = owner["policy"] if "policy" in owner else top.get("policy")
    if given is False:
        return Choice(None)
    program = find(call)
    own_schema = owner.get("policy_schema") or top.get("policy_schema")
    if given is None:
        if not program:  # the bundled policy counts only where dogwood is there
            return Choice(None)
        path = bundled.policy(call.environ)
    else:
        path = _path(given, root, call)
        if not os.path.isfile(path):
            return Choice(None, given)
    schema = _path(own_schema, root, call) if own_schema else bundled.schema(call.environ)
    return Choice(Policy(path, schema, program, bundled=not own_schema) if path else None)


def _path(given: str, root: str, call: Call) -> str:
    if given.startswith("~/") and call.project.home:
        return os.path.join(call.project.home, given[2:])
    return os.path.normpath(os.path.join(root, given))


def find(call: Call) -> str:
    """The absolute path of dogwood, never one inside the project; "" where there is none. Looked for once a call.

    `DOGWOOD_BIN` counts alone where it is set, and not where the project's own settings set it.
    """
    known: str | None = call.facts.get(VARIABLE)
    if known is None:
        known = call.facts[VARIABLE] = _find(call)
    return known


def _find(call: Call) -> str:
    root = call.project.root
    chosen = call.settings.variable(VARIABLE)
    if chosen:
        return processes.find_program(chosen, call.environ, root) or "" if os.path.isabs(chosen) else ""
    found = processes.find_program(NAME, call.environ, root)
    home = call.project.home
    places = [os.path.join(home, folder, NAME) for folder in BELOW_HOME] if home else []
    return found or next((path for path in places if processes.find_program(path, call.environ, root)), "")
