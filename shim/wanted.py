"""Whether an event has anything to check, found out as `hook.sh` does: rules, a gate, claim checks, a chosen option."""

from __future__ import annotations

import os
import stat
import sys

import options
import seen

from feedback_gate_installer import projects

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

ALWAYS = ("SessionStart", "UserPromptSubmit")
RULES = (".claude/feedback", ".agents/feedback")
FILES = (".claude/gate.yaml", ".agents/gate.yaml", ".claude/gate.yml", ".agents/gate.yml", ".shoot.config.json")


def is_wanted(
    event: str,
    env: Mapping[str, str],
    home: str,
    folders: list[str],
    policy: str,
    marker: str,
    read: Callable[[], dict[str, str]],
) -> bool:
    """Whether the executable is worth a process.

    Args:
        event: the host's name of it.
        env: the environment.
        home: the home folder, or an empty text.
        folders: the project's and the current one.
        policy: the administrator's file, which alone keeps the built-in guard on.
        marker: the file that says that something was configured in this session; it is made when that is so.
        read: gives the options.
    """
    if (
        env.get("CLAUDE_FEEDBACK_DIR")
        or options.is_there(policy)
        or any(_is_folder(home, name) for name in RULES)
        or any(_is_configured(f, home) for f in folders)
    ):
        _touch(marker)
        return True
    if event in ALWAYS or (marker and os.path.exists(marker)):
        return True
    if event == "PreToolUse":
        return read()["agentLaunchGuard"] == "true"
    return event in ("Stop", "Notification", "PermissionRequest") and _can_notify(env, read()["notify"])


def _is_configured(folder: str, home: str) -> bool:
    """Whether it or a folder above it, up to the repository's top, has rules, a gate or claim checks."""
    while True:
        if any(_is_folder(folder, name) for name in RULES) or any(os.path.exists(os.path.join(folder, name)) for name in FILES):
            return True
        parent = os.path.dirname(folder)
        if projects.is_repository(folder) or folder in (home, parent):
            return False
        folder = parent


def _can_notify(env: Mapping[str, str], chosen: str) -> bool:
    if chosen != "auto":
        return chosen == "chosen"
    bus = os.path.join(env.get("XDG_RUNTIME_DIR") or os.devnull, "bus")
    return (
        sys.platform == "win32"
        or os.path.isdir("/System/Library/CoreServices")
        or bool(env.get("WSL_DISTRO_NAME") or env.get("DBUS_SESSION_BUS_ADDRESS"))
        or _is_socket(bus)
    )


def _is_folder(base: str, name: str) -> bool:
    return bool(base) and os.path.isdir(os.path.join(base, name))


def _is_socket(path: str) -> bool:
    try:
        return stat.S_ISSOCK(os.stat(path).st_mode)
    except OSError:
        return False


def _touch(path: str) -> None:
    if path and not os.path.exists(path):
        seen.touch(path)
