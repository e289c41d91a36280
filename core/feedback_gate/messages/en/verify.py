"""Texts of `feedback-gate verify`."""

TEXTS = {
    "verify.pass": "pass",
    "verify.fail": "FAIL",
    "verify.time": "TIMEOUT",
    "verify.none": "??",
    "verify.passed": "All checks passed in {root}.",
    "verify.failed": "Not everything passed in {root}.",
    "verify.not_approved": "Nothing was run: the check commands in {path} are not approved on this machine. Read them, then run `feedback-gate trust`.",
    "verify.waits": "{path} changed since it was approved; the approved version is verified until `feedback-gate trust`.",
    "verify.moved": "Not run: what these checks run has changed since it was approved: {names}. Read it, then run `feedback-gate trust`.",
    "verify.not_configured": "There is nothing to verify in {root}: no check is configured. `feedback-gate init` suggests some.",
}
