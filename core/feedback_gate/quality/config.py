"""`gate.yaml` as it is used: parsed once for each content, whoever reads it; every bad part named and left out."""

from __future__ import annotations

import json
import os

import feedback_gate
from feedback_gate.state import places
from feedback_gate.system import files, hashing

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from typing import Any

FORMAT = "3"
ERROR, WARNING = "error", "warning"


class Gate:
    """A usable `gate.yaml`.

    rules: [{match, run, dir, per_file_dir, run_checks, timeout, line, policy…}]; checks: {name: {run, dir, timeout, line, …}};
    report_success; claims: the mapping or None; problems: [[line, where, sentence, ERROR | WARNING]]; fatal: why nothing of it
    can be used, or ""; digest: of its text; top: policy keys of the whole file.
    """

    __slots__ = ("checks", "claims", "digest", "fatal", "problems", "report_success", "rules", "top")

    def __init__(self, record: Mapping[str, Any], digest: str = "") -> None:
        self.rules: list[dict[str, Any]] = record["rules"]
        self.checks: dict[str, dict[str, Any]] = record["checks"]
        self.report_success: bool = record["report_success"]
        self.claims: dict[str, Any] | None = record["claims"]
        self.problems: list[list[Any]] = record["problems"]
        self.fatal: str = record["fatal"]
        self.top: dict[str, Any] = record["top"]
        self.digest = digest

    @property
    def errors(self) -> list[list[Any]]:
        """The problems that leave something out."""
        return [problem for problem in self.problems if problem[3] == ERROR]


def load(content: str, environ: Mapping[str, str]) -> Gate:
    """The gate in a text; parsed forms are cached by content, so a file is parsed once whoever reads it."""
    base = places.cache_home(environ)
    digest = hashing.short(content)
    path = os.path.join(base, "parsed", f"gate-{digest}.json") if base else ""
    version = f"{feedback_gate.__version__}/{FORMAT}"
    cached = files.read_bytes(path) if path else None
    if cached is not None:
        try:
            record = json.loads(cached)
            if record["version"] == version:
                return Gate(record, digest)
        except (ValueError, TypeError, KeyError, IndexError):
            pass
    from feedback_gate.quality import parse

    record = parse.parse(content)
    record["version"] = version
    if path:
        try:
            files.write_atomically(path, json.dumps(record).encode())
        except OSError:
            pass
    return Gate(record, digest)


def unreadable(line: int, reason: str) -> Gate:
    """A gate of which nothing is known; line: 0 = no line is to blame."""
    return Gate(empty(line or 1, reason))


def empty(line: int, fatal: str) -> dict[str, Any]:
    """The record of a file that cannot be used at all."""
    problems = [[line, "", fatal, ERROR]]
    return {"rules": [], "checks": {}, "report_success": True, "claims": None, "problems": problems, "fatal": fatal, "top": {}}


def shown(problem: Sequence[Any], path: str) -> str:
    """`gate.yaml:4: rules[0].match: …`."""
    line, where, sentence = problem[:3]
    return f"{path}:{line}: {where + ': ' if where else ''}{sentence}"
