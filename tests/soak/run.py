"""`make soak`: 10,000 events of eight sessions on both hosts through the shim, with random kills; nothing may grow or break.

Checked at the end: every state file is readable, no process of ours lives on, files and memory do not grow, every answer was
nothing or one JSON object, no hook ended in 2. p50, p99 and all other figures are printed and written to `dist/soak.json`.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import signal
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
CLAUDE = (
    "SessionStart",
    "PreToolUse",
    "PreToolUse",
    "PostToolUse",
    "PostToolUse",
    "UserPromptSubmit",
    "Stop",
    "Notification",
    "SubagentStop",
)
CODEX = ("SessionStart", "PreToolUse", "PreToolUse", "PostToolUse", "UserPromptSubmit", "Stop")
MARK = "FEEDBACK_GATE_SOAK"


class Soak:
    """One scratch home and project, and what came of the events sent to them.

    times: seconds of each answer; kilobytes: the largest process of each answer, with its children; both in order of their ends.
    """

    def __init__(self, folder: Path, plugin: Path, seed: int) -> None:
        self.home, self.project = folder / "home", folder / "project"
        self.plugin, self.seed = plugin, seed
        self.times: list[float] = []
        self.kilobytes: list[int] = []
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
            "CLAUDE_PLUGIN_ROOT": str(plugin),
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
        rng = random.Random(f"{self.seed}/{number}")
        host = rng.choice(("claude", "claude", "codex"))
        event = rng.choice(CLAUDE if host == "claude" else CODEX)
        session = f"soak-{rng.randrange(8)}"
        environ = {**self.environ, "CLAUDE_CODE_SESSION_ID": session}
        process = subprocess.Popen(
            ["/bin/sh", str(self.plugin / "shim" / "hook.sh"), host, event],
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
        out, err, code, kilobytes = ended(process, json.dumps(self.payload(host, event, session, rng)).encode())
        if timer is not None:
            timer.cancel()
        self.note(code, out, err, (time.perf_counter() - began, kilobytes), f"{host} {event}", killed=kill)

    def note(self, code: int, out: bytes, err: bytes, cost: tuple[float, int], what: str, *, killed: bool) -> None:
        """Judge one answer."""
        with self.lock:
            if code < 0 and killed:
                self.killed += 1
                return
            self.times.append(cost[0])
            self.kilobytes.append(cost[1])
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


def ended(process: subprocess.Popen[bytes], payload: bytes) -> tuple[bytes, bytes, int, int]:
    """(output, errors, exit status, kilobytes of the largest process below it) of a process that gets this as its input."""
    assert process.stdin
    assert process.stdout
    assert process.stderr
    try:
        process.stdin.write(payload)
        process.stdin.close()
    except BrokenPipeError:
        pass
    out, err = process.stdout.read(), process.stderr.read()
    process.stdout.close()
    process.stderr.close()
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    return out, err, process.returncode, usage.ru_maxrss


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


def send(soak: Soak, events: int) -> list[tuple[int, int]]:
    """Send that many events, eight at a time; [(answers, files kept)] every five seconds."""
    numbers = iter(range(events))
    guard = threading.Lock()

    def work() -> None:
        while True:
            with guard:
                number = next(numbers, None)
            if number is None:
                return
            soak.event(number)

    marks = []
    threads = [threading.Thread(target=work) for _ in range(8)]
    for thread in threads:
        thread.start()
    while any(thread.is_alive() for thread in threads):
        time.sleep(5)
        marks.append((len(soak.times), soak.files()))
    time.sleep(3)
    return marks


def fifths(values: list[int]) -> tuple[float, float]:
    """(median of the first fifth, median of the last fifth): what grows shows here, what varies does not."""
    fifth = max(1, len(values) // 5)
    return statistics.median(values[:fifth]), statistics.median(values[-fifth:])


def judge(soak: Soak, marks: list[tuple[int, int]], events: int) -> tuple[dict[str, object], dict[str, list[str]]]:
    """(figures, title → what is wrong)."""
    times = sorted(soak.times)
    first, last = fifths(soak.kilobytes)
    half = [files for done, files in marks if done > events // 2] or [0]
    figures: dict[str, object] = {
        "answers": len(times),
        "killed": soak.killed,
        "p50_ms": round(times[len(times) // 2] * 1000),
        "p99_ms": round(times[int(len(times) * 0.99)] * 1000),
        "slowest_ms": round(times[-1] * 1000),
        "memory_mb": {
            "first_fifth": round(first / 1024, 1),
            "last_fifth": round(last / 1024, 1),
            "peak": max(soak.kilobytes) // 1024,
        },
        "files": {"at_half": half[0], "at_end": soak.files()},
    }
    wrong = {"broken answers": soak.broken, "processes left": survivors(), "unreadable state": soak.unreadable()}
    if half[-1] > 1.2 * half[0] + 50:
        wrong["files grow"] = [str(marks)]
    if last > 1.1 * first:
        wrong["memory grows"] = [f"{first:.0f} kB -> {last:.0f} kB"]
    return figures, {title: lines for title, lines in wrong.items() if lines}


def main() -> int:
    """Run; 1 when something grew or broke."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--events", type=int, default=10_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--plugin", type=Path, default=ROOT / "dist" / "plugin", help="the assembled plugin to run")
    parser.add_argument("--out", type=Path, default=ROOT / "dist" / "soak.json")
    options = parser.parse_args()
    began = time.monotonic()
    with tempfile.TemporaryDirectory() as folder:
        soak = Soak(Path(folder), options.plugin.resolve(), options.seed)
        figures, wrong = judge(soak, send(soak, options.events), options.events)
    figures["seconds"] = round(time.monotonic() - began)
    options.out.write_text(
        json.dumps({**figures, "wrong": {title: len(lines) for title, lines in wrong.items()}}, indent=1) + "\n"
    )
    print(json.dumps(figures))
    for title, lines in wrong.items():
        print(f"{title}: {len(lines)}\n  " + "\n  ".join(lines[:5]))
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
