"""feedback-gate: stands between an AI coding agent and the person who relies on it."""

__version__ = "0.1.0"
