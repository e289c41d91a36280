"""What stands after a name: where a value begins and ends, and whether it is a secret or only code, prose, a path or a blank."""

from __future__ import annotations

import re

from feedback_gate.redact import names

# `[` and `]` are left out so that a mark put in before is never taken for a value.
BARE = re.compile(r"""(?:[^\s"'`,;&<>|(){}\[\]\\\x00-\x1f]|\\(?![nrtu"'`\\])){1,4096}""")
QUOTED = re.compile(r"""(?:[$@rbfuRBFU]{0,2})(?P<quote>\\{0,3}["'`])(?P<text>(?:(?!(?P=quote))(?:\\.|[^\\\n])){0,8192})""")
BLOCK = re.compile(r"[|>][+-]?[ \t]*\r?\n[ \t]+(?P<text>[^\s]{1,4096})")
TO_SPACE = re.compile(r"[^\s\x00-\x1f]{0,4096}")

REFERENCE = re.compile(
    r"""\$\{?[A-Za-z_]\w*\}?$|\$[({]|%[({]?\w{0,64}[)}]?[sd]?$|%\w+%$|\{\{|[?&*]|:[a-z_]+$|<|"""
    r"""!(?:Ref|Sub|vault|ENV|env|reference|GetAtt|Join|ImportValue|secret|include|!|[a-z]+$)|\.\.\.|…"""
)
BLANK = re.compile(r"(?i)(?:[x*._#•●-]{3,}|<.*>|\[.*\]|\{.*\}|your[-_ ].*|(?:insert|replace|put|enter|add)[-_ ](?:your|me|here|with).*)$")
INTERPOLATION = re.compile(r"\$?\{[^{}\n]{1,200}\}|\{\{[^{}\n]{1,200}\}\}|#\{[^{}\n]{1,200}\}|\$[A-Za-z_]\w*|%\(?\w{0,40}\)?[sdr]|<[^<>\n]{1,80}>")
IDENTIFIER = re.compile(r"[A-Za-z_$][A-Za-z_]*[!?]?$")
WORD = r"[A-Za-z_$][A-Za-z_]{0,40}(?:[0-9]{1,3}[A-Za-z_]{0,16})?"
DOTTED = re.compile(rf"{WORD}(?:(?:[?!]?\.|::){WORD})+[!?]?$")
CODE_NAME = re.compile(r"(?:[a-z]{2,}(?:[A-Z][a-z]{2,})+|[a-z]+(?:_[a-z]+)+|_+[a-z_]+)$")
# Behind a name in a program: the end of a statement, an operator, another assignment.
GOES_ON = re.compile(r"[ \t]*(?:;[ \t]*(?:$|//|/\*)|[)?]|[ \t](?:\+|\|\||\?\?|\||&&|\?|=|or|and|if|else)[ \t])")
TYPE_NAME = re.compile(r"[A-Z][a-z]+(?:[A-Z][a-z]+)+$")
PATH = re.compile(r"(?:(?:~|\.{1,2}|\$\w+)?(?:/[\w.@+-]+)+/?|(?:[A-Za-z]:|\.{1,2})?(?:\\{1,2}[\w.@ -]+)+|[A-Za-z][\w+.-]*://.*)$")
RANDOM = re.compile(r"[A-Za-z0-9+/=_.~:%@!#$^*-]+$")
MIXED = re.compile(r"(?=[^0-9]*[0-9])(?=[^a-z]*[a-z])(?=[^A-Z]*[A-Z]).{12,}")

# No value at all, quoted or not.
NOTHING = frozenset(
    "true false null none nil undefined nan yes no on off required optional missing invalid expired empty unset redacted hidden masked "
    "enabled disabled inherit include omit same-origin string str bytes int integer number float bool boolean any object bearer basic "
    "valid revoked strict lax".split()
)
# Words of programs and sentences, where no quotes set a value apart.
CODE_WORDS = frozenset(
    "array list dict map void unknown never char text varchar self this cls super await new typeof yield return not lambda async "
    "function if else let var const in is as for while with and or the a an it its must should expected unexpected see use using your "
    "our my that these those was were be been has have had will would can could may might cannot at of to from by when where which "
    "who ok error failed failure passed success rotated updated changed deleted created refreshed found default defaults pending "
    "value values result results data input inputs output response request req res body params args arg opts options config ctx "
    "item items key keys name names id ids index oauth hash field header headers cookie cookies first second left right before after "
    "read write user identifier type types prompt placeholder label example description title format length secretstr pwd".split()
)
PROSE_WORDS = frozenset(
    "a an the is are was be must may can should will not no your our my please enter type invalid incorrect wrong expired required "
    "missing for to of in at with and or has have here forgot reset change confirm new old current use at least characters "
    "field value provided found does match do minimum too short long".split()
)


class Value:
    """A value at [start, end) of a text; quote: what it stands in, or ""; after: the text behind it on the same line."""

    __slots__ = ("after", "end", "quote", "start", "text")

    def __init__(self, text: str, start: int, end: int, quote: str) -> None:
        self.text = text[start:end]
        self.start = start
        self.end = end
        self.quote = quote
        self.after = text[end : end + 80].split("\n", 1)[0]


def at(text: str, place: int) -> Value | None:
    """The value that begins at `place` (quoted, bare, or the first line of a YAML block), or None."""
    found = QUOTED.match(text, place) or BLOCK.match(text, place)
    if found:
        return Value(text, found.start("text"), found.end("text"), found.groupdict().get("quote") or "")
    found = BARE.match(text, place)
    if not found:
        return None
    end = place + len(found[0].rstrip(".:!?")) if len(found[0].rstrip(".:!?")) > 3 else found.end()
    return Value(text, place, end, "")


def looks_random(text: str) -> bool:
    """Whether a text is long and mixed enough to be a key: 12 characters or more without blanks, and in one word digits beside letters."""
    if len(text) < 12 or not RANDOM.match(text) or is_path(text) or re.match(r"v?\d+\.\d+\.\d+|\d{4}-\d\d-\d\d", text):
        return False
    return any(re.search("[0-9]", run) and re.search("[A-Za-z]", run) for run in re.findall("[A-Za-z0-9]{8,}", text))


def is_path(text: str) -> bool:
    """Whether a text is a path or an address; base64 that happens to begin with a slash is none."""
    if not PATH.match(text):
        return False
    return "://" in text or not any(MIXED.match(part) for part in re.split(r"[/\\.]", text))


def is_blank(text: str) -> bool:
    """Whether a value stands for something else: a variable, a template, `<token>`, `****`, `xxxx`, a keyword, nothing."""
    bare = text.strip()
    return not bare or bool(REFERENCE.match(bare) or BLANK.match(bare)) or bare.lower() in NOTHING


def is_secret_quoted(value: Value, name: str) -> bool:
    """Whether a quoted value after a name that announces a secret is one, not a label, a message, a path or a template."""
    text = value.text
    if is_blank(text) or text.lower() == name.lower() or is_path(text) or _too_short(text, name):
        return False
    if INTERPOLATION.search(text) and len(re.sub(r"\W", "", INTERPOLATION.sub("", text))) < 8:
        return False
    if re.search(r"\s", text.strip()):
        return not PROSE_WORDS & set(re.findall("[a-z]+", text.lower()))
    if names.only_mentions(text) and not any(part.isdigit() for part in names.words(text)):
        return False
    return not (DOTTED.match(text) and names.mentions(text))


def is_secret_bare(value: Value, name: str, separator: str, before: str) -> bool:
    """Whether a bare value is one, not code or prose.

    Args:
        value: what stands there.
        name: the whole name before it.
        separator: what stands between, with its blanks.
        before: the line up to the name.
    """
    text = value.text
    if is_blank(text) or text.lower() == name.lower() or is_path(text) or _too_short(text, name):
        return False
    if text.lower() in CODE_WORDS:
        return False
    if value.after[:1] in ("(", "[") and re.match(r"[\w.$:!?*&-]+$", text):
        return False
    if text.isdigit() and re.match(r"[ \t]+[A-Za-z]", value.after):
        return False
    return not (_is_code(value, name, separator, before) or _is_prose(value, separator))


def is_secret_environment(value: Value) -> bool:
    """Whether the value of an upper-case NAME=value is one: all but variables, paths, keywords and small numbers."""
    text = value.text
    return not (is_blank(text) or is_path(text) or (text.isdigit() and len(text) < 4))


def _too_short(text: str, name: str) -> bool:
    if names.words(name)[-1:] in (["token"], ["auth"]) or name.lower().endswith(("token", "key")):
        return len(text) < 8 and not (len(text) > 5 and re.search("[0-9]", text)) or (text.isdigit() and len(text) < 12)
    return len(text) < 3


def _is_code(value: Value, name: str, separator: str, before: str) -> bool:
    text, spaced = value.text, separator != separator.strip()
    if DOTTED.match(text) or (TYPE_NAME.match(text) and ":" in separator):
        return True
    if not IDENTIFIER.match(text):
        return False
    if names.mentions(text) and (CODE_NAME.match(text) or names.only_mentions(text) or text.isupper()):
        return True
    if spaced and (CODE_NAME.match(text) or GOES_ON.match(value.after) or name.startswith(("self.", "this.", "@", "$this"))):
        return True
    return "(" in before and re.match(r"[ \t]*[,)]", value.after) is not None


def _is_prose(value: Value, separator: str) -> bool:
    if ":" not in separator or not re.match(r"[A-Za-z][A-Za-z'’-]*$", value.text):
        return False
    if separator == ":":  # `.token:hover`, `secret:name`
        return value.text.islower() and len(value.text) < 16
    return re.match(r"[.,;:!?]?[ \t]+[A-Za-z(\"'`]", value.after) is not None
