"""Codex: its payloads, its patches, its answers and its registration, as measured on 0.171.0."""
