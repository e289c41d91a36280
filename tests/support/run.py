"""`make test` after lint: shellcheck, then every test, then the list of parts that could not run (a failure when CI is set)."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
SCRIPTS = ("shim/hook.sh", "tests/support/tools.sh", ".ci/run")


def shellcheck() -> int:
    """Check the shell scripts as POSIX sh."""
    return subprocess.run(["shellcheck", "--shell=sh", *SCRIPTS], cwd=ROOT, check=False).returncode


def missing_parts() -> list[str]:
    """What this machine lacks for a whole run, with what it leaves untested."""
    parts = []
    if not shutil.which("shellcheck"):
        parts.append("shellcheck: the shell scripts were not linted")
    if not shutil.which("npm"):
        parts.append("npm: nothing ran on the real clients")
    if not shutil.which("chromium-headless-shell"):
        parts.append("chromium-headless-shell: the report was not opened in a browser")
    sys.path.insert(0, str(ROOT / "release"))
    import interpreters

    parts.extend(
        f"Python {version}: the executable did not run on it"
        for version in interpreters.released()
        if not interpreters.find(version)
    )
    parts.extend(f"{shell}: the shim did not run under it" for shell in ("dash", "busybox") if not shutil.which(shell))
    return parts


def working_tree() -> dict[str, str] | None:
    """Path → what `git status` says of it and its modification time; None where this is no git checkout."""
    command = ["git", "status", "--porcelain", "-z", "--untracked-files=all", "--no-renames"]
    try:
        told = subprocess.run(
            command, cwd=ROOT, env={**os.environ, "GIT_OPTIONAL_LOCKS": "0"}, capture_output=True, check=True
        ).stdout.decode("utf-8", "backslashreplace")
    except (OSError, subprocess.CalledProcessError):
        return None
    return {entry[3:]: f"{entry[:2]} {_moment(entry[3:])}" for entry in told.split("\0") if entry}


def _moment(name: str) -> int:
    try:
        return (ROOT / name).lstat().st_mtime_ns
    except OSError:
        return 0


def left_behind(before: dict[str, str] | None, after: dict[str, str] | None) -> list[str]:
    """The paths that a run changed in the checkout; a run in a copy without git cannot tell."""
    if before is None or after is None:
        return []
    return sorted(path for path in {*before, *after} if before.get(path) != after.get(path))


def main() -> int:
    """Run all; 0 when everything passed, the checkout is as it was and, under CI, nothing was left out."""
    before = working_tree()
    missing = missing_parts()
    status = shellcheck() if shutil.which("shellcheck") else 0
    programs = {"live": "npm", "browser": "chromium-headless-shell"}
    left_out = [f"not {mark}" for mark, program in programs.items() if not shutil.which(program)]
    selection = ["-m", " and ".join(left_out)] if left_out else []
    tests = subprocess.run(
        [sys.executable, "-m", "pytest", "-n", "2", "--dist", "loadgroup", *selection, *sys.argv[1:]], cwd=ROOT, check=False
    ).returncode
    if missing:
        print("\nNot run here:\n" + "\n".join(f"  - {part}" for part in missing))
    changed = left_behind(before, working_tree())
    if changed:
        print("\nThe run changed the checkout (or somebody else did meanwhile):\n" + "\n".join(f"  - {path}" for path in changed))
    return status or tests or (1 if changed else 0) or (1 if missing and os.environ.get("CI") else 0)


if __name__ == "__main__":
    sys.exit(main())
