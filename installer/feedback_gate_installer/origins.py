"""Where a release may come from, in order: a named file, else the administrator's, the person's or the pin's addresses."""

from __future__ import annotations

import os

from feedback_gate_installer import addresses, files, lines, sources
from feedback_gate_installer.errors import RefusedError

TYPE_CHECKING = False
if TYPE_CHECKING:
    import argparse
    from collections.abc import Mapping

    from feedback_gate_installer.budgets import Budget
    from feedback_gate_installer.pins import Pin
    from feedback_gate_installer.places import Places
    from feedback_gate_installer.policies import Policy
    from feedback_gate_installer.sources import Opener, Source

_MAX_SETTINGS = 1024 * 1024  # bytes


def openers(
    options: argparse.Namespace, env: Mapping[str, str], places: Places, pin: Pin, policy: Policy, budget: Budget
) -> tuple[list[Opener], list[tuple[str, dict[str, str]]]]:
    """One opener for each source, to be tried in turn, and notes about what was not used."""
    if options.source:
        return [lambda: sources.local(options.source, pin.version)], []
    fixed = policy.words("releaseBaseUrl")
    bases = fixed or tuple(options.base_url) or _chosen(env, places) or pin.base_urls
    notes: list[tuple[str, dict[str, str]]] = [("base-locked", {})] if fixed and options.base_url else []
    return [_opener(base, env, pin, policy, budget) for base in bases], notes


def _chosen(env: Mapping[str, str], places: Places) -> tuple[str, ...]:
    """The person's addresses: environment, else settings file."""
    words = env.get("FEEDBACK_GATE_RELEASE_BASE_URL", "").split()
    if words:
        return tuple(words)
    data = files.read(os.path.join(places.config, "settings.conf"), _MAX_SETTINGS)
    try:
        values = dict(lines.read((data or b"").decode("utf-8-sig")))
    except (lines.LineError, UnicodeDecodeError):
        return ()
    return tuple(values.get("releaseBaseUrl", "").split())


def _opener(base: str, env: Mapping[str, str], pin: Pin, policy: Policy, budget: Budget) -> Opener:
    def opened() -> Source:
        scheme = base.partition(":")[0].lower()
        if scheme == "file":
            return sources.from_file_address(base, pin.version)
        if scheme != "https":
            raise RefusedError("address-not-https", address=addresses.shown(base))
        hosts = policy.words("redirectHosts")
        try:
            _do_without_async()
            from feedback_gate_installer import downloads
        except (ImportError, OSError, SyntaxError) as error:
            return _plain(base, pin, env, budget, hosts, error)
        return downloads.release(base, pin.version, env, budget, hosts)

    return opened


def _plain(base: str, pin: Pin, env: Mapping[str, str], budget: Budget, hosts: tuple[str, ...], error: Exception) -> Source:
    """The same release through curl or wget, where the fetcher does not import or was never packed."""
    import importlib.util

    from feedback_gate_installer import plain

    found = plain.opened(base, pin.version, env, budget, hosts)
    if found is not None:
        return found
    if importlib.util.find_spec("feedback_gate_installer.downloads") is None:  # the launcher's archive carries none
        raise RefusedError("no-download-tool") from error
    raise RefusedError("fetcher-unavailable", what=getattr(error, "name", None) or type(error).__name__) from error


def _do_without_async() -> None:
    """Let the fetcher start where the packed anyio is written for a newer Python: only its asynchronous half needs it."""
    import sys

    try:
        import anyio  # noqa: F401 - tried, not used
    except (ImportError, SyntaxError):
        sys.modules["anyio"] = None  # type: ignore[assignment]
    import httpcore  # noqa: F401 - httpx imports it late; a broken one must show here
