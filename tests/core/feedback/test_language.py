"""In which language people and agents are spoken to (table N)."""

from __future__ import annotations

import pytest
from tests.support.product import context

from feedback_gate.messages import language_of, text
from feedback_gate.people.arguments import call_here


@pytest.mark.parametrize("value", ["ja_JP.UTF-8", "ja", "JA_JP", " ja "])
def test_n1_japanese_locales(value):
    assert language_of("auto", {"LANG": value}) == "ja"


@pytest.mark.parametrize("value", ["en_US.UTF-8", "C", "POSIX", "de_DE"])
def test_n2_everything_else_is_english(value):
    assert language_of("auto", {"LANG": value}) == "en"


def test_n3_javanese_is_not_japanese():
    assert language_of("auto", {"LANG": "jav_ID"}) == "en"


@pytest.mark.parametrize(("option", "lang"), [("ja", "en_US.UTF-8"), ("en", "ja_JP.UTF-8")])
def test_n4_the_option_decides(monkeypatch, product, option, lang):
    monkeypatch.setenv("LANG", lang)
    monkeypatch.setenv("FEEDBACK_GATE_LANGUAGE", option)
    assert call_here().language == option


@pytest.mark.parametrize("option", ["auto", "", "fr", "42"])
def test_n5_any_other_option_means_the_locale(monkeypatch, product, option):
    monkeypatch.setenv("LANG", "ja_JP.UTF-8")
    monkeypatch.setenv("FEEDBACK_GATE_LANGUAGE", option)
    assert call_here().language == "ja"


def test_n6_the_first_that_is_not_blank_decides():
    assert language_of("auto", {"FEEDBACK_GATE_LANG": "en", "LC_ALL": "ja", "LANG": "ja"}) == "en"
    assert language_of("auto", {"LC_ALL": "C", "LC_MESSAGES": "ja", "LANG": "ja"}) == "en"


def test_n7_blank_ones_are_passed_over():
    assert language_of("auto", {"LC_ALL": "", "LC_MESSAGES": " ", "LANG": "ja"}) == "ja"


def test_n8_nothing_set_is_english():
    assert language_of("auto", {}) == "en"


def test_d30_a_mistyped_variable_of_ours_is_passed_over():
    assert language_of("auto", {"FEEDBACK_GATE_LANG": "jp", "LANG": "ja"}) == "ja"


def test_n10_values_go_in_as_they_are():
    value = 'a "q" <b> & {count} \\1 {rule}'
    assert text("feedback.guard", {"rule": value, "count": 3, "message": value}) == f"{value} (count: 3): {value}"


def test_a_rules_own_words_stay_as_written(product, rule, monkeypatch):
    monkeypatch.setenv("LANG", "ja_JP.UTF-8")
    rule("r", 3, body="My words.")
    told = context(product.prompt())
    assert "My words." in told
    assert "# フィードバックの残し方" in told
