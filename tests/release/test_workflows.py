"""What the forge runs: pinned to commits, with few rights, without any signing key."""

from __future__ import annotations

import os
import re
from typing import Any

import pytest
import yaml

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
FOLDER = os.path.join(ROOT, ".github", "workflows")
NAMES = ("publish.yml", "release.yml", "test.yml")
LOCKS = sorted(name for name in os.listdir(os.path.join(ROOT, "release")) if name.endswith(".lock"))


def text(name: str) -> str:
    with open(os.path.join(FOLDER, name), encoding="utf-8") as file:
        return file.read()


def workflow(name: str) -> dict[Any, Any]:
    found: dict[Any, Any] = yaml.safe_load(text(name))
    return found


def test_these_are_all_workflows() -> None:
    assert sorted(os.listdir(FOLDER)) == list(NAMES)


@pytest.mark.parametrize("name", NAMES)
def test_every_action_is_pinned_to_a_commit_and_names_its_version(name: str) -> None:
    used = re.findall(r"uses: (.*)", text(name))
    assert used
    assert [line for line in used if not re.fullmatch(r"[a-z-]+/[a-z-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+", line)] == []


def test_the_page_says_of_every_pinned_commit_where_it_was_seen() -> None:
    used = {tuple(found) for name in NAMES for found in re.findall(r"uses: (\S+)@([0-9a-f]{40}) # (\S+)", text(name))}
    with open(os.path.join(ROOT, "docs", "releasing.md"), encoding="utf-8") as file:
        rows = re.findall(r"^\| `(\S+/\S+)` \| (v\S+) \| `(\w+)` \| \S", file.read(), re.MULTILINE)
    assert sorted(used) == sorted((action, commit, version) for action, version, commit in rows)


@pytest.mark.parametrize("name", NAMES)
def test_a_workflow_may_read_and_a_job_says_what_else_it_needs(name: str) -> None:
    assert workflow(name)["permissions"] == {"contents": "read"}


def test_the_rights_of_each_job() -> None:
    rights = {(name, job): value.get("permissions", {}) for name in NAMES for job, value in workflow(name)["jobs"].items()}
    assert rights == {
        ("test.yml", "test"): {},
        ("release.yml", "build"): {"contents": "read", "id-token": "write", "attestations": "write"},
        ("release.yml", "again"): {},
        ("release.yml", "draft"): {"contents": "write"},
        ("publish.yml", "verify"): {"contents": "write", "pull-requests": "write"},
        ("publish.yml", "wheel"): {"id-token": "write"},
    }


@pytest.mark.parametrize("name", NAMES)
def test_no_workflow_knows_a_secret(name: str) -> None:
    assert "secrets." not in text(name)
    assert ".key" not in text(name)


@pytest.mark.parametrize("name", NAMES)
def test_nothing_from_outside_is_pasted_into_a_script(name: str) -> None:
    for job in workflow(name)["jobs"].values():
        for step in job["steps"]:
            assert re.findall(r"\$\{\{(?! steps\.attest\.outputs\.bundle-path )", step.get("run", "")) == []


def test_the_test_workflow_runs_what_a_newcomer_runs() -> None:
    steps = workflow("test.yml")["jobs"]["test"]["steps"]
    assert steps[-1] == {"run": ".ci/run"}
    with open(os.path.join(ROOT, ".ci", "run"), encoding="utf-8") as file:
        assert file.read().splitlines()[-1] == "exec make test"


def test_every_released_python_is_set_up_wherever_the_executable_is_built() -> None:
    with open(os.path.join(ROOT, "release", "pythons.txt"), encoding="utf-8") as file:
        released = [line.strip() for line in file if line.strip() and not line.startswith("#")]
    for name, job in (("test.yml", "test"), ("release.yml", "build"), ("release.yml", "again")):
        (setup,) = [step for step in workflow(name)["jobs"][job]["steps"] if "setup-python" in step.get("uses", "")]
        assert setup["with"]["python-version"].split() == released


def test_only_a_file_that_was_signed_is_published() -> None:
    assert "sign.py verify --whole" in text("publish.yml")


def test_new_dependencies_wait_seven_days() -> None:
    with open(os.path.join(ROOT, "Makefile"), encoding="utf-8") as file:
        made = file.read()
    locks = re.findall(r"uv pip compile.*", made)
    assert [line for line in locks if "$(FREEZE)" not in line] == []
    assert sorted(re.findall(r"-o release/(\S+)", "\n".join(locks))) == LOCKS
    assert "timedelta(days=7)" in made
    with open(os.path.join(ROOT, ".github", "dependabot.yml"), encoding="utf-8") as file:
        updates = yaml.safe_load(file)["updates"]
    assert {update["package-ecosystem"]: update["cooldown"] for update in updates} == {
        "github-actions": {"default-days": 7},
        "npm": {"default-days": 7},
    }


@pytest.mark.parametrize("lock", LOCKS)
def test_every_locked_package_has_a_hash(lock: str) -> None:
    with open(os.path.join(ROOT, "release", lock), encoding="utf-8") as file:
        entries = re.split(r"\n(?=[a-z0-9])", file.read())
    packages = [entry for entry in entries if "==" in entry]
    assert packages
    assert [entry.split("==")[0] for entry in packages if "--hash=sha256:" not in entry] == []
