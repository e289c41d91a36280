"""What an agent is told at its next event that can carry context: one line of JSON a text, taken as a whole."""

from __future__ import annotations

import json
import os

from feedback_gate.state.session import AgentState
from feedback_gate.system import files

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping


class Inbox:
    """The texts waiting for one agent of one session."""

    __slots__ = ("path",)

    def __init__(self, environ: Mapping[str, str], project_id: str, session: str, agent: str = "") -> None:
        state = AgentState(environ, project_id, session, agent).path
        self.path = state[: -len(".json")] + ".inbox" if state else ""

    def put(self, text: str) -> None:
        """Leave a text.

        Raises:
            OSError: it cannot be written.
        """
        if self.path:
            with files.Lock(self.path + ".lock"):
                files.append_line(self.path, json.dumps(text).encode())

    def take(self) -> list[str]:
        """All texts, which are gone then; costs one `stat` when there are none."""
        if not self.path or not os.path.exists(self.path):
            return []
        with files.Lock(self.path + ".lock"):
            lines = (files.read_text(self.path) or "").splitlines()
            files.remove(self.path)
        texts = []
        for line in lines:
            try:
                texts.append(str(json.loads(line)))
            except ValueError:
                continue
        return texts
