"""Which commands a project checks itself with: read from the files its tools leave, one suggestion for each of the four checks."""

from __future__ import annotations

import json
import os
import re
from typing import TYPE_CHECKING, Any

from feedback_gate.system import files

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

KINDS = ("typecheck", "lint", "test", "build")
LIMIT = 1 << 20  # bytes of a manifest that are read
# Names under which projects keep these commands, the usual one first.
NAMES = {
    "typecheck": ("typecheck", "type-check", "check-types", "types", "tsc"),
    "lint": ("lint",),
    "test": ("test", "tests"),
    "build": ("build",),
}
# What `npm init` puts in; it always fails.
NO_TEST = "no test specified"
PACKAGE_MANAGERS = (
    ("pnpm", ("pnpm-lock.yaml",)),
    ("yarn", ("yarn.lock",)),
    ("bun", ("bun.lock", "bun.lockb")),
    ("npm", ("package-lock.json", "npm-shrinkwrap.json")),
)
PYTHON_RUNNERS = (
    ("uv run ", "uv.lock"),
    ("poetry run ", "poetry.lock"),
    ("pdm run ", "pdm.lock"),
    ("pipenv run ", "Pipfile.lock"),
)


class Suggestion:
    """One command. kind: one of KINDS; cmd: shell text; source: the file it was found in, relative to the root."""

    __slots__ = ("cmd", "kind", "source")

    def __init__(self, kind: str, cmd: str, source: str) -> None:
        self.kind = kind
        self.cmd = cmd
        self.source = source


def suggestions(root: str) -> list[Suggestion]:
    """At most one for each kind, in their order; of several files the one that is the project's own entry point wins."""
    found: dict[str, Suggestion] = {}
    for source in SOURCES:
        name, commands = source(root)
        for kind, command in commands.items():
            found.setdefault(kind, Suggestion(kind, command, name))
    return [found[kind] for kind in KINDS if kind in found]


def _text(root: str, name: str) -> str:
    return files.read_text(os.path.join(root, name), LIMIT) or ""


def _first(root: str, *names: str) -> str:
    return next((name for name in names if files.is_file(os.path.join(root, name))), "")


def _has(root: str, name: str) -> bool:
    return os.path.exists(os.path.join(root, name))


# ---- recipes that a project wrote for people

_MAKE_TARGETS = re.compile(r"^([A-Za-z0-9][A-Za-z0-9_. -]*?)\s*::?(?!=)", re.MULTILINE)
_JUST_RECIPES = re.compile(r"""^@?([A-Za-z_][A-Za-z0-9_-]*)\b(?:[^:\n"']|"[^"\n]*"|'[^'\n]*')*:(?!=)""", re.MULTILINE)


def _make(root: str) -> tuple[str, dict[str, str]]:
    name = _first(root, "GNUmakefile", "makefile", "Makefile")
    targets = {word for found in _MAKE_TARGETS.findall(_text(root, name)) for word in found.split()} if name else set()
    return name, _named(targets, "make {}")


def _just(root: str) -> tuple[str, dict[str, str]]:
    name = _first(root, "justfile", ".justfile", "Justfile")
    return name, _named(set(_JUST_RECIPES.findall(_text(root, name))) if name else set(), "just {}")


def _named(names: set[str], command: str) -> dict[str, str]:
    """Kind → command for each kind of which one of the usual names is there."""
    chosen = {kind: next((name for name in usual if name in names), "") for kind, usual in NAMES.items()}
    return {kind: command.format(name) for kind, name in chosen.items() if name}


# ---- JavaScript


def _node(root: str) -> tuple[str, dict[str, str]]:
    value = _json(root, "package.json")
    scripts = value.get("scripts")
    texts = {name: text for name, text in scripts.items() if isinstance(text, str)} if isinstance(scripts, dict) else {}
    usable = {name for name, text in texts.items() if text.strip() and NO_TEST not in text}
    manager = _package_manager(root, value)
    found = _named(usable, f"{manager} run {{}}")
    if found.get("test") == f"{manager} run test" and manager != "bun":  # `bun test` is bun's own runner
        found["test"] = f"{manager} test"
    return "package.json", found


def _package_manager(root: str, value: Mapping[str, Any]) -> str:
    declared = value.get("packageManager")
    name = declared.partition("@")[0] if isinstance(declared, str) else ""
    if name in [manager for manager, _ in PACKAGE_MANAGERS]:
        return name
    return next((manager for manager, locks in PACKAGE_MANAGERS if _first(root, *locks)), "npm")


def _json(root: str, name: str) -> dict[str, Any]:
    try:
        value = json.loads(_text(root, name))
    except (ValueError, RecursionError):
        return {}
    return value if isinstance(value, dict) else {}


# ---- Python


def _tox(root: str) -> tuple[str, dict[str, str]]:
    text = _text(root, "tox.ini")
    name = "tox.ini" if text else "pyproject.toml" if "[tool.tox]" in _text(root, "pyproject.toml") else ""
    if not name:
        return "", {}
    named = {env for listed in re.findall(r"^\[testenv:([^\]]+)\]", text, re.MULTILINE) for env in listed.split(",")}
    return name, {**_named({env.strip() for env in named}, "tox -q -e {}"), "test": "tox -q"}


def _nox(root: str) -> tuple[str, dict[str, str]]:
    text = _text(root, "noxfile.py")
    sessions = set(re.findall(r"^def\s+([A-Za-z_]\w*)\s*\(\s*session\b", text, re.MULTILINE))
    return "noxfile.py", _named(sessions, "nox -s {}")


def _python(root: str) -> tuple[str, dict[str, str]]:
    text = _text(root, "pyproject.toml")
    name = "pyproject.toml" if text else _first(root, "setup.py", "setup.cfg", "pytest.ini")
    if not name:
        return "", {}
    prefix = next((runner for runner, lock in PYTHON_RUNNERS if _has(root, lock)), "")
    found = {}
    if "[tool.mypy]" in text or _first(root, "mypy.ini"):
        found["typecheck"] = f"{prefix}mypy ."
    elif "[tool.pyright]" in text or _first(root, "pyrightconfig.json"):
        found["typecheck"] = f"{prefix}pyright"
    if "[tool.ruff" in text or _first(root, "ruff.toml", ".ruff.toml"):
        found["lint"] = f"{prefix}ruff check ."
    elif _first(root, ".flake8"):
        found["lint"] = f"{prefix}flake8"
    if "pytest" in text or _first(root, "pytest.ini", "conftest.py") or _has(root, "tests"):
        found["test"] = f"{prefix}pytest -q"
    return name, found


# ---- others


def _rust(root: str) -> tuple[str, dict[str, str]]:
    found = {"typecheck": "cargo check", "lint": "cargo clippy -- -D warnings", "test": "cargo test", "build": "cargo build"}
    return "Cargo.toml", found if _first(root, "Cargo.toml") else {}


def _go(root: str) -> tuple[str, dict[str, str]]:
    found = {"lint": "go vet ./...", "test": "go test ./...", "build": "go build ./..."}
    return "go.mod", found if _first(root, "go.mod") else {}


def _ruby(root: str) -> tuple[str, dict[str, str]]:
    if not _first(root, "Gemfile"):
        return "", {}
    gems = _text(root, "Gemfile") + _text(root, "Gemfile.lock")
    found = {}
    if "rubocop" in gems or _first(root, ".rubocop.yml"):
        found["lint"] = "bundle exec rubocop"
    if "rspec" in gems or _has(root, "spec"):
        found["test"] = "bundle exec rspec"
    elif _first(root, "Rakefile") or _has(root, "test"):
        found["test"] = "bundle exec rake test"
    return "Gemfile", found


def _php(root: str) -> tuple[str, dict[str, str]]:
    scripts = _json(root, "composer.json").get("scripts")
    names = set(scripts) if isinstance(scripts, dict) else set()
    found = _named(names, "composer run-script {}")
    if "test" not in found and _first(root, "phpunit.xml", "phpunit.xml.dist"):
        found["test"] = "vendor/bin/phpunit"
    return "composer.json", found if _first(root, "composer.json") else {}


def _gradle(root: str) -> tuple[str, dict[str, str]]:
    name = _first(root, "build.gradle.kts", "build.gradle", "settings.gradle.kts", "settings.gradle")
    gradle = "./gradlew" if _first(root, "gradlew") else "gradle"
    return name, {"test": f"{gradle} -q test", "build": f"{gradle} -q assemble"} if name else {}


def _maven(root: str) -> tuple[str, dict[str, str]]:
    maven = "./mvnw" if _first(root, "mvnw") else "mvn"
    found = {"test": f"{maven} -q test", "build": f"{maven} -q -DskipTests package"}
    return "pom.xml", found if _first(root, "pom.xml") else {}


SOURCES: tuple[Callable[[str], tuple[str, dict[str, str]]], ...] = (
    _just,
    _make,
    _node,
    _tox,
    _nox,
    _python,
    _rust,
    _go,
    _ruby,
    _php,
    _gradle,
    _maven,
)
