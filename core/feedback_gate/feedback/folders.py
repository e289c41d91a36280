"""Where rule files lie: the user's folders and the project's, in host order, each real folder once."""

from __future__ import annotations

import os

from feedback_gate.system import files

TYPE_CHECKING = False
if TYPE_CHECKING:
    from feedback_gate.check import Call

FOLDER = "feedback"


def places(call: Call) -> list[tuple[str, str]]:
    """(scope, folder) of every place for rules, whether it exists or not; scope "user" | "project", in the order of reading.

    `CLAUDE_FEEDBACK_DIR` replaces the user's folders, but not when the project's own settings set it.
    """
    project = call.project
    chosen = chosen_folder(call)
    user = (chosen,) if chosen else tuple(os.path.join(folder, FOLDER) for folder in project.home_config_folders())
    own = tuple(os.path.join(folder, FOLDER) for folder in project.config_folders())
    return [("user", one) for one in user] + [("project", one) for one in own]


def chosen_folder(call: Call) -> str:
    """The folder that `CLAUDE_FEEDBACK_DIR` names, "" without one.

    `~` is the home; a relative path is seen from the project, so that it stays the same wherever the agent goes.
    """
    chosen = call.settings.variable("CLAUDE_FEEDBACK_DIR").strip() if "CLAUDE_FEEDBACK_DIR" in call.environ else ""
    if not chosen:
        return ""
    if chosen == "~" or chosen.startswith("~/"):
        chosen = call.project.home + chosen[1:]
    return os.path.normpath(os.path.join(call.project.root, chosen))


def missing_folder(call: Call) -> str:
    """The folder that `CLAUDE_FEEDBACK_DIR` names and that is not there, "" when all is well."""
    chosen = chosen_folder(call)
    return chosen if chosen and not files.is_there(chosen) else ""


def folders(call: Call) -> list[tuple[str, str]]:
    """(scope, folder) of every rule folder that is there, whether it can be read or not.

    One that is reached by two names is the first.
    """
    found: list[tuple[str, str]] = []
    seen: set[object] = set()
    for scope, folder in places(call):
        try:
            info = os.stat(folder)
        except (OSError, ValueError):
            identity: object = folder if files.is_there(folder) else None
        else:
            identity = (info.st_dev, info.st_ino)
        if identity is not None and identity not in seen:
            seen.add(identity)
            found.append((scope, folder))
    return found
