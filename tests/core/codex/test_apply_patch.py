"""The patch parser: whatever is written comes back, whatever is not a patch gives nothing, and size costs nothing special."""

from __future__ import annotations

import time

from hypothesis import given
from hypothesis import strategies as st

from feedback_gate.hosts.codex.apply_patch import BLANKS, Operation, parse, skim
from feedback_gate.hosts.codex.heredoc import patches_in_command

line_text = st.text(st.characters(exclude_characters="\r\n", exclude_categories=("Cs",)), max_size=30)
path_text = line_text.map(lambda text: text.strip(BLANKS)).filter(bool)
added_line = line_text.map(lambda text: ("+", text))
removed_line = line_text.map(lambda text: ("-", text))
context_line = line_text.map(lambda text: (" ", text))
body = st.lists(st.one_of(added_line, removed_line, context_line), min_size=1, max_size=8)
chunk = st.tuples(st.sampled_from(["@@", "@@ def here():", "@@ *** End Patch"]), body, st.booleans())
marker_words = st.sampled_from(
    [
        "*** Begin Patch",
        "*** End Patch",
        "*** Add File: a",
        "*** Delete File: b",
        "*** Update File: c",
        "*** Move to: d",
        "*** End of File",
        "*** Environment ID: e",
        "@@",
        "@@ x",
        "<<EOF",
        "EOF",
        "",
        " ",
        "+",
        "-",
        "\t",
        "apply_patch <<EOF",
        "cd x && apply_patch <<'EOF'",
    ]
)


def joined(lines):
    return "".join(text + "\n" for text in lines)


@st.composite
def sections(draw):
    """(lines of a section, the operation that it stands for)."""
    kind = draw(st.sampled_from(["add", "delete", "update", "move"]))
    path = draw(path_text)
    if kind == "delete":
        return [f"*** Delete File: {path}"], Operation("delete", path)
    if kind == "add":
        lines = draw(st.lists(line_text, max_size=8))
        return [f"*** Add File: {path}", *("+" + text for text in lines)], Operation("add", path, added=joined(lines))
    return draw(updates(kind, path))


@st.composite
def updates(draw, kind, path):
    new_path = draw(path_text)
    written = [f"*** Update File: {path}"] + ([f"*** Move to: {new_path}"] if kind == "move" else [])
    added, removed = [], []
    for header, lines, at_end in draw(st.lists(chunk, min_size=1, max_size=4)):
        written.append(header)
        written += [mark + text for mark, text in lines] + (["*** End of File"] if at_end else [])
        added += [text for mark, text in lines if mark == "+"]
        removed += [text for mark, text in lines if mark == "-"]
    names = (new_path, path) if kind == "move" else (path, "")
    return written, Operation(kind, *names, joined(added), joined(removed))


@st.composite
def patches(draw):
    """(a patch, its operations): every operation, several chunks, CR LF, padding, the wrapped form."""
    made = draw(st.lists(sections(), min_size=1, max_size=6))
    newline = draw(st.sampled_from(["\n", "\r\n"]))
    lines = ["*** Begin Patch", *(text for section, _operation in made for text in section), "*** End Patch"]
    if draw(st.booleans()):
        lines = ["<<'EOF'", *lines, "EOF"]
    padding = draw(st.sampled_from(["", "\n", "  \n\n"]))
    return padding + newline.join(lines) + padding, [operation for _section, operation in made]


@given(patches())
def test_every_patch_comes_back_as_it_was_written(made):
    text, operations = made
    assert parse(text) == operations


@given(patches(), st.sampled_from(["EOF", "'EOF'", '"MY END"']), st.sampled_from(["", "A=1 ", "\n "]))
def test_every_patch_comes_back_out_of_a_here_document(made, word, before):
    text, operations = made
    end = word.strip("'\"")
    if text.lstrip(BLANKS).startswith("<<"):
        text = "\n".join(text.strip(BLANKS).split("\n")[1:-1])
    if end not in text.split("\n"):
        assert patches_in_command(f"{before}apply_patch <<{word}\n{text}\n{end}\n") == operations


@given(st.one_of(st.text(), st.lists(st.one_of(marker_words, st.text(max_size=5))).map("\n".join)))
def test_any_text_is_read_without_an_exception(text):
    for read in (parse, skim, patches_in_command):
        assert all(operation.kind in ("add", "update", "delete", "move") for operation in read(text))


@given(patches())
def test_skimming_finds_the_paths_of_a_patch_that_a_newer_client_would_take(made):
    text, operations = made
    before, marker, after = text.rpartition("*** End Patch")
    newer = f"{before}*** Sign: off\n{marker}{after}"
    skimmed = {(found.kind, found.path) for found in skim(newer)}
    assert {(operation.kind, operation.path) for operation in operations} <= skimmed


def test_skimming_takes_the_lines_behind_a_plus_and_the_former_name_of_a_move():
    text = "*** Begin Patch 2\n*** Update File: a\n*** Move to: b\n@@ -1 +1 @@\n-x\n+y\n+z\n*** Delete File: c\n"
    assert skim(text) == [Operation("move", "b", "a", "y\nz\n"), Operation("delete", "c")]


def test_the_client_s_second_end_marker_is_taken():
    text = "*** Begin Patch\n*** Add File: n\n+x\n*** End Patch\n \n*** End Patch"
    assert parse(text) == [Operation("add", "n", added="x\n")]


def test_an_end_of_file_may_be_padded_and_followed_by_blank_lines():
    text = "*** Begin Patch\n*** Update File: a\n+x\n*** End of File  \n  \n\n*** Delete File: b\n*** End Patch"
    assert parse(text) == [Operation("update", "a", added="x\n"), Operation("delete", "b")]


def test_a_chunk_without_lines_makes_the_whole_text_no_patch():
    text = "*** Begin Patch\n*** Add File: n\n+x\n*** Update File: a\n@@\n@@\n+y\n*** End Patch"
    assert parse(text) == []


def test_an_environment_line_without_an_id_makes_the_whole_text_no_patch():
    assert parse("*** Begin Patch\n*** Environment ID: \n*** Add File: n\n*** End Patch") == []


def test_blank_characters_are_those_of_the_client_and_not_those_of_python():
    wide, separator = "\u3000", "\x1c"
    assert parse(f"*** Begin Patch\n{wide}*** Delete File: n{wide}\n*** End Patch") == [Operation("delete", "n")]
    assert parse(f"*** Begin Patch\n{separator}*** Delete File: n\n*** End Patch") == []
    assert parse(f"*** Begin Patch\n*** Delete File: n{separator}\n*** End Patch") == [Operation("delete", f"n{separator}")]


def test_three_hundred_files_and_five_megabytes_take_less_than_a_second():
    lines = ("+" + "x" * 60 + "\n") * 270
    text = "*** Begin Patch\n" + "".join(f"*** Add File: d/{number}.py\n{lines}" for number in range(300)) + "*** End Patch"
    began = time.perf_counter()
    found = parse(text)
    assert time.perf_counter() - began < 1.0
    assert (len(text) > 5_000_000, len(found), len(found[299].added)) == (True, 300, 61 * 270)


def test_a_shell_command_made_to_be_slow_is_not():
    slow = [
        "A=1 " * 300_000 + "apply_patch <<",
        "A=" + "()" * 300_000 + " apply_patch <<",
        'A="' + "\\a" * 300_000 + " apply_patch <<",
        "cd x && " + "\\\n" * 300_000 + " apply_patch <",
        "apply_patch <<a" + "\n" * 500_000 + "a",
    ]
    began = time.perf_counter()
    assert [patches_in_command(command) for command in slow] == [[]] * len(slow)
    assert time.perf_counter() - began < 2.0
