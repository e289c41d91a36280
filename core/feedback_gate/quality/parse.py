"""From the text of a `gate.yaml` to the record the gate works with; nothing a text may hold makes it fail."""

from __future__ import annotations

from feedback_gate import schema
from feedback_gate.quality import keys
from feedback_gate.quality.config import ERROR, WARNING, empty
from feedback_gate.quality.limits import LONGEST

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    Path = tuple[Any, ...]

# Keys whose bad value counts as something harmless, with what it counts as.
COUNTS_AS = {"share": "true", "files": "true", "report_success": "true", "timeout": "the default", "dir": "the root"}


def parse(content: str) -> dict[str, Any]:
    """The record behind `config.Gate`."""
    from feedback_gate import yamlfile

    try:
        document = yamlfile.load(content)
    except yamlfile.YamlError as problem:
        return empty(problem.line, f"line {problem.line}, column {problem.column}: {problem.reason}")
    value = document.value
    if not isinstance(value, dict):
        return empty(1, f"line 1: the file must hold a mapping with the key rules, not {_kind(value)}")
    for name in ("rules", "consistency_checks"):
        given = value.get(name)
        if given is not None and not isinstance(given, list):
            line = document.line_of((name,))
            return empty(line, f"line {line}: {name} must be a list, not {_kind(given)}; begin each item with `- `")
    return _Reader(document).record(value)


def _kind(value: Any) -> str:
    if value is None:
        return "nothing"
    names = {dict: "a mapping", list: "a list", str: "a text", bool: "true or false", int: "a number", float: "a number"}
    return names.get(type(value), type(value).__name__)


class _Reader:
    """Turns one document into the record, collecting problems with their lines."""

    def __init__(self, document: Any) -> None:
        self.document = document
        self.problems: list[list[Any]] = []

    def record(self, value: dict[str, Any]) -> dict[str, Any]:
        for problem in schema.problems(value, keys.TOP):
            self._declared(problem, value)
        if "rules" not in value and not isinstance(value.get("claims"), dict):
            self.say((), "rules is missing, so nothing is checked after an edit", WARNING)
        for path, line in self.document.duplicates:
            self.problems.append([line, _where(path), f"{path[-1]} is written twice; the last one counts", WARNING])
        rules = [rule for index, given in enumerate(value.get("rules") or ()) for rule in self._rule(given, index)]
        claims = value.get("claims")
        checks = self._checks(value.get("consistency_checks"))
        self._undefined(rules, checks)
        self.problems.sort(key=lambda problem: problem[0])
        return {
            "rules": rules,
            "checks": checks,
            "report_success": value.get("report_success") is not False,
            "claims": claims if isinstance(claims, dict) else None,
            "problems": self.problems,
            "fatal": "",
            "top": _policies(value),
        }

    def say(self, path: Path, sentence: str, level: str = ERROR) -> None:
        """Note a problem at the line of a path."""
        self.problems.append([self.document.line_of(path), _where(path), sentence, level])

    def _declared(self, problem: schema.Problem, value: Any) -> None:
        """What the declaration does not allow, softened where the value counts as something harmless."""
        if problem.kind == "unknown":
            self.say(problem.path, problem.detail, WARNING)
        elif problem.kind == "missing":
            self.say(problem.path, problem.detail)
        else:
            self._wrong(problem, _at(value, problem.path))

    def _wrong(self, problem: schema.Problem, given: Any) -> None:
        name = str(problem.path[-1])
        if name == "timeout" and isinstance(given, int) and given > LONGEST:
            self.say(problem.path, problem.detail, WARNING)
        elif given is None and isinstance(problem.path[-1], str) and name not in ("match", "run", "cmd", "name"):
            self.say(problem.path, f"{name} has no value and counts as not written; leave it out", WARNING)
        elif name in COUNTS_AS and (name in ("share", "files", "report_success") or not given):
            self.say(problem.path, f"{problem.detail}; it counts as {COUNTS_AS[name]}", WARNING)
        elif name == "per_file_dir" and not given:
            self.say(problem.path, f"{problem.detail}; it counts as false", WARNING)
        else:
            self.say(problem.path, problem.detail)

    def _rule(self, given: Any, index: int) -> list[dict[str, Any]]:
        if not isinstance(given, dict):
            return []  # named by the declaration
        path = ("rules", index)
        match = self._globs(given.get("match"), (*path, "match"))
        run = self._run(given.get("run"), (*path, "run"))
        if not match or not run or not _good_directory(given):
            return []
        rule = {"match": match, "run": run, "line": self.document.line_of(path)}
        rule.update(run_checks=_texts(given.get("run_checks")), per_file_dir=_per_file_dir(given.get("per_file_dir")))
        return [{**rule, **_common(given)}]

    def _checks(self, given: Any) -> dict[str, dict[str, Any]]:
        checks: dict[str, dict[str, Any]] = {}
        for index, one in enumerate(given or ()):
            path = ("consistency_checks", index)
            if not isinstance(one, dict):
                continue
            run = self._run(one.get("run"), (*path, "run"))
            name = one.get("name")
            if not isinstance(name, str) or not name.strip() or not run or not _good_directory(one):
                continue
            if name in checks:
                self.say(path, f"a second check named {name!r}; the later one is used", WARNING)
            checks[name] = {"run": run, "line": self.document.line_of(path), **_common(one)}
        return checks

    def _undefined(self, rules: list[dict[str, Any]], checks: dict[str, dict[str, Any]]) -> None:
        for rule in rules:
            for name in rule["run_checks"]:
                if name not in checks:
                    sentence = f"run_checks names {name!r}, but no consistency check has this name; it is skipped"
                    self.problems.append([rule["line"], "", sentence, WARNING])

    def _globs(self, given: Any, path: Path) -> list[str]:
        from feedback_gate import globs

        good = []
        for pattern in _texts(given):
            try:
                globs.check_pattern(pattern)
                good.append(pattern)
            except globs.GlobError as problem:
                self.say(path, f"{pattern!r}: {problem}")
        return good

    def _run(self, given: Any, path: Path) -> list[dict[str, Any]]:
        """Normalised items; [] (after saying why) when there is nothing to run."""
        if isinstance(given, (str, dict)):
            return self._item(given, path, nested=False)
        if not isinstance(given, list) or not given:
            if given is not None or _written(self.document.value, path):
                wrong = "an empty list" if given == [] else _kind(given)
                self.say(path, f"run must be a command or a list of commands, not {wrong}")
            return []
        return [item for index, one in enumerate(given) for item in self._item(one, (*path, index), nested=False)]

    def _item(self, given: Any, path: Path, *, nested: bool) -> list[dict[str, Any]]:
        if isinstance(given, str):
            if not given.strip():
                self.say(path, "an empty command; it is skipped", WARNING)
            return [{"cmd": given}] if given.strip() else []
        if isinstance(given, dict) and "parallel" in given:
            return self._nested(path) if nested else self._parallel(given, path)
        if isinstance(given, dict):
            return self._command(given, path)
        self.say(path, f"a command must be a text or a mapping with cmd, not {_kind(given)}")
        return []

    def _nested(self, path: Path) -> list[dict[str, Any]]:
        self.say(path, "a parallel block may not hold another one; it counts as failed")
        return [{"nested": True}]

    def _parallel(self, given: dict[str, Any], path: Path) -> list[dict[str, Any]]:
        for problem in schema.problems(given, keys.PARALLEL, path):
            self._declared(problem, self.document.value)
        inner = given["parallel"]
        if not isinstance(inner, list):
            return []
        if not inner:
            self.say((*path, "parallel"), "an empty block; it is skipped", WARNING)
        members = [item for index, one in enumerate(inner) for item in self._item(one, (*path, "parallel", index), nested=True)]
        block: dict[str, Any] = {"parallel": members}
        if _count(given.get("at_once")):
            block["at_once"] = given["at_once"]
        return [block] if members else []

    def _command(self, given: dict[str, Any], path: Path) -> list[dict[str, Any]]:
        for problem in schema.problems(given, keys.ITEM, path):
            self._declared(problem, self.document.value)
        if not isinstance(given.get("cmd"), str) or not given["cmd"].strip():
            return []
        item: dict[str, Any] = {"cmd": given["cmd"]}
        if isinstance(given.get("name"), (str, int, float)) and str(given["name"]):
            item["name"] = str(given["name"])
        if _count(given.get("timeout")):
            item["timeout"] = given["timeout"]
        item.update({name: False for name in ("share", "files") if given.get(name) is False})
        return [item]


def _common(given: dict[str, Any]) -> dict[str, Any]:
    return {"dir": given.get("dir") or "", "timeout": _count(given.get("timeout")), **_policies(given)}


def _policies(given: dict[str, Any]) -> dict[str, Any]:
    """The policy keys that are written and usable; null counts as not written."""
    kept = {}
    if given.get("policy") is False or (isinstance(given.get("policy"), str) and given["policy"].strip()):
        kept["policy"] = given["policy"]
    if isinstance(given.get("policy_schema"), str) and given["policy_schema"].strip():
        kept["policy_schema"] = given["policy_schema"]
    return kept


def _good_directory(given: dict[str, Any]) -> bool:
    directory = given.get("dir")
    return not directory or (isinstance(directory, str) and not directory.startswith("/") and ".." not in directory.split("/"))


def _at(value: Any, path: Path) -> Any:
    for step in path:
        try:
            value = value[step]
        except (KeyError, IndexError, TypeError):
            return None
    return value


def _written(value: Any, path: Path) -> bool:
    holder = _at(value, path[:-1])
    return isinstance(holder, dict) and path[-1] in holder


def _where(path: Path) -> str:
    """`rules[2].run[0]`."""
    return "".join(f"[{step}]" if isinstance(step, int) else f".{step}" for step in path).lstrip(".")


def _texts(given: Any) -> list[str]:
    if isinstance(given, str):
        return [given] if given else []
    return [one for one in given if isinstance(one, str) and one] if isinstance(given, list) else []


def _count(given: Any) -> int:
    """A whole number from 1, else 0 for the default."""
    return given if isinstance(given, int) and not isinstance(given, bool) and given >= 1 else 0


def _per_file_dir(given: Any) -> str:
    """Off is "", "file", "pattern_root", or "!" and the bad value as Python shows it."""
    if not given:
        return ""
    if given is True:
        return "file"
    return given if given in ("file", "pattern_root") else f"!{given!r}"
