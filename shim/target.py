"""Which executable a call starts: an override, else the one that the pin beside the launcher names."""

from __future__ import annotations

import os

import options
from call import Call, Unanswered

import boot
from feedback_gate_installer import pins
from feedback_gate_installer.errors import RefusedError

EXECUTABLE = "feedback-gate.pyz"
OVERRIDE_BOOT = 'import sys,runpy;sys.argv.pop(0);runpy.run_path(sys.argv[0],run_name="__main__")'
FLEET_CACHE = "/opt/feedback-gate/cache"


class Target:
    """The executable to start: ``source`` where it may be copied from, ``archive`` where it is run, ``folder`` of its own."""

    __slots__ = ("archive", "boot", "folder", "sha256", "source", "version")

    def __init__(self, version: str, sha256: str, source: str, folder: str, boot: str) -> None:
        self.version = version
        self.sha256 = sha256
        self.source = source
        self.folder = folder
        self.archive = os.path.join(folder, EXECUTABLE) if folder and sha256 else source
        self.boot = boot


def target(call: Call) -> Target:
    """What is to be started: an override, unless an administrator pinned something or may have, else what the pin names.

    Raises:
        Unanswered: ``pin-unusable``, ``admin-pin-mismatch``, ``override-unusable``.
    """
    lines = options.pairs(call.policy)
    administrator = dict(lines or ())
    pinned = {name: administrator[name] for name in ("pinVersion", "pinSha256") if administrator.get(name)}
    override = call.guarded("FEEDBACK_GATE_BIN")
    if override and not pinned and lines is not None:
        return _overriding(call, override)
    version, sha256 = _pin(os.path.join(call.here, "pin"))
    for name, found in (("pinVersion", version), ("pinSha256", sha256)):
        if pinned.get(name, found) != found:
            raise Unanswered("admin-pin-mismatch", path=call.policy, name=name, wanted=pinned[name], found=found)
    key = f"{version}-{sha256[:16]}"
    folder = os.path.join(call.cache, key) if call.cache else ""
    sources = (os.path.join(call.here, EXECUTABLE), os.path.join(FLEET_CACHE, key, EXECUTABLE))
    source = next((path for path in sources if os.path.isfile(path)), "")
    return Target(version, sha256, source, folder, boot.BOOT)


def _overriding(call: Call, path: str) -> Target:
    if not os.path.isfile(path):
        raise Unanswered("override-unusable")
    try:
        with open(path, "rb") as file:
            start = file.read(boot.HEAD_BYTES)
    except (OSError, ValueError):
        raise Unanswered("override-unusable") from None
    folder = os.path.join(call.cache, "override") if call.cache else ""
    if boot.MARK.encode() in start:
        return Target("", "", path, folder, boot.BOOT)
    if start.startswith(b"PK") or path.endswith((".pyz", ".zip")):
        return Target("", "", path, folder, OVERRIDE_BOOT)
    return Target("", "", path, "", "")


def _pin(path: str) -> tuple[str, str]:
    """Version and SHA-256 of the pin's first line."""
    try:
        found = pins.load(path)
    except RefusedError:
        raise Unanswered("pin-unusable") from None
    return found.version, found.sha256
