"""Secrets that a name announces: `name = value` in the spellings of shells, programs, configuration files, headers and logs."""

from __future__ import annotations

import re

from feedback_gate.redact import names, values, verdict
from feedback_gate.redact.expression import Expression
from feedback_gate.redact.pattern import Pattern
from feedback_gate.redact.vocabulary import STRONG_KEYS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from feedback_gate.redact.pattern import Span
    from feedback_gate.redact.values import Value

LITERALS = ("pass", "pwd", "pw", "secret", "token", "key", "cred", "auth", "pat")
NOUN = r"(?:pass(?:word|wd|phrase|code)?s?|pwd|pw|secret|token|key|cred(?:ential)?s?|auth|pat)"
TAIL = r"[A-Za-z0-9_-]{0,40}(?![A-Za-z0-9_-])"
EQUALS = r"[ \t]{0,40}(?:=>|->|:=|=(?![=~>])|:(?![:/=])|%3[AD])[ \t]{0,40}"
ASSIGNED = rf"(?P<name>{NOUN}{TAIL})(?P<close>{values.QUOTE}?\]?)(?P<separator>{EQUALS}|[ \t](?:is|was):?[ \t])"

NAME_BEFORE = Expression(r"[A-Za-z0-9_.-]{0,64}")  # all three are matched backwards
BASE64_BEFORE = Expression(r"[/+](?P<run>[A-Za-z0-9+/]{16,40})")
WORD_BEFORE = Expression(r" ([A-Za-z]{2,16})(?![A-Za-z0-9])")
ENVIRONMENT = Expression(r"[A-Z][A-Z0-9_]*$")
LONG_WORD = Expression(r"[A-Za-z0-9]{20,}$")
OWN_LINE = Expression(r"[\s-]*(?:export[ \t]+)?$")
TERNARY = Expression(r"\?[ \t]*[\"']?$")
LIST = Expression(r"\[[^\[\]]{0,4096}\]")
LISTED = Expression(r"[\[,]\s*(?P<quote>[\"'])")


def whole_name(found: re.Match[str]) -> tuple[int, str]:
    """Where the name begins of which group `name` is the end, and that name; for a bare `key` with the word before (`API key`).

    The name is empty if it is longer than any name or goes on from base64: then it is a run of something else.
    """
    text, start = found.string, found.start("name")
    before = NAME_BEFORE.match(text[max(0, start - 64) : start][::-1])
    first = start - (before.end() if before else 0)
    name = "" if start - first == 64 or _is_in_base64(text, first) else text[first : found.end("name")]
    word = WORD_BEFORE.match(text[max(0, first - 18) : first][::-1]) if name.lower() == "key" else None
    if word and word[1][::-1].lower() in STRONG_KEYS:
        name = f"{word[1][::-1]}_{name}"
    return first, name


def _is_in_base64(text: str, place: int) -> bool:
    run = BASE64_BEFORE.match(text[max(0, place - 41) : place][::-1])
    return run is not None and verdict.is_well_mixed(run["run"])


def _assigned(found: re.Match[str]) -> Iterable[Span]:
    start, name = whole_name(found)
    strength, text = names.strength(name), found.string
    if not strength:
        return ()
    if text.startswith("[", found.end()):
        return _listed(text, found.end(), name)
    line = text[max(0, start - 200) : start].rpartition("\n")[2]
    value = values.at(text, found.end())
    if value is None or _is_something_else(found, line, value):
        return ()
    whole = values.to_line_end(value, text) if not value.quote and OWN_LINE.match(line) else value
    short = len(value.text) < 3 and value.after[:1] not in ("(", "[")
    if not _is_secret(found, name, line, whole if short else value):
        return ()
    return ((whole.start, whole.end),) if strength == names.STRONG or _is_likely(whole, name) else ()


def _is_secret(found: re.Match[str], name: str, line: str, value: Value) -> bool:
    separator = found["separator"]
    if separator.strip(" \t:") in ("is", "was"):
        return names.strength(name) == names.STRONG and verdict.is_mixed(value.text) and not re.match(r"[ \t]+[a-z]", value.after)
    if value.quote:
        return verdict.is_secret_quoted(value, name)
    if separator == "=" and not found["close"] and ENVIRONMENT.match(name):
        return verdict.is_secret_environment(value)
    return verdict.is_secret_bare(value, name, separator, line)


def _is_something_else(found: re.Match[str], line: str, value: Value) -> bool:
    """Where a name, an operator and a value are no assignment."""
    separator, close = found["separator"], found["close"]
    if value.quote and not close and _ends_string(line, value.quote):
        return True
    if separator == "=" and value.quote == "`":  # the output of a command in a shell
        return True
    if separator == ":" and line.endswith((":", "${")):  # `arn:…:secret:name`, `${PASSWORD:-default}`
        return True
    return bool(close) and TERNARY.search(line) is not None  # `visible ? 'password' : 'text'`


def _ends_string(line: str, quote: str) -> bool:
    """Whether a quote after a name closes the string the name stands in (`print("token=" + token)`) and opens none."""
    mark = re.escape(quote)
    return len(re.findall(rf"(?<![A-Za-z\\]){mark}|(?<!\\){mark}(?![A-Za-z])", line)) % 2 == 1


def _is_likely(value: Value, name: str) -> bool:
    """Whether a value is a secret although its name does not make it sure."""
    if names.words(name)[-1] == "pass" and verdict.is_mixed(value.text):
        return True
    return verdict.looks_random(value.text) or (ENVIRONMENT.match(name) is not None and LONG_WORD.match(value.text) is not None)


def _listed(text: str, place: int, name: str) -> Iterable[Span]:
    """The quoted values of a short list, `api_keys: ["…", "…"]`, if they look random."""
    listed = LIST.match(text, place)
    for opening in LISTED.finditer(text, place, listed.end() if listed else place):
        value = values.at(text, opening.start("quote"))
        if value and verdict.is_secret_quoted(value, name) and verdict.looks_random(value.text):
            yield value.start, value.end


ASSIGNMENT = Pattern(
    "assignment",
    "a value behind a name that says password, passphrase, secret, token, credential, or key with a word such as api, access, private, "
    "signing: in shells, .env, INI, TOML, YAML, JSON (also escaped), properties, query strings, HTTP headers, programs; of 3 characters "
    "or more (tokens and keys: 8, or 6 with digits); behind other names with key, auth, pat, pass if it is long and mixed",
    "the name, the operator and the quotes",
    LITERALS,
    ASSIGNED,
    judge=_assigned,
)
