"""Why a request failed, said in one of our codes: what a person can act on, without secrets."""

from __future__ import annotations

import ssl

import httpx

from feedback_gate_installer import addresses, certificates
from feedback_gate_installer.errors import RefusedError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

_PROBE_SECONDS = 3.0
_PROXY_AUTHENTICATION = "407"


def of_failure(error: httpx.HTTPError, address: str, proxy: str | None) -> RefusedError:
    """The refusal for a request to ``address`` that ended in ``error`` before any answer."""
    host = addresses.host_of(address)
    if isinstance(error, httpx.ProxyError):
        return _of_proxy(error, proxy or "")
    for cause in _causes(error):
        if isinstance(cause, ssl.SSLCertVerificationError):
            return RefusedError("tls-untrusted", host=host, issuer=issuer_seen(address, proxy) or "unknown")
        if isinstance(cause, ssl.SSLError):
            return RefusedError("tls-failed", host=host, why=cause.reason or "handshake failed")
    if proxy and isinstance(error, (httpx.ConnectError, httpx.ConnectTimeout)):
        return RefusedError("proxy-failed", proxy=addresses.shown(proxy), why=_words(error))
    return RefusedError("download-failed", host=host, why=_words(error))


class _SeenError(Exception):
    """Ends the second look: the handshake is done, ``der`` is the certificate that was shown."""

    def __init__(self, der: bytes) -> None:
        super().__init__()
        self.der = der


def issuer_seen(address: str, proxy: str | None) -> str:
    """The name of whoever issued the certificate that ``address`` shows, or an empty text.

    A second handshake, broken off before any request is sent over it.
    """

    def watch(event: str, info: dict[str, Any]) -> None:
        if event.endswith("start_tls.complete"):
            stream = info["return_value"]
            der = stream.get_extra_info("ssl_object").getpeercert(True)
            stream.close()
            raise _SeenError(der or b"")

    try:
        with httpx.Client(verify=_curious(), proxy=proxy, trust_env=False, timeout=_PROBE_SECONDS) as client:
            client.head(address, headers={"Authorization": ""}, extensions={"trace": watch})
    except _SeenError as seen:
        return certificates.issuer(seen.der)
    except (httpx.HTTPError, OSError, ValueError):
        return ""
    return ""


def _curious() -> ssl.SSLContext:
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    context.check_hostname = False
    context.verify_mode = ssl.CERT_NONE
    return context


def _of_proxy(error: httpx.ProxyError, proxy: str) -> RefusedError:
    status = str(error)[:3]
    shown = addresses.shown(proxy)
    if status == _PROXY_AUTHENTICATION:
        return RefusedError("proxy-auth", proxy=shown)
    return RefusedError("proxy-failed", proxy=shown, why=f"status {status}" if status.isdecimal() else "it refused")


def _causes(error: BaseException | None) -> Iterator[BaseException]:
    for _ in range(10):
        if error is None:
            return
        yield error
        error = error.__cause__ or error.__context__


def _words(error: httpx.HTTPError) -> str:
    """What the system said, or the kind of failure: httpx puts no address of ours into either."""
    import socket

    for cause in _causes(error):
        if isinstance(cause, socket.gaierror):
            return "its name is not known"
        if isinstance(cause, OSError) and cause.strerror:
            return cause.strerror
    return "no answer in time" if isinstance(error, httpx.TimeoutException) else type(error).__name__
