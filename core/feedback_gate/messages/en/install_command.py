"""Texts of `feedback-gate install-command`."""

TEXTS = {
    "install_command.done": "`feedback-gate` {version} is at {path}. It does not follow the plugin's updates: run this again after one.",
}
