"""Secrets in HTTP headers and cookies."""

from __future__ import annotations

import re

from feedback_gate.redact import values
from feedback_gate.redact.pattern import Pattern

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from feedback_gate.redact.pattern import Span

OPEN = r"""\\{0,3}["'`]?"""
AUTHORIZATION = rf"""authorization{OPEN}\]?[ \t]{{0,8}}[:=,][ \t]{{0,8}}(?:[A-Za-z$@]?\\{{0,3}}["'`])?"""
SCHEME = re.compile(
    r"(?:bearer|basic|token|api-?key|key|bot|ssws|oauth|splunk|geniekey|negotiate|ntlm|apikey|jwt|private-token|sso-key)[ \t]+", re.IGNORECASE
)
WITH_PARAMETERS = re.compile(
    r"(?:digest|aws4-hmac-sha256|hawk|signature|sharedkey(?:lite)?|sharedaccesssignature|hmac\S{0,20}|mac|oauth(?=[ \t]+\w+=)|goog4-\S{1,20})[ \t]+",
    re.IGNORECASE,
)
CREDENTIAL = re.compile(r"[A-Za-z0-9._~+/:%|!@#^&*-]{4,8192}={0,3}")
BEARER = r"(?<![A-Za-z0-9_])bearer[ \t]{1,4}(?P<secret>[A-Za-z0-9._~+/-]{8,8192}={0,3})(?![\"'=(])"
WORDS = re.compile(
    r"(?:authenti|authori[sz]|credential|token|challenge|middleware|strategy|scheme|realm|error|certificate|instrument|required|missing|"
    r"invalid|header|security|access|string|format|prefix|method|api|type|value|request|response|strict|optional|support)[A-Za-z_.-]*$",
    re.IGNORECASE,
)
COOKIE = rf"""(?P<set>set-)?cookie{OPEN}\]?[ \t]{{0,8}}[:=,][ \t]{{0,8}}(?P<open>(?:\\{{0,3}}["'`])?)(?P<jar>[^\r\n"'`]{{3,8192}})"""
COOKIE_FLAG = r"""(?<!\S)(?:-b|--cookie)[ \t=]{1,4}(?P<open>["']?)(?P<jar>[^\s"';=]{1,80}=[^\r\n"']{3,8192})"""
CRUMB = re.compile(r"[^\s;,]{1,8192}")
ATTRIBUTES = frozenset(("path", "domain", "expires", "max-age", "samesite", "secure", "httponly", "version", "priority", "partitioned"))
SESSION = re.compile(r"sess|sid$|(?:^|[._-])s?id$|auth|token|csrf|xsrf|jwt|login|remember|credential|secret|\.aspnet|identity", re.IGNORECASE)
SESSION_COOKIE = (
    r"(?<![A-Za-z0-9_])(?:JSESSIONID|PHPSESSID|ASPSESSIONID\w{8}|ASP\.NET_SessionId|connect\.sid|laravel_session|_gitlab_session|user_session"
    r"|__Host-[\w-]{1,40}|__Secure-[\w.-]{1,60}|wordpress_logged_in_\w{1,40}|_session_id|rack\.session|session-token)"
    rf"{OPEN}[ \t]{{0,2}}[:=][ \t]{{0,2}}{OPEN}(?P<secret>[^\s\"'`;,&\[\]<>\\]{{8,4096}})"
)


def _authorization(found: re.Match[str]) -> Iterable[Span]:
    text, start = found.string, found.end()
    parameters = WITH_PARAMETERS.match(text, start)
    if parameters:
        end = _line_end(text, start)
        return ((parameters.end(), end),) if "[REDACTED]" not in text[parameters.end() : end] else ()
    scheme = SCHEME.match(text, start)
    credential = CREDENTIAL.match(text, scheme.end() if scheme else start)
    if not credential or values.is_blank(credential[0]) or WORDS.match(credential[0]):
        return ()
    if not scheme and (not values.looks_random(credential[0]) or text[credential.end() : credential.end() + 1] in ("(", "[")):
        return ()
    return (credential.span(),)


def _line_end(text: str, start: int) -> int:
    """The end of the header: of its line, before a quote that closes the option it stands in."""
    end = text.find("\n", start)
    end = len(text) if end < 0 else end
    return start + len(text[start:end].rstrip().rstrip("'"))


def _bearer(found: re.Match[str]) -> Iterable[Span]:
    value = found["secret"]
    return () if WORDS.match(value) or values.is_blank(value) or values.DOTTED.match(value) else (found.span("secret"),)


def _cookies(found: re.Match[str]) -> Iterable[Span]:
    for crumb in CRUMB.finditer(found.string, *found.span("jar")):
        name, _, value = crumb[0].partition("=")
        if not name or name.lower() in ATTRIBUTES or values.is_blank(value) or "[" in value:
            continue
        if values.looks_random(value) or (SESSION.search(name) and len(value) > 5):
            yield crumb.start() + len(name) + 1, crumb.end()


HEADERS = (
    Pattern(
        "authorization-header",
        "Authorization and Proxy-Authorization with any usual scheme (Bearer, Basic, Token, ApiKey, Bot …), all parameters of Digest, AWS4, "
        "Hawk, SharedKey and OAuth 1, and a bare key",
        "the header's name and the scheme",
        ("authorization",),
        AUTHORIZATION,
        judge=_authorization,
        wraps=True,
    ),
    Pattern(
        "bearer-token",
        "`Bearer` in any case before 8 characters or more, wherever it stands",
        "the word Bearer",
        ("bearer",),
        BEARER,
        judge=_bearer,
        wraps=True,
    ),
    Pattern(
        "cookie",
        "values in Cookie and Set-Cookie that are long and mixed or whose name says session, id, auth, token, csrf, login",
        "the names, short plain values, the attributes",
        ("cookie",),
        COOKIE,
        judge=_cookies,
    ),
    Pattern("cookie-option", "the same after curl's `-b` and `--cookie`", "the names", ("-b", "--cookie"), COOKIE_FLAG, judge=_cookies),
    Pattern(
        "session-cookie",
        "session cookies of common frameworks outside a header: JSESSIONID, PHPSESSID, connect.sid, laravel_session, __Host-…",
        "the name",
        ("sess", "connect.sid", "__host-", "__secure-", "wordpress_logged_in"),
        SESSION_COOKIE,
    ),
)
