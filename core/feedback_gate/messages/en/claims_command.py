"""Texts of the command `claims`."""

TEXTS = {
    "claims_command.no_json": "feedback-gate claims scan: line {line} is not JSON in UTF-8; it was left out. Write one JSON object a line.",
    "claims_command.no_row": 'feedback-gate claims scan: line {line} is no object with "id" and "text"; it was left out.',
}
