"""The plugin under test is built by the project's environment, whatever Python runs the tests."""

from __future__ import annotations

import subprocess
from pathlib import Path

import interpreters

ROOT = Path(__file__).resolve().parents[1]
# A Python that has nothing installed.
BARE = [path for version in interpreters.released() if (path := interpreters.find(version))][-1]


def run(code: str) -> subprocess.CompletedProcess[str]:
    text = f"import sys\nsys.path.insert(0, {str(ROOT)!r})\nfrom tests.support import built\n{code}"
    return subprocess.run([BARE, "-I", "-S", "-c", text], capture_output=True, text=True, check=False)


def test_another_python_gets_the_plugin_that_the_environment_builds():
    done = run("print(built.plugin())")
    assert (done.returncode, done.stderr) == (0, "")
    assert (Path(done.stdout.strip()) / "shim" / "pin").is_file()


def test_without_the_environment_it_says_what_to_do(tmp_path):
    done = run(f"built.BUILDER = '/nonexistent/python'\nbuilt._build({str(tmp_path)!r}, {str(tmp_path / 'plugin')!r})")
    assert done.returncode == 1
    assert done.stderr.endswith(
        "build: PyYAML is not installed for the Python that runs the build: use the project's environment\n"
        "Next step: `make build` makes .venv, the environment that builds it.\n"
    )
