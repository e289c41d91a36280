"""One place at which a host is told to start us: who put it there, which copy of the launcher it starts, for which events."""

from __future__ import annotations

import os

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

# Whose word counts first when several start us for the same event.
MANAGED, PLUGIN, USER, PROJECT, LOCAL = SCOPES = ("managed", "plugin", "user", "project", "local")
LAUNCHER = "hook.sh"


class Registered:
    """One place.

    scope: one of SCOPES; copy: the launcher's folder, with a word behind it where one folder serves two places, or "plugin",
    whose folder the host chooses; path: the file that says so; events: names, in its order; lines: event → the command as it
    stands there; extra: further files at which a change of this place shows.
    """

    __slots__ = ("copy", "lines", "path", "scope")

    def __init__(self, scope: str, copy: str, path: str, lines: Mapping[str, str]) -> None:
        self.scope = scope
        self.copy = copy
        self.path = path
        self.lines = dict(lines)

    @property
    def events(self) -> tuple[str, ...]:
        """The events for which it starts us."""
        return tuple(self.lines)

    @property
    def is_there(self) -> bool:
        """Whether the launcher it names can be read; a host passes over one that cannot."""
        return self.scope == PLUGIN or os.access(os.path.join(self.folder, LAUNCHER), os.R_OK)

    @property
    def folder(self) -> str:
        """The launcher's folder, "" for a plugin's."""
        return "" if self.scope == PLUGIN else self.copy.rpartition(" ")[0] if self.copy.endswith(" project") else self.copy


def launcher_folder(line: str, host: str, environ: Mapping[str, str]) -> str:
    """The folder of the launcher that a registered line starts, "" when it is not read as one of ours.

    Args:
        line: `test -r W && exec /bin/sh W HOST EVENT`, W one shell word.
        host: "claude" or "codex".
        environ: for variables in the word.
    """
    word = line.partition("exec /bin/sh ")[2].rpartition(f" {host} ")[0].strip()
    if word[:1] == "'" and word[-1:] == "'":
        path = word[1:-1].replace("'\\''", "'")
    else:
        path = word.strip('"')
        for name in ("HOME", "XDG_DATA_HOME"):
            for spelling in ("${" + name + "}", "$" + name):
                path = path.replace(spelling, environ.get(name, ""))
    return os.path.dirname(path) if path.startswith("/") else ""


def in_order(found: Sequence[Registered]) -> list[Registered]:
    """By scope; those that lack events of others come last, for they cannot handle them."""
    most = max((len(place.events) for place in found), default=0)
    return sorted(found, key=lambda place: (len(place.events) < most, SCOPES.index(place.scope)))
