"""Generates docs/reason-codes.md from the installer's table of reasons."""

from __future__ import annotations

from feedback_gate_installer import reasons

TARGET = "docs/reason-codes.md"

_HEAD = """# Reason codes

When the installer or the shim does not install, it names one of these codes, says one sentence and gives one next
step. Codes are stable: scripts may rely on them. Words in braces are filled in. This page is generated from
`installer/feedback_gate_installer/reasons.py` (`make format`).

"""

_TAIL = """
## Codes of the older plugin that no longer occur

| code | why not |
|---|---|
| `extract-failed` | the executable is one archive that is read in place; nothing is unpacked |
| `unsupported-platform` | the executable is pure Python, the same file everywhere |
"""


def outputs() -> dict[str, str]:
    """Path from the checkout → text."""
    return {TARGET: _HEAD + _table("English", "en", "next_en") + "\n" + _table("日本語", "ja", "next_ja") + _TAIL}


def _table(title: str, sentence: str, step: str) -> str:
    heads = ("code", "what happened", "next step") if sentence == "en" else ("コード", "何が起きたか", "次にすること")
    rows = [
        f"| `{code}` | {_cell(getattr(reason, sentence))} | {_cell(getattr(reason, step))} |"
        for code, reason in reasons.REASONS.items()
    ]
    return f"## {title}\n\n| {' | '.join(heads)} |\n|---|---|---|\n" + "\n".join(rows) + "\n"


def _cell(text: str) -> str:
    return text.replace("|", "\\|").replace("<", "&lt;")
