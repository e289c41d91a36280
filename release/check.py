"""`make release-check`: a whole release, made, published, fetched back, installed and rotated, with throw-away keys.

Nothing leaves this machine: the release is served over https on the loopback address, with a private authority. Every step is a
line; the first that fails ends it with 1. What a maintainer does by hand is the same commands with the real keys.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import tempfile
from typing import TYPE_CHECKING

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))

from tests.support import web

import installer_archive
import sign

if TYPE_CHECKING:
    from collections.abc import Callable

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
DATE = "2026-11-30"  # any day: nothing is decided by it
FILES = ("feedback-gate.pyz", "feedback-gate-installer.pyz", "feedback-gate-plugin.zip", "hook.pyz")
# Another place, time zone, language and umask; none of them may show in a file.
ELSEWHERE = {"TZ": "Pacific/Kiritimati", "LC_ALL": "C", "LANG": "ja_JP.UTF-8"}


class Problem(Exception):
    """A step did not go as it must; the text says how."""


class Drill:
    """Everything of one dry run: ``folder`` is thrown away, ``base`` is where the release is served."""

    def __init__(self, folder: str) -> None:
        self.folder = folder
        self.dist = os.path.join(folder, "dist")
        self.site = os.path.join(folder, "site")
        self.published = os.path.join(folder, "published")
        self.base = ""
        self.authority = ""
        self.version = ""

    def path(self, name: str) -> str:
        """A path below the folder."""
        return os.path.join(self.folder, name)

    def keys(self, *names: str) -> list[str]:
        """The command line words that name these public keys."""
        return [word for name in names for word in ("--key", self.path(f"{name}.pub"))]

    def tool(self, script: str, *words: str, env: dict[str, str] | None = None, umask: int = 0o022) -> str:
        """Run a script of this folder and return what it printed.

        Raises:
            Problem: it failed.
        """
        command = [sys.executable, os.path.join(ROOT, "release", script), *words]
        return _ran(command, {**os.environ, **(env or {})}, umask)

    def install(self, home: str, pin: str, *words: str, base: str = "") -> subprocess.CompletedProcess[str]:
        """Run the installer's archive with this pin in a home folder of its own."""
        os.makedirs(self.path(home), exist_ok=True)
        command = [sys.executable, "-I", os.path.join(self.dist, installer_archive.NAME), "install", "--json", "--pin", pin]
        env = {"PATH": os.environ["PATH"], "HOME": self.path(home), "LANG": "C.UTF-8", "SSL_CERT_FILE": self.authority}
        command += ["--base-url", base or self.base, *words]
        return subprocess.run(command, env=env, capture_output=True, text=True, check=False, cwd=self.path(home))

    def code(self, home: str, pin: str, *words: str, base: str = "") -> str:
        """The code of the refusal, or "installed"."""
        answer = json.loads(self.install(home, pin, *words, base=base).stdout)
        return "installed" if answer["ok"] else str(answer["code"])


def versions(drill: Drill) -> str:
    """Every manifest names one version, and the changelog's fragments can be used."""
    drill.tool("agreement.py")
    drill.tool("changelog.py", "check")
    drill.tool("generate.py", "--check")
    return "manifests, generated files and changelog fragments"


def build(drill: Drill) -> str:
    """Everything of a release, for the real list of Pythons."""
    for name in ("primary", "backup", "next"):
        drill.tool("sign.py", "keys", "--out", drill.folder, name)
    if not os.path.isdir(drill.site):
        installer_archive.install_wheels(drill.site)
    _make(drill, drill.dist)
    drill.version = _ran([sys.executable, os.path.join(drill.dist, "feedback-gate.pyz"), "version"], dict(os.environ)).split()[1]
    return f"version {drill.version}, {len(os.listdir(drill.dist))} files"


def _make(drill: Drill, dist: str, env: dict[str, str] | None = None, umask: int = 0o022) -> None:
    os.mkdir(dist)
    pin, trusted = os.path.join(dist, "pin"), drill.keys("primary", "backup")
    address = ["--base-url", "https://localhost/r"]
    drill.tool("build.py", "--out", dist, "--release", env=env, umask=umask)
    drill.tool("release_pin.py", "--dist", dist, *trusted, *address, "--out", pin, env=env, umask=umask)
    drill.tool("hook_archive.py", "--out", os.path.join(dist, "hook.pyz"), env=env, umask=umask)
    drill.tool("plugin.py", "--out", os.path.join(dist, "plugin"), "--pin", pin, "--zip", env=env, umask=umask)
    drill.tool("installer_archive.py", "--dist", dist, *trusted, *address, "--site", drill.site, env=env, umask=umask)
    drill.tool("wheel.py", "--dist", dist, "--pin", pin, env=env, umask=umask)


def reproduce(drill: Drill) -> str:
    """A second build, elsewhere, gives the same bytes."""
    again = drill.path("elsewhere with a blank")
    _make(drill, again, ELSEWHERE, 0o077)
    names = [*FILES, *(name for name in os.listdir(drill.dist) if name.endswith(".whl"))]
    differing = [name for name in names if _content(os.path.join(again, name)) != _content(os.path.join(drill.dist, name))]
    if differing:
        raise Problem(f"built twice, these differ: {', '.join(differing)}")
    return ", ".join(names)


def signing(drill: Drill) -> str:
    """Bill of materials, list, signature; checked by our own tool, by openssl and by sha256sum."""
    drill.tool("sbom.py", "--dist", drill.dist, "--date", DATE)
    _signed(drill, "primary")
    drill.tool("agreement.py", "--dist", drill.dist)
    check = ["openssl", "pkeyutl", "-verify", "-pubin", "-inkey", drill.path("primary.pub"), "-rawin"]
    _ran([*check, "-in", "checksums.txt", "-sigfile", "checksums.txt.sig"], dict(os.environ), cwd=drill.dist)
    _ran(["sha256sum", "--check", "--quiet", "checksums.txt"], dict(os.environ), cwd=drill.dist)
    return "sbom.json, checksums.txt, checksums.txt.sig"


def _signed(drill: Drill, key: str) -> None:
    words = ("--dist", drill.dist, "--version", drill.version, "--date", DATE, "--key", drill.path(f"{key}.key"))
    drill.tool("sign.py", "sign", *words)
    drill.tool("sign.py", "verify", "--dist", drill.dist, *drill.keys(key))
    drill.tool("sign.py", "layout", "--dist", drill.dist, "--to", drill.published)


def fetch_back(drill: Drill) -> str:
    """What was published is fetched back, verified, and only then pinned; the pin is the one that everything carries."""
    mirror = drill.path("fetched back")
    installer = os.path.join(drill.dist, installer_archive.NAME)
    command = [sys.executable, "-I", installer, "mirror", "--to", mirror, "--base-url", drill.base, "--json"]
    _ran(command, {**os.environ, "HOME": drill.path("fetcher"), "SSL_CERT_FILE": drill.authority})
    folder = os.path.join(mirror, f"v{drill.version}")
    pin, address = drill.path("pin"), ["--base-url", "https://localhost/r"]
    drill.tool("sign.py", "pin", "--dist", folder, *drill.keys("primary", "backup"), *address, "--out", pin)
    for name in ("pin", "plugin/shim/pin"):
        if _content(os.path.join(drill.dist, name)) != _content(pin):
            raise Problem(f"{name} is not the pin of what was published")
    return f"{len(os.listdir(folder))} files, pin written"


def launcher(drill: Drill) -> str:
    """The plugin without its executable installs the release when a session starts, and then answers a tool call."""
    plugin, home, project = drill.path("plugin"), drill.path("user"), drill.path("project")
    shutil.copytree(os.path.join(drill.dist, "plugin"), plugin)
    os.unlink(os.path.join(plugin, "shim", "feedback-gate.pyz"))
    rule = os.path.join(home, ".claude", "feedback", "no-force.md")
    os.makedirs(os.path.dirname(rule))
    os.makedirs(project)
    with open(rule, "w", encoding="utf-8") as file:
        file.write(
            "---\nname: no-force\ndescription: d\ncount: 5\nenforce:\n  - event: pre_bash\n    when: 'push --force'\n---\n"
        )
    env = {"PATH": os.environ["PATH"], "HOME": home, "CLAUDE_PROJECT_DIR": project, "SSL_CERT_FILE": drill.authority}
    env["FEEDBACK_GATE_RELEASE_BASE_URL"] = drill.base
    for event, more in (("SessionStart", {"source": "startup"}), ("PreToolUse", _FORCE)):
        payload = {"session_id": "s", "cwd": project, "hook_event_name": event, **more}
        command = ["/bin/sh", os.path.join(plugin, "shim", "hook.sh"), "claude", event]
        said = _ran(command, env, stdin=json.dumps(payload), cwd=project)
    if '"deny"' not in said:
        raise Problem(f"the installed release did not deny: {said or 'nothing was said'}")
    return "installed at session start, denies by a rule"


_FORCE = {"tool_name": "Bash", "tool_use_id": "t", "tool_input": {"command": "git push --force"}}


def rotation(drill: Drill) -> str:
    """The drill of a lost key: old clients take the backup key's release; a revoked key is worth nothing; a third key follows."""
    old = os.path.join(drill.dist, "pin")
    expect("a client of this release", "installed", drill.code("before", old))
    first = drill.path("signed by the primary")
    shutil.copytree(drill.published, first)
    _signed(drill, "backup")
    expect("an old client and a release of the backup key", "installed", drill.code("old", old))
    revoked = _pin(drill, "revoking", ("primary", "backup"), ("--revoked", sign.public_key(drill.path("primary.pub")).id))
    expect("a revoked key's release with good hashes", "key-revoked", drill.code("new", revoked, base=f"file://{first}"))
    expect("the backup key's release", "installed", drill.code("new", revoked))
    rotated = _pin(drill, "rotated", ("backup", "next"), ())
    _signed(drill, "next")
    expect("the next key's release", "installed", drill.code("newest", rotated))
    expect("a client that never heard of the next key", "signature-unknown-key", drill.code("oldest", old))
    return "backup key taken over, primary revoked, next key pinned"


def _pin(drill: Drill, name: str, trusted: tuple[str, ...], more: tuple[str, ...]) -> str:
    path = drill.path(f"{name} pin")
    drill.tool("sign.py", "pin", "--dist", drill.dist, *drill.keys(*trusted), *more, "--out", path)
    return path


def rollback(drill: Drill) -> str:
    """Who has seen a newer version refuses this one, unless an administrator allows it."""
    home = "before"
    record = drill.path(f"{home}/.local/state/feedback-gate/installer/history.json")
    with open(record, encoding="utf-8") as file:
        seen = json.load(file)
    seen["highest"] = dict.fromkeys(seen["highest"], "999.0.0")
    with open(record, "w", encoding="utf-8") as file:
        json.dump(seen, file)
    shutil.rmtree(drill.path(f"{home}/.cache"))
    _signed(drill, "primary")
    pin = os.path.join(drill.dist, "pin")
    expect("an older version", "version-rollback", drill.code(home, pin))
    expect("the same, allowed by a person", "installed", drill.code(home, pin, "--allow-downgrade", drill.version))
    return "refused, and permitted on purpose"


def expect(what: str, wanted: str, found: str) -> None:
    """Compare.

    Raises:
        Problem: they differ.
    """
    if wanted != found:
        raise Problem(f"{what}: {found} instead of {wanted}")


STEPS: tuple[Callable[[Drill], str], ...] = (
    versions,
    build,
    reproduce,
    signing,
    fetch_back,
    launcher,
    rotation,
    rollback,
)


def _ran(command: list[str], env: dict[str, str], umask: int = 0o022, *, stdin: str = "", cwd: str = ROOT) -> str:
    done = subprocess.run(command, env=env, input=stdin, capture_output=True, text=True, check=False, umask=umask, cwd=cwd)
    if done.returncode:
        raise Problem(f"{os.path.basename(command[1])} ended with {done.returncode}:\n{done.stdout}{done.stderr}")
    return done.stdout


def _content(path: str) -> bytes:
    with open(path, "rb") as file:
        return file.read()


def run(drill: Drill, say: Callable[[str], None] = print) -> None:
    """All steps, in order.

    Raises:
        Problem: the first that failed.
    """
    authority = web.Authority(drill.folder)
    drill.authority = authority.file
    with web.serving(authority) as server:
        drill.base = server.base
        server.site.files = _Served(drill.published)
        for step in STEPS:
            say(f"ok  {step.__name__.replace('_', ' '):<12} {step(drill)}")


class _Served(dict[str, bytes]):
    """The published files as the server asks for them: by path, as they are now."""

    def __init__(self, folder: str) -> None:
        super().__init__()
        self.folder = folder

    def get(self, path: str, default: bytes | None = None) -> bytes | None:  # type: ignore[override]  # one use, one type
        """The content of /r/NAME."""
        name = os.path.join(self.folder, path.removeprefix("/r/"))
        return _content(name) if os.path.isfile(name) else default


def main() -> int:
    """Run, return the exit status."""
    with tempfile.TemporaryDirectory(prefix="release-check-") as folder:
        try:
            run(Drill(folder))
        except (Problem, installer_archive.ArchiveError, OSError, ValueError) as problem:
            print(f"release-check: {problem}", file=sys.stderr)
            return 1
    print("A release can be made.")
    return 0


if __name__ == "__main__":
    sys.exit(main())
