"""Rule patterns: one dialect on every Python, CRLF, the required literal, and the limit on processor time."""

from __future__ import annotations

import json
import re
import signal
import threading
import time
import warnings

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from feedback_gate.regex import OutOfTime, PatternError, Searcher, Subject, compile_pattern, required_literal
from feedback_gate.regex.dialect import Scan


def found(source: str, text: str, *, multiline: bool = False) -> bool:
    return Searcher().matches(source, Subject(text), multiline=multiline)


def reason(source: str) -> str:
    with pytest.raises(PatternError) as caught:
        compile_pattern(source)
    return caught.value.reason


# The documented dialect


def test_leading_flags_and_named_groups_work() -> None:
    assert found(r"(?i)(?P<tool>PYTEST)\b", "pytest -q")


@pytest.mark.parametrize(
    ("source", "text"),
    [
        ("(?s)a.b", "a\nb"),
        ("(?sm)^a.b$", "x\na\nb\ny"),
        ("(?P<q>['\"])x(?P=q)", "'x'"),
        ("(?#note)ab", "ab"),
        (r"(a)?(?(1)b|c)", "c"),
        (r"(?a)\w", "x"),
        (r"(?u)\w", "ü"),
        (r"\N{SNOWMAN}", "☃"),
        (r"\U0001F600", "😀"),
        ("(?i:FOO)bar", "foobar"),
        ("(?i)a(?-i:B)", "AB"),
        ("[[:alpha:]]", "a]"),
        ("a{2}?b", "aab"),
        ("a+?b", "ab"),
        (r"a\++", "a++"),
        ("[*+]+", "+"),
        (r"\N{DIGIT ONE}+", "11"),
        ("a{x}+", "a{x}}"),
        ("a{}+", "a{}}"),
        (r"\{2}+", "{2}}"),
        (r"(?x) a b  # (?>not a group) x(?i)y [", "ab"),
        ("(?x: a b # a*+\n) c", "ab c"),
        ("(?i)(?m)^b", "a\nB"),
        ("(?#first)(?i)A", "a"),
        (r"[(?>]", ">"),
        (r"[](?i)]", "]"),
        (r"\(?i\)", "i)"),
    ],
)
def test_what_python_reads_the_same_everywhere_is_accepted(source: str, text: str) -> None:
    assert found(source, text)


def test_start_of_text_is_not_start_of_line() -> None:
    assert not found(r"\AFOO", "x\nFOO", multiline=True)


def test_multiline_anchors_every_line() -> None:
    assert found("^FOO", "x\nFOO", multiline=True)


def test_without_multiline_only_the_text_is_anchored() -> None:
    assert not found("^FOO", "x\nFOO")


@pytest.mark.parametrize(("text", "expected"), [("the end", True), ("the end\n", False), ("the end is near", False)])
def test_small_z_is_the_end_of_the_text(text: str, expected: bool) -> None:
    assert found(r"end\z", text) is expected


def test_escaped_backslash_before_z_is_no_anchor() -> None:
    assert found(r"a\\z", r"a\z")


@pytest.mark.parametrize("source", ["x(?i)y", "|(?i)x", "((?i)x)", "(?:(?m)^x)", "a(?x)b", " (?i)a", "(?x) a (?i)b"])
def test_flags_in_the_middle_are_broken(source: str) -> None:
    assert reason(source).startswith("global flags not at the start of the expression at position ")


@pytest.mark.parametrize("source", ["a*+", "a++b", "a?+", "a{2}+", "a{2,}+", "a{,3}+", "a{1,2}+", "(ab)*+", "[ab]++", "(?x) a*+"])
def test_possessive_repeats_are_broken(source: str) -> None:
    assert reason(source).startswith("possessive repeat, which not every supported Python knows, at position ")


@pytest.mark.parametrize("source", ["(?>a)", "x(?>ab|a)y", "(?x) (?> a )"])
def test_atomic_groups_are_broken(source: str) -> None:
    assert reason(source).startswith("atomic group, which not every supported Python knows, at position ")


@pytest.mark.parametrize(
    ("source", "part"),
    [
        ("(unclosed", "missing ), unterminated subpattern"),
        ("(?<=a+)b", "look-behind requires fixed-width pattern"),
        ("(?<n>a)", "unknown extension ?<n"),
        ("(?P>n)", "unknown extension ?P>"),
        (r"\k<n>", r"bad escape \k"),
        (r"\h", r"bad escape \h"),
        (r"\p{L}", r"bad escape \p"),
        (r"[\z]", r"bad escape \z"),
        ("[]", "unterminated character set"),
        (r"\2", "invalid group reference 2"),
        ("(?P<a>x)(?P<a>y)", "redefinition of group name 'a'"),
        ("(?L)a", "cannot use 'L' flag with a str pattern"),
        ("*a", "nothing to repeat"),
        ("(" * 30_000 + ")" * 30_000, "nested too deeply"),
        ("a" * 70_000, "longer than 65536 characters"),
    ],
)
def test_what_the_compiler_refuses_is_broken_with_its_reason(source: str, part: str) -> None:
    text = reason(source)
    assert part in text
    assert "\n" not in text


def test_no_warning_is_shown_for_look_alikes_of_nested_sets() -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert compile_pattern("[[a&&b||c]+(warned)").search("a[warned")
        assert required_literal("[[a&&b~~c]+(warned)") == ("warned", False)


def test_a_pattern_is_compiled_once() -> None:
    assert compile_pattern("once(d)") is compile_pattern("once(d)")


REGEXY = st.text("ab(?)[]{}*+|\\>:#i-xz1,2^$ \n", max_size=14)


@given(REGEXY)
@settings(max_examples=600, deadline=None)
def test_what_the_scan_accepts_holds_nothing_that_pythons_read_differently(source: str) -> None:
    from re import _parser  # type: ignore[attr-defined]

    try:
        scan = Scan(source)
        compile_pattern(source)
    except PatternError:
        return
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        operations = str(_parser.parse(scan.translated()).data)
    assert "POSSESSIVE" not in operations
    assert "ATOMIC" not in operations


@given(REGEXY)
@settings(max_examples=600, deadline=None)
def test_the_scan_refuses_only_what_python_refuses_or_reads_differently(source: str) -> None:
    from re import _parser  # type: ignore[attr-defined]

    try:
        Scan(source)
    except PatternError:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            try:
                operations = str(_parser.parse(source).data)
            except re.error:
                return
        assert "POSSESSIVE" in operations or "ATOMIC" in operations


# The text that is examined


def test_crlf_counts_as_a_line_end() -> None:
    assert found("foo$", "foo\r\nbar", multiline=True)


def test_a_pattern_that_names_the_carriage_return_sees_it() -> None:
    assert found(r"foo\r\nbar", "foo\r\nbar")
    assert found(r"(?<!\r)\n", "a\r\nb\n")
    assert not found(r"(?<!\r)\n", "a\r\nb\r\n")


def test_an_escaped_backslash_before_r_names_no_carriage_return() -> None:
    assert found(r"C:\\root$", "C:\\root\r\nx", multiline=True)


def test_a_lone_carriage_return_stays() -> None:
    assert Subject("a\rb").text == "a\rb"


# The required literal


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("git commit", ("git commit", False)),
        (r"(^|&&|\|\||;)\s*go test\b", ("go test", False)),
        (r"\bgo\s+test\b", ("test", False)),
        ("(?i)PYTEST", ("pyte", True)),
        ("(?i)ski", None),
        ("(?i)größe", ("gr", True)),
        ("größe", ("größe", False)),
        ("foo|bar", None),
        ("(foo|foobaz)x", ("foo", False)),
        ("a?b*c{0,2}", None),
        ("(?:abc)+x", ("abc", False)),
        ("ab{2,3}c", ("a", False)),
        ("(?=longer)ab", ("ab", False)),
        ("(?<!longer)ab", ("ab", False)),
        ("(?i:LONGER)ab", ("ab", False)),
        (r"^foo\bbar$", ("foobar", False)),
        (r"a\r\nbc", ("\nbc", False)),
        ("(a)(?(1)longer|b)", ("a", False)),
        ("[x]yz", ("xyz", False)),
        ("", None),
        (r"\w+", None),
        (r"end\z", ("end", False)),
        ("(?x) a b # c", ("ab", False)),
    ],
)
def test_required_literal(source: str, expected: tuple[str, bool] | None) -> None:
    assert required_literal(source) == expected


def test_a_broken_pattern_has_no_literal() -> None:
    with pytest.raises(PatternError, match="missing"):
        required_literal("(unclosed")


def test_the_index_survives_json() -> None:
    literal = json.loads(json.dumps(required_literal("(?i)DROP TABLE")))
    assert literal == ["drop table", True]
    assert Subject("x; Drop Table y").may_match(literal)
    assert not Subject("x; Drop y").may_match(literal)


def test_a_pattern_whose_literal_is_missing_is_not_compiled() -> None:
    assert not Searcher().matches("(not compiled", Subject("text"), literal=["needle", False])


def atoms() -> st.SearchStrategy[str]:
    plain = st.sampled_from(
        [*"abiksKIS.^$", r"\b", r"\w", r"\s", "\\r", "\\n", "[ab]", "[^a]", "ß", "ſ", "İ", "ı", "K", "é", "É"]
    )
    return st.recursive(
        plain,
        lambda inner: st.one_of(
            st.lists(inner, min_size=1, max_size=4).map("".join),
            st.tuples(inner, st.sampled_from(["?", "*", "+", "{2}", "{0,2}", "{1,2}", "+?", "*?"])).map(
                lambda p: f"(?:{p[0]}){p[1]}"
            ),
            st.tuples(inner, inner).map(lambda p: f"(?:{p[0]}|{p[1]})"),
            inner.map(lambda p: f"({p})"),
            inner.map(lambda p: f"(?={p})"),
            inner.map(lambda p: f"(?!{p})"),
            inner.map(lambda p: f"(?i:{p})"),
            inner.map(lambda p: f"(?-i:{p})"),
        ),
        max_leaves=8,
    )


@given(
    st.sampled_from(["", "(?i)", "(?s)", "(?im)", "(?ai)"]),
    atoms(),
    st.text("abiksABIKSßſİıKéÉ \r\n.", max_size=30),
    st.booleans(),
)
@settings(max_examples=1500, deadline=None)
def test_the_index_never_hides_a_match(flags: str, body: str, text: str, multiline: bool) -> None:
    source = flags + body
    subject = Subject(text)
    searcher = Searcher()
    if searcher.search(compile_pattern(source, multiline=multiline), subject):
        assert subject.may_match(required_literal(source))


@given(st.text("abiksABIKSſİıK", min_size=1, max_size=6), st.sampled_from([str.upper, str.lower, str.swapcase, str.title]))
@settings(max_examples=600, deadline=None)
def test_the_index_knows_that_case_changes_letters(word: str, change: object) -> None:
    source = "(?i)" + word
    subject = Subject("x" + change(word) + "y")  # type: ignore[operator]
    if Searcher().search(compile_pattern(source), subject):
        assert subject.may_match(required_literal(source))


# The limit on processor time


def used(searcher: Searcher, source: str, text: str) -> float:
    """Processor seconds, the child's included, that a search which cannot end may use before it is stopped."""
    import resource

    before = time.process_time() + resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
    with pytest.raises(OutOfTime):
        searcher.matches(source, Subject(text))
    return time.process_time() + resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime - before


@pytest.mark.parametrize(
    ("source", "text"),
    [
        ("(a+)+$", "a" * 100_000 + "b"),
        ("(a+)+$", "a" * 5_000 + "b"),
        (r"\w+x", "a" * 300_000),
        (r"(?i)\s+x", " " * 400_000),
        ("a.*b.*c.*d", "abc" * 30_000),
    ],
)
def test_a_pattern_that_does_not_end_is_stopped(source: str, text: str) -> None:
    assert used(Searcher(0.5), source, text) < 0.9


def test_a_pattern_that_does_not_end_is_stopped_within_one_and_a_half_seconds() -> None:
    assert used(Searcher(), "(a+)+$", "a" * 100_000 + "b") < 1.5


def test_the_patterns_of_a_call_share_their_time() -> None:
    searcher = Searcher(0.2)
    for _ in range(2):
        with pytest.raises(OutOfTime):
            searcher.matches("(a+)+$", Subject("a" * 5_000 + "b"))
    with pytest.raises(OutOfTime):
        searcher.matches("other", Subject("other"))
    assert searcher.left <= 0


def test_a_pattern_that_does_not_end_leaves_time_for_those_behind_it() -> None:
    searcher = Searcher(0.4)
    for _ in range(2):
        with pytest.raises(OutOfTime):
            searcher.matches("(a+)+$", Subject("a" * 5_000 + "b"))
    assert searcher.matches("other", Subject("other"))


def test_time_is_booked_under_the_pattern_that_used_it() -> None:
    searcher = Searcher(0.8)
    assert searcher.matches("quick", Subject("quick"))
    with pytest.raises(OutOfTime):
        searcher.matches("(a+)+$", Subject("a" * 30_000 + "b"))
    assert set(searcher.spent) == {"quick", "(a+)+$"}
    assert searcher.spent["quick"] < 0.05
    assert searcher.slow() == ["(a+)+$"]


def test_a_search_in_a_child_books_its_time() -> None:
    searcher = Searcher(8.0)
    assert not searcher.matches(r"\w+x", Subject("a" * 20_000))
    assert searcher.left == pytest.approx(8.0 - searcher.spent[r"\w+x"])
    assert searcher.spent[r"\w+x"] > 0.005


def test_the_timer_and_its_handler_are_put_back() -> None:
    before = signal.getsignal(signal.SIGVTALRM)
    with pytest.raises(OutOfTime):
        Searcher(0.1).matches("(a+)+$", Subject("a" * 5_000 + "b"))
    assert signal.getsignal(signal.SIGVTALRM) is before
    assert signal.getitimer(signal.ITIMER_VIRTUAL) == (0.0, 0.0)


@pytest.mark.filterwarnings("ignore:.*multi-threaded:DeprecationWarning")
def test_a_search_works_in_another_thread() -> None:
    answers = []
    thread = threading.Thread(target=lambda: answers.append(Searcher().matches("b$", Subject("ab"))))
    thread.start()
    thread.join()
    assert answers == [True]


ORDINARY = [
    *[rf"\bforbidden_{number}\s*\(" for number in range(8)],
    *[rf"(?i)\bdrop\s+table\s+temp{number}\b" for number in range(6)],
    *[rf"(^|&&|;)\s*go\s+test{number}\b" for number in range(5)],
    r"\w+\s+=\s+lastOfAll;",
]


def test_twenty_ordinary_rules_on_five_megabytes_find_the_match_at_the_very_end() -> None:
    line = "the quick brown fox = jumps(over) the lazy dog; DROP nothing\n"
    text = line * (5_000_000 // len(line)) + "value  =  lastOfAll;"
    index = [(source, required_literal(source)) for source in ORDINARY]
    for source in ORDINARY:
        compile_pattern(source, multiline=True)
    before = time.process_time()
    subject, searcher = Subject(text), Searcher()
    answers = [searcher.matches(source, subject, multiline=True, literal=literal) for source, literal in index]
    assert answers == [False] * 19 + [True]
    assert time.process_time() - before < 1.0
