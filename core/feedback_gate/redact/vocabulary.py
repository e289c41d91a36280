"""The word lists redaction goes by: words that announce a secret, and words that are none where a secret could stand."""

from __future__ import annotations


def _set(words: str) -> frozenset[str]:
    return frozenset(words.split())


# Written apart (`db_password`) or grown together (`dbpassword`).
NOUNS = (
    *("password", "passwd", "passphrase", "passcode", "pwd", "secret", "token", "credential"),
    *("apikey", "secretkey", "accesskey", "privatekey", "authkey"),
)
PLURALS = frozenset(("passwords", "secrets", "tokens", "credentials", "apikeys"))
# Words behind the noun that change nothing: `DB_PASSWORD_PROD`, `password_confirmation`.
QUALIFIERS = _set(
    "prod production dev development test testing staging stage live sandbox default value val raw plain plaintext text txt str "
    "string b64 base64 encoded old new current previous prev primary secondary backup base env local global confirmation confirm "
    "repeat again"
)
# Words before `key`: always a secret key; never one. Any other word leaves it to the value.
STRONG_KEYS = _set(
    "api access secret private encryption encrypt signing sign master auth authentication shared preshared subscription jwt hmac "
    "aes cipher crypto webhook role app application consumer account license"
)
PLAIN_KEYS = _set(
    "public primary foreign cache partition sort hash idempotency routing row dedupe object lookup search index unique group "
    "restore registry map dict json translation message i18n s3 bucket file host path config setting option field column natural "
    "composite surrogate parent child sub this self the a dom react query event item entry data pub known mutation storage "
    "session state local shortcut hot arrow any next prev last first max min each by order range lock mutex socket websocket"
)
# Words before `pass`: without one of these it may be a pass of a compiler.
ACCOUNTS = _set(
    "db become smtp user mysql postgres pg ftp sftp mail email root admin login auth proxy redis mongo mongodb ldap ssh http https basic "
    "sudo vault key store keystore truststore my app api sql imap pop wifi registry docker git host server service client account "
    "jdbc rabbitmq amqp elastic kafka mqtt nexus npm pypi sonar jenkins grafana bot gpg cert pfx p12"
)
# No value at all, quoted or not.
NOTHING = _set(
    "true false null none nil undefined nan yes no on off required optional missing invalid expired empty unset redacted hidden masked "
    "enabled disabled inherit include omit same-origin string str bytes int integer number float bool boolean any object bearer basic "
    "valid revoked strict lax"
)
# Words of programs and sentences, where no quotes set a value apart.
CODE_WORDS = _set(
    "array list dict map void unknown never char text varchar self this cls super await new typeof yield return not lambda async "
    "function if else let var const in is as for while with and or the a an it its must should expected unexpected see use using your "
    "our my that these those was were be been has have had will would can could may might cannot at of to from by when where which "
    "who ok error failed failure passed success rotated updated changed deleted created refreshed found default defaults pending "
    "value values result results data input inputs output response request req res body params args arg opts options config ctx "
    "item items key keys name names id ids index oauth hash field header headers cookie cookies first second left right before after "
    "read write user identifier type types prompt placeholder label example description title format length secretstr pwd"
)
# Words of messages: a quoted text with one of these is a sentence, without one perhaps a passphrase.
PROSE_WORDS = _set(
    "a an the is are was be must may can should will not no your our my please enter type invalid incorrect wrong expired required "
    "missing for to of in at with and or has have here forgot reset change confirm new old current use least characters "
    "field value provided found does match do minimum too short long"
)
# "Password" on the forms of other languages that write it in plain letters.
LABELS = _set("passwort kennwort senha contrasena wachtwoord parola salasana losenord geheimnis clave haslo heslo jelszo text")
