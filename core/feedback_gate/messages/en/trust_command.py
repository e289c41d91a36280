"""Texts of the command `trust`."""

TEXTS = {
    "trust_command.agent": "this shell stands below an agent, and an agent cannot approve what it runs. Run the command in a terminal of your own.",
    "trust_command.no_terminal": "an approval needs a person: standard input is no terminal. Run the command in a terminal of your own; `feedback-gate doctor` shows what waits.",
    "trust_command.nothing_at_all": "this project has nothing that needs an approval",
    "trust_command.nothing": "nothing waits for an approval",
    "trust_command.state_approved": "approved",
    "trust_command.state_changed": "changed",
    "trust_command.state_new": "not approved",
    "trust_command.changed": "{path} ({kind}) is not approved as it is now:",
    "trust_command.deleted": "{path} ({kind}) is gone; its approved version is still in force:",
    "trust_command.question": "Put this version in force? [y/N]",
    "trust_command.approved": "approved: {path}",
    "trust_command.left": "left as it was: {path}",
    "trust_command.forget_question": "Forget every approval of {root}? What the next session sees first counts as new. [y/N]",
    "trust_command.forgot": "forgot {number} approvals",
}
