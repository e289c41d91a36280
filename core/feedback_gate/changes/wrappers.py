"""Programs that run other programs: what stands behind `sudo -u x`, `env A=1`, `find -exec`, and the texts given to a shell."""

from __future__ import annotations

import re
from itertools import dropwhile, islice

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Mapping, Sequence

    from feedback_gate.changes.shell_words import Part

SHELLS = frozenset(("sh", "bash", "dash", "zsh", "ksh", "fish", "ash", "mksh"))
INTERPRETERS = re.compile(r"(python|perl|ruby|node|php|deno|bun)[0-9.]*")
# Long options of shells that take the next word as their value.
SHELL_OPTIONS = ("--init-file", "--rcfile")
PYTHON = re.compile(r"python[0-9.]*")
MAX_LAYERS = 32

# Program → its options that take the next word as their value. What is left behind options and operands is a command.
WRAPPERS = {
    "builtin": "",
    "busybox": "",
    "caffeinate": "-t -w",
    "chroot": "--groups --userspec",
    "chrt": "-D -P -T",
    "command": "",
    "dbus-run-session": "--config-file --dbus-daemon",
    "doas": "-C -u",
    "env": "-C -S -u --chdir --split-string --unset",
    "exec": "-a",
    "faketime": "",
    "flock": "-E -c -w --command --conflict-exit-code --timeout --wait",
    "gtimeout": "-k -s --kill-after --signal",
    "ionice": "-P -c -n -p -u --class --classdata",
    "nice": "-n --adjustment",
    "nohup": "",
    "nsenter": "-G -S -t --setgid --setuid --target",
    "pkexec": "--user",
    "prlimit": "-p --pid",
    "rlwrap": "",
    "runuser": "-G -c -g -s -u --command --group --shell --user",
    "setpriv": "--egid --euid --groups --regid --reuid --rgid --ruid",
    "setsid": "",
    "ssh-agent": "-E -O -P -a -t",
    "stdbuf": "-e -i -o --error --input --output",
    "strace": "-E -I -O -P -S -X -a -b -e -o -p -s -u",
    "sudo": "-C -D -R -T -U -g -h -p -r -t -u --chdir --chroot --close-from --group --host --prompt --role --type --user",
    "systemd-run": "-E -M -p -u --description --property --setenv --slice --uid --unit --working-directory",
    "taskset": "",
    "time": "-f -o --format --output",
    "timeout": "-k -s --kill-after --signal",
    "unshare": "-G -R -S -w --root --wd",
    "watch": "-n --interval",
    "xvfb-run": "-e -f -n -p -s -w --auth-file --error-file --server-args --server-num --wait --xauth-protocol",
}
# Words without a dash that stand before the command.
OPERANDS = {"chroot": 1, "chrt": 1, "direnv exec": 1, "faketime": 1, "flock": 1, "gtimeout": 1, "taskset": 1, "timeout": 1}
ASSIGNING = frozenset(("env", "sudo", "time"))
# The same for what runs a command of an environment or package, or one for each line of its input.
RUNNERS = {
    "bundle exec": "--gemfile",
    "bunx": "-p --package",
    "conda run": "-n -p --cwd --name --prefix",
    "direnv exec": "",
    "hatch run": "",
    "npx": "-c -p --call --package",
    "parallel": "-I -N -P -S -a -j -n --colsep --delay --jobs --joblog --max-args --results --timeout",
    "pdm run": "-p --project",
    "pipenv run": "",
    "pixi run": "-e --environment --manifest-path",
    "pnpm exec": "-C --dir --filter",
    "rye run": "",
    "poetry run": "-C -P --directory --project",
    "uv run": "-p --directory --env-file --extra --group --index --project --python --with --with-editable --with-requirements",
    "xargs": "-E -I -L -P -a -d -n -s --arg-file --delimiter --max-args --max-chars --max-lines --max-procs --process-slot-var",
}
# What ends the words that are not part of the command.
MARKS = {"mise exec": ("--",), "mise x": ("--",), "nix develop": ("-c", "--command"), "nix shell": ("-c", "--command")}
# Programs whose option holds a command line; what they take besides does not matter.
TEXT_OPTIONS = {
    "env": ("-S", "--split-string"),
    "flock": ("-c", "--command"),
    "mise exec": ("-c", "--command"),
    "mise x": ("-c", "--command"),
    "nix-shell": ("--command", "--run"),
    "npx": ("-c", "--call"),
    "runuser": ("-c", "--command"),
    "script": ("-c", "--command"),
    "su": ("-c", "--command"),
}
EXECUTES = frozenset(("-exec", "-execdir", "-ok", "-okdir"))
SPEAKERS = frozenset(("echo", "printf"))


def name_of(word: str) -> str:
    """A program's name without its folder."""
    return word.rpartition("/")[2]


def unwrapped(words: Sequence[str]) -> list[str]:
    """The words of the command behind all wrappers: `/usr/bin/env X=1 nice -n 5 git status` → `git status`."""
    rest = list(words)
    for _ in range(MAX_LAYERS):
        if not rest or name_of(rest[0]) not in WRAPPERS:
            break
        rest = _behind(name_of(rest[0]), rest, 1, WRAPPERS)
    return rest


def layers(words: Sequence[str]) -> Iterator[list[str]]:
    """A simple command's words, then those of each command that it runs, wrappers, runners, xargs and `find -exec` included."""
    waiting = [list(words)]
    for _ in range(MAX_LAYERS):
        if not waiting:
            return
        words = waiting.pop()
        if words:
            yield words
            waiting += _inner(words)


def texts(part: Part) -> list[str]:
    """The command lines that a simple command has a shell read: `sh -c`, `eval`, `su -c`, a here-document of `bash`."""
    found = []
    for words in layers(part.words):
        name = name_of(words[0])
        if name == "eval":
            found.append(" ".join(words[1:]))
        elif name in ("watch", "parallel"):
            found += [word for word in _inner(words)[0][:1] if " " in word]
        elif name == "trap":
            found += words[1:2]
        elif name in SHELLS:
            text, from_input = _of_shell(words)
            found += [one.text for one in part.redirections] if from_input else [text]
        found += _option_texts(words)
    return [text for text in found if text]


def reads_program_from_input(part: Part) -> bool:
    """Whether a simple command runs a text it is given on standard input: a shell or interpreter without a file, xargs."""
    return any(_reads_input(words) for words in layers(part.words))


def spoken(parts: Sequence[Part]) -> list[str]:
    """What `echo` and `printf` say in a line that has a shell read its input: `echo git push | sh` → `git push`."""
    if not any(map(reads_program_from_input, parts)):
        return []
    said = (part.words[1:] for part in parts if part.words and part.words[0] in SPEAKERS)
    return [" ".join(dropwhile(lambda word: word.startswith("-"), words)).replace("\\n", "\n") for words in said]


def _reads_input(words: Sequence[str]) -> bool:
    name = name_of(words[0])
    if name == "xargs":
        return True
    if name in SHELLS:
        return _of_shell(words)[1]
    return bool(INTERPRETERS.fullmatch(name)) and all(
        word.startswith("-") and word not in ("-c", "-e", "-m") for word in words[1:]
    )


def _inner(words: list[str]) -> list[list[str]]:
    """The commands one layer further in; [] when there is none."""
    name = name_of(words[0])
    pair = " ".join((name, *words[1:2]))
    if name == "find":
        starts = islice((at + 1 for at, word in enumerate(words) if word in EXECUTES), MAX_LAYERS)
        return [_until_end(words[at:]) for at in starts]
    if PYTHON.fullmatch(name):
        return [_module(words)]
    if pair in MARKS:
        at = next((at for at, word in enumerate(words) if at > 1 and word in MARKS[pair]), len(words))
        return [words[at + 1 :]]
    if name in WRAPPERS:
        return [_behind(name, words, 1, WRAPPERS)]
    if pair in RUNNERS:
        return [_behind(pair, words, 2, RUNNERS)]
    return [_behind(name, words, 1, RUNNERS)] if name in RUNNERS else []


def _module(words: list[str]) -> list[str]:
    """The module that Python runs, as if it were a program, and what it is given; [] when it runs none."""
    position = 1
    while position < len(words) and words[position].startswith("-") and "c" not in words[position]:
        if words[position].endswith("m"):
            return words[position + 1 :]
        position += 2 if _takes_next(words[position], ("-W", "-X")) else 1
    return []


def _until_end(words: list[str]) -> list[str]:
    """The words of a command inside `find`, up to `;` or `{} +`."""
    end = next((at for at, word in enumerate(words) if word == ";" or (word == "+" and words[at - 1] == "{}")), len(words))
    return words[:end]


def _behind(name: str, words: list[str], start: int, table: Mapping[str, str]) -> list[str]:
    """What is left of the words behind a program's options, their values, operands and assignments."""
    values = frozenset(table[name].split())
    operands = OPERANDS.get(name, 0)
    position = start
    while position < len(words):
        word = words[position]
        if word == "--":
            position += 1 + operands
            break
        if word.startswith("-"):
            position += 2 if _takes_next(word, values) else 1
            if name == "env" and word.startswith(TEXT_OPTIONS[name]):  # what follows is added to its text
                break
        elif name in ASSIGNING and "=" in word:
            position += 1
        elif operands:
            operands -= 1
            position += 1
        else:
            break
    return words[position:]


def _takes_next(word: str, values: Collection[str]) -> bool:
    """Whether an option's value is the word after it: `-u x`, `-iu x`, `--user x`; not `-n5`, `--user=x`."""
    if len(word) == 2 or word.startswith("--"):
        return word in values
    first = next((at for at, letter in enumerate(word) if at and "-" + letter in values), 0)
    return bool(first) and first == len(word) - 1


def _option_texts(words: list[str]) -> list[str]:
    """The values of the options that hold a command line."""
    name = name_of(words[0])
    options = TEXT_OPTIONS.get(name) or TEXT_OPTIONS.get(" ".join((name, *words[1:2])))
    if not options:
        return []
    inner = _inner(words)
    own = words[1 : len(words) - len(inner[0])] if inner and inner[0][:1] and inner[0][0][:1] != "-" else words[1:]
    found = []
    for position, word in enumerate(own):
        option, equals, value = word.partition("=")
        if equals and option in options:
            found.append(value)
        elif _takes_next(word, options):
            found += own[position + 1 : position + 2]
        elif word[:2] in options and word[:2] != "--":
            found.append(word[2:])
    return [" ".join((text, *inner[0])) for text in found] if name == "env" else found


def _of_shell(words: Sequence[str]) -> tuple[str, bool]:
    """(the text behind a shell's `-c`, "" where there is none; whether the shell reads its program from standard input)."""
    position, from_input = 1, False
    while position < len(words) and words[position].startswith(("-", "+")):
        word = words[position]
        joined = word[1:2] != "-"
        position += 1 + (len(re.findall("[oO]", word)) if joined else word in SHELL_OPTIONS)  # those take the next word
        if joined and word[0] == "-":
            if "c" in word:
                return "".join(words[position : position + 1]), False
            from_input = from_input or "s" in word
    return "", from_input or position >= len(words)
