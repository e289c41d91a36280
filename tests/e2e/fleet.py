"""Machines of a fleet: what an administrator rolls out, made by the installer itself, seen by the lab's clients alone."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys

from tests.e2e.claude_lab import put
from tests.installer.test_installer_archive import copy_packages
from tests.support import releases

from release import installer_archive

INSTALLER = "feedback-gate-installer.pyz"


class Published:
    """A signed release of the executable in a plugin folder: ``base`` is its address, ``pin`` the text of its pin."""

    def __init__(self, folder, plugin):
        self.folder = folder
        with open(os.path.join(plugin, "shim", "feedback-gate.pyz"), "rb") as file:
            data = file.read()
        with open(os.path.join(plugin, "shim", "pin"), encoding="utf-8") as file:
            version = file.read().split()[0]
        self.release = releases.Release(version, data=data)
        self.base = f"file://{folder}/releases"
        self.release.write(os.path.join(folder, "releases"))
        self.pin = self.release.pin_text(base_urls=[self.base])
        put(os.path.join(folder, "dist", "feedback-gate.pyz"), "")
        shutil.copy(os.path.join(plugin, "shim", "feedback-gate.pyz"), os.path.join(folder, "dist"))
        for name, key in (("primary", releases.PRIMARY), ("backup", releases.BACKUP)):
            put(os.path.join(folder, f"{name}.pub"), releases.pem(key).decode())

    def bundle(self, *words):
        """The files of `admin-bundle`, as they are to be copied to the root folder."""
        keys = [os.path.join(self.folder, f"{name}.pub") for name in ("primary", "backup")]
        site = os.path.join(self.folder, "site")
        if not os.path.exists(site):
            copy_packages(site)
            installer_archive.build(os.path.join(self.folder, "dist"), keys, [self.base], site)
        target = os.path.join(self.folder, "-".join(["bundle", *words]))
        if not os.path.exists(target):
            command = [sys.executable, "-I", os.path.join(self.folder, "dist", INSTALLER), "admin-bundle", "--to", target, *words]
            env = {"PATH": os.environ["PATH"], "HOME": os.path.join(self.folder, "administrator")}
            done = subprocess.run(command, env=env, capture_output=True, text=True, check=False)
            assert done.returncode == 0, done.stderr
        return os.path.join(target, "files")


def without_executable(plugin, target, pin):
    """A plugin as a marketplace that carries no archive would deliver it; its folder."""
    shutil.copytree(plugin, target)
    os.unlink(os.path.join(target, "shim", "feedback-gate.pyz"))
    put(os.path.join(target, "shim", "pin"), pin)
    return target


def roll_out(lab, files):
    """Give the lab's client an /etc and an /opt of its own with these files in them; the two folders."""
    etc, opt = (os.path.join(lab.root, "machine", name) for name in ("etc", "opt"))
    shutil.copytree("/etc", etc, symlinks=True, ignore=_unreadable)
    os.makedirs(opt)
    for name, target in (("etc", etc), ("opt", opt)):
        if files:
            shutil.copytree(os.path.join(files, name), target, dirs_exist_ok=True)
    own = "" if os.getuid() == 0 else "-r "
    line = 'mount --make-rprivate / && mount --bind "$0" /etc && mount --bind "$1" /opt && shift && exec "$@"'
    script = f"#!/bin/sh\nexec unshare {own}-m /bin/sh -c '{line}' '{etc}' '{opt}' '{lab.client}' \"$@\"\n"
    lab.client = put(os.path.join(lab.root, "machine", "client"), script, 0o755)
    return etc, opt


def managed(etc, **more):
    """Add keys to the machine's managed settings, beside what a bundle put there."""
    return put(os.path.join(etc, "claude-code", "managed-settings.json"), json.dumps(more))


def _unreadable(folder, names):
    return [name for name in names if not os.access(os.path.join(folder, name), os.R_OK)]
