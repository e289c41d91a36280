"""The other ways in which a name announces a secret: arguments, flags, cells, pairs of name and value, elements, .netrc."""

from __future__ import annotations

import re

from feedback_gate.redact import names, values, verdict
from feedback_gate.redact.assignments import LITERALS, NOUN, TAIL, whole_name
from feedback_gate.redact.expression import Expression
from feedback_gate.redact.pattern import Pattern
from feedback_gate.redact.vocabulary import CODE_WORDS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from feedback_gate.redact.pattern import Span

ARGUMENT = rf"""(?P<name>{NOUN}{TAIL})\\{{0,3}}["'`]\)?,[ \t]{{0,8}}(?=[A-Za-z$@]?\\{{0,3}}["'`])"""
OPENING = Expression(r"""[(\[]\s*[A-Za-z$@]?\\{0,3}["'`]$""")
BESIDE = (
    rf"(?P<name>{NOUN}{TAIL})[ \t|│]{{1,40}}"
    r"""(?P<quote>["']?)(?P<secret>[A-Za-z0-9+/=_.~!@#$%^&*-]{6,4096})(?![\w(\[])(?P=quote)"""
)
FLAG = rf"(?<![\w-])--?(?P<name>[A-Za-z-]{{0,40}}?{NOUN}{TAIL})[ \t]{{1,8}}(?![-=:<\[{{$|])"
SETTER = (
    r"\b(?:set -[A-Za-z]{1,4}|setenv|setx|ENV|ARG|set)[ \t]{1,8}"
    r"(?P<name>(?-i:(?=[A-Z0-9_]{0,40}(?:PASS|PWD|PW|SECRET|TOKEN|KEY|CRED|AUTH|PAT))[A-Z][A-Z0-9_]{2,80}))[ \t]{1,8}(?![-=:<|])"
)
MARKS = r"""\\{0,3}["']?"""
PAIR = (
    rf"\b(?:name|key){MARKS}[ \t]{{0,4}}[:=][ \t]{{0,8}}{MARKS}(?P<name>[A-Za-z0-9_.-]{{0,40}}?{NOUN}{TAIL}){MARKS}"
    rf"[\s,]{{1,40}}{MARKS}(?:value|content){MARKS}[ \t]{{0,4}}[:=][ \t]{{0,8}}"
)
TAG = rf"<(?P<name>(?:[A-Za-z]\w{{0,20}}:)?[A-Za-z0-9_.-]{{0,40}}?{NOUN}{TAIL})>(?P<secret>[^<>\n]{{1,4096}})</"
NETRC = r"\b(?:machine[ \t\n]{1,8}\S{1,200}|default)[ \t\n]{1,8}login[ \t\n]{1,8}\S{1,200}[ \t\n]{1,8}(?:password|passwd)[ \t\n]{1,8}(?P<secret>[^\s'\"=\[]{1,400})"
HELP_WORD = Expression(r"[A-Za-z][a-z_-]*$|[A-Z_-]+$")


def _argument(found: re.Match[str]) -> Iterable[Span]:
    start, name = whole_name(found)
    value = values.at(found.string, found.end())
    if (
        value is None
        or not value.quote
        or not names.strength(name)
        or not OPENING.search(found.string[max(0, start - 12) : start])
    ):
        return ()
    return ((value.start, value.end),) if verdict.is_secret_quoted(value, name) and verdict.is_mixed(value.text) else ()


def _beside(found: re.Match[str]) -> Iterable[Span]:
    """Without quotes only what is long and has digits and letters of both cases."""
    value, name = found["secret"], whole_name(found)[1]
    likely = verdict.is_mixed(value) if found["quote"] else _is_long_key(value)
    if likely and names.strength(name) == names.STRONG and not verdict.is_blank(value) and verdict.is_no_name(value):
        yield found.span("secret")


def _is_long_key(text: str) -> bool:
    return len(text) > 15 and verdict.is_well_mixed(text) and verdict.looks_random(text)


def _named(found: re.Match[str]) -> Iterable[Span]:
    """For forms that give the whole name in a group and end where the value begins."""
    name = found["name"]
    strength = names.strength(name)
    value = values.at(found.string, found.end()) if strength else None
    if value is None:
        return ()
    secret = verdict.is_secret_quoted(value, name) if value.quote else verdict.is_secret_environment(value)
    return ((value.start, value.end),) if secret and (strength == names.STRONG or verdict.looks_random(value.text)) else ()


def _flag(found: re.Match[str]) -> Iterable[Span]:
    """As `_named`, but the help text of a program (`--password string  the password`) is no value."""
    return [span for span in _named(found) if not _is_help(found.string, span)]


def _is_help(text: str, span: Span) -> bool:
    word, after = text[span[0] : span[1]], text[span[1] : span[1] + 2]
    if not HELP_WORD.match(word):
        return False
    known = word.lower() in CODE_WORDS or names.mentions(word) or word.isupper() or len(word) < 4
    return known or after in ("  ", " \t") or after[:1] in (".", ",", ")")


def _tag(found: re.Match[str]) -> Iterable[Span]:
    value = found["secret"]
    if names.strength(found["name"]) == names.STRONG and not verdict.is_blank(value) and not re.search(r"\s\S+\s", value):
        yield found.span("secret")


def _netrc(found: re.Match[str]) -> Iterable[Span]:
    return (found.span("secret"),) if found["secret"].lower() not in CODE_WORDS else ()


SPELLINGS = (
    Pattern(
        "argument",
        'a quoted value with digits and letters beside such a name in a call: `set("db.password", "…")`',
        "the call and the name",
        LITERALS,
        ARGUMENT,
        judge=_argument,
    ),
    Pattern(
        "beside",
        "a long value of digits and letters of both cases behind such a name and blanks, or in the next cell of a table; a quoted one of 6 "
        "characters with digits",
        "the name",
        LITERALS,
        BESIDE,
        judge=_beside,
    ),
    Pattern(
        "flag",
        "the value behind a command's `--password`, `--token`, `--api-key` and the like",
        "the flag",
        LITERALS,
        FLAG,
        judge=_flag,
    ),
    Pattern(
        "setter",
        "`set -x`, `setenv`, `setx`, Dockerfile `ENV` and `ARG` with such a name",
        "the command and the name",
        ("set", "env", "arg"),
        SETTER,
        judge=_named,
    ),
    Pattern(
        "name-value-pair",
        "the value in pairs of `name: X` and `value: Y` (YAML, JSON, XML and HTML attributes) when the name says secret",
        "the name",
        ("value", "content"),
        PAIR,
        judge=_named,
    ),
    Pattern("tag", "the content of an XML element with such a name", "the element", ("</",), TAG, judge=_tag),
    Pattern("netrc", "`login … password …` of a .netrc line", "the login", ("passw",), NETRC, judge=_netrc),
)
