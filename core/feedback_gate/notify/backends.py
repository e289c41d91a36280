"""The ways to show a notification on each system, and which of them is used."""

from __future__ import annotations

from feedback_gate.notify import available, macos, terminal
from feedback_gate.system import files, processes

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

    from feedback_gate.notify.note import Note

SECONDS = 5.0


class Backend:
    """One way to show a note; this one shows nothing. program: its absolute path or device."""

    name = ""

    def __init__(self, program: str = "") -> None:
        self.program = program

    def send(self, note: Note, environ: Mapping[str, str]) -> bool:
        """Show it; whether that worked."""
        del note, environ
        return False


class NotifySend(Backend):
    """Linux desktops, through the session bus."""

    name = "notify-send"

    def send(self, note: Note, environ: Mapping[str, str]) -> bool:
        """`notify-send` takes the text as an argument; the body's markup characters are written out."""
        argv = [self.program, "--app-name", note.title, "--", f"{note.title}: {note.subtitle}", _unmarked(note.text)]
        return processes.capture(argv, env=environ, timeout=SECONDS).status == 0


class TerminalNotifier(Backend):
    """macOS with terminal-notifier: a click brings the terminal or editor forward."""

    name = "terminal-notifier"

    def send(self, note: Note, environ: Mapping[str, str]) -> bool:
        """A newer note of the project replaces the older one."""
        return macos.terminal_notifier(self.program, note, environ, SECONDS)


class Osascript(Backend):
    """macOS without any addition."""

    name = "osascript"

    def send(self, note: Note, environ: Mapping[str, str]) -> bool:
        """The texts are arguments of a fixed script."""
        return macos.osascript(self.program, note, environ, SECONDS)


class Wsl(Backend):
    """Windows from WSL, through PowerShell; the texts go in by standard input."""

    name = "wsl"
    SCRIPT = (
        "$r=[IO.StreamReader]::new([Console]::OpenStandardInput(),[Text.Encoding]::UTF8);"  # not in the console's code page
        '$t=@($r.ReadToEnd() -split "`n");'
        "[void][Windows.UI.Notifications.ToastNotificationManager,Windows.UI.Notifications,ContentType=WindowsRuntime];"
        "$x=[Windows.UI.Notifications.ToastNotificationManager]::GetTemplateContent(1);"
        "$n=$x.GetElementsByTagName('text');"
        "[void]$n.Item(0).AppendChild($x.CreateTextNode($t[0]));[void]$n.Item(1).AppendChild($x.CreateTextNode($t[1]));"
        "[Windows.UI.Notifications.ToastNotificationManager]::CreateToastNotifier('feedback-gate')"
        ".Show([Windows.UI.Notifications.ToastNotification]::new($x))"
    )

    def send(self, note: Note, environ: Mapping[str, str]) -> bool:
        """A toast with two lines."""
        argv = [self.program, "-NoProfile", "-NonInteractive", "-Command", self.SCRIPT]
        stdin = f"{note.title}: {note.subtitle}\n{note.text}".encode()
        return processes.capture(argv, env=environ, timeout=SECONDS, stdin=stdin).status == 0


class Terminal(Backend):
    """A sequence written to the terminal the client runs in: bell, OSC 9 or OSC 777; works over SSH."""

    def __init__(self, name: str, device: str) -> None:
        super().__init__(device)
        self.name = name

    def send(self, note: Note, environ: Mapping[str, str]) -> bool:
        """The text holds no control characters by then."""
        del environ
        return files.write_to_device(self.program, terminal.sequence(self.name, note))


class Choice:
    """backend: what is used, None = nothing; why: the code of a sentence for people, params: its values."""

    __slots__ = ("backend", "params", "why")

    def __init__(self, backend: Backend | None, why: str, **params: str) -> None:
        self.backend = backend
        self.why = why
        self.params = params


PROGRAMS: dict[str, type[Backend]] = {
    "terminal-notifier": TerminalNotifier,
    "osascript": Osascript,
    "notify-send": NotifySend,
    "wsl": Wsl,
}
SEQUENCES = ("bell", "osc9", "osc777")


def choose(wanted: str, environ: Mapping[str, str], root: str) -> Choice:
    """What the option `notify` leads to on this machine.

    Args:
        wanted: "auto", "off", or one backend.
        environ: PATH, the session bus, the client's process id.
        root: the project, from which no program is taken.
    """
    if wanted == "off":
        return Choice(None, "notify.why_off")
    if wanted in SEQUENCES:
        device = terminal.device(environ)
        return (
            Choice(Terminal(wanted, device), "notify.why_chosen", name=wanted)
            if device
            else Choice(None, "notify.why_no_terminal")
        )
    if wanted in PROGRAMS:
        return _program(wanted, environ, root)
    for name in available.usual(environ):
        choice = _program(name, environ, root)
        if choice.backend is not None:
            return Choice(choice.backend, "notify.why_auto", name=name, program=choice.backend.program)
    return Choice(None, "notify.why_nothing")


def _program(name: str, environ: Mapping[str, str], root: str) -> Choice:
    if name == "notify-send" and not available.has_session_bus(environ):
        return Choice(None, "notify.why_no_bus")
    found = processes.find_program("powershell.exe" if name == "wsl" else name, environ, root)
    if found is None:
        return Choice(None, "notify.why_missing", name=name)
    return Choice(PROGRAMS[name](found), "notify.why_chosen", name=name)


def _unmarked(text: str) -> str:
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
