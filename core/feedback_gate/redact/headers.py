"""Secrets in HTTP headers and cookies."""

from __future__ import annotations

import re

from feedback_gate.redact import names, verdict
from feedback_gate.redact.expression import Expression
from feedback_gate.redact.pattern import Pattern
from feedback_gate.redact.vocabulary import CODE_WORDS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from feedback_gate.redact.pattern import Span

OPENING = Expression(r"[\"'`](?:proxy-)?$", ignorecase=True)
OPEN = r"""\\{0,3}["'`]?"""
AUTHORIZATION = rf"""authorization{OPEN}\]?[ \t]{{0,8}}[:=,][ \t]{{0,8}}(?:[A-Za-z$@]?\\{{0,3}}["'`])?"""
SCHEME = Expression(
    r"(?:bearer|basic|token|api-?key|key|bot|ssws|oauth|splunk|geniekey|negotiate|ntlm|apikey|jwt|private-token|sso-key)[ \t]+",
    ignorecase=True,
)
WITH_PARAMETERS = Expression(
    r"(?:digest|aws4-hmac-sha256|hawk|signature|sharedkey(?:lite)?|sharedaccesssignature|hmac\S{0,20}|mac|oauth(?=[ \t]+\w+=)|goog4-\S{1,20})[ \t]+",
    ignorecase=True,
)
CREDENTIAL = Expression(r"[A-Za-z0-9._~+/:%|!@#^&*-]{4,8192}={0,3}")
BEARER = r"(?<![A-Za-z0-9_])bearer(?P<gap>[ \t]{1,4}|[ \t]{0,4}\r?\n[ \t]{0,20})(?P<secret>[A-Za-z0-9._~+/-]{7,8192}[A-Za-z0-9_~+/-]={0,3})(?![\"'=(])"
WORDS = Expression(
    r"(?:authenti|authori[sz]|credential|token|challenge|middleware|strategy|scheme|realm|error|certificate|instrument|required|missing|"
    r"invalid|header|security|access|string|format|prefix|method|api|type|value|request|response|strict|optional|support)[A-Za-z_.-]*$",
    ignorecase=True,
)
BASIC = r"(?<![A-Za-z0-9_])basic[ \t]{1,4}(?P<secret>[A-Za-z0-9+/]{8,4096}={0,2})"
COOKIE = (
    rf"""(?P<set>set-)?cookie{OPEN}\]?[ \t]{{0,8}}[:=,][ \t]{{0,8}}(?P<open>(?:\\{{0,3}}["'`])?)(?P<jar>[^\r\n"'`]{{3,8192}})"""
)
COOKIE_FLAG = r"""(?<!\S)(?:-b|--cookie)[ \t=]{1,4}(?P<open>["']?)(?P<jar>[^\s"';=]{1,80}=[^\r\n"']{3,8192})"""
CRUMB = Expression(r"[^\s;,]{1,8192}")
ATTRIBUTES = frozenset(
    ("path", "domain", "expires", "max-age", "samesite", "secure", "httponly", "version", "priority", "partitioned")
)
SESSION = Expression(
    r"sess|sid$|(?:^|[._-])s?id$|auth|token|csrf|xsrf|jwt|login|remember|credential|secret|\.aspnet|identity", ignorecase=True
)
SESSION_COOKIE = (
    r"(?<![A-Za-z0-9_])(?:JSESSIONID|PHPSESSID|ASPSESSIONID\w{8}|ASP\.NET_SessionId|connect\.sid|laravel_session|_gitlab_session|user_session"
    r"|__Host-[\w-]{1,40}|__Secure-[\w.-]{1,60}|wordpress_logged_in_\w{1,40}|_session_id|rack\.session|session-token)"
    rf"{OPEN}[ \t]{{0,2}}[:=][ \t]{{0,2}}{OPEN}(?P<secret>[^\s\"'`;,&\[\]<>\\]{{8,4096}})"
)


def _authorization(found: re.Match[str]) -> Iterable[Span]:
    text, start = found.string, found.end()
    parameters = WITH_PARAMETERS.match(text, start)
    if parameters:
        return ((parameters.end(), _header_end(found, parameters.end())),)
    scheme = SCHEME.match(text, start)
    credential = CREDENTIAL.match(text, scheme.end() if scheme else start)
    if not credential or _is_no_credential(credential[0]):
        return ()
    called = text[credential.end() : credential.end() + 1] in ("(", "[")
    return (credential.span(),) if scheme or (verdict.looks_random(credential[0]) and not called) else ()


def _header_end(found: re.Match[str], start: int) -> int:
    """The end of a header: the quote that closes what it stands in, or the end of its line; 4,096 characters at most."""
    text = found.string
    opening = OPENING.search(text[max(0, found.start() - 8) : found.start()])
    quote = found[0][-1] if found[0][-1] in "\"'`" else opening[0][0] if opening else "\n"
    inside = re.compile(rf"(?:\\.|[^\\\n{quote}]){{0,4096}}").match(text, start)
    return start + len(inside[0].rstrip()) if inside else start


def _is_no_credential(text: str) -> bool:
    known = text.strip(".").lower()
    return known in CODE_WORDS or bool(WORDS.match(text)) or verdict.is_blank(text) or names.only_mentions(text)


def _bearer(found: re.Match[str]) -> Iterable[Span]:
    value = found["secret"]
    if _is_no_credential(value) or verdict.DOTTED_NAME.match(value) or ("\n" in found["gap"] and not verdict.looks_random(value)):
        return ()
    return (found.span("secret"),)


def _basic(found: re.Match[str]) -> Iterable[Span]:
    """Only what decodes to `user:password`, so that "Basic authentication" stays."""
    import binascii

    value = found["secret"]
    try:
        plain = binascii.a2b_base64(value + "=" * (-len(value) % 4))
    except binascii.Error:
        return ()
    return (found.span("secret"),) if b":" in plain and plain.isascii() else ()


def _cookies(found: re.Match[str]) -> Iterable[Span]:
    for crumb in CRUMB.finditer(found.string, *found.span("jar")):
        name, _, value = crumb[0].partition("=")
        if not name or name.lower() in ATTRIBUTES or verdict.is_blank(value) or "[" in value:
            continue
        if verdict.looks_random(value) or (SESSION.search(name) and len(value) > 3):
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
    ),
    Pattern(
        "bearer-token",
        "`Bearer` in any case before 8 characters or more, wherever it stands",
        "the word Bearer",
        ("bearer",),
        BEARER,
        judge=_bearer,
    ),
    Pattern(
        "basic-credential", "`Basic` before what decodes to user:password", "the word Basic", ("basic",), BASIC, judge=_basic
    ),
    Pattern(
        "cookie",
        "values in Cookie and Set-Cookie that are long and mixed or whose name says session, id, auth, token, csrf, login",
        "the names, short plain values, the attributes",
        ("cookie",),
        COOKIE,
        judge=_cookies,
    ),
    Pattern(
        "cookie-option", "the same after curl's `-b` and `--cookie`", "the names", ("-b", "--cookie"), COOKIE_FLAG, judge=_cookies
    ),
    Pattern(
        "session-cookie",
        "session cookies of common frameworks outside a header: JSESSIONID, PHPSESSID, connect.sid, laravel_session, __Host-…",
        "the name",
        (
            "sessid",
            "sessionid",
            "connect.sid",
            "laravel_session",
            "_session",
            "rack.session",
            "session-token",
            "__host-",
            "__secure-",
            "wordpress_logged_in",
        ),
        SESSION_COOKIE,
    ),
)
