"""How a person approves what a project changed: a one-time code typed as a prompt, or a yes on a terminal; and how it is told.

The code goes to the person only (a `systemMessage`), and the prompt that carries it is stopped before the model, so it is in
no request. Only a salted hash is kept. An agent that runs as the user can still forge an approval; each one is logged and
shown at the next session's start.
"""

from __future__ import annotations

import os
import re

from feedback_gate.errors import StateError
from feedback_gate.outcome import BLOCK, BOTH, NOTE, PERSON, Finding
from feedback_gate.state import jsonfile, places
from feedback_gate.state.approvals import Approvals
from feedback_gate.system import files, hashing

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping
    from typing import Any

    from feedback_gate.check import Call
    from feedback_gate.event import Event

    Beside = Callable[[Call, str, str, "str | None", str], None]

LETTERS = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789"  # without the ones that look alike
LENGTH = 6
WRONG_TRIES = 3
PROMPT = re.compile(r"\s*feedback-gate trust ([A-Za-z0-9]{1,20})\s*")
# A variable of a host in the environment: whoever asks is an agent, or runs below one.
AGENT_VARIABLES = ("CLAUDECODE", "CLAUDE_CODE_ENTRYPOINT", "CLAUDE_CODE_SESSION_ID", "AI_AGENT")
AGENT_PREFIX = "CODEX_"
PERSONS_OWN = "CODEX_HOME"  # where a person keeps Codex's files


def offer(call: Call, kind: str, path: str, proposed: str | None, *, computed: bool = False, place: str = "") -> str:
    """A new code that approves a proposed content; "" where no person can type one.

    Args:
        call: the hook call.
        kind: of the content.
        path: the file that holds it, read again when the code is typed.
        proposed: the content, None for a deletion.
        computed: the content is made of several files: what was shown is approved, and compared with them at every use.
        place: the folder of a linked worktree when it is to be approved for that one alone.

    Raises:
        StateError: it cannot be kept.
    """
    if not call.event.attended:
        return ""
    code = "".join(LETTERS[byte % len(LETTERS)] for byte in os.urandom(LENGTH))
    salt = os.urandom(8).hex()
    item: dict[str, Any] = {"path": path, "digest": _digest(proposed), "place": place}
    if computed:
        item["content"] = proposed

    def change(kept: dict[str, Any]) -> None:
        kept.setdefault("codes", {})[kind] = {**item, "salt": salt, "hash": hashing.short(salt + code), "wrong": 0}

    _update(call, change)
    return code


def is_offered(call: Call, kind: str) -> bool:
    """Whether a code for this kind is out that still works."""
    folder = places.trust_folder(call.environ, call.project.id)
    try:
        codes = jsonfile.read(os.path.join(folder, "codes.json")).get("codes") if folder else None
    except StateError:
        return False
    return isinstance(codes, dict) and kind in codes


def prompted(event: Event, call: Call, beside: Beside | None = None) -> list[Finding]:
    """The prompt `feedback-gate trust CODE`: approve, or say why not; it never goes on to the model.

    Args:
        event: the prompt.
        call: the hook call.
        beside: told (call, kind, path, content, place) of each file approved as it is, for what is approved with it.
    """
    found = PROMPT.fullmatch(event.prompt)
    if found is None:
        return []
    if event.agent or event.notification or not event.attended:
        return [Finding("trust.not_here", {}, BLOCK, BOTH)]
    try:
        approved = _redeem(found[1].upper(), call, beside)
    except StateError as problem:
        return [Finding("trust.not_kept", {"reason": problem}, BLOCK, BOTH)]
    if not approved:
        return [Finding("trust.wrong_code", {}, BLOCK, BOTH)]
    return [Finding(sentence, {"path": path}, BLOCK, BOTH) for sentence, path in approved]


def _redeem(code: str, call: Call, beside: Beside | None) -> list[tuple[str, str]]:
    """(sentence, path) of what a code approves, now in force; a wrong code is counted, and three void all of them."""

    def change(kept: dict[str, Any]) -> dict[str, Any]:
        codes = kept.get("codes") or {}
        right = {kind: item for kind, item in codes.items() if item["hash"] == hashing.short(item["salt"] + code)}
        for kind in list(codes):
            codes[kind]["wrong"] += 0 if right else 1
            if kind in right or codes[kind]["wrong"] >= WRONG_TRIES:
                del codes[kind]
        return right

    approved = []
    for kind, item in _update(call, change).items():
        content = item["content"] if "content" in item else files.read_text(item["path"], 4 << 20) if item["path"] else None
        if _digest(content) == item["digest"]:
            place = str(item.get("place", ""))
            Approvals(call.environ, call.project.id, kind).approve(content, "prompt", call.project.root, kind, place)
            approved.append(("trust.approved_shown" if "content" in item else "trust.approved", item["path"]))
            if beside is not None and "content" not in item:
                beside(call, kind, item["path"], content, place)
    return approved


def started(event: Event, call: Call) -> list[Finding]:
    """SessionStart: every approval that was not shown yet, once."""
    del event
    findings = []
    for record, path in _records(call.environ, call.project.id):
        if record.get("how") in ("prompt", "terminal", "init") and not record.get("shown"):
            params = {
                "kind": record.get("kind", ""),
                "at": str(record.get("at", ""))[:16].replace("T", " "),
                "how": record["how"],
            }
            findings.append(Finding("trust.was_approved", params, NOTE, PERSON))
            jsonfile.update(path, lambda kept: kept.update(shown=True), on_broken={})
    return findings


def is_agent(environ: Mapping[str, str]) -> bool:
    """Whether a process stands below an agent."""
    return any(environ.get(name) for name in AGENT_VARIABLES) or any(
        name.startswith(AGENT_PREFIX) and name != PERSONS_OWN for name in environ
    )


def _records(environ: Mapping[str, str], project_id: str) -> Iterator[tuple[dict[str, Any], str]]:
    folder = places.trust_folder(environ, project_id)
    for entry in files.entries(folder) if folder else ():
        if entry.name.endswith(".json") and entry.name != "codes.json":
            try:
                yield jsonfile.read(entry.path), entry.path
            except jsonfile.Unreadable:
                continue


def _digest(content: str | None) -> str:
    return "" if content is None else hashing.short(content, 40)


def _update(call: Call, change: Any) -> Any:
    folder = places.trust_folder(call.environ, call.project.id)
    if not folder:
        raise StateError("approvals cannot be kept: HOME is not set")
    path = os.path.join(folder, "codes.json")
    try:
        return jsonfile.update(path, change, on_broken={})
    except OSError as problem:
        raise StateError(f"approvals cannot be kept: {problem.strerror or problem}: {path}") from problem
