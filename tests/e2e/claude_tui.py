r"""Drives the interactive Claude Code client in a pseudo-terminal: permission dialogs and what only a person can do.

with Tui(lab, [bash("ls"), text("done")]) as tui:
    tui.say("do it")
    tui.wait("Do you want to proceed")
    tui.accept(1)
"""

from __future__ import annotations

import fcntl
import json
import os
import pty
import re
import signal
import struct
import termios
import threading
import time

from tests.e2e.claude_lab import SIDE_LANE
from tests.e2e.mock_anthropic import MockServer

ROWS, COLUMNS = 50, 160
PROMPT = "❯"


class Tui:
    """One interactive session, from entering the ``with`` block to leaving it."""

    def __init__(self, lab, turns, *args, lanes=()):
        self.lab = lab
        self.args = args
        self.server = MockServer({"lanes": [SIDE_LANE, *lanes], "turns": list(turns)})
        self.raw = b""

    def __enter__(self):
        self._approve_the_key()
        self.server.start()
        env = self.lab.env({"ANTHROPIC_BASE_URL": self.server.url})
        self.pid, self.terminal = pty.fork()
        if self.pid == 0:
            os.chdir(self.lab.project)
            argv = [*self.lab.inside_own_etc(), self.lab.client, *self.args]
            os.execve(argv[0], argv, env)
        fcntl.ioctl(self.terminal, termios.TIOCSWINSZ, struct.pack("HHHH", ROWS, COLUMNS, 0, 0))
        self.reader = threading.Thread(target=self._read, daemon=True)
        self.reader.start()
        self.wait(PROMPT)
        return self

    def _approve_the_key(self):
        path = os.path.join(self.lab.home, ".claude.json")
        with open(path, encoding="utf-8") as handle:
            state = json.load(handle)
        state["customApiKeyResponses"] = {"approved": [self.lab.env()["ANTHROPIC_API_KEY"][-20:]], "rejected": []}
        with open(path, "w", encoding="utf-8") as out:
            json.dump(state, out)

    def _read(self):
        while True:
            try:
                data = os.read(self.terminal, 65536)
            except OSError:  # the client is gone
                return
            if not data:
                return
            self.raw += data

    def screen(self):
        """Roughly all that was drawn so far: the output without its control sequences."""
        drawn = self.raw.decode("utf-8", "replace")
        drawn = re.sub(r"\x1b\[(\d*)C", lambda moved: " " * int(moved.group(1) or 1), drawn)
        drawn = re.sub(r"\x1b\][^\x07\x1b]*(\x07|\x1b\\)", "", drawn)
        return re.sub(r"\x1b\[[0-9;?<>=]*[A-Za-z]|\x1b[()][A-Z0-9]|\x1b[=>78]", "", drawn)

    def wait(self, words, seconds=20):
        """Wait until the words were drawn; blanks do not count, the client moves its cursor instead of writing them."""
        wanted = "".join(words.split())
        end = time.monotonic() + seconds
        while wanted not in "".join(self.screen().split()):
            if time.monotonic() > end:
                raise AssertionError(
                    f"{words!r} was not drawn within {seconds} s; the end of the screen:\n{self.screen()[-4000:]}"
                )
            time.sleep(0.05)

    def wait_for_request(self, number, seconds=20):
        """Wait until the model was asked in the main conversation for the numbered time (from 0); the request's body."""
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            asked = [row for row in list(self.server.records) if row["lane"] == "main"]
            if len(asked) > number:
                return asked[number]["body"]
            time.sleep(0.05)
        raise AssertionError(f"request {number} did not come within {seconds} s:\n{self.screen()[-4000:]}")

    def keys(self, typed):
        os.write(self.terminal, typed.encode())

    def accept(self, number):
        """Answer a dialog with its first choice until the model is asked again; a dialog ignores keys that come too early."""
        for _ in range(10):
            time.sleep(0.5)
            self.keys("\r")
            if len([row for row in list(self.server.records) if row["lane"] == "main"]) > number:
                return
        self.wait_for_request(number)

    def say(self, words):
        """Type a prompt and send it; a prompt that a hook refused stands in the line again and is cleared first."""
        self.keys("\x15" + words)
        time.sleep(0.3)  # else the two are read as one paste
        self.keys("\r")

    def __exit__(self, *_):
        os.kill(self.pid, signal.SIGTERM)
        end = time.monotonic() + 3
        while os.waitpid(self.pid, os.WNOHANG) == (0, 0):
            if time.monotonic() > end:
                os.kill(self.pid, signal.SIGKILL)
                os.waitpid(self.pid, 0)
                break
            time.sleep(0.02)
        os.close(self.terminal)
        self.server.stop()
