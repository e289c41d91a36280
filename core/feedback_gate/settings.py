"""The options: declared once, read from the administrator, the environment, the plugin and the user, in that order."""

from __future__ import annotations

import os

from feedback_gate.state import places
from feedback_gate.system import files

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

POLICY_FILE = "/etc/feedback-gate/policy.conf"
SETTINGS_FILE = "settings.conf"
LARGEST = 1 << 20  # bytes of either file


class Option:
    """One option.

    kind: "choice" | "boolean" | "text"; choices: allowed words; tighter: words from loosest to tightest, for options that a
    project's own settings may only tighten (empty: not a security option; ("",): a project's value never counts).
    """

    __slots__ = ("choices", "default", "doc", "kind", "name", "tighter", "title")

    def __init__(
        self,
        name: str,
        kind: str,
        default: str,
        title: str,
        doc: str,
        choices: tuple[str, ...] = (),
        tighter: tuple[str, ...] = (),
    ) -> None:
        self.name = name
        self.kind = kind
        self.default = default
        self.title = title
        self.doc = doc
        self.choices = choices
        self.tighter = tighter

    @property
    def variable(self) -> str:
        """The environment variable: `failMode` → `FEEDBACK_GATE_FAIL_MODE`."""
        return "FEEDBACK_GATE_" + "".join("_" + letter if letter.isupper() else letter for letter in self.name).upper()

    @property
    def plugin_variable(self) -> str:
        """The variable Claude Code 2.1.332 sets for a saved plugin option: `CLAUDE_PLUGIN_OPTION_FAILMODE`."""
        return "CLAUDE_PLUGIN_OPTION_" + self.name.upper()


BOOLEANS = ("true", "false")

OPTIONS = {
    option.name: option
    for option in (
        Option(
            "language",
            "choice",
            "auto",
            "Language",
            "Language of everything shown: auto follows the locale.",
            ("auto", "en", "ja"),
        ),
        Option(
            "agentLaunchGuard",
            "boolean",
            "false",
            "Agent launch guard",
            "Ask before chosen agents are started or messaged.",
            BOOLEANS,
            BOOLEANS[::-1],
        ),
        Option(
            "autoCount",
            "boolean",
            "true",
            "Automatic count",
            "Raise a rule's count by itself when it is violated again, up to 4.",
            BOOLEANS,
        ),
        Option(
            "rulesFile",
            "text",
            "~/.claude/feedback-gate/feedback_rules.md",
            "Rules text",
            "A Markdown file that replaces the bundled rules text.",
            (),
            ("",),
        ),
        Option(
            "failMode",
            "choice",
            "open",
            "Fail mode",
            "What happens when a check cannot answer: open goes on with one line, closed denies tool calls.",
            ("open", "closed"),
            ("open", "closed"),
        ),
        Option(
            "trust",
            "choice",
            "tofu",
            "Trust",
            "Which project commands may run: off = all, tofu = first sight and approved changes, strict = approved only.",
            ("off", "tofu", "strict"),
            ("off", "tofu", "strict"),
        ),
        Option(
            "selfGuard",
            "choice",
            "ask",
            "Guard of the guards",
            "What the built-in rule does before a tool call changes hooks, approvals, a gate or our own files: ask, or deny.",
            ("ask", "deny"),
            ("ask", "deny"),
        ),
        Option(
            "notify",
            "choice",
            "auto",
            "Notifications",
            "Desktop notifications: auto, off, or one backend.",
            ("auto", "off", "terminal-notifier", "osascript", "notify-send", "wsl", "bell", "osc9", "osc777"),
        ),
        Option(
            "inject",
            "choice",
            "changed",
            "Injection",
            "Send the rules in full once and then only changes (changed), or with each prompt (every).",
            ("changed", "every"),
        ),
    )
}

# Variables that are no options but decide what runs or what is checked: a value from a project's settings never counts.
GUARDED_VARIABLES = (
    "FEEDBACK_GATE_BIN",
    "FEEDBACK_GATE_CACHE_DIR",
    "FEEDBACK_GATE_RELEASE_BASE_URL",
    "CLAUDE_FEEDBACK_DIR",
    "DOGWOOD_BIN",
    "FEEDBACK_GATE_ASK_AGENT_TYPES",
    "FEEDBACK_GATE_ALLOW_RECIPIENTS",
)


class Setting:
    """value: the word in force; source: "administrator" | "environment" | "plugin" | "user" | "default"; locked: no one below can change it."""

    __slots__ = ("locked", "source", "value")

    def __init__(self, value: str, source: str, *, locked: bool) -> None:
        self.value = value
        self.source = source
        self.locked = locked

    @property
    def on(self) -> bool:
        """The value of a boolean option."""
        return self.value == "true"


class Settings:
    """All options of one process.

    `ignored` lists variables whose value was set aside because the project's own settings files set them; `user_file` is the
    path of the user's settings, "" without a home.

    An administrator's file that is there and cannot be read may have locked any security option: each is then locked at its
    default, or at what tightens it.
    """

    __slots__ = ("_environ", "_files", "_project_keys", "ignored", "project_root", "user_file")

    def __init__(self, environ: Mapping[str, str], project_root: str = "") -> None:
        self._environ = environ
        self.project_root = project_root
        folder = places.config_home(environ)
        self.user_file = os.path.join(folder, SETTINGS_FILE) if folder else ""
        self._files: dict[str, Mapping[str, str] | None] = {"": {}}
        self._project_keys: frozenset[str] | None = None
        self.ignored: list[str] = []

    def get(self, name: str) -> Setting:
        """The option in force.

        Raises:
            KeyError: no such option is declared.
        """
        option = OPTIONS[name]
        value = valid(option, self.administrator.get(name))
        if value is not None:
            return Setting(value, "administrator", locked=True)
        locked = bool(option.tighter) and self._lines(POLICY_FILE) is None
        found = self._users(option, locked=locked)
        for variable, source in ((option.plugin_variable, "plugin"), (option.variable, "environment")):
            value = valid(option, self._environ.get(variable))
            if value is None:
                continue
            loosens = bool(option.tighter) and not is_tighter(option, value, found.value)
            if loosens and variable in self.project_keys:
                self._ignore(variable)
            elif not (loosens and locked):
                found = Setting(value, source, locked=locked)
        return found

    def variable(self, name: str) -> str:
        """A guarded environment variable, "" when unset or when it comes from the project's own settings."""
        value = self._environ.get(name, "")
        if value and name in self.project_keys:
            self._ignore(name)
            return ""
        return value

    @property
    def administrator(self) -> Mapping[str, str]:
        """What the administrator's file sets."""
        return self._lines(POLICY_FILE) or {}

    @property
    def user(self) -> Mapping[str, str]:
        """What the user's settings file sets."""
        return self._lines(self.user_file) or {}

    @property
    def unreadable(self) -> list[str]:
        """Of the administrator's and the user's file those that are there and cannot be read."""
        return [path for path in (POLICY_FILE, self.user_file) if self._lines(path) is None]

    @property
    def project_keys(self) -> frozenset[str]:
        """Names that the project's own settings files set."""
        if self._project_keys is None:
            from feedback_gate import inherited

            starts = (self.project_root, self._environ.get("CLAUDE_PROJECT_DIR", ""), _current_folder())
            every = {name for option in OPTIONS.values() for name in (option.variable, option.plugin_variable)}
            self._project_keys = inherited.names(starts, places.home(self._environ), frozenset(every | set(GUARDED_VARIABLES)))
        return self._project_keys

    def _lines(self, path: str) -> Mapping[str, str] | None:
        if path not in self._files:
            self._files[path] = read_conf(path)
        return self._files[path]

    def _users(self, option: Option, *, locked: bool) -> Setting:
        value = valid(option, self.user.get(option.name))
        if value is None or (locked and not is_tighter(option, value, option.default)):
            return Setting(option.default, "default", locked=locked)
        return Setting(value, "user", locked=locked)

    def _ignore(self, variable: str) -> None:
        if variable not in self.ignored:
            self.ignored.append(variable)


def valid(option: Option, value: str | None) -> str | None:
    """A value as the option takes it, None when it does not."""
    if value is None or not value.strip():
        return None
    if option.kind == "text":
        return value
    word = value.strip().lower()
    return word if word in option.choices else None


def is_tighter(option: Option, value: str, than: str) -> bool:
    """Whether a value of a security option checks more than another one."""
    order = option.tighter
    return value in order and order.index(value) > order.index(than)


def read_conf(path: str) -> dict[str, str] | None:
    """The `key = value` lines of a file; `#` starts a comment line; {} without a file, None where it cannot be read."""
    text = files.read_text(path, LARGEST)
    if text is None:
        return None if files.is_there(path) else {}
    pairs = (line.partition("=") for line in text.splitlines() if not line.lstrip().startswith("#"))
    return {key.strip(): value.strip() for key, equals, value in pairs if equals and key.strip()}


def _current_folder() -> str:
    try:
        return os.getcwd()
    except OSError:  # the folder is gone
        return ""
