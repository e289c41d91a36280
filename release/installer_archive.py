"""Builds `dist/feedback-gate-installer.pyz`, a shiv archive: `python release/installer_archive.py [--dist DIR] …`.

It holds the wheels of release/installer.lock (each by its hash), the installer, and as payload the launcher, the pin of the
executable in the same folder and the settings for administrators. Run it after the executable was built.
"""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
import tempfile
import zipfile
from typing import TYPE_CHECKING

sys.path.insert(0, os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "core"))
sys.path.insert(0, os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "installer"))

import build as core_build
import contents
import hook_archive
import release_pin
import sign
from feedback_gate.hosts.claude import registration as claude
from feedback_gate.hosts.codex import registration as codex
from feedback_gate_installer import launcher, payload, pins, places

if TYPE_CHECKING:
    from collections.abc import Sequence

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(HERE)
NAME = "feedback-gate-installer.pyz"
PACKAGE = "feedback_gate_installer"
LOCK = os.path.join(HERE, "installer.lock")
START = os.path.join(HERE, "installer_start.py")
SHEBANG = "/usr/bin/env python3"
# What pip writes about the machine it ran on; nothing at run time reads it.
MACHINE_FILES = ("RECORD", "INSTALLER", "REQUESTED", "direct_url.json")
# Everything that may be in the archive: ours, the fetcher, the second verifier, and what these need.
TOP_LEVEL = {
    PACKAGE,
    *("httpx", "httpcore", "h11", "anyio", "certifi", "idna", "truststore", "typing_extensions.py"),
    *("cryptography", "cffi", "pycparser"),
}


class ArchiveError(Exception):
    """The archive cannot be built as asked; the text says why."""


def install_wheels(site: str, lock: str = LOCK) -> None:
    """Install the locked wheels into the folder `site`: wheels only, each with a hash from the lock file.

    Raises:
        ArchiveError: pip refused, for instance because a hash differs.
    """
    command = [sys.executable, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--no-compile", "--no-deps"]
    command += ["--require-hashes", "--only-binary", ":all:", "--target", site, "-r", lock]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode:
        raise ArchiveError(f"the wheels of {lock} cannot be installed:\n{done.stderr.strip()}")


def clean(site: str) -> None:
    """Remove what differs from machine to machine, and start scripts nobody needs."""
    for folder, folders, names in os.walk(site, topdown=False):
        for name in names:
            if name in MACHINE_FILES or name.endswith(".pyc"):
                os.unlink(os.path.join(folder, name))
        for name in folders:
            if name == "__pycache__" or (name == "bin" and folder == site):
                shutil.rmtree(os.path.join(folder, name))


def add_installer(site: str, pin_text: str) -> None:
    """Copy the installer and its payload into `site`."""
    package = os.path.join(site, PACKAGE)
    shutil.copytree(os.path.join(ROOT, "installer", PACKAGE), package, ignore=shutil.ignore_patterns("__pycache__"))
    add_payload(package, pin_text)


def add_payload(package: str, pin_text: str) -> None:
    """Put the launcher, the pin and the settings for administrators into the installer's package."""
    carried = os.path.join(package, "payload")
    os.mkdir(carried)
    for name in payload.LAUNCHER:
        shutil.copyfile(os.path.join(ROOT, "shim", name), os.path.join(carried, name))
    with open(os.path.join(carried, payload.BUILT_LAUNCHER), "wb") as built:
        built.write(hook_archive.build())
    fleet = launcher.quoted(f"{places.FLEET_FOLDER}/hook.sh")
    texts = {
        payload.PIN: pin_text,
        payload.MANAGED_SETTINGS: _json({"hooks": claude.hooks(fleet)}),
        payload.REQUIREMENTS: codex.requirements(fleet),
    }
    for name, text in texts.items():
        with open(os.path.join(carried, name), "w", encoding="utf-8", newline="\n") as file:
            file.write(text)


def pack(site: str, target: str) -> None:
    """Make a shiv archive of `site`, then write it again with our own start and without traces of this machine.

    Raises:
        ArchiveError: something is in it that does not belong there.
    """
    unexpected = sorted(name for name in os.listdir(site) if not _belongs(name))
    if unexpected:
        raise ArchiveError(f"not expected in the installer: {', '.join(unexpected)}")
    raw = f"{target}.shiv"
    command = [sys.executable, "-m", "shiv", "--site-packages", site, "--reproducible", "--python", SHEBANG]
    command += ["--entry-point", f"{PACKAGE}.cli:main", "--output-file", raw]
    done = subprocess.run(
        command, capture_output=True, text=True, check=False, env={**os.environ, "SOURCE_DATE_EPOCH": "315532800"}
    )
    if done.returncode:
        raise ArchiveError(f"shiv failed:\n{done.stderr.strip()}")
    try:
        _rewrite(raw, target)
    finally:
        os.unlink(raw)


def build(dist: str, trusted: Sequence[str], base_urls: Sequence[str], site: str = "") -> str:
    """Build the archive for the executable in `dist` and return its path.

    Args:
        dist: the folder with feedback-gate.pyz; the archive goes there too.
        trusted: PEM files of the primary and the backup key (none for a build from a checkout, which installs nothing).
        base_urls: release addresses for the pin.
        site: a folder of installed packages to take instead of the locked wheels.

    Raises:
        ArchiveError: see above; release_pin.PinError: there is no executable; contents.BuildError: there is no product.
    """
    pin_text = release_pin.pin_of(os.path.join(dist, pins.EXECUTABLE), trusted, base_urls)
    target = os.path.join(dist, NAME)
    with tempfile.TemporaryDirectory() as folder:
        work = os.path.join(folder, "site")
        if site:
            shutil.copytree(site, work)
        else:
            install_wheels(work)
        clean(work)
        add_installer(work, pin_text)
        pack(work, target)
    return target


def write_sums(dist: str) -> None:
    """Write checksums.txt, unsigned, over both archives; signing a release replaces it."""
    files = {}
    for name in (core_build.NAME, NAME):
        with open(os.path.join(dist, name), "rb") as file:
            files[name] = file.read()
    temporary = os.path.join(dist, f"{core_build.SUMS}.{os.getpid()}.tmp")
    with open(temporary, "w", encoding="utf-8") as file:
        file.write(core_build.checksums(contents.version_of(contents.own_files()), files))
    os.replace(temporary, os.path.join(dist, core_build.SUMS))


def _belongs(name: str) -> bool:
    stem = name.partition("-")[0].lower()
    return name in TOP_LEVEL or name.startswith("_cffi_backend.") or (name.endswith(".dist-info") and stem in _distributions())


def _distributions() -> set[str]:
    return {name.removesuffix(".py").lower() for name in TOP_LEVEL}


def _rewrite(raw: str, target: str) -> None:
    with open(START, encoding="utf-8") as file:
        start = file.read()
    temporary = f"{target}.{os.getpid()}.tmp"
    with zipfile.ZipFile(raw) as old, open(temporary, "wb") as out:
        out.write(f"#!{SHEBANG}\n".encode())
        with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as new:
            for name in sorted(old.namelist()):
                data = start.encode() if name == "__main__.py" else old.read(name)
                info = zipfile.ZipInfo(name)
                info.external_attr = 0o100644 << 16
                new.writestr(info, data, zipfile.ZIP_DEFLATED)
    os.chmod(temporary, 0o755)
    os.replace(temporary, target)


def _json(value: object) -> str:
    import json

    return json.dumps(value, indent=2, ensure_ascii=False) + "\n"


def main(argv: list[str] | None = None) -> int:
    """Build, say what was built, return the exit status."""
    parser = argparse.ArgumentParser(prog="installer_archive.py", description="Build the installer's archive.")
    parser.add_argument("--dist", default="dist", help="folder with the executable, and for the result (default: dist)")
    parser.add_argument("--key", action="append", default=[], help="public key (PEM) to pin, the primary one first")
    parser.add_argument("--base-url", action="append", default=[], help="release address to pin")
    parser.add_argument("--site", default="", help="a folder of installed packages to take instead of the locked wheels")
    options = parser.parse_args(argv)
    try:
        target = build(options.dist, options.key, options.base_url, options.site)
    except (ArchiveError, release_pin.PinError, contents.BuildError, sign.SignError, OSError) as problem:
        print(f"installer: {problem}", file=sys.stderr)
        return 1
    write_sums(options.dist)
    print(f"{target}: {os.path.getsize(target)} bytes")
    return 0


if __name__ == "__main__":
    sys.exit(main())
