"""Puts our product into a lab the three ways it gets into Codex: the person's hooks, the plugin, an administrator's requirements."""

from __future__ import annotations

import os
import shutil

from tests.e2e.claude_lab import put

from feedback_gate.hosts.codex import registration

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__)))))
LAUNCHER = os.path.join(".local", "share", "feedback-gate", "hook.sh")


def place_launcher(lab, plugin):
    """Copy the launcher, its pin and the executable to where an installation keeps them; the launcher's path."""
    path = os.path.join(lab.home, LAUNCHER)
    shutil.copytree(os.path.join(plugin, "shim"), os.path.dirname(path))
    return path


def as_user_hooks(lab, plugin):
    launcher = place_launcher(lab, plugin)
    lab.user_hooks(registration.hooks(registration.quoted(launcher)))


def as_plugin(lab, plugin):
    place_launcher(lab, plugin)
    add_plugin(lab)


def add_plugin(lab):
    """The checkout as a marketplace, and its plugin, the way a person adds them."""
    lab.configure()
    lab.cli("plugin", "marketplace", "add", ROOT)
    lab.cli("plugin", "add", "feedback-gate@feedback-gate")


def as_managed(lab, plugin):
    launcher = place_launcher(lab, plugin)
    lab.etc = os.path.join(lab.root, "etc")
    shutil.copytree("/etc", lab.etc, symlinks=True, ignore=unreadable)
    put(os.path.join(lab.etc, "codex", "requirements.toml"), registration.requirements(registration.quoted(launcher)))


def unreadable(folder, names):
    """What of /etc cannot be copied."""
    return [name for name in names if not os.access(os.path.join(folder, name), os.R_OK)]


WAYS = {"user hooks": as_user_hooks, "plugin": as_plugin, "managed": as_managed}
