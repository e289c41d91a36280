"""Output: bounded, redacted, in whole lines."""

from __future__ import annotations

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from feedback_gate.run import output
from feedback_gate.run.command import Command, command
from feedback_gate.run.output import HEAD, TAIL, Output

KEY = (
    b"-----BEGIN RSA PRIVATE KEY-----\n"
    + b"MIIEpAIBAAKCAQEA0m59l2u9iDnMbrXHfqkOrn2dVQ3vfBJqcDuFUK03d\n" * 3
    + b"-----END RSA PRIVATE KEY-----\n"
)


def kept(*parts: bytes) -> Output:
    taken = Output(None)
    for number, part in enumerate(parts):
        taken.feed(part)
        taken.flush(float(number))
    taken.flush(0.0, last=True)
    return taken


@given(st.lists(st.binary(max_size=300), max_size=8))
def test_short_output_is_kept_whole_however_it_arrives(parts: list[bytes]) -> None:
    whole = b"".join(parts).decode("utf-8", "replace")
    assume(output.redacted(whole) == whole)
    taken = kept(*parts)
    assert taken.head + taken.tail == whole
    assert taken.omitted == 0


def test_long_output_keeps_whole_lines_of_both_ends() -> None:
    lines = [f"line {number:06d}\n" for number in range(40_000)]
    text = "".join(lines).encode()
    taken = kept(*(text[start : start + 7_777] for start in range(0, len(text), 7_777)))
    head, tail = taken.head.splitlines(keepends=True), taken.tail.splitlines(keepends=True)
    assert (len(taken.head) <= HEAD, len(taken.tail) <= TAIL) == (True, True)
    assert head == lines[: len(head)]
    assert tail == lines[-len(tail) :]
    assert len(head) + taken.omitted + len(tail) == 40_000


@pytest.mark.parametrize("into_the_key", [10, 100, 1_000, 2_000, 2_399])
def test_key_that_the_cut_goes_through_leaves_nothing_of_itself(into_the_key: int) -> None:
    """Only the end of a long output is kept; where that begins inside a key, the rest of the key is redacted all the same."""
    body = b"MIIEpAIBAAKCAQEA0m59l2u9iDnMbrXHfqkOrn2dVQ3vfBJqcDuFUK03d\n" * 40
    key = b"-----BEGIN RSA PRIVATE KEY-----\n" + body + b"-----END RSA PRIVATE KEY-----\n"
    after = "あああ\n".encode() * ((2 * TAIL - len(key) + into_the_key) // 10)
    taken = kept(b"head\n" * 3_201, b"before\n" * 20_000 + key + after)
    assert "MIIEpAIBAAKCAQEA" not in taken.head + taken.tail
    assert taken.tail.startswith("head\n")
    assert taken.tail.endswith("あああ\n")


def test_endless_line_is_kept_in_bounds() -> None:
    taken = kept(*[b"x" * 60_000] * 20)
    assert (len(taken.head), len(taken.tail)) == (HEAD, TAIL)
    assert taken.omitted > 0


def test_characters_are_not_torn_where_an_endless_line_is_cut() -> None:
    taken = kept(*["あ".encode() * 10_001] * 3)
    assert "\ufffd" not in taken.head + taken.tail
    assert len(taken.head + taken.tail) == 30_003


def test_private_key_is_redacted_as_a_whole_although_it_comes_in_pieces() -> None:
    whole = kept(b"before\n", *(KEY[start : start + 20] for start in range(0, len(KEY), 20)), b"after\n")
    text = whole.head + whole.tail
    assert "MIIEpAIBAAKCAQEA" not in text
    assert text.startswith("before\n")
    assert text.endswith("after\n")


def test_output_that_begins_a_key_and_never_ends_it_comes_through() -> None:
    begins = b"-----BEGIN RSA PRIVATE KEY-----\n"
    taken = kept(begins, *[b"plain text\n"] * 10_000)
    assert taken.tail.endswith("plain text\n")


def test_secret_in_the_output_of_a_command_is_in_neither_result_nor_log(call, tmp_path) -> None:
    from feedback_gate.run.logs import Logs
    from feedback_gate.run.status_home import StatusHome

    secret = "ghp_" + "Zx9wQ4" * 6
    result = command(
        Command(f"echo start; echo token {secret}; exit 1", cwd=str(tmp_path)), call, Logs(StatusHome(str(tmp_path)), "s")
    )
    with open(result.log, encoding="utf-8") as log:
        assert secret not in log.read() + result.output
    assert result.output.startswith("start\ntoken ")


def test_bytes_that_are_no_utf8_become_replacement_characters(call) -> None:
    assert command(Command(r"printf 'a\377b\n'"), call).output == "a\ufffdb\n"


def test_progress_that_only_returns_the_carriage_is_shown_while_it_comes() -> None:
    taken = Output(None)
    taken.feed(b"10%\r20%\r30")
    taken.flush(1.0)
    assert taken.head == "10%\r20%\r"


def test_omitted_lines_are_marked_between_head_and_tail(call) -> None:
    result = command(Command("seq 1 100000"), call)
    lines = result.output.splitlines()
    assert (lines[0], lines[-1], lines.count("[…]")) == ("1", "100000", 1)
    assert len(result.head.splitlines()) + result.omitted + len(result.tail.splitlines()) == 100_000
