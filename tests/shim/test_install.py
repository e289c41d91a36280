"""The launcher installs a release when a session starts or a person asks, from any shell, and refuses everything that is not it."""

from __future__ import annotations

import json
import os
import random
import shutil
import signal
import subprocess
import sys
import time
import urllib.parse
from typing import TYPE_CHECKING, Any

import pytest
from tests.shim.conftest import DENIED, DENY, PYTHONS, SESSION, link, script
from tests.support import web
from tests.support.releases import BACKUP, PRIMARY, STRANGER, Release
from tests.support.web import Authority, Handler

from feedback_gate.system import children
from feedback_gate_installer import reasons

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from tests.shim.conftest import Plugin
    from tests.support.web import Server

SHELLS = ("sh", "dash", "bash as sh", "busybox")
MANY = 32
KILLS = 50


class Machine:
    """A plugin that came without its executable, and a release of it below a base address."""

    def __init__(self, plugin: Plugin, release: Release, base: Path) -> None:
        self.plugin = plugin
        self.release = release
        self.base = base
        release.write(base)
        (plugin.shim / "feedback-gate.pyz").unlink()
        self.pin(f"base_url = {self.address}\n")

    def pin(self, more: str = "") -> None:
        (self.plugin.shim / "pin").write_text(self.release.pin_text() + more)

    @property
    def address(self) -> str:
        """The base address: a folder with a blank in its name."""
        return f"file://{urllib.parse.quote(str(self.base))}"

    def file(self, name: str) -> Path:
        return self.base / f"v{self.release.version}" / name

    def refused(self, event: str = "SessionStart") -> str:
        """The code of the refusal; nothing was placed and nothing ran."""
        answer = self.plugin.call(event, DENY)
        assert answer is not None
        assert set(answer) == {"systemMessage"}
        assert answer["systemMessage"].startswith("[feedback-gate] Not checked: ")
        assert self.plugin.runs() == []
        assert not (self.cached / "feedback-gate.pyz").exists()
        return str(answer["systemMessage"].rpartition("(")[2].rstrip(")"))

    @property
    def cached(self) -> Path:
        return self.plugin.home / ".cache" / "feedback-gate" / self.release.pin().folder

    def leftovers(self) -> list[str]:
        """What lies in the cache beyond what belongs there."""
        wanted = {"feedback-gate.pyz", "python", "used", "record.json", "checksums.txt", "checksums.txt.sig", ".lock"}
        left = [path for path in self.cached.parent.rglob("*") if path.is_file() and path.name not in wanted]
        kept = [path for path in left if path.parent.name.startswith("code-") and path.suffix != ".tmp"]
        return [str(path) for path in left if path not in kept]


@pytest.fixture
def make_machine(make_plugin: Callable[..., Plugin], archive: Path, tmp_path: Path) -> Callable[..., Machine]:
    def make(name: str = "plugin", shell: list[str] | None = None, release: Release | None = None) -> Machine:
        plugin = make_plugin(name, shell)
        plugin.configure()
        return Machine(plugin, release or Release("9.8.7", data=archive.read_bytes()), tmp_path / f"{name} releases")

    return make


@pytest.fixture
def machine(make_machine: Callable[..., Machine]) -> Machine:
    return make_machine()


@pytest.mark.parametrize("kind", SHELLS)
def test_a_session_that_starts_installs_and_is_answered(
    make_machine: Callable[..., Machine], shells: dict[str, list[str]], kind: str
) -> None:
    machine = make_machine(shell=shells[kind])
    assert [machine.plugin.call(event, DENY) for event in ("SessionStart", "PreToolUse")] == [DENIED, DENIED]
    assert (machine.cached / "feedback-gate.pyz").read_bytes() == machine.release.data
    assert machine.leftovers() == []


def test_d9_a_tool_call_never_installs_and_answers_at_once(machine: Machine) -> None:
    begun = time.monotonic()
    assert machine.refused("PreToolUse") == "executable-missing"
    assert time.monotonic() - begun < 1.0
    machine.plugin.env["CLAUDE_CODE_SESSION_ID"] = SESSION[::-1]
    assert machine.refused("Stop") == "executable-missing"


def test_d9_a_tool_call_that_finds_nothing_is_refused_where_the_fail_mode_is_closed(machine: Machine) -> None:
    machine.plugin.env["FEEDBACK_GATE_FAIL_MODE"] = "closed"
    answer = machine.plugin.call(payload=DENY)
    assert answer is not None
    reason = answer["hookSpecificOutput"]["permissionDecisionReason"]
    assert f"run: sh {machine.plugin.shim}/hook.sh install (executable-missing)" in reason


@pytest.mark.parametrize("kind", SHELLS)
def test_on_command_it_installs_and_names_the_file(
    make_machine: Callable[..., Machine], shells: dict[str, list[str]], kind: str
) -> None:
    machine = make_machine(shell=shells[kind])
    plugin = machine.plugin
    command = [*plugin.shell, str(plugin.shim / "hook.sh"), "install"]
    done = subprocess.run(command, capture_output=True, text=True, cwd=plugin.cwd, env=plugin.env, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (0, f"{machine.cached}/feedback-gate.pyz\n", "")
    shutil.rmtree(machine.base)
    shutil.rmtree(machine.cached)
    done = subprocess.run(command, capture_output=True, text=True, cwd=plugin.cwd, env=plugin.env, check=False)
    assert (done.returncode, done.stdout, "(sums-missing)" in done.stderr) == (1, "", True)
    assert plugin.call(payload=DENY) != DENIED


def test_e3_a_refusal_is_one_line_once_a_session_and_on_standard_error(machine: Machine) -> None:
    shutil.rmtree(machine.base)
    done = [machine.plugin.process("SessionStart", DENY) for _ in range(2)]
    text = (
        "[feedback-gate] Not checked: checksums.txt is missing from the release. "
        "Try again, or name another source with --from or --base-url. (sums-missing)"
    )
    assert [each.stdout.decode() for each in done] == [json.dumps({"systemMessage": text}, separators=(",", ":")) + "\n", ""]
    assert [each.stderr.decode() for each in done] == [text + "\n", ""]
    machine.plugin.env["CLAUDE_CODE_SESSION_ID"] = SESSION[::-1]
    assert machine.refused() == "sums-missing"


def test_e3_a_refusal_is_said_in_japanese_too(machine: Machine) -> None:
    shutil.rmtree(machine.base)
    machine.plugin.env["LANG"] = "ja_JP.UTF-8"
    answer = machine.plugin.call("SessionStart", DENY)
    assert answer == {
        "systemMessage": "[feedback-gate] 確認できませんでした：リリースに checksums.txt がありません。 "
        "もう一度試すか、--from または --base-url で別の取得元を指定してください。 (sums-missing)"
    }


LAUNCHER_WORDS = {
    "command": "sh {shim}/hook.sh install",
    "status": "0",
    "path": {"cache-unsafe": "what", "admin-pin-mismatch": "/etc/feedback-gate/policy.conf"},
    "why": "found",
    "name": "what",
    "wanted": "wanted",
    "found": "unsafe found",
}


@pytest.mark.parametrize("language", ["en", "ja"])
@pytest.mark.parametrize("code", [*reasons.LAUNCHER, "no-sha256-tool", "cache-unsafe", "admin-pin-mismatch"])
def test_e3_the_launcher_says_what_the_table_says(plugin: Plugin, code: str, language: str) -> None:
    given = "fg_what=what fg_wanted=wanted fg_found='unsafe found'"
    plugin.edit_launcher("# ---- here the others begin\n", f"{given}\nfail {code}\n")
    plugin.env["FEEDBACK_GATE_LANGUAGE"] = language
    answer = plugin.call()
    assert answer is not None
    reason = reasons.REASONS[code]
    words = (reason.ja, reason.next_ja) if language == "ja" else (reason.en, reason.next_en)
    values = {name: value[code] if isinstance(value, dict) and code in value else value for name, value in LAUNCHER_WORDS.items()}
    said = " ".join(words).format(**values).format(shim=plugin.shim)
    assert answer["systemMessage"].endswith(f"{said} ({code})")


def test_e3_a_folder_with_quotes_spoils_no_answer(make_machine: Callable[..., Machine]) -> None:
    machine = make_machine('a "quoted" \\ folder\n')
    answer = machine.plugin.call(payload=DENY)
    assert answer is not None
    assert "a ?quoted? ? folder?/plugin/shim/hook.sh install (executable-missing)" in answer["systemMessage"]


# ---- what is refused, each with its own code


def flip(path: Path) -> None:
    data = bytearray(path.read_bytes())
    data[-30] ^= 1
    path.write_bytes(data)


def truncate(path: Path) -> None:
    path.write_bytes(path.read_bytes()[:-1])


WRONG: dict[str, tuple[str, Callable[[Machine], object]]] = {
    "one flipped bit": ("checksum-mismatch", lambda m: flip(m.file("feedback-gate.pyz"))),
    "a truncated file": ("size-mismatch", lambda m: truncate(m.file("feedback-gate.pyz"))),
    "no list": ("sums-missing", lambda m: m.file("checksums.txt").unlink()),
    "no signature": ("signature-missing", lambda m: m.file("checksums.txt.sig").unlink()),
    "a truncated signature": ("signature-truncated", lambda m: truncate(m.file("checksums.txt.sig"))),
    "a changed list": ("signature-mismatch", lambda m: flip(m.file("checksums.txt"))),
    "no executable": ("file-missing", lambda m: m.file("feedback-gate.pyz").unlink()),
    "no address": ("no-release-address", lambda m: m.pin()),
    "a http address": ("address-not-https", lambda m: m.pin("base_url = http://localhost:1/\n")),
    "a revoked key": ("key-revoked", lambda m: m.pin(f"revoked = {m.release.pin().keys[0].id} {m.release.pin().keys[1].id}\n")),
}


@pytest.mark.parametrize(("code", "spoil"), WRONG.values(), ids=WRONG)
def test_t1_t2_t3_a_wrong_release_is_refused_and_nothing_is_placed(
    machine: Machine, code: str, spoil: Callable[[Machine], object]
) -> None:
    spoil(machine)
    assert machine.refused() == code
    assert machine.leftovers() == []


def other(archive: Path, **changed: Any) -> Release:
    return Release(changed.pop("version", "9.8.7"), changed.pop("signer", PRIMARY), archive.read_bytes(), **changed)


def evil(archive: Path) -> bytes:
    import io
    import zipfile

    data = io.BytesIO(archive.read_bytes())
    with zipfile.ZipFile(data, "a") as opened:
        opened.writestr("../escaped", b"x")
    return data.getvalue()


@pytest.mark.parametrize(
    ("kind", "code"),
    [
        ("unknown key", "signature-unknown-key"),
        ("other product", "product-mismatch"),
        ("other platform", "platform-mismatch"),
        ("leaves its folder", "archive-unsafe"),
    ],
)
def test_t2_t4_c9_a_release_that_is_not_for_us_is_refused(
    make_machine: Callable[..., Machine], archive: Path, kind: str, code: str
) -> None:
    made = {
        "unknown key": lambda: other(archive, signer=STRANGER),
        "other product": lambda: other(archive, product="another"),
        "other platform": lambda: other(archive, platform="windows"),
        "leaves its folder": lambda: Release("9.8.7", data=evil(archive)),
    }[kind]()
    assert make_machine(release=made).refused() == code


def test_r1_an_older_version_is_refused(make_machine: Callable[..., Machine], archive: Path) -> None:
    newer = make_machine()
    assert newer.plugin.call("SessionStart", DENY) == DENIED
    newer.plugin.runs()
    older = make_machine("older", release=Release("9.8.6", data=archive.read_bytes()))
    older.plugin.home = newer.plugin.home
    older.plugin.env["HOME"] = str(newer.plugin.home)
    older.plugin.env["CLAUDE_CODE_SESSION_ID"] = SESSION[::-1]
    assert older.refused() == "version-rollback"


def test_t10_a_release_signed_by_the_backup_key_is_installed(make_machine: Callable[..., Machine], archive: Path) -> None:
    assert make_machine(release=other(archive, signer=BACKUP)).plugin.call("SessionStart", DENY) == DENIED


def test_t3_a_pin_without_keys_installs_nothing(machine: Machine) -> None:
    first = machine.release.pin_text().splitlines()[0]
    (machine.plugin.shim / "pin").write_text(f"{first}\nbase_url = {machine.address}\n")
    assert machine.refused() == "key-missing"


OPEN_TO_OTHERS = {
    "the cache": "",
    "its folder": "{folder}",
    "the executable": "{folder}/feedback-gate.pyz",
    "the python": "{folder}/python",
}


@pytest.mark.parametrize("way", ["fetched", "bundled"])
@pytest.mark.parametrize("launcher", [*SHELLS, "hook.pyz"])
def test_c7_a_cache_that_others_can_write_is_refused(
    make_machine: Callable[..., Machine], shells: dict[str, list[str]], launcher: str, way: str
) -> None:
    machine = make_machine(shell=shells.get(launcher))
    if launcher == "hook.pyz":
        machine.plugin.start = [sys.executable, "-I", "-S", str(machine.plugin.shim / "hook.pyz")]
    if way == "bundled":
        (machine.plugin.shim / "feedback-gate.pyz").write_bytes(machine.release.data)
    machine.cached.parent.mkdir(parents=True)
    machine.cached.parent.chmod(0o777)
    answer = machine.plugin.call("SessionStart", DENY)
    assert answer == {
        "systemMessage": f"[feedback-gate] Not checked: {machine.cached.parent} is not safe to use: mode 0777 lets others write. "
        "Make it yours alone (chown, chmod go-w), or remove it and install again. (cache-unsafe)"
    }
    assert (machine.plugin.runs(), os.listdir(machine.cached.parent)) == ([], [])


@pytest.mark.parametrize("kind", OPEN_TO_OTHERS)
@pytest.mark.parametrize("launcher", [*SHELLS, "hook.pyz"])
def test_c7_what_others_can_write_since_it_was_placed_is_not_started_in_the_next_session(
    make_plugin: Callable[..., Plugin], shells: dict[str, list[str]], launcher: str, kind: str
) -> None:
    plugin = make_plugin(shell=shells.get(launcher))
    plugin.configure()
    if launcher == "hook.pyz":
        plugin.start = [sys.executable, "-I", "-S", str(plugin.shim / "hook.pyz")]
    assert [plugin.call(event, DENY) for event in ("SessionStart", "SessionStart")] == [DENIED, DENIED]
    plugin.runs()
    path = plugin.cache.parent / OPEN_TO_OTHERS[kind].format(folder=plugin.cache.name)
    path.chmod(0o770)
    answer = plugin.call("SessionStart", DENY)
    assert answer is not None
    assert answer["systemMessage"].startswith(
        f"[feedback-gate] Not checked: {str(path).rstrip('/')} is not safe to use: mode 0770 lets others"
    )
    assert plugin.runs() == []
    path.chmod(0o700)
    assert plugin.call("SessionStart", DENY) == DENIED


@pytest.mark.parametrize("way", ["fetched", "bundled"])
@pytest.mark.parametrize("launcher", ["sh", "hook.pyz"])
def test_c7_what_we_make_is_for_nobody_else_whatever_the_umask(
    make_machine: Callable[..., Machine], launcher: str, way: str
) -> None:
    machine = make_machine()
    if launcher == "hook.pyz":
        machine.plugin.start = [sys.executable, "-I", "-S", str(machine.plugin.shim / "hook.pyz")]
    if way == "bundled":
        (machine.plugin.shim / "feedback-gate.pyz").write_bytes(machine.release.data)
    before = os.umask(0)
    try:
        assert machine.plugin.call("SessionStart", DENY) == DENIED
    finally:
        os.umask(before)
    folders = [
        path
        for path in machine.plugin.home.rglob("*")
        if path.is_dir() and "feedback-gate" in str(path.relative_to(machine.plugin.home))
    ]
    assert {f"{path.stat().st_mode & 0o777:o}" for path in folders} == {"700"}
    assert {f"{path.stat().st_mode & 0o777:o}" for path in machine.cached.iterdir() if path.name != "used"} <= {"600", "700"}


def test_no_folder_to_install_into_is_said(machine: Machine) -> None:
    for name in ("HOME", "XDG_CACHE_HOME"):
        machine.plugin.env.pop(name, None)
    answer = machine.plugin.call("SessionStart", DENY)
    assert answer is not None
    assert answer["systemMessage"].endswith("(no-cache-dir)")


def test_a_cache_that_cannot_be_written_is_said(machine: Machine) -> None:
    machine.cached.parent.parent.mkdir(parents=True)
    machine.cached.parent.write_text("a file in the way")
    assert machine.refused() in ("cache-unsafe", "cache-unwritable")


def without_hashes(plugin: Plugin, tmp_path: Path, version: str = "") -> None:
    """Let the Pythons that the launcher finds, or those of one version, be builds that cannot hash."""
    hidden = tmp_path / "hidden" / "hashlib.py"
    hidden.parent.mkdir()
    hidden.write_text("raise ImportError('no hashes here')\n")
    code = (
        f'import sys,runpy;"%d.%d"%sys.version_info[:2] in("{version}"or"%d.%d"%sys.version_info[:2])and sys.path.insert(0,"{hidden.parent}")'
        ';sys.argv.pop(0);runpy.run_path(sys.argv[0],run_name="__main__")'
    )
    for program in ("hook.pyz", "place.py"):
        plugin.edit_launcher(f'set -- "$1" -I -S "$fg_here/{program}"', f'set -- "$1" -I -S -c \'{code}\' "$fg_here/{program}"')


@pytest.mark.parametrize("event", ["SessionStart", "PreToolUse"])
@pytest.mark.parametrize("way", ["fetched", "bundled"])
def test_t3_where_no_python_can_hash_nothing_is_placed(machine: Machine, tmp_path: Path, way: str, event: str) -> None:
    if way == "bundled":
        (machine.plugin.shim / "feedback-gate.pyz").write_bytes(machine.release.data)
    without_hashes(machine.plugin, tmp_path)
    assert machine.refused(event) == ("executable-missing" if (way, event) == ("fetched", "PreToolUse") else "no-sha256-tool")


def test_t3_a_python_that_cannot_hash_is_passed_over(machine: Machine, tmp_path: Path) -> None:
    first, *_, last = PYTHONS
    machine.plugin.only_path(link(tmp_path / "bin", python3=PYTHONS[first], python=PYTHONS[last]))
    without_hashes(machine.plugin, tmp_path, first)
    assert machine.plugin.call("SessionStart", DENY) == DENIED
    assert (machine.cached / "python").read_text() == os.path.realpath(PYTHONS[last]) + "\n"


# ---- where from


def test_the_environment_names_another_address(machine: Machine, tmp_path: Path) -> None:
    machine.pin("base_url = file:///nowhere\n")
    machine.plugin.env["FEEDBACK_GATE_RELEASE_BASE_URL"] = machine.address
    assert machine.plugin.call("SessionStart", DENY) == DENIED


@pytest.mark.parametrize("host", ["claude", "codex"])
def test_an_address_that_the_project_sets_is_ignored(machine: Machine, tmp_path: Path, host: str) -> None:
    machine.pin()
    address = machine.address
    machine.plugin.env["FEEDBACK_GATE_RELEASE_BASE_URL"] = address
    if host == "codex":
        del machine.plugin.env["CLAUDE_PROJECT_DIR"]
    settings = machine.plugin.project / ".claude" / "settings.json"
    settings.write_text(json.dumps({"env": {"FEEDBACK_GATE_RELEASE_BASE_URL": address}}))
    answer = machine.plugin.call("SessionStart", DENY, host)
    assert answer is not None
    assert answer["systemMessage"].endswith("(no-release-address)")


def test_the_settings_file_names_another_address(machine: Machine) -> None:
    machine.pin()
    settings = machine.plugin.home / ".config" / "feedback-gate" / "settings.conf"
    settings.parent.mkdir(parents=True)
    settings.write_text(f"releaseBaseUrl = {machine.address}\n")
    assert machine.plugin.call("SessionStart", DENY) == DENIED


def test_d8_a_wrong_mirror_is_passed_over(machine: Machine, tmp_path: Path) -> None:
    shutil.copytree(machine.base, tmp_path / "wrong")
    flip(tmp_path / "wrong" / "v9.8.7" / "feedback-gate.pyz")
    machine.pin(f"base_url = file://{tmp_path}/wrong file:///nowhere {machine.address}\n")
    assert machine.plugin.call("SessionStart", DENY) == DENIED


def test_c6_an_administrators_cache_serves_without_a_download(machine: Machine, tmp_path: Path) -> None:
    machine.pin()
    fleet = tmp_path / "fleet" / machine.cached.name
    fleet.mkdir(parents=True)
    (fleet / "feedback-gate.pyz").write_bytes(machine.release.data)
    fleet.chmod(0o555)
    machine.plugin.edit_launcher("fg_source=/opt/feedback-gate/cache/", f"fg_source={tmp_path}/fleet/")
    assert machine.plugin.call(payload=DENY) == DENIED
    assert os.listdir(fleet) == ["feedback-gate.pyz"]


# ---- over the network


@pytest.fixture
def authority(tmp_path: Path) -> Authority:
    return Authority(str(tmp_path))


@pytest.fixture
def server(machine: Machine, authority: Authority) -> Iterator[Server]:
    with web.serving(authority) as serving:
        serving.site.publish("9.8.7", machine.release.files)
        machine.pin(f"base_url = {serving.base}\n")
        machine.plugin.env["SSL_CERT_FILE"] = authority.file
        yield serving


@pytest.mark.parametrize("tool", ["curl", "wget"])
def test_curl_or_wget_alone_installs_over_https(machine: Machine, server: Server, tmp_path: Path, tool: str) -> None:
    machine.plugin.env["PATH"] = str(link(tmp_path / "bin", **{tool: shutil.which(tool) or ""}))
    assert machine.plugin.call("SessionStart", DENY) == DENIED
    assert machine.plugin.runs() == ["SessionStart"]
    assert len(server.site.requests) == 3


def test_without_curl_and_wget_it_says_so(machine: Machine, server: Server, tmp_path: Path) -> None:
    machine.plugin.env["PATH"] = str(link(tmp_path / "bin", wget=shutil.which("busybox") or ""))
    assert machine.refused() == "no-download-tool"
    assert server.site.requests == []


def test_a_curl_of_the_project_is_not_taken(machine: Machine, server: Server, tmp_path: Path) -> None:
    hostile = script(machine.plugin.project / "bin" / "curl", f"touch '{tmp_path}/started'")
    machine.plugin.env["PATH"] = f"{hostile.parent}:{link(tmp_path / 'bin', curl=shutil.which('curl') or '')}"
    assert machine.plugin.call("SessionStart", DENY) == DENIED
    assert not (tmp_path / "started").exists()


def test_d1_a_redirect_to_plain_http_is_refused(machine: Machine, server: Server) -> None:
    server.site.plans["/r/v9.8.7/checksums.txt"] = [lambda handler: handler.answer(302, b"", Location="http://localhost:1/x")]
    assert machine.refused() == "redirect-not-https"


def test_d2_an_endless_body_is_refused(machine: Machine, server: Server) -> None:
    def endless(handler: Handler) -> None:
        handler.begin(200, Connection="close")
        try:
            while True:
                handler.wfile.write(b"x" * 10_000)
        except OSError:
            handler.close_connection = True

    server.site.plans["/r/v9.8.7/feedback-gate.pyz"] = [endless]
    assert machine.refused() == "download-too-large"


def test_d4_an_unknown_authority_is_refused(machine: Machine, server: Server) -> None:
    del machine.plugin.env["SSL_CERT_FILE"]
    assert machine.refused() == "tls-untrusted"


def test_d7_a_web_page_is_named(machine: Machine, server: Server) -> None:
    server.site.plans["/r/v9.8.7/checksums.txt"] = [lambda handler: handler.answer(200, b"<html>sign in</html>")]
    assert machine.refused() == "web-page"


def test_d10_a_server_that_never_answers_costs_no_more_than_the_limit(machine: Machine, server: Server) -> None:
    machine.plugin.edit_launcher("fg_seconds=40 ||", "fg_seconds=2 ||")
    server.site.plans["/r/v9.8.7/checksums.txt"] = [lambda handler: time.sleep(10)]
    begun = time.monotonic()
    assert machine.refused() == "time-budget-spent"
    assert time.monotonic() - begun < 7


def test_d10_the_limit_lies_below_the_time_a_host_gives(machine: Machine) -> None:
    from feedback_gate.hosts.claude import registration as claude
    from feedback_gate.hosts.codex import registration as codex

    text = (machine.plugin.shim / "hook.sh").read_text()
    assert "fg_seconds=40 ||" in text
    assert "fg_limit=$((fg_seconds + 12))" in text
    for registrations in (claude.REGISTRATIONS, codex.REGISTRATIONS):
        assert [entry.timeout for entry in registrations if entry.event == "SessionStart"] == [60]


def test_e4_no_secret_of_an_address_is_told_or_kept(machine: Machine, server: Server) -> None:
    machine.plugin.env["FEEDBACK_GATE_RELEASE_BASE_URL"] = server.base.replace("//", "//user:hunter2@").replace("/r", "/no")
    done = machine.plugin.process("SessionStart", DENY)
    assert b"(not-published)" in done.stdout
    assert b"hunter2" not in done.stdout + done.stderr
    kept = [path.read_bytes() for path in machine.plugin.home.rglob("*") if path.is_file()]
    assert not any(b"hunter2" in text for text in kept)


# ---- the administrator


def policy(machine: Machine, tmp_path: Path, text: str) -> None:
    path = tmp_path / "policy.conf"
    path.write_text(text)
    machine.plugin.edit_launcher("fg_policy=/etc/feedback-gate/policy.conf", f"fg_policy={path}")


def test_t5_an_administrators_other_hash_stops_what_is_installed_and_what_is_bundled(plugin: Plugin, tmp_path: Path) -> None:
    assert plugin.call(payload=DENY) == DENIED
    (tmp_path / "policy.conf").write_text(f"pinSha256 = {'0' * 64}\n")
    plugin.edit_launcher("fg_policy=/etc/feedback-gate/policy.conf", f"fg_policy={tmp_path}/policy.conf")
    answer = plugin.call(payload=DENY)
    sha256 = (plugin.shim / "pin").read_text().split()[1]
    assert answer == {
        "systemMessage": f"[feedback-gate] Not checked: The administrator's file {tmp_path}/policy.conf sets pinSha256 to "
        f"{'0' * 64}; this plugin pins {sha256}. Ask your administrator: only that file can change this. (admin-pin-mismatch)"
    }
    assert plugin.runs() == ["PreToolUse"]


def test_t5_an_administrators_other_version_refuses_every_tool_call_when_closed(plugin: Plugin, tmp_path: Path) -> None:
    (tmp_path / "policy.conf").write_text("pinVersion = 1.2.3\nfailMode = closed\n")
    plugin.edit_launcher("fg_policy=/etc/feedback-gate/policy.conf", f"fg_policy={tmp_path}/policy.conf")
    answer = plugin.call(payload=DENY)
    assert answer is not None
    assert "sets pinVersion to 1.2.3; this plugin pins 9.8.7" in answer["hookSpecificOutput"]["permissionDecisionReason"]


def test_t5_the_same_version_and_hash_are_let_through(plugin: Plugin, tmp_path: Path) -> None:
    version, sha256, _ = (plugin.shim / "pin").read_text().split()
    others = "# pinVersion = 1.2.3\n#pinSha256=0\noldpinVersion = 1.2.3\npinVersions = 1.2.3\npinVersion\n"
    (tmp_path / "policy.conf").write_text(f"# ours\n\tpinVersion=  {version}\r\npinSha256 = {sha256} \n{others}")
    plugin.edit_launcher("fg_policy=/etc/feedback-gate/policy.conf", f"fg_policy={tmp_path}/policy.conf")
    assert plugin.call(payload=DENY) == DENIED


def test_t5_where_an_administrator_pins_an_override_does_not_count(plugin: Plugin, tmp_path: Path) -> None:
    version = (plugin.shim / "pin").read_text().split()[0]
    (tmp_path / "policy.conf").write_text(f"pinVersion = {version}\n")
    plugin.edit_launcher("fg_policy=/etc/feedback-gate/policy.conf", f"fg_policy={tmp_path}/policy.conf")
    plugin.env["FEEDBACK_GATE_BIN"] = str(script(tmp_path / "program", "echo '{}'"))
    assert plugin.call(payload=DENY) == DENIED


def test_t5_an_administrators_key_that_is_not_the_plugins_installs_nothing(machine: Machine, tmp_path: Path) -> None:
    policy(machine, tmp_path, f"pinKeyIds = {'0' * 32}\n")
    assert machine.refused() == "admin-key-mismatch"


def test_t5_the_administrators_address_wins(machine: Machine, tmp_path: Path) -> None:
    policy(machine, tmp_path, f"releaseBaseUrl = {machine.address}\n")
    machine.pin("base_url = file:///nowhere\n")
    machine.plugin.env["FEEDBACK_GATE_RELEASE_BASE_URL"] = "file:///elsewhere"
    assert machine.plugin.call("SessionStart", DENY) == DENIED


# ---- what lies around


def aged(path: Path, seconds: float) -> None:
    when = time.time() - seconds
    os.utime(path, (when, when))


def test_c10_after_an_installation_versions_that_nobody_used_for_30_days_go(machine: Machine) -> None:
    cache = machine.cached.parent
    for name, days in (("1.0.0-0123456789abcdef", 31), ("1.1.0-0123456789abcdef", 29)):
        folder = cache / name
        folder.mkdir(parents=True)
        for file in ("feedback-gate.pyz", "used"):
            (folder / file).touch()
            aged(folder / file, days * 86_400)
        aged(folder, days * 86_400)
    cache.chmod(0o700)
    assert machine.plugin.call("SessionStart", DENY) == DENIED
    assert sorted(path.name for path in cache.iterdir() if path.is_dir()) == ["1.1.0-0123456789abcdef", machine.cached.name]


@pytest.mark.parametrize(("event", "touched"), [("SessionStart", True), ("UserPromptSubmit", True), ("PreToolUse", False)])
def test_c10_a_version_in_use_is_touched_once_a_prompt(plugin: Plugin, event: str, touched: bool) -> None:
    plugin.call("SessionStart")
    plugin.call("SessionStart")
    aged(plugin.cache / "used", 1000)
    plugin.call(event)
    assert (time.time() - (plugin.cache / "used").stat().st_mtime < 500) is touched


@pytest.mark.parametrize("way", ["bundled", "fetched"])
def test_c2_leftovers_older_than_an_hour_go_and_younger_ones_stay(make_machine: Callable[..., Machine], way: str) -> None:
    machine = make_machine()
    if way == "bundled":
        (machine.plugin.shim / "feedback-gate.pyz").write_bytes(machine.release.data)
    machine.cached.mkdir(parents=True, mode=0o700)
    machine.cached.parent.chmod(0o700)
    for name, minutes in (("old", 61), ("young", 59)):
        (machine.cached / f".feedback-gate-tmp-{name}").touch()
        aged(machine.cached / f".feedback-gate-tmp-{name}", minutes * 60)
    assert machine.plugin.call("SessionStart", DENY) == DENIED
    left = [name for name in os.listdir(machine.cached) if name.startswith(".feedback")]
    assert left == ([".feedback-gate-tmp-young"] if way == "bundled" else [])


# ---- many at once, killed at any moment


def popen(plugin: Plugin) -> subprocess.Popen[bytes]:
    command = [*plugin.shell, str(plugin.shim / "hook.sh"), "claude", "SessionStart"]
    pipe = subprocess.PIPE
    return subprocess.Popen(command, stdin=pipe, stdout=pipe, stderr=pipe, cwd=plugin.cwd, env=plugin.env, start_new_session=True)


@pytest.mark.slow
def test_c1_32_first_runs_at_once_download_once_and_all_are_answered(machine: Machine, server: Server) -> None:
    def slowly(handler: Handler) -> None:
        data = handler.server.site.files[handler.path]
        handler.begin(200, **{"Content-Length": str(len(data))})
        for at in range(0, len(data), 1 + len(data) // 8):
            handler.wfile.write(data[at : at + 1 + len(data) // 8])
            time.sleep(0.05)

    server.site.plans["/r/v9.8.7/feedback-gate.pyz"] = [slowly] * MANY
    started = [popen(machine.plugin) for _ in range(MANY)]
    answers = [process.communicate(json.dumps(DENY).encode(), timeout=100) for process in started]
    assert [(json.loads(out or b"null"), errors) for out, errors in answers] == [(DENIED, b"")] * MANY
    assert len(server.site.asked("/r/v9.8.7/feedback-gate.pyz")) == 1
    assert machine.leftovers() == []


@pytest.mark.slow
@pytest.mark.timeout(300)
def test_c2_killed_at_50_random_moments_leaves_old_or_new_and_never_half(make_machine: Callable[..., Machine]) -> None:
    machine = make_machine()
    chance = random.Random(7)
    begun = time.monotonic()
    assert machine.plugin.call("SessionStart", DENY) == DENIED
    whole = time.monotonic() - begun
    killed, seen = 0, set()
    for _ in range(KILLS):
        shutil.rmtree(machine.cached, ignore_errors=True)
        with popen(machine.plugin) as process:
            assert process.stdin is not None
            process.stdin.close()
            time.sleep(chance.uniform(0, whole))
            killed += process.poll() is None
            children.kill_group(process.pid, signal.SIGKILL)
        whole *= 1.02 if process.returncode else 0.8  # the machine's pace changes
        placed = machine.cached / "feedback-gate.pyz"
        assert not placed.exists() or placed.read_bytes() == machine.release.data
        seen.add(placed.exists())
    assert killed >= KILLS // 2
    assert seen == {True, False}
    assert machine.plugin.call("SessionStart", DENY) == DENIED
