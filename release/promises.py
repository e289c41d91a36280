"""Generates docs/promises.md: each promise about trust, rollback, download, placement, platform and evidence, with its tests.

A test keeps a promise by its name: `test_t5_…` keeps T5, `test_t1_t2_…` both. A promise without a test stops the generator, unless
a line here says why it cannot be run on the machines that run the tests.
"""

from __future__ import annotations

import os
import re

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
TARGET = "docs/promises.md"
# Only these folders: elsewhere the same letters number other things.
FOLDERS = ("tests/installer", "tests/release", "tests/shim", "tests/e2e")
PROMISES: dict[str, str] = {
    "T1": "Version, SHA-256 and size are pinned; nothing called “latest” is ever looked up",
    "T2": "The list of hashes carries an Ed25519 signature by one of two pinned keys",
    "T3": "A check that cannot be made is a refusal; nothing switches one off",
    "T4": "Pin, list and signature agree on product, version and platform",
    "T5": "An administrator's pin outside the plugin wins",
    "T6": "No decision needs a network or a clock",
    "T7": "The plain verifier and the library's give the same verdicts",
    "T8": "A build attestation is published and can be required",
    "T9": "The same sources give the same bytes, wherever they are built",
    "T10": "A key can be replaced before and after it is lost",
    "R1": "Never silently older than the highest version seen for a key",
    "R2": "Going back on purpose is possible, and logged",
    "R3": "A version 9999 signed by a stolen key blocks nobody after the key changed",
    "R4": "Emptying the cache does not reset what was seen",
    "R5": "Two copies that pin different versions work side by side",
    "D1": "https only; redirects stay there, on hosts that are allowed, ten at most",
    "D2": "Not a byte more than the pinned size is taken",
    "D3": "Proxies work, and their passwords are never shown",
    "D4": "Private certificate authorities work; an unknown one is refused, named where it can be",
    "D5": "What may pass is tried again, within the time that is allowed in all",
    "D6": "A broken download is resumed only where it is safe to",
    "D7": "A web page in place of a file is called one",
    "D8": "Mirrors, folders and files; one that is wrong is named and passed over",
    "D9": "No tool call ever uses the network; one that finds nothing says how to install",
    "D10": "Installing when a session starts takes no longer than stated",
    "C1": "32 first runs at once: one download, 32 answers",
    "C2": "Killed at any moment: the old one or the new one, never half",
    "C3": "What never reached the disk is noticed",
    "C4": "No wait for a lock without an end; the lock file stays",
    "C5": "File systems without locks are no obstacle",
    "C6": "A cache that an administrator filled is used and never written",
    "C7": "What others could have changed is not used",
    "C8": "An update during running events fails none",
    "C9": "No link, no path that leaves its folder, no doubled name",
    "C10": "Sweeping away old versions is safe",
    "P1": "Every POSIX shell gives the same answers",
    "P2": "The Python is one that really starts our file",
    "P3": "File systems mounted noexec are no obstacle",
    "P4": "Folders with blanks, quotes, dollars, emoji",
    "P5": "musl, ARM, Rosetta, WSL: the same file, the same answers",
    "P6": "Windows: locked files, security software, PowerShell",
    "P7": "What hosts register is the same text in every version",
    "P8": "A plugin folder that is replaced or deleted in mid-session stops nothing",
    "P9": "Uninstalling leaves nothing of ours",
    "P10": "None of our failures ends in the status that hosts read as a refusal",
    "E1": "`verify` proves again, offline, what is installed, and names what was changed",
    "E2": "Everybody can check a release with openssl and sha256sum",
    "E3": "Every refusal has a code, a sentence and a next step, in two languages",
    "E4": "No secret in a log or a message",
    "E5": "The bill of materials is signed along; a release without it is none",
}
# What the machines that run the tests cannot show.
NOT_RUN = {
    "P5": "Run on Linux x86-64 with glibc only. The executable and the launcher are text and bytecode, the same file everywhere; "
    "the installer's native wheels are those of the machine that built it, and elsewhere the plain verifier decides alone (T7).",
    "P6": "No Windows machine was at hand. `hook.pyz` is tested on Linux; a file that disappears after it was written is told from a "
    "broken one (the test below); file locks, PowerShell's quoting and the executable itself on Windows are untried.",
    "P1": "bash 3.2, which macOS has, was not at hand: bash 5 under the name sh, dash and BusyBox are run.",
    "T9": "The second machine is the job `again` of `release.yml`; here the second build has another folder, time zone, language, umask.",
}
_TEST = re.compile(r"^def test_((?:(?:t10|t[1-9]|r[1-5]|d10|d[1-9]|c10|c[1-9]|p10|p[1-9]|e[1-5])_)+)(\w+)\(", re.MULTILINE)


class Unkept(Exception):
    """A promise has neither a test nor a reason."""


def tests() -> dict[str, list[tuple[str, str]]]:
    """Promise → (file, what the test shows), of all tests that name it."""
    found: dict[str, list[tuple[str, str]]] = {name: [] for name in PROMISES}
    for folder in FOLDERS:
        for base, folders, names in os.walk(os.path.join(ROOT, folder)):
            folders[:] = sorted(name for name in folders if name not in ("node_modules", "__pycache__"))
            for name in sorted(names):
                if name.startswith("test_") and name.endswith(".py"):
                    path = os.path.join(base, name)
                    for ids, words in _tests_in(path):
                        for promise in ids:
                            found[promise].append((os.path.relpath(path, ROOT).replace(os.sep, "/"), words))
    return found


def _tests_in(path: str) -> list[tuple[list[str], str]]:
    with open(path, encoding="utf-8") as file:
        text = file.read()
    return [(match[1].upper().rstrip("_").split("_"), match[2].replace("_", " ")) for match in _TEST.finditer(text)]


def outputs() -> dict[str, str]:
    """Path from the checkout → text.

    Raises:
        Unkept: names the promises.
    """
    found = tests()
    unkept = [name for name, shown in found.items() if not shown and name not in NOT_RUN]
    if unkept:
        raise Unkept(
            f"no test is called after {', '.join(unkept)}; write one, or say in release/promises.py why it cannot be run"
        )
    rows = "\n".join(_row(name, shown) for name, shown in found.items())
    details = "\n".join(_details(name, shown) for name, shown in found.items())
    return {TARGET: f"{_HEAD}{rows}\n\n## The tests\n\n{details}"}


def _row(name: str, shown: list[tuple[str, str]]) -> str:
    files = sorted({path for path, _ in shown})
    listed = ", ".join(f"`{path.removeprefix('tests/')}`" for path in files)
    return f"| {name} | {PROMISES[name]} | {len(shown)} | {listed} |"


def _details(name: str, shown: list[tuple[str, str]]) -> str:
    lines = [f"### {name}: {PROMISES[name]}", ""]
    if name in NOT_RUN:
        lines += [f"Not run here: {NOT_RUN[name]}", ""]
    lines += [f"- {words}" for _, words in shown]
    return "\n".join(lines).rstrip() + "\n"


_HEAD = """# Promises of delivery

Generated from the names of the tests by `release/promises.py` (`make format`), so that this page promises nothing that no test is
called after; `make test` runs them all, and `make lint` fails when a promise has neither a test nor a reason.

| | promise | tests | where |
|---|---|---|---|
"""
