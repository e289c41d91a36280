"""`install-command`: who has only the plugin gets the command to type, and no hook."""

from __future__ import annotations

import subprocess


def installs(machine):
    done = machine.run("install-command")
    return done.returncode, done.stdout.splitlines(), done.stderr


def test_the_command_is_placed_and_works_and_nothing_is_registered(machine):
    status, lines, errors = installs(machine)
    assert (status, errors) == (0, "")
    assert lines[0].startswith(f"`feedback-gate` 0.1.0 is at {machine.command}.")
    assert lines[1] == f"- {machine.command.parent} is not on your PATH; put it there to type `feedback-gate`."
    done = subprocess.run([str(machine.command), "version"], env=machine.env, capture_output=True, text=True, check=True)
    assert done.stdout.startswith("feedback-gate 0.1.0 (python 3.")
    assert not machine.settings.exists()
    assert not machine.hooks.exists()


def test_a_folder_on_path_needs_no_word(machine):
    machine.env["PATH"] += f":{machine.command.parent}"
    assert len(installs(machine)[1]) == 1


def test_a_second_time_changes_nothing(machine):
    installs(machine)
    before = machine.command.stat().st_mtime_ns
    assert installs(machine)[0] == 0
    assert machine.command.stat().st_mtime_ns == before


def test_somebody_elses_command_stays(machine):
    machine.put(machine.command, b"#!/bin/sh\necho mine\n")
    status, lines, _ = installs(machine)
    assert (status, lines) == (1, [f"{machine.command} is somebody else's file and stays as it is."])
    assert machine.command.read_bytes() == b"#!/bin/sh\necho mine\n"


def test_a_newer_version_stays_whole(machine):
    machine.put(machine.data / "pin", f"9.9.9 {'0' * 64} 1\n".encode())
    status, lines, _ = installs(machine)
    assert (status, lines) == (1, ["A newer version (9.9.9) is installed and stays."])
    assert not machine.command.exists()


def test_it_is_taken_away_again(machine):
    installs(machine)
    assert machine.run("uninstall", "--yes").returncode == 0
    assert not machine.command.exists()


def test_without_a_home_there_is_no_place(machine):
    del machine.env["HOME"]
    status, lines, errors = installs(machine)
    assert (status, lines) == (1, [])
    assert "HOME is not set" in errors
