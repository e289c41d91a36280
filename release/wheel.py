"""Builds the wheel for `pipx` and `uvx`: `python release/wheel.py [--dist DIR] [--pin FILE]`, after the executable was built.

Beside the two packages it carries what `init` and the installer put on a machine: the executable, the launcher, and the pin.
The same sources give the same bytes.
"""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
import tempfile

import build as core_build
import contents
import installer_archive
import release_pin

ROOT = os.path.dirname(contents.HERE)
SOURCES = ("pyproject.toml", "README.md", "LICENSE")
# Everything at the top of the wheel; nothing else may get in.
PACKAGES = ("feedback_gate", "feedback_gate_installer")
DATE = "315532800"  # seconds: the zip format's first day


class WheelError(Exception):
    """The wheel cannot be built; the text says why."""


def build(dist: str, pin_text: str) -> str:
    """Build the wheel into `dist` and return its path.

    Raises:
        WheelError: the executable is missing, or the build failed.
    """
    executable = os.path.join(dist, core_build.NAME)
    if not os.path.isfile(executable):
        raise WheelError(f"there is no {executable}: run release/build.py first")
    with tempfile.TemporaryDirectory() as folder:
        source, out = os.path.join(folder, "source"), os.path.join(folder, "out")
        _lay_out(source, executable, pin_text)
        command = [sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", out, source]
        done = subprocess.run(
            command, capture_output=True, text=True, check=False, env={**os.environ, "SOURCE_DATE_EPOCH": DATE}, umask=0o022
        )
        if done.returncode:
            raise WheelError(f"the wheel could not be built:\n{done.stdout}{done.stderr}")
        (name,) = os.listdir(out)
        for old in os.listdir(dist):
            if old.endswith(".whl"):
                os.unlink(os.path.join(dist, old))
        return shutil.move(os.path.join(out, name), os.path.join(dist, name))


def _lay_out(source: str, executable: str, pin_text: str) -> None:
    """The checkout as the build sees it, with what the packages carry."""
    os.mkdir(source)
    for name in SOURCES:
        shutil.copyfile(os.path.join(ROOT, name), os.path.join(source, name))
    for folder, package in zip(("core", "installer"), PACKAGES):
        target = os.path.join(source, folder, package)
        shutil.copytree(os.path.join(ROOT, folder, package), target, ignore=shutil.ignore_patterns("__pycache__"))
    carried = os.path.join(source, "core", PACKAGES[0], "launcher")
    os.mkdir(carried)
    shutil.copyfile(executable, os.path.join(carried, core_build.NAME))
    for name in contents.LAUNCHER:
        shutil.copyfile(os.path.join(ROOT, "shim", name), os.path.join(carried, name))
    installer_archive.add_payload(os.path.join(source, "installer", PACKAGES[1]), pin_text)
    for base, _, names in os.walk(source):
        os.chmod(base, 0o755)  # the wheel keeps modes, and those of this machine are nobody's business
        for name in names:
            os.chmod(os.path.join(base, name), 0o644)


def main(argv: list[str] | None = None) -> int:
    """Build, say what was built, return the exit status."""
    parser = argparse.ArgumentParser(prog="wheel.py", description="Build the wheel.")
    parser.add_argument("--dist", default="dist", help="folder with the executable, and for the result (default: dist)")
    parser.add_argument("--pin", help="the pin to carry (default: one for the executable, without keys)")
    options = parser.parse_args(argv)
    try:
        if options.pin:
            with open(options.pin, encoding="utf-8") as file:
                text = file.read()
        else:
            text = release_pin.pin_of(os.path.join(options.dist, core_build.NAME), [], [])
        path = build(options.dist, text)
    except (WheelError, release_pin.PinError, contents.BuildError, OSError) as problem:
        print(f"wheel: {problem}", file=sys.stderr)
        return 1
    print(f"{path}: {os.path.getsize(path)} bytes")
    return 0


if __name__ == "__main__":
    sys.exit(main())
