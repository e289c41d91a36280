"""The files that keep an agent in check, by kind, and which edits of them weaken the check."""

from __future__ import annotations

import os

from feedback_gate.state import places
from feedback_gate.system import files

TYPE_CHECKING = False
if TYPE_CHECKING:
    from feedback_gate.check import Call
    from feedback_gate.event import Edit

REGISTRATION, OURS, GATE, RULE = "registration", "ours", "gate", "rule"
REGISTRATIONS = ("settings.json", "settings.local.json", "hooks.json", "requirements.toml", "managed-settings.json")
CLIENT_FOLDERS = (".claude", ".codex", "claude-code", "managed-settings.d", "codex")
# Parts of a settings file that decide whether hooks run; other settings are none of our business.
DECISIVE = ("hook", '"env"', "plugin", "feedback-gate", "feedback_gate", "trust")


def kind_of(path: str, call: Call) -> str:
    """REGISTRATION | OURS | GATE | RULE, or "" for a file that is not watched."""
    folder, name = os.path.split(path)
    parent = os.path.basename(folder)
    if name in REGISTRATIONS and (parent in CLIENT_FOLDERS or parent == os.path.basename(call.environ.get("CODEX_HOME", "/-"))):
        return REGISTRATION
    if _is_ours(path, call):
        return OURS
    if (name == "gate.yaml" and parent in (".claude", ".agents")) or name == ".shoot.config.json":
        return GATE
    config = os.path.basename(os.path.dirname(folder))
    if (parent == "feedback" and config in (".claude", ".agents") and name.endswith(".md")) or _is_rule_folder(path, call):
        return RULE
    return ""


def _is_ours(path: str, call: Call) -> bool:
    environ = call.environ
    homes = [places.state_home(environ), places.data_home(environ), places.config_home(environ), places.cache_home(environ)]
    programs = [
        environ.get("FEEDBACK_GATE_BIN", ""),
        os.path.join(call.project.home, ".local/bin/feedback-gate") if call.project.home else "",
    ]
    return any(
        home and (path == home or path.startswith(home + "/")) for home in [*homes, "/etc/feedback-gate", "/opt/feedback-gate"]
    ) or path in filter(None, programs)


def _is_rule_folder(path: str, call: Call) -> bool:
    """A whole rule folder, or its configuration folder (removing it removes the rules), or a file in the chosen folder."""
    chosen = call.environ.get("CLAUDE_FEEDBACK_DIR", "")
    if chosen and (path == chosen or os.path.dirname(path) == chosen):
        return True
    return (
        os.path.isdir(path)
        and (os.path.basename(path) == "feedback" or os.path.isdir(os.path.join(path, "feedback")))
        and os.path.basename(path) in ("feedback", ".claude", ".agents")
    )


def is_harmful(kind: str, path: str, edit: Edit, call: Call) -> bool:
    """Whether an edit of a watched file may weaken the check."""
    if kind == RULE:
        return _loosens(path, edit)
    if kind == GATE:
        return os.path.exists(path)
    if kind == REGISTRATION:
        text = (files.read_text(path, 8 << 20) or "") if edit.kind == "add" or not edit.replaced else edit.replaced
        return any(word in (text + edit.text).lower() for word in DECISIVE)
    del call
    return True


def _loosens(path: str, edit: Edit) -> bool:
    """Whether a rule file loses anything: its name, count, an entry or a part of one, or is removed."""
    old = files.read_text(path, 4 << 20)
    if old is None:
        return False
    if edit.kind == "add":
        new: str | None = edit.text
    elif edit.kind == "update" and edit.replaced and edit.replaced in old:
        new = old.replace(edit.replaced, edit.text)
    else:
        new = None
    return new is None or is_looser(old, new, path)


def is_looser(old: str, new: str, path: str) -> bool:
    """Whether the second text of a rule file enforces less than the first.

    More entries, a higher count and other prose are no loss; anything else that changed is.
    """
    from feedback_gate.feedback import parse

    try:
        before, after = parse.parse(old, path), parse.parse(new, path)
    except parse.BrokenFileError:
        return True
    if before is None:
        return False
    if after is None or before["name"] != after["name"] or after["count"] < before["count"]:
        return True
    if any(before[key] != after[key] for key in ("expires", "projects", "when_exists", "auto_count")):
        return True
    return any(_essence(entry) not in [_essence(one) for one in after["entries"]] for entry in before["entries"])


def _essence(entry: dict[str, object]) -> dict[str, object]:
    return {key: value for key, value in entry.items() if key not in ("index", "line", "message", "examples", "literal")}
