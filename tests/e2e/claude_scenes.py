"""Rules, gates and models' turns that several live tests share."""

from __future__ import annotations

import json
import re


def rule(name, count, *entries, description="One line about it.", body="A paragraph that says why."):
    """The text of a rule file; each entry is a mapping."""
    listed = "".join(f"  - {json.dumps(entry)}\n" for entry in entries)
    enforce = f"enforce:\n{listed}" if entries else ""
    return f"---\nname: {name}\ndescription: {description}\ncount: {count}\n{enforce}---\n{body}\n"


def bash_rule(count, name="no-force-push", when="git push .*--force", message="Never force-push."):
    return rule(name, count, {"event": "pre_bash", "when": when, "message": message})


def gate(lint, tests=None, match="**/*.py"):
    """The text of a `gate.yaml`: a command after edits, and one before the agent may stop."""
    found = {"rules": [{"match": match, "run": [{"name": "lint", "cmd": lint}]}]}
    if tests:
        found["rules"][0]["run_checks"] = ["tests"]
        found["consistency_checks"] = [{"name": "tests", "run": [{"name": "tests", "cmd": tests}]}]
    return json.dumps(found)


# Fails with one line for each file that holds the word; the run is noted outside git's sight.
LINT = 'echo run >>"$CLAUDE_PROJECT_DIR/.git/lint-runs"; ! grep -Hn "BADWORD" $CLAUDE_GATE_FILES'
TESTS = 'echo run >>"$CLAUDE_PROJECT_DIR/.git/test-runs"; ! grep -Hn "WRONGRESULT" app.py'


def runs(lab, kind):
    """How often a command of the gate ran: `lint` or `test`."""
    try:
        return len(lab.read(f".git/{kind}-runs").splitlines())
    except FileNotFoundError:
        return 0


def approval_code(tui):
    """The one-time code that the person sees on the screen, once it is there."""
    tui.wait("feedback-gate trust ")
    return re.search(r"feedback-gatetrust([A-Za-z0-9]{6})", "".join(tui.screen().split())).group(1)
