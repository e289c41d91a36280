"""Texts of the feedback rules."""

TEXTS = {
    "feedback.guard": "{rule} (count: {count}): {message}",
    "feedback.broken": "These rule files have errors; the named parts are switched off until mended:\n{lines}",
    "feedback.confirmed": "# Rules confirmed by repeated feedback (count 3 or more)\nFollow them; those with checks are enforced by hooks.\n\n{rules}",
}
