"""Desktop notifications: when, through what, and that text is only text. Stand-in programs on PATH; a real session bus."""

from __future__ import annotations

import os
import pty
import shutil
import subprocess

import pytest
from tests.support.product import Product

from feedback_gate.main import main
from feedback_gate.notify import available, backends, macos, terminal
from feedback_gate.notify.note import Note, plain


@pytest.fixture
def product(tmp_path) -> Product:
    return Product(tmp_path / "app")


@pytest.fixture
def stand_in(tmp_path, monkeypatch):
    """A folder at the front of PATH; `stand_in(name)` puts a program there that records its arguments, one a line."""
    folder = tmp_path / "bin"
    folder.mkdir()
    monkeypatch.setenv("PATH", f"{folder}:/usr/bin:/bin")

    def make(name: str, body: str = ""):
        record = tmp_path / f"{name}.args"
        path = folder / name
        path.write_text(f'#!/bin/sh\nfor a in "$@"; do printf "%s\\n" "$a" >> {record}; done\n{body}\n')
        path.chmod(0o755)
        return record

    return make


@pytest.fixture
def linux(stand_in, monkeypatch):
    monkeypatch.setenv("DBUS_SESSION_BUS_ADDRESS", "unix:path=/nowhere")
    return stand_in("notify-send")


def lines(record) -> list[str]:
    return record.read_text().splitlines() if record.exists() else []


def test_a_notification_event_is_shown_with_the_hosts_name(product, linux):
    product.call("Notification", message="May I?", notification_type="permission_prompt")
    assert lines(linux) == ["--app-name", "Claude Code", "--", "Claude Code: app · Your input is needed", "May I?"]


def test_a_stop_that_is_let_through_is_shown_and_a_refused_one_is_not(product, linux):
    product.gate("rules:\n  - {match: '*.py', run: ['test -f ok']}\n")
    product.git().start()
    product.write("x.py")
    product.stop()
    assert lines(linux) == []
    product.file("ok")
    product.stop(active=True)
    assert lines(linux) == []  # the success report reopens the turn
    product.stop(active=True)
    assert lines(linux)[3] == "Claude Code: app · Finished"


def test_c28_the_report_is_not_shown_and_each_stop_after_it_is(product, linux):
    product.gate(
        "rules:\n  - {match: '*.py', run: ['true'], run_checks: [c]}\nconsistency_checks:\n  - {name: c, run: ['true']}\n"
    )
    product.git().start()
    product.write("x.py")
    shown_so_far = []
    for active in (False, True, True):
        product.stop(active=active)
        shown_so_far.append(lines(linux).count("Claude Code: app · Finished"))
    assert shown_so_far == [0, 1, 1]


def test_a_continuation_after_a_failure_is_not_shown(product, linux):
    product.gate("rules:\n  - {match: '*.py', run: ['exit 1']}\n")
    product.git().start()
    product.write("x.py")
    for _ in range(5):
        product.stop(active=True)
    assert lines(linux) == []


def test_off_shows_nothing(product, linux, monkeypatch):
    monkeypatch.setenv("FEEDBACK_GATE_NOTIFY", "off")
    product.call("Notification", message="May I?")
    assert lines(linux) == []


def test_without_a_session_bus_nothing_is_started(product, linux, monkeypatch):
    monkeypatch.delenv("DBUS_SESSION_BUS_ADDRESS")
    if os.path.exists(f"/run/user/{os.getuid()}/bus"):
        monkeypatch.setattr(available, "has_session_bus", lambda environ: False)
    product.call("Notification", message="May I?")
    assert lines(linux) == []


@pytest.mark.parametrize("text", ["$(touch ran)", "`touch ran`", "'; touch ran; '", '<b>&"', "-rf", "\u0000\u001b]0;x\u0007"])
def test_text_is_data(product, linux, text):
    product.call("Notification", message=text)
    assert not (product.root / "ran").exists()
    assert lines(linux)[4] == plain(text).replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")


def test_a_program_of_the_project_is_never_started(product, linux, monkeypatch):
    impostor = product.file("notify-send", f"#!/bin/sh\ntouch {product.root}/ran\n")
    impostor.chmod(0o755)
    monkeypatch.setenv("PATH", f"{product.root}:{os.environ['PATH']}")
    product.call("Notification", message="x")
    assert not (product.root / "ran").exists()
    assert lines(linux)


def test_a_notifier_that_hangs_does_not_hold_the_hook(product, stand_in, monkeypatch):
    monkeypatch.setenv("DBUS_SESSION_BUS_ADDRESS", "unix:path=/nowhere")
    monkeypatch.setattr(backends, "SECONDS", 0.3)
    stand_in("notify-send", "sleep 30")
    assert product.call("Notification", message="x") == {}


def test_n04_n05_the_click_of_an_editor(stand_in, tmp_path):
    note = Note("t", "l", "x", str(tmp_path))
    cursor = {"TERM_PROGRAM": "vscode", "__CFBundleIdentifier": "com.todesktop.cursor", "PATH": "/usr/bin:/bin"}
    assert macos.action(note, cursor) == "open -b com.todesktop.cursor"
    assert macos.action(note, {"TERM_PROGRAM": "Ghostty", "PATH": "/bin"}) == "open -b com.mitchellh.ghostty"
    stand_in("code")
    folder = tmp_path / "it's here"
    folder.mkdir()
    found = macos.action(Note("t", "l", "x", str(folder)), {"PATH": os.environ["PATH"]})
    assert found == f"{tmp_path}/bin/code -r '{tmp_path}/it'\"'\"'s here'"


def test_n02_the_front_window_is_compared_word_by_word(stand_in, tmp_path):
    stand_in("osascript", "echo 'main.py — app (Workspace)'")
    environ = dict(os.environ)
    assert macos.is_in_front(Note("t", "l", "x", str(tmp_path / "app")), environ, 5)
    assert not macos.is_in_front(Note("t", "l", "x", str(tmp_path / "a")), environ, 5)


def test_a_project_of_several_words_is_found_in_the_front_window(stand_in, tmp_path):
    stand_in("osascript", 'echo "main.py — it\'s my app (Workspace)"')
    environ = dict(os.environ)
    seen = {
        name: macos.is_in_front(Note("t", "l", "x", str(tmp_path / name)), environ, 5)
        for name in ("my app", "it's my", "app main")
    }
    assert seen == {"my app": True, "it's my": True, "app main": False}


def test_terminal_notifier_gets_its_arguments(stand_in, tmp_path):
    record = stand_in("terminal-notifier")
    note = Note("Claude Code", "Finished", "[done]", str(tmp_path))
    backend = backends.TerminalNotifier(str(tmp_path / "bin/terminal-notifier"))
    assert backend.send(note, {"PATH": "/usr/bin:/bin", "TERM_PROGRAM": "iTerm.app"})
    assert lines(record) == [
        *("-title", "Claude Code", "-subtitle", f"📁 {note.project} · Finished", "-message", "\u2060[done]"),
        *("-group", f"feedback-gate-{tmp_path}", "-execute", "open -b com.googlecode.iterm2"),
    ]


def test_osascript_gets_the_texts_as_arguments(stand_in, tmp_path):
    record = stand_in("osascript")
    assert backends.Osascript(str(tmp_path / "bin/osascript")).send(Note("T", "L", 'say "hi"', str(tmp_path)), {"PATH": "/bin"})
    assert lines(record)[-3:] == ["T", f"{tmp_path.name} · L", 'say "hi"']


def test_wsl_gets_the_texts_by_standard_input(stand_in, tmp_path):
    record = stand_in("powershell.exe", f"cat > {tmp_path}/stdin")
    assert backends.Wsl(str(tmp_path / "bin/powershell.exe")).send(Note("T", "完了", "$(x)", str(tmp_path)), dict(os.environ))
    assert (tmp_path / "stdin").read_text(encoding="utf-8") == f"T: {tmp_path.name} · 完了\n$(x)"
    assert "[IO.StreamReader]::new([Console]::OpenStandardInput(),[Text.Encoding]::UTF8)" in lines(record)[-1]


@pytest.mark.parametrize(
    ("name", "expected"),
    [("bell", b"\a"), ("osc9", b"\x1b]9;T: p \xc2\xb7 L: a, b\a"), ("osc777", b"\x1b]777;notify;T: p \xc2\xb7 L;a, b\a")],
)
def test_terminal_sequences(name, expected):
    assert terminal.sequence(name, Note("T", "L", "a; b", "/x/p")) == expected


def test_the_sequence_reaches_the_clients_terminal(product, monkeypatch):
    leader, follower = pty.openpty()
    client = subprocess.Popen(["sleep", "30"], stdin=follower, stdout=follower, stderr=follower)
    try:
        monkeypatch.setenv("CLAUDE_PID", str(client.pid))
        monkeypatch.setenv("FEEDBACK_GATE_NOTIFY", "osc9")
        product.call("Notification", message="hello")
        assert b"\x1b]9;Claude Code: app" in os.read(leader, 1000)
    finally:
        client.kill()
        client.wait()
        os.close(leader)
        os.close(follower)


def test_notify_says_what_is_used_and_why(product, linux, monkeypatch, capsys):
    monkeypatch.chdir(product.root)
    assert main(["notify", "--test"]) == 0
    text = capsys.readouterr().out
    assert "notify-send is used: it is what this system offers" in text
    assert "Sent through notify-send." in text
    monkeypatch.setenv("FEEDBACK_GATE_NOTIFY", "terminal-notifier")
    assert main(["notify"]) == 1
    assert "terminal-notifier is not installed" in capsys.readouterr().out


SERVER = """
import dbus, dbus.service, dbus.mainloop.glib, sys
from gi.repository import GLib
dbus.mainloop.glib.DBusGMainLoop(set_as_default=True)
class Server(dbus.service.Object):
    @dbus.service.method("org.freedesktop.Notifications", in_signature="susssasa{sv}i", out_signature="u")
    def Notify(self, app, replaces, icon, summary, body, actions, hints, timeout):
        print(app, "|", summary, "|", body, flush=True)
        loop.quit()
        return dbus.UInt32(1)
    @dbus.service.method("org.freedesktop.Notifications", out_signature="ssss")
    def GetServerInformation(self):
        return ("recorder", "test", "1", "1.2")
    @dbus.service.method("org.freedesktop.Notifications", out_signature="as")
    def GetCapabilities(self):
        return ["body"]
loop = GLib.MainLoop()
name = dbus.service.BusName("org.freedesktop.Notifications", dbus.SessionBus())
Server(dbus.SessionBus(), "/org/freedesktop/Notifications")
print("ready", flush=True)
GLib.timeout_add_seconds(20, loop.quit)
loop.run()
"""


def test_a_real_session_bus_receives_it(product, monkeypatch, tmp_path):
    for program in ("dbus-daemon", "notify-send"):
        assert shutil.which(program), f"{program} is missing: tests/support/tools.sh installs it"
    script = tmp_path / "server.py"
    script.write_text(SERVER)
    bus = subprocess.Popen(["dbus-daemon", "--session", "--print-address", "--nofork"], stdout=subprocess.PIPE, text=True)
    try:
        monkeypatch.setenv("DBUS_SESSION_BUS_ADDRESS", bus.stdout.readline().strip())
        server = subprocess.Popen(
            ["/usr/bin/python3", str(script)], stdout=subprocess.PIPE, text=True, env={**os.environ, "PYTHONPATH": ""}
        )
        assert server.stdout.readline() == "ready\n"
        product.call("Notification", message="May I <b>?")
        assert server.stdout.readline() == "Claude Code | Claude Code: app · Your input is needed | May I &lt;b&gt;?\n"
        server.wait(10)
        server.stdout.close()
    finally:
        bus.terminate()
        bus.wait()
        bus.stdout.close()
