"""A small web for tests: an HTTPS server with a certificate of a private authority, and a proxy, all on the loopback."""

from __future__ import annotations

import datetime as dt
import hashlib
import http.server
import ipaddress
import os
import select
import socket
import ssl
import threading
from contextlib import contextmanager
from typing import TYPE_CHECKING

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

HOST = "localhost"
AUTHORITY = "Example Corp Interception CA"


def _name(common: str) -> x509.Name:
    return x509.Name([x509.NameAttribute(NameOID.ORGANIZATION_NAME, "Example"), x509.NameAttribute(NameOID.COMMON_NAME, common)])


def _certificate(
    subject: str, issuer: str, key: ec.EllipticCurvePrivateKey, signer: ec.EllipticCurvePrivateKey, *, ca: bool
) -> x509.Certificate:
    now = dt.datetime.now(dt.timezone.utc)
    names = [x509.DNSName(HOST), x509.IPAddress(ipaddress.ip_address("127.0.0.1"))]
    usage = x509.KeyUsage(True, False, False, False, False, ca, ca, False, False)
    builder = (
        x509.CertificateBuilder()
        .subject_name(_name(subject))
        .issuer_name(_name(issuer))
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - dt.timedelta(days=1))
        .not_valid_after(now + dt.timedelta(days=30))
        .add_extension(x509.BasicConstraints(ca=ca, path_length=None), critical=True)
        .add_extension(usage, critical=True)
        .add_extension(x509.SubjectKeyIdentifier.from_public_key(key.public_key()), critical=False)
        .add_extension(x509.AuthorityKeyIdentifier.from_issuer_public_key(signer.public_key()), critical=False)
    )
    if not ca:
        builder = builder.add_extension(x509.SubjectAlternativeName(names), critical=False)
    return builder.sign(signer, hashes.SHA256())


class Authority:
    """A private certificate authority: ``file`` is its own certificate, ``chain`` what a server needs."""

    def __init__(self, folder: str, name: str = AUTHORITY) -> None:
        root, leaf = (ec.generate_private_key(ec.SECP256R1()) for _ in range(2))
        self.file = os.path.join(folder, "authority.pem")
        self.chain = os.path.join(folder, "server.pem")
        self._write(self.file, _certificate(name, name, root, root, ca=True))
        private = leaf.private_bytes(serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption())
        self._write(self.chain, _certificate(HOST, name, leaf, root, ca=False), private)

    def _write(self, path: str, certificate: x509.Certificate, more: bytes = b"") -> None:
        with open(path, "wb") as file:
            file.write(certificate.public_bytes(serialization.Encoding.PEM) + more)

    def context(self) -> ssl.SSLContext:
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(self.chain)
        return context


class Handler(http.server.BaseHTTPRequestHandler):
    """Serves the site's files with entity tags and ranges, unless the site has another plan for this request."""

    protocol_version = "HTTP/1.1"
    server: Server

    def do_GET(self) -> None:
        site = self.server.site
        site.requests.append((self.path, {name.lower(): value for name, value in self.headers.items()}))
        plans = site.plans.get(self.path, [])
        if plans:
            plan = plans[0] if len(plans) == 1 and site.keep_last else plans.pop(0)
            plan(self)
            return
        self.serve(site.files.get(self.path.partition("?")[0]))

    def serve(self, data: bytes | None) -> None:
        if data is None:
            self.answer(404, b"nothing here")
            return
        tag = f'"{hashlib.sha256(data).hexdigest()[:16]}"'
        wanted = self.headers.get("Range")
        if wanted and self.headers.get("If-Range") == tag:
            start = int(wanted.removeprefix("bytes=").rstrip("-"))
            if start >= len(data):
                self.answer(416, b"")
                return
            span = f"bytes {start}-{len(data) - 1}/{len(data)}"
            self.answer(206, data[start:], **{"ETag": tag, "Content-Range": span})
            return
        self.answer(200, data, ETag=tag)

    def answer(self, status: int, data: bytes, **headers: str) -> None:
        self.begin(status, **{"Content-Length": str(len(data)), **headers})
        self.wfile.write(data)

    def begin(self, status: int, **headers: str) -> None:
        self.send_response(status)
        for name, value in {"Content-Type": "application/octet-stream", **headers}.items():
            self.send_header(name.replace("_", "-"), value)
        self.end_headers()

    def cut(self, data: bytes, at: int, **headers: str) -> None:
        """Promise all of ``data``, send ``at`` bytes of it and hang up."""
        tag = f'"{hashlib.sha256(data).hexdigest()[:16]}"'
        self.begin(200, **{"Content-Length": str(len(data)), "ETag": tag, **headers})
        self.wfile.write(data[:at])
        self.wfile.flush()
        self.hang_up()

    def hang_up(self) -> None:
        self.close_connection = True
        self.connection.close()

    def log_message(self, *_: object) -> None:
        """Silence."""


class Site:
    """What a server knows: files by path, plans for single requests, and every request that came."""

    def __init__(self) -> None:
        self.files: dict[str, bytes] = {}
        self.plans: dict[str, list[Callable[[Handler], None]]] = {}
        self.keep_last = False
        self.requests: list[tuple[str, dict[str, str]]] = []

    def publish(self, version: str, files: dict[str, bytes], base: str = "/r") -> None:
        for name, data in files.items():
            self.files[f"{base}/v{version}/{name}"] = data

    def asked(self, path: str) -> list[dict[str, str]]:
        return [headers for asked, headers in self.requests if asked == path]


class Server(http.server.ThreadingHTTPServer):
    """An HTTPS server; handshakes happen in the thread of the connection."""

    daemon_threads = True
    request_queue_size = 128

    def __init__(self, authority: Authority) -> None:
        super().__init__(("127.0.0.1", 0), Handler)
        self.site = Site()
        self._context = authority.context()
        self.base = f"https://{HOST}:{self.server_address[1]}/r"

    def get_request(self) -> tuple[socket.socket, object]:
        connection, address = super().get_request()
        return self._context.wrap_socket(connection, server_side=True, do_handshake_on_connect=False), address

    def handle_error(self, *_: object) -> None:
        """Clients that hang up are part of the plan."""


@contextmanager
def serving(authority: Authority) -> Iterator[Server]:
    """A running server."""
    server = Server(authority)
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True)
    thread.start()
    try:
        yield server
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


class Proxy(http.server.ThreadingHTTPServer):
    """A CONNECT proxy; with ``password`` set it wants ``user:password``."""

    daemon_threads = True

    def __init__(self, password: str = "", status: int = 200) -> None:
        super().__init__(("127.0.0.1", 0), _ProxyHandler)
        self.password = password
        self.status = status
        self.tunnels: list[str] = []
        self.port = self.server_address[1]

    def handle_error(self, *_: object) -> None:
        """Silence."""


class _ProxyHandler(http.server.BaseHTTPRequestHandler):
    server: Proxy

    def do_CONNECT(self) -> None:
        import base64

        self.server.tunnels.append(self.path)
        wanted = "Basic " + base64.b64encode(f"user:{self.server.password}".encode()).decode()
        if self.server.password and self.headers.get("Proxy-Authorization") != wanted:
            self.send_error(407)
            return
        if self.server.status != 200:
            self.send_error(self.server.status)
            return
        host, _, port = self.path.partition(":")
        with socket.create_connection((host, int(port))) as upstream:
            self.send_response(200)
            self.end_headers()
            self._shovel(upstream)

    def _shovel(self, upstream: socket.socket) -> None:
        ends = {self.connection: upstream, upstream: self.connection}
        while True:
            ready, _, _ = select.select(list(ends), [], [], 10)
            if not ready:
                return
            for end in ready:
                data = end.recv(65536)
                if not data:
                    return
                ends[end].sendall(data)

    def log_message(self, *_: object) -> None:
        """Silence."""


@contextmanager
def proxying(password: str = "", status: int = 200) -> Iterator[Proxy]:
    """A running proxy."""
    proxy = Proxy(password, status)
    thread = threading.Thread(target=proxy.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True)
    thread.start()
    try:
        yield proxy
    finally:
        proxy.shutdown()
        proxy.server_close()
        thread.join()
