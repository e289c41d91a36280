"""Where Codex is told to start us: managed requirements, the person's and a project's hooks, and enabled plugins (0.171.0)."""

from __future__ import annotations

import json
import os
import re

from feedback_gate.hosts.codex.registration import PROJECT_WORD, is_ours
from feedback_gate.hosts.registered import MANAGED, PLUGIN, PROJECT, USER, Registered, launcher_folder
from feedback_gate.system import files

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

MANAGED_FOLDER = "/etc/codex"
MANAGED_NAMES = ("requirements.toml", "config.toml", "hooks.json", "managed_config.toml")
NAMES = ("hooks.json", "config.toml")
OLDER_MARKET = "claude-hook-gate"
LARGEST = 16 << 20
# TOML as people and we write it; Python 3.9 has no reader for it.
_COMMAND = re.compile(r"""^\s*command\s*=\s*("(?:[^"\\]|\\.)*"|'[^']*')""", re.MULTILINE)
_PLUGIN = re.compile(r"""^\s*\[\s*plugins\s*\.\s*["'](feedback-gate@[^"']+)["']\s*\]([^\[]*)""", re.MULTILINE)
_ON = re.compile(r"^\s*enabled\s*=\s*true\b", re.MULTILINE)
_MANAGED_ONLY = re.compile(r"^\s*allow_managed_hooks_only\s*=\s*true\b", re.MULTILINE)


def config_home(environ: Mapping[str, str]) -> str:
    """`CODEX_HOME`, else `~/.codex`; "" without a home."""
    chosen, home = environ.get("CODEX_HOME", ""), environ.get("HOME", "")
    if chosen.startswith("/"):
        return chosen
    return os.path.join(home, ".codex") if home.startswith("/") else ""


def hook_paths(environ: Mapping[str, str], project: str) -> list[tuple[str, str]]:
    """(scope, path) of every file in which hooks may stand, there or not.

    A project's are read in every folder from its repository's top to the working folder, `project`.
    """
    found = [(MANAGED, os.path.join(MANAGED_FOLDER, name)) for name in MANAGED_NAMES]
    home = config_home(environ)
    found += [(USER, os.path.join(home, name)) for name in NAMES if home]
    for folder in _upwards(project):
        config = os.path.join(folder, ".codex")
        if os.path.realpath(config) != os.path.realpath(home):
            found += [(PROJECT, os.path.join(config, name)) for name in NAMES]
    return found


def watched(environ: Mapping[str, str], project: str) -> list[str]:
    """Every file at which a change of registrations shows."""
    return [path for _, path in hook_paths(environ, project)]


def registered(environ: Mapping[str, str], project: str) -> list[Registered]:
    """Every place that starts us and that the client obeys, trusted or not."""
    paths = hook_paths(environ, project)
    texts = {path: files.read_text(path, LARGEST) or "" for _, path in paths}
    if any(_MANAGED_ONLY.search(texts[path]) for scope, path in paths if scope == MANAGED):
        paths = [(scope, path) for scope, path in paths if scope == MANAGED]
    places = [place for scope, path in paths for place in _in_file(scope, path, texts[path], environ)]
    home = config_home(environ)
    config = os.path.join(home, "config.toml")
    ids = [name for name in enabled_plugins(texts.get(config, "")) if name.partition("@")[2] != OLDER_MARKET]
    if home and (USER, config) in paths:
        places += [Registered(PLUGIN, PLUGIN, name, _plugin_lines()) for name in ids]
    return places


def enabled_plugins(config: str) -> list[str]:
    """The ids `NAME@MARKET` of enabled plugins of our name in the text of a `config.toml`."""
    return [found[1] for found in _PLUGIN.finditer(config) if _ON.search(found[2])]


def commands(path: str, text: str) -> Iterator[tuple[str, str]]:
    """(event or "", command) of every hook in a file; TOML does not say here for which event."""
    if path.endswith(".json"):
        yield from _of_json(text)
        return
    for found in _COMMAND.finditer(text):
        word = found[1]
        try:
            yield "", json.loads(word) if word[0] == '"' else word[1:-1]
        except ValueError:
            continue


def _of_json(text: str) -> Iterator[tuple[str, str]]:
    """As the client reads it: plain JSON, only `description` and `hooks` at the top."""
    try:
        value = json.loads(text)
    except (ValueError, RecursionError):
        return
    hooks = value.get("hooks") if isinstance(value, dict) and not {*value} - {"description", "hooks"} else None
    for event, groups in hooks.items() if isinstance(hooks, dict) else ():
        for group in groups if isinstance(groups, list) else ():
            listed = group.get("hooks") if isinstance(group, dict) else None
            for one in listed if isinstance(listed, list) else ():
                if isinstance(one, dict) and isinstance(one.get("command"), str):
                    yield event, one["command"]


def _in_file(scope: str, path: str, text: str, environ: Mapping[str, str]) -> list[Registered]:
    """What a file registers of us: one place for each launcher it names."""
    lines: dict[str, dict[str, str]] = {}
    for named, line in commands(path, text):
        body = line.removesuffix(PROJECT_WORD)
        event = named or body.rpartition(" ")[2]
        if is_ours({"command": line}, event):
            folder = launcher_folder(body, "codex", environ)
            lines.setdefault(folder + line[len(body) :], {}).setdefault(event, line)
    return [Registered(scope, copy, path, named) for copy, named in lines.items() if copy.startswith("/")]


def _plugin_lines() -> dict[str, str]:
    from feedback_gate.hosts.codex.registration import PLUGIN_LAUNCHER, REGISTRATIONS, command

    return {entry.event: command(PLUGIN_LAUNCHER, entry.event) for entry in REGISTRATIONS}


def _upwards(project: str) -> list[str]:
    """The folders from the repository's top down to this one; outside a repository this one alone."""
    folders = []
    folder = project
    while folder not in ("", "/"):
        folders.append(folder)
        if os.path.lexists(os.path.join(folder, ".git")):
            return folders[::-1]
        folder = os.path.dirname(folder)
    return [project] if project else []
