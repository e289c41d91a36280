"""Secrets out of text: what looks like a credential becomes `[REDACTED]`, everything else stays to the byte."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from feedback_gate.redact.pattern import Span
    from feedback_gate.redact.view import View

MARK = "[REDACTED]"
PASSES = 4  # a replaced secret may uncover another; two passes settle all but made-up texts


def redact(text: str) -> str:
    """Replaces every secret in a text by `[REDACTED]`; names, operators, quotes, colours and the text around stay.

    Takes time linear in the length of the text, never raises, and leaves its own result unchanged.

    Args:
        text: any text, of any length, lone surrogates included.

    Returns:
        The same text where nothing was found.
    """
    for _ in range(PASSES):
        redacted = _once(text)
        if redacted == text:
            break
        text = redacted
    return text


def _once(text: str) -> str:
    from feedback_gate.redact.view import View, colours

    codes = colours(text)
    view = View(text, codes) if codes else None
    spans = _united(_found(view.text if view else text))
    return _replaced(text, spans, view) if spans else text


def _found(text: str) -> list[Span]:
    """Places of secrets in a text without colour codes, those broken over two lines included."""
    from feedback_gate.redact.table import find
    from feedback_gate.redact.view import joined, soft_breaks

    spans = find(text)
    breaks = soft_breaks(text)
    if breaks:
        view = joined(text, breaks)
        spans += [view.hull(span) for span in find(view.text, joined=True)]
    return [span for span in spans if text[span[0] : span[1]] != MARK]


def _united(spans: list[Span]) -> list[Span]:
    """In order, with places that overlap made one."""
    united: list[Span] = []
    for start, end in sorted(spans):
        if united and start < united[-1][1]:
            united[-1] = (united[-1][0], max(end, united[-1][1]))
        else:
            united.append((start, end))
    return united


def _replaced(text: str, spans: list[Span], view: View | None) -> str:
    kept, end = [], 0
    for span in spans:
        for index, (start, stop) in enumerate(view.pieces(span) if view else (span,)):
            kept += [text[end:start], "" if index else MARK]
            end = stop
    kept.append(text[end:])
    return "".join(kept)
