"""Generates docs/redaction.md from the one table of what redaction knows."""

from __future__ import annotations

from typing import TYPE_CHECKING

from feedback_gate.redact import table

if TYPE_CHECKING:
    from collections.abc import Iterable

    from feedback_gate.redact.pattern import Pattern

TARGET = "docs/redaction.md"

_HEAD = """# What redaction covers

Output of commands, command lines and file excerpts are redacted before they are stored or shown: in logs, in what agents
and people are told, in reports. `feedback-gate redact` does the same from standard input to standard output.

What looks like a credential becomes `[REDACTED]`; the name before it, operators, quotes, colours and all other text stay
to the byte, so that you still see what leaked and where. Redacting twice changes nothing more. Colour codes inside or
around a secret do not hide it, nor does a line break that a terminal or a text wrapper put into it (behind a hyphen, or at
column {widths}).

This page is generated from the table in `core/feedback_gate/redact/` (`make format`). It names everything that is covered:
{count} families.

"""

_TAIL = """
## What it leaves alone on purpose

- commit ids, digests, UUIDs, versions, public keys, certificates, fingerprints, ETags, integrity hashes;
- paths and addresses without a password, class names, selectors;
- programs and messages that mention a name: `token = get_token()`, `password: string`, `apiKey: process.env.API_KEY`,
  `${{ secrets.TOKEN }}`, `password=$PASSWORD`, "invalid token: unexpected end", labels on forms;
- blanks and templates: `<token>`, `****`, `your-api-key`, `{{ password }}`;
- keys that are meant to be public, such as `pk_live_…`.

## What it will miss

Redaction is a net, not a wall. Keep secrets out of the output of tests in the first place. It does not find

- tokens without a form of their own and without a name beside them, such as a bare run of 40 letters and digits;
- a password in a sentence ("the password is swordfish"), unless digits give it away;
- a secret that is encoded once more (base64 of a whole file, hexadecimal), compressed or encrypted, except private keys
  in base64;
- a secret cut up otherwise than by such a line break, or across two outputs;
- lines from the middle of a private key without its beginning and end, unless they are its first lines;
- values of fewer than 3 characters (tokens and keys: 8, or 6 with digits), except in addresses and upper-case
  `NAME=value`;
- in programs, a bare value that reads like a variable: `password = my_password`;
- recovery phrases of plain words, except quoted behind a name that says secret.
"""


def outputs() -> dict[str, str]:
    """Path from the checkout → text."""
    from feedback_gate.redact.view import WIDTHS

    widths = [str(width) for width in sorted(WIDTHS)]
    head = _HEAD.format(count=len(table.PATTERNS), widths=f"{', '.join(widths[:-1])} or {widths[-1]}")
    return {TARGET: head + "\n".join(_section(title, rows) for title, rows in table.SECTIONS) + _TAIL}


def _section(title: str, rows: Iterable[Pattern]) -> str:
    lines = [f"| `{row.name}` | {_cell(row.covers)} | {_cell(row.stays)} |" for row in rows]
    return f"## {title}\n\n| family | covers | stays |\n|---|---|---|\n" + "\n".join(lines) + "\n"


def _cell(text: str) -> str:
    return text.replace("|", "\\|")
