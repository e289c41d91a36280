"""Texts of `/correct`."""

TEXTS = {
    "correct.internal": "[correct] internal error: {problem}",
    "correct.header": "[correct] {rules} active rules, {violations} violations within {window}",
    "correct.nothing": "Nothing to suggest.",
    "correct.broken": "cannot be used: {reason}",
    "correct.to_confirmed": "{n} violations within {window} ({counts}); make it a confirmed rule",
    "correct.to_deny": "{n} asks or blocks within {window} ({counts}); make it a hard deny",
    "correct.top_detail": "; mostly: {detail}",
    "correct.no_enforce": "count is {count}, but nothing checks it, so violations stay invisible; add entries",
    "correct.stale": "its checks never fired; do they work, and is the rule still wanted?",
    "correct.expires": "ran out on {date}; delete it or bring it up to date",
    "correct.projects": "switched off here: projects does not fit this project; delete it or bring it up to date",
    "correct.when_exists": "switched off here: when_exists does not fit this project; delete it or bring it up to date",
    "correct.template": """A frame for entries (keep what fits):
    enforce:
      - event: pre_bash
        when: 'regular expression on the command'
        message: what to do instead
      - event: pre_edit
        path: '**/*.ts'
        when: 'regular expression on the new text'
        message: what to do instead
      - event: post_edit
        path: '**/*.ts'
        check: 'command that fails on "$FILE"'
        message: what to do
      - event: stop_check
        changed: '**/README.md'
        require_sibling: README.ja.md
        message: what to do""",
    "correct.apply_hint": "The same command with `apply` writes the suggested counts; everything else stays a suggestion.",
    "correct.apply_done": "apply: counts written",
    "correct.apply_none": "apply: no file changed",
    "correct.context": "Show the user these suggestions. For `enforce`, derive concrete patterns from the rule's text. For `stale` and `expired`, ask whether to keep, update or delete. For `broken`, offer the repair. Ask before you change any file.",
    "correct.context_applied": "Already changed by apply, tell the user: {list}",
}
