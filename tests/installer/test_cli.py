"""The command line as people and scripts see it."""

from __future__ import annotations

import json
import os
import re
import shutil
import stat
import subprocess
from typing import TYPE_CHECKING

import pytest
from tests.support import installing, releases, unreadable, web
from tests.support.installing import content, listing
from tests.support.releases import PRIMARY, STRANGER, Release, key_id

from feedback_gate_installer import cli, reasons, texts

if TYPE_CHECKING:
    from pathlib import Path


class Machine:
    """A home folder of its own, with a release beside it."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.home = str(folder / "home")
        os.makedirs(self.home)
        self.pin = str(folder / "pin")
        self.release = Release()
        self.publish(self.release)

    def publish(self, release: Release) -> str:
        self.release = release
        with open(self.pin, "w") as file:
            file.write(release.pin_text())
        return release.write(self.folder / "mirror")

    def run(self, *words: str, **env: str) -> subprocess.CompletedProcess[str]:
        environment = installing.environment(self.home, **env)
        return subprocess.run(
            installing.command(*words), env=environment, capture_output=True, text=True, check=False, cwd=self.home
        )

    def install(self, *words: str, **env: str) -> subprocess.CompletedProcess[str]:
        return self.run("install", "--pin", self.pin, "--from", str(self.folder / "mirror"), *words, **env)

    def path(self, *parts: str) -> str:
        return os.path.join(self.home, *parts)

    @property
    def executable(self) -> str:
        return self.path(".cache/feedback-gate", self.release.pin().folder, "feedback-gate.pyz")

    def policy(self, text: str) -> None:
        os.makedirs(self.path("etc"), exist_ok=True)
        with open(self.path("etc/policy.conf"), "w") as file:
            file.write(text)
        os.chmod(self.path("etc/policy.conf"), 0o644)


@pytest.fixture
def machine(tmp_path: Path) -> Machine:
    return Machine(tmp_path)


def test_install_says_what_it_did_and_by_which_key(machine: Machine) -> None:
    ran = machine.install()
    assert (ran.returncode, ran.stdout.splitlines()) == (
        0,
        [
            f"Installed feedback-gate 1.4.0: {machine.executable}",
            f"  SHA-256 {machine.release.sha256}, key {key_id(PRIMARY)}, checked by plain+library",
            f"  from {machine.folder}/mirror/v1.4.0",
            f"Launcher: {machine.path('.local/share/feedback-gate/hook.sh')}",
            f"Command: {machine.path('.local/bin/feedback-gate')}",
        ],
    )


def test_install_answers_in_json(machine: Machine) -> None:
    ran = machine.install("--json")
    answer = json.loads(ran.stdout)
    assert ran.stderr == ""
    assert {note["code"] for note in answer.pop("notes")} == {"no-attestation", "command-not-on-path"}
    assert answer == {
        "ok": True,
        "version": "1.4.0",
        "sha256": machine.release.sha256,
        "path": machine.executable,
        "fresh": True,
        "key": key_id(PRIMARY),
        "source": f"{machine.folder}/mirror/v1.4.0",
        "decided_by": "plain+library",
        "launcher": machine.path(".local/share/feedback-gate/hook.sh"),
        "command": machine.path(".local/bin/feedback-gate"),
    }


def test_install_twice_is_install_once(machine: Machine) -> None:
    machine.install()
    before = {name: os.stat(machine.path(name)).st_ino for name in listing(machine.home) if name.startswith(".cache")}
    ran = machine.install()
    assert ran.stdout.startswith(f"feedback-gate 1.4.0 is already installed: {machine.executable}\n")
    assert {name: os.stat(machine.path(name)).st_ino for name in before} == before


def test_e3_a_refusal_has_a_sentence_a_code_and_a_next_step(machine: Machine) -> None:
    machine.publish(Release(signer=STRANGER))
    ran = machine.install()
    assert (ran.returncode, ran.stdout) == (1, "")
    assert ran.stderr == (
        f"feedback-gate-installer: checksums.txt is signed by key {key_id(STRANGER)}; trusted is "
        f"{key_id(PRIMARY)} {key_id(releases.BACKUP)}. [signature-unknown-key]\n"
        "  next: Update the plugin or the installer first.\n"
    )
    assert not [name for name in listing(machine.home) if name.endswith((".pyz", "hook.sh", "pin"))]


def test_e3_a_refusal_in_json_and_japanese(machine: Machine) -> None:
    ran = machine.run("install", "--pin", "/nowhere/pin", "--json", FEEDBACK_GATE_LANGUAGE="ja")
    assert (ran.returncode, json.loads(ran.stdout)) == (
        1,
        {
            "ok": False,
            "code": "pin-missing",
            "message": "インストールの基準になる pin がありません: /nowhere/pin(No such file or directory)。",
            "next": "--pin でプラグインの pin ファイルを指定するか、リリースに含まれるインストーラーを使ってください。",
            "values": {"path": "/nowhere/pin", "why": "No such file or directory"},
        },
    )


def placeholders(text: str) -> list[str]:
    import string

    return sorted({name for _, name, _, _ in string.Formatter().parse(text) if name})


@pytest.mark.parametrize("code", reasons.REASONS)
def test_e3_every_reason_has_the_same_words_in_both_languages(code: str) -> None:
    reason = reasons.REASONS[code]
    assert all((reason.en, reason.ja, reason.next_en, reason.next_ja))
    assert placeholders(reason.en) == placeholders(reason.ja)
    assert placeholders(reason.next_en) == placeholders(reason.next_ja)
    assert reason.en.endswith(".")
    assert reason.ja.endswith("。")


@pytest.mark.parametrize("code", texts.TEXTS)
def test_every_text_has_the_same_placeholders_in_both_languages(code: str) -> None:
    english, japanese = texts.TEXTS[code]
    assert placeholders(english) == placeholders(japanese)


def test_e3_every_code_that_is_raised_is_in_the_table_with_its_values() -> None:
    import ast

    folder = os.path.dirname(os.path.abspath(cli.__file__))
    raised = set()
    for name in sorted(os.listdir(folder)):
        if not name.endswith(".py"):
            continue
        for node in ast.walk(ast.parse(content(os.path.join(folder, name)))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "RefusedError":
                code = node.args[0]
                if isinstance(code, ast.Constant):
                    raised.add(code.value)
                    reason = reasons.REASONS[code.value]
                    wanted = set(placeholders(reason.en + reason.next_en))
                    given = {keyword.arg for keyword in node.keywords}
                    assert None in given or wanted <= given, f"{name}:{node.lineno} {code.value}"
    unused = set(reasons.REASONS) - raised
    assert unused == {"version-mismatch", "server-busy", *reasons.LAUNCHER}  # by a variable, twice; by the launcher


def test_e3_the_page_of_codes_is_the_table() -> None:
    from release import reason_codes

    ((path, text),) = reason_codes.outputs().items()
    assert content(os.path.join(installing.ROOT, path)).decode() == text


@pytest.mark.parametrize(
    "words",
    [(), ("frobnicate",), ("install", "--frob"), ("install", "--budget", "soon"), ("mirror",), ("install", "--budget", "-1")],
)
def test_p10_a_wrong_command_line_ends_in_64(machine: Machine, words: tuple[str, ...]) -> None:
    ran = machine.run(*words)
    assert (ran.returncode, ran.stdout) == (64, "")
    assert ran.stderr.startswith("usage: feedback-gate-installer")


@pytest.mark.parametrize("words", [("--help",), ("install", "--help"), ("--version",)])
def test_help_and_version_end_in_0(machine: Machine, words: tuple[str, ...]) -> None:
    ran = machine.run(*words)
    assert (ran.returncode, ran.stderr) == (0, "")
    assert "feedback-gate-installer" in ran.stdout


def test_e3_an_unforeseen_failure_is_one_line_without_its_text(capsys: pytest.CaptureFixture[str]) -> None:
    def find(env: object) -> None:
        raise ZeroDivisionError("topsecret")

    assert cli.main(["verify"], find=find) == 1
    out, err = capsys.readouterr()
    assert out == ""
    assert re.fullmatch(
        r"feedback-gate-installer: The installer itself failed \(ZeroDivisionError, test_cli\.py:\d+\)\. \[internal\]\n"
        r"  next: Nothing was placed\. Please report this line\.\n",
        err,
    )


def test_words_that_a_terminal_cannot_show_stop_nothing(machine: Machine) -> None:
    ran = machine.install(FEEDBACK_GATE_LANGUAGE="ja", LC_ALL="C", PYTHONUTF8="0", PYTHONCOERCECLOCALE="0")
    assert ran.returncode == 0
    assert r"\u30a4\u30f3\u30b9\u30c8\u30fc\u30eb" in ran.stdout


def test_a_project_cannot_move_the_cache(machine: Machine) -> None:
    os.makedirs(machine.path("work/.claude"))
    with open(machine.path("work/.claude/settings.json"), "w") as file:
        json.dump({"env": {"FEEDBACK_GATE_CACHE_DIR": machine.path("evil")}}, file)
    ran = machine.install(FEEDBACK_GATE_CACHE_DIR=machine.path("evil"), CLAUDE_PROJECT_DIR=machine.path("work"))
    assert os.path.exists(machine.executable)
    assert not os.path.exists(machine.path("evil"))
    assert "note: Ignored FEEDBACK_GATE_CACHE_DIR: the project's own settings set it.\n" in ran.stderr


def test_p4_strange_folders_work(tmp_path: Path) -> None:
    folder = tmp_path / 'it\'s "my" $HOME (日本) & co 🎉'
    folder.mkdir()
    machine = Machine(folder)
    assert machine.install().returncode == 0
    assert run_command(machine, "x").stdout == "feedback-gate 1.4.0\n"


def test_t5_the_administrators_key_stops_the_command(machine: Machine) -> None:
    machine.policy(f"pinKeyIds = {key_id(STRANGER)}\n")
    ran = machine.install()
    assert (ran.returncode, "[admin-key-mismatch]" in ran.stderr) == (1, True)
    assert "Ask your administrator" in ran.stderr


def test_t5_the_administrators_matching_key_and_hash_let_it_pass(machine: Machine) -> None:
    machine.policy(f"pinKeyIds = {key_id(PRIMARY)}\npinSha256 = {machine.release.sha256}\npinVersion = 1.4.0\n")
    assert machine.install().returncode == 0


def test_c6_an_administrator_can_name_further_read_only_caches(machine: Machine) -> None:
    folder = machine.path("srv/cache", machine.release.pin().folder)
    os.makedirs(folder)
    shutil.copyfile(machine.folder / "mirror" / "v1.4.0" / "feedback-gate.pyz", os.path.join(folder, "feedback-gate.pyz"))
    machine.policy(f"cacheDirs = relative {machine.path('srv/cache')}\n")
    answer = json.loads(machine.run("install", "--pin", machine.pin, "--no-launcher", "--json").stdout)
    assert (answer["fresh"], answer["path"]) == (False, os.path.join(folder, "feedback-gate.pyz"))


def test_r2_an_administrators_downgrade_moves_the_launcher_too(machine: Machine) -> None:
    machine.install()
    machine.publish(Release("1.2.0"))
    machine.policy("allowVersion = 1.2.0\n")
    assert machine.install().returncode == 0
    assert content(machine.path(".local/share/feedback-gate/pin")).startswith(b"1.2.0 ")


def test_an_administrators_release_address_cannot_be_replaced(machine: Machine) -> None:
    machine.policy(f"releaseBaseUrl = file://{machine.folder}/mirror\n")
    ran = machine.run("install", "--pin", machine.pin, "--base-url", "https://other.invalid", "--json")
    answer = json.loads(ran.stdout)
    assert answer["source"] == f"{machine.folder}/mirror/v1.4.0"
    assert "base-locked" in [note["code"] for note in answer["notes"]]


@pytest.mark.parametrize("how", ["variable", "settings", "pin", "option"])
def test_d8_each_way_to_name_a_mirror_works(machine: Machine, how: str) -> None:
    address = f"file://{machine.folder}/mirror"
    words, env = ["install", "--pin", machine.pin], {}
    if how == "variable":
        env["FEEDBACK_GATE_RELEASE_BASE_URL"] = address
    elif how == "option":
        words += ["--base-url", address]
    elif how == "settings":
        os.makedirs(machine.path(".config/feedback-gate"))
        with open(machine.path(".config/feedback-gate/settings.conf"), "w") as file:
            file.write(f"# mine\nnotify = off\nreleaseBaseUrl = {address}\n")
    else:
        with open(machine.pin, "a") as file:
            file.write(f"base_url = {address}\n")
    assert machine.run(*words, **env).returncode == 0


def test_an_address_that_is_not_https_is_refused(machine: Machine) -> None:
    ran = machine.run("install", "--pin", machine.pin, "--base-url", "http://user:secret@host.invalid/r")
    assert (ran.returncode, "[address-not-https]" in ran.stderr, "secret" in ran.stderr) == (1, True, False)


def test_without_any_address_the_ways_to_name_one_are_listed(machine: Machine) -> None:
    ran = machine.run("install", "--pin", machine.pin)
    assert ran.stderr == (
        "feedback-gate-installer: No release address is known. [no-release-address]\n"
        "  next: Name one with --base-url, FEEDBACK_GATE_RELEASE_BASE_URL or releaseBaseUrl, or use --from.\n"
    )


@pytest.mark.parametrize("kind", unreadable.MAKES)
def test_settings_that_cannot_be_read_are_not_waited_for(machine: Machine, kind: str) -> None:
    unreadable.put(kind, machine.path(".config/feedback-gate/settings.conf"))
    ran = machine.run("install", "--pin", machine.pin)
    assert (ran.returncode, "[no-release-address]" in ran.stderr) == (1, True)


@pytest.fixture
def block(tmp_path: Path) -> str:
    """A folder that keeps the fetcher's library from being imported."""
    (tmp_path / "block").mkdir()
    (tmp_path / "block" / "httpx.py").write_text("raise ImportError('broken', name='httpx')\n")
    return str(tmp_path / "block")


def test_without_the_fetcher_and_without_curl_and_wget_downloading_says_use_from(machine: Machine, block: str) -> None:
    words = ("install", "--pin", machine.pin, "--base-url", "https://h.invalid")
    ran = machine.run(*words, PYTHONPATH=block, PATH="/nowhere")
    assert (ran.returncode, "[fetcher-unavailable]" in ran.stderr) == (1, True)
    assert machine.install(PYTHONPATH=block).returncode == 0


def test_without_the_fetcher_curl_or_wget_downloads(machine: Machine, block: str, tmp_path: Path) -> None:
    authority = web.Authority(str(tmp_path))
    with web.serving(authority) as server:
        server.site.publish("1.4.0", Release().files)
        words = ("install", "--pin", machine.pin, "--base-url", server.base)
        ran = machine.run(*words, PYTHONPATH=block, SSL_CERT_FILE=authority.file)
        assert (ran.returncode, ran.stderr.count("[")) == (0, 0)


def test_r1_r2_the_override_is_printed_and_works(machine: Machine) -> None:
    machine.install()
    machine.publish(Release("1.2.0"))
    refused = machine.install()
    assert "--allow-downgrade 1.2.0" in refused.stderr
    assert "[version-rollback]" in refused.stderr
    allowed = machine.install("--allow-downgrade", "1.2.0")
    assert (allowed.returncode, "Went back to 1.2.0 on purpose." in allowed.stderr) == (0, True)
    assert content(machine.path(".local/share/feedback-gate/pin")).startswith(b"1.2.0 ")


@pytest.mark.parametrize("variable", ["CLAUDECODE", "CODEX_SANDBOX", "AI_AGENT"])
def test_r2_an_agent_cannot_allow_a_downgrade(machine: Machine, variable: str) -> None:
    ran = machine.install("--allow-downgrade", "1.4.0", **{variable: "1"})
    assert (ran.returncode, "[downgrade-by-agent]" in ran.stderr, variable in ran.stderr) == (1, True, True)


def test_r5_an_older_plugin_copy_leaves_the_newer_launcher(machine: Machine) -> None:
    machine.publish(Release("1.2.0"))
    machine.install()
    machine.publish(Release("1.4.0"))
    machine.install()
    machine.publish(machine.release)
    old = Release("1.2.0")
    machine.publish(old)
    shutil.rmtree(machine.path(".local/state"))
    ran = machine.install()
    assert (ran.returncode, "The launcher already starts version 1.4.0" in ran.stderr) == (0, True)
    assert content(machine.path(".local/share/feedback-gate/pin")).startswith(b"1.4.0 ")


def test_e1_verify_proves_hash_key_source_and_time(machine: Machine) -> None:
    machine.install()
    ran = machine.run("verify", "--json")
    answer = json.loads(ran.stdout)
    assert (ran.returncode, answer["ok"], answer["signed"], answer["notes"]) == (0, True, True, [])
    assert (answer["sha256"], answer["key"], answer["source"]) == (
        machine.release.sha256,
        key_id(PRIMARY),
        f"{machine.folder}/mirror/v1.4.0",
    )
    assert answer["installed"].startswith("20")
    assert answer["installed"].endswith("Z")


def test_e1_verify_names_a_tampered_file_and_offers_to_install_again(machine: Machine) -> None:
    machine.install()
    with open(machine.executable, "r+b") as file:
        file.seek(500)
        file.write(b"\xff")
    ran = machine.run("verify")
    assert (ran.returncode, machine.executable in ran.stderr, "[tampered]" in ran.stderr) == (1, True, True)
    assert "feedback-gate-installer install" in ran.stderr
    assert machine.install().returncode == 0
    assert machine.run("verify").returncode == 0


@pytest.mark.parametrize(
    "name", [".local/share/feedback-gate/hook.sh", ".local/share/feedback-gate/pin", ".local/bin/feedback-gate"]
)
@pytest.mark.parametrize("change", ["edit", "remove"])
def test_e1_verify_names_a_changed_launcher(machine: Machine, name: str, change: str) -> None:
    machine.install()
    if change == "edit":
        with open(machine.path(name), "a") as file:
            file.write("# changed\n")
    else:
        os.unlink(machine.path(name))
    ran = machine.run("verify", "--pin", machine.pin)
    assert (ran.returncode, machine.path(name) in ran.stderr, "[tampered]" in ran.stderr) == (1, True, True)
    assert machine.install().returncode == 0
    assert machine.run("verify").returncode == 0


def test_e1_verify_notices_a_forged_list(machine: Machine) -> None:
    machine.install()
    with open(os.path.join(os.path.dirname(machine.executable), "checksums.txt"), "ab") as file:
        file.write(b"\n")
    assert "[signature-mismatch]" in machine.run("verify").stderr


def test_verify_before_any_install_says_so(machine: Machine) -> None:
    ran = machine.run("verify", "--pin", machine.pin)
    assert (ran.returncode, "[not-installed]" in ran.stderr) == (1, True)


def test_r4_verify_reports_that_there_is_no_history(machine: Machine) -> None:
    machine.install()
    shutil.rmtree(machine.path(".local/state"))
    assert [note["code"] for note in json.loads(machine.run("verify", "--json").stdout)["notes"]] == ["no-history"]


def run_command(machine: Machine, *words: str, **env: str) -> subprocess.CompletedProcess[str]:
    environment = {"PATH": os.environ["PATH"], "HOME": machine.home, "PYTHONDONTWRITEBYTECODE": "1", **env}
    command = machine.path(".local/bin/feedback-gate")
    return subprocess.run([command, *words], env=environment, capture_output=True, text=True, check=False, cwd="/")


def test_the_command_starts_what_the_pin_names(machine: Machine) -> None:
    machine.install()
    assert stat.S_IMODE(os.stat(machine.path(".local/bin/feedback-gate")).st_mode) == 0o755
    assert run_command(machine).stdout == "feedback-gate 1.4.0\n"
    first = content(machine.path(".local/bin/feedback-gate"))
    machine.publish(Release("1.5.0"))
    machine.install()
    assert run_command(machine).stdout == "feedback-gate 1.5.0\n"
    assert content(machine.path(".local/bin/feedback-gate")) == first


def test_p7_the_command_names_no_version(machine: Machine) -> None:
    machine.install()
    text = content(machine.path(".local/bin/feedback-gate")).decode()
    assert "1.4.0" not in text
    assert machine.release.sha256[:16] not in text


def test_the_command_survives_an_emptied_cache(machine: Machine) -> None:
    machine.install()
    shutil.rmtree(machine.path(".cache"))
    assert run_command(machine).stdout == "feedback-gate 1.4.0\n"


def test_the_command_refuses_a_changed_executable(machine: Machine) -> None:
    machine.install()
    with open(machine.executable, "ab") as file:
        file.write(b"x")
    ran = run_command(machine)
    assert (ran.returncode, ran.stdout) == (1, "")
    assert ran.stderr == f"feedback-gate: {machine.executable} is missing or changed. Next: feedback-gate-installer install\n"


def test_the_command_passes_words_input_and_status_through(machine: Machine) -> None:
    main = b"import sys\nprint(sys.argv[1:], sys.stdin.read())\nsys.exit(4)\n"
    data = releases.zipped({"__main__.py": main})
    machine.publish(Release(data=data))
    machine.install()
    command = [machine.path(".local/bin/feedback-gate"), "verify", "a b", ""]
    env = {"PATH": os.environ["PATH"], "HOME": machine.home}
    ran = subprocess.run(command, input="in", env=env, capture_output=True, text=True, check=False)
    assert (ran.returncode, ran.stdout) == (4, "['verify', 'a b', ''] in\n")


@pytest.mark.parametrize("shell", ["dash", "bash", "busybox"])
def test_p1_the_command_runs_in_every_sh(machine: Machine, shell: str) -> None:
    machine.install()
    words = [shell, "sh"] if shell == "busybox" else [shell]
    env = {"PATH": os.environ["PATH"], "HOME": machine.home}
    ran = subprocess.run([*words, machine.path(".local/bin/feedback-gate")], env=env, capture_output=True, text=True, check=False)
    assert (ran.returncode, ran.stdout) == (0, "feedback-gate 1.4.0\n")


def test_p2_the_command_passes_over_pythons_that_will_not_do(machine: Machine, tmp_path: Path) -> None:
    machine.install()
    os.unlink(machine.path(".local/share/feedback-gate/python"))
    stub = tmp_path / "stub" / "python3"
    stub.parent.mkdir()
    stub.write_text("#!/bin/sh\nexit 49\n")
    stub.chmod(0o755)
    (tmp_path / "real").mkdir()
    (tmp_path / "real" / "python3.11").symlink_to(os.path.realpath(installing.sys.executable))
    ran = run_command(machine, PATH=f"{stub.parent}:{tmp_path / 'real'}:/nowhere")
    assert (ran.returncode, ran.stdout) == (0, "feedback-gate 1.4.0\n")


def test_the_command_starts_with_the_python_that_installed_it(machine: Machine) -> None:
    machine.install()
    assert run_command(machine, PATH="/nowhere").stdout == "feedback-gate 1.4.0\n"


def test_a_foreign_command_is_left_alone(machine: Machine) -> None:
    os.makedirs(machine.path(".local/bin"))
    with open(machine.path(".local/bin/feedback-gate"), "w") as file:
        file.write("#!/bin/sh\necho mine\n")
    ran = machine.install()
    assert (ran.returncode, "is not ours and was left alone" in ran.stderr) == (0, True)
    assert content(machine.path(".local/bin/feedback-gate")) == b"#!/bin/sh\necho mine\n"


def test_the_launcher_is_the_shim_of_this_version(machine: Machine) -> None:
    machine.install()
    for name in ("hook.sh", "place.py"):
        assert content(machine.path(".local/share/feedback-gate", name)) == content(os.path.join(installing.ROOT, "shim", name))
    assert content(machine.path(".local/share/feedback-gate/pin")) == content(machine.pin)


def test_without_the_launcher_only_the_cache_is_written(machine: Machine) -> None:
    machine.install("--no-launcher")
    assert not os.path.exists(machine.path(".local/share"))
    assert not os.path.exists(machine.path(".local/bin"))
    assert os.path.exists(machine.executable)


def test_p9_uninstall_leaves_nothing_of_ours(machine: Machine) -> None:
    os.makedirs(machine.path(".config/feedback-gate"))
    for name in (".config/feedback-gate/settings.conf", ".bashrc"):
        with open(machine.path(name), "w") as file:
            file.write("mine\n")
    before = listing(machine.home)
    machine.install()
    os.makedirs(machine.path(".cache/feedback-gate/parsed"))
    os.makedirs(machine.path(".local/state/feedback-gate/trust"))
    with open(machine.path(".local/share/feedback-gate/.feedback-gate-tmp-1-x"), "w") as file:
        file.write("left by a killed run")
    ran = machine.run("uninstall")
    assert ran.returncode == 0
    assert listing(machine.home) == before
    for folder in (".cache", ".local/share", ".local/state"):
        assert os.listdir(machine.path(folder)) == []
    assert f"note: Kept your settings: {machine.path('.config/feedback-gate')}\n" in ran.stderr


def test_p9_uninstall_keeps_the_log_on_request(machine: Machine) -> None:
    machine.install()
    machine.run("uninstall", "--keep-log")
    assert listing(machine.home) == [".local/state/feedback-gate/log/installer.jsonl"]


def test_p9_uninstall_can_be_looked_at_first(machine: Machine) -> None:
    machine.install()
    before = listing(machine.home)
    would = json.loads(machine.run("uninstall", "--dry-run", "--json").stdout)["removed"]
    assert listing(machine.home) == before
    assert json.loads(machine.run("uninstall", "--json").stdout)["removed"] == would


def test_p9_uninstall_leaves_what_somebody_changed(machine: Machine) -> None:
    machine.install()
    path = machine.path(".local/share/feedback-gate/hook.sh")
    with open(path, "a") as file:
        file.write("# my change\n")
    ran = machine.run("uninstall")
    assert f"note: {path} was changed since and was left alone.\n" in ran.stderr
    assert os.path.exists(path)


def test_p9_uninstall_names_host_files_that_still_register_us(machine: Machine) -> None:
    machine.install()
    os.makedirs(machine.path(".codex"))
    with open(machine.path(".codex/hooks.json"), "w") as file:
        file.write(json.dumps({"hooks": {"Stop": [f"exec /bin/sh {machine.path('.local/share/feedback-gate/hook.sh')}"]}}))
    ran = machine.run("uninstall")
    assert f"note: {machine.path('.codex/hooks.json')} still registers our hooks" in ran.stderr
    assert os.path.exists(machine.path(".codex/hooks.json"))


def test_uninstall_follows_no_links(machine: Machine) -> None:
    machine.install()
    os.makedirs(machine.path("precious"))
    with open(machine.path("precious/file"), "w") as file:
        file.write("precious")
    shutil.rmtree(os.path.dirname(machine.executable))
    os.symlink(machine.path("precious"), os.path.dirname(machine.executable))
    machine.run("uninstall")
    assert content(machine.path("precious/file")) == b"precious"
    assert not os.path.lexists(os.path.dirname(machine.executable))


def test_uninstall_with_nothing_installed_says_so(machine: Machine) -> None:
    assert machine.run("uninstall").stdout == "There is nothing to remove.\n"


def age(folder: str, days: float) -> None:
    import time

    then = time.time() - days * 86_400
    for base, _, names in os.walk(folder):
        for name in (".", *names):
            os.utime(os.path.join(base, name), (then, then))


def old_and_new(machine: Machine) -> str:
    """Install 1.2.0, then 1.4.0; give back the folder of the old one, long unused."""
    machine.publish(Release("1.2.0"))
    machine.install()
    folder = os.path.dirname(machine.executable)
    machine.publish(Release("1.4.0"))
    machine.install()
    age(folder, 31)
    return folder


def test_c10_prune_removes_what_nobody_used_for_30_days(machine: Machine) -> None:
    folder = old_and_new(machine)
    assert json.loads(machine.run("prune", "--dry-run", "--json").stdout)["removed"] == [folder]
    assert os.path.exists(folder)
    assert json.loads(machine.run("prune", "--json").stdout)["removed"] == [folder]
    assert not os.path.exists(folder)
    assert os.path.exists(machine.executable)


def test_c10_prune_keeps_what_was_used_lately(machine: Machine) -> None:
    folder = old_and_new(machine)
    os.utime(os.path.join(folder, "feedback-gate.pyz"))
    answer = json.loads(machine.run("prune", "--json").stdout)
    assert (answer["removed"], [note["values"]["why"] for note in answer["notes"]]) == ([], ["why-recent", "why-pinned"])


def test_c10_prune_keeps_what_the_launcher_starts(machine: Machine) -> None:
    machine.install()
    age(os.path.dirname(machine.executable), 400)
    ran = machine.run("prune")
    assert f"note: Kept {os.path.dirname(machine.executable)}: the launcher starts it\n" in ran.stderr


def test_c10_prune_keeps_what_a_process_runs(machine: Machine) -> None:
    folder = old_and_new(machine)
    path = os.path.join(folder, "feedback-gate.pyz")
    with subprocess.Popen(
        [installing.sys.executable, "-c", "import sys; print(1, flush=True); sys.stdin.read()", path],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
    ) as running:
        assert running.stdout is not None
        running.stdout.readline()
        age(folder, 31)
        answer = json.loads(machine.run("prune", "--json").stdout)
        running.communicate()
    assert (answer["removed"], [note["values"]["why"] for note in answer["notes"]]) == ([], ["why-running", "why-pinned"])


def test_d8_mirror_makes_what_install_takes(machine: Machine) -> None:
    target = machine.path("copy")
    ran = machine.run("mirror", "--pin", machine.pin, "--from", str(machine.folder / "mirror"), "--to", target, "--archive")
    assert ran.returncode == 0
    assert listing(target) == [
        "feedback-gate-1.4.0-offline.zip",
        *(f"v1.4.0/{name}" for name in sorted(machine.release.files)),
    ]
    for name, data in machine.release.files.items():
        assert content(os.path.join(target, "v1.4.0", name)) == data
    for source in (target, os.path.join(target, "feedback-gate-1.4.0-offline.zip")):
        shutil.rmtree(machine.path(".cache"), ignore_errors=True)
        assert machine.run("install", "--pin", machine.pin, "--from", source).returncode == 0


@pytest.mark.parametrize("name", ["feedback-gate-installer.pyz", "sbom.json"])
def test_e5_mirror_checks_every_file_of_the_release(machine: Machine, name: str) -> None:
    with open(machine.folder / "mirror" / "v1.4.0" / name, "r+b") as file:
        file.write(b"X")
    target = machine.path("copy")
    ran = machine.run("mirror", "--pin", machine.pin, "--from", str(machine.folder / "mirror"), "--to", target)
    assert (ran.returncode, "[checksum-mismatch]" in ran.stderr) == (1, True)
    assert "v1.4.0/checksums.txt" not in listing(target)
