"""What a host told us: one `Event` per hook call, in the same shape for every host."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from typing import Any, Union

    Tool = Union["Bash", "Edits", "Other", None]

HOSTS = ("claude", "codex")
# Characters of an id beyond which its digest stands for the rest: ids go into logs and state. The hosts' are 36.
LONGEST_ID = 128


class Bash:
    """A shell command.

    exit: None before it ran and where the host does not say (Codex), else its exit status (0 where the host only says "it
    worked"); edits: what it hands to the host's own edit tool (Codex: a here-document patch), else ().
    """

    __slots__ = ("background", "command", "edits", "exit")

    def __init__(
        self,
        command: str,
        exit: int | None = None,  # noqa: A002 - the field's own word
        *,
        background: bool = False,
        edits: Sequence[Edit] = (),
    ) -> None:
        self.command = command
        self.exit = exit
        self.background = background
        self.edits = tuple(edits)


class Edit:
    """One file operation of an edit tool.

    kind: "add" | "update" | "delete" | "move"; path: as the host gave it, made absolute by the host adapter where it can;
    old_path: the source of a move, else ""; text: the new text the agent supplied; added: the lines it adds ("" = same as text);
    replaced: what the text takes the place of, where the host says so.
    """

    __slots__ = ("added", "kind", "old_path", "path", "replaced", "text")

    def __init__(
        self,
        kind: str,
        path: str,
        old_path: str = "",
        text: str = "",
        added: str | None = None,
        *,
        replaced: str = "",
    ) -> None:
        self.kind = kind
        self.path = path
        self.old_path = old_path
        self.text = text
        self.added = text if added is None else added
        self.replaced = replaced


class Edits:
    """One edit tool call: n file operations (Codex patches have several, Claude Code always one)."""

    __slots__ = ("items",)

    def __init__(self, items: Sequence[Edit]) -> None:
        self.items = tuple(items)


def edits_of(tool: Tool) -> tuple[Edit, ...]:
    """The file operations of a call, whether an edit tool or a shell command makes them; () for every other tool."""
    if isinstance(tool, Edits):
        return tool.items
    return tool.edits if isinstance(tool, Bash) else ()


class Other:
    """Any other tool, by its name, with its raw input and (after it ran) its raw response."""

    __slots__ = ("input", "name", "response")

    def __init__(self, name: str, input: Mapping[str, Any] | None = None, response: Any = None) -> None:  # noqa: A002 - the field's own word
        self.name = name
        self.input = input if input is not None else {}
        self.response = response


class Stopping:
    """What a Stop or SubagentStop says: `active` inside a continuation, the last message, work still in the background.

    agents: ids of subagents that still run, where the host says so.
    """

    __slots__ = ("active", "agents", "background", "message")

    def __init__(self, message: str = "", *, active: bool = False, background: bool = False, agents: Sequence[str] = ()) -> None:
        self.active = active
        self.agents = tuple(agents)
        self.message = message
        self.background = background


class Event:
    """One hook call.

    host "claude" | "codex"; name: the host's event name; session, agent, agent_type: ids ("" = none; an agent id means a
    subagent); cwd: the working directory of the call; project: the start directory of the session ("" = look upwards from
    cwd); prompt: the submitted text; notification: the prompt is a background-task report, not a person's words;
    tool: what is about to run or ran; tool_use: its id; failed: it ended badly; stop: at Stop and SubagentStop;
    source: of a SessionStart; message: of a Notification; attended: a person can answer a permission dialog.
    """

    __slots__ = (
        "agent",
        "agent_type",
        "attended",
        "cwd",
        "failed",
        "host",
        "message",
        "name",
        "notification",
        "project",
        "prompt",
        "session",
        "source",
        "stop",
        "tool",
        "tool_use",
    )

    def __init__(
        self,
        host: str,
        name: str,
        session: str = "",
        agent: str = "",
        cwd: str = "",
        project: str = "",
        prompt: str = "",
        tool: Tool = None,
        stop: Stopping | None = None,
        *,
        agent_type: str = "",
        tool_use: str = "",
        failed: bool = False,
        source: str = "",
        message: str = "",
        notification: bool = False,
        attended: bool = True,
    ) -> None:
        self.host = host
        self.name = name
        self.session = _bounded(session)
        self.agent = _bounded(agent)
        self.cwd = cwd
        self.project = project
        self.prompt = prompt
        self.tool = tool
        self.stop = stop
        self.agent_type = agent_type
        self.tool_use = _bounded(tool_use)
        self.failed = failed
        self.source = source
        self.message = message
        self.notification = notification
        self.attended = attended


def _bounded(name: str) -> str:
    if len(name) <= LONGEST_ID:
        return name
    from feedback_gate.system import hashing

    return f"{name[:LONGEST_ID]}~{hashing.short(name)}"
