"""One call of the launcher: who asks, where things lie, and what of the environment may be believed."""

from __future__ import annotations

import os

import options
import seen


class Unanswered(Exception):
    """We have no answer: ``code`` is one of the installer's reasons, ``text`` its words when they are known already."""

    def __init__(self, code: str, text: str = "", **params: object) -> None:
        super().__init__(code)
        self.code = code
        self.text = text
        self.params = params


class Call:
    """One call of the launcher: who asks, where things lie, what may be believed."""

    def __init__(self, here: str, words: list[str]) -> None:
        env = os.environ
        self.here = here
        self.host, self.event = words[0], words[1]
        self.copy = " ".join([here, *words[2:3]])
        self.home = _home(env.get("HOME") or env.get("USERPROFILE", ""))
        self.cwd = _current_folder()
        self.project = _absolute(env.get("CLAUDE_PROJECT_DIR", "")) or self.cwd
        self.folders = list(dict.fromkeys([self.project, self.cwd]))
        self.trees = options.with_those_above(self.folders, self.home)
        session = env.get("CLAUDE_CODE_SESSION_ID", "") if self.host == "claude" else ""
        self.session = session if _is_plain(session) and len(session) <= 64 else ""
        self.user_file = self._below("XDG_CONFIG_HOME", ".config", "settings.conf")
        self.cache = self._cache()
        self.seen = seen.Seen(self._below("XDG_STATE_HOME", ".local/state", "seen"), self.host, self.event, self.session)
        self.policy = options.POLICY
        self._options: dict[str, str] = {}

    @property
    def options(self) -> dict[str, str]:
        """The options, read when somebody asks."""
        if not self._options:
            self._options = options.read(os.environ, self.user_file, self.trees, self.policy)
        return self._options

    def _below(self, variable: str, default: str, name: str) -> str:
        """Our folder or file where that variable, else the home folder, has it; empty without either.

        A variable that the project set is taken out, so that what we start does not believe it either.
        """
        base = _absolute(os.environ.get(variable, ""))
        if base and not self.guarded(variable):
            del os.environ[variable]
            base = ""
        if not base and self.home:
            base = os.path.join(self.home, *default.split("/"))
        return os.path.join(base, "feedback-gate", name) if base else ""

    def _cache(self) -> str:
        self._below("XDG_DATA_HOME", ".local/share", "")
        usual = self._below("XDG_CACHE_HOME", ".cache", "").rstrip(os.sep)
        return _absolute(self.guarded("FEEDBACK_GATE_CACHE_DIR")) or usual

    def guarded(self, name: str) -> str:
        """A variable, unless the project's own settings may have set it."""
        value = os.environ.get(name, "")
        return "" if value and options.from_project(name, self.trees) else value


def _absolute(path: str) -> str:
    return path if os.path.isabs(path) else ""


def _home(path: str) -> str:
    """A home that is no folder holds nothing of ours, and none is made there."""
    return path if os.path.isabs(path) and os.path.isdir(path) else ""


def _is_plain(word: str) -> bool:
    return all(sign.isascii() and (sign.isalnum() or sign == "-") for sign in word)


def _current_folder() -> str:
    try:
        return os.getcwd()
    except OSError:
        return os.sep
