"""A plugin folder with a small product in place of the real one, and a host that calls its launcher."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from tests.support import built

import interpreters
import plugin as plugin_module

if TYPE_CHECKING:
    from collections.abc import Callable

ROOT = Path(__file__).resolve().parents[2]
PYTHONS = {version: path for version in interpreters.released() if (path := interpreters.find(version))}
SYSTEM = "/usr/bin:/bin"
SESSION = "11111111-2222-4333-8444-555555555555"

# It does what the payload says, and notes in the file $RAN that it ran.
PRODUCT = """
import json
import os
import signal
import sys


def main(argv):
    if argv[0] == "version":
        print("feedback-gate 9.8.7 (python %d.%d)" % sys.version_info[:2])
        return 0
    if argv[0] not in ("claude", "codex"):
        return 64
    text = sys.stdin.read()
    with open(os.environ["RAN"], "a") as file:
        file.write(argv[1] + "\\n")
    event = json.loads(text)
    if event.get("do") == "crash":
        raise ValueError("as asked")
    if event.get("do") == "crash half-way":
        sys.stdout.write('{"systemMessage": "ha')
        sys.stdout.flush()
        os._exit(1)
    if event.get("do") == "exit":
        return event["status"]
    if event.get("do") == "kill":
        os.kill(os.getpid(), event["signal"])
    if event.get("do") == "noise":
        print("no JSON")
    if event.get("do") == "deny":
        print(json.dumps({"denied": "確認 \\u0081\\u0088 %s \\\\ ok", "size": len(text)}, ensure_ascii=False))
    if event.get("do") == "words":
        print(json.dumps({"words": argv}))
    if event.get("do") == "environment":
        print(json.dumps(dict(os.environ)))
    if event.get("do") == "python":
        print(json.dumps({"version": "%d.%d" % sys.version_info[:2], "executable": sys.executable, "archive": sys.argv[0]}))
    return 0
"""
DENY = {"do": "deny"}
DENIED = {"denied": "確認 \u0081\u0088 %s \\ ok", "size": len(json.dumps(DENY))}

FAIL_MODES = ("open", "closed")


def refused(line: dict[str, str]) -> dict[str, Any]:
    """What the host hears instead of this line before a tool, where `failMode` is closed."""
    reason = line["systemMessage"] + " This call was stopped because failMode is closed."
    said = {"hookEventName": "PreToolUse", "permissionDecision": "deny", "permissionDecisionReason": reason}
    return {"hookSpecificOutput": said}


class Plugin:
    """A plugin folder and everything around one call of its launcher; the fields are free to change."""

    def __init__(self, folder: Path, home: Path, project: Path, shell: list[str]) -> None:
        self.folder = folder
        self.shim = folder / "shim"
        self.home = home
        self.project = project
        self.cwd = project
        self.shell = shell
        self.start = [*shell, str(self.shim / "hook.sh")]
        self.ran = home.parent / "ran"
        self.env = {
            "HOME": str(home),
            "PATH": SYSTEM,
            "CLAUDE_PROJECT_DIR": str(project),
            "CLAUDE_CODE_SESSION_ID": SESSION,
            "RAN": str(self.ran),
        }

    def process(
        self, event: str = "PreToolUse", payload: Any = None, host: str = "claude", *more: str
    ) -> subprocess.CompletedProcess[bytes]:
        """Call the launcher as the host's shell does."""
        data = payload if isinstance(payload, bytes) else json.dumps(payload or {}).encode()
        command = [*self.start, host, event, *more]
        return subprocess.run(command, input=data, capture_output=True, cwd=self.cwd, env=self.env, timeout=60, check=False)

    def call(self, event: str = "PreToolUse", payload: Any = None, host: str = "claude", *more: str) -> dict[str, Any] | None:
        """The answer; whatever happens it ends in 0 and says nothing or one JSON object."""
        done = self.process(event, payload, host, *more)
        assert done.returncode == 0, done
        if not done.stdout:
            return None
        answer = json.loads(done.stdout.decode("utf-8"))
        assert isinstance(answer, dict)
        return answer

    def runs(self) -> list[str]:
        """The events for which the product was started since the last question."""
        lines = self.ran.read_text().split() if self.ran.exists() else []
        self.ran.unlink(missing_ok=True)
        return lines

    @property
    def cache(self) -> Path:
        """Where the executable is kept."""
        version, sha256, _ = (self.shim / "pin").read_text().split()
        return self.home / ".cache" / "feedback-gate" / f"{version}-{sha256[:16]}"

    def placed(self) -> list[str]:
        """What lies in the executable's folder, but for what the executable itself keeps there ready to run."""
        return sorted(path.name for path in self.cache.iterdir() if not path.name.startswith("code-"))

    @property
    def seen(self) -> Path:
        """Where heartbeats and markers are kept."""
        return self.home / ".local" / "state" / "feedback-gate" / "seen"

    def edit_launcher(self, old: str, new: str) -> None:
        """Change a line of this copy of the launcher."""
        path = self.shim / "hook.sh"
        text = path.read_text(encoding="utf-8")
        assert text.count(old) == 1, old
        path.write_text(text.replace(old, new), encoding="utf-8")

    def only_path(self, *folders: Path) -> None:
        """Only Pythons in these folders exist for the launcher."""
        self.env["PATH"] = ":".join(map(str, folders))
        self.edit_launcher("/opt/homebrew/bin /usr/local/bin /usr/bin /Library/Frameworks/Python.framework/Versions/*/bin", "")
        self.edit_launcher("/opt/python/*/bin", "")

    def pin_python(self, path: Path) -> None:
        """Make this the pinned Python."""
        self.cache.mkdir(parents=True, exist_ok=True)
        os.utime(path, (1, 1))
        (self.cache / "python").write_text(f"{path}\n")

    def configure(self) -> None:
        """Give the project something to check."""
        (self.project / ".claude" / "feedback").mkdir(parents=True)


def script(path: Path, text: str) -> Path:
    """An executable shell script."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(f"#!/bin/sh\n{text}\n")
    path.chmod(0o755)
    return path


def link(folder: Path, **programs: str) -> Path:
    """A folder of links; `_` in a name stands for a dot."""
    folder.mkdir(parents=True, exist_ok=True)
    for name, target in programs.items():
        (folder / name.replace("_", ".")).symlink_to(target)
    return folder


@pytest.fixture(scope="session")
def archive(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The stand-in's archive."""
    folder = tmp_path_factory.mktemp("standin")
    package = folder / "core" / "feedback_gate"
    package.mkdir(parents=True)
    (package / "__init__.py").write_text('__version__ = "9.8.7"\n')
    (package / "main.py").write_text(PRODUCT, encoding="utf-8")
    imports = folder / "core" / "imports.json"
    imports.write_text('{"claude.Stop": ["feedback_gate", "feedback_gate.main"]}')
    build = [built.builder(), str(ROOT / "release" / "build.py"), "--core", str(folder / "core"), "--imports", str(imports)]
    subprocess.run(
        [*build, "--out", str(folder)],
        capture_output=True,
        check=True,
    )
    return folder / "feedback-gate.pyz"


@pytest.fixture(scope="session")
def shells(tmp_path_factory: pytest.TempPathFactory) -> dict[str, list[str]]:
    """How each kind of POSIX shell is started; bash is started under the name sh, as where it is /bin/sh."""
    folder = tmp_path_factory.mktemp("shells")
    found = {"sh": ["/bin/sh"]}
    if dash := shutil.which("dash"):
        found["dash"] = [dash]
    if busybox := shutil.which("busybox"):
        found["busybox"] = [busybox, "sh"]
    if bash := shutil.which("bash"):
        (folder / "sh").symlink_to(bash)
        found["bash as sh"] = [str(folder / "sh")]
    return found


@pytest.fixture
def make_plugin(tmp_path: Path, archive: Path) -> Callable[..., Plugin]:
    """Makes plugins in folders of the given name."""

    def make(name: str = "plugin", shell: list[str] | None = None, executable: Path = archive) -> Plugin:
        base = tmp_path / name
        for folder in ("home", "project"):
            (base / folder).mkdir(parents=True)
        plugin_module.assemble(str(executable), str(base / "plugin"), "9.8.7")
        return Plugin(base / "plugin", base / "home", base / "project", shell or ["/bin/sh"])

    return make


@pytest.fixture
def plugin(make_plugin: Callable[..., Plugin]) -> Plugin:
    """A plugin for a project that has rules, called by the machine's sh."""
    made = make_plugin()
    made.configure()
    return made
