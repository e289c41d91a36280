"""The glob dialect of rules and gate, against path texts and against the disk."""

from __future__ import annotations

import contextlib
import os
import re
import time
from typing import TYPE_CHECKING

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from feedback_gate.globs import (
    GlobError,
    check_pattern,
    compile_glob,
    exists_on_disk,
    expand_braces,
    first_match,
    matches,
    pattern_root_directory,
)

if TYPE_CHECKING:
    from pathlib import Path

TABLE = [
    ("*.go", "foo.go", True),  # G1
    ("*.go", "pkg/foo.go", False),  # G1
    ("**/*.go", "foo.go", True),  # G1
    ("**/*.go", "a/b/foo.go", True),
    ("**/*.go", "pkg/domain/foo.go", True),  # G1
    ("pkg/**", "pkg/a/b.go", True),  # G6
    ("pkg/**", "pkg", False),
    ("pkg/**/x.go", "pkg/x.go", True),
    ("pkg/**/x.go", "pkgx.go", False),
    ("pkg/**/x.go", "pkg/yx.go", False),
    ("pkg/*/**/*.go", "pkg/x.go", False),
    ("pkg/*/**/*.go", "pkg/a/x.go", True),
    ("a?.txt", "ab.txt", True),  # G4
    ("a?.txt", "a/.txt", False),  # G4
    ("[ab].txt", "a.txt", True),
    ("[!ab].txt", "c.txt", True),  # G4
    ("[!ab].txt", "a.txt", False),  # G4
    ("[^ab].txt", "a.txt", False),
    ("a[!b]c", "a/c", True),
    ("[]x].txt", "].txt", True),
    ("[!]x].txt", "].txt", False),
    ("[!]x].txt", "y.txt", True),
    ("[a-c]", "b", True),
    ("[a-c]", "-", False),
    ("[a-]", "-", True),
    (r"[\d]", "d", True),
    (r"[\d]", "1", False),
    ("src/**.py", "src/a/b.py", True),
    ("src/**.py", "src.py", False),
    ("a**b", "a/x/b", True),
    ("a***/b", "a/x/b", True),
    ("**/x", "x", True),
    ("**/x", "a/x", True),
    ("**/x", "ax", False),
    ("src/**/*.{ts,tsx}", "src/a.tsx", True),
    ("a+b(c).go", "a+b(c).go", True),  # G5
    ("a+b(c).go", "aab(c).go", False),  # G5
    ("a.b", "axb", False),
    ("docs/*", "docs/a/b", False),
    ("*", ".env", True),
    ("**", ".hidden/x", True),
    ("Src/*.py", "src/a.py", False),
    ("**/README.md", "README.md", True),
    ("{only}", "only", True),
    ("{a,b", "{a,b", True),
    ("a{,.bak}", "a", True),
    ("a{,.bak}", "a.bak", True),
    (r"x\*y", r"x\zy", True),
    ("./a.py", "a.py", False),
    ("**/*.go", "../x/a.go", True),
    ("**/action.{yml,yaml}", ".github/action.yaml", True),
    ("~/src/org/**", "~/src/org", False),
    ("a.py", "a.py\n", False),
    ("*.py", "a.py\n", False),
    ("a?c", "a\nc", True),
    ("a*c", "a\nc", True),
    ("日本/*.py", "日本/あ.py", True),
    ("", "", True),
    ("", "a", False),
    ("**/", "a/", True),
    ("**/", "a", False),
]


@pytest.mark.parametrize(("pattern", "path", "expected"), TABLE)
def test_pattern_against_path(pattern: str, path: str, expected: bool) -> None:
    assert matches([pattern], path) is expected


def test_one_of_several_patterns_suffices() -> None:
    assert matches(["*.md", "*.py"], "a.py")
    assert not matches([], "a.py")


def test_first_match_is_the_expanded_pattern() -> None:
    assert first_match(["*.{md,rst}", "*.{ts,py}"], "a.py") == "*.py"


@pytest.mark.parametrize(
    ("pattern", "expected"),
    [
        ("a.{yml,yaml}", ["a.yml", "a.yaml"]),
        ("**/action.{yml,yaml}", ["**/action.yml", "**/action.yaml"]),  # G2
        ("pkg/{a,b}/**", ["pkg/a/**", "pkg/b/**"]),
        ("a{b,c}{d,e}", ["abd", "abe", "acd", "ace"]),
        ("{a,b{c,d}}x", ["ax", "bcx", "bdx"]),  # G3
        ("{only}", ["only"]),
        ("a{,.bak}", ["a", "a.bak"]),
        ("a{}b", ["ab"]),
        ("{a,b", ["{a,b"]),
        ("a}b", ["a}b"]),
        ("{a,{b,c}", ["{a,b", "{a,c"]),
        ("}a{b,c}", ["}ab", "}ac"]),
        ("a{b,c}}", ["ab}", "ac}"]),
        ("x,y", ["x,y"]),
        ("{{a,b},c}", ["a", "b", "c"]),
    ],
)
def test_brace_expansion(pattern: str, expected: list[str]) -> None:
    assert expand_braces(pattern) == expected


@pytest.mark.parametrize(
    ("pattern", "reason"),
    [
        ("{a,b}" * 11, "stands for more than 1024 patterns"),
        ("{a,b}" * 500, "stands for more than 1024 patterns"),
        ("{" + ",".join("a" * 1025) + "}", "stands for more than 1024 patterns"),
        ("{" * 33 + "a" + "}" * 33, "braces nested more than 32 deep"),
        ("{a,b}" + "x" * 5000, "longer than 4096 characters"),
        ("x" * 5000, "longer than 4096 characters"),
        ("a[bc", "unclosed [ at position 1"),
        ("a[]", "unclosed [ at position 1"),
        ("a[!]", "unclosed [ at position 1"),
        ("[", "unclosed [ at position 0"),
        ("[z-a]", "reversed range at position 1"),
    ],
)
def test_what_is_no_pattern_says_why(pattern: str, reason: str) -> None:
    with pytest.raises(GlobError) as caught:
        check_pattern(pattern)
    assert caught.value.reason == reason


def test_ten_brace_pairs_are_still_a_pattern() -> None:
    assert len(expand_braces("{a,b}" * 10)) == 1024


@pytest.mark.parametrize(
    "pattern",
    ["**/" * 300 + "x", "**/a/" * 200 + "x", "*a" * 300 + "x", "**a" * 300 + "x", "[ab]*" * 300 + "x", "?*" * 400 + "/x"],
)
def test_many_stars_are_not_slow(pattern: str) -> None:
    before = time.process_time()
    assert not matches([pattern], "a/" * 1000 + "b")
    assert not matches([pattern], "a" * 2000)
    assert time.process_time() - before < 0.5


def test_a_glob_is_compiled_once() -> None:
    assert compile_glob("on[c]e/**") is compile_glob("on[c]e/**")


def as_regex(pattern: str) -> str:
    """The dialect a second time, written as a regular expression: what the matcher is compared with."""
    text, position = "", 0
    while position < len(pattern):
        if stars := re.match(r"\*\*+(/?)", pattern[position:]):
            text += "(?:.*/)?" if stars[1] else ".*"
            position += len(stars[0])
        elif group := re.match(r"\[([!^]?)(\]?[^]]*)\]", pattern[position:], re.DOTALL):
            assert group[2]
            text += ("[^" if group[1] else "[") + re.sub(r"([][^&~|])", r"\\\1", group[2]) + "]"
            position += len(group[0])
        else:
            text += {"*": "[^/]*", "?": "[^/]"}.get(pattern[position], re.escape(pattern[position]))
            position += 1
    return text


PIECES = st.sampled_from(["a", "b", "/", "*", "**", "**/", "?", "[ab]", "[!a]", "[^b/]", "[a-b]", ".", "*a", "**/*"])


@given(st.lists(PIECES, max_size=8).map("".join), st.text("ab/.", max_size=10))
@settings(max_examples=3000, deadline=None)
def test_the_matcher_agrees_with_the_dialect_written_as_a_regular_expression(pattern: str, path: str) -> None:
    assert matches([pattern], path) is bool(re.fullmatch(as_regex(pattern), path, re.DOTALL))


@given(st.text("a*?[]{},!^-/\\ é", max_size=20), st.text(max_size=10))
@settings(max_examples=600, deadline=None)
def test_any_text_is_a_pattern_or_a_glob_error(pattern: str, path: str) -> None:
    with contextlib.suppress(GlobError):
        assert matches([pattern], path) in {True, False}


# per_file_dir: pattern_root


@pytest.mark.parametrize(
    ("patterns", "path", "expected"),
    [
        (["packages/*/**/*.go"], "packages/foo/x.go", "packages/foo"),
        (["services/*/**/*.py"], "services/foo/src/utils/helper.py", "services/foo"),
        (["services/*/*.py"], "services/foo/x.py", "services/foo"),
        (["**/*.py"], "x.py", ""),
        (["*.py"], "x.py", ""),
        (["packages/**/*.go", "packages/api/**/*.go"], "packages/api/x.go", "packages"),
        (["packages/api/**/*.go", "packages/**/*.go"], "packages/api/x.go", "packages/api"),
        (["{apps,libs}/*/***/*.ts"], "libs/ui/a/b.ts", "libs/ui"),
        (["src/a**b/*.py"], "src/axb/c.py", "src/axb"),
        (["*.md"], "x.py", None),
    ],
)
def test_pattern_root_directory(patterns: list[str], path: str, expected: str | None) -> None:
    assert pattern_root_directory(patterns, path) == expected


# On disk


def tree(root: Path, *files: str) -> str:
    for name in files:
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("")
    return str(root)


@pytest.mark.parametrize(
    ("pattern", "expected"),
    [
        ("spec/**/user_spec.rb", True),  # G7
        ("spec/*/user_spec.rb", True),  # G7
        ("spec/*.rb", False),  # G7
        ("nope/**/x.rb", False),  # G7
        ("spec/models/user_spec.rb", True),
        ("spec/models/{order,user}_spec.rb", True),
        ("spec/**", True),
        ("**", True),
        ("nope/**", False),
        ("**/*_spec.rb", True),
        ("**/models", True),
        ("**/models/", True),
        ("**/user_spec.rb/", False),
        ("spec/model?/[tu]ser*", True),
        (".config/x.toml", True),
        ("*/x.toml", False),
        ("**/x.toml", False),
        (".c*/x.toml", True),
        (".h*", True),
        ("*hidden", False),
        ("../*", True),
        ("spec//models", True),
        ("", False),
        ("spec/models/user_spec.rb/x", False),
    ],
)
def test_pattern_against_the_disk(tmp_path: Path, pattern: str, expected: bool) -> None:
    root = tree(tmp_path / "p", "spec/models/user_spec.rb", ".config/x.toml", ".hidden")
    assert exists_on_disk(pattern, root) is expected


def test_an_absolute_pattern_is_taken_as_is(tmp_path: Path) -> None:
    root = tree(tmp_path, "go.mod")
    assert exists_on_disk(f"{root}/*.mod", "/nowhere")
    assert not exists_on_disk(f"{root}/*.sum", root)


def test_a_root_full_of_magic_is_no_pattern(tmp_path: Path) -> None:
    root = tree(tmp_path / "a[b]*{c,d}?", "go.mod")
    tree(tmp_path / "ab", "other.mod")
    assert exists_on_disk("*.mod", root)
    assert not exists_on_disk("other.mod", root)


def test_links_to_folders_are_followed_and_circles_end(tmp_path: Path) -> None:
    root = tree(tmp_path / "p", "a/b/file.txt")
    tree(tmp_path / "elsewhere", "deep/linked.txt")
    os.symlink("..", f"{root}/a/up")
    os.symlink(tmp_path / "elsewhere", f"{root}/link")
    os.symlink("self", f"{root}/self")
    assert exists_on_disk("**/linked.txt", root)
    assert not exists_on_disk("**/missing.txt", root)
    assert not exists_on_disk("**/*/**/missing.txt", root)


def test_a_link_that_leads_nowhere_is_something_on_disk(tmp_path: Path) -> None:
    os.symlink("gone", tmp_path / "go.mod")
    assert exists_on_disk("go.mod", str(tmp_path))
    assert exists_on_disk("go.*", str(tmp_path))


def test_a_missing_root_holds_nothing(tmp_path: Path) -> None:
    assert not exists_on_disk("**", str(tmp_path / "gone"))


def test_an_unclosed_class_is_an_error_on_disk_too(tmp_path: Path) -> None:
    with pytest.raises(GlobError):
        exists_on_disk("a[b", str(tmp_path))


def test_many_deep_segments_look_at_each_folder_a_few_times_only(tmp_path: Path) -> None:
    root = tree(tmp_path, *(f"d{number}/e/f/x.txt" for number in range(60)))
    before = time.process_time()
    assert not exists_on_disk("**/**/**/**/**/**/missing", root)
    assert time.process_time() - before < 1.0
