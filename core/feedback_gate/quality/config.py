"""`gate.yaml` as it is used: read once for each content, validated with line numbers, every bad part named and left out."""

from __future__ import annotations

import json
import os

import feedback_gate
from feedback_gate.quality import keys
from feedback_gate.state import places
from feedback_gate.system import files, hashing

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

FORMAT = "1"
PER_FILE_DIR = {True: "file", "file": "file", "pattern_root": "pattern_root"}


class Gate:
    """A usable `gate.yaml`.

    rules: [{match, run, dir, per_file_dir, run_checks, timeout, line, policy…}]; checks: {name: {run, dir, timeout, …}};
    report_success; claims: the mapping or None; problems: [[line, where, sentence]]; fatal: why nothing of it can be used,
    or "".
    """

    __slots__ = ("checks", "claims", "fatal", "problems", "report_success", "rules", "top")

    def __init__(self, record: Mapping[str, Any]) -> None:
        self.rules: list[dict[str, Any]] = record["rules"]
        self.checks: dict[str, dict[str, Any]] = record["checks"]
        self.report_success: bool = record["report_success"]
        self.claims: dict[str, Any] | None = record["claims"]
        self.problems: list[list[Any]] = record["problems"]
        self.fatal: str = record["fatal"]
        self.top: dict[str, Any] = record["top"]


def load(content: str, environ: Mapping[str, str]) -> Gate:
    """The gate in a text; parsed forms are cached by content, so a file is parsed once whoever reads it."""
    base = places.cache_home(environ)
    path = os.path.join(base, "parsed", f"gate-{hashing.short(content)}.json") if base else ""
    version = f"{feedback_gate.__version__}/{FORMAT}"
    cached = files.read_bytes(path) if path else None
    if cached is not None:
        try:
            record = json.loads(cached)
            if record["version"] == version:
                return Gate(record)
        except (ValueError, TypeError, KeyError):
            pass
    record = parse(content)
    record["version"] = version
    if path:
        try:
            files.write_atomically(path, json.dumps(record).encode())
        except OSError:
            pass
    return Gate(record)


def parse(content: str) -> dict[str, Any]:
    """The record behind `Gate`; never raises for anything the text may hold."""
    from feedback_gate import yamlfile

    try:
        document = yamlfile.load(content)
    except yamlfile.YamlError as problem:
        return _empty(problem.line, f"line {problem.line}, column {problem.column}: {problem.reason}")
    value = document.value
    if not isinstance(value, dict):
        return _empty(1, f"line 1: the file must hold a mapping with the key rules, not {type(value).__name__}")
    rules = value.get("rules")
    if rules is not None and not isinstance(rules, list):
        line = document.line_of(("rules",))
        return _empty(line, f"line {line}: rules must be a list; begin each rule with `- `")
    return _Reader(document).record(value)


def _empty(line: int, fatal: str) -> dict[str, Any]:
    problems = [[line, "", fatal]]
    return {"rules": [], "checks": {}, "report_success": True, "claims": None, "problems": problems, "fatal": fatal, "top": {}}


class _Reader:
    """Turns one document into the record, collecting problems with their lines."""

    def __init__(self, document: Any) -> None:
        self.document = document
        self.problems: list[list[Any]] = []

    def record(self, value: dict[str, Any]) -> dict[str, Any]:
        self._declared(value)
        for path, line in self.document.duplicates:
            self.problems.append([line, _where(path), f"{path[-1]} is written twice; the last one counts"])
        rules = [rule for index, given in enumerate(value.get("rules") or ()) for rule in self._rule(given, index)]
        claims = value.get("claims")
        return {
            "rules": rules,
            "checks": self._checks(value.get("consistency_checks")),
            "report_success": value.get("report_success") is not False,
            "claims": claims if isinstance(claims, dict) else None,
            "problems": self.problems,
            "fatal": "",
            "top": {name: value[name] for name in ("policy", "policy_schema") if name in value},
        }

    def _declared(self, value: dict[str, Any]) -> None:
        """Everything the declaration does not allow, except what the readers below name better."""
        from feedback_gate import schema

        for problem in schema.problems(value, keys.TOP):
            if problem.kind == "missing" and problem.path == ():
                continue
            self.say(problem.path, problem.detail)

    def say(self, path: tuple[Any, ...], sentence: str) -> None:
        self.problems.append([self.document.line_of(path), _where(path), sentence])

    def _rule(self, given: Any, index: int) -> list[dict[str, Any]]:
        path = ("rules", index)
        if not isinstance(given, dict):
            if not any(problem[1] == _where(path) for problem in self.problems):
                self.say(path, "a rule must be a mapping with match and run")
            return []
        match = self._globs(given.get("match"), (*path, "match"))
        run = self._run(given.get("run"), (*path, "run"))
        if not match or run is None or not self._good_directory(given):
            return []
        return [
            {
                "match": match,
                "run": run,
                "line": self.document.line_of(path),
                "run_checks": _texts(given.get("run_checks")),
                "per_file_dir": _per_file_dir(given.get("per_file_dir")),
                **self._common(given),
            }
        ]

    def _checks(self, given: Any) -> dict[str, dict[str, Any]]:
        checks: dict[str, dict[str, Any]] = {}
        for index, one in enumerate(given if isinstance(given, list) else ()):
            path = ("consistency_checks", index)
            if not isinstance(one, dict) or not isinstance(one.get("name"), str) or not one["name"]:
                continue
            run = self._run(one.get("run"), (*path, "run"))
            if run is None or not self._good_directory(one):
                continue
            if one["name"] in checks:
                self.say(path, f"a second check named {one['name']!r}; the later one is used")
            checks[one["name"]] = {"run": run, "line": self.document.line_of(path), **self._common(one)}
        return checks

    @staticmethod
    def _common(given: dict[str, Any]) -> dict[str, Any]:
        common = {"dir": given.get("dir") or "", "timeout": _timeout(given.get("timeout"))}
        return {**common, **{name: given[name] for name in ("policy", "policy_schema") if name in given}}

    @staticmethod
    def _good_directory(given: dict[str, Any]) -> bool:
        directory = given.get("dir")
        return not directory or (
            isinstance(directory, str) and not directory.startswith("/") and ".." not in directory.split("/")
        )

    def _globs(self, given: Any, path: tuple[Any, ...]) -> list[str]:
        from feedback_gate import globs

        good = []
        for pattern in _texts(given):
            try:
                globs.check_pattern(pattern)
                good.append(pattern)
            except globs.GlobError as problem:
                self.say(path, f"{pattern!r}: {problem}")
        return good

    def _run(self, given: Any, path: tuple[Any, ...]) -> list[dict[str, Any]] | None:
        """Normalised items; None (after saying why) when there is nothing to run."""
        listed = [given] if isinstance(given, str) else given
        if not isinstance(listed, list) or not listed:
            if given is not None:
                self.say(path, "run must be a command or a list of commands")
            return None
        items = [item for index, one in enumerate(listed) for item in self._item(one, (*path, index), nested=False)]
        return items or None

    def _item(self, given: Any, path: tuple[Any, ...], *, nested: bool) -> list[dict[str, Any]]:
        if isinstance(given, str):
            return [{"cmd": given}] if given.strip() else []
        if isinstance(given, dict) and "parallel" in given:
            if nested:
                self.say(path, "a parallel block may not contain another one")
                return [{"nested": True}]
            inner = given["parallel"]
            if not isinstance(inner, list):
                self.say(path, "parallel must be a list of commands")
                return []
            return [
                {
                    "parallel": [
                        item
                        for index, one in enumerate(inner)
                        for item in self._item(one, (*path, "parallel", index), nested=True)
                    ]
                }
            ]
        if isinstance(given, dict):
            return self._command(given, path)
        self.say(path, f"a command must be a text or a mapping with cmd, not {given!r}")
        return []

    def _command(self, given: dict[str, Any], path: tuple[Any, ...]) -> list[dict[str, Any]]:
        from feedback_gate import schema

        for problem in schema.problems(given, keys.ITEM, path):
            self.say(problem.path, problem.detail)
        if not isinstance(given.get("cmd"), str) or not given["cmd"].strip():
            return []
        item: dict[str, Any] = {"cmd": given["cmd"]}
        if isinstance(given.get("name"), (str, int, float)) and str(given["name"]):
            item["name"] = str(given["name"])
        if _timeout(given.get("timeout")):
            item["timeout"] = _timeout(given["timeout"])
        item.update({name: False for name in ("share", "files") if given.get(name) is False})
        return [item]


def _where(path: tuple[Any, ...]) -> str:
    """`rules[2].run[0]`."""
    return "".join(f"[{step}]" if isinstance(step, int) else f".{step}" for step in path).lstrip(".")


def _texts(given: Any) -> list[str]:
    if isinstance(given, str):
        return [given] if given else []
    return [one for one in given if isinstance(one, str) and one] if isinstance(given, list) else []


def _timeout(given: Any) -> int:
    """Seconds as configured, 0 for the default."""
    return given if isinstance(given, int) and not isinstance(given, bool) and given >= 1 else 0


def _per_file_dir(given: Any) -> str:
    """Off is "", "file", "pattern_root", or "!" and the bad value as Python shows it."""
    if not given:
        return ""
    try:
        return PER_FILE_DIR[given] if given is True or isinstance(given, str) else f"!{given!r}"
    except KeyError:
        return f"!{given!r}"
