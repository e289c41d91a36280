"""What is fuzzed: one function a target, bytes in; it raises when a promise is broken. No target writes outside its own folder."""

from __future__ import annotations

import contextlib
import json
import os
import shutil
import subprocess
import tempfile
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

SCRATCH = tempfile.mkdtemp(prefix="fuzz-")
ENVIRON = {"HOME": SCRATCH, "PATH": "/usr/bin:/bin", "LANG": "C.UTF-8", "CLAUDE_PROJECT_DIR": os.path.join(SCRATCH, "project")}
# The first public key of RFC 8032; its private half signs nothing here.
PUBLIC = bytes.fromhex("d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a")
RULE = """---
name: r
count: 4
enforce:
  - {event: pre_bash, when: 'git push', message: m}
  - {event: pre_edit, path: '**', when: '(?i)secret', message: m}
  - {event: pre_edit, path: '*.txt', severity: ask, message: m}
  - {event: stop_check, changed: '**/*.md', require_sibling: x.md}
---
"""
GATE = "rules:\n  - {match: '**/*.txt', run: ['true'], run_checks: [all]}\nconsistency_checks:\n  - {name: all, run: ['true']}\n"


def prepare() -> None:
    """A home with one rule and a project without a gate (a gate would run commands)."""
    for folder in ("project", ".claude/feedback"):
        os.makedirs(os.path.join(SCRATCH, folder), exist_ok=True)
    with open(os.path.join(SCRATCH, ".claude/feedback/r.md"), "w", encoding="utf-8") as file:
        file.write(RULE)
    _make_kept()


def _make_kept() -> None:
    """A second project with a gate that always passes, and a session in it whose state files `kept_state` replaces."""
    root = os.path.join(SCRATCH, "kept")
    os.makedirs(os.path.join(root, ".claude"), exist_ok=True)
    for name, text in ((".claude/gate.yaml", GATE), ("a.txt", "x\n")):
        with open(os.path.join(root, name), "w", encoding="utf-8") as file:
            file.write(text)
    for words in (
        ("init", "-q"),
        ("add", "."),
        ("-c", "user.name=F", "-c", "user.email=f@example.invalid", "commit", "-qm", "f"),
    ):
        subprocess.run(["git", *words], cwd=root, env=ENVIRON, check=True)
    _kept_call("SessionStart")
    with open(os.path.join(root, "a.txt"), "w", encoding="utf-8") as file:
        file.write("y\n")
    _kept_call("PostToolUse")


def text_of(data: bytes) -> str:
    return data.decode("utf-8", "surrogateescape")


def halves(data: bytes) -> tuple[str, str]:
    """Two texts from one input, cut at its first NUL."""
    first, _, second = data.partition(b"\0")
    return text_of(first), text_of(second)


def hook_input(data: bytes) -> None:
    """Any standard input on any event: at most one JSON object without null, never an exception."""
    from feedback_gate import checks, hook

    host = "codex" if data[:1] > b"\x80" else "claude"
    events = checks.EVENTS[host]
    name = events[(data[1] if len(data) > 1 else 0) % len(events)]
    reply = hook.answer(host, name, data[2:], ENVIRON)
    assert reply.exit_code == 0
    if reply.stdout:
        value = json.loads(reply.stdout)
        assert isinstance(value, dict)
        assert "null" not in json.dumps({key: value[key] for key in value if value[key] is None})


def rule_file(data: bytes) -> None:
    """A rule file gives a record, None, or BrokenFileError with a line."""
    from feedback_gate.feedback import parse

    try:
        record = parse.parse(data.decode("utf-8", "replace"), "x.md")
        json.dumps(record)
    except parse.BrokenFileError as problem:
        if problem.line < 1 or not problem.reason:
            raise AssertionError("a broken file is named with line and reason") from problem


def gate_file(data: bytes) -> None:
    """`gate.yaml` always gives a record that can be kept."""
    from feedback_gate.quality import parse

    record = parse.parse(data.decode("utf-8", "replace"))
    json.dumps(record)
    assert all(problem[0] >= 1 for problem in record["problems"])


def glob(data: bytes) -> None:
    """A pattern matches a path or not, or is refused; braces are bounded."""
    from feedback_gate import globs

    pattern, path = halves(data)
    try:
        first = globs.matches([pattern], path)
    except globs.GlobError:
        return
    assert globs.matches([pattern], path) is first


def glob_meaning(data: bytes) -> None:
    """A pattern without classes and braces means what its plain translation into a regular expression means."""
    import re

    from feedback_gate import globs

    pattern, path = halves(data)
    if set("[{\n") & set(pattern + path) or pattern.count("*") > 6 or len(pattern) > globs.MAX_LENGTH:
        return
    plain = {"**/": "(?:.*/)?", "**": ".*", "*": "[^/]*", "?": "[^/]"}
    words = re.split(r"(\*\*/|\*\*|\*|\?)", re.sub(r"\*{3,}", "**", pattern))
    expected = re.fullmatch("".join(plain.get(word) or re.escape(word) for word in words), path, re.DOTALL) is not None
    assert globs.matches([pattern], path) is expected, (pattern, path, expected)


def regex_index(data: bytes) -> None:
    """The required literal never hides a match that a plain search finds."""
    import re
    import warnings

    from feedback_gate import regex

    source, text = halves(data)
    if len(source) > 60 or len(text) > 200:
        return
    try:
        pattern = regex.compile_pattern(source)
    except regex.PatternError:
        return
    literal = regex.required_literal(source)
    subject = regex.Subject(text)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            found = regex.Searcher(0.5).search(pattern, subject)
        except (regex.OutOfTime, regex.PatternError, re.error):
            return
        assert not found or subject.may_match(literal), (source, text, literal)
        if "\\z" not in source and "\r" not in source + text:
            assert found == bool(re.search(source, text)), (source, text, "the dialect means what Python means")


def shell(data: bytes) -> None:
    """Any command line is read, for what it writes and for the programs behind its wrappers."""
    from feedback_gate.changes import commands, shell_words
    from feedback_gate.feedback import programs

    line = text_of(data)
    shell_words.split(line)
    normal = shell_words.normalised(line)
    assert isinstance(normal, str)
    assert isinstance(commands.is_read_only(line), bool)
    commands.git_history_operation(line)
    with contextlib.suppress(programs.DoubtError):
        assert isinstance(programs.runs({"program": ["*"], "subcommand": ["push"], "flags": ["--force"]}, line), bool)
    programs._read.clear()


def patch(data: bytes) -> None:
    """Any text is a patch or none, alone and in a command."""
    from feedback_gate.hosts.codex import apply_patch, heredoc

    text = text_of(data)
    apply_patch.parse(text)
    apply_patch.skim(text)
    heredoc.patches_in_command(text)


def state_file(data: bytes) -> None:
    """A state file of any content is an object, or unreadable, and then it is kept aside by the next change."""
    from feedback_gate.state import jsonfile

    path = os.path.join(SCRATCH, "state.json")
    with open(path, "wb") as file:
        file.write(data)
    try:
        assert isinstance(jsonfile.read(path), dict)
    except jsonfile.Unreadable:
        jsonfile.update(path, lambda kept: kept.update(new=1), on_broken={})
        assert jsonfile.read(path) == {"new": 1}
        with open(path + ".broken", "rb") as file:
            assert file.read() == data


def _kept_call(event: str) -> dict[str, object]:
    from feedback_gate import hook

    root = os.path.join(SCRATCH, "kept")
    payload: dict[str, object] = {"session_id": "kept", "cwd": root, "hook_event_name": event, "source": "startup"}
    if event.endswith("ToolUse"):
        payload.update(tool_name="Write", tool_input={"file_path": os.path.join(root, "a.txt"), "content": "y"}, tool_response={})
    else:
        payload.update(prompt="go on", stop_hook_active=False, last_assistant_message="All tests pass.", background_tasks=[])
    reply = hook.answer("claude", event, json.dumps(payload).encode(), {**ENVIRON, "CLAUDE_PROJECT_DIR": root})
    assert reply.exit_code == 0
    found: dict[str, object] = json.loads(reply.stdout) if reply.stdout else {}
    return found


def kept_state(data: bytes) -> None:
    """A session's state files may hold any JSON: its next events are answered, and none of their checks breaks."""
    from feedback_gate.hosts.claude import render  # noqa: F401 - imported before a file is replaced
    from feedback_gate.state import places

    try:
        json.loads(data)
    except (ValueError, RecursionError):
        return
    base = os.path.join(places.state_home(ENVIRON), "projects")
    files = [
        os.path.join(folder, name)
        for folder, _, names in os.walk(base)
        for name in sorted(names)
        if name.endswith(".json") and "runs" not in folder
    ]
    for event in ("UserPromptSubmit", "PreToolUse", "PostToolUse", "Stop"):
        for path in files:
            with open(path, "wb") as file:
                file.write(data)
        answer = json.dumps(_kept_call(event))
        assert "Error" not in answer, (event, answer)


def redaction(data: bytes) -> None:
    """Any text is redacted, and once is enough."""
    from feedback_gate.redact import redact

    once = redact(text_of(data))
    assert redact(once) == once


def claims(data: bytes) -> None:
    """Any message is scanned."""
    from feedback_gate.claims import detector

    for claim in detector.scan(data.decode("utf-8", "replace")):
        assert claim.phrase


def settings_editor(data: bytes) -> None:
    """Any text of a settings file is edited or refused; what was added is removed byte for byte."""
    from feedback_gate.hosts import settings_text

    text = data.decode("utf-8", "replace")
    hooks = {"Stop": [{"hooks": [{"type": "command", "command": "ours"}]}]}

    def is_ours(handler: object, event: str) -> bool:
        del event
        return isinstance(handler, dict) and handler.get("command") == "ours"

    try:
        if b"ours" in data:
            settings_text.without_hooks(text, is_ours, "x")
            return
        made = settings_text.with_hooks(text, hooks, is_ours, "x")
        assert settings_text.without_hooks(made, is_ours, "x") == text
    except settings_text.SettingsError:
        return


def checksums(data: bytes) -> None:
    """Any list of checksums is read or refused by name."""
    from feedback_gate_installer import checksums as lists
    from feedback_gate_installer.errors import RefusedError

    try:
        lists.parse(data)
    except RefusedError:
        return


def pin(data: bytes) -> None:
    """Any pin is read or refused by name."""
    from feedback_gate_installer import pins
    from feedback_gate_installer.errors import RefusedError

    try:
        pins.parse(data.decode("utf-8", "replace"))
    except RefusedError:
        return


def archive(data: bytes) -> None:
    """Any archive is unpacked whole or not at all, and nothing is ever written beside its folder; as a release it is read or refused."""
    from feedback_gate_installer import checksums as lists
    from feedback_gate_installer import pins, sources, unpacking
    from feedback_gate_installer.errors import RefusedError

    path, root = os.path.join(SCRATCH, "packed.zip"), os.path.join(SCRATCH, "unpacked", "packages")
    os.makedirs(os.path.dirname(root), exist_ok=True)
    with open(path, "wb") as file:
        file.write(data)
    before = sorted(os.listdir(SCRATCH))
    assert isinstance(unpacking.unpack(path, root), bool)
    assert sorted(os.listdir(SCRATCH)) == before
    assert os.listdir(os.path.dirname(root)) == ["packages"] or not os.listdir(os.path.dirname(root))
    shutil.rmtree(root, ignore_errors=True)
    try:
        release = sources.local(path, "1.0.0")
        for name in (lists.NAME, pins.EXECUTABLE):
            release.read(name, 1000)
    except RefusedError:
        return


def signature(data: bytes) -> None:
    """Any key and signature give an answer, never an exception; nothing is signed by a key nobody used."""
    from feedback_gate_installer import ed25519

    ed25519.verify(data[:32], data[32:96], data[96:])
    assert ed25519.verify(PUBLIC, data[:64], data[64:]) is False


TARGETS: dict[str, Callable[[bytes], None]] = {
    "hook_input": hook_input,
    "rule_file": rule_file,
    "gate_file": gate_file,
    "glob": glob,
    "glob_meaning": glob_meaning,
    "regex_index": regex_index,
    "shell": shell,
    "patch": patch,
    "state_file": state_file,
    "kept_state": kept_state,
    "redaction": redaction,
    "claims": claims,
    "settings_editor": settings_editor,
    "checksums": checksums,
    "pin": pin,
    "archive": archive,
    "signature": signature,
}
