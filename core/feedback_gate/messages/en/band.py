"""Texts of the running band and the summary line."""

TEXTS = {
    "band.running": "[gate] running:",
    "band.waiting": "waiting",
    "band.done": "[gate] done: {counts} ({seconds}s)",
}
