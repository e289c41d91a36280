"""`make newcomer`: a newcomer's path, timed: clone, build, set up as docs/quickstart.md says, and the first false claim is refused.

Home and project are scratch ones; only pip's own cache of wheels is the user's. Ends in 1 when it took longer than three minutes.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
MOST = 180.0  # seconds
BUILD = "make plugin"
SETUP = "python3 dist/feedback-gate.pyz init --host claude"
CLAIM = "Fixed the sum. All tests pass."
MAKEFILE = "test:\n\tpython3 -m unittest -q\n"
APP = "def double(number):\n    return number + 2\n"
TEST = """import unittest

from app import double


class Doubling(unittest.TestCase):
    def test_three_becomes_six(self):
        self.assertEqual(double(3), 6)
"""


class Newcomer:
    """One person with an empty home and a project whose test fails."""

    def __init__(self, folder: Path) -> None:
        self.home, self.project = folder / "home", folder / "project"
        self.home.mkdir()
        self.project.mkdir()
        self.env = {"PATH": os.environ["PATH"], "HOME": str(self.home), "LANG": "C.UTF-8", "PYTHONDONTWRITEBYTECODE": "1"}
        for name, text in (("Makefile", MAKEFILE), ("app.py", APP), ("test_app.py", TEST)):
            (self.project / name).write_text(text, encoding="utf-8")
        who = ["-c", "user.name=New", "-c", "user.email=new@example.invalid"]
        for words in (["init", "-q", "-b", "main"], ["add", "-A"], [*who, "commit", "-q", "-m", "start"]):
            subprocess.run(["git", *words], cwd=self.project, env=self.env, check=True)

    def set_up(self, checkout: Path) -> None:
        """What the quick start says for hooks in one's settings; `--yes` stands for the person who agrees."""
        python, archive, *words = SETUP.split()
        argv = [python, str(checkout / archive), *words, "--yes"]
        subprocess.run(argv, cwd=self.project, env=self.env, check=True, stdout=subprocess.DEVNULL)

    def hook(self, event: str, **fields: Any) -> dict[str, Any]:
        """The answer of what the settings register for an event, started as Claude Code starts it."""
        settings = json.loads((self.home / ".claude" / "settings.json").read_text(encoding="utf-8"))
        line = settings["hooks"][event][0]["hooks"][0]["command"]
        payload = {"session_id": "first", "cwd": str(self.project), "hook_event_name": event, **fields}
        env = {**self.env, "CLAUDE_PROJECT_DIR": str(self.project), "CLAUDE_CODE_SESSION_ID": "first"}
        done = subprocess.run(
            ["/bin/sh", "-c", line],
            cwd=self.project,
            env=env,
            input=json.dumps(payload),
            capture_output=True,
            text=True,
            check=True,
        )
        answer: dict[str, Any] = json.loads(done.stdout or "{}")
        return answer

    def first_session(self) -> str:
        """An agent is asked to mend the sum, edits nothing that helps, and claims success: the reason it is given."""
        self.hook("SessionStart", source="startup")
        self.hook("UserPromptSubmit", prompt="Make the test pass.")
        answer = self.hook("Stop", last_assistant_message=CLAIM)
        if answer.get("decision") != "block":
            raise SystemExit(f"newcomer: the false claim was not refused, the answer was {answer}")
        return str(answer["reason"])


def timed(what: str, step: Any) -> float:
    """Do one step and say how long it took."""
    start = time.monotonic()
    step()
    took = time.monotonic() - start
    print(f"  {took:6.1f} s  {what}", flush=True)
    return took


def build(checkout: Path) -> None:
    """The one command of the quick start, with everything it says kept for when it fails."""
    done = subprocess.run(BUILD.split(), cwd=checkout, capture_output=True, text=True, check=False)
    if done.returncode:
        raise SystemExit(f"newcomer: `{BUILD}` failed\n{done.stdout}{done.stderr}")


def main() -> int:
    """Walk the path; 1 when it is too long."""
    reasons: list[str] = []
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        checkout = folder / "feedback-gate"
        person = Newcomer(folder)
        clone = ["git", "clone", "-q", "--no-local", str(ROOT), str(checkout)]
        took = timed("git clone", lambda: subprocess.run(clone, check=True))
        took += timed(BUILD, lambda: build(checkout))
        took += timed(SETUP, lambda: person.set_up(checkout))
        took += timed("the first session, up to the refused claim", lambda: reasons.append(person.first_session()))
    print(f"  {took:6.1f} s  in all; at most {MOST:.0f} s\n\nThe agent was told:")
    print("".join(f"  {line}\n" for line in reasons[0].splitlines()), end="")
    return 0 if took <= MOST else 1


if __name__ == "__main__":
    sys.exit(main())
