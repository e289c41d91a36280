"""Where things are kept: the four XDG homes and our folders in them."""

from __future__ import annotations

import os

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

PRODUCT = "feedback-gate"


def home(environ: Mapping[str, str]) -> str:
    """The home folder, or "" when HOME is unset, empty, relative, or no folder: a home is never made by us."""
    value = environ.get("HOME", "")
    return value if value.startswith("/") and os.path.isdir(value) else ""


def _xdg(environ: Mapping[str, str], variable: str, below_home: str) -> str:
    value = environ.get(variable, "")
    if value.startswith("/"):
        return os.path.join(value, PRODUCT)
    base = home(environ)
    return os.path.join(base, below_home, PRODUCT) if base else ""


def state_home(environ: Mapping[str, str]) -> str:
    """Our folder for state, or "" without a home."""
    return _xdg(environ, "XDG_STATE_HOME", ".local/state")


def cache_home(environ: Mapping[str, str]) -> str:
    """Our folder for what can be made again, or "" without a home."""
    return _xdg(environ, "XDG_CACHE_HOME", ".cache")


def data_home(environ: Mapping[str, str]) -> str:
    """Our folder for the launcher and the pin, or "" without a home."""
    return _xdg(environ, "XDG_DATA_HOME", ".local/share")


def config_home(environ: Mapping[str, str]) -> str:
    """Our folder for the user's settings, or "" without a home."""
    return _xdg(environ, "XDG_CONFIG_HOME", ".config")


def project_state(environ: Mapping[str, str], project_id: str) -> str:
    """The folder that keeps one project's sessions, runs and evidence, or "" without a home."""
    base = state_home(environ)
    return os.path.join(base, "projects", project_id) if base else ""


def log_file(environ: Mapping[str, str], name: str) -> str:
    """The path of `log/<name>.jsonl`, or "" without a home."""
    base = state_home(environ)
    return os.path.join(base, "log", name + ".jsonl") if base else ""


def trust_folder(environ: Mapping[str, str], project_id: str) -> str:
    """The folder of one project's approved bytes, or "" without a home."""
    base = state_home(environ)
    return os.path.join(base, "trust", project_id) if base else ""


def seen_folder(environ: Mapping[str, str]) -> str:
    """The folder of heartbeats and markers, or "" without a home."""
    base = state_home(environ)
    return os.path.join(base, "seen") if base else ""
