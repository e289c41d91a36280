"""Command lines inside command lines: what `sh -c`, `eval`, `su -c` and a shell's input hold."""

from __future__ import annotations

import re
from itertools import dropwhile

from feedback_gate.changes import escapes
from feedback_gate.changes.wrapper_tables import INPUTS, INTERPRETERS, SHELL_OPTIONS, SHELLS, SPEAKERS, TEXT_OPTIONS
from feedback_gate.changes.wrappers import inner, layers, name_of, takes_next

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from feedback_gate.changes.shell_words import Part


def texts(part: Part) -> list[str]:
    """The command lines that a simple command has a shell read: `sh -c`, `eval`, `su -c`, a here-document of `bash`."""
    found = []
    for words in layers(part.words):
        name = name_of(words[0])
        if name == "eval":
            found.append(" ".join(words[2:] if words[1:2] == ["--"] else words[1:]))
        elif name in ("watch", "parallel"):
            found += [word for word in inner(words)[0][:1] if " " in word]
        elif name == "trap":
            found += [word for word in words[1:3] if word != "--"][:1]
        elif name in SHELLS:
            text, from_input = _of_shell(words)
            found += [one.text for one in part.redirections] if from_input else [text]
        found += _option_texts(words)
    return [text for text in found if text]


def reads_program_from_input(part: Part) -> bool:
    """Whether a simple command runs a text it is given on standard input: a shell or interpreter without a file, xargs."""
    return any(_reads_input(words) for words in layers(part.words))


def fed(parts: Sequence[Part]) -> list[str]:
    """What a line gives a shell that reads its input: `echo git push | sh` → `git push`, `cat <<E | sh` → the here-document.

    Whether it is that shell which gets it is not known, only that it goes into no file.
    """
    if not any(_reads_commands(words) for part in parts for words in layers(part.words)):
        return []
    found = []
    for part in parts:
        if any(one.operator.startswith(">") and one.target for one in part.redirections):
            continue
        if part.words and part.words[0] in SPEAKERS:
            found.append(_said(part.words))
        found += [one.text for one in part.redirections]
    return [text for text in found if text]


def _said(words: Sequence[str]) -> str:
    """What `echo`, `printf` or `yes` writes, as far as the words tell."""
    text, *others = [*dropwhile(lambda word: word.startswith("-"), words[1:]), ""]
    if words[0] == "printf":
        for other in others[:-1]:
            text = re.sub("%[a-z]", lambda _, other=other: other, text, count=1)  # type: ignore[misc]
        others = []
    return escapes.decoded(" ".join((text, *others)))


def _reads_commands(words: Sequence[str]) -> bool:
    """Whether a shell reads its program from its input or from what a command says, or another command puts one in place."""
    name = name_of(words[0])
    if name in ("source", "."):
        return words[1:2] != [] and words[1].startswith(INPUTS[1:])
    return name.startswith(("$(", "`")) or name in ("at", "batch") or (name in SHELLS and _of_shell(words)[1])


def _reads_input(words: Sequence[str]) -> bool:
    name = name_of(words[0])
    if name == "xargs":
        return True
    if name in SHELLS:
        return _of_shell(words)[1]
    return bool(INTERPRETERS.fullmatch(name)) and all(
        word.startswith("-") and word not in ("-c", "-e", "-m") for word in words[1:]
    )


def _option_texts(words: list[str]) -> list[str]:
    """The values of the options that hold a command line."""
    name = name_of(words[0])
    options = TEXT_OPTIONS.get(name) or TEXT_OPTIONS.get(" ".join((name, *words[1:2])))
    if not options:
        return []
    inside = inner(words)
    if name in ("su", "runuser", "sg", "script"):
        inside = []
    own = words[1 : len(words) - len(inside[0])] if inside and inside[0][:1] and inside[0][0][:1] != "-" else words[1:]
    found = []
    for position, word in enumerate(own):
        option, equals, value = word.partition("=")
        if equals and option in options:
            found.append(value)
        elif takes_next(word, options):
            found += own[position + 1 : position + 2]
        elif word[:2] in options and word[:2] != "--":
            found.append(word[2:])
    return [" ".join((text, *inside[0])) for text in found] if name == "env" else found


def _of_shell(words: Sequence[str]) -> tuple[str, bool]:
    """(the text behind a shell's `-c`, "" where there is none; whether the shell reads its program from standard input)."""
    position, has_text, from_input = 1, False, False
    while position < len(words) and words[position][:1] in ("-", "+") and words[position] not in ("-", "--"):
        word = words[position]
        joined = word[1:2] != "-"
        position += 1 + (len(re.findall("[oO]", word)) if joined else word in SHELL_OPTIONS)  # those take the next word
        if joined and word[0] == "-":
            if "n" in word:  # only looks whether the text can be read
                return "", False
            has_text, from_input = has_text or "c" in word, from_input or "s" in word
        elif word.startswith("--command"):
            return word.partition("=")[2] or "".join(words[position : position + 1]), False
    if words[position : position + 1] == ["--"]:
        position += 1
    if has_text:
        return "".join(words[position : position + 1]), False
    return "", from_input or position >= len(words) or words[position].startswith(INPUTS)
