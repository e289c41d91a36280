"""Records what the real Codex gives its hooks: `python -m tests.e2e.codex.capture CLIENT FOLDER` writes the fixtures anew.

Drives the client through every event and tool shape that it has. Each recording is the JSON a hook read, with paths, ids and
times replaced by steady ones. A test records again and compares, so that a new version of the client shows what it changed.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import sys
import time

from tests.e2e.claude_lab import put
from tests.e2e.codex.app import AppServer
from tests.e2e.codex.lab import CODE, DIRECT, UNKNOWN, CodexLab, js, patch_of, say
from tests.e2e.codex.mock_openai import MockServer

UUID = re.compile(r"[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}")
CALL = re.compile(r"\b(call|resp)_[0-9a-f]{24}\b")
STEADY = (
    (re.compile(r"rollout-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d-"), "rollout-2026-01-02T03-04-05-"),
    (re.compile(r"sessions/\d{4}/\d\d/\d\d/"), "sessions/2026/01/02/"),
    (re.compile(r"Wall time: [\d.]+ seconds"), "Wall time: 0.1 seconds"),
)
SECTIONS = (
    '*** Add File: src/new.py\n+print("hello")',
    "*** Update File: src/app.py\n@@ def main():\n-    return 1\n+    return 2",
    "*** Delete File: old.txt",
    "*** Update File: docs/a.md\n*** Move to: docs/b.md\n@@\n-one\n+uno",
)
EVERY_OPERATION = patch_of(*SECTIONS) + "\n"
SEED = {"src/app.py": "def main():\n    return 1\n", "old.txt": "bye\n", "docs/a.md": "one\ntwo\n"}
MCP_SERVER = """\
import json, sys
for line in sys.stdin:
    message = json.loads(line)
    if "id" not in message:
        continue
    method, result = message["method"], {}
    if method == "initialize":
        version = message["params"]["protocolVersion"]
        result = {"protocolVersion": version, "capabilities": {"tools": {}}, "serverInfo": {"name": "lab", "version": "1"}}
    elif method == "tools/list":
        schema = {"type": "object", "properties": {"path": {"type": "string"}}}
        result = {"tools": [{"name": "write_note", "description": "d", "inputSchema": schema}]}
    elif method == "tools/call":
        result = {"content": [{"type": "text", "text": "noted"}], "isError": False}
    print(json.dumps({"jsonrpc": "2.0", "id": message["id"], "result": result}), flush=True)
"""


def call(name, arguments, namespace=None):
    """A turn of one function call."""
    place = {"namespace": namespace} if namespace else {}
    return {"calls": [{"name": name, "arguments": arguments, **place}]}


class Cleaner:
    """Replaces what differs between two recordings, ids in the order in which they appear."""

    def __init__(self, lab):
        self.ids, self.calls = {}, {}
        self.paths = (
            (lab.project, "/home/user/project"),
            (lab.codex_home, "/home/user/.codex"),
            (lab.root, "/home/user"),
        )

    def _uuid(self, found):
        return self.ids.setdefault(found.group(0), f"00000000-0000-7000-8000-{len(self.ids) + 1:012d}")

    def _call(self, found):
        return self.calls.setdefault(found.group(0), f"{found.group(1)}_{len(self.calls) + 1:04d}")

    def __call__(self, payload):
        text = json.dumps(payload, ensure_ascii=False)
        for old, new in self.paths:
            text = text.replace(old, new)
        for pattern, new in STEADY:
            text = pattern.sub(new, text)
        return json.loads(CALL.sub(self._call, UUID.sub(self._uuid, text)))


class Recorder:
    """Runs scenes in labs below a folder; ``found`` maps the name of a recording to its payload."""

    def __init__(self, client, root):
        self.client, self.root, self.found = client, root, {}

    def lab(self, model):
        folder = os.path.join(self.root, "lab")
        shutil.rmtree(folder, ignore_errors=True)
        lab = CodexLab(folder, self.client, model)
        lab.user_hooks(lab.probe_hooks())
        for name, text in SEED.items():
            lab.write(name, text)
        return lab

    def keep(self, lab, hooks, names):
        """Name the calls of a scene by event, tool, in a subagent or not, and their number among those."""
        clean, counts = Cleaner(lab), {}
        for hook in hooks:
            payload = clean(hook["stdin"])
            kind = (hook["event"], payload.get("tool_name"), "agent_id" in payload)
            counts[kind] = counts.get(kind, 0) + 1
            for key, variant in names:
                if key == (*kind, counts[kind]):
                    self.found[f"{hook['event']}-{variant}"] = payload

    def exec(self, model, turns, names, *args, answers=(), prepare=None):
        lab = self.lab(model)
        if prepare:
            prepare(lab)
        lab.rules(list(answers))
        run = lab.exec("Do the task.", turns, *(args or ("-s", "workspace-write")))
        self.keep(lab, run.hooks, names)
        return lab

    def app(self, turns, names, drive=None):
        lab = self.lab(DIRECT)
        server = MockServer(turns).start()
        with AppServer(lab, server.url) as app:
            app.trust_hooks()
            thread = app.thread()
            app.turn(thread, "Do the task.", lambda *_asked: "accept")
            if drive:
                drive(app, thread)
        server.stop()
        self.keep(lab, lab.hooks(), names)


def one(event, tool=None, number=1, *, agent=False):
    return (event, tool, agent, number)


def both(tool, variant, number=1, *, agent=False):
    return [(one(event, tool, number, agent=agent), variant) for event in ("PreToolUse", "PostToolUse")]


def direct(recorder):
    """The tools called one by one, a stop that goes on once, the events round each request."""
    heredoc = "apply_patch <<'EOF'\n" + patch_of("*** Add File: h.txt\n+x") + "\nEOF"
    turns = [
        {**call("exec_command", {"cmd": "echo hi; exit 3"}), "text": "Working."},
        {"calls": [{"name": "apply_patch", "input": EVERY_OPERATION}]},
        call("exec_command", {"cmd": heredoc}),
        {"calls": [{"name": "apply_patch", "input": patch_of("*** Update File: nope.txt\n@@\n-x\n+y")}]},
        call("exec_command", {"cmd": "pwd", "workdir": "src"}),
        call("get_goal", {}),
        call("view_image", {"path": "README.md"}),
        say("First answer."),
        say("Second answer."),
    ]
    names = [
        (one("SessionStart"), "startup"),
        (one("UserPromptSubmit"), "exec"),
        *both("Bash", "bash-exec"),
        *both("apply_patch", "apply-patch-all-operations"),
        (one("PreToolUse", "Bash", 2), "bash-apply-patch-heredoc-no-post"),
        (one("PreToolUse", "apply_patch", 2), "apply-patch-missing-file-no-post"),
        (one("PreToolUse", "Bash", 3), "bash-workdir"),
        (one("PostToolUse", "Bash", 2), "bash-workdir"),
        *both("get_goal", "local-function-tool"),
        (one("PreToolUse", "view_image"), "view-image"),
        (one("Stop"), "first"),
        (one("Stop", None, 2), "continuation"),
        (one("SessionEnd"), "other"),
        (one("PreModelRequest"), "sampling"),
        (one("PostModelRequest"), "sampling"),
    ]
    again = {"event": "Stop", "times": 1, "stdout": {"decision": "block", "reason": "Go on."}}
    recorder.exec(DIRECT, turns, names, answers=[again])


NESTED = (
    f"const r = await tools.exec_command({{cmd: 'echo nested'}}); text(r);await tools.apply_patch({json.dumps(EVERY_OPERATION)});"
)


def code_mode(recorder):
    names = [*both("Bash", "bash-code-mode"), *both("apply_patch", "apply-patch-code-mode")]
    recorder.exec(CODE, [js(NESTED)], names)


def agents_v2(recorder):
    """A subagent of the newer kind that works, and goes on once when it wants to stop."""
    child = {"header": {"x-codex-turn-metadata": "/root/worker_one"}}
    spawn = {"task_name": "worker_one", "message": "child task", "fork_turns": "none"}
    turns = [
        {**js(NESTED), "when": child},
        {**say("Child, first."), "when": child},
        {**say("Child, second."), "when": child},
        {**call("spawn_agent", spawn, "collaboration"), "when": {"last": "Do the task."}},
        {**call("wait_agent", {"timeout_ms": 10000}, "collaboration"), "when": {"last": "worker_one"}},
    ]
    names = [
        *both("collaborationspawn_agent", "spawn-agent-v2"),
        *both("collaborationwait_agent", "wait-agent-v2"),
        (one("SubagentStart", agent=True), "v2"),
        *both("Bash", "bash-in-subagent", agent=True),
        *both("apply_patch", "apply-patch-in-subagent", agent=True),
        (one("SubagentStop", agent=True), "v2-first"),
        (one("SubagentStop", None, 2, agent=True), "v2-continuation"),
    ]
    again = {"event": "SubagentStop", "times": 1, "exit": 2, "stderr": "Look again."}
    recorder.exec(CODE, turns, names, answers=[again])


def agents_v1(recorder):
    """A subagent of the older kind, whose task is a prompt event."""
    spawn = {"message": "child task", "agent_type": "explorer"}
    turns = [
        {**say("Child done."), "when": {"any": "child task", "not_any": "Do the task."}},
        {**call("spawn_agent", spawn, "multi_agent_v1"), "when": {"last": "Do the task."}},
        {**call("exec_command", {"cmd": "sleep 5"}), "when": {"last": "agent_id"}},
    ]
    names = [
        *both("spawn_agent", "spawn-agent-v1"),
        (one("SubagentStart", agent=True), "v1-explorer"),
        (one("UserPromptSubmit", agent=True), "in-subagent-v1"),
        (one("SubagentStop", agent=True), "v1-explorer"),
    ]
    recorder.exec(UNKNOWN, turns, names)


def interactive(recorder):
    """Approvals, a compaction that the person asked for, an interrupt."""
    outside = os.path.join(recorder.root, "lab", "outside.txt")
    escalated = {"sandbox_permissions": "require_escalated", "justification": "Need to write outside the project."}
    turns = [
        call("exec_command", {"cmd": f"echo x > {outside}", **escalated}),
        {"calls": [{"name": "apply_patch", "input": patch_of(f"*** Add File: {outside}\n+x") + "\n"}]},
        say("Done."),
        say("SUMMARY"),
        call("exec_command", {"cmd": "sleep 30"}),
    ]

    def drive(app, thread):
        app.call("thread/compact/start", {"threadId": thread})
        app.until("turn/completed")
        started = app.call("turn/start", {"threadId": thread, "input": [{"type": "text", "text": "Long one."}]})
        time.sleep(3)
        app.call("turn/interrupt", {"threadId": thread, "turnId": started["turn"]["id"]})
        app.until("turn/completed")

    names = [
        (one("PermissionRequest", "Bash"), "bash-escalation"),
        (one("PermissionRequest", "apply_patch"), "apply-patch-outside"),
        (one("PreToolUse", "Bash"), "bash-interactive"),
        (one("PreCompact"), "manual"),
        (one("PostCompact"), "manual"),
        (one("SessionStart", None, 2), "compact"),
        (one("Interrupt"), "user"),
    ]
    recorder.app(turns, names, drive)


def automatic_compaction(recorder):
    full = {**call("exec_command", {"cmd": "echo 1"}), "usage": {"input_tokens": 300_000}}
    names = [(one("PreCompact"), "auto"), (one("PostCompact"), "auto")]
    recorder.app([full, say("SUMMARY"), say("Done.")], names)


def later_sessions(recorder):
    """A session that is resumed, one that is forked, one that is not kept."""
    lab = recorder.exec(DIRECT, [say("One.")], [])
    for args, variant in ((["resume", "--last", "Second."], "resume"), (["fork", None, "Third."], "fork")):
        session = lab.hooks()[-1]["stdin"]["session_id"]
        run = lab.exec(None, [say("Next.")], *[session if word is None else word for word in args])
        recorder.keep(lab, run.hooks, [(one("SessionStart"), variant)])
    run = lab.exec("Fourth.", [], "--ephemeral")
    recorder.keep(lab, run.hooks, [(one("Stop"), "ephemeral-no-transcript")])


def mcp_tool(recorder):
    def prepare(lab):
        server = put(os.path.join(lab.root, "server.py"), MCP_SERVER)
        table = f'[mcp_servers.lab]\ncommand = "{sys.executable}"\nargs = ["{server}"]\n'
        lab.more = table + 'default_tools_approval_mode = "approve"\n'

    turn = call("write_note", {"path": "x.md"}, "mcp__lab")
    recorder.exec(UNKNOWN, [turn], both("mcp__lab__write_note", "mcp-tool"), prepare=prepare)


SCENES = (
    direct,
    code_mode,
    agents_v2,
    agents_v1,
    interactive,
    automatic_compaction,
    later_sessions,
    mcp_tool,
)


def record(client, root):
    """Name → payload of every recording; ``root`` must not lie under a temporary folder."""
    recorder = Recorder(client, root)
    for scene in SCENES:
        scene(recorder)
    return recorder.found


def main(client, folder):
    root = os.path.join(os.path.abspath(folder), ".lab")
    try:
        for name, payload in sorted(record(client, root).items()):
            put(os.path.join(folder, f"{name}.json"), json.dumps(payload, indent=2, ensure_ascii=False) + "\n")
            print(name)
    finally:
        shutil.rmtree(root, ignore_errors=True)


if __name__ == "__main__":
    main(*sys.argv[1:3])
