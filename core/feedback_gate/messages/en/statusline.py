"""Texts of the status line."""

TEXTS = {
    "statusline.quiet": "feedback-gate ✓",
    "statusline.checking": "checking {what}",
    "statusline.open": "✗ {n} open",
    "statusline.broken": "{n} broken rule parts",
    "statusline.pending": "an approval waits",
    "statusline.silent": "feedback-gate is not firing: run `feedback-gate doctor`",
}
