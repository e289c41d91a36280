"""Our readers and writers against the real client itself: its schemas, its patch program, its here-documents."""

from __future__ import annotations

import json
import os
import re
import subprocess

import jsonschema
import pytest
from tests.e2e.codex.lab import DIRECT

from feedback_gate import messages
from feedback_gate.hosts.codex.apply_patch import parse as parse_patch
from feedback_gate.hosts.codex.parse import parse
from feedback_gate.hosts.codex.render import EVENTS, render
from feedback_gate.outcome import ASK, BLOCK, BOTH, DENY, NOTE, WARN, Finding, decide

pytestmark = pytest.mark.live

TESTS = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
FIXTURES = os.path.join(TESTS, "contract", "fixtures", "codex")


def recorded(name):
    with open(os.path.join(FIXTURES, name), encoding="utf-8") as handle:
        return json.load(handle)


def in_kebab_case(event):
    return re.sub(r"(?<!^)(?=[A-Z])", "-", event).lower()


@pytest.fixture(scope="module")
def schemas(codex_client):
    """The JSON schemas inside the client's binary: title → schema."""
    with open(codex_client, "rb") as file:
        data = file.read()
    found = {}
    for title in re.finditer(rb'"title": "[a-z-]+\.command\.(?:input|output)"', data):
        start = data.rfind(b'{\n  "$schema"', 0, title.start())
        schema, _end = json.JSONDecoder().raw_decode(data[start : start + 60_000].decode("utf-8", "ignore"))
        found[schema["title"]] = schema
    return found


@pytest.mark.parametrize("event", sorted(EVENTS))
def test_every_answer_fits_the_client_s_own_schema(schemas, event):
    schema = schemas[f"{in_kebab_case(event)}.command.output"]
    for effects in ([], [NOTE], [WARN], [ASK], [BLOCK], [DENY], [NOTE, WARN, ASK, BLOCK, DENY]):
        findings = [Finding("hook.text", {"text": f"text {effect}"}, effect, BOTH) for effect in effects]
        outcome = decide(findings, lambda finding: finding.params["text"])
        reply = render(outcome, parse(event, {}, {}), lambda text, limit: text[:limit], messages.text)
        if reply.stdout:
            jsonschema.validate(json.loads(reply.stdout), schema)


def test_every_recorded_payload_fits_the_client_s_own_schema(schemas):
    for name in sorted(os.listdir(FIXTURES)):
        event = name.partition("-")[0]
        if event in EVENTS:
            jsonschema.validate(recorded(name), schemas[f"{in_kebab_case(event)}.command.input"])


def patch_program(client, folder, patch):
    """What the client's stand-alone program says of a patch; it picks that part by the name it is called by."""
    command = ["apply_patch", patch]
    return subprocess.run(command, executable=client, cwd=folder, capture_output=True, text=True, check=False, timeout=20)


def listing(operations):
    letters = {"add": "A", "update": "M", "move": "M", "delete": "D"}
    lines = [f"{letters[one.kind]} {one.path}" for one in operations]
    return sorted(lines, key=lambda line: "AMD".index(line[0]))


CASES = [case for case in recorded("apply-patch-cases.json") if case["tool_name"] == "apply_patch"]


@pytest.mark.parametrize("case", CASES, ids=[case["id"] for case in CASES])
def test_the_client_s_own_patch_program_reads_what_we_read(codex_client, tmp_path, case):
    for name, content in case["files"].items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(content, encoding="utf-8")
    done = patch_program(codex_client, tmp_path, case["command"])
    operations = parse_patch(case["command"])
    assert done.stderr.startswith("Invalid patch") == (not operations)
    if done.returncode == 0:
        assert done.stdout.splitlines()[1:] == listing(operations)


def test_the_client_takes_over_exactly_the_recorded_here_documents(codex_lab):
    lab = codex_lab(DIRECT)
    cases = recorded("heredoc-cases.json")
    lab.user_hooks(lab.probe_hooks(["PostToolUse"]))
    for folder in ("sub", "123"):
        os.mkdir(lab.path(folder))
    turns = []
    for number, case in enumerate(cases):
        patch = f"*** Begin Patch\n*** Add File: {number}.txt\n+x\n*** End Patch"
        command = case["command"].replace("PATCH", patch).replace("/home/user/project", lab.project)
        turns.append(lab.shell(command))
    lab.exec("go", turns)
    written = [os.path.join(folder, name) for folder, _, names in os.walk(lab.project) for name in names]
    expected = {
        os.path.normpath(os.path.join(lab.project, case["path"].replace("/home/user/project", lab.project))).replace(
            "n.txt", f"{number}.txt"
        )
        for number, case in enumerate(cases)
        if case["path"]
    }
    assert {path for path in written if path.endswith(".txt")} == expected
