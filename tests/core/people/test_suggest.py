"""Which commands are suggested for a project, and the gate that is made of them."""

from __future__ import annotations

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from feedback_gate import yamlfile
from feedback_gate.people import gate_text
from feedback_gate.people.suggest import KINDS, suggestions
from feedback_gate.quality import config

SCRIPTS = {"test": "vitest run", "lint": "eslint .", "type-check": "tsc --noEmit", "build": "vite build", "dev": "vite"}


@pytest.fixture
def project(tmp_path):
    """A function {file: content} → the commands suggested there."""

    def found(files):
        for name, content in files.items():
            path = tmp_path / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(json.dumps(content) if isinstance(content, dict) else content)
        return {one.kind: one.cmd for one in suggestions(str(tmp_path))}

    return found


@pytest.mark.parametrize(
    ("lock", "found"),
    [
        ({}, ("npm run type-check", "npm run lint", "npm test", "npm run build")),
        ({"package-lock.json": ""}, ("npm run type-check", "npm run lint", "npm test", "npm run build")),
        ({"pnpm-lock.yaml": ""}, ("pnpm run type-check", "pnpm run lint", "pnpm test", "pnpm run build")),
        ({"yarn.lock": ""}, ("yarn run type-check", "yarn run lint", "yarn test", "yarn run build")),
        ({"bun.lockb": ""}, ("bun run type-check", "bun run lint", "bun run test", "bun run build")),
    ],
)
def test_scripts_are_run_by_the_package_manager_whose_lock_file_is_there(project, lock, found):
    assert project({"package.json": {"scripts": SCRIPTS}, **lock}) == dict(zip(KINDS, found))


def test_the_declared_package_manager_counts_more_than_a_lock_file(project):
    value = {"scripts": {"test": "x"}, "packageManager": "pnpm@9.1.0+sha512.x"}
    assert project({"package.json": value, "package-lock.json": ""}) == {"test": "pnpm test"}


@pytest.mark.parametrize(
    "content",
    [
        {"scripts": {"test": 'echo "Error: no test specified" && exit 1'}},
        {"scripts": {"test": " "}},
        {"scripts": {"test": 4}},
        {"scripts": []},
        "{",
        "[]",
        "[" * 9999,
    ],
)
def test_a_package_without_a_usable_script_suggests_nothing(project, content):
    assert project({"package.json": content}) == {}


@pytest.mark.parametrize(
    ("files", "found"),
    [
        ({"Makefile": "test lint: all\n\tx\nbuild := 1\nall:\n"}, {"lint": "make lint", "test": "make test"}),
        ({"justfile": 'build target="x": lint\n  y\n@lint:\n  z\ntest := "1"\n'}, {"lint": "just lint", "build": "just build"}),
        ({"tox.ini": "[tox]\n[testenv:lint,docs]\n"}, {"lint": "tox -q -e lint", "test": "tox -q"}),
        (
            {"noxfile.py": "import nox\n@nox.session\ndef lint(session):\n    pass\ndef tests(session): pass\n"},
            {"lint": "nox -s lint", "test": "nox -s tests"},
        ),
        (
            {"pyproject.toml": "[tool.ruff]\n[tool.mypy]\n[tool.pytest.ini_options]\n"},
            {"typecheck": "mypy .", "lint": "ruff check .", "test": "pytest -q"},
        ),
        ({"pyproject.toml": "[tool.ruff.lint]\n", "uv.lock": ""}, {"lint": "uv run ruff check ."}),
        (
            {"pyproject.toml": "[tool.pyright]\n", "poetry.lock": "", "tests/test_a.py": ""},
            {"typecheck": "poetry run pyright", "test": "poetry run pytest -q"},
        ),
        ({"setup.py": "", ".flake8": "", "conftest.py": ""}, {"lint": "flake8", "test": "pytest -q"}),
        (
            {"Cargo.toml": ""},
            {"typecheck": "cargo check", "lint": "cargo clippy -- -D warnings", "test": "cargo test", "build": "cargo build"},
        ),
        ({"go.mod": ""}, {"lint": "go vet ./...", "test": "go test ./...", "build": "go build ./..."}),
        ({"Gemfile": "gem 'rubocop'\ngem 'rspec'\n"}, {"lint": "bundle exec rubocop", "test": "bundle exec rspec"}),
        ({"Gemfile": "", "Rakefile": ""}, {"test": "bundle exec rake test"}),
        (
            {"composer.json": {"scripts": {"lint": "phpcs"}}, "phpunit.xml": ""},
            {"lint": "composer run-script lint", "test": "vendor/bin/phpunit"},
        ),
        ({"build.gradle.kts": "", "gradlew": ""}, {"test": "./gradlew -q test", "build": "./gradlew -q assemble"}),
        ({"pom.xml": ""}, {"test": "mvn -q test", "build": "mvn -q -DskipTests package"}),
        ({}, {}),
    ],
)
def test_each_tool_suggests_its_own_commands(project, files, found):
    assert project(files) == {kind: found[kind] for kind in KINDS if kind in found}


def test_a_recipe_that_the_project_wrote_for_people_counts_more_than_a_tools_usual_command(project):
    files = {"Makefile": "test:\n", "package.json": {"scripts": {"test": "x", "lint": "y"}}, "pyproject.toml": "[tool.mypy]\n"}
    assert project(files) == {"typecheck": "mypy .", "lint": "npm run lint", "test": "make test"}


def test_a_suggestion_names_the_file_it_was_found_in(tmp_path):
    (tmp_path / "go.mod").touch()
    assert {one.source for one in suggestions(str(tmp_path))} == {"go.mod"}


# ---- the gate

CHOSEN = {"typecheck": "mypy .", "lint": "npm run lint", "test": "npm test", "build": "npm run build"}


def test_the_gate_lints_at_once_checks_the_rest_at_the_end_and_backs_claims():
    text = gate_text.whole(CHOSEN, frozenset(["package.json", "go.mod"]))
    assert text == gate_text.HEAD + (
        'rules:\n  - match: ["**/*.js", "**/*.jsx", "**/*.ts", "**/*.tsx", "**/*.mjs", "**/*.cjs", "**/*.vue", "**/*.svelte", "**/*.go"]\n'
        "    run:\n      - name: lint\n        cmd: npm run lint\n    run_checks: [typecheck, test]\n"
        "consistency_checks:\n  - name: typecheck\n    run: mypy .\n  - name: test\n    run: npm test\n\n"
        "claims:\n  checks:\n    typecheck: mypy .\n    lint: npm run lint\n    test: npm test\n    build: npm run build\n"
    )


commands = st.one_of(
    st.sampled_from([*CHOSEN.values(), "yes", "a: b", "x # y", "- z", "'q'", 'say "x" && y', "1", "null", "日本", "! x", "a\tb"]),
    st.text(
        st.characters(codec="utf-8", exclude_characters="\x00", exclude_categories=["Cs", "Cc"]), min_size=1, max_size=12
    ).filter(str.strip),
)


@settings(max_examples=200, deadline=None)
@given(st.dictionaries(st.sampled_from(KINDS), commands, min_size=1), st.sets(st.sampled_from(["package.json", "go.mod"])))
def test_every_gate_that_is_made_is_valid_and_says_what_was_chosen(chosen, present):
    chosen = {kind: chosen[kind] for kind in KINDS if kind in chosen}
    text = gate_text.whole(chosen, frozenset(present))
    assert config.load(text, {}).problems == []
    assert yamlfile.load(text).value["claims"] == {"checks": chosen}


@pytest.mark.parametrize("before", ["rules: []\n", "rules:\n  - match: x\n    run: y", "# only\nrules: []\n\n# end\n"])
def test_claims_are_put_behind_a_gate_that_is_there(before):
    made = gate_text.with_claims(before, {"test": "npm test"})
    assert made.startswith(before)
    assert yamlfile.load(made).value == {**yamlfile.load(before).value, "claims": {"checks": {"test": "npm test"}}}


@pytest.mark.parametrize(
    "before", ["{rules: []}", "rules: []\nclaims: {}\n", "rules: []\n...\n", "- x\n", "a: [", "rules: |\n  x\n    y\n...\n"]
)
def test_a_gate_that_only_a_person_can_extend_is_left_alone(before):
    assert gate_text.with_claims(before, {"test": "npm test"}) is None
