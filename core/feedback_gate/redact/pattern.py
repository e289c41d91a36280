"""The row type of the redaction table: what a family of secrets looks like and how its places in a text are found."""

from __future__ import annotations

import re

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    Span = tuple[int, int]
    Judge = Callable[[re.Match[str]], Iterable[Span]]


class Pattern:
    """One family of secrets.

    name: short and unique; covers, stays: for the published table; triggers: literals of which one must occur before the
    expression is tried (lower case and in any case for a shape, as written and in one long run for a token);
    regex: finds candidates in linear time; judge: turns a candidate into the places of the secrets, or into none
    (without one it is the group `secret` if there is one, else all of it); wraps: may be broken over two lines.
    """

    __slots__ = ("_compiled", "covers", "judge", "name", "regex", "stays", "token", "triggers", "wraps")

    def __init__(
        self,
        name: str,
        covers: str,
        stays: str,
        triggers: tuple[str, ...],
        regex: str,
        *,
        judge: Judge | None = None,
        token: bool = False,
        wraps: bool = False,
    ) -> None:
        self.name = name
        self.covers = covers
        self.stays = stays
        self.triggers = triggers
        self.regex = regex
        self.judge = judge
        self.token = token
        self.wraps = wraps
        self._compiled: re.Pattern[str] | None = None

    def spans(self, text: str) -> list[Span]:
        """Places of this family's secrets in `text` as (start, end), in order of their candidates; empty ones left out."""
        if self._compiled is None:
            self._compiled = re.compile(self.regex, re.ASCII if self.token else re.ASCII | re.IGNORECASE)
        found: list[Span] = []
        group = "secret" if "secret" in self._compiled.groupindex else 0
        for match in self._compiled.finditer(text):
            found.extend(self.judge(match) if self.judge else (match.span(group),))
        return [span for span in found if span[0] < span[1]]


# A token begins where no word goes on; after a written line feed (`\n`) or an escaped character of an address (`%3D`) it may.
BEGIN = r"(?:(?<![A-Za-z0-9_])|(?<=\\[nrt])|(?<=%[0-9A-Fa-f]{2}))"


def token(name: str, covers: str, triggers: tuple[str, ...], regex: str, *, mixed: bool = False) -> Pattern:
    """A row for tokens known by their own form.

    Args:
        name: of the family.
        covers: for the published table.
        triggers: prefixes or infixes, as written.
        regex: the token; case counts.
        mixed: the form is weak, so digits and letters of both cases must occur in it.
    """
    judge = _mixed if mixed else None
    return Pattern(name, covers, "the text around it", triggers, f"{BEGIN}(?P<secret>{regex})", judge=judge, token=True)


def _mixed(found: re.Match[str]) -> Iterable[Span]:
    text = found["secret"]
    return (found.span("secret"),) if all(re.search(kind, text) for kind in ("[0-9]", "[a-z]", "[A-Z]")) else ()
