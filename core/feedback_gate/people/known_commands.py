"""Commands of a project that cannot work: a script, target or recipe that is not there, a program that is not found."""

from __future__ import annotations

import json
import os
import re
import shutil
from typing import TYPE_CHECKING

from feedback_gate.changes import shell_words, wrappers
from feedback_gate.system import files

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

LIMIT = 1 << 20
RUN = ("run", "run-script", "rum")
OWN = {"test": "test", "t": "test", "tst": "test", "start": "start", "stop": "stop", "restart": "restart"}
# What the package managers themselves do; any other word of pnpm, yarn and bun is a script or an installed program.
_SUBCOMMANDS = {
    "npm": "",
    "pnpm": "add audit create deploy dlx exec fetch i import init install link list outdated patch prune publish rebuild "
    "recursive remove run store update why",
    "yarn": "add audit bin cache config create dlx exec info init install link list node outdated pack plugin publish remove "
    "run set unlink up upgrade version why workspace workspaces",
    "bun": "add build create dev exec i init install link outdated patch pm publish remove repl test unlink update upgrade why x",
}
_SHELL_WORDS = """
. : [ alias bg break case cd command continue do done echo elif else esac eval exec exit export false fg fi for function
getopts hash if jobs kill let local printf pwd read readonly return select set shift source test then time times trap true
type ulimit umask unalias unset until wait while { } ! [[ ]]
"""
SUBCOMMANDS = {name: frozenset(words.split()) for name, words in _SUBCOMMANDS.items()}
BUILT_IN = frozenset(_SHELL_WORDS.split())
_TARGET = re.compile(r"^([^\s#:=][^:=#]*?)\s*::?(?!=)", re.MULTILINE)
_RECIPE = re.compile(r"""^@?([A-Za-z_][\w-]*)\b(?:[^:\n"']|"[^"\n]*"|'[^'\n]*')*:(?!=)""", re.MULTILINE)
MAKEFILES = ("GNUmakefile", "makefile", "Makefile")
JUSTFILES = ("justfile", ".justfile", "Justfile")

# An end that is 0 whatever came before it: `|| true`, `; exit 0`, `| tee log` in a shell without `pipefail`.
_SWALLOWED = re.compile(
    r"(?:\|\||;|(?<!&)&|\n)\s*(?:true|:|exit\s+0)\s*;?\s*$|(?<!\|)\|\s*(?:tee|cat|head|tail|sort|ts)\b[^|;&\n]*$"
)

SCRIPT, TARGET, RECIPE, PROGRAM, MANIFEST = (
    "doctor.no_script",
    "doctor.no_target",
    "doctor.no_recipe",
    "doctor.no_program",
    "doctor.bad_manifest",
)


class Unknown:
    """One thing. code: of its message; name: what is missing; where: the file or folder in which it was looked for."""

    __slots__ = ("code", "name", "where")

    def __init__(self, code: str, name: str, where: str) -> None:
        self.code = code
        self.name = name
        self.where = where


def never_fails(command: str) -> bool:
    """Whether the end of a line hides how its commands ended, so that a check of it passes always."""
    return _SWALLOWED.search(command.rstrip()) is not None and "pipefail" not in command


def unknown(command: str, folder: str, environ: Mapping[str, str]) -> list[Unknown]:
    """What a shell line needs and has not; words that only the running shell knows are passed over.

    Args:
        command: the line.
        folder: where it runs.
        environ: its PATH is searched.
    """
    found: list[Unknown] = []
    place = folder
    defined = set(re.findall(r"(?:^|[;&|\s])([A-Za-z_]\w*)\s*\(\)", command))
    script = shell_words.split(command)
    for part in script.parts if not script.doubt else ():
        words = wrappers.unwrapped(part.words)
        if words and words[0] != part.words[0] and not _is_found(part.words[0], place, environ):
            found.append(Unknown(PROGRAM, part.words[0], "PATH"))
        if not words or any(sign in words[0] for sign in "$`*?(") or words[0] in defined:
            continue
        if words[0] == "cd":
            place = os.path.normpath(os.path.join(place, words[1])) if len(words) > 1 else place
        else:
            found += _of_words(words, place, environ)
    return found


def _of_words(words: list[str], place: str, environ: Mapping[str, str]) -> Iterator[Unknown]:
    program = os.path.basename(words[0])
    if not _is_found(words[0], place, environ):
        yield Unknown(PROGRAM, words[0], place if "/" in words[0] else "PATH")
    elif program in SUBCOMMANDS:
        yield from _of_scripts(program, words[1:], place)
    elif program in ("make", "gmake") and len(words) > 1 and not any(word.startswith(("-", "$")) for word in words[1:]):
        yield from _of_recipes(words[1:], place, MAKEFILES, _TARGET, TARGET)
    elif program == "just" and len(words) > 1 and not words[1].startswith(("-", "$")):
        yield from _of_recipes(words[1:2], place, JUSTFILES, _RECIPE, RECIPE)


def _is_found(program: str, place: str, environ: Mapping[str, str]) -> bool:
    if program in BUILT_IN:
        return True
    if "\0" in program:
        return False
    if "/" in program:
        return os.access(os.path.join(place, program), os.X_OK)
    return shutil.which(program, path=environ.get("PATH", "")) is not None


def _of_scripts(program: str, words: list[str], place: str) -> Iterator[Unknown]:
    if any(word.startswith("-") and word not in ("-s", "--silent", "--if-present", "--") for word in words[:2]):
        return  # options move the folder or the package
    named = [word for word in words if not word.startswith("-")]
    name = _script_name(program, named)
    path = os.path.join(place, "package.json")
    if not name or "$" in name or not os.path.exists(path):
        return
    try:
        scripts = json.loads(files.read_text(path, LIMIT) or "").get("scripts") or {}
    except (ValueError, RecursionError, AttributeError):
        yield Unknown(MANIFEST, name, path)
        return
    if name in scripts or (program != "npm" and os.path.exists(os.path.join(place, "node_modules", ".bin", name))):
        return
    if program == "npm" and name == "start" and os.path.exists(os.path.join(place, "server.js")):
        return
    yield Unknown(SCRIPT, name, path)


def _script_name(program: str, named: list[str]) -> str:
    if not named:
        return ""
    if named[0] in RUN:
        return named[1] if len(named) > 1 else ""
    if named[0] in SUBCOMMANDS[program]:
        return ""
    return OWN.get(named[0], "" if program == "npm" else named[0])


def _of_recipes(names: list[str], place: str, manifests: tuple[str, ...], rule: re.Pattern[str], code: str) -> Iterator[Unknown]:
    path = next((path for path in (os.path.join(place, name) for name in manifests) if files.is_file(path)), "")
    text = files.read_text(path, LIMIT) if path else None
    if text is None or re.search(r"^\s*-?include\b|^import\b|^mod\b|^%|^\$\(", text, re.MULTILINE):
        return  # it has more than is seen here
    known = {word for found in rule.findall(text) for word in found.split()}
    for name in names:
        if "=" not in name and name not in known and not os.path.exists(os.path.join(place, name)) and "%" not in "".join(known):
            yield Unknown(code, name, path)
