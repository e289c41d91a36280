"""Makes, from the commands' own parsers and the declared options: completions, the command and settings pages, the settings schema."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from feedback_gate.commands import COMMANDS
from feedback_gate.people import arguments, completion_command
from feedback_gate.settings import OPTIONS, POLICY_FILE

if TYPE_CHECKING:
    from collections.abc import Sequence

    from feedback_gate.people.completion_command import Level
    from feedback_gate.settings import Option

SCHEMA = "docs/schema/settings.schema.json"
COMPLETIONS = {"bash": "feedback-gate.bash", "zsh": "_feedback_gate", "fish": "feedback-gate.fish"}
SETTINGS_HEAD = f"""# Options

Generated from the declaration. The first place that has a value wins:

1. the administrator's file, `{POLICY_FILE}`; what stands there is locked;
2. the environment variable;
3. the plugin's option (Claude Code: `claude plugin configure feedback-gate@feedback-gate`, kept in the user's settings);
4. your file, `~/.config/feedback-gate/settings.conf` (`$XDG_CONFIG_HOME`);
5. the default.

Both files hold lines `key = value`; lines that begin with `#` are comments. `feedback-gate status` names the options in force
and where they come from. The plugin's options have a [schema](schema/settings.schema.json).

Where the administrator's file is there and cannot be read, the options marked ◆ are locked at their defaults, or at what a lower
place makes tighter. The person is told of either file that cannot be read, and under `failMode` closed it refuses tool calls.

A value that a project's own `.claude/settings.json` puts into the environment may tighten the options marked ◆, never loosen
them.

| option | values | default | environment variable | meaning |
|---|---|---|---|---|
"""
COMMANDS_HEAD = """# Commands

Generated from the commands' own parsers. `--help` works everywhere; a wrong command line ends in 64. Completions for bash, zsh
and fish: `source <(feedback-gate completion bash)`, `… zsh`, `feedback-gate completion fish | source`, or the files in
[completions/](completions/).

| command | what it does |
|---|---|
"""


def outputs() -> dict[str, str]:
    """Path from the checkout → text of each generated file."""
    levels = completion_command.levels(COMMANDS, "en")
    scripts = {f"docs/completions/{file}": completion_command.SHELLS[shell](levels) for shell, file in COMPLETIONS.items()}
    schema = json.dumps(settings_schema(), indent=2, ensure_ascii=False) + "\n"
    return {**scripts, SCHEMA: schema, "docs/settings.md": settings_page(), "docs/commands.md": commands_page(levels)}


def settings_schema() -> dict[str, Any]:
    """The schema (draft-07) of the plugin's options, as Claude Code keeps them."""
    return {
        "$schema": "http://json-schema.org/draft-07/schema#",
        "title": "feedback-gate options",
        "description": 'The options of the plugin: `pluginConfigs["feedback-gate@feedback-gate"].options` of Claude Code.',
        "type": "object",
        "additionalProperties": False,
        "properties": {option.name: _property(option) for option in OPTIONS.values()},
    }


def _property(option: Option) -> dict[str, Any]:
    about = {"title": option.title, "description": option.doc}
    if option.kind == "boolean":
        return {**about, "type": "boolean", "default": option.default == "true"}
    choices = {"enum": list(option.choices)} if option.kind == "choice" else {}
    return {**about, "type": "string", **choices, "default": option.default}


def settings_page() -> str:
    """The table of the options."""
    rows = []
    for option in OPTIONS.values():
        mark = " ◆" if option.tighter else ""
        values = ", ".join(option.choices) or "text"
        rows.append(f"| `{option.name}`{mark} | {values} | `{option.default}` | `{option.variable}` | {option.doc} |\n")
    return SETTINGS_HEAD + "".join(rows)


def commands_page(levels: Sequence[Level]) -> str:
    """The table of the commands, then the words of each."""
    rows = "".join(f"| [`{name}`](#{name}) | {_cell(arguments.about(name, 'en'))} |\n" for name in COMMANDS)
    return COMMANDS_HEAD + rows + "".join(_part(level) for level in levels if level.path)


def _part(level: Level) -> str:
    words = [(word, about) for word, about in level.words if word != "--help" and not _is_short(word)]
    if not words or len(words) == len([word for word, about in words if not about]):
        listed = f"\nTakes: {', '.join(f'`{word}`' for word, _ in words)}.\n" if words else ""
        return f"\n## {' '.join(level.path)}\n{listed}" if len(level.path) == 1 else ""
    head = f"\n{'#' * (len(level.path) + 1)} {' '.join(level.path)}\n\n| word | meaning |\n|---|---|\n"
    return head + "".join(f"| `{_shown(level, word)}` | {_cell(about)} |\n" for word, about in words)


def _is_short(word: str) -> bool:
    """Whether it is a letter that stands for a longer option."""
    return word.startswith("-") and not word.startswith("--")


def _shown(level: Level, word: str) -> str:
    if word not in level.values:
        return word
    choices = level.values[word]
    return f"{word} {' or '.join(choices) if choices else '…'}"


def _cell(text: str) -> str:
    return text.replace("|", "&#124;")
