"""How a shell command line is read: parts, words, redirections, doubt, and one spelling for equal lines."""

from __future__ import annotations

import os
import shutil
import subprocess
import time
from typing import TYPE_CHECKING

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from feedback_gate.changes.commands import is_read_only, simple_commands
from feedback_gate.changes.shell_words import normalised, split
from feedback_gate.changes.wrappers import unwrapped

if TYPE_CHECKING:
    from pathlib import Path


def words(command: str) -> list[list[str]]:
    script = split(command)
    assert script.doubt == ""
    return [part.words for part in script.parts]


@pytest.mark.parametrize(
    ("command", "expected"),
    [
        ("ls -la src", [["ls", "-la", "src"]]),
        ("a && b || c; d | e |& f & g\nh", [["a"], ["b"], ["c"], ["d"], ["e"], ["f"], ["g"], ["h"]]),
        ("echo 'a b' \"c d\" e\\ f", [["echo", "a b", "c d", "e f"]]),
        ("echo 'a'\"b\"c", [["echo", "abc"]]),
        ("echo '' \"\"", [["echo", "", ""]]),
        ("grep 'a|b' f", [["grep", "a|b", "f"]]),
        ('echo "a;b" "x\\"y" "p\\z"', [["echo", "a;b", 'x"y', "p\\z"]]),
        ("find . -name \\*.py -exec rm {} \\;", [["find", ".", "-name", "*.py", "-exec", "rm", "{}", ";"]]),
        ("echo a#b # comment; rm x\nls", [["echo", "a#b"], ["ls"]]),
        ("echo a \\\n  b", [["echo", "a", "b"]]),
        ("l's' \"-\"l", [["ls", "-l"]]),
        ("(cd a; ls)", [["cd", "a"], ["ls"]]),
        ("{ cd a; ls; }", [["cd", "a"], ["ls"]]),
        ("echo {a,b}", [["echo", "{a,b}"]]),
        ("if test -f x; then cat x; else ls; fi", [["test", "-f", "x"], ["cat", "x"], ["ls"]]),
        ("while ! grep x f; do sleep 1; done", [["grep", "x", "f"], ["sleep", "1"]]),
        ("for f in *.py; do head $f; done", [["for", "f", "in", "*.py"], ["head", "$f"]]),
        ("echo then fi", [["echo", "then", "fi"]]),
        ("'if' x", [["if", "x"]]),
        (
            "[[ a < b && -f c || (x > y) ]] && ls",
            [["[[", "a", "<", "b", "&", "&", "-f", "c", "|", "|", "(", "x", ">", "y", ")", "]]"], ["ls"]],
        ),
    ],
)
def test_words_of_each_part(command: str, expected: list[list[str]]) -> None:
    assert words(command) == expected


@pytest.mark.parametrize(
    ("command", "expected"),
    [
        ("echo $(python gen.py)", [["python", "gen.py"], ["echo", "$(python gen.py)"]]),
        ('echo "x $(a "b c")"', [["a", "b c"], ["echo", 'x $(a "b c")']]),
        ("echo `a b`", [["a", "b"], ["echo", "`a b`"]]),
        ("echo `a \\`b\\``", [["b"], ["a", "`b`"], ["echo", "`a \\`b\\``"]]),
        ("echo '$(a)' \\$(b", None),
        ("echo '$(a)' '`b`'", [["echo", "$(a)", "`b`"]]),
        ("x=$(a) y", [["a"], ["y"]]),
        ("diff <(a) <(b)", [["a"], ["b"], ["diff", "<(a)", "<(b)"]]),
        ("echo ${x:-$(a)} ${y}", [["a"], ["echo", "${x:-$(a)}", "${y}"]]),
        ("echo $((1 + $(a)))", [["a"], ["echo", "$((1 + $(a)))"]]),
        ("echo $((1<2))", [["echo", "$((1<2))"]]),
        ("echo $'a\\'b' $x $1", [["echo", "a'b", "$x", "$1"]]),
        ("echo \"$'$(a)'\"", [["a"], ["echo", "$'$(a)'"]]),
        ("cat <<E\n$'$(a)'\nE", [["cat"], ["a"]]),
        ("echo $'$(a)'", [["echo", "$(a)"]]),
        ("echo $\"a $(b)\" $'\\x41\\102\\u0043\\n\\q'", [["b"], ["echo", "a $(b)", "ABC\n\\q"]]),
        ("[[ x == $(a) ]]", [["a"], ["[[", "x", "=", "=", "$(a)", "]]"]]),
    ],
)
def test_what_is_put_in_place_is_read_too(command: str, expected: list[list[str]] | None) -> None:
    if expected is None:
        assert split(command).doubt
    else:
        assert [[word for word in part if word != "=="] for part in words(command)] == [
            [word for word in part if word != "="] for part in expected
        ]


def test_assignments_stand_before_the_words() -> None:
    (part,) = split("A=1 B+='x y' ls C=3").parts
    assert part.assignments == ["A=1", "B+=x y"]
    assert part.words == ["ls", "C=3"]


def test_a_quoted_name_is_no_assignment() -> None:
    assert words("'A=1' ls") == [["A=1", "ls"]]
    assert words("A'=1' ls") == [["A=1", "ls"]]


def redirections(command: str) -> list[tuple[str, str, str]]:
    script = split(command)
    assert script.doubt == ""
    return [(found.descriptor, found.operator, found.target) for part in script.parts for found in part.redirections]


@pytest.mark.parametrize(
    ("command", "expected"),
    [
        ("a > f", [("", ">", "f")]),
        ("a >f 2>>'g h'", [("", ">", "f"), ("2", ">>", "g h")]),
        ("a 2>&1 >&2", [("2", ">&", "1"), ("", ">&", "2")]),
        ("a &> f &>> g", [("", "&>", "f"), ("", "&>>", "g")]),
        ("a >| f <> g < h", [("", ">|", "f"), ("", "<>", "g"), ("", "<", "h")]),
        ("a <<< 'x y'", [("", "<<<", "x y")]),
        ("a2>f", [("", ">", "f")]),
        ("(a; b) > f", [("", ">", "f")]),
        ("while read x; do a; done < f", [("", "<", "f")]),
        ("tee >(cat)", [("", ">(", "")]),
        ("a < <(b)", [("", "<", "<(")]),
        ("a '>' \">\" \\> f", []),
        ("[[ a > b ]]", []),
    ],
)
def test_redirections(command: str, expected: list[tuple[str, str, str]]) -> None:
    assert redirections(command) == expected


def test_here_document_text_is_no_command() -> None:
    assert words("cat <<EOF\nrm x; y\nEOF\nls") == [["cat"], ["ls"]]


def test_here_document_with_a_quoted_delimiter_runs_nothing() -> None:
    assert words("cat <<'EOF' && b\n$(rm x) `y`\nEOF\nls") == [["cat"], ["b"], ["ls"]]


def test_here_document_without_quotes_runs_its_substitutions() -> None:
    assert words("cat <<EOF\n\"$(rm x)\" '`y`'\nEOF\nls") == [["cat"], ["rm", "x"], ["y"], ["ls"]]


def test_here_document_with_tabs_and_a_second_one() -> None:
    assert words("cat <<-A <<B\n1\n\tA\n2\nB\nls") == [["cat"], ["ls"]]


def test_here_document_inside_a_substitution() -> None:
    assert words("git commit -m \"$(cat <<'EOF'\ntext ) with 'quote\nEOF\n)\" && ls") == [
        ["cat"],
        ["git", "commit", "-m", "$(cat <<'EOF'\ntext ) with 'quote\nEOF\n)"],
        ["ls"],
    ]


@pytest.mark.parametrize(
    ("command", "doubt"),
    [
        ("echo 'x", "a quote that is not closed"),
        ('echo "x', "a quote that is not closed"),
        ("echo $'x", "a quote that is not closed"),
        ("echo $(ls", "a bracket that is not closed"),
        ("(ls", "a bracket that is not closed"),
        ("ls)", "a closing bracket that was not opened"),
        ("echo `ls", "a backtick that is not closed"),
        ("echo ${x", "an expansion that is not closed, or holds a quote"),
        ("echo ${x:-'a}'; b}", "an expansion that is not closed, or holds a quote"),
        ("echo $((1", "arithmetic that is not closed, or a group inside a substitution"),
        ("echo $((a); (b))", "arithmetic that is not closed, or a group inside a substitution"),
        ("echo ${ ls; }", "commands inside braces"),
        ("ls >", "a redirection that leads nowhere"),
        ("ls > ; x", "a redirection that leads nowhere"),
        ("cat <<EOF\nx", "a here-document that does not end"),
        ("cat <<EOF", "a here-document without its text"),
        ("case x in a) ls;; esac", "the grammar of case"),
        ("ls ;; x", "the grammar of case"),
        ("function f { ls; }", "the grammar of function"),
        ("f() { ls; }", "an array, a function, arithmetic or an extended glob"),
        ("a=(1 2)", "an array, a function, arithmetic or an extended glob"),
        ("ls !(x)", "an array, a function, arithmetic or an extended glob"),
        ("((i++))", "an array, a function, arithmetic or an extended glob"),
        ("a;" * 10_001, "too many commands"),
        ("[[ a ; python x", "a test that is not closed"),
        ("$(" * 30 + "ls" + ")" * 30, "nested too deeply"),
        ("(" * 30 + "ls" + ")" * 30, "an array, a function, arithmetic or an extended glob"),
        ("( " * 30 + "ls" + " )" * 30, "nested too deeply"),
        ("${x:-" * 30 + "ls" + "}" * 30, "nested too deeply"),
    ],
)
def test_doubt_is_said(command: str, doubt: str) -> None:
    assert split(command).doubt == doubt


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("git  commit -m 'x'", 'git commit   -m "x" '),
        ("ls; pwd", "ls\npwd\n"),
        ("ls   # why", "ls"),
        ("ls >f", "ls > f"),
        ("echo `ls  -l`", "echo $(ls -l)"),
        ("echo a\\\n b", "echo a b"),
        ('echo "$x"', "echo $x"),
        ("if a;then b;fi", "if a\nthen\n  b\nfi"),
        ("(ls)", "( ls )"),
        ("echo 'x", "echo   'x"),
        ("cat <<A\nx\nA", "cat   << A\nx\nA\n"),
        ("", "  # nothing"),
    ],
)
def test_equal_lines_have_one_spelling(one: str, other: str) -> None:
    assert normalised(one) == normalised(other)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("echo a b", "echo 'a b'"),
        ("echo $x", "echo '$x'"),
        ("rm *", "rm '*'"),
        ("a && b", "a || b"),
        ("a; b", "a b"),
        ("a ';' b", "a ; b"),
        ("echo ''", "echo"),
        ("a > b", "a '>' b"),
        ("a 2> b", "a 2 > b"),
        ("cat <<A\nx\nA", "cat <<A\ny\nA"),
        ("echo $(a)", "echo $(b)"),
        ("echo then\nls", "echo then ls"),
        ("echo ~", "echo '~'"),
    ],
)
def test_different_lines_have_different_spellings(one: str, other: str) -> None:
    assert normalised(one) != normalised(other)


def test_normalised_line() -> None:
    assert normalised('git  commit -m "x y" && echo $(ls   -l) 2>&1') == "git commit -m x\\ y && echo $(ls -l) 2>& 1"


SHELLISH = st.lists(
    st.sampled_from(
        [
            *" ;|&()<>{}'\"`$\\\n#!=[]*?~-",
            "$(",
            "${",
            "$((",
            "))",
            "<<E",
            "\nE\n",
            "<<'E'",
            "[[ ",
            " ]]",
            "a",
            "git ",
            "eval ",
            "sh -c ",
            "é",
            "1",
        ]
    ),
    max_size=25,
).map("".join)


@given(st.one_of(SHELLISH, st.text(max_size=40)))
@settings(max_examples=1500, deadline=None)
def test_any_text_can_be_read(text: str) -> None:
    assert isinstance(split(text).doubt, str)
    assert isinstance(normalised(text), str)
    assert is_read_only(text) in {True, False}
    assert simple_commands(text)[1] in {True, False}


@given(SHELLISH)
@settings(max_examples=500, deadline=None)
def test_more_blanks_change_no_spelling(text: str) -> None:
    if not split(text).doubt and "\\" not in text and "\n" not in text:
        assert normalised(f"  {text}\t ") == normalised(text)


@pytest.mark.parametrize(
    "unit",
    [
        "a b ",
        "'a' ",
        '"a" ',
        '"$x" ',
        "$(a) ",
        "`a` ",
        "a;",
        "<<E ",
        "$((1)) ",
        "((",
        "$((",
        "$(",
        "`",
        "${",
        "[[ ",
        "a\n",
        "\\",
        "# x\n",
        "<(a) ",
        ">",
        "'",
        '"',
        "[[ a ]];",
        "cat <<E\nx\nE\n",
    ],
)
def test_a_megabyte_is_read_in_linear_time(unit: str) -> None:
    text = unit * (1_000_000 // len(unit))
    before = time.process_time()
    split(text)
    assert time.process_time() - before < 4


# Against a real shell


def nested(inner: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    word = st.one_of(
        st.sampled_from(
            [
                "x",
                "-n",
                "'a;b'",
                '"p | q"',
                "\\;",
                "$y",
                "a*",
                "$((1+2))",
                "$'t'",
                "{a,b}",
                "a#b",
                '""',
                "'$(tee)'",
                "\"$'$(tee)'\"",
            ]
        ),
        inner.map(lambda text: f"$({text})"),
        inner.map(lambda text: f'"$({text})"'),
        inner.map(lambda text: f"<({text})"),
        inner.map(lambda text: "${y:-$(" + text + ")}"),
    )
    simple = st.tuples(
        st.sampled_from(["ls", "cat", "tee", "python", "grep", "X=1 cat", "command ls", 'l"s"', "! ls"]),
        st.lists(word, max_size=3),
        st.sampled_from(
            ["", "", "2>&1", ">/dev/null", "> f", ">>f", "< /dev/null", '<<<"$(tee)"', "> $(tee)", ">|f", "<<E\n$(python)\nE\n"]
        ),
    ).map(lambda made: " ".join((made[0], *made[1], made[2])))
    joined = st.tuples(simple, st.sampled_from(["&&", "||", ";", "|", "\n"]), inner).map(
        lambda made: made[0] + ("" if made[0].endswith("\n") else f" {made[1]} ") + made[2]
    )
    return st.one_of(
        simple,
        joined,
        inner.map(lambda text: f"( {text} )"),
        inner.map(lambda text: "{ " + text + "\n}"),
        inner.map(lambda text: f"if ls\nthen {text}\nfi"),
    )


LINES = st.recursive(st.just("ls"), nested, max_leaves=6)
PRELUDE = """LOG=$1; for f in ls cat tee python grep; do eval "$f() { echo $f >>\\"\\$LOG\\"; }"; done; eval "$2" """


@given(LINES)
@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow])
def test_bash_runs_nothing_that_was_not_read(tmp_path: Path, line: str) -> None:
    folder, log = tmp_path / "work", tmp_path / "log"
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir()
    log.write_text("")
    subprocess.run(
        ["/bin/bash", "-c", PRELUDE, "bash", str(log), line],
        cwd=folder, capture_output=True, timeout=20, check=False, env={"PATH": "/nonexistent"}, stdin=subprocess.DEVNULL,
    )  # fmt: skip
    ran = set(log.read_text().split())
    parts, sure = simple_commands(line)
    if sure:
        assert ran <= {name for part in parts for name in unwrapped(part.words)[:1]}
    if is_read_only(line):
        assert ran <= {"ls", "cat", "grep"}
        assert os.listdir(folder) == []
