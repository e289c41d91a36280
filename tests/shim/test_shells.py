"""The launcher gives the same verdicts under every shell a host may start, from any folder, as often as it is called."""

from __future__ import annotations

import os
import subprocess
from typing import TYPE_CHECKING

import pytest
from tests.shim.conftest import DENIED, DENY, SESSION, SYSTEM

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from tests.shim.conftest import Plugin

KINDS = ("sh", "dash", "bash as sh", "busybox")
REGISTERED = 'test -r "$CLAUDE_PLUGIN_ROOT/shim/hook.sh" && exec /bin/sh "$CLAUDE_PLUGIN_ROOT/shim/hook.sh" claude PreToolUse'
NAMES = ("plugin", "My Plugins (日本) & co", 'it\'s "quoted" $HOME `id` \\ end', "-n", "a\nb")


@pytest.fixture
def under(make_plugin: Callable[..., Plugin], shells: dict[str, list[str]]) -> Callable[..., Plugin]:
    """A plugin called by that kind of shell; where the machine lacks it, by its sh (`make test` lists it as missing)."""

    def made(kind: str, name: str = "plugin") -> Plugin:
        plugin = make_plugin(name, shells.get(kind, ["/bin/sh"]))
        plugin.configure()
        return plugin

    return made


@pytest.mark.parametrize("kind", KINDS)
def test_p1_first_and_later_events_get_the_verdict(under: Callable[..., Plugin], kind: str) -> None:
    plugin = under(kind)
    assert [plugin.call(payload=DENY) for _ in range(3)] == [DENIED] * 3
    assert plugin.placed() == ["feedback-gate.pyz", "python"]


@pytest.mark.parametrize("kind", KINDS)
def test_nothing_to_say_is_no_output_at_all(under: Callable[..., Plugin], kind: str) -> None:
    plugin = under(kind)
    assert [plugin.process().stdout for _ in range(2)] == [b"", b""]
    assert plugin.runs() == ["PreToolUse", "PreToolUse"]


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("name", NAMES[1:4])
def test_p4_folders_with_special_characters_in_their_names_work(under: Callable[..., Plugin], kind: str, name: str) -> None:
    plugin = under(kind, name)
    assert [plugin.call(payload=DENY) for _ in range(2)] == [DENIED] * 2


@pytest.mark.parametrize("name", NAMES)
def test_p4_the_registered_text_works_in_such_folders(under: Callable[..., Plugin], name: str) -> None:
    plugin = under("sh", name)
    env = {**plugin.env, "CLAUDE_PLUGIN_ROOT": str(plugin.folder)}
    done = subprocess.run(
        ["/bin/sh", "-c", REGISTERED], input=b"{}", cwd=plugin.project, env=env, capture_output=True, check=False
    )
    assert (done.returncode, done.stdout, plugin.runs()) == (0, b"", ["PreToolUse"])


def test_p8_p10_the_registered_text_without_a_launcher_ends_in_1(tmp_path: Path) -> None:
    env = {"PATH": SYSTEM, "CLAUDE_PLUGIN_ROOT": str(tmp_path)}
    done = subprocess.run(["/bin/sh", "-c", REGISTERED], input=b"{}", env=env, capture_output=True, check=False)
    assert (done.returncode, done.stdout) == (1, b"")


@pytest.mark.parametrize("kind", KINDS)
def test_p3_files_without_the_executable_bit_and_read_only_work(under: Callable[..., Plugin], kind: str) -> None:
    plugin = under(kind)
    for path in plugin.shim.iterdir():
        path.chmod(0o444)
    plugin.shim.chmod(0o555)
    assert plugin.call(payload=DENY) == DENIED


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("locale", ["C", "POSIX", "ja_JP.SJIS", "C.UTF-8"])
def test_the_locale_changes_no_byte_of_the_answer(under: Callable[..., Plugin], kind: str, locale: str) -> None:
    plugin = under(kind)
    plugin.env["LC_ALL"] = locale
    assert [plugin.call(payload=DENY) for _ in range(2)] == [DENIED] * 2


@pytest.mark.parametrize("kind", KINDS)
def test_a_launcher_named_by_a_relative_path_works(under: Callable[..., Plugin], kind: str) -> None:
    plugin = under(kind)
    plugin.cwd = plugin.shim
    command = [*plugin.shell, "hook.sh", "claude", "PreToolUse"]
    done = subprocess.run(command, input=b'{"do": "deny"}', cwd=plugin.shim, env=plugin.env, capture_output=True, check=False)
    assert (done.returncode, b'"denied"' in done.stdout) == (0, True)


@pytest.mark.parametrize("kind", KINDS)
def test_ten_megabytes_of_input_arrive_whole(under: Callable[..., Plugin], kind: str) -> None:
    plugin = under(kind)
    payload = {"do": "deny", "text": "x" * 10_000_000}
    answer = plugin.call(payload=payload)
    assert answer is not None
    assert answer["size"] == 10_000_000 + len('{"do": "deny", "text": ""}')


@pytest.mark.parametrize("kind", KINDS)
def test_a_working_folder_that_is_gone_changes_nothing(under: Callable[..., Plugin], kind: str, tmp_path: Path) -> None:
    plugin = under(kind)
    gone = tmp_path / "gone"
    gone.mkdir()
    command = [
        "/bin/sh",
        "-c",
        'rmdir "$0" && exec "$@"',
        str(gone),
        *plugin.shell,
        str(plugin.shim / "hook.sh"),
        "claude",
        "Stop",
    ]
    done = subprocess.run(command, input=b'{"do": "deny"}', cwd=gone, env=plugin.env, capture_output=True, check=False)
    assert (done.returncode, b'"denied"' in done.stdout) == (0, True)


@pytest.mark.parametrize("kind", KINDS)
def test_the_product_sees_the_environment_as_the_host_gave_it(under: Callable[..., Plugin], kind: str) -> None:
    plugin = under(kind)
    plugin.env.update(host="h", event="e", folder="f", line="l", key="k", reason="r", status="s", IFS="x")
    given = dict(plugin.env)
    answer = plugin.call(payload={"do": "environment"})
    assert answer is not None
    added = {name: value for name, value in answer.items() if given.get(name) != value}
    assert set(added) <= {"PWD", "OLDPWD", "SHLVL", "_", "LC_CTYPE", "IFS"}


def test_sixteen_first_events_at_once_all_get_the_verdict(under: Callable[..., Plugin]) -> None:
    plugin = under("sh")
    command = [*plugin.shell, str(plugin.shim / "hook.sh"), "claude", "PreToolUse"]
    with open(os.devnull, "wb") as errors:
        started = [
            subprocess.Popen(
                command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=errors, cwd=plugin.cwd, env=plugin.env
            )
            for _ in range(16)
        ]
        answers = [process.communicate(b'{"do": "deny"}')[0] for process in started]
    assert len(set(answers)) == 1
    assert b'"denied"' in answers[0]
    assert plugin.placed() == ["feedback-gate.pyz", "python"]


@pytest.mark.parametrize("session", [SESSION, "", "../../../../escaped", "a/b", "x" * 65, "a b", "日本"])
def test_only_a_plain_session_id_becomes_part_of_a_path(under: Callable[..., Plugin], session: str) -> None:
    plugin = under("sh")
    plugin.env["CLAUDE_CODE_SESSION_ID"] = session
    assert plugin.call("SessionStart", DENY) == DENIED
    marker = f"on.{SESSION}" if session == SESSION else "on.claude"
    assert sorted(path.name for path in plugin.seen.iterdir()) == ["claude.SessionStart", marker]


@pytest.mark.parametrize(
    "words", [[], ["claude"], ["claude", ""], ["claude", "../x"], ["claude", "Pre Tool"], ["", "Stop"], ["a.b", "c"]]
)
def test_a_call_without_a_host_or_an_event_does_nothing(under: Callable[..., Plugin], words: list[str]) -> None:
    plugin = under("sh")
    command = [*plugin.shell, str(plugin.shim / "hook.sh"), *words]
    done = subprocess.run(command, input=b"{}", env=plugin.env, capture_output=True, check=False)
    assert (done.returncode, done.stdout, done.stderr, plugin.runs()) == (0, b"", b"", [])


@pytest.mark.parametrize("kind", KINDS)
def test_p3_everything_on_file_systems_mounted_noexec_works(under: Callable[..., Plugin], kind: str) -> None:
    plugin = under(kind)
    base = str(plugin.folder.parent)
    line = (
        'mount --make-rprivate / && mkdir "$0.kept" && cp -a "$0"/. "$0.kept" && mount -t tmpfs -o noexec,mode=755 tmpfs "$0" '
        '&& cp -a "$0.kept"/. "$0" && cd "$0/project" && printf "#!/bin/sh\\n" >probe && chmod 755 probe && ! ./probe 2>/dev/null && exec "$@"'
    )
    own = [] if os.getuid() == 0 else ["-r"]
    command = [
        "unshare",
        *own,
        "-m",
        "/bin/sh",
        "-c",
        line,
        base,
        *plugin.shell,
        str(plugin.shim / "hook.sh"),
        "claude",
        "PreToolUse",
    ]
    done = subprocess.run(
        command, input=b'{"do": "deny"}', env={**plugin.env, "RAN": os.devnull}, capture_output=True, check=False
    )
    assert (done.returncode, b'"denied"' in done.stdout, done.stderr) == (0, True, b"")
