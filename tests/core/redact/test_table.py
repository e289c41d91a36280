"""The table itself: complete, without doubles, published as it is, and cheap to import."""

from __future__ import annotations

import os
import subprocess
import sys

import redaction_docs
from feedback_gate.redact import names
from feedback_gate.redact.expression import Shorthand
from feedback_gate.redact.table import PATTERNS, SECTIONS

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__)))))


def test_the_published_page_is_the_table():
    for path, text in redaction_docs.outputs().items():
        with open(os.path.join(ROOT, path), encoding="utf-8") as file:
            assert file.read() == text


def test_every_row_is_published_once():
    page = redaction_docs.outputs()["docs/redaction.md"]
    assert [row.name for row in PATTERNS if page.count(f"| `{row.name}` |") != 1] == []


def test_every_row_says_what_it_covers_and_what_stays():
    assert [row.name for row in PATTERNS if not (row.covers and row.stays and row.triggers)] == []


def test_names_of_rows_are_unique():
    listed = [row.name for _, rows in SECTIONS for row in rows]
    assert len(listed) == len(set(listed))


def test_literals_of_shapes_are_in_lower_case():
    assert [row.name for row in PATTERNS if not row.token and row.triggers != tuple(map(str.lower, row.triggers))] == []


def test_every_expression_compiles():
    assert all(row.pattern.compiled() for row in PATTERNS)


def test_shorthand_is_written_out():
    assert Shorthand("a_<w30+>").written_out() == "a_[A-Za-z0-9]{30,}"
    assert Shorthand("<h8>-<u2.>").written_out() == "[0-9a-f]{8}-[A-Z0-9]{2}(?![A-Za-z0-9_])"
    assert Shorthand("<uuid>").written_out() == "[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}"


def test_importing_the_room_compiles_nothing_and_loads_only_itself():
    code = (
        "import sys, re; re.compile = None; before = set(sys.modules)\n"
        "import feedback_gate.redact.table\n"
        "print(*sorted(name for name in set(sys.modules) - before if not name.startswith('feedback_gate')))"
    )
    environment = {"PYTHONPATH": os.path.join(ROOT, "core")}
    done = subprocess.run([sys.executable, "-S", "-c", code], env=environment, capture_output=True, text=True, check=True)
    assert set(done.stdout.split()) <= {"__future__", "_bisect"}


def test_the_words_of_a_name_do_not_depend_on_its_spelling():
    spellings = [
        "awsSecretAccessKey",
        "AWS_SECRET_ACCESS_KEY",
        "aws-secret-access-key",
        "AwsSecretAccessKey",
        "aws.secret.access.key",
    ]
    assert [names.words(name) for name in spellings] == [["aws", "secret", "access", "key"]] * 5


def test_a_name_is_sure_likely_or_none():
    assert [names.strength(name) for name in ("DB_PASSWORD", "clientSecret", "apiKey", "mytoken", "PASSWORD_2", "db_pass")] == [
        names.STRONG
    ] * 6
    assert [names.strength(name) for name in ("stripe_key", "_auth", "GITHUB_PAT", "tokens", "first_pass")] == [names.WEAK] * 5
    none = ("token_url", "primary_key", "tokenizer", "key", "monkey", "existingSecret", "PASSWORD_FILE", "")
    assert [names.strength(name) for name in none] == [names.NONE] * 8
