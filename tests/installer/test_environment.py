"""Where things lie, and that a project cannot move them."""

from __future__ import annotations

import json
import os
from typing import TYPE_CHECKING

import pytest
from tests.support.installing import refusal

from feedback_gate_installer import addresses, environment, places, versions

if TYPE_CHECKING:
    from pathlib import Path

HOME = "/home/me"


def test_places_follow_the_design() -> None:
    found = places.find({"HOME": HOME})
    assert (found.cache, found.data, found.state) == (
        "/home/me/.cache/feedback-gate",
        "/home/me/.local/share/feedback-gate",
        "/home/me/.local/state/feedback-gate",
    )
    assert (found.launcher, found.pin, found.command) == (
        "/home/me/.local/share/feedback-gate/hook.sh",
        "/home/me/.local/share/feedback-gate/pin",
        "/home/me/.local/bin/feedback-gate",
    )
    assert (found.policy, found.shared) == ("/etc/feedback-gate/policy.conf", ("/opt/feedback-gate/cache",))


def test_xdg_variables_move_the_places() -> None:
    variables = {f"XDG_{name}_HOME": f"/x/{name.lower()}" for name in ("CACHE", "DATA", "STATE", "CONFIG")}
    found = places.find({"HOME": HOME, **variables})
    assert [found.cache, found.data, found.state, found.config] == [
        f"/x/{name}/feedback-gate" for name in ("cache", "data", "state", "config")
    ]


def test_relative_xdg_variables_count_as_unset() -> None:
    assert places.find({"HOME": HOME, "XDG_CACHE_HOME": "cache"}).cache == "/home/me/.cache/feedback-gate"


def test_the_cache_variable_is_the_cache_itself() -> None:
    assert places.find({"HOME": HOME, "FEEDBACK_GATE_CACHE_DIR": "/fast/gate"}).cache == "/fast/gate"


@pytest.mark.parametrize("home", ["", "relative"])
def test_without_a_home_the_missing_variable_is_named(home: str) -> None:
    refused = refusal(lambda: places.find({"HOME": home}))
    assert (refused.code, refused.params) == ("no-cache-dir", {"variable": "XDG_CACHE_HOME"})


def project(tmp_path: Path, text: str, name: str = "settings.json") -> str:
    folder = tmp_path / "project"
    (folder / ".claude").mkdir(parents=True)
    (folder / ".claude" / name).write_text(text)
    return str(folder)


@pytest.mark.parametrize("name", ["settings.json", "settings.local.json"])
def test_a_variable_from_a_projects_settings_is_dropped(tmp_path: Path, name: str) -> None:
    folder = project(tmp_path, json.dumps({"env": {"FEEDBACK_GATE_CACHE_DIR": "/evil", "HTTPS_PROXY": "http://evil"}}), name)
    env = {"HOME": HOME, "FEEDBACK_GATE_CACHE_DIR": "/evil", "HTTPS_PROXY": "http://evil", "NO_PROXY": "mine"}
    kept, dropped = environment.clean(env, folder)
    assert (kept, dropped) == ({"HOME": HOME, "NO_PROXY": "mine"}, ["FEEDBACK_GATE_CACHE_DIR", "HTTPS_PROXY"])


def test_a_variable_from_a_project_above_is_dropped(tmp_path: Path) -> None:
    folder = project(tmp_path, json.dumps({"env": {"XDG_DATA_HOME": "/evil"}}))
    assert environment.clean({"HOME": HOME, "XDG_DATA_HOME": "/evil"}, f"{folder}/deep/er")[1] == ["XDG_DATA_HOME"]


def test_the_hosts_project_folder_is_looked_at(tmp_path: Path) -> None:
    folder = project(tmp_path, json.dumps({"env": {"SSL_CERT_FILE": "/evil"}}))
    env = {"HOME": HOME, "SSL_CERT_FILE": "/evil", "CLAUDE_PROJECT_DIR": folder}
    assert environment.clean(env, "/")[1] == ["SSL_CERT_FILE"]


@pytest.mark.parametrize("named", ["/", "the folder above", "elsewhere", "relative"])
def test_the_current_folder_is_looked_at_whatever_the_host_names(tmp_path: Path, named: str) -> None:
    folder = project(tmp_path, json.dumps({"env": {"SSL_CERT_FILE": "/evil"}}))
    (tmp_path / "elsewhere").mkdir()
    host = {"the folder above": str(tmp_path), "elsewhere": str(tmp_path / "elsewhere")}.get(named, named)
    env = {"HOME": HOME, "SSL_CERT_FILE": "/evil", "CLAUDE_PROJECT_DIR": host}
    assert environment.clean(env, f"{folder}/deep/er")[1] == ["SSL_CERT_FILE"]


def test_a_home_reached_by_another_name_is_the_users(tmp_path: Path) -> None:
    folder = project(tmp_path, json.dumps({"env": {"HTTPS_PROXY": "x"}}))
    (tmp_path / "home").symlink_to(folder)
    env = {"HOME": str(tmp_path / "home"), "HTTPS_PROXY": "x"}
    assert environment.clean(env, f"{folder}/work") == (env, [])


def test_a_pipe_in_place_of_the_settings_holds_nobody_up(tmp_path: Path) -> None:
    (tmp_path / ".claude").mkdir()
    os.mkfifo(tmp_path / ".claude" / "settings.json")
    assert environment.clean({"HOME": HOME, "HTTPS_PROXY": "x"}, str(tmp_path))[1] == []


@pytest.mark.parametrize("text", ["{", "[" * 20_000, "// comment\n{}"])
def test_settings_that_cannot_be_read_count_as_setting_everything(tmp_path: Path, text: str) -> None:
    folder = project(tmp_path, text)
    assert environment.clean({"HOME": HOME, "https_proxy": "x"}, folder)[1] == ["https_proxy"]


@pytest.mark.parametrize("text", ["[]", "{}", '{"env": []}', '{"env": {"OTHER": "x"}}'])
def test_settings_that_set_nothing_of_ours_drop_nothing(tmp_path: Path, text: str) -> None:
    env = {"HOME": HOME, "HTTPS_PROXY": "x"}
    assert environment.clean(env, project(tmp_path, text)) == (env, [])


def test_the_users_own_settings_are_the_users_word(tmp_path: Path) -> None:
    folder = project(tmp_path, json.dumps({"env": {"HTTPS_PROXY": "x"}}))
    env = {"HOME": folder, "HTTPS_PROXY": "x"}
    assert environment.clean(env, f"{folder}/work") == (env, [])


@pytest.mark.parametrize(
    ("address", "shown"),
    [
        ("https://user:secret@host.invalid:8443/a?token=secret#secret", "https://host.invalid:8443/a"),
        ("https://secret@host.invalid", "https://host.invalid"),
        ("http://[::1]:8080/x", "http://[::1]:8080/x"),
        ("https://host:port/", "(unreadable address)"),
        ("https://[broken", "(unreadable address)"),
    ],
)
def test_e4_an_address_is_shown_without_its_secrets(address: str, shown: str) -> None:
    assert addresses.shown(address) == shown


def test_an_address_in_a_release_follows_the_layout() -> None:
    assert addresses.in_release("https://h.invalid/base/?k=1", "1.4.0", "a.txt") == "https://h.invalid/base/v1.4.0/a.txt?k=1"


@pytest.mark.parametrize(
    "text", ["", "1", "1.2", "1.2.3.4", "v1.2.3", "1.2.3-rc1", "01.2.3", "1.2.3\n", "1.2.٣", "latest", "../1.2.3"]
)
def test_only_three_plain_numbers_are_a_version(text: str) -> None:
    assert not versions.is_version(text)


def test_versions_are_compared_as_numbers() -> None:
    assert sorted(["1.10.0", "1.9.9", "0.99.99"], key=versions.order) == ["0.99.99", "1.9.9", "1.10.0"]
