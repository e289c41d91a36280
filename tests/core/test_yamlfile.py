"""YAML and frontmatter: what texts mean, where things stand, and what hostile text may cost."""

from __future__ import annotations

import contextlib
import json
import sys
import time
from typing import Any

import pytest
import yaml
from hypothesis import given, settings
from hypothesis import strategies as st

from feedback_gate.yamlfile import YamlError, frontmatter, load


def error(text: str) -> tuple[int, int, str]:
    with pytest.raises(YamlError) as caught:
        load(text)
    return caught.value.line, caught.value.column, caught.value.reason


# What texts mean


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("a: yes\nb: off\nc: On\nd: No\n", {"a": True, "b": False, "c": True, "d": False}),
        ("a: y\nb: n\nc: Y\n", {"a": "y", "b": "n", "c": "Y"}),
        ("a: TRUE\nb: false\nc: 'yes'\n", {"a": True, "b": False, "c": "yes"}),
        ("a: 1\na: 2\n", {"a": 2}),
        ("base: &b {x: 1, y: 2}\nuse:\n  <<: *b\n  y: 3\n", {"base": {"x": 1, "y": 2}, "use": {"x": 1, "y": 3}}),
        ("a: &a {x: 1}\nb: &b {x: 2, y: 3}\nc: {<<: [*a, *b]}\n", {"a": {"x": 1}, "b": {"x": 2, "y": 3}, "c": {"x": 1, "y": 3}}),
        ("a: &a {x: 1}\nb: &b {<<: *a, y: 2}\nc: {<<: *b}\n", {"a": {"x": 1}, "b": {"x": 1, "y": 2}, "c": {"x": 1, "y": 2}}),
        ("a: &l [1]\nb: *l\n", {"a": [1], "b": [1]}),
        ("", None),
        ("# only a comment\n", None),
        ("~", None),
        ('{"a": [1, [true, null]], "b": "x: y", "c": "\\"q\\""}', {"a": [1, [True, None]], "b": "x: y", "c": '"q"'}),
        (
            "rules:\n- match: x\n  run:\n  - a\n  - b\n  timeout: 3\n",
            {"rules": [{"match": "x", "run": ["a", "b"], "timeout": 3}]},
        ),
        ("run:\n- |\n  one\n  two\n", {"run": ["one\ntwo\n"]}),
        ("a: >-\n  one\n  two\n", {"a": "one two"}),
        ("when: 'go (test|vet)\\b'\n", {"when": r"go (test|vet)\b"}),
        ("expires: 2026-12-31\n", {"expires": "2026-12-31"}),
        ("expires: 2026-13-45\n", {"expires": "2026-13-45"}),
        ("expires: 2026-02-30T10:00:00Z\n", {"expires": "2026-02-30T10:00:00Z"}),
        ("a: !!timestamp 2026-01-01\n", {"a": "2026-01-01"}),
        ("a: !!str 12\nb: !!int '7'\n", {"a": "12", "b": 7}),
        ("a: 1_000\nb: 0x1F\nc: 010\nd: -3\ne: 0b11\nf: 1:30\n", {"a": 1000, "b": 31, "c": 8, "d": -3, "e": 3, "f": 90}),
        ("a: 3.9\nb: -1.5e+3\nc: 1e5\nd: .5\n", {"a": 3.9, "b": -1500.0, "c": "1e5", "d": 0.5}),
        ("on: 1\n1: 2\nnull: 3\n", {"on": 1, "1": 2, "null": 3}),
        ("- =\n- '<<'\n", ["=", "<<"]),
        ("\ufeffa: 1\n", {"a": 1}),
        ("a: 1\r\nb:\r\n  - x\r\n", {"a": 1, "b": ["x"]}),
        ("a: 日本語 😀\n", {"a": "日本語 😀"}),
        ("--- \na: 1\n...\n", {"a": 1}),
    ],
)
def test_value(text: str, expected: Any) -> None:
    value = load(text).value
    assert value == expected
    assert json.loads(json.dumps(value)) == value


SCALARS = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(),
    st.floats(allow_nan=False),
    st.text(st.characters(codec="utf-8", exclude_categories=("Cs", "Cc")), max_size=20),
)
KEYS = st.text(st.characters(codec="utf-8", exclude_categories=("Cs", "Cc")), min_size=1, max_size=8)
VALUES = st.recursive(
    SCALARS, lambda inner: st.one_of(st.lists(inner, max_size=4), st.dictionaries(KEYS, inner, max_size=4)), max_leaves=12
)


@given(VALUES, st.booleans())
@settings(max_examples=300, deadline=None)
def test_what_was_written_is_read(value: Any, flow: bool) -> None:
    text = yaml.safe_dump(value, allow_unicode=True, default_flow_style=flow)
    assert load(text).value == value


YAMLISH = st.text("ab:- \n#&*!|>'\"{}[],?%<=~01.\t\\x", max_size=25)


@given(YAMLISH)
@settings(max_examples=1500, deadline=None)
def test_any_text_is_read_or_refused_with_a_place(text: str) -> None:
    with contextlib.suppress(YamlError):
        document = load(text)
        assert document.line_of(("a", 0)) >= 1


@given(st.text("ab:- \n#|>'\"{}[],?~01.", max_size=25))
@settings(max_examples=1000, deadline=None)
def test_plain_texts_mean_what_safe_load_says(text: str) -> None:
    try:
        value = load(text).value
    except YamlError:
        return
    with contextlib.suppress(yaml.YAMLError, ValueError, TypeError):
        reference = json.dumps(_with_text_keys_only(yaml.safe_load(text)))
        assert json.dumps(value) == reference


def _with_text_keys_only(value: Any) -> Any:
    """The value; a key that is no text (and a date, as JSON) ends the comparison."""
    if isinstance(value, dict):
        if not all(isinstance(key, str) for key in value):
            raise ValueError
        return {key: _with_text_keys_only(item) for key, item in value.items()}
    return [_with_text_keys_only(item) for item in value] if isinstance(value, list) else value


# Where things stand

PLACES = """\
rules:
  - match: '**/*.py'
    run:
    - make lint
    -
      cmd: make test
      name: tests
report_success: off
"""


@pytest.mark.parametrize(
    ("path", "line"),
    [
        ((), 1),
        (("rules",), 1),
        (("rules", 0), 2),
        (("rules", 0, "match"), 2),
        (("rules", 0, "run"), 3),
        (("rules", 0, "run", 0), 4),
        (("rules", 0, "run", 1), 6),
        (("rules", 0, "run", 1, "name"), 7),
        (("report_success",), 8),
        (("rules", 0, "timeout"), 2),
        (("rules", 7), 1),
        (("missing", "deep"), 1),
    ],
)
def test_line_of(path: tuple[str | int, ...], line: int) -> None:
    assert load(PLACES).line_of(path) == line


def test_lines_count_from_the_first_line_given() -> None:
    document = load("a: 1\nb: 2\nb: 3\n", first_line=2)
    assert document.line_of(("b",)) == 4
    assert document.duplicates == [(("b",), 4)]
    with pytest.raises(YamlError, match="line 3, column 1: "):
        load("a: 1\n}", first_line=2)


def test_line_of_an_empty_item() -> None:
    assert load("a:\n-\n- x\n").line_of(("a", 0)) == 2


def test_duplicates_are_named_with_path_and_line() -> None:
    document = load("a: 1\nb:\n  - x: 1\n    y: 2\n    x: 3\na: 2\na: 3\n")
    assert document.duplicates == [(("b", 0, "x"), 5), (("a",), 6), (("a",), 7)]
    assert document.value == {"a": 3, "b": [{"x": 3, "y": 2}]}


def test_a_merged_key_that_is_written_again_is_no_duplicate() -> None:
    assert load("a: &a {x: 1}\nb:\n  <<: *a\n  x: 2\n").duplicates == []


# Errors


@pytest.mark.parametrize(
    ("text", "line", "column", "reason"),
    [
        ("a: [1, 2", 1, 9, "while parsing a flow sequence, expected ',' or ']', but got '<stream end>'"),
        ("rules: [unclosed", 1, 17, "while parsing a flow sequence, expected ',' or ']', but got '<stream end>'"),
        ("a: 1\n\tb: 2\n", 2, 1, "while scanning for the next token, found character '\\t' that cannot start any token"),
        ("a: b: c\n", 1, 5, "mapping values are not allowed here"),
        ("a: *missing\n", 1, 4, "found undefined alias 'missing'"),
        ("a: 1\n--- \nb: 2\n", 2, 1, "expected a single document in the stream, but found another document"),
        ("a: &x [*x]\n", 1, 4, "an alias stands inside what it stands for"),
        ("a: !!python/object:os.system x\n", 1, 4, "the tag tag:yaml.org,2002:python/object:os.system is not supported"),
        ("a: !custom x\n", 1, 4, "the tag !custom is not supported"),
        ("a: !!set {x}\n", 1, 4, "the tag tag:yaml.org,2002:set is not supported"),
        ("a: !!omap [x: 1]\n", 1, 4, "the tag tag:yaml.org,2002:omap is not supported"),
        ("a: !!binary aGk=\n", 1, 4, "the tag tag:yaml.org,2002:binary is not supported"),
        ("a: !!bool maybe\n", 1, 4, "'maybe' is no bool"),
        ("a: !!int x\n", 1, 4, "'x' is no number that can be used"),
        ("a: 0b_\n", 1, 4, "'0b_' is no number that can be used"),
        ("a: " + "1" * 5000 + "\n", 1, 4, "'" + "1" * 40 + "' is no number that can be used"),
        ("? [a]\n: 1\n", 1, 3, "a key must be text"),
        ("a: {<<: 1}\n", 1, 9, "only a mapping, or a list of mappings, can be merged"),
        ("a: 1\nb: \x07\n", 2, 4, "the character U+0007 is not allowed"),
        ('a: ["x", "y\\0z"]\n', 1, 10, "the character U+0000 is not allowed"),
        ("x" * 300_000, 1, 1, "longer than 262144 characters"),
    ],
)
def test_error(text: str, line: int, column: int, reason: str) -> None:
    assert error(text) == (line, column, reason)


def test_an_escape_beyond_unicode_is_an_error_with_its_line() -> None:
    line, _, reason = error('a: 1\nb: "\\UFFFFFFFF"\n')
    assert line == 2
    assert "\n" not in reason


# What hostile text may cost


def test_an_alias_bomb_is_refused() -> None:
    lines = ["a0: &a0 [x, x, x, x, x, x, x, x, x, x]"]
    lines += [f"a{n}: &a{n} [{', '.join([f'*a{n - 1}'] * 10)}]" for n in range(1, 10)]
    assert error("\n".join(lines))[2] == "more than 10000 values, aliases written out"


def test_a_merge_bomb_is_refused() -> None:
    lines = ["a0: &a0 {k: [1, 2, 3, 4, 5, 6, 7, 8, 9]}"]
    lines += [f"a{n}: &a{n} {{<<: [{', '.join([f'*a{n - 1}'] * 10)}]}}" for n in range(1, 10)]
    assert error("\n".join(lines))[2] == "more than 10000 values, aliases written out"


@pytest.mark.parametrize("text", ["[" * 20_000, "{a: " * 20_000, "- " * 20_000, "? " * 20_000])
def test_deep_nesting_is_refused(text: str) -> None:
    assert error(text)[2] == "nested more than 100 deep"


def test_too_many_values_are_refused() -> None:
    assert error("- a\n" * 10_001)[2] == "more than 10000 values, aliases written out"
    assert len(load("- a\n" * 9_000).value) == 9_000


def test_a_hundred_levels_are_read() -> None:
    assert load("[" * 99 + "]" * 99).value is not None


@pytest.mark.parametrize(
    "text",
    [
        "a: " + "x" * 250_000,
        "a: '" + "'" * 200_000 + "'",
        "&a " * 60_000,
        "!a " * 60_000,
        "# c\n" * 60_000,
        "- a\n" * 60_000,
        "a" * 1020 + ":" + " " * 100_000,
        "a: |\n" + "\n" * 200_000,
        "%" + "x" * 200_000,
        "x, " * 80_000,
        "[" + "a: b, " * 40_000 + "]",
    ],
)
def test_no_text_takes_long(text: str) -> None:
    before = time.process_time()
    with contextlib.suppress(YamlError):
        load(text)
    assert time.process_time() - before < 5


def test_yaml_is_imported_only_when_text_is_read() -> None:
    import subprocess

    script = "import sys; import feedback_gate.yamlfile as y; y.frontmatter('---\\na: 1\\n---\\n'); print('yaml' in sys.modules)"
    found = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True, env={"PYTHONPATH": "core"})
    assert found.stdout == "False\n"


# Frontmatter


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("---\nname: x\n---\nbody\n", ("name: x\n", "body\n", 2)),
        ("---\r\nname: x\r\n---\r\nbody\r\n", ("name: x\r\n", "body\r\n", 2)),
        ("\ufeff---\nname: x\n---\n", ("name: x\n", "", 2)),
        ("--- \t\nname: x\n---  \nbody", ("name: x\n", "body", 2)),
        ("---\nname: x\n---", ("name: x\n", "", 2)),
        ("---\na: |\n  --- x\n----\nb: 1\n---\n", ("a: |\n  --- x\n----\nb: 1\n", "", 2)),
        ("---\n\n---\nbody", ("\n", "body", 2)),
        ("---\nname: x\n---\n---\nmore\n", ("name: x\n", "---\nmore\n", 2)),
        ("---\n---\nbody\n", None),
        ("\n---\nname: x\n---\n", None),
        ("----\nname: x\n---\n", None),
        ("--- x\nname: x\n---\n", None),
        ("---\nname: x\n", None),
        ("---\nname: x\n--- x\n", None),
        ("---", None),
        ("", None),
        ("# Title\n\nprose\n", None),
    ],
)
def test_frontmatter(text: str, expected: tuple[str, str, int] | None) -> None:
    assert frontmatter(text) == expected


@given(st.text("-ab:\n\r \t\ufeff", max_size=30))
@settings(max_examples=500, deadline=None)
def test_frontmatter_and_body_are_parts_of_the_text(text: str) -> None:
    found = frontmatter(text)
    if found:
        block, body, first_line = found
        assert text.endswith(body)
        assert block in text
        assert first_line == 2
