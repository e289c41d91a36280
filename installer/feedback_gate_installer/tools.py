"""The programs that fetch where no library does: curl, else GNU wget, from PATH, and what each is told.

BusyBox's wget is passed over: it neither checks certificates nor lets a redirect to plain http be refused.
"""

from __future__ import annotations

import os

from feedback_gate_installer import environment, projects, proxies
from feedback_gate_installer.errors import RefusedError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

AGENT = "feedback-gate-installer"
CONNECT_SECONDS = 10
READ_SECONDS = 15
_NAMES = ("curl", "wget")
_SUFFIXES = ("", ".exe")
_PROBE_SECONDS = 5.0


class Tool:
    """One program: ``name`` is curl or wget, ``path`` absolute."""

    __slots__ = ("name", "path")

    def __init__(self, name: str, path: str) -> None:
        self.name = name
        self.path = path

    def command(self, seconds: float, limit: int, env: Mapping[str, str]) -> list[str]:
        """The command line for one request without redirects; the address comes by standard input, out of sight of others.

        curl writes the answer's head before its body; wget writes the head to standard error.

        Raises:
            RefusedError: ``ca-file-unreadable`` for a variable that names nothing usable.
        """
        whole = str(int(seconds) + 1)  # ours is the limit that counts
        if self.name == "curl":
            made = [self.path, "-q", "--silent", "--show-error", "--globoff", "--include", "--proto", "=https"]
            made += ["--max-time", whole, "--connect-timeout", str(CONNECT_SECONDS), "--max-filesize", str(limit)]
            made += ["--user-agent", AGENT]
        else:
            made = [
                self.path,
                "--no-config",
                "--no-hsts",
                "--no-netrc",
                "--no-verbose",
                "--server-response",
                "--output-document=-",
            ]
            made += ["--max-redirect=0", "--tries=1", f"--timeout={min(int(whole), READ_SECONDS)}", f"--user-agent={AGENT}"]
        made += self._authorities(env)
        return [*made, "--config", "-"] if self.name == "curl" else [*made, "--input-file=-"]

    def words(self, address: str) -> bytes:
        """What goes to its standard input to name the address."""
        if self.name == "wget":
            return f"{address}\n".encode()
        escaped = address.replace("\\", "\\\\").replace('"', '\\"')
        return f'url = "{escaped}"\n'.encode()

    def environment(self, address: str, env: Mapping[str, str]) -> dict[str, str]:
        """A whole environment: nothing of ours but the way out of this network.

        Raises:
            RefusedError: ``proxy-failed`` for a kind of proxy we do not speak.
        """
        kept = {name: env[name] for name in ("PATH", "SYSTEMROOT", "TEMP", "TMPDIR") if env.get(name)}
        proxy = proxies.choose(address, env)
        if proxy:
            kept["https_proxy"] = proxy
        return {**kept, "LC_ALL": "C"}

    def _authorities(self, env: Mapping[str, str]) -> list[str]:
        variable, path = authority(env)
        if not path:
            return []
        _check_certificates(path, variable)
        file_option, folder_option = ("--cacert", "--capath") if self.name == "curl" else ("--ca-certificate", "--ca-directory")
        return [folder_option if os.path.isdir(path) else file_option, path]


def authority(env: Mapping[str, str]) -> tuple[str, str]:
    """The variable that names a private certificate authority and the path in it, empty texts where there is none.

    The programs take one, so the first variable counts.
    """
    for name in (*environment.AUTHORITY_FILES, environment.AUTHORITY_FOLDERS):
        path = env.get(name, "").partition(os.pathsep)[0]
        if path:
            return name, path
    return "", ""


def _check_certificates(path: str, variable: str) -> None:
    """Programs of different builds say different things about a useless file, so it is looked at first."""
    if os.path.isdir(path):
        return
    try:
        with open(path, "rb") as file:
            usable = b"-----BEGIN " in file.read()
    except OSError as error:
        raise RefusedError("ca-file-unreadable", path=path, variable=variable, why=error.strerror or "unreadable") from error
    if not usable:
        raise RefusedError("ca-file-unreadable", path=path, variable=variable, why="no PEM certificates in it")


def find(env: Mapping[str, str], forbidden: tuple[str, ...]) -> Tool | None:
    """The first program on PATH that will do, none that lies in one of the ``forbidden`` folders."""
    for name in _NAMES:
        for folder in env.get("PATH", "").split(os.pathsep):
            for suffix in _SUFFIXES:
                path = os.path.join(folder, name + suffix)
                if os.path.isabs(folder) and _may_run(path, forbidden) and (name == "curl" or _is_gnu(path)):
                    return Tool(name, path)
    return None


def _may_run(path: str, forbidden: tuple[str, ...]) -> bool:
    if not os.path.isfile(path) or not os.access(path, os.X_OK):
        return False
    places = (os.path.realpath(os.path.dirname(path)), os.path.realpath(path))
    return not any(projects.holds(top, place) for place in places for top in forbidden)


def _is_gnu(path: str) -> bool:
    import subprocess  # noqa: TID251 - the installer has no core to ask

    try:
        done = subprocess.run(
            [path, "--version"],
            stdin=subprocess.DEVNULL,
            capture_output=True,
            env={"LC_ALL": "C"},
            timeout=_PROBE_SECONDS,
            check=False,
        )
    except (OSError, subprocess.TimeoutExpired):
        return False
    return done.stdout.startswith(b"GNU Wget")
