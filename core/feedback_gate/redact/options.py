"""Secrets in the short options of well-known commands, where no name announces them."""

from __future__ import annotations

import re

from feedback_gate.redact import verdict
from feedback_gate.redact.expression import Expression
from feedback_gate.redact.pattern import Pattern

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from feedback_gate.redact.pattern import Span

OPTION = (
    r"(?<!\S)(?P<flag>--user|--proxy-user|--auth|-storepass|-keypass|-[uUapPw])(?P<gap>[ \t=]{0,4})"
    r"""(?P<quote>["']?)(?P<secret>[^\s"'\[\]]{2,400})"""
)
OPENSSL = r"(?<!\S)-pass(?:in|out)?[ \t]+[\"']?pass:(?P<secret>[^\s\"'\[\]]{1,400})"
# command → options that take `user:password`, options that take a password, whether it is written without a blank (`-pX`)
COMMANDS = (
    (Expression(r"\bcurl\b"), ("-u", "-U", "--user", "--proxy-user"), (), False),
    (Expression(r"\b(?:https?|xh)\b"), ("-a", "--auth"), (), False),
    (Expression(r"\bsshpass\b"), (), ("-p",), False),
    (Expression(r"\b(?:docker|podman|nerdctl|buildah|skopeo|crane|helm|oc|oras|az)\b.*\blogin\b"), (), ("-p",), False),
    (Expression(r"\b(?:mysql|mysqldump|mysqladmin|mysqlimport|mariadb|mariadb-dump)\b"), (), ("-p",), True),
    (Expression(r"\bredis-cli\b"), (), ("-a",), False),
    (Expression(r"\b(?:unzip|zip|sqlcmd|bcp)\b"), (), ("-P",), False),
    (Expression(r"\b(?:keytool|jarsigner)\b"), (), ("-storepass", "-keypass"), False),
    (Expression(r"\bldap(?:search|modify|add|delete|passwd|whoami)\b"), (), ("-w",), False),
)


def _option(found: re.Match[str]) -> Iterable[Span]:
    text, flag = found["secret"], found["flag"]
    if verdict.is_blank(text) or not verdict.INTERPOLATION.sub("", text.rpartition(":")[2]):
        return ()
    line = re.split(r"[\n|;&]", found.string[max(0, found.start() - 400) : found.start()])[-1]
    for command, with_user, alone, glued in COMMANDS:
        if flag in with_user and ":" in text.strip(":") and command.search(line):
            return (found.span("secret"),)
        if flag in alone and glued == (not found["gap"]) and command.search(line):
            return (found.span("secret"),)
    return ()


OPTIONS = (
    Pattern(
        "command-option",
        "the password options of curl, httpie, sshpass, docker/podman/helm/oc/az login, mysql, redis-cli, zip, keytool and the LDAP tools",
        "the command and the option",
        (
            "curl",
            "http",
            "xh",
            "sshpass",
            "login",
            "mysql",
            "mariadb",
            "redis-cli",
            "zip",
            "sqlcmd",
            "bcp",
            "keytool",
            "jarsigner",
            "ldap",
        ),
        OPTION,
        judge=_option,
    ),
    Pattern("openssl-option", "openssl's `-passin pass:…`, `-passout pass:…`, `-pass pass:…`", "the option", ("pass:",), OPENSSL),
)
