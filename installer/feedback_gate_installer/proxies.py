"""Which proxy an address goes through: HTTPS_PROXY, ALL_PROXY, NO_PROXY, else what the system says. No PAC files."""

from __future__ import annotations

import sys
from urllib.parse import urlsplit

from feedback_gate_installer import addresses
from feedback_gate_installer.errors import RefusedError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

_HTTPS = 443


def choose(address: str, env: Mapping[str, str]) -> str | None:
    """The proxy's address with its credentials, or None for a direct connection.

    Raises:
        RefusedError: ``proxy-failed`` for a kind of proxy we do not speak.
    """
    proxy = _variable(env, "https_proxy") or _variable(env, "all_proxy") or _of_system()
    if not proxy or is_excepted(address, _variable(env, "no_proxy")):
        return None
    if "://" not in proxy:
        proxy = f"http://{proxy}"
    if urlsplit(proxy).scheme.lower() not in ("http", "https"):
        raise RefusedError("proxy-failed", proxy=addresses.shown(proxy), why="only http and https proxies are supported")
    return proxy


def is_excepted(address: str, exceptions: str) -> bool:
    """Whether NO_PROXY (names, domains, addresses, networks, ``*``; separated by commas or blanks) covers an address."""
    parts = urlsplit(address)
    host, port = (parts.hostname or "").lower(), parts.port or _HTTPS
    return any(_covers(word.lower(), host, port) for word in exceptions.replace(",", " ").split())


def _covers(word: str, host: str, port: int) -> bool:
    if word == "*":
        return True
    if "/" in word:
        return _in_network(host, word)
    name, colon, number = word.rpartition(":")
    if colon and number.isdecimal() and ":" not in name:
        if int(number) != port:
            return False
        word = name
    word = word.strip("[]").lstrip(".")
    return bool(word) and (host == word or host.endswith(f".{word}"))


def _in_network(host: str, network: str) -> bool:
    import ipaddress

    try:
        return ipaddress.ip_address(host) in ipaddress.ip_network(network, strict=False)
    except ValueError:
        return False


def _variable(env: Mapping[str, str], name: str) -> str:
    return (env.get(name) or env.get(name.upper()) or "").strip()


def _of_system() -> str:
    """The proxy from the settings of macOS or Windows; elsewhere there are only the variables."""
    if sys.platform in ("darwin", "win32"):
        from urllib.request import getproxies

        return getproxies().get("https", "")
    return ""
