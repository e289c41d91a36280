"""Whether a bare value behind a name is part of a program or of a sentence, by its form and by what stands around it."""

from __future__ import annotations

from feedback_gate.redact import names
from feedback_gate.redact.expression import Expression

TYPE_CHECKING = False
if TYPE_CHECKING:
    from feedback_gate.redact.values import Value

WORD = r"[A-Za-z_$][A-Za-z_]{0,80}(?:[0-9]{1,5}[A-Za-z_]{0,60})?"
MEMBER = Expression(rf"{WORD}(?:(?:[?!]?\.|::){WORD})+[!?]?$")  # `settings.client_secret`, `Token::Kind`
LETTERS = Expression(r"[A-Za-z_$][A-Za-z_]*[!?]?$")
NAME = Expression(r"[A-Za-z_$](?:[\w.]{0,80}[A-Za-z_])?[!?]?$")
NUMBERS = Expression(r"[^0-9]*[0-9]*[^0-9]*$")  # at most one
CONSTANT = Expression(r"[A-Z]+(?:_[A-Z]+)+$")
VARIABLE = Expression(r"(?:[a-z]{2,}(?:[A-Z][a-z]{2,})+|[a-z]+(?:_[a-z]+)+|_+[a-z_]+)$")
TYPE = Expression(r"[A-Z][a-z]+(?:[A-Z][a-z]+)+$")
CLASS = Expression(r"[A-Z][a-z]+$")
# Behind a name in a program: the end of a statement, an operator, another assignment.
GOES_ON = Expression(r"[ \t]*(?:;[ \t]*(?:$|//|/\*)|[)?]|[ \t](?:\+|\|\||\?\?|\||&&|\?|=|or|and|if|else)[ \t])")
LAST_COMMA = Expression(r"\s*,\s*$")
ARGUMENT_END = Expression(r"[ \t]*[,)]")
TARGETS = Expression(r"\s*(?:\w+,\s*)+$")  # `username, password = …`
PROSE_WORD = Expression(r"[A-Za-z][A-Za-z'’-]*$")
NUMBERED_WORD = Expression(r"[A-Za-z]*-?[0-9]+$")
NEXT_WORD = Expression(r"[.,;:!?]?[ \t]+[A-Za-z(\"'`]")
NEXT_WORDS = Expression(r"[ \t]+[A-Za-z]+[ \t]+[A-Za-z]")


def is_code(value: Value, name: str, separator: str, before: str) -> bool:
    """Whether a bare value is an expression: a variable, a member, a type, a constant.

    Args:
        value: what stands there.
        name: the whole name before it.
        separator: what stands between, with its blanks: with some it is rather a program than a shell or a log.
        before: the line up to the name.
    """
    text = value.text
    if MEMBER.match(text) or (TYPE.match(text) and ":" in separator):
        return True
    if VARIABLE.match(text) and LAST_COMMA.match(value.after) and before and before.isspace():
        return True
    if separator != separator.strip() and _is_operand(value, name, before):
        return True
    if not LETTERS.match(text):
        return False
    if names.mentions(text) and (VARIABLE.match(text) or text.isupper() or _is_own_name(text, name)):
        return True
    return "(" in before and ARGUMENT_END.match(value.after) is not None


def _is_operand(value: Value, name: str, before: str) -> bool:
    """What a program has around ` = ` and behind `: `."""
    text = value.text
    if NAME.match(text) and names.mentions(text) and len(names.words(text)) > 1 and NUMBERS.match(text):
        return True
    if not LETTERS.match(text):
        return False
    if CONSTANT.match(text) or VARIABLE.match(text) or TARGETS.match(before) or GOES_ON.match(value.after):
        return True
    return name.startswith(("self.", "this.")) or _is_kind_of_token(text, name, value.after)


def _is_own_name(text: str, name: str) -> bool:
    """`password=password`, `token: Token`; but `secret` is a likely password."""
    return names.only_mentions(text) and not (text.islower() and names.words(name)[-1].startswith("pass"))


def _is_kind_of_token(text: str, name: str, after: str) -> bool:
    """A word that a parser or a highlighter calls a token: `token = Operator`, `Token: foreground,`."""
    if not name.lower().endswith("token") or len(text) > 14:
        return False
    return CLASS.match(text) is not None or (text.islower() and LAST_COMMA.match(after) is not None)


def is_prose(value: Value, separator: str, before: str) -> bool:
    """Whether a bare value after a colon is a word of a sentence; the arguments are those of `is_code`."""
    text, after = value.text, value.after
    if ":" not in separator:
        return False
    if NUMBERED_WORD.match(text):  # `client_secret: OAuth2 client secret to use`
        return NEXT_WORDS.match(after) is not None
    if not PROSE_WORD.match(text):
        return False
    if separator == ":":  # `.token:hover`, `secret:name`
        return text.islower() and len(text) < 16
    if before[-1:] in ("'", '"') and after[:1] == before[-1:] and text.islower() and len(text) < 13:
        return True  # a string of its own, as in `describe("secret: rotation")`
    return NEXT_WORD.match(after) is not None
