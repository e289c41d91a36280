"""D3: which address goes through which proxy."""

from __future__ import annotations

import pytest
from tests.support.installing import refusal

from feedback_gate_installer import proxies

ADDRESS = "https://releases.example.com/r"


@pytest.mark.parametrize(
    ("env", "proxy"),
    [
        ({}, None),
        ({"HTTPS_PROXY": "http://p:1"}, "http://p:1"),
        ({"HTTPS_PROXY": "p:1"}, "http://p:1"),
        ({"HTTPS_PROXY": "https://p:1"}, "https://p:1"),
        ({"HTTP_PROXY": "http://p:1"}, None),
        ({"ALL_PROXY": "http://p:1"}, "http://p:1"),
        ({"ALL_PROXY": "http://a:1", "HTTPS_PROXY": "http://p:1"}, "http://p:1"),
        ({"https_proxy": "http://low:1", "HTTPS_PROXY": "http://up:1"}, "http://low:1"),
        ({"HTTPS_PROXY": "http://p:1", "NO_PROXY": "example.com"}, None),
        ({"HTTPS_PROXY": "  "}, None),
    ],
)
def test_d3_variables_choose_the_proxy(env: dict[str, str], proxy: str | None) -> None:
    assert proxies.choose(ADDRESS, env) == proxy


@pytest.mark.parametrize("kind", ["socks5://p:1", "socks5h://p:1", "ftp://p:1"])
def test_d3_other_kinds_of_proxy_are_refused(kind: str) -> None:
    assert refusal(lambda: proxies.choose(ADDRESS, {"ALL_PROXY": kind})).code == "proxy-failed"


@pytest.mark.parametrize(
    ("address", "exceptions", "expected"),
    [
        (ADDRESS, "releases.example.com", True),
        (ADDRESS, "RELEASES.example.com", True),
        (ADDRESS, "example.com", True),
        (ADDRESS, ".example.com", True),
        (ADDRESS, "ample.com", False),
        (ADDRESS, "other.com, example.com", True),
        (ADDRESS, "other.com example.com", True),
        (ADDRESS, "*", True),
        (ADDRESS, "", False),
        (ADDRESS, ".", False),
        (ADDRESS, "example.com:443", True),
        (ADDRESS, "example.com:8443", False),
        ("https://releases.example.com:8443/", "example.com:8443", True),
        ("https://10.1.2.3/", "10.0.0.0/8", True),
        ("https://11.1.2.3/", "10.0.0.0/8", False),
        ("https://releases.example.com/", "10.0.0.0/8", False),
        ("https://10.1.2.3/", "10.0.0.0/wide", False),
        ("https://[fd00::1]/", "[fd00::1]", True),
        ("https://[fd00::1]/", "fd00::/8", True),
    ],
)
def test_d3_exceptions_cover_what_they_name(address: str, exceptions: str, expected: bool) -> None:
    assert proxies.is_excepted(address, exceptions) is expected
