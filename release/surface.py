"""Generates docs/surface.md: every variable that is read, program that is started and file that is written.

The code is searched for them; a name that the tables here do not explain, and an explanation that nothing in the code needs any
more, stops the generator (`make lint`). What hooks really do is traced against these tables in tests/e2e/test_trace.py.
"""

from __future__ import annotations

import ast
import os
import re

from feedback_gate.hosts.claude import registration as claude
from feedback_gate.hosts.codex import registration as codex
from feedback_gate.settings import OPTIONS

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(HERE)
TARGET = "docs/surface.md"
SHELL = "shim/hook.sh"
# Part of the product → where its code lies.
PARTS = {
    "launcher": ("shim",),
    "executable": ("core/feedback_gate",),
    "installer": ("installer/feedback_gate_installer", "release/installer_start.py"),
}

# ---- variables

HOST, OURS, SYSTEM, NETWORK, AGENT = "of the host", "of ours", "of the system", "of the network", "of an agent"
# Name → whose it is and what it decides. A name that ends in `_` stands for all that begin so.
VARIABLES: dict[str, tuple[str, str]] = {
    "CLAUDE_PROJECT_DIR": (HOST, "the project's folder"),
    "CLAUDE_CODE_SESSION_ID": (
        HOST,
        "the session, for markers; its presence says that an agent runs us: no approval, no downgrade",
    ),
    "CLAUDE_CODE_SESSION_ATTENDED": (HOST, "whether a person is there to approve"),
    "CLAUDE_CODE_ENTRYPOINT": (HOST, "its presence says that an agent runs us: no approval, no downgrade"),
    "CLAUDE_CONFIG_DIR": (HOST, "where Claude Code keeps its settings: registrations are read there"),
    "CLAUDE_PID": (HOST, "the client's process, for its terminal"),
    "CLAUDE_PLUGIN_ROOT": (HOST, "set by `doctor` for a proof; never believed by the launcher"),
    "PLUGIN_ROOT": (HOST, "Codex: set by `doctor` for a proof; never believed by the launcher"),
    "CODEX_HOME": (HOST, "where Codex keeps its settings: registrations are read there"),
    "CLAUDE_PLUGIN_OPTION_": (HOST, "a saved plugin option"),
    "CLAUDE_FEEDBACK_DIR": (OURS, "another folder of rules; never from a project's settings"),
    "FEEDBACK_GATE_": (OURS, "an option"),
    "FEEDBACK_GATE_LANG": (OURS, "a language, when the option says auto"),
    "FEEDBACK_GATE_BIN": (OURS, "another executable; never from a project's settings, nor where an administrator pins one"),
    "FEEDBACK_GATE_CACHE_DIR": (OURS, "another cache folder; never from a project's settings"),
    "FEEDBACK_GATE_RELEASE_BASE_URL": (OURS, "another release address; never from a project's settings"),
    "FEEDBACK_GATE_CA_FILE": (OURS, "a private certificate authority; never from a project's settings"),
    "FEEDBACK_GATE_ASK_AGENT_TYPES": (OURS, "agents that the launch guard asks about"),
    "FEEDBACK_GATE_ALLOW_RECIPIENTS": (OURS, "agents that may be messaged unasked"),
    "FEEDBACK_GATE_RUN": (OURS, "given to commands: the mark by which their processes are found"),
    "DOGWOOD_BIN": (OURS, "a policy program; never from a project's settings"),
    "CLAUDE_AGENT_ID": (OURS, "given to commands: the agent they run for"),
    "CLAUDE_GATE_FILES": (OURS, "given to commands: the files they check"),
    "CLAUDE_GATE_FILES_FILE": (OURS, "given to commands: a file with their names"),
    "CLAUDE_GATE_PHASE": (OURS, "given to commands: rules or checks"),
    "CLAUDE_SESSION_ID": (OURS, "given to commands: the session"),
    "CLAUDE_STOP_HOOK_ACTIVE": (OURS, "given to commands: whether this stop was reopened"),
    "FILE": (OURS, "given to a rule's check: the file"),
    "CI": (OURS, "given to claim checks, unless it is set"),
    "HOME": (SYSTEM, "the home folder"),
    "USERPROFILE": (SYSTEM, "the home folder where there is no HOME"),
    "XDG_CACHE_HOME": (SYSTEM, "where the cache is"),
    "XDG_CONFIG_HOME": (SYSTEM, "where settings are"),
    "XDG_DATA_HOME": (SYSTEM, "where the launcher is"),
    "XDG_STATE_HOME": (SYSTEM, "where state is"),
    "XDG_RUNTIME_DIR": (SYSTEM, "whether there is a session bus"),
    "DBUS_SESSION_BUS_ADDRESS": (SYSTEM, "whether there is a session bus"),
    "WSL_DISTRO_NAME": (SYSTEM, "whether this is WSL, for notifications"),
    "TERM_PROGRAM": (SYSTEM, "which terminal is in front, for notifications on macOS"),
    "__CFBundleIdentifier": (SYSTEM, "which terminal is in front, for notifications on macOS"),
    "PATH": (SYSTEM, "where programs are; entries inside the project are passed over"),
    "PWD": (SYSTEM, "the current folder"),
    "LC_ALL": (SYSTEM, "the language"),
    "LC_MESSAGES": (SYSTEM, "the language"),
    "LANG": (SYSTEM, "the language"),
    "TERM": (SYSTEM, "whether a progress line or colours make sense"),
    "NO_COLOR": (SYSTEM, "no colours"),
    "FORCE_COLOR": (SYSTEM, "colours"),
    "TMPDIR": (SYSTEM, "where `doctor` makes its scratch folder"),
    "GIT_": (SYSTEM, "taken away from git, all of them; then GIT_OPTIONAL_LOCKS and GIT_TERMINAL_PROMPT are set to 0"),
    "SHIV_": (SYSTEM, "taken away from the installer's start: each could run something else"),
    "SHIV_ROOT": (OURS, "set by the installer's start: where it was unpacked"),
    "HTTPS_PROXY": (NETWORK, "installer: the proxy; never from a project's settings"),
    "HTTP_PROXY": (NETWORK, "installer: dropped when a project set it"),
    "ALL_PROXY": (NETWORK, "installer: the proxy"),
    "NO_PROXY": (NETWORK, "installer: hosts without proxy"),
    "SSL_CERT_FILE": (NETWORK, "installer: a private certificate authority"),
    "SSL_CERT_DIR": (NETWORK, "installer: a folder of them"),
    "REQUESTS_CA_BUNDLE": (NETWORK, "installer: a private certificate authority"),
    "AI_AGENT": (AGENT, "its presence says that an agent runs us: no approval, no downgrade"),
    "CLAUDECODE": (AGENT, "its presence says that an agent runs us: no approval, no downgrade"),
    "CLAUDE": (AGENT, "taken away for a proof of `doctor`"),
    "CODEX_": (AGENT, "its presence says that an agent runs us: no approval, no downgrade"),
    "CODEX_SANDBOX": (AGENT, "its presence says that an agent runs us: no approval, no downgrade"),
    "CODEX_SESSION_ID": (AGENT, "its presence says that an agent runs us: no approval, no downgrade"),
    "CODEX_THREAD_ID": (AGENT, "its presence says that an agent runs us: no approval, no downgrade"),
}
_READERS = ("environ", "env", "surroundings")
_FAMILY = re.compile(
    r"(FEEDBACK_GATE|CLAUDE|CODEX|XDG_|SSL_|HTTPS?_PROXY|ALL_PROXY|NO_PROXY|REQUESTS_|AI_AGENT|DBUS_|LC_|LANG\Z|DOGWOOD_|GIT_\Z|SHIV_|"
    r"WSL_DISTRO|TERM|HOME\Z|PATH\Z|TMPDIR|USERPROFILE)[A-Z_]*\Z"
)
# Constants that look like a variable's name and are none.
_NO_VARIABLES = frozenset(("CLAUDE_PLUGIN_OPTION_", "FEEDBACK_GATE_", "LC_"))

# ---- programs

# Module that starts a process → the programs it starts and when.
PROGRAMS: dict[str, tuple[tuple[str, str], ...]] = {
    "shim/hook.sh": (
        ("sh", "every event: this script, as you"),
        (
            "python3",
            "an event with something to check: the executable; at the first event also Pythons on PATH, to find one that will do",
        ),
        ("mkdir", "the first session: the folder for markers"),
        ("date", "an event that could not be checked, on a host without a session id"),
        ("sleep", "beside a Python that is being looked at: gives it up after ten seconds"),
    ),
    "shim/place.py": (("python3", "the first event: `version`, to see that it starts"),),
    "shim/start.py": (("python3", "every event, on hosts without a shell: the executable"),),
    "installer/feedback_gate_installer/asking.py": (
        ("curl", "fetching a release"),
        ("wget", "fetching a release, where there is no curl"),
    ),
    "installer/feedback_gate_installer/tools.py": (("wget", "`wget --version`: BusyBox's is passed over"),),
    "core/feedback_gate/changes/git.py": (
        ("git", "what changed, which repository: read-only, without its hooks, fsmonitor, external diff or textconv"),
    ),
    "core/feedback_gate/run/parallel.py": (
        ("sh", "a guard beside your commands, that ends them when the hook dies"),
        ("sh -c", "your commands: approved ones of `gate.yaml`, claim checks, `check` of rules"),
        ("dogwood", "a gate with `policy:`: whether a command runs now"),
    ),
    "core/feedback_gate/notify/backends.py": (
        ("notify-send", "a notification on Linux"),
        ("powershell.exe", "a notification on WSL"),
    ),
    "core/feedback_gate/notify/macos.py": (
        ("osascript", "macOS: which window is in front; a notification"),
        ("terminal-notifier", "a notification on macOS; a click runs `open` or `code`"),
    ),
    "core/feedback_gate/people/codex_hooks.py": (("codex", "`doctor --host codex`: which hooks it has"),),
    "core/feedback_gate/people/probe.py": (("sh -c", "`doctor`: the registered command, on a scratch project"),),
    "core/feedback_gate/people/doctor_machine.py": (("python3", "`doctor`: its version"),),
}
# Modules through which all of these go; they start what they are told.
_STARTING_ROOMS = ("core/feedback_gate/system/",)
_STARTS = {
    "processes": ("capture",),
    "children": ("spawn",),
    "dialogue": ("converse",),
    "subprocess": ("run", "Popen", "call", "check_call", "check_output"),
    "os": ("posix_spawn", "posix_spawnp", "system", "popen", "fork", "forkpty", "execv", "execve", "execvp", "execl", "execlp"),
}

# ---- files

STATE, CACHE, DATA = "~/.local/state/feedback-gate", "~/.cache/feedback-gate", "~/.local/share/feedback-gate"
HOOKS, PEOPLE, INSTALLER = "hooks", "commands for people", "installer"
# Pattern → who writes it, what it is, how long it stays. `<…>` is one part of a path.
FILES: dict[str, tuple[str, str, str]] = {
    f"{STATE}/seen/<name>": (
        HOOKS,
        "empty files and short texts: heartbeats, what was said, who answers, last verdicts",
        "a day",
    ),
    f"{STATE}/projects/<project>/<session>/<name>": (HOOKS, "one session: what changed, passed, failed, was asked", "a day"),
    f"{STATE}/projects/<project>/<session>/<folder>/<name>": (HOOKS, "the same, for subagents", "a day"),
    f"{STATE}/log/<name>": (
        HOOKS,
        "violations, gate runs, history, errors, approvals, installations: redacted, 1 MiB, two generations",
        "until removed",
    ),
    f"{STATE}/trust/<project>/<name>": (HOOKS, "what you approved, byte for byte", "until removed"),
    f"{STATE}/roots/<name>": (HOOKS, "which folder belongs to which project", "until removed"),
    f"{STATE}/counts/<name>": (HOOKS, "locks of rule files", "until removed"),
    f"{STATE}/<name>": (HOOKS, "what was learned about rules: counts above the written ones, slow patterns", "until removed"),
    f"{CACHE}/parsed/<name>": (HOOKS, "parsed rules, gates and policies", "can be removed at will"),
    f"{CACHE}/<version>/<name>": (HOOKS, "the executable, its signed list, the Python that was settled on", "30 days unused"),
    f"{CACHE}/<version>/<folder>/<name>": (HOOKS, "compiled code of the executable, one folder a Python", "with the executable"),
    f"{CACHE}/.lock": (HOOKS, "a lock around installing", "until removed"),
    "<project>/<.claude or .agents>/.gate-status/<name>": (
        HOOKS,
        "for people and agents to read: a `.gitignore` of `*`",
        "until removed",
    ),
    "<project>/<.claude or .agents>/.gate-status/<folder>/<name>": (HOOKS, "what runs now", "until it has run"),
    "<project>/<.claude or .agents>/.gate-status/<folder>/<session>/<name>": (
        HOOKS,
        "logs of runs: redacted",
        "swept by the next",
    ),
    "<rules folder>/<rule>.md": (
        HOOKS,
        "the line `count:` of a rule of your own that was violated again (option autoCount)",
        "yours",
    ),
    f"{STATE}/installer/<name>": (INSTALLER, "highest versions seen, what was placed", "until removed"),
    f"{DATA}/<name>": (PEOPLE, "`init`, the installer: launcher, pin, a copy of the executable", "until uninstalled"),
    "~/.local/bin/feedback-gate": (PEOPLE, "`init`, the installer: the command", "until uninstalled"),
    "<settings of a host>": (PEOPLE, "`init`, `uninstall`: our registrations, after you agreed", "until uninstalled"),
    "~/.config/feedback-gate/settings.conf": (PEOPLE, "`migrate`: options of the older plugin, after you agreed", "yours"),
    "<a file you name>": (PEOPLE, "`report --html`, `init`, `rules add`: a report, a first gate, a rule", "yours"),
}
# Folder of the code → the kinds of files that code there may write (see FILES), or none.
_WRITERS: dict[str, tuple[str, ...]] = {
    "core/feedback_gate/state/": (HOOKS,),
    "core/feedback_gate/feedback/": (HOOKS,),
    "core/feedback_gate/quality/": (HOOKS,),
    "core/feedback_gate/claims/": (HOOKS,),
    "core/feedback_gate/changes/": (HOOKS,),
    "core/feedback_gate/run/": (HOOKS,),
    "core/feedback_gate/notify/": (HOOKS,),
    "core/feedback_gate/hook.py": (HOOKS,),
    "core/feedback_gate/setup.py": (HOOKS,),
    "core/feedback_gate/approval.py": (HOOKS,),
    "core/feedback_gate/system/": (HOOKS, PEOPLE),
    "core/feedback_gate/hosts/settings_file.py": (PEOPLE,),
    "core/feedback_gate/people/": (PEOPLE,),
    "shim/": (HOOKS,),
    "installer/feedback_gate_installer/": (INSTALLER, HOOKS, PEOPLE),
    "release/installer_start.py": (INSTALLER,),
}
_WRITING = re.compile(
    r"\b(write_atomically|append_line|replace_content|write_to_device|make_folder|HeldLock|jsonfile\.(?:update|write)|O_CREAT|rmtree|"
    r"os\.(?:replace|rename|unlink|remove|rmdir|mkdir|makedirs|utime|symlink|link|truncate)|files\.(?:Lock|remove|adopt|replace))\b"
    r"|\bopen\([^)]*, \"(?:w|wb|a|ab|x|xb|r\+b)\""
)


class Unexplained(Exception):
    """The code does what no table explains, or a table explains what the code no longer does; the text says which."""


def sources() -> dict[str, str]:
    """Path from the checkout → text of every Python file that people run."""
    found = {}
    for folders in PARTS.values():
        for start in folders:
            for path in _python_files(os.path.join(ROOT, start)):
                with open(path, encoding="utf-8") as file:
                    found[os.path.relpath(path, ROOT).replace(os.sep, "/")] = file.read()
    return found


def _python_files(start: str) -> list[str]:
    if start.endswith(".py"):
        return [start]
    found = [os.path.join(base, name) for base, _, names in os.walk(start) for name in names if name.endswith(".py")]
    return sorted(path for path in found if "__pycache__" not in path)


def variables(files: dict[str, str]) -> dict[str, set[str]]:
    """Variable → the parts of the product that name it."""
    found: dict[str, set[str]] = {}
    for path, text in files.items():
        for name in _variables_in(ast.parse(text)):
            found.setdefault(name, set()).add(_part(path))
    with open(os.path.join(ROOT, SHELL), encoding="utf-8") as file:
        for name in re.findall(r"\$\{?([A-Z][A-Z_0-9]+)", file.read()):
            found.setdefault(name, set()).add("launcher")
    for option in OPTIONS.values():
        for name in (option.variable, option.plugin_variable):
            found.setdefault(name, set()).add("executable")
    return found


def _variables_in(tree: ast.AST) -> set[str]:
    found = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.args:
            reads = node.func.attr in ("get", "pop") and _is_environment(node.func.value)
            if reads or node.func.attr in ("variable", "guarded"):
                found |= _constant(node.args[0])
        elif isinstance(node, ast.Subscript) and _is_environment(node.value):
            found |= _constant(node.slice)
        elif isinstance(node, ast.Compare) and any(_is_environment(side) for side in node.comparators):
            found |= _constant(node.left)
        elif isinstance(node, ast.Constant):
            found |= {name for name in _constant(node) if _FAMILY.match(name)}
    return {name for name in found if re.fullmatch(r"_*[A-Z][A-Za-z0-9_]*", name)} - _NO_VARIABLES


def _is_environment(node: ast.AST) -> bool:
    return (isinstance(node, ast.Name) and node.id in _READERS) or (isinstance(node, ast.Attribute) and node.attr in _READERS)


def _constant(node: ast.AST) -> set[str]:
    return {node.value} if isinstance(node, ast.Constant) and isinstance(node.value, str) else set()


def _part(path: str) -> str:
    return next(part for part, folders in PARTS.items() if path.startswith(folders))


def explanation(name: str) -> tuple[str, str] | None:
    """Whose a variable is and what it decides."""
    for option in OPTIONS.values():
        if name in (option.variable, option.plugin_variable):
            return (OURS if name == option.variable else HOST, f"the option `{option.name}`")
    if name in VARIABLES:
        return VARIABLES[name]
    prefix = next((known for known in VARIABLES if known.endswith("_") and name.startswith(known)), "")
    return VARIABLES[prefix] if prefix in ("CODEX_", "GIT_") else None


def starters(files: dict[str, str]) -> set[str]:
    """The modules that start a process, apart from those through which all do."""
    found = {SHELL}
    for path, text in files.items():
        if not path.startswith(_STARTING_ROOMS) and any(_starts(node) for node in ast.walk(ast.parse(text))):
            found.add(path)
    return found


def _starts(node: ast.AST) -> bool:
    if not isinstance(node, ast.Call):
        return False
    if isinstance(node.func, ast.Name):
        return node.func.id in ("Lifeline", "spawn", "converse")
    owner = node.func.value if isinstance(node.func, ast.Attribute) else None
    return isinstance(node.func, ast.Attribute) and isinstance(owner, ast.Name) and node.func.attr in _STARTS.get(owner.id, ())


def writers(files: dict[str, str]) -> set[str]:
    """The modules that write, move or remove a file."""
    return {path for path, text in files.items() if _WRITING.search(text)}


def check(files: dict[str, str]) -> None:
    """Hold the tables against the code.

    Raises:
        Unexplained: names everything that is missing or too much.
    """
    found = variables(files)
    wrong = [f"variable {name} is read and not explained" for name in sorted(found) if explanation(name) is None]
    known = {name for name in VARIABLES if not name.endswith("_")}
    wrong += [f"variable {name} is explained and not read" for name in sorted(known - set(found))]
    modules = starters(files)
    wrong += [f"{path} starts a process and PROGRAMS does not say which" for path in sorted(modules - set(PROGRAMS))]
    wrong += [f"{path} is in PROGRAMS and starts none" for path in sorted(set(PROGRAMS) - modules)]
    for path in sorted(writers(files)):
        if not path.startswith(tuple(_WRITERS)):
            wrong.append(f"{path} writes and release/surface.py does not say where")
    if wrong:
        raise Unexplained("release/surface.py: " + "; ".join(wrong))


def pattern(text: str) -> str:
    """A pattern of FILES as a regular expression for the part below the home folder or the project."""
    parts = re.split(r"(<[^>]*>)", text)
    return "".join("[^/]+" if part.startswith("<") else re.escape(part) for part in parts)


def outputs() -> dict[str, str]:
    """Path from the checkout → text."""
    files = sources()
    check(files)
    return {TARGET: _HEAD + _event_table() + _program_table() + _file_table() + _variable_table(variables(files)) + _NETWORK}


_HEAD = """# What is read, started and written

Generated from the code by `release/surface.py` (`make format`); a name that it cannot explain fails `make lint`. A traced run of
every recorded event of both hosts, in `tests/e2e/test_trace.py`, proves that hooks do nothing else.

Everything runs as you, with your rights. There is no service, no login item, no background process that outlives an event.

"""
_NETWORK = """## Network

None, from any event, with one exception: when a session starts and the executable is nowhere on the machine, the release is fetched
from the addresses of the pin, or those that you or the administrator named. `feedback-gate-installer` connects when you run
`install` or `mirror`. Commands of your gate do what they do.
"""


def _event_table() -> str:
    """What each host is told to run, from the registrations themselves."""
    rows = []
    for host, declared in (("Claude Code", claude), ("Codex", codex)):
        for entry in declared.REGISTRATIONS:
            matcher = str(getattr(entry, "matcher", "")).replace("|", " ") or "every one"
            line = declared.command(declared.PLUGIN_LAUNCHER, entry.event).replace("|", "\\|")
            rows.append(f"| {host} | {entry.event} | {matcher} | `{line}` | {entry.timeout} s |")
    head = "## Events\n\nFor user and managed hooks the launcher's own path stands in place of the variable.\n\n"
    return head + "| host | event | tools | command | at most |\n|---|---|---|---|---|\n" + "\n".join(rows) + "\n\n"


def _variable_table(found: dict[str, set[str]]) -> str:
    rows = []
    for name in sorted(found, key=lambda name: (str((explanation(name) or ("", ""))[0]), name)):
        whose, what = explanation(name) or ("", "")
        rows.append(f"| `{name}` | {whose} | {', '.join(sorted(found[name]))} | {what} |")
    return "## Variables\n\n| variable | whose | read by | what it decides |\n|---|---|---|---|\n" + "\n".join(rows) + "\n\n"


def _program_table() -> str:
    rows = [f"| `{program}` | {when} | `{path}` |" for path, programs in sorted(PROGRAMS.items()) for program, when in programs]
    return "## Programs\n\n| program | when, what for | where in the code |\n|---|---|---|\n" + "\n".join(rows) + "\n\n"


def _file_table() -> str:
    rows = [f"| `{name}` | {who} | {what} | {life} |" for name, (who, what, life) in FILES.items()]
    note = (
        "Each is written beside its place and renamed, so names with a number and `.tmp`, `.lock` beside them and `.broken` for one that"
        " could not be read belong to it. `XDG_*` and `FEEDBACK_GATE_CACHE_DIR` move the folders.\n"
    )
    return "## Files that are written\n\n| file | by | what | how long |\n|---|---|---|---|\n" + "\n".join(rows) + "\n\n" + note
