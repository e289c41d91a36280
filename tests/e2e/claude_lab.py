"""Runs the real Claude Code client against a scripted model, in a throw-away home and project.

    lab = Lab(folder, client)
    lab.settings("project", lab.probe_hooks(["PreToolUse", "Stop"]))
    lab.rules([{"event": "Stop", "times": 1, "stdout": {"decision": "block", "reason": "more"}}])
    run = lab.claude("do it", [{"text": "done"}, {"text": "done again"}])
    run.hooks        # what the probe saw, in order
    run.requests     # what the client sent to the model
    run.events       # the client's stream-json output

The client gets an environment made here from nothing: no variable of the surrounding shell reaches it, its
HOME is inside the scratch folder, its model is on loopback, and anything else goes to a closed port.
"""

from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
import sys
import threading
import time

from tests.e2e.mock_anthropic import MockServer
from tests.e2e.model_script import tail_of

from feedback_gate.hosts.claude import registration
from feedback_gate.system import children

PROBE = os.path.join(os.path.dirname(os.path.abspath(__file__)), "claude_probe.py")
PATH = "/usr/local/bin:/usr/bin:/bin"
# What a plain run fires, in order (Claude Code 2.1.332); the probe listens to these and to a subagent's events.
PROBED = (  # noqa: SIM905 - a list of words
    "SessionStart UserPromptSubmit PreToolUse PermissionRequest PostToolUse PostToolUseFailure PostToolBatch "
    "SubagentStart SubagentStop Notification PreCompact PostCompact Stop SessionEnd"
).split()
# Requests the client makes for itself (titles and the like) declare no tools.
SIDE_LANE = {"name": "side", "match": {"no_tools": True}, "otherwise": {"text": "side"}}
ALLOWED = "Bash,Edit,Write,Read,Agent"
# A client that takes longer than this is killed with its whole group.
RUN_SECONDS = 90
# A port nobody listens on: what is not meant for loopback fails at once instead of leaving the machine.
CLOSED_PROXY = "http://127.0.0.1:9"


def bash(command, **more):
    """A model's turn that calls the Bash tool."""
    return {"tool": "Bash", "input": {"command": command, "description": "run it", **more}}


def write(path, content):
    """A model's turn that calls the Write tool."""
    return {"tool": "Write", "input": {"file_path": path, "content": content}}


def read(path):
    """A model's turn that calls the Read tool."""
    return {"tool": "Read", "input": {"file_path": path}}


def edit(path, old, new):
    """A model's turn that calls the Edit tool; the client wants a Read of the file before it."""
    return {"tool": "Edit", "input": {"file_path": path, "old_string": old, "new_string": new}}


def agent(prompt, *, background=False):
    """A model's turn that starts a subagent; the prompt is how its lane is found."""
    wanted = {"description": "a part", "prompt": prompt, "subagent_type": "general-purpose"}
    return {"tool": "Agent", "input": {**wanted, "run_in_background": background}}


def text(words):
    """A model's last word in a turn."""
    return {"text": words}


class Run:
    """What one headless run of the client did: its output, what it asked the model, what the probe saw."""

    def __init__(self, code, stdout, stderr, hooks, requests, seconds):
        self.code, self.stdout, self.stderr = code, stdout, stderr
        self.hooks, self.requests, self.seconds = hooks, requests, seconds
        self.events = [json.loads(line) for line in stdout.splitlines() if line.startswith("{")]

    def of(self, event):
        """The probe's rows of one event."""
        return [hook for hook in self.hooks if hook["event"] == event]

    def answers(self, event):
        """What the registered hooks answered to an event, oldest first: an object, or None where one said nothing."""
        rows = [row for row in self.events if row.get("subtype") == "hook_response" and row["hook_event"] == event]
        return [json.loads(row["stdout"]) if row["stdout"] else None for row in rows]

    def said_to_the_person(self):
        """Every `systemMessage` of the run, one a line."""
        told = [answer.get("systemMessage") for event in PROBED for answer in self.answers(event) if answer]
        return "\n".join(words for words in told if words)

    def lane(self, name="main"):
        """The requests of one conversation, oldest first."""
        return [row for row in self.requests if row["lane"] == name]

    @property
    def result(self):
        """The client's closing event."""
        return next(event for event in reversed(self.events) if event.get("type") == "result")

    def asked(self, index, lane="main"):
        """What the model is newly told by one request: the text after its last answer."""
        return tail_of(self.lane(lane)[index]["body"]["messages"])

    def sent(self, words):
        """Numbers of the requests that hold the words anywhere."""
        wanted = json.dumps(words, ensure_ascii=False)[1:-1]
        return [i for i, row in enumerate(self.requests) if wanted in json.dumps(row["body"], ensure_ascii=False)]


class Lab:
    """One home and one project, both new; ``root`` must not exist yet."""

    def __init__(self, root, client):
        self.root = os.path.abspath(root)
        self.client = client
        self.home = os.path.join(self.root, "home")
        self.project = os.path.join(self.root, "project")
        self.probe_dir = os.path.join(self.root, "probe")
        self.etc = None  # what the client sees as /etc, where it is not the machine's
        for folder in (self.home, self.project, self.probe_dir, os.path.join(self.root, "tmp")):
            os.makedirs(folder)
        self._skip_first_run_screens()
        self.git("init", "-q", "-b", "main")
        self.write("README.md", "# scratch\n")
        self.commit("start")

    def _skip_first_run_screens(self):
        state = {"hasCompletedOnboarding": True, "theme": "dark", "numStartups": 5}
        state["projects"] = {self.project: {"hasTrustDialogAccepted": True, "hasCompletedProjectOnboarding": True}}
        with open(os.path.join(self.home, ".claude.json"), "w", encoding="utf-8") as out:
            json.dump(state, out)

    # set-up

    def env(self, extra=None):
        """The client's whole environment; ``extra`` adds, and removes what is None."""
        made = {
            "PATH": PATH,
            "HOME": self.home,
            "LANG": "C.UTF-8",
            "TMPDIR": os.path.join(self.root, "tmp"),
            "TERM": "xterm-256color",
            "SHELL": "/bin/sh",
            "ANTHROPIC_API_KEY": "sk-ant-dummy-key-for-the-mock",
            "CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC": "1",
            "DISABLE_TELEMETRY": "1",
            "DISABLE_ERROR_REPORTING": "1",
            "DISABLE_AUTOUPDATER": "1",
            "DISABLE_BUG_COMMAND": "1",
            "HTTPS_PROXY": CLOSED_PROXY,
            "HTTP_PROXY": CLOSED_PROXY,
            "NO_PROXY": "127.0.0.1,localhost",
            "PROBE_DIR": self.probe_dir,
        }
        made.update(extra or {})
        return {name: value for name, value in made.items() if value is not None}

    def git(self, *args):
        """Run git in the project; its standard output."""
        env = {"PATH": PATH, "HOME": self.home, "GIT_CONFIG_NOSYSTEM": "1"}
        for who in ("AUTHOR", "COMMITTER"):
            env.update({f"GIT_{who}_NAME": "Lab", f"GIT_{who}_EMAIL": "lab@example.invalid"})
        done = subprocess.run(["git", *args], cwd=self.project, env=env, check=True, capture_output=True, text=True)
        return done.stdout

    def commit(self, words):
        self.git("add", "-A")
        self.git("commit", "-q", "-m", words)

    def path(self, name):
        """The absolute path of a project file."""
        return os.path.join(self.project, name)

    def write(self, name, content, mode=0o644):
        """Write a project file; its absolute path."""
        return put(self.path(name), content, mode)

    def read(self, name):
        """The text of a project file."""
        return contents(self.path(name))

    def at_home(self, name, content, mode=0o644):
        """Write a file of the home folder; its absolute path."""
        return put(os.path.join(self.home, name), content, mode)

    def settings(self, scope, value):
        """Write the settings of a scope: user, project or local."""
        folder = self.home if scope == "user" else self.project
        name = "settings.local.json" if scope == "local" else "settings.json"
        return put(os.path.join(folder, ".claude", name), json.dumps(value, indent=1))

    def managed(self, value):
        """Write the administrator's settings, in a /etc that only this lab's clients see."""
        self.etc = os.path.join(self.root, "etc")
        if not os.path.exists(self.etc):
            shutil.copytree("/etc", self.etc, symlinks=True, ignore_dangling_symlinks=True)
        return put(os.path.join(self.etc, "claude-code", "managed-settings.json"), json.dumps(value, indent=1))

    def inside_own_etc(self):
        """The words before a command that give it the lab's /etc."""
        if self.etc is None:
            return []
        own = [] if os.getuid() == 0 else ["-r"]
        line = 'mount --make-rprivate / && mount --bind "$0" /etc && exec "$@"'
        return ["/usr/bin/unshare", *own, "-m", "/bin/sh", "-c", line, self.etc]

    def probe_hooks(self, events=PROBED, name="probe", **more):
        """A settings object that runs the probe on the events."""
        hook = {"type": "command", "command": f"{sys.executable} -I {PROBE} {name}", **more}
        return {"hooks": {event: [{"hooks": [hook]}] for event in events}}

    def rules(self, rules):
        """How the probe answers, first fit wins."""
        put(os.path.join(self.probe_dir, "rules.json"), json.dumps(rules))

    def hooks(self):
        """What the probe was given so far, in order."""
        rows = []
        for name in os.listdir(self.probe_dir):
            if name.endswith(".json") and name != "rules.json":
                with open(os.path.join(self.probe_dir, name), encoding="utf-8") as handle:
                    rows.append(json.load(handle))
        return sorted(rows, key=lambda row: row["began"])

    # running

    def cli(self, *args, cwd=None, stdin=None, check=True):
        """A subcommand without a model, such as ``plugin validate``: the finished process."""
        done = subprocess.run(
            [self.client, *args],
            cwd=cwd or self.project,
            env=self.env({"ANTHROPIC_API_KEY": None}),  # with a key it waits 17 s for an answer from outside
            input=stdin or "",
            capture_output=True,
            text=True,
            timeout=60,
            check=False,
        )
        if check:
            assert done.returncode == 0, (args, done.stdout, done.stderr)
        return done

    def register(self, plugin):
        """Put the plugin's launcher where user hooks find it and register it in the user's settings; the launcher's path."""
        folder = os.path.join(self.home, ".local", "share", "feedback-gate")
        shutil.copytree(os.path.join(plugin, "shim"), folder)
        launcher = os.path.join(folder, "hook.sh")
        path = os.path.join(self.home, ".claude", "settings.json")
        kept = json.loads(contents(path)) if os.path.exists(path) else {}
        self.settings("user", {**kept, "hooks": registration.hooks(registration.quoted(launcher))})
        return launcher

    def install_plugin(self, folder):
        """Add the folder as a local marketplace and install its plugin, as a person would."""
        self.cli("plugin", "marketplace", "add", folder)
        self.cli("plugin", "install", "feedback-gate@feedback-gate")

    def claude(self, prompt, turns, *args, lanes=(), env=None, allow=ALLOWED, cwd=None):
        """One headless run to its end: the ``Run``.

        Args:
            prompt: the person's words; a list of them is said one after the other, each after the last was answered.
            turns: what the model answers in the main conversation.
            args: further options of the client.
            lanes: scripts of other conversations.
            env: added to the environment.
            allow: tools that need no permission.
            cwd: the start directory, the project if not given.
        """
        server = MockServer({"lanes": [SIDE_LANE, *lanes], "turns": list(turns)}).start()
        several = isinstance(prompt, list)
        # The prompt goes first: an option that takes a list would swallow it.
        argv = [self.client, "-p", *(["--input-format", "stream-json"] if several else [prompt])]
        argv += ["--output-format", "stream-json", "--verbose", "--include-hook-events", "--allowedTools", allow, *args]
        began = time.monotonic()
        process = subprocess.Popen(
            [*self.inside_own_etc(), *argv],
            cwd=cwd or self.project,
            env=self.env({"ANTHROPIC_BASE_URL": server.url, **(env or {})}),
            stdin=subprocess.PIPE if several else subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            start_new_session=True,
        )
        alarm = threading.Timer(RUN_SECONDS, children.kill_group, (process.pid, signal.SIGKILL))
        alarm.start()
        try:
            said = [said_to(process, words) for words in prompt] if several else []
            out, err = process.communicate()
        finally:
            alarm.cancel()
            server.stop()
        return Run(process.returncode, "".join(said) + out, err, self.hooks(), server.records, time.monotonic() - began)

    def remove(self):
        shutil.rmtree(self.root, ignore_errors=True)


def said_to(process, words):
    """Say a prompt to a client that reads stream-json, and wait until it was answered; the lines it wrote."""
    message = {"type": "user", "message": {"role": "user", "content": [{"type": "text", "text": words}]}}
    process.stdin.write(json.dumps(message) + "\n")
    process.stdin.flush()
    lines = []
    for line in process.stdout:
        lines.append(line)
        if line.startswith("{") and json.loads(line).get("type") == "result":
            break
    return "".join(lines)


def contents(path):
    """The text of a file."""
    with open(path, encoding="utf-8") as handle:
        return handle.read()


def put(path, content, mode=0o644):
    """Write a file with its folders; the path."""
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "w", encoding="utf-8") as out:
        out.write(content)
    os.chmod(path, mode)
    return path
