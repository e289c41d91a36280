"""What stands one level behind a command: the script of a `package.json`, the target of a Makefile, the commands of tox, and so on.

A person approves `npm test`; what runs is a line of another file, which a pull request can change as well. Only this level is
looked at: what the script calls in turn is not.
"""

from __future__ import annotations

import json
import os
import re

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
TOX_COMMANDS = re.compile(r"commands\w*\s*=")
# Words of the runners that stand for a script of that name, and words before a script's name.
OWN_SCRIPTS = {"test": "test", "t": "test", "tst": "test", "start": "start", "stop": "stop", "restart": "restart"}
RUN = ("run", "run-script", "rum")
# Options whose next word is their value; those in FOLDERS name the folder.
FOLDERS = ("--prefix", "-C", "--dir", "--cwd", "-d", "--directory", "--working-directory")
VALUES = ("-w", "--workspace", "--filter", "-F", "-f", "--file", "--makefile", "--justfile", "-j", "-l", "-o", "-W")
WRAPPERS = ("env", "time", "exec", "command", "nice", "nohup")
# `uv run tox`, `python3 -m tox`
PYTHON_RUNNERS = ("uv", "poetry", "pdm", "pipenv", "hatch", "rye")
PYTHON = re.compile(r"python[\d.]*")


def behind(command: str, root: str, folder: str = "") -> str:
    """What the commands of a line run, as text that changes when it does; "" when nothing of it is known.

    Args:
        command: a shell line.
        root: absolute; file names are shown relative to it.
        folder: where it runs, relative to the root.
    """
    if not any(word in command for word in PROGRAMS):
        return ""
    from feedback_gate.changes import shell_words

    place = os.path.normpath(os.path.join(root, folder))
    found: list[str] = []
    for part in shell_words.split(command).parts:
        words = _bare(part.words)
        if words[:1] == ["cd"] and len(words) > 1:
            place = os.path.normpath(os.path.join(place, words[1]))
        elif words:
            found.extend(_of_words(os.path.basename(words[0]), words[1:], place, root))
    return "\n".join(dict.fromkeys(found))


def _bare(words: Sequence[str]) -> list[str]:
    """The words without wrappers and `NAME=value` in front."""
    left = list(words)
    while left:
        if left[0] in WRAPPERS or ("=" in left[0] and not left[0].startswith("-")) or left[0].startswith("-"):
            left = left[1:]
        elif (left[0] in PYTHON_RUNNERS and left[1:2] == ["run"]) or (PYTHON.fullmatch(left[0]) and left[1:2] == ["-m"]):
            left = left[2:]
        else:
            break
    return left


def _of_words(program: str, words: list[str], place: str, root: str) -> Iterator[str]:
    named, folder, file = _arguments(words, place)
    if program in SCRIPT_RUNNERS:
        name = _script_name(program, named)
        manifest = "composer.json" if program == "composer" else "package.json"
        yield from _scripts(os.path.join(folder, manifest), name, root) if name else ()
    elif program in ("make", "gmake"):
        yield from _blocks(file or _first(folder, MAKEFILES), named, root)
    elif program == "just":
        yield from _blocks(file or _first(folder, JUSTFILES), named, root, just=True)
    elif program == "tox":
        for name in TOXFILES:
            yield from _tox(os.path.join(folder, name), root)
    elif program == "nox":
        yield from _whole(file or _first(folder, NOXFILES), root)


def _arguments(words: Sequence[str], place: str) -> tuple[list[str], str, str]:
    """(words that are no options, the folder they name, the file they name)."""
    named: list[str] = []
    folder, file = place, ""
    waiting = ""
    for word in words:
        if waiting:
            if waiting in FOLDERS:
                folder = os.path.normpath(os.path.join(place, word))
            elif waiting in ("-f", "--file", "--makefile", "--justfile"):
                file = word
            waiting = ""
        elif word == "--":
            break
        elif word.startswith("-"):
            option, equals, value = word.partition("=")
            if equals and option in FOLDERS:
                folder = os.path.normpath(os.path.join(place, value))
            waiting = word if word in FOLDERS or word in VALUES else ""
        else:
            named.append(word)
    return named, folder, os.path.normpath(os.path.join(folder, file)) if file else ""


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
    for line in (files.read_text(path, LIMIT) or "").splitlines() if path else ():
        if line.strip() and not line.lstrip().startswith("#"):
            yield f"{os.path.relpath(path, root)} {line.rstrip()}"


def _first(folder: str, names: Sequence[str]) -> str:
    return next((path for path in (os.path.join(folder, name) for name in names) if files.is_file(path)), "")


def _blocks(path: str, words: Sequence[str], root: str, *, just: bool = False) -> Iterator[str]:
    """The rules of the targets, and of the targets of the same file that they need; without a target the first one's."""
    text = files.read_text(path, LIMIT) if path else None
    if text is None:
        return
    rules = _rules(text.replace("\\\n", " "), just=just)
    wanted = [word for word in words if "=" not in word] or [next((name for name, _, _ in rules if not name.startswith(".")), "")]
    named: dict[str, list[tuple[list[str], str]]] = {}
    for name, needs, block in rules:
        named.setdefault(name, []).append((needs, block))
    shown = os.path.relpath(path, root)
    while wanted:
        following: list[str] = []
        for target in wanted:
            for needs, block in named.pop(target, ()):
                yield f"{shown} {block}"
                following += needs
        wanted = following


def _rules(text: str, *, just: bool) -> list[tuple[str, list[str], str]]:
    """(target, what it needs, the whole rule) in the order of the file."""
    rules: list[tuple[str, list[str], str]] = []
    heads: list[tuple[str, list[str]]] = []
    block: list[str] = []
    for line in text.split("\n"):
        if not line.strip() or line[0] == "#":
            continue
        if line[0] in "\t ":
            block.append(line.rstrip())
            continue
        rules.extend((name, needs, "\n".join(block)) for name, needs in heads)
        heads, block = _heads(line, just=just), [line.rstrip()]
    return rules + [(name, needs, "\n".join(block)) for name, needs in heads]


def _heads(line: str, *, just: bool) -> list[tuple[str, list[str]]]:
    """(target, what it needs) of a line that begins a rule; [] for an assignment or anything else."""
    left, colon, right = line.partition(":")
    words = left.split()
    if not colon or not words or right.lstrip(":").startswith("=") or (not just and ("=" in left or "#" in left)):
        return []
    needs = right.lstrip(":").partition("#")[0].partition(";")[0]
    wanted = [] if "=" in needs else needs.replace("|", " ").split()
    return [(name.lstrip("@"), wanted) for name in (words[:1] if just else words)]
