"""Texts of the mod that Claude Code draws: the band's neighbours and the two commands."""

TEXTS = {
    "mod.correct": "Review the feedback rules against the log of violations",
    "mod.gate": "The quality gate: last results and what is open; run it, reset it, install the command",
    "mod.checking": "[feedback] checking {rule}",
    "mod.checking_file": "[feedback] checking {rule}: {file}",
    "mod.usage": "/gate shows the last results and what is open.\n/gate run [FILES] runs it now, /gate explain FILES says what would run, /gate check reads gate.yaml,\n/gate reset forgets what is open, /gate install-command puts `feedback-gate` on this machine.",
    "mod.by_person": "/gate {word} is for a person to type; nothing was done.",
    "mod.failed": "This did not work: {problem}",
}
