"""What the older feedback-gate plugin and Shoot left in files: what is used as it is, what can be taken over, what nobody needs."""

from __future__ import annotations

import json
import os
import re
from typing import TYPE_CHECKING, Any

from feedback_gate import settings
from feedback_gate.claims import config as claims_config
from feedback_gate.claims import history
from feedback_gate.feedback import folders, log
from feedback_gate.hosts.claude import registered as of_claude
from feedback_gate.hosts.registered import USER
from feedback_gate.quality import configured
from feedback_gate.run.output import redacted
from feedback_gate.state import places
from feedback_gate.system import files

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from feedback_gate.check import Call

STATUS = ".gate-status"
VIOLATIONS = ".violations.jsonl"
# The older plugin's lists of one session, in `.gate-status`; its early versions kept them beside `gate.yaml`. Its `summary.*.txt`
# has the name of ours.
_LIST = re.compile(
    r"(?:changed_files|gate_(?:passed|failed|pending_checks|attempts|reported|trace|deferred|push_verified)"
    r"|bash_started|feedback_gate_attempts|subagent_report)\..+\.(?:txt|jsonl?)"
)
# Those of them that name files which were still to be checked.
_OPEN = re.compile(r"(?:changed_files|gate_failed|gate_passed)\..+\.txt")
_BESIDE_RULES = (VIOLATIONS, ".errors.jsonl", ".count_state", ".ask_state", ".bash_started", ".classic_seen")
_SHOOT = (".shoot/trust.json", ".shoot/sessions", ".claude/shoot-hook.js", ".codex/shoot-hook.js")
_PROGRAM = re.compile(r"\d+\.\d+\.\d+\S*")
# Fields of a violation that `correct` and `report` read.
_FIELDS = ("ts", "rule", "count", "severity", "event", "detail")


class Used:
    """A file or folder of theirs that is read as it is. code: of its message; number: rules or events in it."""

    __slots__ = ("code", "number", "path")

    def __init__(self, code: str, path: str, number: int = 0) -> None:
        self.code = code
        self.path = path
        self.number = number


def used(call: Call) -> list[Used]:
    """Everything both systems read that is there."""
    found = [Used("migrate.rules", folder, _rules(folder)) for _, folder in folders.folders(call)]
    gate = call.project.config_file(configured.NAME)
    found += [Used("migrate.gate", gate)] if gate else []
    root = call.project.root
    shoot, past = os.path.join(root, claims_config.SHOOT), os.path.join(root, history.OLD_FILE)
    found += [Used("migrate.claims", shoot)] if files.is_file(shoot) else []
    found += [Used("migrate.history", past, len(history.read({}, root=root)))] if files.is_file(past) else []
    return [one for one in found if one.code != "migrate.rules" or one.number]


def _rules(folder: str) -> int:
    return sum(entry.name.endswith(".md") for entry in files.entries(folder))


def options(call: Call) -> tuple[dict[str, str], dict[str, str]]:
    """The options a person set in the older plugin and not here, name → value: those to take over, and those left out.

    Taken over is what is harmless or tightens; what may loosen is a person's to write. A value of "" says nothing here.
    """
    taken, left = {}, {}
    for name, given in _plugin_options(call).items():
        option = settings.OPTIONS.get(name)
        word = _word(given) if option is None else settings.valid(option, _word(given))
        if given in (None, "") or (option and (word == option.default or name in call.settings.user)):
            continue
        if option is None or word is None or len(word.splitlines()) != 1:
            left[name] = ""
        elif option.tighter and not settings.is_tighter(option, word, option.default) and not _is_own_text(option, word, call):
            left[name] = word
        else:
            taken[name] = word
    return taken, left


def _is_own_text(option: settings.Option, word: str, call: Call) -> bool:
    """Whether a text option names a file of the person's own, in the home and outside the project: no repository can write it."""
    home, root = call.project.home, call.project.root
    path = os.path.normpath(home + word[1:] if word.startswith("~/") else word)
    inside = root != home and path.startswith(root + os.sep)
    return option.kind == "text" and path.startswith(home + os.sep) and not inside


def _word(value: Any) -> str | None:
    """A JSON value as a settings file would have it."""
    if isinstance(value, bool):
        return "true" if value else "false"
    return value.strip() if isinstance(value, str) else None


def _plugin_options(call: Call) -> dict[str, Any]:
    """What the client keeps for the older plugin in the user's settings (2.1.332)."""
    for one in of_claude.all_settings(call.environ, ""):
        kept = one.value.get("pluginConfigs") if one.scope == USER else None
        plugin = kept.get(f"{of_claude.PLUGIN_NAME}@{of_claude.OLDER_MARKET}") if isinstance(kept, dict) else None
        given = plugin.get("options") if isinstance(plugin, dict) else None
        if isinstance(given, dict):
            return given
    return {}


def keep_options(call: Call, chosen: Mapping[str, str]) -> str:
    """Put options behind what the user's settings file holds; its path.

    Raises:
        OSError: it cannot be written, or what it holds cannot be read.
    """
    path = call.settings.user_file
    before = files.load(path, settings.LARGEST) or b""
    newline = b"\n" if before and not before.endswith(b"\n") else b""
    lines = "".join(f"{name} = {value}\n" for name, value in chosen.items())
    files.replace_content(path, before + newline + lines.encode("utf-8"), 0o600)
    return path


def violations(call: Call) -> list[dict[str, Any]]:
    """The violations in the older plugin's logs that are not in ours, oldest first."""
    ours = {_key(value) for value in _values(log.lines(places.log_file(call.environ, "violations")))}
    found: dict[str, dict[str, Any]] = {}
    for scope, folder in folders.folders(call):
        if scope == "user":
            for value in _values((files.read_bytes(os.path.join(folder, VIOLATIONS)) or b"").splitlines()):
                found.setdefault(_key(value), value)
    return [value for key, value in found.items() if key not in ours]


def _values(lines: Sequence[bytes]) -> Iterator[dict[str, Any]]:
    for line in lines:
        try:
            value = json.loads(line)
        except (ValueError, RecursionError):
            continue
        if isinstance(value, dict) and isinstance(value.get("rule"), str) and isinstance(value.get("ts"), str):
            kept = {name: value[name] for name in _FIELDS if name in value}
            yield {**kept, "detail": redacted(str(value.get("detail") or ""))}


def _key(value: dict[str, Any]) -> str:
    return json.dumps([value.get(name) for name in ("ts", "rule", "event", "detail")])


def keep_violations(call: Call, found: Sequence[dict[str, Any]]) -> str:
    """Put them behind our log; its path.

    Raises:
        OSError: it cannot be written.
    """
    path = places.log_file(call.environ, "violations")
    for value in found:
        files.append_line(path, json.dumps(value, ensure_ascii=False).encode("utf-8", "replace"), log.ROTATE_AT)
    return path


def still_open(call: Call) -> list[str]:
    """Files of the project that the older gate had still to check, as far as they are there."""
    root = call.project.root
    named: set[str] = set()
    for path in _lists(call):
        if _OPEN.fullmatch(os.path.basename(path)):
            lines = (files.read_text(path) or "").splitlines()
            named.update(os.path.normpath(os.path.join(root, line.strip())) for line in lines if line.strip())
    inside = [path for path in named if path.startswith(root + os.sep) and files.is_file(path)]
    return sorted(os.path.relpath(path, root) for path in inside)


def _lists(call: Call) -> Iterator[str]:
    for folder in call.project.config_folders():
        for place in (os.path.join(folder, STATUS), folder):
            yield from (entry.path for entry in files.entries(place) if _LIST.fullmatch(entry.name))


def leftovers(call: Call) -> list[str]:
    """Files and folders that nobody reads once the older tool is gone."""
    lists = sorted(_lists(call))
    early = {os.path.dirname(path) for path in lists if os.path.basename(os.path.dirname(path)) != STATUS}
    found = [*lists, *(os.path.join(folder, "hooks", "logs") for folder in sorted(early))]
    found += [os.path.join(folder, STATUS, "shared") for folder in call.project.home_config_folders()]
    found += [os.path.join(folder, name) for _, folder in folders.folders(call) for name in _BESIDE_RULES]
    found += [os.path.join(call.project.root, name) for name in _SHOOT]
    found += [entry.path for entry in files.entries(places.cache_home(call.environ)) if _is_older_program(entry.path)]
    return [path for path in found if os.path.lexists(path)]


def _is_older_program(folder: str) -> bool:
    """Whether a folder of the cache holds the older plugin's program; ours carry a hash in their names."""
    name = os.path.basename(folder)
    return bool(_PROGRAM.fullmatch(name)) and files.is_file(os.path.join(folder, "feedback-gate"))
