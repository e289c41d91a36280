"""Makes the pictures of the documentation, `make pictures`: python tests/support/pictures.py [--out FOLDER] [--executable FILE].

A scratch home and project are set up as a person would, its gate runs, some weeks of logs are put in place, and what the commands
really print is drawn by a headless Chromium. Nothing of the machine's user is read or shown.
"""

from __future__ import annotations

import argparse
import html
import json
import os
import random
import re
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
BROWSERS = ("chromium-headless-shell", "chromium", "google-chrome")
WIDTH, LINE = 900, 20  # pixels of a picture, of a line of text
COLOURS = {
    "1": "font-weight:600",
    "2": "opacity:.6",
    "31": "color:#f2777a",
    "32": "color:#8fc97a",
    "33": "color:#e5c07b",
    "36": "color:#6cb6d9",
}
PAGE = """<!DOCTYPE html><meta charset="utf-8"><style>
body {{ margin: 0; background: #16181d; color: #d7dae0; }}
pre {{ margin: 0; padding: 16px 20px; font: 13px/{line}px "DejaVu Sans Mono", monospace; white-space: pre-wrap; }}
</style><pre><span style="opacity:.6">$ {command}</span>
{body}</pre>"""
MAKEFILE = "lint:\n\t@true\n\ntest:\n\t@true\n"
SLOW_GATE = """rules:
  - match: 'src/**/*.py'
    run:
      - {name: lint, cmd: 'sleep 0.4'}
      - {name: types, cmd: 'sleep 0.9; false'}
      - {name: tests, cmd: 'sleep 30  # python -m pytest -q'}
"""
RULE = (
    "---\nname: {name}\ncount: {count}\nenforce:\n  - event: pre_bash\n    program: {program}\n    message: Ask first.\n---\nx\n"
)


class Scratch:
    """One home and one project; `say` is what a command prints there."""

    def __init__(self, folder: Path, executable: Path) -> None:
        self.executable = executable
        self.home, self.project = folder / "home", folder / "app"
        self.env = {"HOME": str(self.home), "PATH": "/usr/local/bin:/usr/bin:/bin", "LANG": "C.UTF-8", "COLUMNS": "110"}
        for path, text in (
            (self.project / "src" / "app.py", "x = 1\n"),
            (self.project / "Makefile", MAKEFILE),
            (self.home / ".claude" / "feedback" / "no_force_push.md", RULE.format(name="no_force_push", count=5, program="git")),
            (self.home / ".claude" / "feedback" / "no_print.md", RULE.format(name="no_print", count=3, program="print")),
            (
                self.home / ".claude" / "feedback" / "ask_before_sudo.md",
                RULE.format(name="ask_before_sudo", count=3, program="sudo"),
            ),
        ):
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
        who = ["-c", "user.name=You", "-c", "user.email=you@example.invalid"]
        for words in (["init", "-q", "-b", "main"], ["add", "-A"], [*who, "commit", "-q", "-m", "start"]):
            subprocess.run(["git", *words], cwd=self.project, env=self.env, check=True)

    def say(self, *words: str) -> str:
        """What a command prints on a colour terminal, with the scratch folders as a person's own."""
        argv = [sys.executable, str(self.executable), *words]
        env = {**self.env, "FORCE_COLOR": "1"}
        done = subprocess.run(
            argv, cwd=self.project, env=env, capture_output=True, text=True, stdin=subprocess.DEVNULL, check=False
        )
        return self.own(done.stdout + done.stderr)

    def a_session(self) -> None:
        """Every registered event once, through the launcher that `init` placed, as the client starts it."""
        launcher = self.home / ".local" / "share" / "feedback-gate" / "hook.sh"
        settings = json.loads((self.home / ".claude" / "settings.json").read_text(encoding="utf-8"))
        for event in settings["hooks"]:
            payload = json.dumps({"session_id": "demo", "cwd": str(self.project), "hook_event_name": event, "prompt": "go on"})
            env = {**self.env, "CLAUDE_PROJECT_DIR": str(self.project)}
            argv = ["sh", str(launcher), "claude", event]
            subprocess.run(argv, input=payload.encode(), cwd=self.project, env=env, capture_output=True, check=True)

    def own(self, text: str) -> str:
        return (
            text.replace(str(self.project), "~/app")
            .replace(str(self.home), "~")
            .replace(str(self.executable), "~/feedback-gate.pyz")
        )

    def project_id(self) -> str:
        status = subprocess.run(
            [sys.executable, str(self.executable), "status", "--json"],
            cwd=self.project, env=self.env, capture_output=True, text=True, check=False,
        )  # fmt: skip
        return str(json.loads(status.stdout)["project"]["id"])


def weeks_of_logs(scratch: Scratch) -> None:
    """Thirty days as they might have been, the same in every run."""
    chance, project, now = random.Random(7), scratch.project_id(), time.time()
    folder = scratch.home / ".local" / "state" / "feedback-gate" / "log"
    folder.mkdir(parents=True, exist_ok=True)
    logs: dict[str, list[dict[str, object]]] = {"history": [], "gate": [], "violations": [], "hooks": []}
    claims = ("Done, all tests pass.", "Fixed the parser; lint is clean.", "Everything builds now.", "The migration is finished.")
    for day in range(29, -1, -1):
        at = time.strftime("%Y-%m-%dT%H:%M:%S.000+00:00", time.gmtime(now - day * 86400 - 60))
        better = day < 15
        for _ in range(chance.randint(0, 5)):
            outcome = chance.choice(["passed"] * (4 if better else 2) + ["blocked", "warned" if better else "blocked"])
            claim = {"outcome": outcome, "claim": chance.choice(claims), "sessionId": f"s{day}"}
            logs["history"].append({"at": at, "project": project, **claim})
        for _ in range(chance.randint(0, 4)):
            runs = [("lint", 0.9, 0.3, 0.9), ("types", 0.85, 2.0, 4.0), ("tests", 0.7, 18.0, 31.0)]
            commands = [
                {
                    "name": name,
                    "status": "passed" if chance.random() < good else "failed",
                    "seconds": round(chance.uniform(low, high), 2),
                }
                for name, good, low, high in runs
            ]
            logs["gate"].append({"at": at, "project": project, "phase": "rules", "commands": commands})
            event = chance.choice(["Stop", "PostToolUse"])
            logs["hooks"].append({"at": at, "host": "claude", "event": event, "seconds": round(chance.uniform(1, 32), 2)})
        if chance.random() < (0.3 if better else 0.7):
            rule = chance.choice(["no_force_push", "no_print", "no_print"])
            logs["violations"].append({"ts": at, "rule": rule, "session": f"s{day}", "project_id": project})
    for name, lines in logs.items():
        (folder / f"{name}.jsonl").write_text("".join(json.dumps(line) + "\n" for line in lines), encoding="utf-8")


def running(scratch: Scratch) -> str:
    """The live view while the gates of two agents run."""
    (scratch.project / ".claude" / "gate.yaml").write_text(SLOW_GATE, encoding="utf-8")
    hooks = [after_edit(scratch, "app.py", {}), after_edit(scratch, "api.py", {"agent_id": "a1", "agent_type": "api"})]
    try:
        for _ in range(60):
            time.sleep(1)
            shown = scratch.say("watch", "--once")
            if shown.count("tests $") == len(hooks):
                return shown
        raise TimeoutError("the commands of two agents were never seen side by side")
    finally:
        for hook in hooks:
            hook.terminate()
            hook.wait()


def after_edit(scratch: Scratch, name: str, agent: dict[str, str]) -> subprocess.Popen[bytes]:
    """The hook after an agent's edit of a file, which runs the gate."""
    path = scratch.project / "src" / name
    path.write_text("x = 2\n", encoding="utf-8")
    edit = {"tool_name": "Write", "tool_input": {"file_path": str(path), "content": "x = 2\n"}}
    payload = {"session_id": "demo", "cwd": str(scratch.project), "hook_event_name": "PostToolUse", **edit, **agent}
    env = {**scratch.env, "CLAUDE_PROJECT_DIR": str(scratch.project), "FEEDBACK_GATE_TRUST": "off"}
    argv = [sys.executable, str(scratch.executable), "claude", "PostToolUse"]
    hook = subprocess.Popen(argv, cwd=scratch.project, env=env, stdin=subprocess.PIPE, stdout=subprocess.DEVNULL)
    assert hook.stdin is not None
    hook.stdin.write(json.dumps(payload).encode())
    hook.stdin.close()
    return hook


def drawn(text: str) -> str:
    """Text with colour sequences as HTML."""
    parts, is_open = [], False
    for piece in re.split(r"(\x1b\[[0-9;]*m)", text):
        found = re.fullmatch(r"\x1b\[([0-9;]*)m", piece)
        if not found:
            parts.append(html.escape(piece))
            continue
        parts.append("</span>" if is_open else "")
        is_open = found[1] not in ("", "0")
        parts.append(f'<span style="{COLOURS.get(found[1], "")}">' if is_open else "")
    return "".join(parts) + ("</span>" if is_open else "")


def picture(browser: str, target: Path, page: str, height: int, width: int = WIDTH) -> None:
    """A PNG of a page."""
    with tempfile.TemporaryDirectory() as folder:
        source = Path(folder, "page.html")
        source.write_text(page, encoding="utf-8")
        options = [
            "--no-sandbox",
            "--disable-gpu",
            "--hide-scrollbars",
            "--force-color-profile=srgb",
            f"--user-data-dir={folder}/profile",
        ]
        size = [f"--window-size={width},{height}", f"--screenshot={target}", "--blink-settings=preferredColorScheme=1"]
        subprocess.run([browser, *options, *size, f"file://{source}"], check=True, capture_output=True, timeout=60)
    print(f"{target}: {target.stat().st_size // 1024} KiB")


def terminal(browser: str, target: Path, command: str, text: str) -> None:
    """A picture of what a command prints."""
    plain = re.sub(r"\x1b\[[0-9;]*m", "", text.rstrip())
    lines = sum(1 + len(line) // 108 for line in plain.splitlines()) + 1
    picture(browser, target, PAGE.format(command=html.escape(command), body=drawn(text.rstrip()), line=LINE), lines * LINE + 32)


def main() -> int:
    """Make all pictures."""
    options = argparse.ArgumentParser(description="Make the pictures of the documentation.")
    options.add_argument("--out", type=Path, default=ROOT / "docs" / "pictures", help="where to put them")
    options.add_argument("--executable", type=Path, default=ROOT / "dist" / "feedback-gate.pyz", help="what to show")
    given = options.parse_args()
    browser = next((found for name in BROWSERS if (found := shutil.which(name))), None)
    if browser is None or not given.executable.is_file():
        print(f"pictures: needs {given.executable} (make build) and one of {', '.join(BROWSERS)} on PATH", file=sys.stderr)
        return 1
    out = given.out.resolve()
    out.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder:
        scratch = Scratch(Path(folder), given.executable.resolve())
        scratch.say("init", "--host", "claude", "--yes")
        scratch.a_session()
        weeks_of_logs(scratch)
        for name in ("doctor", "stats"):
            terminal(browser, out / f"{name}.png", f"feedback-gate {name}", scratch.say(name))
        scratch.say("report", "--html", os.path.join(folder, "report.html"))
        page = Path(folder, "report.html").read_text(encoding="utf-8")
        picture(browser, out / "report.png", page, 1290, 780)
        terminal(browser, out / "watch.png", "feedback-gate watch", running(scratch))
    return 0


if __name__ == "__main__":
    sys.exit(main())
