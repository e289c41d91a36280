"""Whom to believe on the network: the system's certificate store and whatever authority the user named."""

from __future__ import annotations

import os
import ssl
import sys

from feedback_gate_installer import environment
from feedback_gate_installer.errors import RefusedError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping


def context(env: Mapping[str, str]) -> ssl.SSLContext:
    """A context that verifies, always.

    Raises:
        RefusedError: ``ca-file-unreadable`` for a variable that names nothing usable.
    """
    made = _system_context()
    for variable in environment.AUTHORITY_FILES:
        path = env.get(variable, "")
        if path and os.path.isdir(path):
            made.load_verify_locations(capath=path)
        elif path:
            _load(made, path, variable)
    for folder in env.get(environment.AUTHORITY_FOLDERS, "").split(os.pathsep):
        if os.path.isdir(folder):
            made.load_verify_locations(capath=folder)
    return made


def _load(made: ssl.SSLContext, path: str, variable: str) -> None:
    try:
        made.load_verify_locations(cafile=path)
    except ssl.SSLError as error:
        raise RefusedError("ca-file-unreadable", path=path, variable=variable, why="no PEM certificates in it") from error
    except OSError as error:
        raise RefusedError("ca-file-unreadable", path=path, variable=variable, why=error.strerror or "unreadable") from error


def _system_context() -> ssl.SSLContext:
    """The system's store: by its own interface on macOS and Windows, by OpenSSL's paths elsewhere."""
    if sys.platform in ("darwin", "win32"):
        try:
            import truststore
        except ImportError:
            return ssl.create_default_context()
        system: ssl.SSLContext = truststore.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
        return system
    made = ssl.create_default_context()
    paths = ssl.get_default_verify_paths()
    if not paths.cafile and not paths.capath:
        import certifi

        made.load_verify_locations(cafile=certifi.where())
    return made
