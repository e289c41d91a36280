"""Says whether everything that names the product's version names the same one: `python release/agreement.py [--dist DIR]`.

The version's one place is `core/feedback_gate/__init__.py`. What Codex reads is exempt: its plugin has a constant version,
because a new one would make every person review every hook again.
"""

from __future__ import annotations

import argparse
import glob
import json
import os
import re
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "core"))
sys.path.insert(0, os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "installer"))

import changelog
import codex_plugin
import contents
from feedback_gate_installer import checksums, pins
from feedback_gate_installer.errors import RefusedError

ROOT = os.path.dirname(contents.HERE)
MANIFEST = ".claude-plugin/plugin.json"
# Written by the release commit only; a checkout between releases still has the last one.
PIN = "shim/pin"


def stated(root: str = ROOT, dist: str = "") -> dict[str, str]:
    """Who names a version → which. In `dist` the parts of a release are looked at, as far as they were built.

    Raises:
        RefusedError: a pin or a list of checksums cannot be read.
    """
    found = {MANIFEST: str(_json(os.path.join(root, MANIFEST))["version"])}
    for path in sorted(glob.glob(os.path.join(dist, "*.whl"))) if dist else []:
        name = os.path.basename(path)
        found[name] = name.split("-")[1]
    for name in (f"plugin/{MANIFEST}", "plugin/shim/pin", "pin", checksums.NAME) if dist else ():
        path = os.path.join(dist, name)
        if os.path.isfile(path):
            found[name] = _in_dist(path)
    return found


def disagreements(root: str = ROOT, dist: str = "") -> list[str]:
    """One line for each that names another version than the product, or that must never change and did."""
    version = contents.version_of(contents.own_files(os.path.join(root, "core")))
    lines = [f"{who} says {said}, the product is {version}" for who, said in stated(root, dist).items() if said != version]
    codex = str(_json(os.path.join(root, codex_plugin.FOLDER, ".codex-plugin", "plugin.json"))["version"])
    if codex != codex_plugin.VERSION:
        lines.append(f"{codex_plugin.FOLDER} says {codex}; its version never changes from {codex_plugin.VERSION}")
    last = changelog.released(root)
    if last and _order(last) > _order(version):
        lines.append(f"{changelog.TARGET} has a section for {last}, the product is {version}")
    pin = os.path.join(root, PIN)
    if os.path.isfile(pin) and _order(pins.load(pin).version) > _order(version):
        lines.append(f"{PIN} names {pins.load(pin).version}, the product is {version}")
    return lines


def _in_dist(path: str) -> str:
    if path.endswith(".json"):
        return str(_json(path)["version"])
    if path.endswith(checksums.NAME):
        with open(path, "rb") as file:
            text = file.read().decode()
        named = re.search(r"^# (?:version = |feedback-gate )(\S+)$", text, re.MULTILINE)
        return named[1] if named else "nothing"
    return pins.load(path).version


def _json(path: str) -> dict[str, object]:
    with open(path, encoding="utf-8") as file:
        found: dict[str, object] = json.load(file)
    return found


def _order(version: str) -> tuple[int, ...]:
    return tuple(int(part) for part in version.split("."))


def main(argv: list[str] | None = None) -> int:
    """Say what disagrees, return the exit status."""
    parser = argparse.ArgumentParser(prog="agreement.py", description="Compare all versions.")
    parser.add_argument("--dist", default="", help="also the parts of a release in this folder")
    try:
        lines = disagreements(dist=parser.parse_args(argv).dist)
    except (RefusedError, contents.BuildError, OSError, ValueError) as problem:
        lines = [str(problem)]
    for line in lines:
        print(f"version: {line}", file=sys.stderr)
    return 1 if lines else 0


if __name__ == "__main__":
    sys.exit(main())
