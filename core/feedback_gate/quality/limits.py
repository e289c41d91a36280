"""The numbers of the gate that a person meets."""

from __future__ import annotations

LONGEST = 600  # seconds of one command
DEFAULT_TIMEOUT = 300  # seconds of one command that names none
