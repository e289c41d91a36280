"""Texts of the feedback rules."""

TEXTS = {
    "feedback.guard": "{rule} (count: {count}): {message}",
    "feedback.post_edit": "[feedback-post-edit] {rule} (count: {count}): {message} ({detail})",
    "feedback.bash_edit": "[feedback-bash-edit] {file} was already written by the command; correct it now. {rule} (count: {count}): {message} ({detail})",
    "feedback.stop_check": "[feedback-stop-check] {rule} (count: {count}): {message} ({detail})",
    "feedback.stop_again": "[feedback-stop-check] Mend the findings above, then stop again ({attempt} of {max}).",
    "feedback.stop_gave_up": "[feedback-stop-check] Still violated after {max} attempts; this stop is let through. A person should look.",
    "feedback.count_raised": "[feedback] {rule}: count {from} -> {to}",
    "feedback.check_not_approved": "[feedback-gate] The commands of the project's rule {rule} ({file}) are not approved and do not run. {how}",
    "feedback.broken": "These rule files have errors; the named parts are switched off until mended:\n{lines}",
    "feedback.text": "{text}\n",
    "feedback.changed": "# Rules that are new or changed (count 3 or more)\n\n{rules}",
    "feedback.gone": "No longer in force: {names}",
    "feedback.rule_title": "■ {name} (raised {count} times)",
    "feedback.not_enforced": " [not enforced by a hook]",
    "feedback.more_rules": "{n} more rules are in force; read their files:\n{names}",
    "feedback.and_more": "… and {n} more",
    "feedback.confirmed": "# Rules confirmed by repeated feedback (count 3 or more)\nFollow them; those with checks are enforced by hooks.\n\n{rules}",
}
