"""Colour codes and line breaks in and around a secret: they neither hide it nor get lost."""

from __future__ import annotations

import pytest
from tests.core.redact import corpus

from feedback_gate.redact import redact
from feedback_gate.redact.view import WIDTHS, View, colours, joined, soft_breaks

SHOWN = [
    case
    for name in ("common", "newer", "forms")
    for case in corpus.load(name)
    if "\x1b" not in case.text and "\\u001b" not in case.text
]
LONG = [case for case in corpus.load("forms") if len(case.secrets) == 1 and "." not in case.secrets[0]]
WAYS = ["\x1b[31m", "\x1b[38;5;208m", "\x1b[1;4;97m", "\x9b31m", "\\u001b[31m", "\\x1b[31m", "\\033[31m", "\\e[31m", "^[[31m"]


def _painted(text: str, every: int, code: str) -> str:
    return "".join(code + text[start : start + every] for start in range(0, len(text), every))


@pytest.mark.parametrize("every", [1, 7, 40])
def test_a_coloured_secret_is_hidden_as_a_plain_one(every):
    wrong = []
    for case in SHOWN:
        redacted = redact(_painted(case.text, every, "\x1b[32m"))
        if redacted.replace("\x1b[32m", "") != case.expected:
            wrong.append(case.line)
    assert wrong == []


@pytest.mark.parametrize("code", WAYS)
def test_a_colour_code_may_be_written_in_any_usual_way(code):
    secret = "glpat-" + "abcDEF0123456789wxyz"
    assert redact(f"x {code}{secret}{code} y") == f"x {code}[REDACTED]{code} y"


def test_every_colour_code_stays():
    text = "\x1b[1mpass\x1b[2mword\x1b[3m=\x1b[4mhun\x1b[5mter2\x1b[6m;"
    assert redact(text) == "\x1b[1mpass\x1b[2mword\x1b[3m=\x1b[4m[REDACTED]\x1b[5m\x1b[6m;"


@pytest.mark.parametrize("width", sorted(WIDTHS))
def test_a_token_broken_at_a_usual_width_is_hidden_with_both_its_parts(width):
    wrong = []
    for case in LONG:
        for before in (1, 5, min(len(case.secrets[0]) - 1, width - 2)):
            text = "x" * (width - before - 1) + " " + case.secrets[0] + " tail"
            redacted = redact(f"first\n{text[:width]}\n{text[width:]}\nlast")
            if redacted != "first\n" + "x" * (width - before - 1) + " [REDACTED] tail\nlast":
                wrong.append((before, case.line))
    assert wrong == []


@pytest.mark.parametrize(
    "text",
    [
        "the server answered for Authorization: Bearer «{w:120}» and stopped",
        "environment: API_TOKEN=«{w:90}» was set, as the log of the run shows",
        "a long signed token «eyJ{s:60}.eyJ{s:200}.{s:86}» in the answer of the server",
        "cannot connect to postgres://«app:{w:90}»@db.internal:5432/app at all",
        "see https://hooks.slack.com/services/«T{u:10}/B{u:10}/{w:64}» for it",
        "key is '«-----BEGIN PRIVATE KEY-----\\\\n{b:64}\\\\n{b:64}\\\\n{b:20}==\\\\n-----END PRIVATE KEY-----»' there",
        "Cookie: theme=dark; sessionid=«{w:100}»; lang=en",
    ],
    ids=["header", "assignment", "jwt", "database", "webhook", "key", "cookie"],
)
def test_a_text_wrapped_at_eighty_columns_loses_its_secret_at_every_offset(text):
    import random

    filled = corpus.fill(corpus.unescape(text), random.Random(text))
    case = corpus.Case("", "", filled)
    for indent in range(0, 80, 3):
        shown = "." * indent + " " + case.text
        redacted = redact("\n".join(shown[start : start + 80] for start in range(0, len(shown), 80)))
        assert redacted.replace("\n", "") == "." * indent + " " + case.expected


def test_lines_of_a_usual_width_without_a_secret_stay():
    text = "\n".join("word" * 20 for _ in range(5)) + "\nend\n"
    assert redact(text) == text


def test_a_view_gives_places_back_to_the_original():
    view = View("ab--cd-ef", [(2, 4), (6, 7)])
    assert view.text == "abcdef"
    assert view.pieces((1, 5)) == [(1, 2), (4, 6), (7, 8)]
    assert view.hull((1, 5)) == (1, 8)
    assert view.hull((2, 4)) == (4, 6)


def test_a_stretch_skipped_at_the_edge_of_a_place_is_not_inside_it():
    view = View("--ab--", [(0, 2), (4, 6)])
    assert view.pieces((0, 2)) == [(2, 4)]
    assert view.hull((0, 2)) == (2, 4)


def test_colour_codes_are_found_by_their_places():
    assert colours("a\x1b[0mb\x1b[1;31mc") == [(1, 5), (6, 13)]
    assert colours("no colours [0m here") == []


def test_a_soft_break_stands_at_a_usual_width_before_more_text():
    line = "w" * 80
    assert soft_breaks(f"{line}\nmore") == [(80, 81)]
    assert soft_breaks(f"{line}\r\nmore") == [(80, 82)]
    assert soft_breaks(f"{line}w\nmore") == []
    assert soft_breaks(f"{line}\n") == []
    assert soft_breaks(f"{line}\n\nmore") == []


def test_consecutive_soft_breaks_make_one_piece_and_other_lines_are_left_out():
    line = "w" * 80
    text = f"first\n{line}\n{line}\nend\nother\n{line}\nlast\nmore"
    view = joined(text, soft_breaks(text))
    assert view.text == f"\n{line * 2}end\n{line}last"
    assert view.hull((79, 83)) == (84, 89)
    assert text[slice(*view.hull((164, 165)))] == "\n"
    assert text[slice(*view.hull((len(view.text) - 4, len(view.text))))] == "last"
