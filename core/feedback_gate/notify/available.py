"""Which ways to notify this machine may have, found without loading any of them: most stops show nothing."""

from __future__ import annotations

import os
import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping


def may_show(wanted: str, environ: Mapping[str, str]) -> bool:
    """Whether looking for a backend is worth while under the option `notify`."""
    return wanted != "off" and (wanted != "auto" or bool(usual(environ)))


def usual(environ: Mapping[str, str]) -> tuple[str, ...]:
    """What `auto` tries on this system, in order."""
    if sys.platform == "darwin":
        return ("terminal-notifier", "osascript")
    if environ.get("WSL_DISTRO_NAME") or os.path.exists("/proc/sys/fs/binfmt_misc/WSLInterop"):
        return ("wsl",)
    return ("notify-send",) if has_session_bus(environ) else ()


def has_session_bus(environ: Mapping[str, str]) -> bool:
    """Whether a desktop could be listening."""
    return bool(environ.get("DBUS_SESSION_BUS_ADDRESS")) or os.path.exists(f"/run/user/{os.getuid()}/bus")
