"""Single behaviours of redaction, one a test, with the exact text that comes out."""

from __future__ import annotations

import pytest

from feedback_gate.redact import MARK, redact

LETTERS = "abcdefghijklmnop"
GITHUB = "ghp_" + LETTERS + "QRSTUVWXYZ0123456789"
BODY = "MIIEvQIBADANBgkqhkiG9w0BAQEFAASCBKcwggSjAgEAAoIBAQC7" + "VJTUt9Us8cKj"
HEAD, FOOT = "-----BEGIN RSA PRIVATE" + " KEY-----", "-----END RSA PRIVATE" + " KEY-----"

ROWS = {
    "X1 an environment value": (f"API_TOKEN={LETTERS}", "API_TOKEN=[REDACTED]"),
    "X2 a shorter one": (f"API_TOKEN={LETTERS[:15]}", "API_TOKEN=[REDACTED]"),
    "X3 quotes stay": (f'apiToken: "{LETTERS}"', 'apiToken: "[REDACTED]"'),
    "X4 a JSON key": (f'{{"api_token": "{LETTERS}"}}', '{"api_token": "[REDACTED]"}'),
    "X5 the equals sign stays": ("password=abcd", "password=[REDACTED]"),
    "X6 three characters": ("password=abc", "password=[REDACTED]"),
    "X7 a prefixed name": ("my_password=abcdefg", "my_password=[REDACTED]"),
    "X8 the working directory": ("PWD=/home/user/project", "PWD=/home/user/project"),
    "X9 after a colon": ("password: longenoughsecretvalue", "password: [REDACTED]"),
    "X10 bearer": (f"Bearer {LETTERS[:15]}", "Bearer [REDACTED]"),
    "X11 bearer in lower case": (f"bearer {LETTERS}", "bearer [REDACTED]"),
    "X12 the header stays": ("Authorization: Bearer abcdefgh", "Authorization: Bearer [REDACTED]"),
    "X13 digest": ('Authorization: Digest username="a", response="b"', "Authorization: Digest [REDACTED]"),
    "X14 user and password in an address": ("https://u:p@h/x", "https://[REDACTED]@h/x"),
    "X15 a user alone": ("https://u@h/x", "https://u@h/x"),
    "X16 a password alone": ("redis://:p@h", "redis://[REDACTED]@h"),
    "X17 a password with an at sign": ("https://u:p@ss@h/x", "https://[REDACTED]@h/x"),
    "X18 twenty after sk-": ("sk-" + LETTERS + "qrst", "[REDACTED]"),
    "X18 nineteen after sk-": ("sk-" + LETTERS + "qrs", "sk-" + LETTERS + "qrs"),
    "X19 sixteen after ghp_": ("ghp_" + LETTERS, "[REDACTED]"),
    "X19 fifteen after ghp_": ("ghp_" + LETTERS[:15], "ghp_" + LETTERS[:15]),
    "X20 thirty after npm_": ("npm_" + "a" * 30, "[REDACTED]"),
    "X21 newer Slack prefixes": (f"xoxc-{LETTERS} xapp-1-{LETTERS}", "[REDACTED] [REDACTED]"),
    "X22 the shortest JWT": ("eyJ" + "a" * 8 + "." + "b" * 8 + "." + "c" * 4, "[REDACTED]"),
    "X23 a fat arrow": (f"secret => {LETTERS}", "secret => [REDACTED]"),
    "X23 a thin arrow": (f"secret -> {LETTERS}", "secret -> [REDACTED]"),
    "X24 an AWS id": ("AKIA" + "A" * 16, "[REDACTED]"),
    "X24 in lower case": ("akia" + "a" * 16, "akia" + "a" * 16),
    "X25 a whole key": (f"before\n{HEAD}\n{BODY}\n{FOOT}\nafter", "before\n[REDACTED]\nafter"),
    "X26 a key without an end": (f"{HEAD}\n{BODY}\n{BODY}\nTraceback: x\n", "[REDACTED]\nTraceback: x\n"),
    "X27 a key without a beginning": (f"log line\n{BODY}\n{BODY}\n{FOOT}\nnext", "log line\n[REDACTED]\nnext"),
    "X28 a certificate": (f"-----BEGIN CERTIFICATE-----\nMIIDXTCC{BODY[8:]}\n-----END CERTIFICATE-----",) * 2,
    "X29 a commit id": ("HEAD is now at 2f7c1e0b9a8d7c6b5a4f3e2d1c0b9a8f7e6d5c4b",) * 2,
    "X29 a version": ("feedback-gate 1.2.3-rc.1+build.77",) * 2,
    "X29 a compiler error": ("src/main.c:12:4: error: expected ';' before 'token'",) * 2,
    "X30 two secrets": (f"{GITHUB} and password=abcd", "[REDACTED] and password=[REDACTED]"),
    "X31 a mark": ("password=[REDACTED] Bearer [REDACTED] https://u:[REDACTED]@h",) * 2,
    "X34 after a colour": (f"\x1b[31m{GITHUB}\x1b[0m", "\x1b[31m[REDACTED]\x1b[0m"),
}


@pytest.mark.parametrize(("text", "expected"), ROWS.values(), ids=ROWS.keys())
def test_redaction_row(text, expected):
    assert redact(text) == expected


def test_a_header_of_a_key_alone_is_no_key():
    text = f'if "{HEAD}" in text:\n    return True\n'
    assert redact(text) == text


def test_a_sentence_between_header_and_footer_is_no_key():
    text = f"a key stands between {HEAD} and {FOOT} in the file"
    assert redact(text) == text


def test_a_password_that_fills_its_line_goes_with_all_its_signs():
    assert redact("  password: p{a}ss,w&rd\n  port: 1\n") == "  password: [REDACTED]\n  port: 1\n"


def test_the_next_parameter_is_not_part_of_the_value():
    assert redact("password=hunter2&user=ann") == "password=[REDACTED]&user=ann"
    assert redact("Password=hunter2;Database=app") == "Password=[REDACTED];Database=app"


def test_the_full_stop_of_a_sentence_stays():
    assert redact("It used password: hunter2.") == "It used password: [REDACTED]."


def test_an_address_keeps_its_query_and_an_at_sign_in_it():
    assert redact("postgres://app:secret@db/x?user=a@b") == "postgres://[REDACTED]@db/x?user=a@b"


def test_a_port_and_a_scope_are_no_password():
    text = "http://localhost:3000/@vite/client and https://example.com/@scope/pkg:1"
    assert redact(text) == text


def test_text_without_a_secret_is_the_same_object():
    text = "make: *** [Makefile:12: test] Error 2"
    assert redact(text) is text


def test_lone_surrogates_pass():
    assert redact("\udcff password=abcd \ud800") == f"\udcff password={MARK} \ud800"


def test_nothing_stays_nothing():
    assert redact("") == ""
