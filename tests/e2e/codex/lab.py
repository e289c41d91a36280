"""Runs the real Codex CLI against a scripted model, in a throw-away home and project.

    lab = CodexLab(folder, client, CODE)
    lab.user_hooks(lab.probe_hooks(["PreToolUse", "Stop"]))
    lab.rules([{"event": "Stop", "times": 1, "stdout": {"decision": "block", "reason": "more"}}])
    run = lab.exec("do it", [lab.shell("make"), say("done")])
    run.hooks        # what the probe saw, in order
    run.requests     # what the client sent to the model
    run.told(-1)     # the text that the last request adds to the one before

The client gets an environment made here from nothing, a HOME and a CODEX_HOME inside the scratch folder, and a model on
loopback. The scratch folder must not lie under a temporary folder: the client refuses to put its helper programs there.
"""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time

from tests.e2e.claude_lab import PATH, PROBE, Lab, put
from tests.e2e.codex.mock_openai import MockServer, text_of

from feedback_gate.system import children

# The model's name picks the shape of its tools (codex 0.171.0): direct calls; one tool that runs JavaScript, the calls
# nested in it, as all models of the 5.6 and 6.x families have it; and a name that the client does not know.
DIRECT, CODE, UNKNOWN = "gpt-5.5", "gpt-6.2-sol", "gpt-5.4"
EVENTS = (  # noqa: SIM905 - a list of words
    "SessionStart SessionEnd UserPromptSubmit PreToolUse PermissionRequest PostToolUse PreCompact PostCompact "
    "SubagentStart SubagentStop Stop Interrupt PreModelRequest PostModelRequest"
).split()
CONFIG = """\
model = "{model}"
model_provider = "mock"
{top}
[model_providers.mock]
name = "mock"
base_url = "{url}"
env_key = "MOCK_KEY"
wire_api = "responses"
request_max_retries = 0
stream_max_retries = 0

{more}
"""


def say(words):
    """A model's last word in a turn."""
    return {"text": words}


def patch_of(*sections):
    """A patch of sections, each a header and its lines in one string."""
    return "\n".join(["*** Begin Patch", *sections, "*** End Patch"])


class Run:
    """What one headless run of the client did: its output, what it asked the model, what the probe saw."""

    def __init__(self, code, stdout, stderr, hooks, requests, seconds):
        self.code, self.stdout, self.stderr = code, stdout, stderr
        self.hooks, self.seconds = hooks, seconds
        self.requests = [row for row in requests if row["path"].endswith("/responses")]
        self.events = [json.loads(line) for line in stdout.splitlines() if line.startswith("{")]

    def of(self, event):
        """What the probe was given at one event, in order."""
        return [hook["stdin"] for hook in self.hooks if hook["event"] == event]

    def inputs(self, index):
        """The items of one request's conversation."""
        return self.requests[index]["body"]["input"]

    def told(self, index):
        """The text that one request adds to the one before: the model's own items, tool outputs, hook texts."""
        number = range(len(self.requests))[index]
        before = len(self.inputs(number - 1)) if number else 0
        return text_of(self.inputs(number)[before:])

    def sent(self, words):
        """Numbers of the requests that hold the words anywhere."""
        return [number for number in range(len(self.requests)) if words in text_of(self.requests[number]["body"])]


class CodexLab(Lab):
    """One home, one CODEX_HOME and one project, all new; ``root`` must not exist yet."""

    def __init__(self, root, client, model=DIRECT):
        self.model = model
        self.top, self.more = "", ""
        self.etc = None  # a folder that the client sees as /etc
        self.codex_home = os.path.join(os.path.abspath(root), "codex-home")
        super().__init__(root, client)

    def _skip_first_run_screens(self):
        os.makedirs(self.codex_home)

    # set-up

    def env(self, extra=None):
        """The client's whole environment; ``extra`` adds, and removes what is None."""
        made = {
            "PATH": PATH,
            "HOME": self.home,
            "CODEX_HOME": self.codex_home,
            "LANG": "C.UTF-8",
            "TMPDIR": os.path.join(self.root, "tmp"),
            "MOCK_KEY": "dummy",
            "PROBE_DIR": self.probe_dir,
        }
        made.update(extra or {})
        return {name: value for name, value in made.items() if value is not None}

    def probe_hooks(self, events=EVENTS, name="probe", **more):
        """The ``hooks`` table that runs the probe on the events."""
        handler = {"type": "command", "command": f"{sys.executable} {PROBE} {name}", **more}
        return {event: [{"hooks": [handler]}] for event in events}

    def user_hooks(self, table):
        """Write the person's hooks.json."""
        return put(os.path.join(self.codex_home, "hooks.json"), json.dumps({"hooks": table}, indent=1))

    def configure(self, url="http://127.0.0.1:9/v1"):
        """Write config.toml, or only put the model's address into the one that is there."""
        path = os.path.join(self.codex_home, "config.toml")
        if not os.path.exists(path):
            put(path, CONFIG.format(model=self.model, url=url, top=self.top, more=self.more))
            return
        with open(path, encoding="utf-8") as file:
            text = file.read()
        old = text.split('base_url = "')[1].split('"')[0]
        put(path, text.replace(old, url))

    # what the model does, in the shape that its tools have

    def shell(self, command, **more):
        """A turn that runs a shell command."""
        arguments = {"cmd": command, **more}
        if self.model == CODE:
            return js(f"text((await tools.exec_command({json.dumps(arguments)})).output)")
        return {"calls": [{"name": "exec_command", "arguments": arguments}]}

    def patch(self, *sections):
        """A turn that applies a patch of sections."""
        if self.model == CODE:
            return js(f"text(await tools.apply_patch({json.dumps(patch_of(*sections))}))")
        return {"calls": [{"name": "apply_patch", "input": patch_of(*sections)}]}

    # running

    def exec(self, prompt, turns, *args, trust=True, env=None, timeout=90, cwd=None):
        """One headless run to its end: the ``Run``.

        Args:
            prompt: the person's words; None where ``args`` hold them (``resume``, ``fork``).
            turns: what the model answers.
            args: further options of ``codex exec``; the sandbox is off unless they say otherwise.
            trust: pass over the review of hooks for this run.
            env: added to the environment.
            timeout: seconds, after which the client's whole group is killed.
            cwd: the start directory, the project if not given.
        """
        server = MockServer(turns).start()
        self.configure(server.url)
        argv = [self.client, "exec", "--json", *(["--dangerously-bypass-hook-trust"] if trust else [])]
        argv += [*(args if "-s" in args else ("-s", "danger-full-access", *args)), *([prompt] if prompt else [])]
        seen = len(self.hooks())
        began = time.monotonic()
        process = subprocess.Popen(
            [*self._inside_own_etc(), *argv],
            cwd=cwd or self.project,
            env=self.env(env),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            start_new_session=True,
        )
        try:
            out, err = process.communicate(timeout=timeout)
        except subprocess.TimeoutExpired:
            children.kill_group(process.pid, signal.SIGKILL)
            out, err = process.communicate()
            err += f"\n(lab: killed after {timeout} s)"
        finally:
            server.stop()
        return Run(process.returncode, out, err, self.hooks()[seen:], server.records, time.monotonic() - began)

    def _inside_own_etc(self):
        """The words before a command that give it a private /etc."""
        if self.etc is None:
            return []
        own = [] if os.getuid() == 0 else ["-r"]
        line = 'mount --make-rprivate / && mount --bind "$0" /etc && exec "$@"'
        return ["unshare", *own, "-m", "sh", "-c", line, self.etc]


def js(code):
    """A turn that runs JavaScript in code mode."""
    return {"calls": [{"name": "exec", "namespace": "functions", "input": code}]}
