"""Which commands of a project cannot work, with any package manager, and which only look like it."""

from __future__ import annotations

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from feedback_gate.people.known_commands import never_fails, unknown


@pytest.fixture
def project(tmp_path):
    """A project with scripts, targets and recipes, and a PATH with the usual programs."""
    programs = tmp_path / "bin"
    programs.mkdir()
    for name in ("npm", "pnpm", "yarn", "bun", "make", "just", "pytest", "node", "env", "nice"):
        (programs / name).write_text("#!/bin/sh\n")
        (programs / name).chmod(0o755)
    root = tmp_path / "project"
    (root / "node_modules" / ".bin").mkdir(parents=True)
    (root / "node_modules" / ".bin" / "eslint").touch()
    (root / "package.json").write_text(json.dumps({"scripts": {"test": "x", "tc": "y", "build:all": "z"}}))
    (root / "Makefile").write_text("all test: dep\n\tx\nVAR := 1\ndep:\n")
    (root / "justfile").write_text('check target="a": \n  x\n')
    (root / "sub").mkdir()
    (root / "run.sh").write_text("#!/bin/sh\n")
    (root / "run.sh").chmod(0o755)

    def found(command):
        return [(one.code, one.name) for one in unknown(command, str(root), {"PATH": str(programs)})]

    return found


@pytest.mark.parametrize(
    "command",
    [
        "npm test",
        "npm t",
        "npm run tc",
        "npm run -s tc",
        "npm run build:all -- --watch",
        "npm ci && npm test",
        "npm install",
        "npm --prefix other run x",
        "npm start --prefix x",
        "pnpm tc",
        "pnpm run tc",
        "pnpm install --frozen-lockfile",
        "pnpm eslint .",
        "yarn tc",
        "yarn dlx x",
        "bun test",
        "bun run tc",
        "make",
        "make all test",
        "make VAR=2 dep",
        "make -j4 nothing",
        "make -C sub nothing",
        "make $TARGET",
        "just",
        "just check b",
        "just --list",
        "pytest -q",
        "./run.sh",
        "cd sub && ../run.sh",
        "test -f x || exit 1",
        "CI=1 npm test",
        "env CI=1 npm test",
        "check() { pytest; }; check",
        "$PYTHON -m pytest",
        "echo npm run nothing",
        "if true; then pytest; fi",
        "for x in a b; do pytest $x; done",
        "",
        "'unclosed",
    ],
)
def test_a_command_that_can_work_is_let_pass(project, command):
    assert project(command) == []


@pytest.mark.parametrize(
    ("command", "code", "name"),
    [
        ("npm run lint", "doctor.no_script", "lint"),
        ("npm start", "doctor.no_script", "start"),
        ("pnpm lint", "doctor.no_script", "lint"),
        ("pnpm run lint", "doctor.no_script", "lint"),
        ("yarn lint", "doctor.no_script", "lint"),
        ("bun run lint", "doctor.no_script", "lint"),
        ("npm test && npm run lint", "doctor.no_script", "lint"),
        ("CI=1 npm run lint", "doctor.no_script", "lint"),
        ("make lint", "doctor.no_target", "lint"),
        ("just lint", "doctor.no_recipe", "lint"),
        ("ruff check .", "doctor.no_program", "ruff"),
        ("timeout 60 npm test", "doctor.no_program", "timeout"),
        ("nice -n 5 npm run gone", "doctor.no_script", "gone"),
        ("./gone.sh", "doctor.no_program", "./gone.sh"),
        ("cd sub && ./run.sh", "doctor.no_program", "./run.sh"),
        ("pytest | tee out", "doctor.no_program", "tee"),
    ],
)
def test_what_is_missing_is_named(project, command, code, name):
    assert project(command) == [(code, name)]


@pytest.mark.parametrize(
    ("command", "expected"),
    [
        ("pytest || true", True),
        ("pytest || :", True),
        ("pytest; exit 0", True),
        ("pytest; true", True),
        ("pytest\ntrue\n", True),
        ("pytest 2>&1 | tee out.txt", True),
        ("pytest | tail -20", True),
        ("pytest", False),
        ("true", False),
        ("pytest || exit 1", False),
        ("pytest && true", False),
        ("pytest & true", True),
        ("npm ci || true; pytest", False),
        ("set -o pipefail; pytest | tee out.txt", False),
        ("pytest | grep -q passed", False),
        ("pytest -k true", False),
        ("pytest || exit 0x", False),
    ],
)
def test_a_line_that_always_ends_well_is_known(command, expected):
    assert never_fails(command) is expected


def test_a_manifest_that_cannot_be_read_is_named(project, tmp_path):
    (tmp_path / "project" / "package.json").write_text("{")
    assert project("npm run lint") == [("doctor.bad_manifest", "lint")]
    (tmp_path / "project" / "package.json").unlink()
    assert project("npm run lint") == []


def test_a_makefile_that_includes_others_is_not_judged(project, tmp_path):
    (tmp_path / "project" / "Makefile").write_text("include other.mk\n")
    assert project("make lint") == []


@settings(max_examples=200, deadline=None)
@given(st.text(max_size=60))
def test_any_text_is_read_without_an_error(tmp_path_factory, text):
    unknown(text, str(tmp_path_factory.getbasetemp()), {"PATH": "/usr/bin"})
