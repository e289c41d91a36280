"""Which names announce a secret: `DB_PASSWORD` and `clientSecret` do, `token_url`, `primary_key` and `tokenizer` do not."""

from __future__ import annotations

from feedback_gate.redact.expression import Expression
from feedback_gate.redact.vocabulary import ACCOUNTS, NOUNS, PLAIN_KEYS, PLURALS, QUALIFIERS, STRONG_KEYS

NONE, WEAK, STRONG = 0, 1, 2  # not a secret; a secret if the value looks random; a secret
WORD = Expression(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|[0-9]+")
LONGEST = 128  # a name is no longer; what is compared with names is cut there


def words(name: str) -> list[str]:
    """The lower-case words of a name: `awsSecretAccessKey` and `AWS_SECRET_ACCESS_KEY` give the same four."""
    return [found[0].lower() for found in WORD.finditer(name[:LONGEST])]


def strength(name: str) -> int:
    """How sure a name makes it that its value is a secret: NONE, WEAK or STRONG."""
    parts = words(name)
    while len(parts) > 1 and (parts[-1].isdigit() or parts[-1] in QUALIFIERS):
        parts.pop()
    before, last = ["", "", *parts][-2:]
    if before in ("existing", "pull"):  # the name of a Kubernetes secret, not its content
        return NONE
    if last == "key":
        return _key(before)
    if last == "keys":
        return WEAK if before in STRONG_KEYS else NONE
    if last == "pass":
        return STRONG if before in ACCOUNTS else WEAK
    if last in PLURALS or last in ("auth", "pat", "cred", "creds"):
        return WEAK
    return STRONG if last.endswith(NOUNS) or last == "pw" else NONE


def mentions(text: str) -> bool:
    """Whether a word of an identifier is a noun for a secret, as in `user_password` or `accessToken`."""
    return any(word.endswith(NOUNS) or word in PLURALS or word in ("pw", "key") for word in words(text))


def only_mentions(text: str) -> bool:
    """Whether a text is nothing but such a name: `refresh-token`, `API_KEY`, `Password`."""
    return len(text) <= LONGEST and mentions(text) and all(_belongs(word) for word in words(text))


def same(text: str, name: str) -> bool:
    """Whether a text is the last part of a name again: `password` after `user.password`, `SetPassword` after `SET_PASSWORD`."""
    return words(text.rpartition(".")[2]) in (words(name), words(name.rpartition(".")[2]))


def _belongs(word: str) -> bool:
    return (
        mentions(word) or word in STRONG_KEYS or word in QUALIFIERS or word in ACCOUNTS or word in ("x", "refresh", "id", "csrf")
    )


def _key(before: str) -> int:
    if before in STRONG_KEYS:
        return STRONG
    return NONE if not before or before in PLAIN_KEYS else WEAK
