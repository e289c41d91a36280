"""The row type of the redaction table: what a family of secrets looks like and how its places in a text are found."""

from __future__ import annotations

from feedback_gate.redact.expression import Expression, Shorthand

TYPE_CHECKING = False
if TYPE_CHECKING:
    import re
    from collections.abc import Callable, Iterable

    Span = tuple[int, int]
    Judge = Callable[[re.Match[str]], Iterable[Span]]

# A token begins where no word goes on; after a written line feed (`\n`) or an escaped character of an address (`%3D`) it may.
BEGIN = r"(?:(?<![A-Za-z0-9_])|(?<=\\[nrt])|(?<=%[0-9A-Fa-f]{2}))"


class Pattern:
    """One family of secrets.

    name: short and unique; covers, stays: for the published table; triggers: literals of which one must occur before the
    expression is tried (in lower case, for any case; those of a token as written and in one long run);
    pattern: finds candidates in linear time; judge: turns a candidate into the places of the secrets, or into none
    (without one it is the group `secret` if there is one, else all of it); token: known by its own form, case counts;
    inside: the triggers of a token need not stand at its beginning;
    lines: spans lines by itself, so it is not tried where broken lines were put together.
    """

    __slots__ = ("covers", "inside", "judge", "lines", "name", "pattern", "stays", "token", "triggers")

    def __init__(
        self,
        name: str,
        covers: str,
        stays: str,
        triggers: tuple[str, ...],
        pattern: str,
        *,
        judge: Judge | None = None,
        token: bool = False,
        inside: bool = False,
        lines: bool = False,
    ) -> None:
        self.name = name
        self.covers = covers
        self.stays = stays
        self.triggers = triggers
        self.pattern: Expression = Expression(pattern, ignorecase=not token)
        self.judge = judge
        self.token = token
        self.inside = inside
        self.lines = lines

    def spans(self, text: str) -> list[Span]:
        """Places of this family's secrets in `text` as (start, end), in order of their candidates; none is empty."""
        found: list[Span] = []
        group = "secret" if "(?P<secret>" in self.pattern.source else 0
        for match in self.pattern.finditer(text):
            if found and match.end() < found[-1][1]:
                continue  # inside a secret: nothing to add
            spans = self.judge(match) if self.judge else (match.span(group),)
            found.extend(span for span in spans if span[0] < span[1])
        return found


def token(name: str, vendor: str, triggers: tuple[str, ...], pattern: str, *, inside: bool = False) -> Pattern:
    """A row for tokens known by their own form.

    Args:
        name: of the family.
        vendor: who gives out such tokens, for the published table.
        triggers: their prefixes.
        pattern: in the shorthand of `expression.Shorthand`, without groups that are kept.
        inside: the triggers may stand elsewhere in a token.
    """
    covers = f"{vendor}: {', '.join(f'`{literal}`' for literal in triggers)}"
    row = Pattern(name, covers, "the text around it", triggers, pattern, token=True, inside=inside)
    row.pattern = Shorthand(f"{BEGIN}(?P<secret>{pattern})")
    return row
