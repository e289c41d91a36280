"""Writes every generated file that is checked in, or with `--check` says which differ: `python release/generate.py [--check]`.

A generator is a module of this folder with `outputs() -> dict[str, str]`: path from the checkout → whole text.
"""

from __future__ import annotations

import importlib
import os
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
sys.path[:0] = [os.path.join(ROOT, "core"), os.path.join(ROOT, "installer"), os.path.join(ROOT, "release")]

GENERATORS: tuple[str, ...] = (
    "manifests",
    "codex_plugin",
    "reason_codes",
    "surface",
    "promises",
    "redaction_docs",
    "gate_docs",
    "rule_docs",
    "cli_docs",
    "events_docs",
)


def outputs() -> dict[str, str]:
    """Path from the checkout → text, of all generators."""
    found: dict[str, str] = {}
    for name in GENERATORS:
        found.update(importlib.import_module(name).outputs())
    return found


def main(arguments: list[str]) -> int:
    """Write, or compare; 1 when something differs."""
    differing = []
    for path, text in outputs().items():
        full = os.path.join(ROOT, path)
        if _read(full) != text:
            differing.append(path)
            if "--check" not in arguments:
                os.makedirs(os.path.dirname(full), exist_ok=True)
                with open(full, "w", encoding="utf-8") as file:
                    file.write(text)
    for path in differing:
        print(f"{'differs from its source' if '--check' in arguments else 'written'}: {path}")
    if differing and "--check" in arguments:
        print("next step: make format")
    return 1 if differing and "--check" in arguments else 0


def _read(path: str) -> str | None:
    try:
        with open(path, encoding="utf-8") as file:
            return file.read()
    except FileNotFoundError:
        return None


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
