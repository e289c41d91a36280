"""The first code of the installer's archive: unpacks it below our own cache folder, or goes on without what needs that.

Packed as the archive's `__main__`, in place of the one that would unpack into another folder of the home. What is pure
Python also runs out of the archive, so that the verifier can always decide.
"""

from __future__ import annotations

import importlib
import os
import sys

OLDEST = (3, 9)


def start(archive: str) -> int:
    """Run the installer from this archive and return its exit status."""
    if sys.version_info[:2] < OLDEST:
        sys.stderr.write(f"feedback-gate-installer: Python {sys.version.split()[0]} is too old. Next: use Python 3.9 or newer\n")
        return 1
    for name in [name for name in os.environ if name.startswith("SHIV_")]:
        del os.environ[name]  # each of them could run something else in our place
    packed = os.path.join(archive, "site-packages")
    sys.path.insert(0, packed)
    root = _unpacked(archive)
    if root:
        sys.path.remove(packed)
        os.environ["SHIV_ROOT"] = root
        sys.dont_write_bytecode = True
        importlib.import_module("_bootstrap").bootstrap()
    from feedback_gate_installer import cli

    return cli.main()


def _unpacked(archive: str) -> str:
    """The folder below our cache that the packages were unpacked to, or an empty text."""
    from feedback_gate_installer import environment, places, unpacking
    from feedback_gate_installer.errors import RefusedError

    try:
        folder = os.getcwd()
    except OSError:
        folder = "/"
    try:
        root = os.path.join(places.find(environment.clean(os.environ, folder)[0]).cache, "installer")
    except RefusedError:
        return ""
    return root if unpacking.unpack(archive, root) else ""


if __name__ == "__main__":
    sys.exit(start(os.path.abspath(sys.argv[0])))
