"""What was asked and what came of it, for the policy to look back on: one agent's records of a day."""

from __future__ import annotations

import os

from feedback_gate.system import clock

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from feedback_gate.quality.keeping import Keeping

KEPT = 24 * 3600  # seconds; no window of a policy is longer
MOST = 2_000  # records
REQUEST, RESPONSE, ERROR = "request", "response", "error"
FIELDS = {"ts": int, "root": str, "cwd": str, "name": str, "cmd": str, "kind": str}


def read(keeping: Keeping, root: str) -> list[dict[str, Any]]:
    """The records of a root in ascending time; broken ones are passed over."""
    return sorted((one for one in _records(keeping.read()) if one["root"] == root), key=lambda one: one["ts"])


def append(keeping: Keeping, record: dict[str, Any]) -> int:
    """Add a record with the present time, or that of the root's last record where that is later; the time it got."""

    def change(kept: dict[str, Any]) -> int:
        now = int(clock.now())
        records = [one for one in _records(kept) if one["ts"] >= now - KEPT]
        at: int = max([now, *(one["ts"] for one in records if one["root"] == record["root"])])
        kept["policy"] = [*records, {**record, "ts": at}][-MOST:]
        return at

    result: int = keeping.update(change)
    return result


def _records(kept: dict[str, Any]) -> list[dict[str, Any]]:
    listed = kept.get("policy")
    return [one for one in listed if _is_whole(one)] if isinstance(listed, list) else []


def _is_whole(one: Any) -> bool:
    return isinstance(one, dict) and all(isinstance(one.get(name), kind) for name, kind in FIELDS.items())


def log(records: Sequence[dict[str, Any]], root: str, *, folder: bool) -> str:
    """The records as dogwood reads them: one line each.

    Args:
        records: in ascending time.
        root: its last component names the project.
        folder: whether the schema knows the folder of a command.
    """
    project = quoted(os.path.basename(root.rstrip("/")) or "project")
    return "".join(_line(record, index, project, root, folder=folder) + "\n" for index, record in enumerate(records))


def _line(record: dict[str, Any], index: int, project: str, root: str, *, folder: bool) -> str:
    fields = f"name: {quoted(record['name'])}, cmd: {quoted(record['cmd'])}"
    if folder:
        fields += f", folder: {quoted(os.path.relpath(record['cwd'], root))}"
    given = f"input: {{ {fields} }}"
    caller = f'callerPrincipal: Gate::Agent::"gate", callerResource: Gate::Project::{project}, requestId: "r{index}"'
    scope = f'scope(principal: Gate::Agent::"gate", resource: Gate::Project::{project})'
    return f'@{record["ts"]} {scope} request_context({given}) Gate::Action::"Run"::{record["kind"]}({given}, {caller})'


ESCAPED = {"\\": "\\\\", '"': '\\"', "\n": "\\n", "\r": "\\r", "\t": "\\t"}


def quoted(text: str) -> str:
    """A text as a Cedar string, always on one line."""
    return '"' + "".join(ESCAPED.get(letter, letter) for letter in text) + '"'
