"""The project a hook call is about: its root, its id, its worktrees and its configuration folders in host order."""

from __future__ import annotations

import os
import re

from feedback_gate.state import places
from feedback_gate.system import files, hashing

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

    from feedback_gate.event import Event

CONFIG_ORDER = {"claude": (".claude", ".agents"), "codex": (".agents", ".claude")}
# What makes a folder the root of a project that is looked for upwards.
MARKS = ("gate.yaml", "feedback")
ROOT_MARKS = (".shoot.config.json",)


class Project:
    """root: absolute path; start: the folder the session was started in; host: whose configuration folder comes first."""

    __slots__ = ("_id", "_real", "home", "host", "root", "start")

    def __init__(self, root: str, host: str = "claude", home: str = "", start: str = "") -> None:
        self.root = root
        self.host = host
        self.home = home
        self.start = start or root
        self._id = ""
        self._real = ""

    @classmethod
    def of(cls, event: Event, environ: Mapping[str, str]) -> Project:
        """The project of a hook call.

        Claude Code names the start folder (`CLAUDE_PROJECT_DIR`); Codex does not, its hooks run in it (host facts:
        Claude Code 2.1.332, Codex 0.171.0).
        """
        start = event.project or _current_folder() or event.cwd or "/"
        home = places.home(environ)
        return cls(find_root(start, home), event.host, home, start)

    @property
    def id(self) -> str:
        """`<last component>-<12 hex>` of the git common directory, outside git of the root: the same in every worktree."""
        if not self._id:
            common = git_common_directory(self.root) or os.path.realpath(self.root)
            name = os.path.basename(os.path.dirname(common) if os.path.basename(common) == ".git" else common)
            clean = "".join(letter if letter.isascii() and (letter.isalnum() or letter in "._-") else "_" for letter in name)
            self._id = f"{clean.strip('._') or 'project'}-{hashing.short(common, 12)}"
        return self._id

    def config_folders(self, root: str = "") -> tuple[str, ...]:
        """`.claude` and `.agents` of the root, in host order, whether they exist or not."""
        return tuple(os.path.join(root or self.root, name) for name in CONFIG_ORDER[self.host])

    def home_config_folders(self) -> tuple[str, ...]:
        """`~/.claude` and `~/.agents` in host order; none without a home."""
        return tuple(os.path.join(self.home, name) for name in CONFIG_ORDER[self.host]) if self.home else ()

    def config_file(self, name: str, root: str = "") -> str:
        """The first of that name in the configuration folders, whether it can be read or not, else ""."""
        for folder in self.config_folders(root):
            path = os.path.join(folder, name)
            if files.is_there(path):
                return path
        return ""

    def absolute(self, path: str, cwd: str = "") -> str:
        """A path as an absolute, lexically normalised one in the spelling of the root.

        Links are followed only for a path that seems to lie outside, so that a project reached through a link, or named by its
        real path, is one project.
        """
        full = os.path.normpath(os.path.join(cwd or self.root, path))
        if self._holds(full, self.root):
            return full
        try:
            self._real = self._real or os.path.realpath(self.root)
            real = os.path.join(os.path.realpath(os.path.dirname(full)), os.path.basename(full))
        except (OSError, ValueError):  # a name that no file can have
            return full
        return os.path.normpath(self.root + real[len(self._real) :]) if self._holds(real, self._real) else full

    @staticmethod
    def _holds(path: str, root: str) -> bool:
        return path == root or path.startswith(root.rstrip("/") + "/")

    def split(self, path: str) -> tuple[str, str]:
        """(root, relative path) of a file: the worktree it lies in, else the project.

        Worktrees are the folders below `.claude/worktrees/` and `.agents/worktrees/`. A file outside gives `../…`.
        """
        full = self.absolute(path)
        for folder in CONFIG_ORDER[self.host]:
            trees = os.path.join(self.root, folder, "worktrees") + "/"
            if full.startswith(trees):
                name, slash, rest = full[len(trees) :].partition("/")
                if slash and rest:
                    return trees + name, rest
        if full.startswith(self.root.rstrip("/") + "/"):
            return self.root, full[len(self.root.rstrip("/")) + 1 :]
        return self.root, os.path.relpath(full, self.root)

    def worktrees_of(self, agent: str) -> list[str]:
        """Where a host puts the worktree of a subagent, whether there is one or not; [] for an id that is no plain name."""
        if not agent or "/" in agent or "\0" in agent:
            return []
        return [os.path.join(self.root, folder, "worktrees", f"agent-{agent}") for folder in CONFIG_ORDER[self.host]]


def worktrees_named(project: Project, command: str) -> list[str]:
    """The project's worktrees that a command line names: it may write there although it runs elsewhere."""
    found = []
    for piece in command.split("worktrees/")[1:]:
        name = re.split(r"[^\w.@+-]", piece, maxsplit=1)[0]
        for folder in CONFIG_ORDER[project.host] if name.strip(".") else ():
            root = os.path.join(project.root, folder, "worktrees", name)
            if root not in found and os.path.isdir(root):
                found.append(root)
    return found


def _current_folder() -> str:
    try:
        return os.getcwd()
    except OSError:  # the folder is gone
        return ""


def find_root(start: str, home: str) -> str:
    """The first folder from `start` upwards that is configured, up to the repository's top and never the home; else `start`."""
    folder = os.path.normpath(start)
    while folder not in (home, "/", ""):
        if is_configured(folder):
            return folder
        if is_git_mark(os.path.join(folder, ".git")):
            break
        folder = os.path.dirname(folder)
    return os.path.normpath(start)


def is_configured(folder: str) -> bool:
    """Whether a folder holds a gate, feedback rules or a claims configuration."""
    return any(os.path.lexists(os.path.join(folder, config, mark)) for config in CONFIG_ORDER["claude"] for mark in MARKS) or any(
        os.path.lexists(os.path.join(folder, mark)) for mark in ROOT_MARKS
    )


def is_git_mark(mark: str) -> bool:
    """Whether a `.git` marks a working tree: a file that leads to one, or a folder with a HEAD (git passes over others)."""
    return os.path.isfile(mark) or os.path.lexists(os.path.join(mark, "HEAD"))


def git_common_directory(root: str) -> str:
    """The real path of the repository's common git directory, read from its files; "" outside git.

    git itself would cost a process: `.git` is a folder, or a file `gitdir: …` whose folder may hold `commondir`.
    """
    folder = os.path.realpath(root)
    while True:
        mark = os.path.join(folder, ".git")
        if os.path.lexists(os.path.join(mark, "HEAD")):
            return os.path.realpath(mark)
        text = files.read_text(mark, 4096)
        if text is not None and text.startswith("gitdir:"):
            return _common_of(os.path.join(folder, text[7:].strip()))
        parent = os.path.dirname(folder)
        if parent == folder:
            return ""
        folder = parent


def _common_of(git_directory: str) -> str:
    common = files.read_text(os.path.join(git_directory, "commondir"), 4096)
    return os.path.realpath(os.path.join(git_directory, common.strip()) if common else git_directory)
