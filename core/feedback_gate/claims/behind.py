"""What stands one level behind a command: the script of a `package.json`, the target of a Makefile, the commands of tox, and so on.

A person approves `npm test`; what runs is a line of another file, which a pull request can change as well. Only this level is
looked at: what the script calls in turn is not.
"""

from __future__ import annotations

import json
import os
import re

from feedback_gate.claims import recipes
from feedback_gate.system import files

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

LIMIT = 1 << 20  # bytes of a manifest that are read
MAKEFILES = ("GNUmakefile", "makefile", "Makefile")
JUSTFILES = ("justfile", ".justfile", "Justfile")
SCRIPT_RUNNERS = ("npm", "pnpm", "yarn", "bun", "composer")
TOXFILES = ("tox.ini", "setup.cfg", "pyproject.toml", "tox.toml")
NOXFILES = ("noxfile.py",)
PROGRAMS = (*SCRIPT_RUNNERS, "make", "just", "tox", "nox")
# A section of tox, and its keys that say what runs.
TOX_SECTION = re.compile(r"\[\[?(?:testenv|tool\.tox|env)\b")
TOX_COMMANDS = re.compile(r"(?:commands\w*|(?:install|list_dependencies)_command)\s*=")
# Words of the runners that stand for a script of that name, and words before a script's name.
OWN_SCRIPTS = {"test": "test", "t": "test", "tst": "test", "start": "start", "stop": "stop", "restart": "restart"}
RUN = ("run", "run-script", "rum")
# Options whose next word is their value; those in FOLDERS name the folder.
FOLDERS = ("--prefix", "-C", "--dir", "--cwd", "-d", "--directory", "--working-directory")
FILES = ("-f", "--file", "--makefile", "--justfile")
VALUES = ("-w", "--workspace", "--filter", "-F", "-j", "-l", "-o", "-W")
ATTACHED = ("-C", "-f")  # options whose value may follow without a blank
# What the runners read beside the scripts: the shell, options of the interpreter, the runner itself.
CONFIGURATIONS = {
    "npm": (".npmrc",),
    "pnpm": (".npmrc", "pnpm-workspace.yaml"),
    "yarn": (".npmrc", ".yarnrc", ".yarnrc.yml"),
    "bun": (".npmrc", "bunfig.toml"),
}
# `//host/:_authToken=…`, `npmAuthToken: …`: the key is compared, the value is not.
SECRET = re.compile(r"(\s*//[^=]*|[^=:]*(?:_auth|password|token|secret)[^=:]*)(?:[=:]|$)", re.IGNORECASE)
DEEPEST = 4  # shells within shells that are looked into


def behind(command: str, root: str, folder: str = "") -> str:
    """What the commands of a line run, as text that changes when it does; "" when nothing of it is known.

    Args:
        command: a shell line.
        root: absolute; file names are shown relative to it.
        folder: where it runs, relative to the root.
    """
    return "\n".join(dict.fromkeys(_of_line(command, os.path.normpath(os.path.join(root, folder)), root)))


def _of_line(command: str, place: str, root: str, depth: int = 0) -> Iterator[str]:
    if depth > DEEPEST or not any(word in command for word in PROGRAMS):
        return
    from feedback_gate.changes import nested, shell_words, wrappers

    for part in shell_words.split(command).parts:
        for words in wrappers.layers(part.words):
            program = wrappers.name_of(words[0])
            if program == "cd" and len(words) > 1:
                place = os.path.normpath(os.path.join(place, words[1]))
            else:
                yield from _of_words(program, words[1:], place, root)
        for text in nested.texts(part):
            yield from _of_line(text, place, root, depth + 1)


def _of_words(program: str, words: list[str], place: str, root: str) -> Iterator[str]:
    named, folder, given = _arguments([word for word in words if word != "-d" or program == "just"], place)
    if program in SCRIPT_RUNNERS:
        yield from _of_runner(program, _script_name(program, named), folder, root)
    elif program in ("make", "gmake"):
        yield from recipes.of_make(given or _first(folder, MAKEFILES), named, folder, root)
    elif program == "just":
        for path in given[-1:] or _first(_upward(folder, JUSTFILES, root), JUSTFILES):
            yield from recipes.of_just(path, named, root)
    elif program == "tox":
        for name in TOXFILES:
            yield from _tox(os.path.join(folder, name), root)
    elif program == "nox":
        for path in given[-1:] or _first(folder, NOXFILES):
            yield from _whole(path, root)


def _of_runner(program: str, name: str, folder: str, root: str) -> Iterator[str]:
    """A script with what runs before and after it, and what the runner is set to."""
    if not name:
        return
    manifest = "composer.json" if program == "composer" else "package.json"
    place = _upward(folder, (manifest,), root)
    yield from _scripts(os.path.join(place, manifest), name, root)
    for file in CONFIGURATIONS.get(program, ()):
        yield from _configuration(os.path.join(place, file), root)


def _arguments(words: Sequence[str], place: str) -> tuple[list[str], str, list[str]]:
    """(words that are no options, the folder they name, the files they name)."""
    named: list[str] = []
    given: list[str] = []
    folder = place
    waiting = ""
    for word in words:
        option, equals, value = word.partition("=")
        if waiting:
            option, value, waiting = waiting, word, ""
        elif word == "--":
            break
        elif not word.startswith("-"):
            named.append(word)
            continue
        elif word[:2] in ATTACHED and len(word) > 2:
            option, value = word[:2], word[2:]
        elif not equals:
            waiting = word if word in FOLDERS or word in FILES or word in VALUES else ""
            continue
        if option in FOLDERS:
            folder = os.path.normpath(os.path.join(folder, value))
        elif option in FILES:
            given.append(value)
    return named, folder, [os.path.normpath(os.path.join(folder, file)) for file in given]


def _script_name(program: str, named: Sequence[str]) -> str:
    if not named:
        return ""
    if named[0] in RUN:
        return named[1] if len(named) > 1 else ""
    return OWN_SCRIPTS.get(named[0], named[0] if program != "npm" else "")


def _scripts(path: str, name: str, root: str) -> Iterator[str]:
    try:
        scripts = json.loads(files.read_text(path, LIMIT) or "")["scripts"]
        for key in ("pre" + name, name, "post" + name):
            if key in scripts:
                yield f"{os.path.relpath(path, root)} {key}: {scripts[key]}"
    except (ValueError, TypeError, KeyError, RecursionError):
        return


def _configuration(path: str, root: str) -> Iterator[str]:
    """The settings of a runner, without comments and the values of secrets."""
    for line in (files.read_text(path, LIMIT) or "").splitlines():
        if line.strip() and line.lstrip()[0] not in "#;":
            secret = SECRET.match(line)
            yield f"{os.path.relpath(path, root)} {(secret[1] if secret else line).rstrip()}"


def _tox(path: str, root: str) -> Iterator[str]:
    """Every command of every environment; which of them run, and what they need installed, is not looked at."""
    section, inside = "", False
    for line in (files.read_text(path, LIMIT) or "").splitlines():
        if line.startswith("["):
            section, inside = line.strip() if TOX_SECTION.match(line) else "", False
        elif section and TOX_COMMANDS.match(line):
            inside = True
        elif line.strip():
            inside = inside and line[0] in " \t]"
        if inside and line.strip():
            yield f"{os.path.relpath(path, root)} {section} {line.strip()}"


def _whole(path: str, root: str) -> Iterator[str]:
    """A file of code, without what only people read."""
    for line in (files.read_text(path, LIMIT) or "").splitlines():
        if line.strip() and not line.lstrip().startswith("#"):
            yield f"{os.path.relpath(path, root)} {line.rstrip()}"


def _first(folder: str, names: Sequence[str]) -> list[str]:
    """The first of the files that is there, [] for none."""
    return [path for path in (os.path.join(folder, name) for name in names) if files.is_file(path)][:1]


def _upward(folder: str, names: Sequence[str], root: str) -> str:
    """The folder or the nearest one above it, up to the root, that holds one of the files; the folder itself where none does."""
    place = folder
    while not _first(place, names) and place.startswith(root.rstrip("/") + "/"):
        place = os.path.dirname(place)
    return place if _first(place, names) else folder
