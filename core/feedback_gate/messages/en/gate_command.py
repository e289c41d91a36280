"""Texts of the command `gate`."""

TEXTS = {
    "gate_command.none": "feedback-gate gate: this project has no gate.yaml (looked in {folders}). Write one, or run `feedback-gate init`.",
    "gate_command.good": "{path}: no problems; {rules} rules, {checks} consistency checks",
    "gate_command.not_approved": "{path} is not approved, so an agent may not run it. A person runs `feedback-gate trust` in a terminal.",
    "gate_command.passed": "[gate] passed: {commands} commands on {files} files",
    "gate_command.failed": "[gate] failed: {commands} commands on {files} files",
    "gate_command.unchecked": "[gate] not checked: some of {commands} commands on {files} files said nothing; mend the set-up and run again",
    "gate_command.nothing": "[gate] nothing to run for {files} files. `--base REF` takes what changed since a commit, `--all` every file.",
    "gate_command.outside": "lies outside the project {root}; the gate never looks at it",
    "gate_command.state_approved": "(approved)",
    "gate_command.state_first": "(taken at first sight)",
    "gate_command.state_pending": "(changed; the last approved version is in force and shown)",
    "gate_command.state_refused": "(broken)",
    "gate_command.state_": "(as it is)",
    "gate_command.state_waits": "(not approved; shown as it is on disk)",
    "gate_command.no_rule": "no rule is about {relative}",
    "gate_command.rule": "rule in line {line}: {match}",
    "gate_command.reserves": "before the agent may stop: {names}",
    "gate_command.reset": "forgot {files} open files of {agents} agents; what changes from now on is checked again",
    "gate_command.reset_nothing": "nothing was open",
    "gate_command.reset_refused": "only a person resets the gate: run this in a terminal of your own, outside the agent. In a session /clear does the same.",
}
