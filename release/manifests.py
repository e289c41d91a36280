"""Makes what Claude Code reads at the plugin's root: the manifest, the marketplace and the hook registrations."""

from __future__ import annotations

import json
from typing import Any

from feedback_gate import __version__
from feedback_gate.hosts.claude import registration
from feedback_gate.messages import LANGUAGES, template_of
from feedback_gate.messages.en import band, mod
from feedback_gate.settings import OPTIONS, Option

NAME = "feedback-gate"
AUTHORS = {"name": "The feedback-gate authors"}
SUMMARY = (
    "Enforces your feedback as rules, runs the project's quality gate on what the agent changed, "
    "and refuses claims that the real checks do not bear out."
)


def outputs() -> dict[str, str]:
    """Path from the checkout → text of each generated file."""
    return {
        ".claude-plugin/plugin.json": _text(plugin()),
        ".claude-plugin/marketplace.json": _text(marketplace()),
        "hooks/hooks.json": _text(hooks()),
        "hooks/texts.js": texts(),
    }


def plugin() -> dict[str, Any]:
    """The plugin's manifest."""
    return {
        "name": NAME,
        "version": __version__,
        "description": SUMMARY,
        "author": AUTHORS,
        "license": "MIT",
        "keywords": ["hooks", "rules", "quality-gate", "lint", "tests", "claims"],
        "userConfig": {option.name: user_option(option) for option in OPTIONS.values()},
    }


def user_option(option: Option) -> dict[str, Any]:
    """One option as the client's settings screen shows it; it saves what a person changes and nothing else."""
    if option.kind == "boolean":
        shown: dict[str, Any] = {"type": "boolean", "default": option.default == "true"}
    elif option.kind == "choice":
        shown = {"type": "string", "options": list(option.choices), "default": option.default}
    else:
        shown = {"type": "string", "default": option.default}
    return {"title": option.title, "description": option.doc, **shown}


def marketplace() -> dict[str, Any]:
    """The folder as a marketplace that has one plugin: itself."""
    entry = {"name": NAME, "source": "./", "description": SUMMARY, "category": "development"}
    return {"name": NAME, "owner": AUTHORS, "description": SUMMARY, "plugins": [entry]}


def hooks() -> dict[str, Any]:
    """The registrations: one command an event; and the mod, which shows and decides nothing."""
    return {
        "description": "One command an event; it finds and starts the executable. The module draws what runs.",
        "hooks": registration.hooks(registration.PLUGIN_LAUNCHER),
        "modules": ["./register.js"],
    }


def texts() -> str:
    """What the mod takes from our declarations, as a module: language → code → text, and each option's default."""
    codes = [*band.TEXTS, *mod.TEXTS]
    defaults = {option.name: user_option(option)["default"] for option in OPTIONS.values()}
    found = {language: {code: template_of(code, language) for code in codes} for language in LANGUAGES}
    return f"// Generated from core/feedback_gate/messages; `make format` writes it.\n\nexport const TEXTS = {_text(found)}\nexport const DEFAULTS = {_text(defaults)}"


def _text(value: dict[str, Any]) -> str:
    return json.dumps(value, indent=2, ensure_ascii=False) + "\n"
