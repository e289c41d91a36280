"""Texts about running commands: notes inside log files."""

TEXTS = {
    "run.shared_result": "[gate] result taken from a run of another agent; its log: {log}",
    "run.log_cut": "[gate] output above {size} MiB is left out here; its last part follows:",
}
