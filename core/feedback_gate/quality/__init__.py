"""The quality gate: the project's own commands on what the agent changed, after edits and before it may stop."""
