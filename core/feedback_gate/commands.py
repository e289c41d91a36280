"""The table of commands: what `feedback-gate` can do."""

from __future__ import annotations

# name → module:function(argv) -> exit status; its line of help is the text `help.about_NAME`
COMMANDS: dict[str, str] = {
    "claude": "feedback_gate.main:hook",
    "codex": "feedback_gate.main:hook",
    "init": "feedback_gate.people.init_command:run",
    "uninstall": "feedback_gate.people.uninstall_command:run",
    "status": "feedback_gate.people.status_command:run",
    "doctor": "feedback_gate.people.doctor_command:run",
    "rules": "feedback_gate.people.rules_command:run",
    "correct": "feedback_gate.people.correct_command:run",
    "gate": "feedback_gate.people.gate_command:run",
    "trust": "feedback_gate.people.trust_command:run",
    "notify": "feedback_gate.people.notify_command:run",
    "statusline": "feedback_gate.people.statusline_command:run",
    "watch": "feedback_gate.people.watch_command:run",
    "claims": "feedback_gate.people.claims_command:run",
    "redact": "feedback_gate.people.redact_command:run",
    "verify": "feedback_gate.people.verify_command:run",
    "stats": "feedback_gate.people.stats_command:run",
    "report": "feedback_gate.people.report_command:run",
    "migrate": "feedback_gate.people.migrate_command:run",
    "install-command": "feedback_gate.people.install_command:run",
    "completion": "feedback_gate.people.completion_command:run",
    "version": "feedback_gate.people.version_command:run",
}
# What follows a command that reads its words by itself.
WORDS = {
    "claude": "EVENT",
    "codex": "EVENT",
    "correct": "[--window 30d] [--min 2] [apply] [--context | --json]",
    "statusline": "",
    "version": "",
}
