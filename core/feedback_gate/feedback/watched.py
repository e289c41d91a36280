"""The files that keep an agent in check, by kind, and which edits of them weaken the check."""

from __future__ import annotations

import os

from feedback_gate.feedback import folders
from feedback_gate.state import places
from feedback_gate.system import files

TYPE_CHECKING = False
if TYPE_CHECKING:
    from feedback_gate.check import Call
    from feedback_gate.event import Edit
    from feedback_gate.feedback.rules import Rules

REGISTRATION, OURS, GATE, RULE = "registration", "ours", "gate", "rule"
REGISTRATIONS = ("settings.json", "settings.local.json", "hooks.json", "requirements.toml", "managed-settings.json")
CONFIGS = (".claude", ".agents")
CLIENT_FOLDERS = (".claude", ".codex", "claude-code", "managed-settings.d", "codex")
# Parts of a settings file that decide whether hooks run; other settings are none of our business.
DECISIVE = ("hook", '"env"', "plugin", "feedback-gate", "feedback_gate", "trust")


def kind_of(path: str, call: Call, *, whole: bool = False) -> str:
    """REGISTRATION | OURS | GATE | RULE, or "" for a file that is not watched, by its own name or where links lead.

    Args:
        path: absolute and normalised.
        call: names the homes.
        whole: everything below the path is at stake too.
    """
    found = _kind_of(path, call, whole=whole)
    real = path if found else os.path.realpath(path)
    return found if real == path else _kind_of(real, call, whole=whole)


def _kind_of(path: str, call: Call, *, whole: bool) -> str:
    folder, name = os.path.split(path)
    parent = os.path.basename(folder)
    if name in REGISTRATIONS and (parent in CLIENT_FOLDERS or folder in _client_folders(call)):
        return REGISTRATION
    if _is_ours(path, call):
        return OURS
    if (name == "gate.yaml" and parent in CONFIGS) or name == ".shoot.config.json":
        return GATE
    config = os.path.basename(os.path.dirname(folder))
    if name.endswith(".md") and ((parent == "feedback" and config in CONFIGS) or folder in _rule_folders(call)):
        return RULE
    return _kind_of_folder(path, call, whole=whole) if os.path.isdir(path) else ""


def _kind_of_folder(path: str, call: Call, *, whole: bool) -> str:
    """What is lost with a folder: rules, a gate, registrations; with `whole` also what lies deeper."""
    if path in _rule_folders(call) or (
        os.path.basename(path) == "feedback" and os.path.basename(os.path.dirname(path)) in CONFIGS
    ):
        return RULE
    if os.path.basename(path) in CONFIGS:
        for name, kind in (("feedback", RULE), ("gate.yaml", GATE), *((name, REGISTRATION) for name in REGISTRATIONS)):
            if os.path.exists(os.path.join(path, name)):
                return kind
    if whole:
        below = path.rstrip("/") + "/"
        for kind, places in (
            (RULE, _rule_folders(call)),
            (OURS, [*_homes(call), *_programs(call)]),
            (REGISTRATION, _client_folders(call)),
        ):
            if any(one.startswith(below) and os.path.exists(one) for one in places):
                return kind
    return ""


def _rule_folders(call: Call) -> list[str]:
    return [folder for _, folder in folders.places(call)]


def _client_folders(call: Call) -> list[str]:
    """Where the clients' own settings lie when a variable says so, else in the home."""
    environ, home = call.environ, call.project.home
    named = [environ.get(name, "").rstrip("/") for name in ("CODEX_HOME", "CLAUDE_CONFIG_DIR")]
    return [*filter(None, named), *(os.path.join(home, name) for name in (".claude", ".codex") if home)]


def _homes(call: Call) -> list[str]:
    environ = call.environ
    homes = [places.state_home(environ), places.data_home(environ), places.config_home(environ), places.cache_home(environ)]
    return [*filter(None, homes), "/etc/feedback-gate", "/opt/feedback-gate"]


def _programs(call: Call) -> list[str]:
    home = call.project.home
    named = [call.environ.get("FEEDBACK_GATE_BIN", ""), os.path.join(home, ".local/bin/feedback-gate") if home else ""]
    return [os.path.normpath(one) for one in named if one]


def _is_ours(path: str, call: Call) -> bool:
    return path in _programs(call) or any(path == home or path.startswith(home + "/") for home in _homes(call))


def is_harmful(kind: str, path: str, edit: Edit, call: Call, rules: Rules) -> bool:
    """Whether an edit of a watched file may weaken the check."""
    if kind == RULE:
        return _loosens(path, edit, call, rules)
    if kind == GATE:
        return os.path.exists(path)
    if kind == REGISTRATION:
        text = (files.read_text(path, 8 << 20) or "") if edit.kind == "add" or not edit.replaced else edit.replaced
        return any(word in (text + edit.text).lower() for word in DECISIVE)
    return True


def _loosens(path: str, edit: Edit, call: Call, rules: Rules) -> bool:
    """Whether a rule file loses anything (its name, count, an entry or a part of one), or keeps another one out of force."""
    old = files.read_text(path, 4 << 20)
    if old is None:
        return edit.kind in ("add", "update") and _hides_another(edit.text, path, call, rules)
    if edit.kind == "add":
        new: str | None = edit.text
    elif edit.kind == "update" and edit.replaced and edit.replaced in old:
        new = old.replace(edit.replaced, edit.text)
    else:
        new = None
    return new is None or is_looser(old, new, path) or _hides_another(new, path, call, rules)


def _hides_another(text: str, path: str, call: Call, rules: Rules) -> bool:
    """Whether a rule takes the name of one in a folder that comes later in its scope, which would be out of force then."""
    from feedback_gate.feedback import parse

    try:
        record = parse.parse(text, path)
    except parse.BrokenFileError:
        return False
    order = folders.places(call)
    mine = next((number for number, (_, folder) in enumerate(order) if folder == os.path.dirname(path)), len(order))
    later = [folder for scope, folder in order[mine + 1 :] if scope == order[mine][0]] if mine < len(order) else []
    return record is not None and any(
        one.folder in later and any(other["file"] != path for other in one.named(record["name"])) for one in rules.loaded
    )


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
