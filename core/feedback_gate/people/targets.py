"""The settings files in which `init` registers us and from which `uninstall` takes us out again."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from feedback_gate.errors import FeedbackGateError
from feedback_gate.hosts import settings_file, settings_text
from feedback_gate.hosts.claude import registered as of_claude
from feedback_gate.hosts.claude import registration as claude
from feedback_gate.hosts.codex import registered as of_codex
from feedback_gate.hosts.codex import registration as codex
from feedback_gate.hosts.registered import LOCAL, PROJECT, USER
from feedback_gate.system import processes

if TYPE_CHECKING:
    from collections.abc import Mapping

    from feedback_gate.hosts.settings_file import Edited

HOSTS = ("claude", "codex")
TITLES = {"claude": "Claude Code", "codex": "Codex"}


class Target:
    """One file of one host. scope: "user", "project" or "local"."""

    __slots__ = ("host", "path", "scope")

    def __init__(self, host: str, scope: str, path: str) -> None:
        self.host = host
        self.scope = scope
        self.path = path

    def put_in(self, launcher: str, *, write: bool) -> Edited:
        """Register a launcher; without `write` only say what would change.

        Raises:
            SettingsError: the file cannot be edited or written.
            FeedbackGateError: no shell line can name this launcher.
        """
        hooks = self._hooks(launcher)
        change = lambda text, path: settings_text.with_hooks(text, hooks, self._is_ours, path)  # noqa: E731 - two words of a call
        return settings_file.apply(self.path, change) if write else settings_file.edited(self.path, change)

    def take_out(self, *, write: bool) -> Edited:
        """Take every registration of ours out.

        Raises:
            SettingsError: as above.
        """

        def change(text: str | None, path: str) -> str | None:
            return None if text is None else settings_text.without_hooks(text, self._is_ours, path)

        return settings_file.apply(self.path, change) if write else settings_file.edited(self.path, change)

    def _hooks(self, launcher: str) -> dict[str, list[dict[str, object]]]:
        if self.host == "claude":
            return claude.hooks(claude.quoted(launcher))
        try:
            return codex.hooks(codex.quoted(launcher), codex.PROJECT_WORD if self.scope == PROJECT else "")
        except ValueError:
            raise FeedbackGateError("usage.shell_path", path=launcher) from None

    def _is_ours(self, handler: object, event: str) -> bool:
        return claude.is_ours(handler, event) if self.host == "claude" else codex.is_ours(handler, event)


def target(host: str, scope: str, environ: Mapping[str, str], root: str) -> Target:
    """Where a host is told of us.

    Args:
        host: "claude" or "codex".
        scope: "user", or "project" for this project on this machine alone.
        environ: the process environment.
        root: the project's root.

    Raises:
        FeedbackGateError: there is no home folder.
    """
    if scope == PROJECT:
        if host == "claude":
            return Target(host, LOCAL, os.path.join(root, ".claude", "settings.local.json"))
        return Target(host, PROJECT, os.path.join(root, ".codex", "hooks.json"))
    home = of_claude.config_home(environ) if host == "claude" else of_codex.config_home(environ)
    if not home:
        raise FeedbackGateError("usage.no_home")
    return Target(host, USER, os.path.join(home, "settings.json" if host == "claude" else "hooks.json"))


def every_target(environ: Mapping[str, str], root: str) -> list[Target]:
    """Every file that `init` may have written, and a project's shared settings, in which somebody may have put us."""
    found = [target(host, scope, environ, root) for host in HOSTS for scope in (USER, PROJECT)]
    return [*found, Target("claude", PROJECT, os.path.join(root, ".claude", "settings.json"))]


def is_present(host: str, environ: Mapping[str, str], root: str) -> bool:
    """Whether a host is used on this machine or in this project."""
    home = of_claude.config_home(environ) if host == "claude" else of_codex.config_home(environ)
    folders = (home, os.path.join(root, f".{host}"))
    return any(folder and os.path.isdir(folder) for folder in folders) or bool(processes.find_program(host, environ, root))
