"""Claude Code: its payloads and its answers, as measured on 2.1.332."""
