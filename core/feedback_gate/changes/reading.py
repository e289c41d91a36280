"""Which programs only read, and under which conditions: whatever is not known here may write."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

PLAIN = frozenset(
    (
        *(
            "ls",
            "cat",
            "head",
            "tail",
            "grep",
            "egrep",
            "fgrep",
            "wc",
            "cut",
            "tr",
            "diff",
            "stat",
            "du",
            "pwd",
            "echo",
            "printf",
        ),
        *("which", "jq", "cd", "test", "[", "[[", "nl", "tac", "rev", "od", "hexdump", "strings", "cmp", "comm", "join", "paste"),
        *("column", "fold", "basename", "dirname", "realpath", "readlink", "date", "id", "whoami", "hostname", "uname", "uptime"),
        *(
            "ps",
            "df",
            "type",
            "true",
            "false",
            ":",
            "sleep",
            "seq",
            "expr",
            "printenv",
            "md5sum",
            "sha1sum",
            "sha256sum",
            "shasum",
        ),
        *("cksum", "more", "for"),
    )
)
FIND_WRITES = frozenset(("-exec", "-execdir", "-ok", "-okdir", "-delete", "-fprint", "-fprint0", "-fprintf", "-fls"))
GIT_READS = frozenset(
    (
        *(
            "status",
            "log",
            "diff",
            "show",
            "blame",
            "ls-files",
            "grep",
            "rev-parse",
            "describe",
            "branch",
            "tag",
            "remote",
            "fetch",
        ),
        *(
            "ls-tree",
            "ls-remote",
            "cat-file",
            "rev-list",
            "merge-base",
            "shortlog",
            "name-rev",
            "for-each-ref",
            "show-ref",
            "reflog",
        ),
        *("check-ignore", "check-attr", "count-objects", "diff-tree", "diff-index", "diff-files", "version", "help"),
    )
)
# Sub-commands of git that only read with this first argument.
GIT_READS_WITH = {"stash": ("list", "show"), "worktree": ("list",)}
GIT_GLOBAL_VALUES = frozenset(("-C", "-c", "--git-dir", "--work-tree", "--namespace"))
GIT_GLOBAL_FLAGS = frozenset(
    ("--no-pager", "-P", "-p", "--paginate", "--bare", "--no-replace-objects", "--literal-pathspecs", "--no-optional-locks")
)
# Settings (`-c`) that cannot name a program, and variables in front of a command that can.
GIT_HARMLESS_SETTINGS = (
    "color.",
    "advice.",
    "log.",
    "status.",
    "i18n.",
    "core.quotepath=",
    "core.pager=cat",
    "diff.renames",
    "diff.rename",
)
PROGRAM_VARIABLES = frozenset(("PATH", "ENV", "BASH_ENV", "PAGER", "LESSOPEN", "LESSCLOSE", "RIPGREP_CONFIG_PATH", "IFS"))
PROGRAM_PREFIXES = ("LD_", "DYLD_", "GIT_")
HARMLESS_VARIABLES = frozenset(
    ("PAGER=", "PAGER=cat", "GIT_PAGER=", "GIT_PAGER=cat", "GIT_OPTIONAL_LOCKS=0", "GIT_TERMINAL_PROMPT=0")
)
SED_LONG = frozenset(("--quiet", "--silent", "--regexp-extended", "--null-data", "--posix", "--unbuffered", "--separate"))
SED_SHORT = frozenset("nErsuz")


def only_reads(words: Sequence[str]) -> bool:
    """Whether a command, its wrappers taken away, only reads. No words at all only read."""
    if not words:
        return True
    program, arguments = words[0], words[1:]
    if any(argument.startswith(("--ou", "--in-p")) for argument in arguments):  # an output file, also abbreviated
        return False
    condition = CONDITIONS.get(program)
    return condition(arguments) if condition else program in PLAIN


def harmless_assignment(assignment: str) -> bool:
    """Whether `NAME=value` in front of a command cannot make it run another program."""
    name = assignment.partition("=")[0].rstrip("+")
    risky = name in PROGRAM_VARIABLES or name.startswith(PROGRAM_PREFIXES)
    return not risky or assignment in HARMLESS_VARIABLES


def git_subcommand(arguments: Sequence[str]) -> tuple[str, Sequence[str], bool]:
    """(sub-command, its arguments, whether the options before it are known and harmless) of the words behind `git`."""
    position, harmless = 0, True
    while position < len(arguments) and arguments[position].startswith("-"):
        option = arguments[position]
        value = arguments[position + 1] if position + 1 < len(arguments) else ""
        if option == "-c":
            harmless = harmless and value.startswith(GIT_HARMLESS_SETTINGS)
        elif option not in GIT_GLOBAL_VALUES and option not in GIT_GLOBAL_FLAGS:
            harmless = harmless and option.startswith(("--git-dir=", "--work-tree=", "--namespace="))
        position += 2 if option in GIT_GLOBAL_VALUES else 1
    sub = arguments[position] if position < len(arguments) else ""
    return sub, arguments[position + 1 :], harmless


def _cluster(arguments: Sequence[str], letters: str) -> bool:
    """Whether one of the letters occurs among short options, also joined ones."""
    return any(argument[:1] == "-" and argument[1:2] != "-" and not set(letters).isdisjoint(argument) for argument in arguments)


def _find(arguments: Sequence[str]) -> bool:
    return FIND_WRITES.isdisjoint(arguments)


def _sort(arguments: Sequence[str]) -> bool:
    return not _cluster(arguments, "o") and not any(argument.startswith(("--o", "--co")) for argument in arguments)


def _uniq(arguments: Sequence[str]) -> bool:
    operands, position, ended = 0, 0, False
    while position < len(arguments):
        argument = arguments[position]
        if ended or not argument.startswith(("-", "+")) or argument == "-":
            operands += 1
        elif argument == "--":
            ended = True
        elif argument in {"-f", "-s", "-w"}:
            position += 1
        position += 1
    return operands <= 1


def _tree(arguments: Sequence[str]) -> bool:
    return not _cluster(arguments, "oR")


def _less(arguments: Sequence[str]) -> bool:
    return not _cluster(arguments, "oO") and not any(argument.startswith(("--l", "--L", "+")) for argument in arguments)


def _file(arguments: Sequence[str]) -> bool:
    return not _cluster(arguments, "C") and not any(argument.startswith("--co") for argument in arguments)


def _rg(arguments: Sequence[str]) -> bool:
    return not any(argument.startswith(("--pre", "--hostname-bin")) for argument in arguments)


def _awk(arguments: Sequence[str]) -> bool:
    """No redirection, pipe or loading in the program, no file of programs or extensions."""
    if any(mark in argument for argument in arguments for mark in (">", "|", "@", "system")):
        return False
    return not any(argument.startswith(("-f", "-i", "-l", "-E", "-o", "-p", "-d", "--")) for argument in arguments)


def _sed(arguments: Sequence[str]) -> bool:
    """Only known options, and a script that is known neither to write nor to run anything."""
    from feedback_gate.changes.sed import script_only_reads

    scripts: list[str] = []
    operands: list[str] = []
    position = 0
    while position < len(arguments):
        argument = arguments[position]
        position += 1
        if argument in {"-e", "--expression"}:
            scripts += arguments[position : position + 1]
            position += 1
        elif argument.startswith("--expression="):
            scripts.append(argument.partition("=")[2])
        elif not argument.startswith("-") or argument == "-":
            operands.append(argument)
        elif argument not in SED_LONG and set(argument[1:]) - SED_SHORT:
            return False
    scripts = scripts or operands[:1]
    return bool(scripts) and all(map(script_only_reads, scripts))


def _git(arguments: Sequence[str]) -> bool:
    sub, rest, harmless = git_subcommand(arguments)
    if not harmless:
        return False
    if sub in GIT_READS_WITH:
        return rest[:1] != [] and rest[0] in GIT_READS_WITH[sub]
    if sub == "grep" and (_cluster(rest, "O") or any(argument.startswith("--op") for argument in rest)):
        return False
    if sub in {"fetch", "ls-remote"} and any(argument.startswith(("--up", "--exec")) for argument in rest):
        return False
    return sub in GIT_READS


def _go(arguments: Sequence[str]) -> bool:
    sub, rest = (arguments[0], arguments[1:]) if arguments else ("", ())
    if sub == "list":
        return not any("mod=mod" in argument or "toolexec" in argument for argument in rest)
    return sub in {"version", "doc"} or (sub == "env" and not any(argument in {"-w", "-u"} for argument in rest))


CONDITIONS = {
    "find": _find,
    "sort": _sort,
    "uniq": _uniq,
    "tree": _tree,
    "less": _less,
    "file": _file,
    "rg": _rg,
    "awk": _awk,
    "sed": _sed,
    "git": _git,
    "go": _go,
}
