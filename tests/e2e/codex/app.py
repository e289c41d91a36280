"""A small client of ``codex app-server``: the interactive surface (approvals, interrupts, hook review) without a terminal."""

from __future__ import annotations

import json
import signal
import subprocess

from feedback_gate.system import children


class AppServer:
    """Speaks JSON-RPC lines with the client's own server; use it as a context.

    with AppServer(lab, server.url) as app:
        app.trust_hooks()
        thread = app.thread()
        app.turn(thread, "do it", answer=lambda method, params: "accept")
    """

    def __init__(self, lab, url="http://127.0.0.1:9/v1"):
        lab.configure(url)
        self.lab = lab
        self.notes = []
        self._number = 0
        self._process = subprocess.Popen(
            [lab.client, "app-server"],
            cwd=lab.project,
            env=lab.env(),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
            start_new_session=True,
        )

    def __enter__(self):
        client = {"name": "lab", "title": "lab", "version": "0"}
        self.call("initialize", {"clientInfo": client, "capabilities": {"experimentalApi": True}})
        self._send({"method": "initialized"})
        return self

    def __exit__(self, *_error):
        self._process.stdin.close()
        try:
            self._process.wait(timeout=15)
        except subprocess.TimeoutExpired:
            children.kill_group(self._process.pid, signal.SIGKILL)
            self._process.wait()
        self._process.stdout.close()

    def _send(self, message):
        self._process.stdin.write(json.dumps(message) + "\n")
        self._process.stdin.flush()

    def _read(self, answer):
        """The next message; a question of the server is answered on the way."""
        line = self._process.stdout.readline()
        assert line, "the app server ended"
        message = json.loads(line)
        if "method" in message:
            self.notes.append(message)
        if "method" in message and "id" in message:
            decision = answer(message["method"], message["params"]) if answer else "decline"
            self._send({"id": message["id"], "result": {"decision": decision}})
        return message

    def call(self, method, params=None, answer=None):
        """The result of a request."""
        self._number += 1
        wanted = self._number
        self._send({"id": wanted, "method": method, "params": params or {}})
        while True:
            message = self._read(answer)
            if message.get("id") == wanted and "method" not in message:
                assert "error" not in message, (method, message)
                return message["result"]

    def until(self, method, answer=None):
        """The parameters of the next notification of that name."""
        while True:
            message = self._read(answer)
            if message.get("method") == method:
                return message["params"]

    def thread(self, **more):
        """The id of a new thread that asks before it does what its sandbox forbids."""
        options = {"approvalPolicy": "on-request", "sandbox": "workspace-write", "cwd": self.lab.project, **more}
        return self.call("thread/start", {**options, "model": self.lab.model})["thread"]["id"]

    def turn(self, thread, words, answer=None):
        """One turn to its end."""
        self.call("turn/start", {"threadId": thread, "input": [{"type": "text", "text": words}]}, answer)
        return self.until("turn/completed", answer)

    def hooks(self):
        """The hooks that the client sees for the project: event name → trust status, in order of the list."""
        found = self.call("hooks/list", {"cwds": [self.lab.project]})["data"][0]["hooks"]
        return [(hook["eventName"], hook["trustStatus"]) for hook in found]

    def trust_hooks(self):
        """Trust every listed hook as it is now, the way the client's own review page does."""
        listed = self.call("hooks/list", {"cwds": [self.lab.project]})["data"][0]["hooks"]
        state = {hook["key"]: {"trusted_hash": hook["currentHash"]} for hook in listed}
        edit = {"keyPath": "hooks.state", "value": state, "mergeStrategy": "upsert"}
        return self.call("config/batchWrite", {"edits": [edit], "reloadUserConfig": True})
