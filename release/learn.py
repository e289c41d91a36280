"""`make learn`: teaches the second reader of claims from the labelled lines and writes its weights.

usage: learn.py LANGUAGE [--without BATCH,…] [--dry-run]. With `--without`, those batches are left out and the detector is measured on them;
`--dry-run` writes nothing. Logistic regression (liblinear, L2) over the features of `claims/likeness.py`; which of a message's sentences is
its claim is not labelled, so it is taken to be the likeliest one and learnt anew (multiple-instance learning, three rounds).
"""

from __future__ import annotations

import argparse
import ast
import json
import math
import re
import sys
import sysconfig
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from sklearn.feature_extraction import DictVectorizer
from sklearn.linear_model import LogisticRegression

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT / "core")]

from feedback_gate.claims import detector, likeness  # noqa: E402 - the path comes first

if TYPE_CHECKING:
    from collections.abc import Iterable

LINES = ROOT / "tests" / "core" / "claims"
# Batches from this one on were written by people who had not seen the detector: nearer to what agents write, so they weigh more.
FRESH, FRESH_WEIGHS = 42, 8
# Explanations, none of which is a report: paragraphs of docstrings. `test_likeness.py` tries those of the other modules.
EXPLAINING = "[a-m]*.py"  # of the standard library
EXPLANATION_WEIGHS = 2
STRENGTH = 0.3  # inverse of the regularization
FEATURES = 3000  # kept: those that count most
CERTAIN = 0.85  # the probability from which a sentence counts as a claim
ROUNDS = 3


def main() -> None:
    """Learn, measure what was left out, write."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("language", choices=likeness.LEARNT)
    parser.add_argument("--without", default="", help="batches to leave out and to measure on")
    parser.add_argument("--dry-run", action="store_true")
    options = parser.parse_args()
    kept_back = {int(batch) for batch in options.without.split(",") if batch}
    rows = _rows(options.language)
    begin, weights = learn([row for row in rows if row["batch"] not in kept_back] + _explanations(), options.language)
    if kept_back:
        _measure([row for row in rows if row["batch"] in kept_back], options.language, begin, weights)
    if not options.dry_run and not kept_back:
        _write(options.language, begin, weights)


def _rows(language: str) -> list[dict[str, Any]]:
    rows = []
    for folder in ("labelled", "later"):
        with (LINES / folder / f"{language}.jsonl").open(encoding="utf-8") as file:
            rows += [json.loads(line) for line in file]
    for row in rows:
        parts = row["id"].split("-")
        row["batch"] = int(parts[1]) if len(parts) == 3 and parts[1].isdigit() else 0
        row["weighs"] = FRESH_WEIGHS if row["batch"] >= FRESH else 1
    return rows


def _explanations() -> list[dict[str, Any]]:
    library = Path(sysconfig.get_path("stdlib"))
    paragraphs = [one for path in sorted(library.glob(EXPLAINING)) for one in _paragraphs(path)]
    return [{"text": one, "label": False, "weighs": EXPLANATION_WEIGHS} for one in paragraphs]


def _paragraphs(path: Path) -> list[str]:
    """The paragraphs of five words and more in the docstrings of a module."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    documented = (node for node in ast.walk(tree) if isinstance(node, (ast.Module, ast.ClassDef, ast.FunctionDef)))
    texts = (ast.get_docstring(node) or "" for node in documented)
    return [one for text in texts for one in re.split(r"\n\s*\n", text) if len(one.split()) > 4]


def learn(rows: list[dict[str, Any]], language: str) -> tuple[int, dict[str, int]]:
    """(what every sentence begins with, feature → weight), in hundredths."""
    features, of, importance = [], [], []
    for at, row in enumerate(rows):
        for found in _features(row["text"], language):
            features.append(dict.fromkeys(found, 1))
            of.append(at)
            importance.append(row["weighs"])
    vectorizer = DictVectorizer()
    matrix = vectorizer.fit_transform(features)
    matrix.indices, matrix.indptr = matrix.indices.astype(np.int32), matrix.indptr.astype(np.int32)
    often = np.flatnonzero(np.asarray((matrix > 0).sum(0)).ravel() >= 2)
    labels = np.array([row["label"] for row in rows])
    learner = _Learner(labels, np.array(of), np.array(importance))
    first = learner.fit(matrix[:, often])
    most = np.sort(np.argsort(-np.abs(first.coef_[0]), kind="stable")[:FEATURES])
    last = learner.fit(matrix[:, often[most]])
    names = vectorizer.get_feature_names_out()[often[most]]
    begin = last.intercept_[0] - math.log(CERTAIN / (1 - CERTAIN))
    return round(100 * begin), {name: round(100 * weight) for name, weight in zip(names, last.coef_[0]) if round(100 * weight)}


class _Learner:
    """Learns from messages of which only one sentence need be the claim."""

    def __init__(self, labels: Any, of: Any, importance: Any) -> None:
        self.claims = labels[of]  # of each sentence: whether its message holds a claim
        self.of = of  # of each sentence: its message
        self.importance = importance

    def fit(self, matrix: Any) -> LogisticRegression:
        learned = self._fit(matrix, np.ones(len(self.of), dtype=bool))
        for _ in range(ROUNDS):
            learned = self._fit(matrix, self._likely(learned.decision_function(matrix)))
        return learned

    def _fit(self, matrix: Any, rows: Any) -> LogisticRegression:
        learner = LogisticRegression(C=STRENGTH, solver="liblinear", max_iter=300, random_state=0)
        return learner.fit(matrix[rows], self.claims[rows], self.importance[rows])

    def _likely(self, scores: Any) -> Any:
        """Every sentence of a message without a claim; of the others the likeliest, and those that look like one."""
        best: dict[int, int] = {}
        for at in np.flatnonzero(self.claims):
            message = self.of[at]
            if message not in best or scores[at] > scores[best[message]]:
                best[message] = at
        rows = ~self.claims | (scores >= 0)
        rows[list(best.values())] = True
        return rows


def _features(text: str, language: str) -> list[set[str]]:
    said, admits = detector.spoken_blocks(text)
    found = likeness.sentences(said, language)
    return [features for one, features in zip(found, likeness.features_of(found, admits=admits)) if one.judged]


def _measure(rows: list[dict[str, Any]], language: str, begin: int, weights: dict[str, int]) -> None:
    """Print precision and recall of the grammar, of the second reader, and of both."""
    print(f"{len(rows)} lines left out; precision / recall")
    for kind in ("everyday", "difficult"):
        chosen = [row for row in rows if row["kind"] == kind]
        labels = [row["label"] for row in chosen]
        grammar = [detector.first_claim(row["text"], learnt=False) is not None for row in chosen]
        second = [any(_sum(one, begin, weights) >= 0 for one in _features(row["text"], language)) for row in chosen]
        both = [one or other for one, other in zip(grammar, second)]
        print(
            f"  {kind}: grammar {_figures(labels, grammar)}, second reader {_figures(labels, second)}, both {_figures(labels, both)}"
        )


def _sum(features: set[str], begin: int, weights: dict[str, int]) -> int:
    return begin + sum(weights.get(feature, 0) for feature in features)


def _figures(labels: Iterable[bool], said: Iterable[bool]) -> str:
    pairs = list(zip(labels, said))
    hit = sum(label and found for label, found in pairs)
    return f"{hit / max(sum(found for _, found in pairs), 1):.3f} / {hit / max(sum(label for label, _ in pairs), 1):.3f}"


def _write(language: str, begin: int, weights: dict[str, int]) -> None:
    by_weight: dict[int, list[str]] = {}
    for feature in sorted(weights):
        by_weight.setdefault(weights[feature], []).append(feature)
    lines = [
        f"        {weight}: {json.dumps(chr(10).join(by_weight[weight]), ensure_ascii=False)}," for weight in sorted(by_weight)
    ]
    text = [
        '"""Weights of features, in hundredths; made by `release/learn.py`, not to be edited.',
        "",
        "Longer than other modules because it is a table.",
        '"""',
        "",
        "from __future__ import annotations",
        "",
        "TYPE_CHECKING = False",
        "if TYPE_CHECKING:",
        "    from typing import Any",
        "",
        "TABLES: dict[str, Any] = {",
        f'    "begin": {begin},',
        '    "features": {',
        *lines,
        "    },",
        "}",
        "",
    ]
    path = ROOT / "core" / "feedback_gate" / "claims" / "learnt" / f"{language}.py"
    path.write_text("\n".join(text), encoding="utf-8")
    print(f"{path.relative_to(ROOT)}: {len(weights)} features")


if __name__ == "__main__":
    main()
