"""Secrets that a name announces: `name = value` in its many spellings, headers, flags, pairs and tags."""

from __future__ import annotations

import re

from feedback_gate.redact import names, values
from feedback_gate.redact.pattern import Pattern

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from feedback_gate.redact.pattern import Span
    from feedback_gate.redact.values import Value

NAME_BEFORE = re.compile(r"[A-Za-z0-9_.-]{0,48}")
WORD_BEFORE = re.compile(r" ([A-Za-z]{2,16})(?![A-Za-z0-9])")
NOUN = r"(?:pass(?:word|wd|phrase|code)?s?|pwd|pw|secret|token|key|cred(?:ential)?s?|auth|pat)"
TAIL = r"[A-Za-z0-9_-]{0,40}(?![A-Za-z0-9_-])"
EQUALS = r"""[ \t]{0,40}(?:=>|->|:=|=(?![=~>])|:(?![:/=]))[ \t]{0,40}"""
ASSIGNED = rf"""{NOUN}{TAIL}(?P<close>\\{{0,3}}["'`]?\]?)(?P<separator>{EQUALS}|[ \t](?:is|was):?[ \t])"""
ARGUMENT = rf"""(?<=[(\["'`A-Za-z0-9_.-]){NOUN}{TAIL}\\{{0,3}}["'`]\)?,[ \t]{{0,8}}(?=[A-Za-z$@]?\\{{0,3}}["'`])"""
FLAG = rf"(?<![\w-])--?(?P<name>[A-Za-z-]{{0,40}}?{NOUN}{TAIL})[ \t]{{1,8}}(?![-=:<\[{{$|])"
SETTER = rf"\b(?:set -[A-Za-z]{{1,4}}|setenv|setx|ENV|ARG|set)[ \t]{{1,8}}(?P<name>[A-Z0-9_]{{0,40}}?{NOUN}[A-Z0-9_]{{0,40}})[ \t]{{1,8}}(?![-=:<|])"
PAIR = (
    rf"""\b(?:name|key)\\{{0,3}}["']?[ \t]{{0,4}}[:=][ \t]{{0,8}}\\{{0,3}}["']?(?P<name>[A-Za-z0-9_.-]{{0,40}}?{NOUN}{TAIL})\\{{0,3}}["']?"""
    r"""[\s,]{1,40}\\{0,3}["']?value\\{0,3}["']?[ \t]{0,4}[:=][ \t]{0,8}"""
)
TAG = rf"<(?P<name>(?:[A-Za-z]\w{{0,20}}:)?[A-Za-z0-9_.-]{{0,40}}?{NOUN}{TAIL})>(?P<secret>[^<>\n]{{1,4096}})</"
NETRC = r"\blogin[ \t\n]{1,8}\S{1,200}[ \t\n]{1,8}(?:password|passwd)[ \t\n]{1,8}(?P<secret>[^\s'\"=\[]{1,400})"


def _assigned(found: re.Match[str]) -> Iterable[Span]:
    start, name = _whole_name(found)
    strength = names.strength(name)
    if not strength:
        return ()
    text, separator = found.string, found["separator"]
    value = values.at(text, found.end())
    line = text[max(0, start - 200) : start].rpartition("\n")[2]
    if value is None or (value.quote and not found["close"] and _ends_string(line, value.quote)):
        return ()
    if "is" in separator or "was" in separator:
        secret = strength == names.STRONG and _spoken(value)
    elif value.quote:
        secret = values.is_secret_quoted(value, name)
    elif separator == "=" and not found["close"] and re.match(r"[A-Z][A-Z0-9_]*$", name):
        secret = values.is_secret_environment(value)
    else:
        secret = values.is_secret_bare(value, name, separator, line)
    if not secret or (strength == names.WEAK and not values.looks_random(value.text)):
        return ()
    return ((value.start, value.end if value.quote else _to_line_end(value, text, line)),)


def _whole_name(found: re.Match[str]) -> tuple[int, str]:
    """Where the name begins, and the name; for a bare `key` with the word before it (`API key`)."""
    text, start = found.string, found.start()
    behind = text[max(0, start - 48) : start][::-1]
    before = NAME_BEFORE.match(behind)
    length = len(before[0]) if before else 0
    name = text[start - length : found.start("close")]
    word = WORD_BEFORE.match(text[max(0, start - length - 18) : start - length][::-1])
    if word and name.lower() == "key" and word[1][::-1].lower() in names.STRONG_KEYS:
        name = word[1][::-1] + "_" + name
    return start - length, name


def _to_line_end(value: Value, text: str, line: str) -> int:
    """A bare value that fills the rest of a line of its own is taken whole, with the commas and brackets in it."""
    if not re.match(r"[\s-]*(?:export[ \t]+)?$", line):
        return value.end
    rest = values.TO_SPACE.match(text, value.end)
    end = rest.end() if rest else value.end
    if text[end : end + 1] not in ("", "\n", "\r"):
        return value.end
    return max(value.end, value.start + len(text[value.start : end].rstrip("\"'`,;)}]")))


def _ends_string(line: str, quote: str) -> bool:
    """Whether a quote after a name closes the string the name stands in (`print("token=" + token)`) and opens none."""
    return len(re.findall(rf"(?<![A-Za-z\\]){quote}|(?<!\\){quote}(?![A-Za-z])", line)) % 2 == 1


def _spoken(value: Value) -> bool:
    """`the password is hunter2`, but not `the password is sha256 hashed`."""
    return bool(
        re.search("[0-9]", value.text)
        and re.search("[A-Za-z]", value.text)
        and len(value.text) > 5
        and not re.match(r"[a-z]+(?:_[a-z0-9]+)+$", value.text)
        and not re.match(r"[ \t]+[a-z]", value.after)
    )


def _argument(found: re.Match[str]) -> Iterable[Span]:
    value = values.at(found.string, found.end())
    before = NAME_BEFORE.match(found.string[max(0, found.start() - 48) : found.start()][::-1])
    name = (before[0][::-1] if before else "") + re.split(r"[\\\"'`]", found[0], maxsplit=1)[0]
    opening = found.string[max(0, found.start() - 60) : found.start() - (len(before[0]) if before else 0)]
    if value is None or not re.search(r"""[(\[]\s*[A-Za-z$@]?\\{0,3}["'`]$""", opening) or not value.quote or not names.strength(name) or not values.is_secret_quoted(value, name):
        return ()
    mixed = re.search("[0-9]", value.text) and re.search("[A-Za-z]", value.text)
    return ((value.start, value.end),) if mixed and len(value.text) > 5 else ()


def _named(found: re.Match[str]) -> Iterable[Span]:
    """For shapes that give the name in one group and end where the value begins."""
    strength = names.strength(found["name"])
    value = values.at(found.string, found.end()) if strength else None
    if value is None:
        return ()
    secret = values.is_secret_quoted(value, found["name"]) if value.quote else values.is_secret_environment(value)
    if secret and (strength == names.STRONG or values.looks_random(value.text)):
        return ((value.start, value.end),)
    return ()


def _flag(found: re.Match[str]) -> Iterable[Span]:
    """As `_named`, but the help text of a program (`--password string  the password`) is no value."""
    for start, end in _named(found):
        text = found.string[start:end]
        after = found.string[end : end + 2]
        if re.match(r"[A-Za-z][a-z_-]*$|[A-Z_-]+$", text):
            plain_word = text.lower() in values.CODE_WORDS or names.mentions(text) or text.isupper() or len(text) < 4
            if plain_word or after in ("  ", " \t") or after[:1] in (".", ",", ")"):
                continue
        yield start, end


def _tag(found: re.Match[str]) -> Iterable[Span]:
    value = found["secret"]
    if names.strength(found["name"]) == names.STRONG and not values.is_blank(value) and not re.search(r"\s\S+\s", value):
        yield found.span("secret")


ASSIGNMENTS = (
    Pattern(
        "assignment",
        "a value after a name that says password, passphrase, secret, token, credential, or key with a word such as api, access, private, "
        "signing: shell, .env, INI, TOML, YAML, JSON (also escaped), properties, query strings, HTTP headers, code; 3 characters or more "
        "(8 for tokens and keys without digits)",
        "the name, the operator and the quotes",
        ("pass", "pwd", "pw", "secret", "token", "key", "cred", "auth", "pat"),
        ASSIGNED,
        judge=_assigned,
        wraps=True,
    ),
    Pattern(
        "argument",
        'a quoted value beside such a name in a call: `set("db.password", "…")`',
        "the call and the name",
        ("pass", "pwd", "pw", "secret", "token", "key", "cred"),
        ARGUMENT,
        judge=_argument,
    ),
    Pattern(
        "flag",
        "the value after a command's `--password`, `--token`, `--api-key` and the like",
        "the flag",
        ("pass", "pwd", "pw", "secret", "token", "key", "cred"),
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
        "the value in `name: X` / `value: Y` pairs (YAML, JSON, XML attributes) when the name says secret",
        "the name",
        ("value",),
        PAIR,
        judge=_named,
    ),
    Pattern("tag", "the content of an XML element with such a name", "the element", ("</",), TAG, judge=_tag),
    Pattern("netrc", "`login … password …` of a .netrc line", "the login", ("passw",), NETRC),
)
