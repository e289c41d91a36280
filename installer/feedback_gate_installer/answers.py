"""What an answer from a server means, whoever asked: redirects by rule, refusals by status, web pages by their look."""

from __future__ import annotations

import time
from urllib.parse import urljoin, urlsplit

from feedback_gate_installer import addresses
from feedback_gate_installer.errors import RefusedError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

MAX_REDIRECTS = 10
REDIRECTS = frozenset((301, 302, 303, 307, 308))
# Hosts that a well-known release host hands downloads to.
COMPANIONS = {"github.com": ("objects.githubusercontent.com", "release-assets.githubusercontent.com")}

_BUSY = frozenset((429, 503))
_PASSING = frozenset((408, 425, 500, 502, 504)) | _BUSY
_MISSING = frozenset((404, 410))
_PROXY_AUTHENTICATION = 407
_NETWORK_LOGIN = 511
_HTML_STARTS = (b"<!doctype html", b"<html", b"<head", b"<?xml", b"<!--")


class PassingError(Exception):
    """A failure that may be over in a moment; ``refused`` if it is not, ``wait`` is what the server asked for."""

    def __init__(self, refused: RefusedError, wait: float | None = None) -> None:
        super().__init__(str(refused))
        self.refused = refused
        self.wait = wait


def redirected(first: str, address: str, target: str, hosts: tuple[str, ...]) -> str:
    """Where a redirect leads, if it may: https, and the first host, its companion, or one the administrator named.

    Raises:
        RefusedError: ``redirect-not-https``, ``redirect-host``.
    """
    host = addresses.host_of(address)
    try:
        target = urljoin(address, target)
        scheme = urlsplit(target).scheme.lower()
    except ValueError:
        scheme = ""
    if scheme != "https":
        raise RefusedError("redirect-not-https", host=host, target=addresses.shown(target))
    home = addresses.host_of(first)
    if addresses.host_of(target) not in (home, *hosts, *COMPANIONS.get(home, ())):
        raise RefusedError("redirect-host", host=host, target=addresses.host_of(target))
    return target


def check_status(status: int, headers: Mapping[str, str], address: str, proxy: str | None) -> None:
    """Refuse everything that is neither a whole answer (200), a part (206) nor an unusable range (416).

    Args:
        status: of the answer.
        headers: by name in lower case.
        address: what was asked for.
        proxy: through whom.

    Raises:
        RefusedError, PassingError: why.
    """
    host = addresses.host_of(address)
    if status in (200, 206, 416):
        return
    if status in _PASSING:
        wait = _wanted_wait(headers.get("retry-after", ""), time.time()) if status in _BUSY else None
        code = "server-busy" if status in _BUSY else "http-status"
        raise PassingError(RefusedError(code, host=host, status=status, seconds=f"{wait or 60:.0f}"), wait)
    if status == _PROXY_AUTHENTICATION:
        raise RefusedError("proxy-auth", proxy=addresses.shown(proxy or address))
    name = urlsplit(address).path.rpartition("/")[2]
    if status in _MISSING:
        raise RefusedError("not-published", host=host, name=name, version=urlsplit(address).path.split("/")[-2].lstrip("v"))
    if status == _NETWORK_LOGIN or is_html(headers.get("content-type", ""), b""):
        raise RefusedError("web-page", host=host, name=name, status=status)
    raise RefusedError("http-status", host=host, status=status)


def is_html(content_type: str, start: bytes) -> bool:
    """Whether an answer is a web page, by its declared type or by how it begins."""
    kind = content_type.partition(";")[0].strip().lower()
    if kind in ("text/html", "application/xhtml+xml"):
        return True
    return start[:512].lstrip(b"\xef\xbb\xbf \t\r\n").lower().startswith(_HTML_STARTS)


def _wanted_wait(text: str, now: float) -> float | None:
    """The seconds of a Retry-After header, which may be a number or a date; None if it is neither."""
    from email.utils import parsedate_to_datetime

    text = text.strip()
    if text.isdecimal():
        return float(text[:9])
    try:
        return max(parsedate_to_datetime(text).timestamp() - now, 0.0)
    except (ValueError, TypeError, OverflowError):
        return None
