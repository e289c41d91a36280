"""Texts about which project commands may run."""

TEXTS = {
    "trust.first": "[feedback-gate] {path} was taken at first sight: its commands run from now on. Later changes wait for your approval.",
    "trust.pending": "[feedback-gate] {path} changed; the last approved version stays in force. To approve: run `feedback-gate trust` in a terminal.",
    "trust.pending_new": "[feedback-gate] {path} is new in this session and not approved; nothing of it runs. To approve: run `feedback-gate trust` in a terminal.",
    "trust.pending_deletion": "[feedback-gate] {path} is gone; the last approved version stays in force. To approve its removal: run `feedback-gate trust` in a terminal.",
}
