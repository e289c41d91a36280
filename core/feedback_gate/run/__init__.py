"""Running commands: one, a list, shared between agents; their logs, and what people see of them while they run."""
