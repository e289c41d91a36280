"""The bundled text that tells an agent how feedback is kept; a user's own rules file replaces it."""

TEXTS = {
    "rules_text.text": """# Keeping feedback

When the user corrects you, states a preference or points something out again, before you answer:
1. Say in one line which general rule is behind the remark and ask whether to keep it.
2. If yes, keep it: `feedback-gate rules add NAME --description "…" [--project]`, or write the file yourself. If a rule for it
   exists, raise it: `feedback-gate rules bump NAME`. Neither needs a permission prompt.
Keep the rule, not the incident; note the excuse that led to it and why the excuse does not hold.

Rules are Markdown files in `~/.claude/feedback/` or `~/.agents/feedback/` (all projects) and in the same folders of a project,
one topic a file, named in English snake_case. Read them before you start. A rule with `count` 3 or more is binding; below
that it is provisional. A project's rule may tighten one of the user's, never loosen or hide it.

    ---
    name: topic_in_snake_case
    description: one line
    count: 1
    # optional: expires: 2027-01-31 / projects: ['~/src/org/**'] / when_exists: [go.mod]
    enforce:
      - event: pre_bash            # a command, before it runs: program, subcommand, flags, when, unless, check
        program: git               # read as the shell reads it; `when` is a regular expression on the text
        subcommand: push
        flags: [--force, -f]
        message: what to do instead
      - event: pre_edit            # text that an edit brings in: path, exclude_path, when, unless, absent_sibling, absent_glob
        path: 'src/**/*.ts'
        when: 'console\\.log'
      - event: post_edit           # the file afterwards: path, exclude_path, when, unless, check
        path: '**/*.py'
        check: 'ruff check "$FILE"'
      - event: stop_check          # files changed, before you stop: changed, require_sibling, check
        changed: '**/README.md'
        require_sibling: README.ja.md
    ---
    The rule. **Why:** … **How to apply:** …

Patterns, globs and program select; absent_*, require_sibling and check are required of what was selected. Severity follows the
count: up to 2 warns; 3 and 4 ask (before a call) or block (after it, and at stop); 5 denies. A violation raises the count by
itself, once a session, up to 4; 5 is the user's decision. Globs: `*`, `?`, `**/`, `[…]`, `{a,b}`.
`/correct` (or `feedback-gate correct`) reviews rules against the log of violations and proposes changes; ask the user before
you change an existing rule otherwise. `feedback-gate rules check` finds mistakes; `rules explain` shows what fires and why.""",
}
