"""What goes into the archive: our own source, PyYAML's pure part, and which of it is hot."""

from __future__ import annotations

import importlib.metadata
import json
import os
import re

HERE = os.path.dirname(os.path.abspath(__file__))
CORE = os.path.join(os.path.dirname(HERE), "core")
LOCK = os.path.join(HERE, "dev.lock")

# Which modules each host event imports, measured. These are compiled as far as the archive's size allows, what people type
# and PyYAML are not: their source is compiled where it runs, and kept there.
IMPORTS = os.path.join(HERE, "imports.json")
# Events in the order in which their modules are compiled: how often they come, and how long anybody waits for them.
ORDER = (
    "PreToolUse",
    "Stop.quiet",
    "PostToolUse",
    "PostToolUseFailure",
    "Stop",
    "SubagentStop",
    "UserPromptSubmit",
    "SessionStart",
)
# What starts the executable; it carries them so that it can be set up from itself.
LAUNCHER = ("hook.sh", "place.py")
# PyYAML's binding to a C library; without it PyYAML uses its pure part.
NOT_PURE = ("yaml/cyaml.py",)


class BuildError(Exception):
    """The archive cannot be built as asked; the text says why and what to do."""


def own_files(core: str = CORE) -> dict[str, bytes]:
    """Name in the archive → content of every file of the product, in a fixed order.

    Raises:
        BuildError: there is no product in that folder.
    """
    found: dict[str, bytes] = {}
    for folder, folders, names in os.walk(os.path.join(core, "feedback_gate")):
        folders[:] = sorted(name for name in folders if name != "__pycache__")
        for name in sorted(names):
            path = os.path.join(folder, name)
            with open(path, "rb") as file:
                found[os.path.relpath(path, core).replace(os.sep, "/")] = file.read()
    for name in LAUNCHER:
        path = os.path.join(os.path.dirname(os.path.abspath(core)), "shim", name)
        if os.path.isfile(path):  # `init` places it
            with open(path, "rb") as file:
                found[f"feedback_gate/launcher/{name}"] = file.read()
    if "feedback_gate/main.py" not in found:
        raise BuildError(f"{core} holds no feedback_gate/main.py: name the folder that holds the package with --core")
    return found


def yaml_files(lock: str = LOCK) -> dict[str, bytes]:
    """Name in the archive → content of PyYAML's pure part and its licence, as installed for the Python that runs the build.

    Raises:
        BuildError: PyYAML is missing, is another version than the lock file's, or its files are not as they were installed.
    """
    try:
        installed = importlib.metadata.distribution("PyYAML")
    except importlib.metadata.PackageNotFoundError:
        raise BuildError("PyYAML is not installed for the Python that runs the build: use the project's environment") from None
    _compare_with_lock(installed.version, lock)
    found: dict[str, bytes] = {}
    for entry in sorted(installed.files or (), key=str):
        name = entry.as_posix()
        licence = entry.name == "LICENSE"
        if licence or (name.startswith("yaml/") and name.endswith(".py") and name not in NOT_PURE):
            found["yaml/LICENSE" if licence else name] = _as_installed(entry)
    if "yaml/__init__.py" not in found:
        raise BuildError("the installed PyYAML does not list its files: install it again from the lock file")
    return found


def _compare_with_lock(version: str, lock: str) -> None:
    with open(lock, encoding="utf-8") as file:
        locked = re.search(r"^pyyaml==(\S+)", file.read(), re.MULTILINE | re.IGNORECASE)
    if locked is None or locked[1] != version:
        raise BuildError(
            f"PyYAML {version} is installed, {lock} says {locked[1] if locked else 'nothing'}: install from the lock file"
        )


def _as_installed(entry: importlib.metadata.PackagePath) -> bytes:
    import base64
    import hashlib

    content = entry.read_binary()
    if entry.hash is not None:
        digest = base64.urlsafe_b64encode(hashlib.new(entry.hash.mode, content).digest()).rstrip(b"=").decode()
        if digest != entry.hash.value:
            raise BuildError(f"{entry} was changed after it was installed: install PyYAML again from the lock file")
    return content


def module_name(path: str) -> tuple[str, bool]:
    """The module a file of the archive holds, and whether it is a package."""
    parts = path[: -len(".py")].split("/")
    return (".".join(parts[:-1]), True) if parts[-1] == "__init__" else (".".join(parts), False)


def events(imports: str = IMPORTS) -> list[str]:
    """The events whose imports were measured, the most urgent first."""
    names = {key.partition(".")[2] for key in _measured(imports)}
    return [name for name in ORDER if name in names] + sorted(names - {*ORDER})


def groups(wanted: list[str], imports: str = IMPORTS) -> dict[str, str]:
    """Module name → the group it is stored in and loaded with.

    That is the first of the wanted events that imports it, with the host in front when only one host's does: an event then
    loads few groups, and little in them that it does not need.
    """
    measured = _measured(imports)
    found: dict[str, str] = {}
    for event in wanted:
        sets = {key.partition(".")[0]: set(names) for key, names in measured.items() if key.partition(".")[2] == event}
        for host, names in sets.items():
            for name in sorted(names - found.keys()):
                both = all(name in others for others in sets.values())
                found[name] = event if both else f"{host}.{event}"
    return found


def hot_modules(files: dict[str, bytes], wanted: list[str], imports: str = IMPORTS) -> list[tuple[str, bool, str, bytes]]:
    """(module name, is it a package, file name, source) of every module that these events import, in whatever language."""
    hot = set(groups(wanted, imports))
    hot |= {name.replace(".messages.en", ".messages.ja") for name in hot}
    named = [(*module_name(path), path, content) for path, content in files.items() if path.endswith(".py")]
    return sorted(entry for entry in named if entry[0] in hot)


def _measured(imports: str) -> dict[str, list[str]]:
    with open(imports, encoding="utf-8") as file:
        found: dict[str, list[str]] = json.load(file)
    return found


def version_of(files: dict[str, bytes]) -> str:
    """The product's version, from its one place.

    Raises:
        BuildError: it is not there.
    """
    found = re.search(rb'^__version__ = "([0-9A-Za-z.+-]+)"', files["feedback_gate/__init__.py"], re.MULTILINE)
    if found is None:
        raise BuildError("feedback_gate/__init__.py does not set __version__")
    return found[1].decode()
