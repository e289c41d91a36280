"""Whether a value behind a name that announces a secret is one, or a label, a message, a path, a template, a piece of program."""

from __future__ import annotations

import re

from feedback_gate.redact import names
from feedback_gate.redact.expression import Expression
from feedback_gate.redact.surroundings import NUMBERS, is_code, is_prose
from feedback_gate.redact.vocabulary import CODE_WORDS, LABELS, NOTHING, PROSE_WORDS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from feedback_gate.redact.values import Value

REFERENCE = Expression(
    r"\$$|\$\{?[A-Za-z_]\w*\}?(?:$|-$|->|::)|\$[({]|%[({]?\w{0,64}[)}]?[sd]?$|%\w+%$|\{\{|[?&*]|:[a-z_]+$|<|--[a-z]|[abglstvw]:[\w.]+$|\d+(?:<<|>>)\d+$|\d\*[a-z]|/[\^(\[\\]"
    r"|!(?:Ref|Sub|vault|ENV|env|reference|GetAtt|Join|ImportValue|secret|include|!|[a-z]+$)|\.\.\.|…"
)
BLANK = Expression(
    r"(?:[:*._#•●-]{3,}|x{3,8}|#[0-9a-f]{3,8}|(?:required|nullable|sometimes|string)\|.*|\(.*\)|<.*>|\[.*\]|\{.*\}|your[-_ ].*"
    r"|(?:insert|replace|put|enter|add)[-_ ](?:your|me|here|with).*)$",
    ignorecase=True,
)
SCHEME = Expression(r"(?:bearer|basic|token) +", ignorecase=True)
INTERPOLATION = Expression(
    r"\$?\{[^{}\n]{1,200}\}|\{\{[^{}\n]{1,200}\}\}|#\{[^{}\n]{1,200}\}|\$[A-Za-z_]\w*|%\(?\w{0,40}\)?[sdr]|<[^<>\n]{1,80}>"
)
PATH = Expression(
    r"(?:(?:~|\.{1,2}|\$\w+)?(?:/[\w.@-]+)+/?|(?:[A-Za-z]:|\.{1,2})?(?:\\{1,2}[\w.@ -]+)+|[a-z][a-z0-9_.-]*(?:/[a-z0-9_.-]+){2,}"
    r"|[A-Za-z][\w+.-]*://.*)$"
)
PLAIN_WORDS = Expression(r"[A-Za-z' -]+$")
EXPRESSION_SIGN = Expression(r"[\\\[(^*+|]")
KEY_CHARACTERS = Expression(r"[A-Za-z0-9+/=_.~:%@!#$^*-]+$")
MIXED = Expression(r"(?=[^0-9]*[0-9])(?=[^a-z]*[a-z])(?=[^A-Z]*[A-Z]).{8,}")
BASE64 = Expression(r"[A-Za-z0-9+/]+={0,2}$")
DATE_OR_VERSION = Expression(r"v?\d+\.\d+\.\d+|\d{4}-\d\d-\d\d")
SNAKE = Expression(r"[a-z]+(?:_[a-z0-9]+)+$")
DOTTED_NAME = Expression(r"[A-Za-z_$]\w{0,80}(?:(?:[?!]?\.|::)[A-Za-z_$]\w{0,80})+[!?]?$")
CALLED = Expression(r"[\w.$:!?*&-]+$")


def looks_random(text: str) -> bool:
    """Whether a text may be a key: 12 characters or more without blanks, and in one of its words digits beside letters."""
    if len(text) < 12 or not KEY_CHARACTERS.match(text) or is_path(text) or DATE_OR_VERSION.match(text):
        return False
    if BASE64.match(text) and MIXED.match(text):
        return True
    return any(not run.isalpha() and not run.isdigit() for run in re.findall("[A-Za-z0-9]{8,}", text))


def is_mixed(text: str) -> bool:
    """Whether a short text may be a password, `hunter2` but not `sha_256`: six characters or more, digits beside letters."""
    return len(text) > 5 and bool(re.search("[A-Za-z]", text) and re.search("[0-9]", text)) and not SNAKE.match(text)


def is_well_mixed(text: str) -> bool:
    """Whether digits and letters of both cases occur in a text of 8 characters or more."""
    return MIXED.match(text) is not None


def is_no_name(text: str) -> bool:
    """Whether a text is no identifier that mentions a secret; those have at most one number in them."""
    return not NUMBERS.match(text) or not names.mentions(text)


def is_path(text: str) -> bool:
    """Whether a text is a path or an address; base64 that happens to begin with a slash is none."""
    if not PATH.match(text):
        return False
    return "://" in text or not any(MIXED.match(part) for part in re.split(r"[/\\.]", text))


def is_blank(text: str) -> bool:
    """Whether a value stands for something else: a variable, a template, `<token>`, `****`, `xxxx`, a keyword, nothing."""
    bare = SCHEME.sub("", text.strip())
    return not bare or bool(REFERENCE.match(bare) or BLANK.match(bare)) or bare.lower() in NOTHING


def is_secret_quoted(value: Value, name: str) -> bool:
    """Whether a quoted value is a secret, `name` being the name before it."""
    text = value.text
    if _is_no_value(text, name) or (value.raw and EXPRESSION_SIGN.search(text)):
        return False
    if INTERPOLATION.search(text) and len(re.sub(r"\W", "", INTERPOLATION.sub("", text))) < 8:
        return False
    if re.search(r"\s", text.strip()):
        message = PROSE_WORDS.intersection(re.findall("[a-z]+", text.lower())) or (
            PLAIN_WORDS.match(text) and names.mentions(text)
        )
        return not message
    return not (_is_label(text, name) or (DOTTED_NAME.match(text) and names.mentions(text)))


def is_secret_bare(value: Value, name: str, separator: str, before: str) -> bool:
    """Whether a bare value is a secret.

    Args:
        value: what stands there.
        name: the whole name before it.
        separator: what stands between, with its blanks.
        before: the line up to the name.
    """
    text = value.text
    if _is_no_value(text, name) or text.lower() in CODE_WORDS or _is_called(value):
        return False
    return not (is_code(value, name, separator, before) or is_prose(value, separator, before))


def is_secret_environment(value: Value) -> bool:
    """Whether the value of an upper-case NAME=value is a secret: all but variables, paths, keywords, calls and small numbers."""
    text = value.text
    if value.after[:1] in ("(", "[") and DOTTED_NAME.match(text):
        return False
    return not (is_blank(text) or is_path(text) or (text.isdigit() and len(text) < 4))


def _is_no_value(text: str, name: str) -> bool:
    return is_blank(text) or names.same(text, name) or is_path(text) or _is_too_short(text, name)


def _is_too_short(text: str, name: str) -> bool:
    if not name.lower().endswith(("token", "key", "auth", "tokens", "keys")):
        return len(text) < 3
    if not re.search("[A-Za-z]", text):
        return len(text) < 12
    return len(text) < (6 if re.search("[0-9]", text) else 8)


def _is_label(text: str, name: str) -> bool:
    """Only a name again, as in `token: "refresh-token"`, or a word of another language; but "secret" is a likely password."""
    if text.lower() in LABELS or (text.isalpha() and not text.isascii()):
        return True
    if not names.only_mentions(text) or re.search("[0-9]", text):
        return False
    return not (text.isalpha() and text.islower() and names.words(name)[-1].startswith("pass"))


def _is_called(value: Value) -> bool:
    """`get_token(…)`, `headers[…]`, `Token{…}`, `qq{`."""
    text, following = value.text, value.after[:1]
    if following in ("(", "[") and CALLED.match(text):
        return True
    return (following == "{" and text.isalpha()) or text.endswith(("(", "[", "{"))
