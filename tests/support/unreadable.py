"""What can stand in the place of a file and cannot be read as one."""

from __future__ import annotations

import json
import os
import subprocess

from feedback_gate.main import main

# {F} is the place.
MAKES = {
    "fifo": "mkfifo {F}",
    "folder": "mkdir {F}",
    "device": "ln -s /dev/zero {F}",
    "leads nowhere": "ln -s nowhere {F}",
    "loop": "ln -s {F} {F}",
    "too large": "truncate -s 5M {F}",
}
if os.geteuid():  # root reads everything
    MAKES["not ours"] = ": > {F}; chmod 000 {F}"
HOW = "look with `ls -l` at what it is, who may read it and how large it is"


def put(kind: str, path: str) -> str:
    """Make one of them there, and the folder it lies in; the path."""
    os.makedirs(os.path.dirname(path), exist_ok=True)
    subprocess.run(["sh", "-c", MAKES[kind].replace("{F}", path)], check=True)
    return path


def refused(path: str, reason: str) -> str:
    """Why a tool call is refused under `failMode` closed."""
    return (
        f"[feedback-gate] refused, because it could not be checked and failMode is closed: {path} ({reason}). "
        "Next step: run `feedback-gate doctor`."
    )


def doctor_problems(capsys) -> list[str]:
    """The texts of what `doctor --json` calls a problem."""
    main(["doctor", "--json"])
    return [one["text"] for one in json.loads(capsys.readouterr().out)["findings"] if one["weight"] == "problem"]
