"""Whether a sed script only prints: every command in it must be a known one that neither writes a file nor runs a program."""

from __future__ import annotations

import re

MAX_LENGTH = 2000

# One step of a regular expression up to the delimiter `d`. A class may not hold the delimiter, whose role there differs
# between seds, nor begin with a closing bracket. No two alternatives begin alike, so that matching never goes back far.
_STEP = r"(?:(?!(?P=d))[^\\\n\[]|\\.|\[(?!\^?\])(?:\[:\w+:\]|(?!(?P=d))[^\]\[\n])+\])"
_ADDRESS = r"(?:\d+(?:~\d+)?|\$|/(?:[^/\\\n\[]|\\.|\[(?!\^?\])(?:\[:\w+:\]|[^\]\[\n/])+\])*/[IM]*)"
_RANGE = rf"(?:{_ADDRESS}(?:[ \t]*,[ \t]*(?:{_ADDRESS}|[+~]\d+))?[ \t]*)?(?:![ \t]*)?"
_COMMAND = "|".join(
    (
        r"[pdDPgGhHxnN=lF]",
        r"[qQ][ \t]*\d*",
        rf"s(?P<d>[^\s\\\w]){_STEP}*(?P=d)(?:(?!(?P=d))[^\\\n]|\\[^\n])*(?P=d)[gpiIM\d]*",
        r"y/(?:[^/\\\n]|\\.)*/(?:[^/\\\n]|\\.)*/",
    )
)
# The end of a command must be seen: what follows could otherwise belong to it, as in `s/a/b/w file`.
_SCRIPT = rf"(?:[\s;}}]*{_RANGE}(?:{{|(?:{_COMMAND})[ \t]*(?=[;}}\n]|\Z)))*[\s;}}]*"


def script_only_reads(script: str) -> bool:
    """Whether the script is known to do nothing but print; in doubt it is not."""
    return len(script) <= MAX_LENGTH and re.fullmatch(_SCRIPT, script) is not None
