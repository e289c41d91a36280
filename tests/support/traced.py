"""Runs hook events under strace and says what they started, wrote and connected to."""

from __future__ import annotations

import os
import re
import subprocess
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

# Calls that look at a path to change something there, begin a program, or leave the machine.
CALLS = "%process,chdir,fchdir,%network,openat,open,creat,mkdir,mkdirat,rename,renameat,renameat2,unlink,unlinkat,rmdir,link,linkat,symlink,symlinkat,truncate,chmod,fchmodat,chown,fchownat,utimensat,mknod,mknodat"
_LINE = re.compile(r"^(?:\[pid +\d+\] )?(?:\d+ +)?(\w+)\((.*)\) += (-?\d+|\?)(.*)$")
_TEXT = re.compile(r'(?:(?:AT_FDCWD|\d+)<((?:[^<>\\]|\\.)*)>, )?"((?:[^"\\]|\\.)*)"(\.\.\.)?')
_WRITES = re.compile(r"O_WRONLY|O_RDWR|O_CREAT|O_TRUNC|O_APPEND")
_PATH_CALLS = (
    "mkdir",
    "rename",
    "unlink",
    "rmdir",
    "link",
    "symlink",
    "truncate",
    "chmod",
    "fchmodat",
    "chown",
    "fchownat",
    "utimensat",
    "mknod",
    "creat",
)


class Trace:
    """What some runs did.

    programs: every file that was executed; written: every path that was opened for writing, made, moved or removed; sockets:
    every address family that a socket was made for; connected: every address.
    """

    def __init__(self) -> None:
        self.programs: set[str] = set()
        self.written: set[str] = set()
        self.sockets: set[str] = set()
        self.connected: set[str] = set()

    def read(self, text: str) -> None:
        """Take in the output of one run."""
        folders: dict[str, str] = {}
        for number, line in _whole(text):
            match = _LINE.match(line)
            if match is None or match[3].startswith("-"):
                continue
            if match[1] == "chdir":
                folders[number] = os.path.join(folders.get(number, ""), _paths(match[2])[0])
            elif match[1] == "fchdir":
                folders[number] = match[2].partition("<")[2].removesuffix(">")
            else:
                self._take(match[1], match[2], folders.get(number, ""))

    def _take(self, name: str, arguments: str, folder: str) -> None:
        if name in ("execve", "execveat"):
            self.programs |= set(_paths(arguments)[:1])
        elif name in ("open", "openat"):
            if _WRITES.search(arguments.rpartition('"')[2]):
                self.written |= {os.path.join(folder, path) for path in _paths(arguments)[:1]}
        elif name.startswith(_PATH_CALLS):
            self.written |= {os.path.join(folder, path) for path in _paths(arguments)}
        elif name == "socket":
            self.sockets.add(arguments.partition(",")[0])
        elif name in ("connect", "sendto", "bind"):
            self.connected.add(arguments)


def _whole(text: str) -> Iterator[tuple[str, str]]:
    """Process number and line, those that another process interrupted put together again."""
    begun: dict[str, str] = {}
    for line in text.splitlines():
        number, _, rest = line.partition(" ")
        rest = rest.strip()
        if rest.endswith("<unfinished ...>"):
            begun[number] = rest.removesuffix("<unfinished ...>").rstrip()
        elif rest.startswith("<... "):
            yield number, begun.pop(number, "") + rest.partition(" resumed>")[2]
        else:
            yield number, rest


def _paths(arguments: str) -> list[str]:
    found = []
    for folder, name, _ in _TEXT.findall(arguments):
        text = name.encode("latin-1", "backslashreplace").decode("unicode_escape").encode("latin-1").decode("utf-8", "replace")
        found.append(os.path.normpath(os.path.join(folder, text)))
    return found


def run(trace: Trace, folder: str, command: list[str], data: bytes, **more: object) -> subprocess.CompletedProcess[bytes]:
    """Run a command under strace and add what it did to the trace."""
    output = os.path.join(folder, "strace.txt")
    traced = ["strace", "-f", "-qq", "-y", "-s", "4096", "-e", f"trace={CALLS}", "-o", output, *command]
    done = subprocess.run(traced, input=data, capture_output=True, check=False, **more)  # type: ignore[call-overload]
    with open(output, encoding="utf-8", errors="replace") as file:
        trace.read(file.read())
    os.unlink(output)
    return done  # type: ignore[no-any-return]
