"""A scratch project with the hook called in-process, for tests that speak in events and replies."""

from __future__ import annotations

import json
import os
import subprocess
from typing import TYPE_CHECKING, Any

from feedback_gate import hook

if TYPE_CHECKING:
    from pathlib import Path


class Product:
    """One HOME and one project; `hook` answers as the host would see it."""

    def __init__(self, root: Path, session: str = "s1") -> None:
        self.root = root
        self.session = session
        self.agent = ""
        self.agent_type = ""
        root.mkdir(parents=True, exist_ok=True)
        os.environ["CLAUDE_PROJECT_DIR"] = str(root)

    def sh(self, command: str, cwd: Path | None = None) -> str:
        """Run a shell command in the project; its output."""
        return subprocess.run(["sh", "-c", command], cwd=cwd or self.root, check=True, capture_output=True, text=True).stdout

    def git(self) -> Product:
        """Make the project a repository with everything committed."""
        self.sh("git init -q -b main && git add -A && git commit -q --allow-empty -m start")
        return self

    def file(self, name: str, text: str = "") -> Path:
        """Write a file of the project."""
        path = self.root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
        return path

    def gate(self, text: str) -> Path:
        """Write its gate.yaml."""
        return self.file(".claude/gate.yaml", text)

    def call(self, event: str, **fields: Any) -> dict[str, Any]:
        """The reply to one event, {} for none."""
        payload: dict[str, Any] = {"session_id": self.session, "cwd": str(self.root), "hook_event_name": event, **fields}
        if self.agent:
            payload.setdefault("agent_id", self.agent)
            payload.setdefault("agent_type", self.agent_type or "general-purpose")
        reply = hook.answer("claude", event, json.dumps(payload).encode(), dict(os.environ))
        assert (reply.exit_code, reply.stderr) == (0, "")
        found: dict[str, Any] = json.loads(reply.stdout) if reply.stdout else {}
        return found

    def start(self, source: str = "startup") -> dict[str, Any]:
        """SessionStart."""
        return self.call("SessionStart", source=source)

    def prompt(self, text: str = "go on") -> dict[str, Any]:
        """UserPromptSubmit."""
        return self.call("UserPromptSubmit", prompt=text)

    def bash(
        self, command: str, tool_use: str = "t1", *, run: bool = True, cwd: Path | None = None
    ) -> tuple[dict[str, Any], dict[str, Any]]:
        """A Bash call: the replies before and after it; it really runs unless it is refused."""
        fields: dict[str, Any] = {
            "tool_name": "Bash",
            "tool_use_id": tool_use,
            "tool_input": {"command": command},
            "cwd": str(cwd or self.root),
        }
        before = self.call("PreToolUse", **fields)
        if not run or "permissionDecision" in before.get("hookSpecificOutput", {}):
            return before, {}
        done = subprocess.run(["sh", "-c", command], cwd=cwd or self.root, capture_output=True, text=True, check=False)
        if done.returncode:
            return before, self.call("PostToolUseFailure", error=f"Exit code {done.returncode}\n{done.stderr}", **fields)
        return before, self.call("PostToolUse", tool_response={"stdout": done.stdout}, **fields)

    def before_write(self, name: str, text: str = "x\n", tool_use: str = "w1") -> dict[str, Any]:
        """The reply before a Write; the name may be absolute."""
        given = {"file_path": str(self.root / name), "content": text}
        return self.call("PreToolUse", tool_name="Write", tool_use_id=tool_use, tool_input=given)

    def write(self, name: str, text: str = "x\n", tool: str = "Write") -> dict[str, Any]:
        """A Write that happened: the file is written, the reply is that of PostToolUse."""
        path = self.file(name, text)
        return self.edited(str(path), text, tool)

    def edited(self, path: str, text: str = "x\n", tool: str = "Write") -> dict[str, Any]:
        """The reply of PostToolUse for a file that was edited."""
        return self.call("PostToolUse", tool_name=tool, tool_use_id="e1", tool_input={"file_path": path, "content": text})

    def stop(self, message: str = "", *, active: bool = False, background: bool | str = False) -> dict[str, Any]:
        """Stop, or SubagentStop for an agent; `background` is a running shell command, or the id of a running agent."""
        tasks = [{"id": background, "type": "subagent"}] if isinstance(background, str) else []
        tasks += [{"id": "b1", "type": "shell"}] if background is True else []
        fields = {"stop_hook_active": active, "last_assistant_message": message, "background_tasks": tasks}
        return self.call("SubagentStop" if self.agent else "Stop", **fields)

    def as_agent(self, agent: str, agent_type: str = "general-purpose") -> Product:
        """The same session seen by one of its subagents ("" = the main thread)."""
        other = Product(self.root, self.session)
        other.agent, other.agent_type = agent, agent_type
        return other

    def in_session(self, session: str) -> Product:
        """Another session of the same project."""
        return Product(self.root, session)


def decision(reply: dict[str, Any]) -> str:
    """What is decided about a tool call: "deny", "ask", or "" for nothing."""
    found: str = reply.get("hookSpecificOutput", {}).get("permissionDecision", "")
    return found


def asked(reply: dict[str, Any]) -> str:
    """The reason of an ask, "" when it is none."""
    specific = reply.get("hookSpecificOutput", {})
    return specific.get("permissionDecisionReason", "") if decision(reply) == "ask" else ""


def denied(reply: dict[str, Any]) -> str:
    """The reason of a deny, "" when it is none."""
    specific = reply.get("hookSpecificOutput", {})
    return specific.get("permissionDecisionReason", "") if specific.get("permissionDecision") == "deny" else ""


def blocked(reply: dict[str, Any]) -> str:
    """The reason of a block, "" when it is none."""
    return reply.get("reason", "") if reply.get("decision") == "block" else ""


def shown(reply: dict[str, Any]) -> str:
    """What the person sees."""
    return reply.get("systemMessage", "")


def context(reply: dict[str, Any]) -> str:
    """What the agent is told beside a decision."""
    return reply.get("hookSpecificOutput", {}).get("additionalContext", "")
