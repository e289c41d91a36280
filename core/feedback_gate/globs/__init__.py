"""The one glob dialect of rules and gate: against the text of a path, and against what exists on disk."""

from __future__ import annotations

from feedback_gate.errors import FeedbackGateError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    Matcher = Callable[[str], bool]

MAX_LENGTH = 4096
MAGIC = frozenset("*?[")
# A longer start before the shorter ones it begins with.
SIMPLE_STARTS = ("**/*", "**/", "**", "*")

_matchers: dict[str, Matcher] = {}
_alternatives: dict[str, list[tuple[str, Matcher]]] = {}


class GlobError(FeedbackGateError):
    """A pattern that cannot be used; `reason` is one line."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


def expand_braces(pattern: str) -> list[str]:
    """The patterns without braces, in the order in which they are written, the outermost list varying slowest.

    A list of one loses its braces, empty members are allowed, a brace without its partner is an ordinary character.

    Raises:
        GlobError: longer than 4,096 characters, more than 1,024 results, or braces more than 32 deep.
    """
    if "{" not in pattern:
        return [pattern]
    from feedback_gate.globs.braces import expand

    return expand(pattern)


def matches(patterns: Iterable[str], path: str) -> bool:
    """Whether one of the patterns, braces expanded, stands for the whole path.

    Raises:
        GlobError: one that was looked at is not a pattern.
    """
    return first_match(patterns, path) is not None


def first_match(patterns: Iterable[str], path: str) -> str | None:
    """The first expanded pattern that stands for the whole path; None when none does.

    Raises:
        GlobError: one that was looked at is not a pattern.
    """
    for pattern in patterns:
        for expanded, matcher in _alternatives.get(pattern) or _compiled(pattern):
            if matcher(path):
                return expanded
    return None


def pattern_root_directory(patterns: Iterable[str], path: str) -> str | None:
    """The folder a gate rule with `per_file_dir: pattern_root` runs in for a file; "" is the root.

    The path is cut behind as many segments as the first matching pattern has before its first `**` segment; without such
    a segment it is the file's folder. None when no pattern matches.
    """
    pattern = first_match(patterns, path)
    if pattern is None:
        return None
    for count, segment in enumerate(pattern.split("/")):
        if is_deep(segment):
            return "/".join(path.split("/")[:count])
    return path.rpartition("/")[0]


def check_pattern(pattern: str) -> None:
    """Look at a pattern without a path.

    Raises:
        GlobError: it is not a pattern.
    """
    _compiled(pattern)


def _compiled(pattern: str) -> list[tuple[str, Matcher]]:
    """The expanded patterns with their matchers, in order."""
    made = _alternatives[pattern] = [(expanded, compile_glob(expanded)) for expanded in expand_braces(pattern)]
    return made


def compile_glob(pattern: str) -> Matcher:
    """A function that says whether the pattern, in which braces are ordinary, stands for a whole path.

    `*` and `?` stop at a slash, `**` does not, `**/` also stands for nothing, `[…]` is a class; nothing else is special.
    A match takes time proportional to the length of the path, whatever the pattern.

    Raises:
        GlobError: an unclosed or reversed class, or longer than 4,096 characters.
    """
    matcher = _matchers.get(pattern)
    if matcher is None:
        if len(pattern) > MAX_LENGTH:
            raise GlobError(f"longer than {MAX_LENGTH} characters")
        matcher = _matchers[pattern] = _simple(pattern) or _machine(pattern)
    return matcher


def exists_on_disk(pattern: str, root: str) -> bool:
    """Whether anything on disk fits the pattern: see `first_on_disk`.

    Raises:
        GlobError: it is not a pattern.
    """
    return bool(first_on_disk(pattern, root))


def first_on_disk(pattern: str, root: str) -> str:
    """The first path that fits the pattern, braces expanded, seen from the folder `root`; "" when none does.

    An absolute pattern is taken as is. Segments without magic are followed as they are. Segments with magic, and `**`, pass
    over names that start with a dot unless they start with one themselves. `**` follows links to folders, each folder once,
    and passes over folders of fetched packages (node_modules and the like); at the end it is satisfied by the folder itself.
    The search goes level by level and ends at the first hit.

    Raises:
        GlobError: it is not a pattern.
    """
    from feedback_gate.globs.disk import first

    return next((path for expanded in expand_braces(pattern) if (path := first(expanded, root))), "")


def is_deep(segment: str) -> bool:
    """Whether a segment of a pattern is made of two or more stars and nothing else."""
    return len(segment) > 1 and not segment.strip("*")


def _simple(pattern: str) -> Matcher | None:
    """A matcher for the shapes that most patterns have; a process that lives for one call compiles nothing for them."""
    plain = next((position for position, letter in enumerate(pattern) if letter in MAGIC), len(pattern))
    if plain == len(pattern):
        return pattern.__eq__
    for start in SIMPLE_STARTS:
        rest = pattern[plain + len(start) :]
        if pattern.startswith(start, plain) and MAGIC.isdisjoint(rest):
            return _behind(pattern[:plain], _starting(start, rest))
    return None


def _behind(fixed: str, matcher: Matcher) -> Matcher:
    """The matcher for a plain text followed by what another matcher stands for."""
    if not fixed:
        return matcher
    return lambda path: path.startswith(fixed) and matcher(path[len(fixed) :])


def _starting(start: str, rest: str) -> Matcher:
    """The matcher for one of the simple starts and the plain text behind it."""
    if start == "**/":
        return lambda path: path == rest or path.endswith("/" + rest)
    if start == "*":
        return lambda path: path.endswith(rest) and "/" not in path[: len(path) - len(rest)]
    return lambda path: path.endswith(rest)


def _machine(pattern: str) -> Matcher:
    from feedback_gate.globs.automaton import Automaton

    return Automaton(pattern).accepts
