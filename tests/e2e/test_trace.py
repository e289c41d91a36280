"""Every recorded event of both hosts, traced: nothing is started, written or connected to but what docs/surface.md says."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest
from tests.e2e.claude_scenes import rule
from tests.support import traced

import surface
from feedback_gate import hook
from feedback_gate.checks import EVENTS

ROOT = Path(__file__).resolve().parents[2]
FIXTURES = ROOT / "tests" / "contract" / "fixtures"
SESSION = {"claude": "11111111-2222-4333-8444-555555555555", "codex": ""}
RULES = (
    rule("no-force-push", 5, {"event": "pre_bash", "when": "push.*--force", "message": "Never."}),
    rule("be-careful", 1, {"event": "pre_bash", "when": "echo|ls|make|git", "message": "Careful."}),
    rule("no-todo", 5, {"event": "pre_edit", "path": "**/*", "when": "TODO", "message": "No TODO."}),
    rule("checked", 2, {"event": "stop_check", "check": "test -e README.md", "message": "Keep it."}),
)
GATE = {
    "rules": [{"match": "**/*", "run": [{"name": "lint", "cmd": 'test -n "$CLAUDE_GATE_FILES"'}], "run_checks": ["tests"]}],
    "consistency_checks": [{"name": "tests", "run": [{"name": "tests", "cmd": "test -e README.md"}]}],
    "claims": {"checks": [{"name": "all", "run": "test -e README.md"}]},
}


class Machine:
    """A home and a project in which everything is configured, and the built plugin."""

    def __init__(self, folder: Path, plugin: str) -> None:
        self.folder = folder
        self.home = folder / "home"
        self.project = folder / "project"
        self.plugin = folder / "plugin"
        shutil.copytree(plugin, self.plugin)
        self.put(self.project / "README.md", "# scratch\n")
        self.put(self.project / ".claude" / "gate.yaml", json.dumps(GATE))
        for number, text in enumerate(RULES):
            self.put(self.home / ".claude" / "feedback" / f"rule{number}.md", text)
        env = {"PATH": "/usr/bin:/bin", "HOME": str(self.home), "GIT_CONFIG_NOSYSTEM": "1"}
        for words in ("init -q", "add -A", "-c user.name=n -c user.email=e commit -q -m start"):
            subprocess.run(["git", *words.split()], cwd=self.project, env=env, check=True)

    def put(self, path: Path, text: str) -> None:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)

    def env(self, host: str) -> dict[str, str]:
        env = {"PATH": "/usr/bin:/bin", "HOME": str(self.home), "LANG": "C.UTF-8"}
        return (
            {**env, "CLAUDE_PROJECT_DIR": str(self.project), "CLAUDE_CODE_SESSION_ID": SESSION[host]} if host == "claude" else env
        )

    def events(self) -> list[tuple[str, str, bytes]]:
        """Host, event and payload of everything that was recorded, in the order of a session."""
        found = []
        for host, names in EVENTS.items():
            for name in names:
                for path in sorted((FIXTURES / host).glob(f"{name}-*.json")) + sorted((FIXTURES / host).glob(f"{name}.json")):
                    text = path.read_text().replace("/home/user/project", str(self.project)).replace("/home/user", str(self.home))
                    found.append((host, name, text.encode()))
                found += [(host, name, json.dumps(payload).encode()) for payload in self.own(host, name)]
        return found

    def own(self, host: str, name: str) -> list[dict[str, Any]]:
        """Events that make the gate, the rules and the claims answer."""
        base = {"session_id": SESSION[host] or "s", "cwd": str(self.project), "hook_event_name": name, "turn_id": "t"}
        if name == "PreToolUse":
            return [{**base, "tool_name": "Bash", "tool_use_id": "a", "tool_input": {"command": "git push --force"}}]
        if name == "PostToolUse":
            path = self.project / f"{host}.py"
            path.write_text("x = 1\n")
            patch = f"*** Begin Patch\n*** Add File: {path.name}\n+x = 1\n*** End Patch\n"
            edit = {
                "claude": ("Write", {"file_path": str(path), "content": "x = 1\n"}),
                "codex": ("apply_patch", {"command": patch}),
            }
            tool, given = edit[host]
            return [{**base, "tool_name": tool, "tool_use_id": "b", "tool_input": given, "tool_response": "done"}]
        if name == "Stop":
            return [{**base, "stop_hook_active": False, "last_assistant_message": "Fixed, all tests pass."}] * 2
        return []

    def command(self, host: str, name: str) -> list[str]:
        return ["/bin/sh", str(self.plugin / "shim" / "hook.sh"), host, name]


@pytest.fixture(scope="module")
def machine(plugin: str, tmp_path_factory: pytest.TempPathFactory) -> Machine:
    return Machine(tmp_path_factory.mktemp("traced"), plugin)


@pytest.fixture(scope="module")
def trace(machine: Machine) -> traced.Trace:
    """What all events together did."""
    made = traced.Trace()
    answers = []
    for host, name, data in machine.events():
        done = traced.run(
            made, str(machine.folder), machine.command(host, name), data, cwd=machine.project, env=machine.env(host)
        )
        assert (done.returncode, done.stderr) == (0, b""), (host, name, done)
        answers.append(done.stdout)
    said = b"".join(answers).decode()
    assert '"deny"' in said
    assert "[gate] " in said
    assert "[claims]" in said
    return made


pytestmark = pytest.mark.slow


def test_d9_no_event_makes_a_network_socket_or_connects(trace: traced.Trace) -> None:
    assert (trace.sockets, trace.connected) == (set(), set())


def test_no_event_starts_a_program_that_is_not_listed(trace: traced.Trace) -> None:
    listed = {program.partition(" ")[0] for path in ("shim/hook.sh", "shim/place.py") for program, _ in surface.PROGRAMS[path]}
    listed |= {"git", "sh"}
    names = {re.sub(r"(python3)(\.\d+)?$", r"\1", os.path.basename(path)) for path in trace.programs}
    assert names <= listed
    assert {"sh", "git", "python3"} <= names
    assert all(path.startswith(("/usr/", "/bin/")) for path in trace.programs)


def written_by_hooks(machine: Machine) -> re.Pattern[str]:
    """Every path a hook may write: the patterns of the page, what is kept beside each, and the folders above them."""
    named = [name for name, (who, _, _) in surface.FILES.items() if who == surface.HOOKS]
    beside = r"(\.\d+\.[0-9a-f]+\.tmp|\.\d+\.tmp|\.lock|\.broken|\.problems\.lock)*"
    found = []
    for name in named:
        text = name.replace("<rules folder>/<rule>", "~/.claude/feedback/<rule>")
        whole = surface.pattern(text).replace(re.escape("~"), re.escape(str(machine.home)))
        found.append(whole.replace("[^/]+/", re.escape(str(machine.project)) + "/", 1) if text.startswith("<project>") else whole)
    return re.compile(f"(?:{'|'.join(found)}){beside}")


def test_no_event_writes_a_file_that_is_not_listed(machine: Machine, trace: traced.Trace) -> None:
    allowed = written_by_hooks(machine)
    folders = {str(parent) for path in trace.written if allowed.fullmatch(path) for parent in Path(path).parents}
    devices = {"/dev/null", "/dev/tty"}
    assert sorted(path for path in trace.written if not allowed.fullmatch(path) and path not in folders | devices) == []
    assert len(trace.written) > 50


def test_nothing_but_our_folders_and_the_counts_of_rules_has_changed(machine: Machine, trace: traced.Trace) -> None:
    ours = (".local/state/feedback-gate/", ".cache/feedback-gate/")
    there = sorted(str(path.relative_to(machine.home)) for path in machine.home.rglob("*") if path.is_file())
    assert [name for name in there if not name.startswith(ours)] == [f".claude/feedback/rule{number}.md" for number in range(4)]
    before = [text.splitlines() for text in RULES]
    after = [(machine.home / ".claude" / "feedback" / f"rule{number}.md").read_text().splitlines() for number in range(4)]
    assert all(
        old == new or (old.startswith("count: ") and new.startswith("count: "))
        for olds, news in zip(before, after)
        for old, new in zip(olds, news, strict=True)
    )


def test_no_secret_of_the_environment_is_kept(machine: Machine, trace: traced.Trace) -> None:
    env = {**machine.env("claude"), "ANTHROPIC_API_KEY": "sk-ant-marked-secret-0123456789"}
    for host, name, data in machine.events()[:40]:
        subprocess.run(machine.command(host, name), input=data, cwd=machine.project, env=env, capture_output=True, check=True)
    kept = [path for path in machine.folder.rglob("*") if path.is_file() and b"marked-secret" in path.read_bytes()]
    assert kept == []


def test_d9_without_any_network_every_event_is_answered_alike(plugin: str, tmp_path: Path) -> None:
    heard = []
    for way in ([], ["unshare", "-n"] if os.getuid() == 0 else ["unshare", "-rn"]):
        machine = Machine(tmp_path / "machine", plugin)
        answers = []
        for host, name, data in machine.events():
            command = [*way, *machine.command(host, name)]
            done = subprocess.run(
                command, input=data, cwd=machine.project, env=machine.env(host), capture_output=True, check=True
            )
            answers.append((host, name, re.sub(rb"\d+\.\d+s|\d{10}\.\d+\.\d+", b"", done.stdout)))
        heard.append(answers)
        shutil.rmtree(tmp_path / "machine")
    assert heard[0] == heard[1]
    assert sum(bool(said) for _, _, said in heard[0]) > 5


class Spy(dict[str, str]):
    """An environment that knows which of its names were asked for."""

    def __init__(self, *given: Any) -> None:
        super().__init__(*given)
        self.asked: set[str] = set()

    def get(self, name: str, default: Any = None) -> Any:
        self.asked.add(name)
        return super().get(name, default)

    def __getitem__(self, name: str) -> str:
        self.asked.add(name)
        return super().__getitem__(name)

    def __contains__(self, name: object) -> bool:
        self.asked.add(str(name))
        return super().__contains__(name)


def test_no_event_reads_a_variable_that_is_not_listed(plugin: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    machine = Machine(tmp_path / "machine", plugin)
    monkeypatch.chdir(machine.project)
    asked = set()
    for host, name, data in machine.events():
        spy = Spy(machine.env(host))
        hook.answer(host, name, data, spy)
        asked |= spy.asked
    listed = set(surface.variables(surface.sources()))
    assert asked - listed == set()
    assert {"HOME", "PATH", "FEEDBACK_GATE_TRUST", "CLAUDE_PROJECT_DIR"} <= asked
