"""`make soak`: 10,000 events of eight sessions on both hosts through the shim, with random kills; nothing may grow or break.

Checked at the end: every state file is readable, no process of ours lives on, the number of files is bounded, every answer was
nothing or one JSON object, no hook ended in 2, and p50/p99 are reported.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import resource
import signal
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
CLAUDE = ("PreToolUse", "PreToolUse", "PostToolUse", "PostToolUse", "UserPromptSubmit", "Stop", "Notification", "SubagentStop")
CODEX = ("PreToolUse", "PreToolUse", "PostToolUse", "UserPromptSubmit", "Stop")
MARK = "FEEDBACK_GATE_SOAK"


class Soak:
    """One scratch home and project, and what came of the events sent to them."""

    def __init__(self, folder: Path, seed: int) -> None:
        self.home, self.project = folder / "home", folder / "project"
        self.rng = random.Random(seed)
        self.times: list[float] = []
        self.broken: list[str] = []
        self.killed = 0
        self.lock = threading.Lock()
        rules = self.home / ".claude" / "feedback"
        rules.mkdir(parents=True)
        for number in range(20):
            (rules / f"r{number}.md").write_text(
                f"---\nname: r{number}\ncount: {number % 6}\nenforce:\n  - {{event: pre_bash, when: 'word{number}\\b', message: m}}\n"
                f"  - {{event: post_edit, path: '**/*.txt', when: 'bad{number}', message: m}}\n---\n"
            )
        (self.project / ".claude").mkdir(parents=True)
        (self.project / ".claude" / "gate.yaml").write_text(
            "rules:\n  - {match: '**/*.txt', run: ['test ! -f broken'], run_checks: [all]}\nconsistency_checks:\n  - {name: all, run: ['true']}\n"
        )
        self.environ = {
            "PATH": os.environ["PATH"],
            "HOME": str(self.home),
            "LANG": "C.UTF-8",
            "FEEDBACK_GATE_BIN": str(ROOT / "dist" / "feedback-gate.pyz"),
            "CLAUDE_PROJECT_DIR": str(self.project),
            MARK: str(os.getpid()),
        }
        for arguments in (
            ("init", "-q"),
            ("add", "."),
            ("-c", "user.name=S", "-c", "user.email=s@example.invalid", "commit", "-qm", "s"),
        ):
            subprocess.run(["git", *arguments], cwd=self.project, env=self.environ, check=True)

    def payload(self, host: str, event: str, session: str, rng: random.Random) -> dict[str, object]:
        """A plausible payload; edits really happen."""
        base: dict[str, object] = {
            "session_id": session,
            "cwd": str(self.project),
            "hook_event_name": event,
            "prompt": "go on",
            "source": "startup",
        }
        name = f"f{rng.randrange(40)}.txt"
        if event.startswith(("PreToolUse", "PostToolUse")):
            if rng.random() < 0.5:
                base.update(
                    tool_name="Bash",
                    tool_use_id=f"t{rng.randrange(50)}",
                    tool_input={"command": f"echo word{rng.randrange(30)} > {name}"},
                )
            elif host == "claude":
                base.update(tool_name="Write", tool_input={"file_path": str(self.project / name), "content": "x"})
            else:
                base.update(
                    tool_name="apply_patch", tool_input={"command": f"*** Begin Patch\n*** Add File: {name}\n+x\n*** End Patch\n"}
                )
            if event.startswith("Post"):
                (self.project / name).write_text(f"bad{rng.randrange(30)}\n")
        if event in ("Stop", "SubagentStop"):
            base.update(stop_hook_active=rng.random() < 0.5, last_assistant_message="All tests pass.", background_tasks=[])
        if event == "SubagentStop":
            base.update(agent_id=f"a{rng.randrange(3)}", agent_type="general-purpose")
        return base

    def event(self, number: int) -> None:
        """Send one event; one in fifty is killed with its whole group."""
        rng = random.Random(f"{self.rng.random()}/{number}")
        host = rng.choice(("claude", "claude", "codex"))
        event = rng.choice(CLAUDE if host == "claude" else CODEX)
        session = f"soak-{rng.randrange(8)}"
        environ = {**self.environ, "CLAUDE_CODE_SESSION_ID": session}
        process = subprocess.Popen(
            ["/bin/sh", str(ROOT / "shim" / "hook.sh"), host, event],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            env=environ,
            cwd=self.project,
            start_new_session=True,
        )
        kill = rng.random() < 0.02
        timer = threading.Timer(rng.random() / 10, os.killpg, (process.pid, signal.SIGKILL)) if kill else None
        if timer is not None:
            timer.start()
        began = time.perf_counter()
        out, err = process.communicate(json.dumps(self.payload(host, event, session, rng)).encode())
        self.note(process.returncode, out, err, time.perf_counter() - began, f"{host} {event}", killed=kill)

    def note(self, code: int, out: bytes, err: bytes, seconds: float, what: str, *, killed: bool) -> None:
        """Judge one answer."""
        with self.lock:
            if code < 0 and killed:
                self.killed += 1
                return
            self.times.append(seconds)
            try:
                fine = code == 0 and (not out.strip() or isinstance(json.loads(out), dict))
            except ValueError:
                fine = False
            if not fine:
                self.broken.append(f"{what}: status {code}: {out[:200]!r} {err[:200]!r}")

    def files(self) -> int:
        """How many files we keep."""
        return sum(len(names) for base in (".local", ".cache") for _, _, names in os.walk(self.home / base))

    def unreadable(self) -> list[str]:
        """State files that are no JSON object."""
        found = []
        for path in (self.home / ".local").rglob("*.json"):
            try:
                if not isinstance(json.loads(path.read_bytes()), dict):
                    found.append(str(path))
            except ValueError:
                found.append(str(path))
        return found


def survivors() -> list[str]:
    """Processes, not zombies, that carry our mark."""
    found = []
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit() and entry.name != str(os.getpid()):
            try:
                environment = (entry / "environ").read_bytes()
                state = (entry / "stat").read_text().rpartition(")")[2].split()[0]
                if f"{MARK}={os.getpid()}".encode() in environment and state != "Z":
                    found.append((entry / "cmdline").read_bytes().replace(b"\0", b" ").decode())
            except OSError:
                continue
    return found


def main() -> int:
    """Run; 1 when something grew or broke."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--events", type=int, default=10_000)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        soak = Soak(Path(folder), options.seed)
        numbers = iter(range(options.events))
        guard = threading.Lock()

        def work() -> None:
            while True:
                with guard:
                    number = next(numbers, None)
                if number is None:
                    return
                soak.event(number)

        began = time.monotonic()
        marks = []
        threads = [threading.Thread(target=work) for _ in range(8)]
        for thread in threads:
            thread.start()
        while any(thread.is_alive() for thread in threads):
            time.sleep(5)
            marks.append((len(soak.times), soak.files()))
        time.sleep(3)
        times = sorted(soak.times)
        left, bad = survivors(), soak.unreadable()
        half = [files for done, files in marks if done > options.events // 2]
        grown = bool(half) and half[-1] > 2 * half[0] + 50
        peak = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss // 1024
        print(
            f"{len(times)} answers, {soak.killed} killed, {time.monotonic() - began:.0f} s; p50 {times[len(times) // 2] * 1000:.0f} ms, "
            f"p99 {times[int(len(times) * 0.99)] * 1000:.0f} ms; peak of one process {peak} MB; files {half[0] if half else 0} -> {soak.files()}"
        )
        for title, lines in (("broken answers", soak.broken[:5]), ("processes left", left[:5]), ("unreadable state", bad[:5])):
            if lines:
                print(f"{title}: {len(lines)}+\n  " + "\n  ".join(lines))
        if grown:
            print(f"files grow: {marks}")
    return 1 if soak.broken or left or bad or grown else 0


if __name__ == "__main__":
    sys.exit(main())
