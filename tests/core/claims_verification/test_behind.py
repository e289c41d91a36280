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
        ("mkdir -p web/src && cd web/src && npm run build", BUILD),
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
ASSIGNED = "Makefile X = 1\nMakefile Y := 2\n"


@pytest.mark.parametrize(
    ("command", "expected"),
    [
        ("make lint", ASSIGNED + LINT),
        ("make check", ASSIGNED + LINT),
        ("make -C . -j4 X=1 lint", ASSIGNED + LINT),
        ("make -f Makefile lint", ASSIGNED + LINT),
        ("make -fMakefile lint", ASSIGNED + LINT),
        ("make --makefile=Makefile lint", ASSIGNED + LINT),
        ("cd web && make -C.. -d lint", ASSIGNED + LINT),
        ('sh -c "make lint"', ASSIGNED + LINT),
        ("bash -euo pipefail -c 'cd . && make lint'", ASSIGNED + LINT),
        ("eval 'make lint'", ASSIGNED + LINT),
        ("timeout -k 5 60 nice -n 5 make lint", ASSIGNED + LINT),
        ("make test", f"{ASSIGNED}Makefile .PHONY: test\nMakefile test: lint\n\tpytest  \t  -q\n\techo done\n{LINT}"),
        ("make missing", ASSIGNED.rstrip()),
        ("make -C nowhere test", ""),
        ("echo make lint", ""),
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
install_command = pip install {packages}
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
    "[testenv:lint] install_command = pip install {packages}",
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
    assert "Makefile all: build test" in behind("make", root).splitlines()


def test_a_recipe_of_a_justfile_and_what_it_needs(root):
    rules = "justfile x := 'a'\njustfile test arg='x' *rest: build\n    pytest {{arg}}\njustfile build:\n  go build"
    assert behind("just test foo", root) == rules


TARGET = "test:\n\techo ok\n"


@pytest.mark.parametrize(
    "changed",
    [
        "X = touch evil\n" + TARGET,
        "X := $(shell touch evil)\n" + TARGET,
        "X != touch evil\n" + TARGET,
        "SHELL = ./evil\n" + TARGET,
        "$(shell touch evil)\n" + TARGET,
        "ifeq ($(shell touch evil),)\nendif\n" + TARGET,
        "include evil.mk\n" + TARGET,
        "define X\ntouch evil\nendef\n" + TARGET,
        TARGET + "deploy: $(shell touch evil)\n",
        TARGET + "deploy: X != touch evil\n",
        TARGET + "deploy:\n\techo\n  Y := $(shell touch evil)\n",
        TARGET + "export deploy:\n\tY := $(shell touch evil)\n",
        TARGET + "# said \\\\\nY := $(shell touch evil)\n",
        TARGET + "deploy: X = 1\n\tY := $(shell touch evil)\n",
        TARGET + "t%:\n\ttouch evil\n",
        TARGET + ".DEFAULT:\n\ttouch evil\n",
        TARGET + "$(X):\n\ttouch evil\n",
        TARGET + "Makefile:\n\ttouch evil\n",
        TARGET + "test: other\nother:\n\ttouch evil\n",
        TARGET.replace("ok", "evil"),
    ],
    ids=repr,
)
def test_whatever_may_run_with_a_target_is_a_change(tmp_path, changed):
    (tmp_path / "Makefile").write_text(TARGET)
    before = behind("make test", str(tmp_path))
    (tmp_path / "Makefile").write_text(changed)
    assert before == "Makefile test:\n\techo ok"
    assert behind("make test", str(tmp_path)) != before


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("X = echo\ntest:\n\t$(X)\n", "X = touch evil\ntest:\n\t$(X)\n"),
        ("define X\ndeploy:\n\techo\nendef\n", "define X\ndeploy:\n\ttouch evil\nendef\n"),
        ("ifdef CI\n\tdefine X\ndeploy:\nendef\nendif\n", "ifdef CI\n\tdefine X\nevil:\nendef\nendif\n"),
        ("t%: dep\n\techo\ndep:\n\techo\n", "t%: dep\n\techo\ndep:\n\ttouch evil\n"),
        ("%: %.in\n\techo\ntest.in:\n\techo\n", "%: %.in\n\techo\ntest.in:\n\ttouch evil\n"),
        ("D = dep\ntest: $(D)\ndep:\n\techo\n", "D = dep\ntest: $(D)\ndep:\n\ttouch evil\n"),
        ("test:\nifdef X\n\techo\nendif\n\techo\n", "test:\nifdef X\n\techo\nendif\n\ttouch evil\n"),
        (".RECIPEPREFIX = >\ndeploy:\n\tX = 1\n", ".RECIPEPREFIX = >\ndeploy:\n\tX := $(shell touch evil)\n"),
    ],
    ids=repr,
)
def test_what_a_target_uses_is_a_change_too(tmp_path, before, after):
    (tmp_path / "Makefile").write_text(before)
    known = behind("make test", str(tmp_path))
    (tmp_path / "Makefile").write_text(after)
    assert behind("make test", str(tmp_path)) != known


def test_the_default_goal_that_a_makefile_names_is_meant_beside_the_first_target(tmp_path):
    (tmp_path / "Makefile").write_text("all:\n\techo\n.DEFAULT_GOAL := own\nother:\n\techo no\nown:\n\techo own\n")
    rules = ["Makefile all:\n\techo", "Makefile .DEFAULT_GOAL := own", "Makefile own:\n\techo own"]
    assert behind("make", str(tmp_path)) == "\n".join(rules)


def test_what_is_set_for_a_target_is_no_first_target(tmp_path):
    (tmp_path / "Makefile").write_text("deploy: X = 1\ntest:\n\techo ok\n")
    assert behind("make", str(tmp_path)) == "Makefile deploy: X = 1\nMakefile test:\n\techo ok"


@pytest.mark.parametrize(
    "changed",
    [
        TARGET + "# only people read this\n",
        TARGET + "deploy: test ## Deploys it\n\tscp x y # $(HOST)\n",
        ".PHONY: deploy\n" + TARGET + "deploy: ; rm -f $(X)\n",
    ],
    ids=repr,
)
def test_the_plain_rules_of_other_targets_are_no_change(tmp_path, changed):
    (tmp_path / "Makefile").write_text(changed)
    assert behind("make test", str(tmp_path)) == "Makefile test:\n\techo ok"


def test_the_local_files_that_a_makefile_includes_belong_to_it(tmp_path):
    (tmp_path / "mk").mkdir()
    (tmp_path / "Makefile").write_text("include one.mk mk/*.mk # why\n-include gone.mk $(X)/far.mk /etc/hosts\n" + TARGET)
    (tmp_path / "one.mk").write_text("A = 1\ninclude Makefile one.mk\ndeploy:\n\techo no\n")
    (tmp_path / "mk" / "two.mk").write_text("test: deep\ndeep:\n\techo deep\n")
    assert behind("make test", str(tmp_path)).split("\n") == [
        "Makefile include one.mk mk/*.mk # why",
        "one.mk A = 1",
        "one.mk include Makefile one.mk",
        "mk/two.mk test: deep",
        "mk/two.mk deep:",
        "\techo deep",
        "Makefile -include gone.mk $(X)/far.mk /etc/hosts",
        "Makefile test:",
        "\techo ok",
    ]


@pytest.mark.parametrize(
    "text", ["ifdef X\n\tinclude one.mk\nendif\n", "a: X = 1\n\tinclude one.mk\n", ".RECIPEPREFIX = >\na:\n\tinclude one.mk\n"]
)
def test_an_indented_include_that_is_no_recipe_is_followed(tmp_path, text):
    (tmp_path / "Makefile").write_text(text + TARGET)
    (tmp_path / "one.mk").write_text("A = 1\n")
    assert "one.mk A = 1" in behind("make test", str(tmp_path)).splitlines()


def test_settings_aliases_and_imports_of_a_justfile_belong_to_its_recipes(tmp_path):
    (tmp_path / "justfile").write_text(
        "set shell := ['bash']\nimport 'more.just'\nalias t := test\ntest: (one 'x')\n  echo\nother:\n  echo no\n"
    )
    (tmp_path / "more.just").write_text("x := '''\nother:\n'''\none a:\n  echo {{a}}\n")
    assert behind("just t", str(tmp_path)).split("\n") == [
        "justfile set shell := ['bash']",
        "justfile import 'more.just'",
        "more.just x := '''",
        "other:",
        "'''",
        "more.just one a:",
        "  echo {{a}}",
        "justfile alias t := test",
        "justfile test: (one 'x')",
        "  echo",
    ]


@pytest.mark.parametrize(
    ("command", "name"),
    [("npm test", ".npmrc"), ("pnpm test", "pnpm-workspace.yaml"), ("yarn test", ".yarnrc.yml"), ("bun run test", "bunfig.toml")],
)
def test_the_settings_of_a_runner_belong_to_its_scripts_without_their_secrets(tmp_path, command, name):
    (tmp_path / "package.json").write_text('{"scripts": {"test": "jest"}}')
    (tmp_path / name).write_text("# why\nscript-shell=./evil\n//host/:_authToken=abc\n_password=def\nnpmAuthToken: gh=\n")
    expected = [
        "package.json test: jest",
        f"{name} script-shell=./evil",
        f"{name} //host/:_authToken",
        f"{name} _password",
        f"{name} npmAuthToken",
    ]
    assert behind(command, str(tmp_path)).split("\n") == expected


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
        "%: %x %y\n",
        "".join(f"%{number}: x\n" for number in range(60)) + "test: " + " ".join(f"t{number}" for number in range(50_000)),
        "\\" * 500_000,
        "include " + "x " * 200_000,
        "define\n" * 100_000,
        "\t$(\n" * 100_000,
    ],
    ids=["blanks", "colons", "both", "itself", "wide", "deep", "growing", "patterns", "slashes", "included", "defines", "tabs"],
)
def test_a_hostile_makefile_is_read_in_no_time(root, text):
    with open(os.path.join(root, "Makefile"), "w", encoding="utf-8") as file:
        file.write(text)
    began = time.process_time()
    behind("make test", root)
    assert time.process_time() - began < 1
