"""The table of commands: what `feedback-gate` can do, one line each."""

from __future__ import annotations

# name → (module:function(argv) -> exit status, one line of help)
COMMANDS: dict[str, tuple[str, str]] = {
    "claude": ("feedback_gate.main:hook", "answer a Claude Code hook: claude EVENT, JSON on standard input"),
    "codex": ("feedback_gate.main:hook", "answer a Codex hook: codex EVENT, JSON on standard input"),
    "init": ("feedback_gate.people.init_command:run", "set up: launcher, registration with a host, a first gate"),
    "uninstall": ("feedback_gate.people.uninstall_command:run", "take all of it away again, byte for byte"),
    "status": ("feedback_gate.people.status_command:run", "one screen: what is installed, in force and open here"),
    "doctor": ("feedback_gate.people.doctor_command:run", "examine what is installed: every hook has to refuse what it must"),
    "rules": ("feedback_gate.people.rules_command:run", "feedback rules: list, check, explain, add, bump"),
    "correct": (
        "feedback_gate.people.correct_command:run",
        "review the rules against the log of violations; `correct apply` raises counts",
    ),
    "gate": ("feedback_gate.people.gate_command:run", "the quality gate: check, run, explain, reset, schema"),
    "trust": ("feedback_gate.people.trust_command:run", "see and approve what a project changed in the commands it may run"),
    "notify": ("feedback_gate.people.notify_command:run", "notifications: which backend is used and why; --test sends one"),
    "statusline": (
        "feedback_gate.people.statusline_command:run",
        "one line for the client's status line, its JSON on standard input",
    ),
    "watch": ("feedback_gate.people.watch_command:run", "live view of running gates in this project, all agents"),
    "claims": ("feedback_gate.people.claims_command:run", "scan messages for claims of success: JSON lines in, JSON lines out"),
    "redact": ("feedback_gate.people.redact_command:run", "copy standard input to standard output without its secrets"),
    "verify": ("feedback_gate.people.verify_command:run", "run the claim checks of this project now"),
    "stats": ("feedback_gate.people.stats_command:run", "how often claims held, and which did not"),
    "report": ("feedback_gate.people.report_command:run", "claims, gate, rules and hooks of some weeks; --html draws them"),
    "migrate": ("feedback_gate.people.migrate_command:run", "move over from the older feedback-gate plugin and from Shoot"),
    "install-command": ("feedback_gate.people.install_command:run", "put `feedback-gate` in its fixed place, without any hook"),
    "completion": ("feedback_gate.people.completion_command:run", "print the completion script of bash, zsh or fish"),
    "version": ("feedback_gate.people.version_command:run", "print the version"),
}
