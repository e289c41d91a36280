"""Where rule files lie: the user's folders and the project's, in host order, each real folder once."""

from __future__ import annotations

import os

TYPE_CHECKING = False
if TYPE_CHECKING:
    from feedback_gate.check import Call

FOLDER = "feedback"


def folders(call: Call) -> list[tuple[str, str]]:
    """(scope, folder) of every existing rule folder; scope "user" | "project"; user first, host order within a scope.

    `CLAUDE_FEEDBACK_DIR` replaces the user's folders, but not when the project's own settings set it.
    """
    chosen = call.settings.variable("CLAUDE_FEEDBACK_DIR") if "CLAUDE_FEEDBACK_DIR" in call.environ else ""
    project = call.project
    user = (chosen,) if chosen else tuple(os.path.join(folder, FOLDER) for folder in project.home_config_folders())
    own = tuple(os.path.join(folder, FOLDER) for folder in project.config_folders())
    found: list[tuple[str, str]] = []
    seen: set[tuple[int, int]] = set()
    for scope, folder in [("user", one) for one in user] + [("project", one) for one in own]:
        try:
            info = os.stat(folder)
        except (OSError, ValueError):
            continue
        if (info.st_dev, info.st_ino) not in seen:
            seen.add((info.st_dev, info.st_ino))
            found.append((scope, folder))
    return found
