"""What every check is given: one `Call`, with everything a hook call may need, made when first asked for."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

    from feedback_gate.event import Event
    from feedback_gate.project import Project
    from feedback_gate.settings import Settings
    from feedback_gate.state.session import AgentState

# Seconds a hook may use before it must have answered; below the host's own limit (Claude Code 2.1.332: 600 s registered,
# 30 s for UserPromptSubmit; 60 s registered for the quick events).
INNER_SECONDS = {
    "UserPromptSubmit": 20.0,
    "SessionStart": 40.0,
    "PreToolUse": 50.0,
    "Notification": 20.0,
    "PermissionRequest": 20.0,
    "SubagentStart": 50.0,
    "Interrupt": 2.0,  # Codex 0.171.0 kills it after 3 s at most
}
DEFAULT_SECONDS = 570.0


class Call:
    """One hook call's surroundings.

    environ: the process environment; settings: options with their sources; project: roots, id, config folders;
    state: this agent's kept state; clock: the clock module; deadline: monotonic seconds at which we must have answered;
    run: function Command → Result.
    """

    __slots__ = ("_project", "_settings", "_state", "_written", "after", "deadline", "environ", "event", "facts", "ran")

    def __init__(self, event: Event, environ: Mapping[str, str], deadline: float) -> None:
        self.event = event
        self.environ = environ
        self.deadline = deadline
        self._project: Project | None = None
        self._settings: Settings | None = None
        self._state: AgentState | None = None
        self._written: Any = None
        # Functions a check leaves behind to be called with the Outcome, before the reply is written.
        self.after: list[Any] = []
        # (Command, Result) of everything that ran in this call, so that nothing runs twice at one stop.
        self.ran: list[Any] = []
        # What one check tells later ones of the same call, by name.
        self.facts: dict[str, Any] = {}

    @property
    def clock(self) -> Any:
        """The clock module: `now()` in epoch seconds, `monotonic()`."""
        from feedback_gate.system import clock

        return clock

    @property
    def project(self) -> Project:
        """The project of this call, found once."""
        if self._project is None:
            from feedback_gate.project import Project

            self._project = Project.of(self.event, self.environ)
        return self._project

    @property
    def settings(self) -> Settings:
        """The options, read once."""
        if self._settings is None:
            from feedback_gate.settings import Settings

            self._settings = Settings(self.environ, self.project.root)
        return self._settings

    @property
    def language(self) -> str:
        """The language of what is shown, "en" or "ja"."""
        from feedback_gate import messages

        return messages.language_of(self.settings.get("language").value, self.environ)

    @property
    def state(self) -> AgentState:
        """What is kept for this session and agent."""
        if self._state is None:
            from feedback_gate.state.session import AgentState

            self._state = AgentState(self.environ, self.project.id, self.event.session, self.event.agent)
        return self._state

    @property
    def written(self) -> Any:
        """The files the shell command of this call wrote, looked up once: `changes.written.Written`."""
        if self._written is None:
            from feedback_gate.changes import written

            self._written = written.by_command(self.event, self)
        return self._written

    def run(self, command: Any) -> Any:
        """Run one command under this call's deadline; see `run.command`."""
        from feedback_gate.run.command import command as run_command

        return run_command(command, self)
