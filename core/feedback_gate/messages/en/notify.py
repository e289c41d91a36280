"""Texts of notifications."""

TEXTS = {
    "notify.waiting": "Your input is needed",
    "notify.waiting_text": "The agent has paused and needs an answer",
    "notify.done": "Finished",
    "notify.done_text": "The agent has stopped",
    "notify.test_text": "This is what a notification looks like",
    "notify.why_off": "Notifications are off.",
    "notify.why_chosen": "{name} is used, as set.",
    "notify.why_auto": "{name} is used: it is what this system offers ({program}).",
    "notify.why_no_terminal": "Nothing is shown: the client's terminal was not found.",
    "notify.why_no_bus": "Nothing is shown: there is no session bus (DBUS_SESSION_BUS_ADDRESS is not set).",
    "notify.why_missing": "Nothing is shown: {name} is not installed.",
    "notify.why_nothing": "Nothing is shown: this system offers no way that is used by itself. Set notify to bell, osc9 or osc777 for a terminal.",
    "notify.sent": "Sent through {name}.",
    "notify.not_sent": "{name} did not take it.",
}
