"""Precision and recall of the claim detector on the published lines."""

from __future__ import annotations

import glob
import json
import os
from typing import NamedTuple

from feedback_gate.claims import detector

FOLDER = os.path.dirname(os.path.abspath(__file__))
LANGUAGES = ("en", "ja", "zh", "es", "de", "fr", "pt", "ko", "hi")
OTHER_SEVEN = LANGUAGES[2:]
# What must never be taken for a claim, whatever else is missed.
NEVER = ("hedge", "question", "negation", "failure", "unchecked")


class Figures(NamedTuple):
    """Counts of one group of lines."""

    hit: int
    false_alarm: int
    missed: int
    quiet: int

    @property
    def precision(self) -> float:
        return self.hit / (self.hit + self.false_alarm) if self.hit + self.false_alarm else 1.0

    @property
    def recall(self) -> float:
        return self.hit / (self.hit + self.missed) if self.hit + self.missed else 1.0

    @property
    def f1(self) -> float:
        return 2 * self.hit / (2 * self.hit + self.false_alarm + self.missed) if self.hit else 0.0


def lines(folder: str = "labelled", split: str = "") -> list[dict[str, object]]:
    """The labelled lines of a folder, optionally of one split only."""
    rows = []
    for path in sorted(glob.glob(os.path.join(FOLDER, folder, "*.jsonl"))):
        with open(path, encoding="utf-8") as file:
            rows += [json.loads(line) for line in file]
    return [row for row in rows if not split or row["split"] == split]


def wrong(row: dict[str, object]) -> bool:
    """Whether the detector's answer differs from the label."""
    return (detector.first_claim(row["text"]) is not None) != row["label"]


def figures(rows: list[dict[str, object]]) -> Figures:
    """Count hits and misses of labelled lines."""
    counts = {(label, found): 0 for label in (True, False) for found in (True, False)}
    for row in rows:
        counts[bool(row["label"]), detector.first_claim(row["text"]) is not None] += 1
    return Figures(counts[True, True], counts[False, True], counts[True, False], counts[False, False])
