"""Texts of the live view."""

TEXTS = {
    "watch.nothing": "Nothing is running in {project}.",
    "watch.session": " session {session}",
    "watch.agent": " session {session}, agent {agent}",
    "watch.logs": "Newest logs (`feedback-gate watch --log NAME` shows one):",
}
