"""Secrets inside addresses: user and password, signed queries, webhooks."""

from __future__ import annotations

import re

from feedback_gate.redact import verdict
from feedback_gate.redact.expression import Expression
from feedback_gate.redact.pattern import Pattern

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from feedback_gate.redact.pattern import Span

MARK = "[REDACTED]"
USERINFO = r"://(?P<user>[^\s\"'`<>:/?#@\[\]]{0,200}):(?P<rest>[^\s\"'`<>]{1,400})"
VARIABLE = Expression(
    r"(?:\$?\{.*\}|\$[A-Z_][A-Z0-9_]*|\$\w*(?:pass|pw|secret|token)\w*|\$\(.*\)|%\(?\w*\)?[sdr]|%\w+%|\{\{.*\}\}|#\{.*\}|\[\w+\]|\.{3})$",
    ignorecase=True,
)
USER_ONLY = r"://(?P<secret>[A-Za-z0-9_.~%-]{20,255})(?::x-oauth-basic)?@"
QUERY = (
    r"(?:[?&;]|%3F|%26|&amp;)(?P<name>sig|signature|x-amz-signature|x-amz-credential|x-amz-security-token|x-goog-signature|x-goog-credential|key|code"
    r"|hmac|hash|st|hdnea|hdnts|jwt|ticket|auth|pass|pwd|pw|sid|session|policy|awsaccesskeyid|k|t|s)=(?P<secret>[^\s\"'`&;<>#\[\]\\|,)]{1,4096})"
)
ALWAYS = frozenset(("sig", "signature", "x-amz-signature", "x-goog-signature", "x-amz-security-token", "pass", "pwd", "pw"))
SOMETIMES = frozenset(("hash", "k", "t", "s", "st", "policy", "sid"))
ORACLE = r"jdbc:oracle:[a-z]{2,6}:(?P<secret>[^\s/@:]{1,60}/[^\s@]{1,200})@"
GO_DSN = r"(?<![^\s\"'`=:(])(?P<secret>[A-Za-z0-9_.-]{1,60}:[^\s\"'`/]{1,200})@(?:tcp|unix)\("
WEBHOOKS = (
    r"hooks\.slack(?:-gov)?\.com/(?:services|workflows|triggers)/(?P<a>[A-Za-z0-9+_/-]{20,200})"
    r"|(?:discord|discordapp)\.com/api/(?:v\d{1,2}/)?webhooks/(?P<b>\d{15,21}/[A-Za-z0-9_-]{30,100})"
    r"|\.webhook\.office(?:365)?\.com/webhookb2/(?P<c>[A-Za-z0-9@/_-]{36,300})"
    r"|outlook\.office(?:365)?\.com/webhook/(?P<d>[A-Za-z0-9@/_-]{36,300})"
    r"|(?:open\.feishu\.cn|open\.larksuite\.com)/open-apis/bot/(?:v2/)?hook/(?P<e>[A-Za-z0-9-]{20,80})"
    r"|hooks\.zapier\.com/hooks/catch/(?P<f>[A-Za-z0-9/]{10,80})"
    r"|hook\.(?:[a-z0-9]{2,6}\.)?(?:make|integromat)\.com/(?P<g>[A-Za-z0-9]{20,60})"
    r"|maker\.ifttt\.com/trigger/[\w-]{1,80}/(?:json/)?with/key/(?P<h>[A-Za-z0-9_-]{15,80})"
    r"|api\.telegram\.org/(?:file/)?bot(?P<i>\d{6,12}:[A-Za-z0-9_-]{30,50})"
    r"|(?:api\.opsgenie|events\.pagerduty)\.com/(?:integration|generic)/(?P<j>[A-Za-z0-9/_-]{20,80})"
    r"|://[\w.:-]{1,100}/hooks/(?P<k>[a-z0-9]{26})(?![a-z0-9])"
    r"|hooks?\.[\w.-]{1,80}/(?:services|hooks|webhooks?|incoming)/(?P<l>[A-Za-z0-9/_-]{24,200})"
)


def _userinfo(found: re.Match[str]) -> Iterable[Span]:
    rest = found["rest"]
    scheme = re.match(r"[A-Za-z0-9+.-]{1,24}", found.string[max(0, found.start() - 24) : found.start()][::-1])
    web = scheme is not None and scheme[0][::-1].lower() in ("http", "https", "ws", "wss", "file")
    password = re.split(r"[/?#]", rest, maxsplit=1)[0].rpartition("@")[0]
    if not web:
        password = _longer(rest, password)
    if not password or password == MARK or VARIABLE.match(password) or not password.strip("*:x•"):
        return ()
    return ((found.start("user"), found.start("rest") + len(password)),)


def _longer(rest: str, password: str) -> str:
    """Outside the web a password may also hold `/`, `?` and `#`: then it goes up to the last `@` before what can be a host."""
    if password:
        longer = re.match(r"(.*)@[A-Za-z0-9.-]{1,255}(?:[:/?,]|$)", rest)
        return longer[1] if longer and not re.search(r"[?&]|://", longer[1]) else password
    if re.match(r"\d{1,5}(?:[/?#]|$)", rest):  # a port
        return ""
    longer = re.match(r"(.*)@[\w.-]{1,255}(?::\d|[/?,;)}]|$)", rest)
    return longer[1] if longer else ""


def _user_only(found: re.Match[str]) -> Iterable[Span]:
    value = found["secret"]
    mixed = re.search("[0-9]", value) and re.search("[a-z]", value) and (re.search("[A-Z]", value) or len(value) > 30)
    return (found.span("secret"),) if mixed and re.search("[A-Za-z0-9]{16}", value) else ()


def _query(found: re.Match[str]) -> Iterable[Span]:
    name, value = found["name"].lower(), found["secret"]
    if verdict.is_blank(value):
        return ()
    if name in ALWAYS or name.startswith("x-"):
        return (found.span("secret"),) if len(value) > 3 else ()
    return (found.span("secret"),) if verdict.looks_random(value) and len(value) > (31 if name in SOMETIMES else 15) else ()


def _webhook(found: re.Match[str]) -> Iterable[Span]:
    return (found.span(found.lastgroup or 0),)


LINKS = (
    Pattern(
        "url-password",
        "user and password in an address of any scheme, database addresses included: the user may be missing, the password of any length and, "
        "outside http, with `@`, `:`, `/` and `#` in it",
        "the scheme, the host and the rest",
        ("://",),
        USERINFO,
        judge=_userinfo,
    ),
    Pattern(
        "oracle-url",
        "user and password in `jdbc:oracle:thin:user/password@host`",
        "the driver and the host",
        ("jdbc:oracle",),
        ORACLE,
    ),
    Pattern(
        "go-dsn", "user and password in `user:password@tcp(host)/db`", "the host and the database", ("@tcp(", "@unix("), GO_DSN
    ),
    Pattern(
        "url-token",
        "a long mixed token in place of the user: `https://TOKEN@host`",
        "the scheme and the host",
        ("://",),
        USER_ONLY,
        judge=_user_only,
    ),
    Pattern(
        "signed-query",
        "signatures and keys of signed addresses: `sig`, `signature`, `X-Amz-Signature`, `X-Goog-Signature`, a long mixed `key`, `code`, `hmac`",
        "the address and the other parameters",
        (
            "sig=",
            "signature=",
            "key",
            "code=",
            "auth=",
            "pass=",
            "pwd=",
            "pw=",
            "hmac=",
            "jwt=",
            "ticket=",
            "x-amz-",
            "x-goog-",
            "hdnea",
            "session=",
            "hash=",
            "st=",
        ),
        QUERY,
        judge=_query,
    ),
    Pattern(
        "webhook",
        "the secret part of incoming webhooks: Slack, Discord, Teams, Feishu and Lark, Zapier, Make, IFTTT, Mattermost; Telegram bot addresses",
        "the host and the path before it",
        (
            "slack.com/",
            "slack-gov.com/",
            "/webhook",
            "/hook",
            "hook.",
            "hooks.",
            "api.telegram.org",
            "maker.ifttt.com",
            "integration/",
            "generic/",
        ),
        WEBHOOKS,
        judge=_webhook,
    ),
)
