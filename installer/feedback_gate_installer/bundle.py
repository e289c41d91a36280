"""``admin-bundle``: the files an administrator rolls out to a fleet, ready to be copied to the root folder.

``opt/feedback-gate/`` holds launcher, pin and the verified executable in a cache that users read and never write;
``etc/feedback-gate/policy.conf`` pins hash and keys outside every plugin; the hosts' own settings register the
launcher. Nothing of it contains a secret or a version that would have to change in a registration.
"""

from __future__ import annotations

import os

from feedback_gate_installer import checksums, files, payload, permissions, pins, places
from feedback_gate_installer.errors import RefusedError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from feedback_gate_installer.pins import Pin

_POLICY = """\
# feedback-gate: the administrator's word. Owner root, mode 0644.
pinVersion = {version}
pinSha256 = {sha256}
pinKeyIds = {keys}
failMode = {fail_mode}
"""


def make(pin: Pin, release: str, target: str, fail_mode: str) -> str:
    """Write the bundle for a verified release folder into ``target``.

    Raises:
        RefusedError: ``target-exists``, ``payload-missing``, ``cache-unwritable``.
    """
    if os.path.isdir(target) and os.listdir(target):
        raise RefusedError("target-exists", path=target)
    contents = _contents(pin, release, fail_mode)
    try:
        for name, (data, mode) in contents.items():
            path = os.path.join(target, name)
            os.makedirs(os.path.dirname(path), mode=0o755, exist_ok=True)
            files.replace(path, data, mode)
    except OSError as error:
        raise permissions.unwritable(target, error) from error
    return target


def _contents(pin: Pin, release: str, fail_mode: str) -> dict[str, tuple[bytes, int]]:
    """Path below the root folder → content and mode."""
    fleet = places.FLEET_FOLDER.lstrip("/")
    version = f"{fleet}/cache/{pin.folder}"
    found = {f"{fleet}/{name}": (data, 0o644) for name, data in payload.launcher().items()}
    found[f"{fleet}/pin"] = (pin.text.encode(), 0o644)
    executable = _read(os.path.join(release, pins.EXECUTABLE))
    found[f"{fleet}/{pins.EXECUTABLE}"] = (executable, 0o644)
    found[f"{version}/{pins.EXECUTABLE}"] = (executable, 0o644)
    for name in (checksums.NAME, checksums.SIGNATURE_NAME):
        found[f"{version}/{name}"] = (_read(os.path.join(release, name)), 0o644)
    keys = " ".join(key.id for key in pin.keys)
    policy = _POLICY.format(version=pin.version, sha256=pin.sha256, keys=keys, fail_mode=fail_mode)
    found["etc/feedback-gate/policy.conf"] = (policy.encode(), 0o644)
    settings = managed_settings(payload.read(payload.MANAGED_SETTINGS), fail_mode)
    found["etc/claude-code/managed-settings.d/feedback-gate.json"] = (settings, 0o644)
    found["etc/codex/requirements.toml"] = (payload.read(payload.REQUIREMENTS), 0o644)
    return found


def managed_settings(text: bytes, fail_mode: str) -> bytes:
    """Claude Code's managed settings; with fail mode ``closed`` a hook that cannot answer blocks.

    ``onFailure`` counts on PreToolUse, UserPromptSubmit and PostToolUse (Claude Code 2.1.332); fail mode ``closed``
    speaks of tool calls, so only PreToolUse gets it, and no other registration of ours anywhere.
    """
    import json

    if fail_mode != "closed":
        return text
    settings: dict[str, Any] = json.loads(text)
    for group in settings["hooks"]["PreToolUse"]:
        for hook in group["hooks"]:
            hook["onFailure"] = "block"
    return (json.dumps(settings, indent=2, ensure_ascii=False) + "\n").encode()


def _read(path: str) -> bytes:
    with open(path, "rb") as file:
        return file.read()
