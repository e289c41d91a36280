"""Where everything of ours lies on this machine; the environment is read here and nowhere else."""

from __future__ import annotations

import os

from feedback_gate_installer.errors import RefusedError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

NAME = "feedback-gate"
POLICY_FILE = "/etc/feedback-gate/policy.conf"
FLEET_FOLDER = "/opt/feedback-gate"


class Places:
    """Absolute paths: ``cache``, ``data``, ``state``, ``config`` are our own folders below the user's."""

    __slots__ = ("bin", "cache", "config", "data", "policy", "shared", "state")

    def __init__(
        self,
        cache: str,
        data: str,
        state: str,
        config: str,
        bin_folder: str,
        policy: str = POLICY_FILE,
        shared: tuple[str, ...] = (FLEET_FOLDER + "/cache",),
    ) -> None:
        self.cache = cache
        self.data = data
        self.state = state
        self.config = config
        self.bin = bin_folder
        self.policy = policy
        self.shared = shared

    @property
    def launcher(self) -> str:
        """The launcher that registered hooks start."""
        return os.path.join(self.data, "hook.sh")

    @property
    def pin(self) -> str:
        """The pin beside the launcher."""
        return os.path.join(self.data, "pin")

    @property
    def command(self) -> str:
        """The command people type."""
        return os.path.join(self.bin, NAME)

    @property
    def records(self) -> str:
        """Folder of the installer's own records: highest versions seen, what was placed."""
        return os.path.join(self.state, "installer")

    @property
    def journal(self) -> str:
        """The installer's log."""
        return os.path.join(self.state, "log", "installer.jsonl")


def with_fixed(places: Places, policy: str, shared: tuple[str, ...]) -> Places:
    """The same places with another administrator's file and other shared caches."""
    return Places(places.cache, places.data, places.state, places.config, places.bin, policy, shared)


def with_shared(places: Places, folders: tuple[str, ...]) -> Places:
    """The same places with further read-only caches, looked at before the usual one."""
    return with_fixed(places, places.policy, tuple(folder for folder in folders if os.path.isabs(folder)) + places.shared)


def find(env: Mapping[str, str]) -> Places:
    """Work out all places from the environment, as the XDG base directory rules and design section 4 say.

    Relative XDG paths count as unset, as those rules demand.

    Raises:
        RefusedError: ``no-cache-dir`` when neither a home folder nor the variables name a place.
    """
    home = env.get("HOME", "")
    cache = _own(env.get("FEEDBACK_GATE_CACHE_DIR", "")) or _folder(env, "XDG_CACHE_HOME", home, ".cache")
    data = _folder(env, "XDG_DATA_HOME", home, ".local/share")
    state = _folder(env, "XDG_STATE_HOME", home, ".local/state")
    config = _folder(env, "XDG_CONFIG_HOME", home, ".config")
    command = os.path.join(home, ".local/bin") if os.path.isabs(home) else os.path.join(data, "bin")
    return Places(cache, data, state, config, command)


def _own(path: str) -> str:
    return os.path.normpath(path) if os.path.isabs(path) else ""


def _folder(env: Mapping[str, str], variable: str, home: str, below_home: str) -> str:
    base = env.get(variable, "")
    if not os.path.isabs(base):
        if not os.path.isabs(home):
            raise RefusedError("no-cache-dir", variable=variable)
        base = os.path.join(home, below_home)
    return os.path.join(os.path.normpath(base), NAME)
