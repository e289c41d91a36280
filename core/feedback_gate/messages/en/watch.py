"""Texts of the live view."""

TEXTS = {
    "watch.nothing": "Nothing is running in {project}.",
    "watch.logs": "Newest logs (`feedback-gate watch --log NAME` shows one):",
}
