"""Which names announce a secret: `DB_PASSWORD` and `clientSecret` do, `token_url`, `primary_key` and `tokenizer` do not."""

from __future__ import annotations

import re

NONE, WEAK, STRONG = 0, 1, 2  # not a secret; a secret if the value looks random; a secret

WORDS = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|[0-9]+")
# Written apart (`db_password`) or grown together (`dbpassword`).
NOUNS = ("password", "passwd", "passphrase", "passcode", "secret", "token", "credential", "apikey", "secretkey", "accesskey")
NOUNS += ("privatekey", "authkey", "pwd", "authtoken")
# Too short to be looked for inside other words.
SHORT_NOUNS = frozenset(("pw", "cred", "creds"))
PLURALS = frozenset(("passwords", "secrets", "tokens", "credentials", "keys", "apikeys"))
QUALIFIERS = frozenset(
    "prod production dev development test testing staging stage live sandbox default value val raw plain plaintext text txt str "
    "string b64 base64 encoded old new current previous prev primary secondary backup base env local global".split()
)
STRONG_KEYS = frozenset(
    "api access secret private encryption encrypt signing sign master auth authentication shared preshared subscription jwt hmac "
    "aes cipher crypto webhook role app application consumer account license".split()
)
PLAIN_KEYS = frozenset(
    "public primary foreign cache partition sort hash idempotency routing row dedupe object lookup search index unique group "
    "restore registry map dict json translation message i18n s3 bucket file host path config setting option field column natural "
    "composite surrogate parent child sub this self the a dom react query event item entry data map pub known mutation storage "
    "session state local shortcut hot arrow any next prev last first max min each by order range lock mutex".split()
)
ACCOUNTS = frozenset(
    "db smtp user mysql postgres pg ftp sftp mail email root admin login auth proxy redis mongo mongodb ldap ssh http https basic "
    "sudo vault key store keystore truststore my app api sql imap pop wifi registry docker git host server service client account "
    "jdbc rabbitmq amqp elastic kafka mqtt nexus npm pypi sonar jenkins grafana bot gpg cert pfx p12".split()
)


def words(name: str) -> list[str]:
    """The lower-case words of a name: `awsSecretAccessKey` and `AWS_SECRET_ACCESS_KEY` give the same four."""
    return [word.lower() for word in WORDS.findall(name)]


def strength(name: str) -> int:
    """How sure a name makes it that its value is a secret: NONE, WEAK or STRONG."""
    parts = words(name)
    while len(parts) > 1 and (parts[-1].isdigit() or parts[-1] in QUALIFIERS):
        parts.pop()
    if not parts:
        return NONE
    last, before = parts[-1], parts[-2] if len(parts) > 1 else ""
    if last in PLURALS:
        return WEAK
    if last == "key":
        return _key_strength(before)
    if last == "pass":
        return STRONG if before in ACCOUNTS else WEAK
    if last in ("auth", "pat"):
        return WEAK
    return STRONG if last.endswith(NOUNS) or last in SHORT_NOUNS else NONE


def mentions(text: str) -> bool:
    """Whether a word of an identifier is a noun for a secret, as in `user_password` or `accessToken`."""
    parts = words(text)
    return any(word.endswith(NOUNS) or word in SHORT_NOUNS or word in PLURALS or word == "key" for word in parts)


def only_mentions(text: str) -> bool:
    """Whether a text is nothing but such a name: `refresh-token`, `API_KEY`, `Password`."""
    common = STRONG_KEYS | QUALIFIERS | ACCOUNTS
    return mentions(text) and all(mentions(word) or word in common or word in ("x", "refresh", "id", "csrf") for word in words(text))


def _key_strength(before: str) -> int:
    if before in STRONG_KEYS:
        return STRONG
    return NONE if not before or before in PLAIN_KEYS else WEAK
