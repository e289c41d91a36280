"""What of a Makefile or a justfile can run with a target: its rule, those it needs, and all but the plain rules of other targets.

Assignments, directives, `define`, pattern and suffix rules and whatever else is no rule with literal names may run something
or change what a rule does, so they always belong to it; so do the local files that are included.
"""

from __future__ import annotations

import os
import re

from feedback_gate.system import files

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

LIMIT = 1 << 20  # bytes of a file, and of all files of one command
FILES = 64
# Pattern rules that are compared with each target, and targets that may come of them; with more every rule counts.
PATTERNS = 64
DERIVED = 1000
INCLUDES = ("include", "-include", "sinclude")
# Words that begin a directive, whatever follows.
DIRECTIVES = (
    *INCLUDES,
    *("define", "endef", "undefine", "override", "private", "export", "unexport", "vpath", "load", "-load"),
    *("ifdef", "ifndef", "ifeq", "ifneq", "else", "endif"),
)
DEFINE = re.compile(r"[ \t]*(?:(?:override|export|private)[ \t]+)*define\b")
ENDEF = re.compile(r" *endef\b")
CONTINUED = re.compile(r"(?<!\\)((?:\\\\)*)\\\n")
# The part of a rule before its recipe, when nothing in it is expanded.
LITERAL = re.compile(r"[\w./@+,:|&\- \t]+")
DEFAULT_GOAL = re.compile(r"\.DEFAULT_GOAL[ \t]*[:?+!]*=[ \t]*(\S+)")
QUOTES = re.compile(r"'''|\"\"\"|```")
IMPORT = re.compile(r"import\??\s+['\"]([^'\"]+)['\"]")
ALIAS = re.compile(r"alias\s+(\S+)\s*:=\s*(\S+)")


class _Rule:
    """A rule, or a line that is none. names: targets; needs; lines; always: it counts whatever the target is."""

    __slots__ = ("always", "lines", "name", "names", "needs")

    def __init__(
        self, name: str, line: str, names: Sequence[str] = (), needs: Sequence[str] = (), *, always: bool = True
    ) -> None:
        self.name = name
        self.lines = [line.rstrip()]
        self.names = names
        self.needs = needs
        self.always = always


def of_make(paths: Sequence[str], words: Sequence[str], folder: str, root: str) -> Iterator[str]:
    """The rules behind a `make` in a folder, as text that names each file relative to the root."""
    found = _Files(root, folder)
    for path in paths:
        found.read(path)
    beside = [*found.names, *(os.path.relpath(path, folder) for path in paths)]
    yield from _chosen(found.rules, words, beside, everything=found.everything)


def of_just(path: str, words: Sequence[str], root: str) -> Iterator[str]:
    """The recipes behind a `just`."""
    found = _Files(root, "", just=True)
    found.read(path)
    yield from _chosen(found.rules, words, ())


class _Files:
    """rules: of a file and of what it includes, in order; names: the included ones as written, which make may remake.

    everything: recipes may begin with another letter than a tab, so every line counts.
    """

    def __init__(self, root: str, folder: str, *, just: bool = False) -> None:
        self.rules: list[_Rule] = []
        self.names: list[str] = []
        self.everything = False
        self._root = root
        self._folder = folder
        self._just = just
        self._left = LIMIT
        self._seen: set[str] = set()

    def read(self, path: str) -> None:
        """Add a file; one that was read, or that is too much, adds nothing."""
        if path in self._seen or len(self._seen) >= FILES:
            return
        self._seen.add(path)
        text = files.read_text(path, LIMIT)
        if text is None or len(text) > self._left:
            return
        self._left -= len(text)
        name = os.path.relpath(path, self._root)
        lines = CONTINUED.sub(r"\1 ", text.replace("\r\n", "\n")).split("\n")
        if self._just:
            self._read_just(lines, name, os.path.dirname(path))
        else:
            self.everything = self.everything or ".RECIPEPREFIX" in text
            self._read_make(lines, name)

    def _read_make(self, lines: list[str], name: str) -> None:
        depth, rule = 0, None
        for line in lines:
            if depth and rule is not None:
                rule.lines.append(line)
                if not line.startswith("\t"):
                    depth += bool(DEFINE.match(line)) - bool(ENDEF.match(line))
            elif not line.strip() or (line.lstrip(" ")[:1] == "#"):
                continue
            elif line[0] == "\t" and rule is not None and rule.names and not self.everything:
                rule.lines.append(line.rstrip())
            else:
                rule = self._add(name, line, rule)
                depth = int(bool(DEFINE.match(line)))
                words = line.partition("#")[0].split()
                for included in words[1:] if words and words[0] in INCLUDES else ():
                    self._include(included)

    def _add(self, name: str, line: str, before: _Rule | None) -> _Rule:
        """What a line begins; an indented one behind a line that is no rule may be a recipe, and is none of its own."""
        rule = _Rule(name, line) if line[0] == "\t" and before is not None else _make_rule(name, line)
        self.rules.append(rule)
        return rule

    def _include(self, name: str) -> None:
        """A name that is computed, or lies elsewhere on the machine, is not followed."""
        if "$" in name or os.path.isabs(name):
            return
        self.names.append(name)
        path = os.path.normpath(os.path.join(self._folder, name))
        folder, pattern = os.path.split(path)
        if any(letter in pattern for letter in "*?["):
            from fnmatch import fnmatchcase

            for entry in files.entries(folder):
                if fnmatchcase(entry.name, pattern):
                    self.read(entry.path)
        else:
            self.read(path)

    def _read_just(self, lines: list[str], name: str, folder: str) -> None:
        quoted, rule = False, None
        for line in lines:
            inside, quoted = quoted, quoted ^ bool(len(QUOTES.findall(line)) % 2)
            if rule is not None and (inside or line[:1] in ("\t", " ")):
                rule.lines += [line.rstrip()] if line.strip() else []
            elif line.strip() and line[0] != "#":
                rule = _just_rule(name, line)
                self.rules.append(rule)
                imported = IMPORT.match(line)
                if imported:
                    self.read(os.path.normpath(os.path.join(folder, imported[1])))


def _make_rule(name: str, line: str) -> _Rule:
    head = line.partition("#")[0].partition(";")[0]
    left, colon, right = head.partition(":")
    names = left.replace("&", " ").split()
    if not colon or not names or names[0] in DIRECTIVES or "=" in head:  # what is set for a target begins no rule
        return _Rule(name, line)
    needs = right.lstrip(":").replace("|", " ")
    always = not LITERAL.fullmatch(head) or names[0][0] == "."
    return _Rule(name, line, names, needs.rpartition(":")[2].split(), always=always)  # `a b: %: %.c`


def _just_rule(name: str, line: str) -> _Rule:
    alias = ALIAS.match(line)
    if alias:
        return _Rule(name, line, (alias[1],), (alias[2],))
    left, colon, right = line.partition(":")
    if not colon or not left.split() or right[:1] == "=" or IMPORT.match(line) or left[0] == "[":
        return _Rule(name, line)
    needs = re.sub(r"[()&'\"]", " ", right.partition("#")[0]).split()
    return _Rule(name, line, (left.split()[0].lstrip("@"),), needs, always=False)


def _chosen(rules: list[_Rule], words: Sequence[str], beside: Sequence[str], *, everything: bool = False) -> Iterator[str]:
    """The rules of the targets (else of the first), of what they need, of the files themselves, and those that always count."""
    goals = [word for word in words if "=" not in word] or _default(rules)
    wanted = None if everything else _reached(rules, [*goals, *beside])
    for rule in rules:
        if rule.names == [".PHONY"] and LITERAL.fullmatch(rule.lines[0].partition("#")[0]):
            phony = [need for need in rule.needs if wanted is None or need in wanted]
            if phony:
                yield f"{rule.name} .PHONY: {' '.join(phony)}"
        elif rule.always or wanted is None or not wanted.isdisjoint(rule.names):
            yield rule.name + " " + "\n".join(rule.lines)


def _default(rules: list[_Rule]) -> list[str]:
    named = [found[1] for rule in rules if not rule.names and (found := DEFAULT_GOAL.match(rule.lines[0].lstrip()))]
    first = (one for rule in rules for one in rule.names if rule.names and one[0] != "." and "%" not in one)
    return named + [one for one in [next(first, "")] if one]  # which of them a condition leaves is not known


def _reached(rules: list[_Rule], goals: list[str]) -> set[str] | None:
    """The targets that may be made for the goals; None = any, because a name is computed."""
    named: dict[str, list[_Rule]] = {}
    patterns = []
    waiting = list(goals)
    for rule in rules:
        for one in rule.names:
            start, stem, end = one.partition("%")
            if stem:
                patterns.append((start, end, rule))
                continue
            named.setdefault(one, []).append(rule)
            if "$" in one:
                waiting += [need for need in rule.needs if "$" not in need and "%" not in need]
    if len(patterns) > PATTERNS:
        return None
    seen: set[str] = set()
    derived = 0
    while waiting:
        target = waiting.pop()
        if target in seen:
            continue
        seen.add(target)
        needs = [need for rule in named.get(target, ()) for need in rule.needs]
        made = [need for start, end, rule in patterns for need in _by_pattern(target, start, end, rule)]
        derived += len(made)
        if derived > DERIVED or "$" in target or any("$" in need or "%" in need for need in needs):
            return None
        waiting += needs + made
    return seen


def _by_pattern(target: str, start: str, end: str, rule: _Rule) -> list[str]:
    if len(target) < len(start) + len(end) or not (target.startswith(start) and target.endswith(end)):
        return []
    return [need.replace("%", target[len(start) : len(target) - len(end)]) for need in rule.needs]
