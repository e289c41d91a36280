"""Run by the launcher with each Python that may do: puts the verified executable in its place and pins the Python.

`python -I -S place.py SOURCE SHA256 FOLDER BOOT FORBIDDEN…`: SOURCE is the executable beside the launcher (or an override,
then SHA256 is empty and nothing is verified), FOLDER the place in the cache (empty: nowhere to keep anything), BOOT the code
that starts an executable, FORBIDDEN folders no program is taken from. Prints `hot PYTHON` or `cold PYTHON` (has the executable
this Python's bytecode?) and on the next line the executable to start; `archive …` when it is missing, not the pinned one, or an
override that does not start; `no-sha256-tool` when this Python cannot hash; `unsafe WHY` and on the next line what of the place in
the cache others could change; nothing when this Python will not do.
"""

from __future__ import annotations

import os
import shutil
import stat
import subprocess  # noqa: TID251 the launcher has no core to ask
import sys
import time

NAME = "feedback-gate.pyz"
PIN = "python"
COMPILED = "code-"
# What the installer calls its files under construction; who finds old ones sweeps them away.
TEMPORARY = ".feedback-gate-tmp-"
STALE_SECONDS = 3600.0
OLDEST = (3, 9)
ROOT = 0
START_SECONDS = 5.0


def real_python(forbidden: list[str]) -> str | None:
    """The real executable behind links and virtual environments, None when it is too old or lies in a forbidden folder."""
    path = os.path.realpath(getattr(sys, "_base_executable", None) or sys.executable or "")
    inside = any(folder and path.startswith(folder.rstrip("/") + "/") for folder in forbidden)
    fits = sys.version_info[:2] >= OLDEST and os.access(path, os.X_OK) and "\n" not in path
    return path if fits and not inside else None


def can_hash() -> bool:
    """Whether this Python can compute a SHA-256; not every build of one can."""
    try:
        import hashlib

        return bool(hashlib.sha256(b"").digest())
    except (ImportError, AttributeError, ValueError):
        return False


def read_verified(path: str, sha256: str) -> bytes | None:
    """The content of a file if it is one, and has that SHA-256."""
    import hashlib

    if not os.path.isfile(path):
        return None
    try:
        with open(path, "rb") as file:
            content = file.read()
    except (OSError, ValueError):
        return None
    return content if hashlib.sha256(content).hexdigest() == sha256 else None


def place(source: str, sha256: str, folder: str) -> str | None:
    """The path of a verified executable: in the cache, if need be put there; beside the launcher when it cannot be put there."""
    cached = os.path.join(folder, NAME)
    if folder and read_verified(cached, sha256) is not None:
        return cached
    content = read_verified(source, sha256)
    if content is None:
        return None
    if not folder or not write(cached, content):
        return source
    sweep(folder)
    return cached


def unsafe(folder: str) -> tuple[str, str] | None:
    """What of a place in the cache somebody else could have changed, and why; None when nothing, or where systems do not say."""
    folders = (os.path.realpath(os.path.dirname(folder)), folder)
    for path in (*folders, os.path.join(folder, NAME), os.path.join(folder, PIN)) if hasattr(os, "geteuid") else ():
        try:
            status = os.stat(path)
        except (OSError, ValueError):
            continue
        if status.st_uid not in (os.geteuid(), ROOT):
            return path, f"owned by user {status.st_uid}"
        if status.st_mode & (stat.S_IWGRP | stat.S_IWOTH):
            return path, f"mode {stat.S_IMODE(status.st_mode):04o} lets others write"
    return None


def make_private(folder: str) -> None:
    """Make a folder of ours and what is missing above it, for nobody else, whatever the umask.

    Raises:
        OSError: it cannot be made.
    """
    above = os.path.dirname(folder)
    if above != folder and not os.path.isdir(above):
        make_private(above)
    try:
        os.mkdir(folder, 0o700)
    except FileExistsError:
        if not os.path.isdir(folder):
            raise


def sweep(folder: str) -> None:
    """Remove what a killed process left under construction an hour ago or longer; a younger one may still be at work."""
    oldest = time.time() - STALE_SECONDS
    for name in os.listdir(folder):
        path = os.path.join(folder, name)
        if name.startswith(TEMPORARY) and os.lstat(path).st_mtime < oldest:
            remove(path)


def write(path: str, content: bytes) -> bool:
    """Put a whole file in its place, so that others see the old one or the new one; False when the folder is not writable."""
    temporary = os.path.join(os.path.dirname(path), f"{TEMPORARY}{os.getpid()}-{os.urandom(4).hex()}")
    try:
        make_private(os.path.dirname(path))
        descriptor = os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with os.fdopen(descriptor, "wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        os.replace(temporary, path)
    except OSError:
        remove(temporary)
        return False
    return True


def remove(path: str) -> None:
    """Remove a file that may not be there."""
    try:
        os.unlink(path)
    except OSError:
        return


def starts(python: str, boot: str, archive: str) -> bool:
    """Whether that Python, started as for an event, runs the executable and nothing else speaks."""
    command = [python, "-I", "-S", "-X", "utf8", "-c", boot, archive, "version"]
    try:
        done = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, timeout=START_SECONDS, check=False)
    except (OSError, subprocess.TimeoutExpired):
        return False
    return done.returncode == 0 and done.stdout.startswith(b"feedback-gate ") and done.stdout.count(b"\n") == 1


def is_hot(archive: str) -> bool:
    """Whether the executable holds this Python's bytecode."""
    from importlib.util import MAGIC_NUMBER

    with open(archive, "rb") as file:
        return f" {sys.implementation.cache_tag}-{MAGIC_NUMBER.hex()}:".encode() in file.read(1024)


def forget_compiled(folder: str) -> None:
    """Remove what the executable compiled and kept there: it may be why a start failed, and is made again."""
    for name in os.listdir(folder):
        if name.startswith(COMPILED):
            shutil.rmtree(os.path.join(folder, name), ignore_errors=True)


def keep_pin(folder: str, python: str) -> None:
    """Remember the Python; the file's time is never before the Python's own, which is how a change of it is seen."""
    path = os.path.join(folder, PIN)
    if folder and write(path, os.fsencode(python) + b"\n"):
        forget_compiled(folder)
        newest = max(os.stat(path).st_mtime_ns, os.stat(python).st_mtime_ns)
        os.utime(path, ns=(newest, newest))


def main(arguments: list[str]) -> int:
    """See the module's docstring; the exit status says nothing."""
    source, sha256, folder, boot, *forbidden = arguments
    python = real_python(forbidden)
    if python is None:
        return 1
    if sha256 and not can_hash():
        sys.stdout.write("no-sha256-tool\n")
        return 1
    problem = unsafe(folder) if folder else None
    if problem is not None:
        sys.stdout.write("unsafe {1}\n{0}\n".format(*problem))
        return 1
    archive = place(source, sha256, folder) if sha256 else source
    if archive is None:
        sys.stdout.write(f"archive {source}\n")
        return 1
    if not starts(python, boot, archive):
        if not sha256:  # it, and not the Python, is at fault
            sys.stdout.write(f"archive {source}\n")
        return 1
    keep_pin(folder, python)
    sys.stdout.write(f"{'hot' if is_hot(archive) else 'cold'} {python}\n{archive}\n")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
