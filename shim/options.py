"""The options that hold before the executable runs, read as `hook.sh` reads them: fail mode, language, what may wake an event."""

from __future__ import annotations

import os

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

POLICY = "/etc/feedback-gate/policy.conf"
# Option → the words it knows; `notify` takes any other word as a backend that somebody chose.
WORDS = {
    "failMode": ("open", "closed"),
    "language": ("ja", "en", "auto"),
    "agentLaunchGuard": ("true", "false"),
    "notify": ("off", "auto"),
}
DEFAULTS = {"failMode": "open", "language": "auto", "agentLaunchGuard": "false", "notify": "auto"}
# Option → its variables, the weaker first.
VARIABLES = {
    "notify": ("CLAUDE_PLUGIN_OPTION_NOTIFY", "FEEDBACK_GATE_NOTIFY"),
    "agentLaunchGuard": ("CLAUDE_PLUGIN_OPTION_AGENTLAUNCHGUARD", "FEEDBACK_GATE_AGENT_LAUNCH_GUARD"),
    "language": ("CLAUDE_PLUGIN_OPTION_LANGUAGE", "FEEDBACK_GATE_LANGUAGE"),
    "failMode": ("CLAUDE_PLUGIN_OPTION_FAILMODE", "FEEDBACK_GATE_FAIL_MODE"),
}
# Option that protects → the word that loosens it.
LOOSE = {"failMode": "open", "agentLaunchGuard": "false"}
LARGEST = 1 << 20  # bytes of a file of options
SETTINGS = (".claude/settings.json", ".claude/settings.local.json")


def read(env: Mapping[str, str], user_file: str, folders: list[str], policy: str = POLICY) -> dict[str, str]:
    """Option → value; the weakest source first: the person's file, plugin, environment, administrator.

    An administrator's file that is there and cannot be read may have locked what protects, so nothing loosens it then.

    Args:
        env: the environment.
        user_file: path of settings.conf, empty where there is none.
        folders: those of the project, whose settings may tighten but not loosen.
        policy: the administrator's file.
    """
    values = dict(DEFAULTS)
    for name, word in pairs(user_file) or ():
        _set(values, name, word)
    administrator = pairs(policy)
    for name, variables in VARIABLES.items():
        for variable in variables:
            word = env.get(variable, "")
            loosens = word.lower() == LOOSE.get(name) != values[name]
            if not loosens or (administrator is not None and not from_project(variable, folders)):
                _set(values, name, word)
    for name, word in administrator or ():
        _set(values, name, word)
    if values["language"] == "auto":
        values["language"] = _of_locale(env)
    return values


def pairs(path: str) -> list[tuple[str, str]] | None:
    """The lines `key = value` of a file; [] without one, None when it is there and cannot be read; a FIFO is not waited for."""
    if not is_there(path):
        return []
    try:
        if not os.path.isfile(path) or os.path.getsize(path) > LARGEST:
            return None
        with open(path, encoding="utf-8", errors="replace", newline="\n") as file:
            lines = file.read().split("\n")
    except (OSError, ValueError):
        return None
    parts = (line.partition("=") for line in lines)
    return [(name.strip(), word.strip()) for name, equals, word in parts if equals]


def is_there(path: str) -> bool:
    """Whether anything stands there: also what is no file, a link that leads nowhere, and what may not be looked at."""
    try:
        os.lstat(path)
    except (FileNotFoundError, NotADirectoryError, ValueError):
        return False
    except OSError:
        return True
    return True


def with_those_above(folders: list[str], home: str) -> list[str]:
    """The folders and all above them: the one we are told of need not be the one that has the project's settings.

    The home folder ends the way up: its settings are the person's own.
    """
    found: dict[str, None] = {}
    for folder in folders:
        above = folder
        while above not in found and not _is_same(above, home):
            found[above] = None
            above = os.path.dirname(above)
    return list(found)


def from_project(name: str, folders: list[str]) -> bool:
    """Whether settings in these folders may have put this variable into our environment.

    They reach every hook (Claude Code 2.1.332). An escape in the file can hide a name, so it counts as naming everything.
    """
    for path in (os.path.join(folder, settings) for folder in folders for settings in SETTINGS):
        try:
            if not os.path.isfile(path):
                continue
            with open(path, "rb") as file:
                text = file.read()
        except (OSError, ValueError):
            continue
        if name.encode() in text or b"\\u" in text:
            return True
    return False


def _is_same(one: str, other: str) -> bool:
    try:
        return os.path.samefile(one, other)
    except (OSError, ValueError):
        return False


def _set(values: dict[str, str], name: str, word: str) -> None:
    """Take a word that the option knows, in any case; anything else changes nothing."""
    if word.lower() in WORDS.get(name, ()):
        values[name] = word.lower()
    elif name == "notify" and word:
        values[name] = "chosen"


def _of_locale(env: Mapping[str, str]) -> str:
    """The first variable that is not blank decides; FEEDBACK_GATE_LANG only when it names a language we speak."""
    named = env.get("FEEDBACK_GATE_LANG", "").strip().lower()
    if _is_japanese(named):
        return "ja"
    if named.startswith("en"):
        return "en"
    words = (env.get(name, "").strip().lower() for name in ("LC_ALL", "LC_MESSAGES", "LANG"))
    return "ja" if _is_japanese(next((word for word in words if word), "")) else "en"


def _is_japanese(word: str) -> bool:
    return word[:2] == "ja" and not (word[2:3].isascii() and word[2:3].isalpha())
