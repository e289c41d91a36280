"""Test files and translations that must exist beside a file: which names count, and which of them are missing."""

from __future__ import annotations

import os

TYPE_CHECKING = False
if TYPE_CHECKING:
    from feedback_gate.feedback.rule import Entry

# Names that are tests themselves and need none: Go, TypeScript, JavaScript, Ruby, Python, Java, Kotlin, Rust, C#, PHP, Elixir.
TESTS = (
    *(
        "*_test.go",
        "*.test.{ts,tsx,js,jsx,mjs,cjs}",
        "*.spec.{ts,tsx,js,jsx,mjs,cjs}",
        "*_{spec,test}.rb",
        "test_*.py",
        "*_test.py",
    ),
    *("*Test.java", "*Tests.java", "*Test.kt", "*_test.rs", "*Tests.cs", "*Test.php", "*_test.exs"),
)

# Marks for the placeholders {stem} and {dir}; no path holds a NUL.
STEM, FOLDER = "\0stem", "\0dir"


def is_test(name: str) -> bool:
    """Whether a file name is that of a test."""
    from feedback_gate import globs

    return globs.matches(TESTS, name)


def stems(name: str) -> list[str]:
    """The name without its last extension (a leading dot is none), then with every `-` as `_`, then the reverse."""
    dot = name.rfind(".")
    stem = name[:dot] if dot > 0 else name
    return list(dict.fromkeys([stem, stem.replace("-", "_"), stem.replace("_", "-")]))


def missing(entry: Entry, root: str, relative: str) -> list[str]:
    """All candidates that were tried, when none of them exists; [] when one does, or when the file is a test itself."""
    folder, name = os.path.split(relative)
    if is_test(name):
        return []
    tried = []
    for stem in stems(name) if entry.text("absent_sibling") else ():
        for candidate in beside(entry.text("absent_sibling"), stem):
            if os.path.exists(os.path.join(root, folder, candidate)):
                return []
            tried.append(os.path.join(folder, candidate))
    from feedback_gate.globs import disk

    for pattern in entry.texts("absent_glob"):
        for stem in stems(name):
            for expanded in _expanded(pattern):
                wanted = _without_dot(_filled(expanded, _literal(stem), _literal(folder or ".")))
                if disk.first(wanted, root):
                    return []
                tried.append(_without_dot(_filled(expanded, stem, folder or ".")))
    return list(dict.fromkeys(tried))


def beside(pattern: str, stem: str) -> list[str]:
    """The file names a sibling pattern stands for."""
    return [_filled(expanded, stem, ".") for expanded in _expanded(pattern)]


def has_sibling(pattern: str, root: str, relative: str) -> bool:
    """Whether one of the names exists beside the file."""
    folder, name = os.path.split(relative)
    return any(os.path.exists(os.path.join(root, folder, one)) for stem in stems(name) for one in beside(pattern, stem))


def _expanded(pattern: str) -> list[str]:
    """The pattern's braces written out, with marks where a name of the file will stand (which may hold braces too)."""
    from feedback_gate import globs

    return globs.expand_braces(pattern.replace("{stem}", STEM).replace("{dir}", FOLDER))


def _filled(expanded: str, stem: str, folder: str) -> str:
    return expanded.replace(STEM, stem).replace(FOLDER, folder)


def _without_dot(path: str) -> str:
    """A path without the leading `./` that `{dir}` gives at the root."""
    while path.startswith("./"):
        path = path[2:]
    return path


def _literal(text: str) -> str:
    """A file name as part of a pattern: what would be magic there stands for itself."""
    return "".join(f"[{letter}]" if letter in "*?[" else letter for letter in text)
