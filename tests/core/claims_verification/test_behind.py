"""What stands one level behind a command: scripts of package.json, targets of a Makefile, commands of tox, and so on."""

from __future__ import annotations

import json
import os
import time

import pytest

from feedback_gate.claims.behind import behind

MAKEFILE = """X = 1
Y := 2
.PHONY: test

all: build test

# a comment
test: lint
\tpytest \\
\t  -q

\techo done

lint check:
\truff

build:
\tgo build
"""
JUSTFILE = """x := 'a'
default: test

test arg='x' *rest: build
    pytest {{arg}}

build:
  go build
"""


@pytest.fixture
def root(tmp_path):
    (tmp_path / "web").mkdir()
    scripts = {"test": "jest", "pretest": "tsc", "posttest": "rm -r tmp", "lint": "eslint ."}
    (tmp_path / "package.json").write_text(json.dumps({"scripts": scripts}))
    (tmp_path / "web" / "package.json").write_text(json.dumps({"scripts": {"build": "vite"}}))
    (tmp_path / "Makefile").write_text(MAKEFILE)
    (tmp_path / "justfile").write_text(JUSTFILE)
    return str(tmp_path)


TEST = "package.json pretest: tsc\npackage.json test: jest\npackage.json posttest: rm -r tmp"
BUILD = "web/package.json build: vite"


@pytest.mark.parametrize(
    ("command", "expected"),
    [
        ("npm test", TEST),
        ("npm t", TEST),
        ("npm run test -- --watch=false", TEST),
        ("CI=1 npm --silent run test", TEST),
        ("env CI=1 npm test", TEST),
        ("pnpm test", TEST),
        ("yarn test", TEST),
        ("bun run test", TEST),
        ("npm run lint", "package.json lint: eslint ."),
        ("cd web && pnpm build", BUILD),
        ("yarn --cwd web build", BUILD),
        ("npm --prefix web run build", BUILD),
        ("npm --prefix=web run build", BUILD),
        ("npm run lint && cd web && npm run build", f"package.json lint: eslint .\n{BUILD}"),
        ("npm run missing", ""),
        ("npm ci", ""),
        ("npm run", ""),
        ("pytest -q", ""),
        ("echo npm test", ""),
    ],
)
def test_the_script_of_a_package_with_what_runs_before_and_after_it(root, command, expected):
    assert behind(command, root) == expected


def test_the_folder_of_a_check_counts(root):
    assert behind("npm run build", root, "web") == BUILD


LINT = "Makefile lint check:\n\truff"


@pytest.mark.parametrize(
    ("command", "expected"),
    [
        ("make lint", LINT),
        ("make check", LINT),
        ("make -C . -j4 X=1 lint", LINT),
        ("make -f Makefile lint", LINT),
        ("make test", f"Makefile test: lint\n\tpytest  \t  -q\n\techo done\n{LINT}"),
        ("make missing", ""),
        ("make -C nowhere test", ""),
    ],
)
def test_the_rule_of_a_target_and_of_what_it_needs(root, command, expected):
    assert behind(command, root) == expected


TOX = """[tox]
env_list = py311, lint

[testenv]
deps = pytest
commands =
    pytest -q

    coverage report
[testenv:lint]
commands_pre = ruff --version
commands = ruff check
skip_install = true
[flake8]
commands = none
"""
TOX_BEHIND = [
    "[testenv] commands =",
    "[testenv] pytest -q",
    "[testenv] coverage report",
    "[testenv:lint] commands_pre = ruff --version",
    "[testenv:lint] commands = ruff check",
]


@pytest.mark.parametrize("command", ["tox", "tox -e py311", "uv run tox", "python3 -m tox -e lint", "CI=1 poetry run tox"])
@pytest.mark.parametrize("name", ["tox.ini", "setup.cfg"])
def test_the_commands_of_tox_and_nothing_else_of_its_file(tmp_path, command, name):
    (tmp_path / name).write_text(TOX)
    assert behind(command, str(tmp_path)).split("\n") == [f"{name} {line}" for line in TOX_BEHIND]


def test_the_commands_of_tox_in_a_pyproject(tmp_path):
    text = '[project]\ncommands = "x"\n[tool.tox.env_run_base]\nskip = 1\ncommands = [\n  ["pytest"],\n]\ndeps = ["pytest"]\n'
    (tmp_path / "pyproject.toml").write_text(text)
    place = "pyproject.toml [tool.tox.env_run_base]"
    assert behind("tox", str(tmp_path)) == f'{place} commands = [\n{place} ["pytest"],\n{place} ]'


def test_the_file_of_nox_without_its_comments(tmp_path):
    (tmp_path / "noxfile.py").write_text("# why\nimport nox\n\n@nox.session\ndef tests(session):\n    session.run('pytest')\n")
    lines = ["import nox", "@nox.session", "def tests(session):", "    session.run('pytest')"]
    assert behind("nox -s tests", str(tmp_path)) == "\n".join(f"noxfile.py {line}" for line in lines)


@pytest.mark.parametrize("command", ["composer test", "composer run-script test", "composer run test"])
def test_the_script_of_a_composer_file(tmp_path, command):
    (tmp_path / "composer.json").write_text('{"scripts": {"test": ["phpunit", "psalm"]}}')
    assert behind(command, str(tmp_path)) == "composer.json test: ['phpunit', 'psalm']"


def test_without_a_target_the_first_one_is_meant(root):
    assert behind("make", root).splitlines()[0] == "Makefile all: build test"


def test_a_recipe_of_a_justfile_and_what_it_needs(root):
    assert behind("just test foo", root) == "justfile test arg='x' *rest: build\n    pytest {{arg}}\njustfile build:\n  go build"


@pytest.mark.parametrize("text", ["", "{", "[]", '{"scripts": 3}', '{"scripts": {"test": null}}'])
def test_a_broken_package_hides_nothing_and_raises_nothing(root, text):
    with open(os.path.join(root, "package.json"), "w", encoding="utf-8") as file:
        file.write(text)
    assert behind("npm test", root) in ("", "package.json test: None")


@pytest.mark.parametrize(
    "text",
    [
        "a" + " " * 500_000,
        ":" * 500_000,
        "a:" * 200_000,
        "test: " + "test " * 100_000,
        "test: " + " ".join(f"t{number}" for number in range(100_000)),
        "test: t0\n" + "\n".join(f"t{number}: t{number + 1}" for number in range(30_000)),
    ],
    ids=["blanks", "colons", "both", "itself", "wide", "deep"],
)
def test_a_hostile_makefile_is_read_in_no_time(root, text):
    with open(os.path.join(root, "Makefile"), "w", encoding="utf-8") as file:
        file.write(text)
    began = time.process_time()
    behind("make test", root)
    assert time.process_time() - began < 1
