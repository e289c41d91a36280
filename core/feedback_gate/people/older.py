"""What older tools left registered: it runs beside us, so it is named with the command that takes it away."""

from __future__ import annotations

import json
import os
import re
from typing import TYPE_CHECKING

from feedback_gate.hosts.claude import registered as of_claude
from feedback_gate.hosts.codex import registered as of_codex
from feedback_gate.system import files

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from typing import Any

# The script that Shoot registers, as a whole file name.
_SHOOT = re.compile(r"(?:^|[\s/\\\"'])shoot-hook\.js(?:$|[\s\"'])")
# The older plugin's hooks, copied into a settings file.
_OLDER_HOOK = re.compile(r"claude-hook-gate|scripts/hook\.sh[\"']?\s+[A-Z][A-Za-z]+\s*$")
SHOOT, PLUGIN, HOOK = "doctor.older_shoot", "doctor.older_plugin", "doctor.older_hook"


class Older:
    """One of them. code: of its message; path: the file that registers it; remove: the command or step that takes it away."""

    __slots__ = ("code", "path", "remove")

    def __init__(self, code: str, path: str, remove: str) -> None:
        self.code = code
        self.path = path
        self.remove = remove


def find(environ: Mapping[str, str], project: str) -> list[Older]:
    """Everything older that a host would still start in a project, each once."""
    found = [*_plugins(environ, project), *_of_claude(environ, project), *_of_codex(environ, project)]
    return list({(one.code, one.path): one for one in found}.values())


def _plugins(environ: Mapping[str, str], project: str) -> Iterator[Older]:
    for one in of_claude.all_settings(environ, project):
        given = one.value.get("enabledPlugins")
        for name, on in given.items() if isinstance(given, dict) else ():
            if on and name.partition("@")[0] == of_claude.PLUGIN_NAME and not of_claude.is_our_plugin(name, environ):
                yield Older(PLUGIN, one.path, f"claude plugin uninstall {name}")
    config = os.path.join(of_codex.config_home(environ), "config.toml")
    for name in of_codex.enabled_plugins(files.read_text(config, of_codex.LARGEST) or ""):
        if name.partition("@")[2] == of_codex.OLDER_MARKET:
            yield Older(PLUGIN, config, f"codex plugin remove {name}")


def _of_claude(environ: Mapping[str, str], project: str) -> Iterator[Older]:
    for one in of_claude.all_settings(environ, project):
        for _, handler in of_claude.handlers(one.value):
            yield from _judged(_words(handler), one.path)


def _of_codex(environ: Mapping[str, str], project: str) -> Iterator[Older]:
    for _, path in of_codex.hook_paths(environ, project):
        text = files.read_text(path, of_codex.LARGEST) or ""
        if path.endswith(".json"):
            for handler in _handlers(text):
                yield from _judged(_words(handler), path)
        else:
            for _, line in of_codex.commands(path, text):
                yield from _judged([line], path)


def _handlers(text: str) -> list[dict[str, Any]]:
    try:
        value = json.loads(text)
    except (ValueError, RecursionError):
        return []
    return [handler for _, handler in of_claude.handlers(value)] if isinstance(value, dict) else []


def _words(handler: Mapping[str, Any]) -> list[str]:
    args = handler.get("args")
    return [word for word in [handler.get("command"), *(args if isinstance(args, list) else ())] if isinstance(word, str)]


def _judged(words: list[str], path: str) -> Iterator[Older]:
    if any(_SHOOT.search(word) for word in words):
        yield Older(SHOOT, path, "npx shoot-cc uninstall")
    elif any(_OLDER_HOOK.search(word) for word in words):
        yield Older(HOOK, path, "")
