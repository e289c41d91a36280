"""Variables that a project put into our environment are taken out of it before anything is decided by them.

A project's ``.claude/settings.json`` may carry an ``env`` block, and the client hands it to hooks (Claude Code
2.1.332). Where files come from and go to is for the user and the administrator to say, not for a pull request.
"""

from __future__ import annotations

import os

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

GUARDED = (
    "FEEDBACK_GATE_CACHE_DIR",
    "FEEDBACK_GATE_RELEASE_BASE_URL",
    "FEEDBACK_GATE_CA_FILE",
    "XDG_CACHE_HOME",
    "XDG_DATA_HOME",
    "XDG_STATE_HOME",
    "XDG_CONFIG_HOME",
    "SSL_CERT_FILE",
    "SSL_CERT_DIR",
    "REQUESTS_CA_BUNDLE",
    "HTTPS_PROXY",
    "HTTP_PROXY",
    "ALL_PROXY",
    "NO_PROXY",
)
# Files of certificate authorities a person trusts besides the system's; the usual names of other tools are honoured, so
# that one setting serves all. The folder variable may list several.
AUTHORITY_FILES = ("FEEDBACK_GATE_CA_FILE", "SSL_CERT_FILE", "REQUESTS_CA_BUNDLE")
AUTHORITY_FOLDERS = "SSL_CERT_DIR"
_SETTINGS = (".claude/settings.json", ".claude/settings.local.json")
_MAX_SETTINGS = 1024 * 1024  # bytes


def clean(env: Mapping[str, str], folder: str) -> tuple[dict[str, str], list[str]]:
    """Drop guarded variables that settings files set: of the project around ``folder``, and of the one the client names.

    Returns:
        The environment to use, and the names that were dropped, sorted.
    """
    guarded = [name for name in env if name.upper() in GUARDED]
    starts = (folder, env.get("CLAUDE_PROJECT_DIR", "")) if guarded else ()
    named = {name for start in starts if os.path.isabs(start) for name in _set_by_project(start, env.get("HOME", ""))}
    dropped = sorted(name for name in guarded if name in named)
    return {name: value for name, value in env.items() if name not in dropped}, dropped


def _set_by_project(folder: str, home: str) -> set[str]:
    names: set[str] = set()
    while not _is_same(folder, home):  # the settings in the home folder are the person's own
        for settings in _SETTINGS:
            names |= _names_in(os.path.join(folder, settings))
        parent = os.path.dirname(folder)
        if folder == parent:
            break
        folder = parent
    return names


def _is_same(one: str, other: str) -> bool:
    try:
        return os.path.samefile(one, other)
    except (OSError, ValueError):
        return False


def _names_in(path: str) -> set[str]:
    """Names in the ``env`` block; a file that is there but cannot be understood is taken to set all of them."""
    import json

    if not os.path.isfile(path):
        return set()
    try:
        with open(path, "rb") as file:
            content = json.loads(file.read(_MAX_SETTINGS))
    except (OSError, ValueError, RecursionError):
        return set(GUARDED) | {name.lower() for name in GUARDED}
    block = content.get("env") if isinstance(content, dict) else None
    return {str(name) for name in block} if isinstance(block, dict) else set()
