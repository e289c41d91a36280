"""Where Claude Code is told to start us: managed, user, project and local settings, and enabled plugins (2.1.332)."""

from __future__ import annotations

import json
import os
import sys

from feedback_gate.hosts.claude.registration import is_ours
from feedback_gate.hosts.registered import LOCAL, MANAGED, PLUGIN, PROJECT, USER, Registered, launcher_folder
from feedback_gate.system import files

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

MANAGED_FOLDER = "/Library/Application Support/ClaudeCode" if sys.platform == "darwin" else "/etc/claude-code"
PLUGIN_NAME = "feedback-gate"
# The older system's marketplace; its plugin has our name.
OLDER_MARKET = "claude-hook-gate"
LARGEST = 16 << 20


class Settings:
    """One settings file. scope: whose; path; value: its object, {} when it is missing or the client cannot read it."""

    __slots__ = ("path", "scope", "value")

    def __init__(self, scope: str, path: str) -> None:
        self.scope = scope
        self.path = path
        self.value = _object(path)


def config_home(environ: Mapping[str, str]) -> str:
    """The client's folder in the home: `CLAUDE_CONFIG_DIR`, which the client obeys, or `~/.claude`; "" without a home."""
    chosen, home = environ.get("CLAUDE_CONFIG_DIR", ""), environ.get("HOME", "")
    if chosen.startswith("/"):
        return chosen
    return os.path.join(home, ".claude") if home.startswith("/") else ""


def settings_paths(environ: Mapping[str, str], project: str) -> list[tuple[str, str]]:
    """(scope, path) of every settings file, there or not; a project's are read in the start folder only."""
    drop_ins = [entry.path for entry in files.entries(_drop_ins()) if entry.name.endswith(".json")]
    found = [(MANAGED, path) for path in (os.path.join(MANAGED_FOLDER, "managed-settings.json"), *drop_ins)]
    home = config_home(environ)
    if home:
        found.append((USER, os.path.join(home, "settings.json")))
    if project:
        found.append((PROJECT, os.path.join(project, ".claude", "settings.json")))
        found.append((LOCAL, os.path.join(project, ".claude", "settings.local.json")))
    return found


def watched(environ: Mapping[str, str], project: str) -> list[str]:
    """Every file and folder at which a change of registrations shows."""
    home = config_home(environ)
    plugins = [os.path.join(home, "plugins", "installed_plugins.json")] if home else []
    return [*(path for _, path in settings_paths(environ, project)), _drop_ins(), *plugins]


def _drop_ins() -> str:
    return os.path.join(MANAGED_FOLDER, "managed-settings.d")


def all_settings(environ: Mapping[str, str], project: str) -> list[Settings]:
    """Every settings file, managed ones first."""
    return [Settings(scope, path) for scope, path in settings_paths(environ, project)]


def registered(environ: Mapping[str, str], project: str) -> list[Registered]:
    """Every place that starts us and that the client obeys.

    With `allowManagedHooksOnly` these are managed settings and plugins that they enable.
    """
    found = all_settings(environ, project)
    managed = [one for one in found if one.scope == MANAGED]
    obeyed = managed if any(one.value.get("allowManagedHooksOnly") is True for one in managed) else found
    places = [place for one in obeyed for place in _in_settings(one, environ)]
    ids = [name for name in enabled_plugins(obeyed) if is_our_plugin(name, environ)]
    return [*places, *(Registered(PLUGIN, PLUGIN, name, _plugin_lines()) for name in ids)]


def enabled_plugins(found: list[Settings]) -> list[str]:
    """The ids `NAME@MARKET` of enabled plugins of our name; managed settings decide first, then local, project and user ones."""
    rank = (MANAGED, LOCAL, PROJECT, USER)
    decided: dict[str, bool] = {}
    for one in sorted(found, key=lambda settings: rank.index(settings.scope)):
        given = one.value.get("enabledPlugins")
        for name, value in given.items() if isinstance(given, dict) else ():
            decided.setdefault(name, bool(value))
    return [name for name, on in decided.items() if on and name.partition("@")[0] == PLUGIN_NAME]


def is_our_plugin(name: str, environ: Mapping[str, str]) -> bool:
    """Whether a plugin of our name is ours and not the older system's, which has other files."""
    if name.partition("@")[2] == OLDER_MARKET:
        return False
    roots = plugin_roots(name, environ)
    return not roots or any(os.path.exists(os.path.join(root, "shim", "hook.sh")) for root in roots)


def plugin_roots(name: str, environ: Mapping[str, str]) -> list[str]:
    """Where an installed plugin may lie: a marketplace that is a folder is used itself, else a copy in the cache."""
    folder = os.path.join(config_home(environ), "plugins")
    market = _object(os.path.join(folder, "known_marketplaces.json")).get(name.partition("@")[2])
    roots = []
    if isinstance(market, dict) and isinstance(market.get("source"), dict) and market["source"].get("source") == "directory":
        roots.append(market.get("installLocation"))
    plugins = _object(os.path.join(folder, "installed_plugins.json")).get("plugins")
    copies = plugins.get(name) if isinstance(plugins, dict) else None
    roots += [copy.get("installPath") for copy in copies or () if isinstance(copy, dict)]
    return [root for root in roots if isinstance(root, str) and root.startswith("/")]


def handlers(value: Mapping[str, Any]) -> list[tuple[str, dict[str, Any]]]:
    """(event, handler) of every hook in a settings object, in its order."""
    hooks = value.get("hooks")
    found = []
    for event, groups in hooks.items() if isinstance(hooks, dict) else ():
        for group in groups if isinstance(groups, list) else ():
            listed = group.get("hooks") if isinstance(group, dict) else None
            found += [(event, one) for one in (listed if isinstance(listed, list) else ()) if isinstance(one, dict)]
    return found


def _in_settings(one: Settings, environ: Mapping[str, str]) -> list[Registered]:
    """What a settings file registers of us: one place for each launcher it names."""
    lines: dict[str, dict[str, str]] = {}
    for event, handler in handlers(one.value):
        if is_ours(handler, event):
            folder = launcher_folder(handler["command"], "claude", environ)
            lines.setdefault(folder, {}).setdefault(event, handler["command"])
    return [Registered(one.scope, folder, one.path, named) for folder, named in lines.items() if folder]


def _plugin_lines() -> dict[str, str]:
    from feedback_gate.hosts.claude.registration import PLUGIN_LAUNCHER, REGISTRATIONS, command

    return {entry.event: command(PLUGIN_LAUNCHER, entry.event) for entry in REGISTRATIONS}


def _object(path: str) -> dict[str, Any]:
    """The JSON object in a file as the client reads it: with a byte order mark, without comments."""
    text = files.read_text(path, LARGEST)
    try:
        value = json.loads(text.lstrip("\ufeff")) if text else {}
    except (ValueError, RecursionError):
        return {}
    return value if isinstance(value, dict) else {}
