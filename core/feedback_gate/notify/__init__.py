"""Desktop notifications: the agent waits for you, or has finished. Text is data everywhere and never executed."""
