"""One notification: title, subtitle, text, and the project it is about."""

from __future__ import annotations

import os

LONGEST = 300


class Note:
    """title: the host's name; label: what happened; text: one or a few lines; root: the project's folder."""

    __slots__ = ("label", "root", "text", "title")

    def __init__(self, title: str, label: str, text: str, root: str) -> None:
        self.title = title
        self.label = label
        self.text = plain(text)
        self.root = root

    @property
    def project(self) -> str:
        """The last component of the project's folder."""
        return plain(os.path.basename(self.root.rstrip("/")) or self.root)

    @property
    def subtitle(self) -> str:
        """`<project> · <label>`."""
        return f"{self.project} · {self.label}"


def plain(text: str) -> str:
    """Without control characters (a terminal would obey them), at most 300 characters."""
    kept = "".join(letter if letter >= " " and letter != "\x7f" and not "\x80" <= letter <= "\x9f" else " " for letter in text)
    return kept if len(kept) <= LONGEST else kept[: LONGEST - 1] + "…"
