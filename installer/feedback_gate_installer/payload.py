"""What the installer's archive carries beside its code: launcher, pin, and the settings it can hand to administrators.

A checkout has no payload; there the launcher is taken from ``shim/``, and a pin must be named.
"""

from __future__ import annotations

import os

from feedback_gate_installer import pins
from feedback_gate_installer.errors import RefusedError

LAUNCHER = ("hook.sh", "place.py")
# Made by the build: fetches a release for hook.sh, and is the launcher where there is no shell.
BUILT_LAUNCHER = "hook.pyz"
PIN = "pin"
MANAGED_SETTINGS = "managed-settings.json"
REQUIREMENTS = "requirements.toml"


def read(name: str, option: str = "pin") -> bytes:
    """One file of the payload.

    Raises:
        RefusedError: ``payload-missing``; ``option`` is the command line option that could replace it.
    """
    import pkgutil

    try:
        data = pkgutil.get_data("feedback_gate_installer", f"payload/{name}")
    except OSError:
        data = _from_checkout(name)
    if data is None:
        raise RefusedError("payload-missing", name=name, option=option)
    return data


def launcher() -> dict[str, bytes]:
    """Name → content of every file of the launcher; what only the build makes is missing in a checkout.

    Raises:
        RefusedError: ``payload-missing``.
    """
    found = {name: read(name) for name in LAUNCHER}
    try:
        found[BUILT_LAUNCHER] = read(BUILT_LAUNCHER)
    except RefusedError:
        pass
    return found


def pin() -> pins.Pin:
    """The pin this installer was released with.

    Raises:
        RefusedError: ``payload-missing``, and what ``pins.parse`` refuses.
    """
    try:
        return pins.parse(read(PIN).decode("ascii"))
    except UnicodeDecodeError as error:
        raise RefusedError("pin-invalid", what="encoding") from error


def _from_checkout(name: str) -> bytes | None:
    if name not in LAUNCHER:
        return None
    root = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
    try:
        with open(os.path.join(root, "shim", name), "rb") as file:
            return file.read()
    except OSError:
        return None
