"""What a line of the violation log may hold."""

from __future__ import annotations


def test_a_session_id_of_any_length_leaves_a_short_line_and_stays_its_own(product, rule, log):
    rule("push", 2, {"event": "pre_bash", "when": "git push", "message": "Never."})
    for end in ("a", "b"):
        product.in_session("s" * 1_000_000 + end).bash("git push", run=False)
    sessions = [line["session"] for line in log()]
    assert [len(session) for session in sessions] == [145, 145]
    assert sessions[0] != sessions[1]
