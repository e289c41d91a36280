"""Texts about which project commands may run."""

TEXTS = {
    "trust.first": "[feedback-gate] {path} was taken at first sight: its commands run from now on. Later changes wait for your approval.",
    "trust.pending": "[feedback-gate] {path} changed; the last approved version stays in force. {how}",
    "trust.pending_new": "[feedback-gate] {path} is new in this session and not approved; nothing of it runs. {how}",
    "trust.pending_deletion": "[feedback-gate] {path} is gone; the last approved version stays in force. {how}",
    "trust.how_code": "To approve, send this as a prompt of its own: feedback-gate trust {code} (it does not reach the model), or run `feedback-gate trust` in a terminal.",
    "trust.how_terminal": "To approve, run `feedback-gate trust` in a terminal.",
    "trust.approved": "[feedback-gate] Approved: {path} is in force as it is now.",
    "trust.approved_shown": "[feedback-gate] Approved: the checks of {path} and what they run, as they were when the code was shown.",
    "trust.wrong_code": "[feedback-gate] Nothing was approved: the code is wrong, used up, or the file has changed since. A new code is shown when the change is next seen.",
    "trust.not_here": "[feedback-gate] Nothing was approved: an approval needs a person at the main prompt. Run `feedback-gate trust` in a terminal.",
    "trust.not_kept": "[feedback-gate] Nothing was approved: {reason}",
    "trust.was_approved": "[feedback-gate] Approved on {at} ({how}): {kind} of this project.",
}
