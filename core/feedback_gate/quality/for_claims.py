"""What the gate tells the claims, through the facts of a call: its `claims:` mapping and its own checks as commands."""

from __future__ import annotations

import os

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from feedback_gate.check import Call
    from feedback_gate.run.command import Command

# A command that reads the list of changed files is not about the whole tree.
FILE_LIST = "CLAUDE_GATE_FILES"


def tell(call: Call) -> None:
    """Leave the function that tells of a root's gate; nothing is read before somebody asks."""
    call.facts["gate.for_claims"] = lambda root: of_root(root, call)


def began(call: Call, moment: int) -> None:
    """The commands of a stop begin: the moment on the file system clock (0 = unknown) and the commit they run on."""
    from feedback_gate.changes.start import head_of

    if moment:
        call.facts["gate.began"] = (moment, head_of(call.project.root))


def blocks(call: Call) -> None:
    """This stop is refused, with the output of what failed."""
    call.facts["gate.blocked"] = True


def of_root(root: str, call: Call) -> dict[str, Any]:
    """What the gate in force for a root says; {} where none is.

    Returns:
        path: the file; claims: its mapping or None; steps: the consistency checks about the whole tree, as commands and
        tuples of commands that start at once; texts: [(command, folder relative to the root)] of everything that it runs;
        commands: whether there is anything that it runs; findings: lines about the file that nobody was told yet.
    """
    from feedback_gate.quality import source

    found = source.of_root(root, call)
    gate = found.gate
    if gate is None or gate.fatal:
        return {}
    owners = [*gate.rules, *gate.checks.values()]
    texts = [(item["cmd"], owner["dir"]) for owner in owners for item in _flat(owner["run"])]
    steps = [step for name, check in gate.checks.items() for step in _steps(name, check, root, call)]
    return {
        "path": found.path,
        "claims": gate.claims,
        "steps": steps,
        "texts": texts,
        "commands": bool(texts),
        "findings": found.findings,
    }


def _steps(name: str, check: dict[str, Any], root: str, call: Call) -> list[Command | tuple[Command, ...]]:
    from feedback_gate.quality import plan
    from feedback_gate.quality.runner import CHECKS, Runner

    folder = os.path.normpath(os.path.join(root, check["dir"]))
    if any(FILE_LIST in item["cmd"] for item in _flat(check["run"])) or not os.path.isdir(folder):
        return []
    group = plan.Group(f"check:{name}", folder, ())
    environment = Runner(call, CHECKS, call.language).environment(())
    return plan.steps(check["run"], group, root, check["timeout"], environment)


def _flat(items: list[dict[str, Any]]) -> list[dict[str, Any]]:
    inner = [inner for item in items for inner in item.get("parallel", (item,))]
    return [item for item in inner if "cmd" in item]
