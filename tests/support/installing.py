"""Short ways to install in a test, and to look at what a folder holds."""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING

import pytest

from feedback_gate_installer import install, sources
from feedback_gate_installer.budgets import Budget
from feedback_gate_installer.errors import RefusedError
from feedback_gate_installer.policies import Policy

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.support.releases import Release

    from feedback_gate_installer.places import Places
    from feedback_gate_installer.sources import Source

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
DRIVER = (
    "import os, sys\n"
    "sys.path.insert(0, os.environ.pop('TEST_INSTALLER_PATH'))\n"
    "from feedback_gate_installer import cli, places\n"
    "policy, shared = os.environ.pop('TEST_POLICY'), os.environ.pop('TEST_SHARED')\n"
    "found = lambda env: places.with_fixed(places.find(env), policy, (shared,))\n"
    "sys.exit(cli.main(sys.argv[1:], find=found))\n"
)


def order(
    release: Release, places: Places, *opened: Source, policy: Policy | None = None, allow: str = "", seconds: float = 30.0
) -> install.Order:
    openers = [lambda source=source: source for source in opened]
    return install.Order(release.pin(), policy or Policy(), places, openers, Budget(seconds), allow)


def from_folder(release: Release, places: Places, folder: str, **more: object) -> install.Installed:
    return install.install(order(release, places, sources.local(folder, release.version), **more))


def refusal(action: Callable[[], object]) -> RefusedError:
    with pytest.raises(RefusedError) as caught:
        action()
    return caught.value


def content(path: str) -> bytes:
    with open(path, "rb") as file:
        return file.read()


def listing(folder: str) -> list[str]:
    """Every file below a folder, as sorted relative paths."""
    found = []
    for base, _, names in os.walk(folder):
        found += [os.path.relpath(os.path.join(base, name), folder) for name in names]
    return sorted(found)


def command(*words: str, python: str = sys.executable) -> list[str]:
    """The command line of the installer, run from its source."""
    return [python, "-c", DRIVER, *words]


def environment(home: str, **more: str) -> dict[str, str]:
    """A whole environment for a child: nothing of the machine's user but PATH."""
    return {
        "PATH": os.environ["PATH"],
        "HOME": home,
        "LANG": "C.UTF-8",
        "PYTHONDONTWRITEBYTECODE": "1",
        "TEST_INSTALLER_PATH": os.path.join(ROOT, "installer"),
        "TEST_POLICY": os.path.join(home, "etc", "policy.conf"),
        "TEST_SHARED": os.path.join(home, "opt", "cache"),
        **more,
    }
