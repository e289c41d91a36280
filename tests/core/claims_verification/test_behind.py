"""What stands one level behind a command: scripts of package.json, targets of a Makefile, recipes of a justfile."""

from __future__ import annotations

import json

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


def test_without_a_target_the_first_one_is_meant(root):
    assert behind("make", root).splitlines()[0] == "Makefile all: build test"


def test_a_recipe_of_a_justfile_and_what_it_needs(root):
    assert behind("just test foo", root) == "justfile test arg='x' *rest: build\n    pytest {{arg}}\njustfile build:\n  go build"


@pytest.mark.parametrize("text", ["", "{", "[]", '{"scripts": 3}', '{"scripts": {"test": null}}'])
def test_a_broken_package_hides_nothing_and_raises_nothing(root, text):
    import os

    with open(os.path.join(root, "package.json"), "w", encoding="utf-8") as file:
        file.write(text)
    assert behind("npm test", root) in ("", "package.json test: None")


@pytest.mark.parametrize(
    "text",
    ["a" + " " * 500_000, ":" * 500_000, "a:" * 200_000, "test: " + "test " * 100_000],
    ids=["blanks", "colons", "both", "itself"],
)
def test_a_hostile_makefile_is_read_in_no_time(root, text):
    import os
    import time

    with open(os.path.join(root, "Makefile"), "w", encoding="utf-8") as file:
        file.write(text)
    began = time.monotonic()
    behind("make test", root)
    assert time.monotonic() - began < 1
