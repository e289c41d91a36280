"""A machine of its own for commands that set up and examine: home, project, /etc out of sight, the real executable."""

from __future__ import annotations

import json
import os
import pty
import select
import shutil
import subprocess
import sys
import time

import pytest

SYSTEM = "/usr/bin:/bin"


class Machine:
    """One home and one project; `run` is a person without a terminal, `on_terminal` one with."""

    def __init__(self, base, archive):
        self.base = base
        self.archive = archive
        self.home, self.project = base / "home", base / "project"
        self.home.mkdir()
        self.project.mkdir()
        self.env = {"HOME": str(self.home), "PATH": SYSTEM, "LANG": "C.UTF-8", "PYTHONDONTWRITEBYTECODE": "1"}
        self.program = [sys.executable, "-I", "-S", "-X", "utf8", archive]
        self.data = self.home / ".local" / "share" / "feedback-gate"
        self.state = self.home / ".local" / "state" / "feedback-gate"
        self.command = self.home / ".local" / "bin" / "feedback-gate"
        self.settings = self.home / ".claude" / "settings.json"
        self.hooks = self.home / ".codex" / "hooks.json"
        subprocess.run(["git", "init", "-q", "-b", "main", str(self.project)], check=True, env=self.env)

    def file(self, name, content=""):
        """Write a file of the project."""
        path = self.project / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(json.dumps(content) if isinstance(content, dict) else content, encoding="utf-8")
        return path

    def put(self, path, content):
        """Write any file; bytes as they are."""
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content if isinstance(content, bytes) else json.dumps(content, indent=2).encode())
        return path

    def run(self, *arguments, cwd=None, program=None):
        """The finished process: returncode, stdout, stderr."""
        argv = [*(program or self.program), *arguments]
        return subprocess.run(
            argv,
            cwd=cwd or self.project,
            env=self.env,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            timeout=100,
            check=False,
        )

    def said(self, *arguments, code=0):
        """What a command prints, when it ends as it should."""
        done = self.run(*arguments)
        assert (done.returncode, done.stderr) == (code, ""), done
        return done.stdout

    def value(self, *arguments, code=0):
        """What a command prints as JSON."""
        return json.loads(self.said(*arguments, "--json", code=code))

    def on_terminal(self, *arguments, typed=""):
        """(status, all output) of a command on a terminal, at which these lines are typed."""
        pid, terminal = pty.fork()
        if not pid:
            os.chdir(self.project)
            os.execve(self.program[0], [*self.program, *arguments], self.env)
        os.write(terminal, typed.encode())
        shown, until = b"", time.monotonic() + 60
        while time.monotonic() < until:
            if not select.select([terminal], [], [], 1.0)[0]:
                continue
            try:
                part = os.read(terminal, 65536)
            except OSError:
                break
            if not part:
                break
            shown += part
        os.close(terminal)
        _, status = os.waitpid(pid, 0)
        return os.waitstatus_to_exitcode(status), shown.decode().replace("\r\n", "\n")

    def tree(self):
        """Every file below home and project, with its bytes, without git's own."""
        found = {}
        for top in (self.home, self.project):
            for path in sorted(top.rglob("*")):
                if path.is_file() and ".git" not in path.parts:
                    found[str(path.relative_to(self.base))] = path.read_bytes()
        return found

    def register(self, host="claude"):
        """Set everything up without a gate."""
        assert self.run("init", "--host", host, "--yes").returncode == 0

    def call(self, host, event, command=None, **fields):
        """The answer of the registered command of an event; None for none."""
        path = self.settings if host == "claude" else self.hooks
        line = command or json.loads(path.read_text())["hooks"][event][0]["hooks"][0]["command"]
        payload = {"session_id": "s1", "cwd": str(self.project), "hook_event_name": event, **fields}
        done = subprocess.run(
            ["/bin/sh", "-c", line],
            cwd=self.project,
            env=self.env,
            input=json.dumps(payload).encode(),
            capture_output=True,
            timeout=60,
            check=False,
        )
        assert (done.returncode, done.stderr) == (0, b"")
        return json.loads(done.stdout) if done.stdout else None


@pytest.fixture(scope="session")
def archive(plugin, tmp_path_factory):
    """The executable in a folder where it keeps what it compiles, as an installed one does."""
    folder = tmp_path_factory.mktemp("archive")
    (folder / "python").write_text(f"{sys.executable}\n")
    return shutil.copy(os.path.join(plugin, "shim", "feedback-gate.pyz"), folder)


@pytest.fixture
def machine(tmp_path, archive):
    return Machine(tmp_path, archive)


@pytest.fixture
def copy_of(archive, tmp_path):
    """A copy of the executable in some folder."""

    def copy(name):
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(archive, path)
        return str(path)

    return copy
