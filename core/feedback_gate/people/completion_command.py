"""`feedback-gate completion bash | zsh | fish`: a shell's completion script, made from the commands and their own parsers."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING, Any

from feedback_gate import messages
from feedback_gate.checks import EVENTS
from feedback_gate.people import arguments as command_arguments

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

NAME = "feedback-gate"
# Commands that read their words by themselves.
PLAIN = {
    "claude": tuple((event, "") for event in EVENTS["claude"]),
    "codex": tuple((event, "") for event in EVENTS["codex"]),
    "correct": (
        ("--window", "help.correct_window"),
        ("--min", "help.correct_min"),
        ("apply", "help.correct_apply"),
        ("--json", "help.json"),
        ("--context", "help.correct_context"),
    ),
    "statusline": (),
    "version": (),
}


class Level:
    """What can be typed after some words. words: (word, what it is) in order; values: option → what may follow it."""

    __slots__ = ("path", "values", "words")

    def __init__(self, path: tuple[str, ...]) -> None:
        self.path = path
        self.words: list[tuple[str, str]] = []
        self.values: dict[str, list[str]] = {}


class _Parser(Exception):
    """No error: how a parser comes out of the command that made it."""

    def __init__(self, parser: argparse.ArgumentParser) -> None:
        super().__init__()
        self.parser = parser


def run(arguments: Sequence[str]) -> int:
    """Print the script of a shell.

    Raises:
        UsageError: the command line is wrong.
    """
    from feedback_gate.commands import COMMANDS

    options = command_arguments.parser("completion")
    options.add_argument("shell", choices=tuple(SHELLS), help="help.shell")
    shell = options.parse_args(arguments).shell
    print(SHELLS[shell](levels(COMMANDS, command_arguments.language())), end="")
    return 0


def levels(commands: Mapping[str, str], language: str) -> list[Level]:
    """Every place in a command line where something can be completed: the commands first, then each of them."""
    top = Level(())
    top.words = [(name, command_arguments.about(name, language)) for name in commands]
    top.words.append(("--help", messages.text("help.help", {}, language)))
    found = [top]
    for name, target in commands.items():
        if name in PLAIN:
            level = Level((name,))
            level.words = [(word, messages.text(code, {}, language)) for word, code in PLAIN[name]]
            found.append(level)
        else:
            found += _levels(_parser_of(target), (name,), language)
    return found


def _parser_of(target: str) -> argparse.ArgumentParser:
    """The parser that a command makes: it is stopped at the moment it would read its words."""

    def stop(parser: argparse.ArgumentParser, *_: object, **__: object) -> argparse.Namespace:
        raise _Parser(parser)

    module, _, function = target.partition(":")
    kept = command_arguments.Parser.parse_args
    command_arguments.Parser.parse_args = stop  # type: ignore[method-assign, assignment]
    try:
        getattr(__import__(module, fromlist=(function,)), function)([])
    except _Parser as found:
        return found.parser
    finally:
        command_arguments.Parser.parse_args = kept  # type: ignore[method-assign]
    raise LookupError(target)


def _levels(parser: argparse.ArgumentParser, path: tuple[str, ...], language: str) -> Iterator[Level]:
    level = Level(path)
    below: list[Level] = []
    for action in parser._actions:  # noqa: SLF001 - argparse has no other way to ask
        if isinstance(action, argparse._SubParsersAction):  # noqa: SLF001 - the same
            about = {choice.dest: _about(choice, language) for choice in action._choices_actions}  # noqa: SLF001 - the same
            for word, inner in action.choices.items():
                level.words.append((word, about.get(word, "")))
                below += _levels(inner, (*path, word), language)
        else:
            _add(level, action, language)
    yield level
    yield from below


def _add(level: Level, action: Any, language: str) -> None:
    if action.help is argparse.SUPPRESS:
        return
    choices, about = [str(choice) for choice in action.choices or ()], _about(action, language)
    if not action.option_strings:
        level.words += [(choice, about) for choice in choices]
    for word in (one for one in action.option_strings if one != "-h"):
        level.words.append((word, about))
        if action.nargs != 0:
            level.values[word] = choices


def _about(action: Any, language: str) -> str:
    """What a word means, with its default where the text names it."""
    return messages.text(action.help, {}, language) % vars(action) if action.help else ""


def _quoted(text: str) -> str:
    """One word of bash and zsh."""
    return "'" + text.replace("'", "'\\''") + "'"


def _at(*words: str) -> str:
    """What the words typed so far become: each with a blank before it."""
    return _quoted("".join(f" {word}" for word in words))


def _known(found: Sequence[Level], between: str) -> str:
    """The lines that lead somewhere, as the patterns of one arm."""
    return between.join(_at(*level.path) for level in found if level.path)


def _values(found: Sequence[Level]) -> Iterator[tuple[Level, str, list[str]]]:
    """(level, option, choices) of every option that takes a value."""
    return ((level, word, choices) for level in found for word, choices in level.values.items())


def bash(found: Sequence[Level]) -> str:
    """For bash: a function and the command it is for."""
    values = [
        f"    {_at(*level.path, word)}) words={_quoted(' '.join(choices))} values=1 ;;" for level, word, choices in _values(found)
    ]
    arms = [f"    {_at(*level.path)}) words={_quoted(' '.join(word for word, _ in level.words))} ;;" for level in found]
    return "\n".join(
        [
            f"# bash completion of {NAME}; load it with: source <({NAME} completion bash)",
            "_feedback_gate() {",
            "  local line='' words='' values='' word i",
            "  COMPREPLY=()",
            "  for ((i = 1; i < COMP_CWORD; i++)); do",
            '    case "$line ${COMP_WORDS[i]}" in',
            f'      {_known(found, " | ")}) line="$line ${{COMP_WORDS[i]}}" ;;',
            "    esac",
            "  done",
            '  case "$line ${COMP_WORDS[COMP_CWORD - 1]}" in',
            *values,
            "  esac",
            '  [ -n "$values" ] || case "$line" in',
            *arms,
            "  esac",
            '  for word in $(compgen -W "$words" -- "${COMP_WORDS[COMP_CWORD]}"); do COMPREPLY+=("$word"); done',
            "}",
            f"complete -o default -F _feedback_gate {NAME}",
            "",
        ]
    )


def zsh(found: Sequence[Level]) -> str:
    """For zsh: a file for a folder of `fpath`, which can also be sourced."""
    values = [
        f"    {_at(*level.path, word)}) found=({' '.join(map(_quoted, choices))}) values=1 ;;"
        for level, word, choices in _values(found)
    ]
    arms = [f"    {_at(*level.path)}) found=({' '.join(_described(*pair) for pair in level.words)}) ;;" for level in found]
    return "\n".join(
        [
            f"#compdef {NAME}",
            f"# zsh completion of {NAME}; load it with: source <({NAME} completion zsh)",
            "_feedback_gate() {",
            "  local line='' word values=''",
            "  local -a found",
            "  for word in ${words[2,CURRENT - 1]}; do",
            '    case "$line $word" in',
            f'      ({_known(found, " | ")}) line="$line $word" ;;',
            "    esac",
            "  done",
            '  case "$line ${words[CURRENT - 1]}" in',
            *values,
            "  esac",
            '  [[ -n $values ]] || case "$line" in',
            *arms,
            "  esac",
            f"  (( $#found )) && _describe -V {NAME} found",
            "  _files",
            "}",
            '[[ $funcstack[1] = _feedback_gate ]] && _feedback_gate "$@" || compdef _feedback_gate feedback-gate',
            "",
        ]
    )


def _described(word: str, about: str) -> str:
    return _quoted(word.replace(":", "\\:") + (f":{about}" if about else ""))


def fish(found: Sequence[Level]) -> str:
    """For fish: one line a word, each with the place it belongs to."""
    lines = [
        f"# fish completion of {NAME}; load it with: {NAME} completion fish | source",
        "function __feedback_gate_at",
        "    set -l line ''",
        "    for word in (commandline -opc)[2..]",
        '        switch "$line $word"',
        f"            case {_known(found, ' ')}",
        '                set line "$line $word"',
        "        end",
        "    end",
        '    test "$line" = "$argv[1]"',
        "end",
    ]
    lines += [_fish_line(level, word, about) for level in found for word, about in level.words]
    return "\n".join(lines) + "\n"


def _fish_line(level: Level, word: str, about: str) -> str:
    kind = f"-l {word[2:]}" if word.startswith("--") else f"-s {word[1:]}" if word.startswith("-") else f"-f -a {word}"
    if word in level.values:
        kind += f" -x -a {_fish(' '.join(level.values[word]))}" if level.values[word] else " -r"
    place = "".join(f" {part}" for part in level.path)
    condition = _fish(f'__feedback_gate_at "{place}"')
    return f"complete -c {NAME} -n {condition} {kind}" + (f" -d {_fish(about)}" if about else "")


def _fish(text: str) -> str:
    return "'" + text.replace("\\", "\\\\").replace("'", "\\'") + "'"


SHELLS = {"bash": bash, "zsh": zsh, "fish": fish}
