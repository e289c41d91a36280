"""The folder `.gate-status` of a project: what people and agents may read there, written without following any link."""

from __future__ import annotations

import os
import re

from feedback_gate.system import below

TYPE_CHECKING = False
if TYPE_CHECKING:
    from feedback_gate.project import Project

NAME = ".gate-status"
IGNORE = b"*\n"
LONGEST = 100


class StatusHome:
    """`<project>/<config folder>/.gate-status`; nothing in it is ever believed."""

    __slots__ = ("config", "root")

    def __init__(self, root: str, config: str = ".claude") -> None:
        self.root = root
        self.config = config

    @classmethod
    def of(cls, project: Project) -> StatusHome:
        """In the first configuration folder that exists (host order), else in `.claude`."""
        for folder in project.config_folders():
            if os.path.isdir(folder):
                return cls(project.root, os.path.basename(folder))
        return cls(project.root)

    @property
    def path(self) -> str:
        """Where it is, whether it exists or not."""
        return os.path.join(self.root, self.config, NAME)

    def folder(self, *steps: str, make: bool = False) -> below.Folder | None:
        """An open folder in it; None when it is missing, unwritable or a link on the way leads elsewhere."""
        try:
            if make:
                self._make()
            return below.enter(self.root, (self.config, NAME, *steps), make=make)
        except OSError:
            return None

    def _make(self) -> None:
        with below.enter(self.root, (self.config, NAME), make=True) as home:
            if home.status(".gitignore") is None:
                home.replace(".gitignore", IGNORE)


def state_id(session: str, agent: str = "") -> str:
    """`<session>` or `<session>--<agent>`, fit for a file name."""
    return file_name(session or "unknown") + (f"--{file_name(agent)}" if agent else "")


def file_name(text: str) -> str:
    """A text as part of a file name: letters, digits, `_` and `-`, everything else `_`."""
    return re.sub(r"[^A-Za-z0-9_-]", "_", text)[:LONGEST]
