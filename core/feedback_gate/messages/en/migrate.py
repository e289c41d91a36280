"""Texts of `feedback-gate migrate`."""

TEXTS = {
    "migrate.nothing": "Nothing of the older feedback-gate plugin or of Shoot was found here.",
    "migrate.head_registered": "Still running, beside us:",
    "migrate.head_used": "Read as it is, and left as it is:",
    "migrate.rules": "{path}: {number} rules",
    "migrate.gate": "{path}: the gate",
    "migrate.claims": "{path}: how claims are verified; `feedback-gate trust` approves its commands once",
    "migrate.history": "{path}: {number} claims, which `stats` and `report` count",
    "migrate.head_taken": "Can be taken over:",
    "migrate.option": "{name} = {value}, as set in the older plugin, into your settings file",
    "migrate.violations": "{number} violations in the older log, which `correct` and `report` then count",
    "migrate.head_open": "Not checked yet when the older tool stopped:",
    "migrate.head_left": "Read by nobody once the older tool is gone; yours to delete:",
    "migrate.more": "… and {number} more",
    "migrate.next": "Next step: `feedback-gate init` if you have not yet, then `feedback-gate doctor`. What was open is run by `feedback-gate gate run FILE …`.",
    "migrate.go_on": "Take it over? Nothing of the older tools is changed or removed.",
    "migrate.no_terminal": "Nothing was written: there is no terminal to agree on. Next step: look with `feedback-gate migrate --dry-run`, then run `feedback-gate migrate --yes`",
    "migrate.declined": "Nothing was written.",
    "migrate.done": "Written: {path}",
}
