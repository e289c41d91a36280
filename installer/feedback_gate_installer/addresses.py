"""Addresses: how they are written for people (without secrets) and how they are joined."""

from __future__ import annotations

from urllib.parse import urlsplit, urlunsplit


def shown(address: str) -> str:
    """An address as people and logs may see it: no user name, password, query or fragment."""
    try:
        parts = urlsplit(address)
        host = parts.hostname or ""
        port = f":{parts.port}" if parts.port else ""
    except ValueError:
        return "(unreadable address)"
    if ":" in host:
        host = f"[{host}]"
    return urlunsplit((parts.scheme, host + port, parts.path, "", ""))


def host_of(address: str) -> str:
    """The host an address names, in lower case, or an empty text."""
    try:
        return (urlsplit(address).hostname or "").lower()
    except ValueError:
        return ""


def in_release(base: str, version: str, name: str) -> str:
    """The address of one file of a release under a base address: ``<base>/v<X.Y.Z>/<name>``."""
    parts = urlsplit(base)
    path = f"{parts.path.rstrip('/')}/v{version}/{name}"
    return urlunsplit((parts.scheme, parts.netloc, path, parts.query, ""))
