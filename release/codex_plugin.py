"""Makes what Codex reads: the marketplace, a plugin of few files that never change (any change voids its trust), a fleet's file."""

from __future__ import annotations

import json
from typing import Any

from feedback_gate import messages
from feedback_gate.hosts.codex import registration

NAME = "feedback-gate"
# Constant: the plugin only finds the launcher, which lies outside it and is what gets updated.
VERSION = "1.0.0"
FOLDER = "plugins/codex"
REQUIREMENTS = "docs/managed/requirements.toml"
# An administrator's launcher before a person's own.
LAUNCHERS = ("/opt/feedback-gate/hook.sh", "${XDG_DATA_HOME:-$HOME/.local/share}/feedback-gate/hook.sh")
FINDER = """\
#!/bin/sh
# hook.sh codex EVENT: starts the launcher of this machine, or says at the start of a session how to get it.
# Nothing is ever written here: one new file in this folder, and the client asks to review every hook again.
for fg_launcher in {launchers}; do
  [ ! -r "$fg_launcher" ] || exec /bin/sh "$fg_launcher" "$@" plugin
done
[ "$2" = SessionStart ] || exit 0
# shellcheck disable=SC2016 # the backquotes are text
case ${{LC_ALL:-$LANG}} in
  ja*) fg_answer='{ja}' ;;
  *) fg_answer='{en}' ;;
esac
printf '%s\\n' "$fg_answer"
exit 0
"""
SKILL = "---\nname: {name}\ndescription: {about}\n---\n\n{body}\n"


def outputs() -> dict[str, str]:
    """Path from the checkout → text of each generated file."""
    return {
        ".agents/plugins/marketplace.json": _text(marketplace()),
        f"{FOLDER}/.codex-plugin/plugin.json": _text(plugin()),
        f"{FOLDER}/hooks/hooks.json": _text({"hooks": registration.hooks(registration.PLUGIN_LAUNCHER)}),
        f"{FOLDER}/hook.sh": finder(),
        f"{FOLDER}/skills/correct/SKILL.md": skill("correct"),
        f"{FOLDER}/skills/gate/SKILL.md": skill("gate"),
        REQUIREMENTS: registration.requirements(registration.quoted(LAUNCHERS[0])),
    }


def plugin() -> dict[str, Any]:
    """The plugin's manifest; the client finds hooks and skills by their places."""
    return {"name": NAME, "version": VERSION, "description": messages.text("codex.plugin_about")}


def marketplace() -> dict[str, Any]:
    """The checkout as a marketplace that has this plugin."""
    entry = {
        "name": NAME,
        "source": {"source": "local", "path": f"./{FOLDER}"},
        "policy": {"installation": "AVAILABLE", "authentication": "ON_INSTALL"},
        "category": "Productivity",
    }
    return {"name": NAME, "interface": {"displayName": NAME}, "plugins": [entry]}


def finder() -> str:
    """The script that every registration of the plugin starts."""
    launchers = " ".join(f'"{path}"' for path in LAUNCHERS)
    return FINDER.format(launchers=launchers, en=_not_installed("en"), ja=_not_installed("ja"))


def skill(name: str) -> str:
    """A skill that runs one of our commands."""
    about = json.dumps(messages.text(f"codex.{name}_about"))
    return SKILL.format(name=name, about=about, body=messages.text(f"codex.{name}_body"))


def _not_installed(language: str) -> str:
    """The answer to SessionStart without a launcher: a line for the person, and one for the agent, as `exec` shows the first to nobody."""
    told = {
        "hookSpecificOutput": {
            "hookEventName": "SessionStart",
            "additionalContext": messages.text("codex.no_launcher_agent", None, language),
        },
        "systemMessage": messages.text("codex.no_launcher", None, language),
    }
    answer = json.dumps(told, ensure_ascii=False)
    if "'" in answer or "\\" in answer:
        raise ValueError("the finder keeps its answers between single quotes: no quote and no backslash in their texts")
    return answer


def _text(value: dict[str, Any]) -> str:
    return json.dumps(value, indent=2, ensure_ascii=False) + "\n"
