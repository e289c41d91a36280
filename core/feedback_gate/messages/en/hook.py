"""Texts of the hook call itself."""

TEXTS = {
    "hook.could_not_check": "[feedback-gate] not checked: {what} ({reason})",
    "hook.could_not_check_closed": "[feedback-gate] refused, because it could not be checked and failMode is closed: {what} ({reason}). Next step: run `feedback-gate doctor`.",
    "hook.check_failed": "{check} ended with {error}",
    "hook.payload": "the hook's input",
    "hook.payload_empty": "it is empty",
    "hook.payload_unreadable": "it is not one JSON object",
    "hook.unreadable": "it cannot be read as a file of at most {size} MiB; look with `ls -l` at what it is, who may read it and how large it is",
    "hook.not_utf8": "line {line} is not UTF-8; save the file as UTF-8",
    "hook.policy_unreadable": "the administrator's file cannot be read as a file of at most {size} MiB, so every option that protects stays at its default or tighter, and what else it sets does not count; look with `ls -l` at what it is, who may read it and how large it is, and ask your administrator",
    "hook.settings_unreadable": "your settings cannot be read as a file of at most {size} MiB, so none of them counts; look with `ls -l` at what it is, who may read it and how large it is",
    "hook.stand_down": "[feedback-gate] The turn was reopened {used} times; no more. Left unresolved:\n{left}",
    "hook.cut": "\n[cut here: {left} more characters]",
    "hook.subagent": "[feedback-gate] Result of the checks when subagent {type} ({agent}) ended; use it, no need to read logs or run the checks again:\n{text}",
    "hook.ignored_variables": "[feedback-gate] This project's settings set {names}; these values may not loosen the checks and were ignored.",
}
