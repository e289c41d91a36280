"""One question to dogwood: may this command run now?"""

from __future__ import annotations

import json
import os

from feedback_gate import messages
from feedback_gate.quality.policy import history
from feedback_gate.state import places
from feedback_gate.system import clock, files, processes

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from feedback_gate.check import Call
    from feedback_gate.quality.policy.choice import Policy

SECONDS = 30.0
ALLOW, DENY = "allow", "deny"


class Answer:
    """verdict: ALLOW | DENY | "" when there is none; reason: why there is none."""

    __slots__ = ("reason", "verdict")

    def __init__(self, verdict: str, reason: str = "") -> None:
        self.verdict = verdict
        self.reason = reason


def ask(policy: Policy, past: Sequence[dict[str, Any]], record: dict[str, Any], call: Call) -> Answer:
    """Replay the past with one request at its end; the last verdict is the answer.

    Args:
        policy: what judges.
        past: the records of the root, in ascending time.
        record: the request, without a time.
        call: gives environment and deadline.
    """

    def no(which: str, **params: object) -> Answer:
        return Answer("", messages.text(f"policy.{which}", params, call.language))

    if not policy.program:
        return no("not_found")
    at = max([int(clock.now()), *(one["ts"] for one in past)])
    text = history.log([*past, {**record, "kind": history.REQUEST, "ts": at}], record["root"], folder=policy.bundled)
    try:
        done = _replay(policy, text, call)
    except OSError as problem:
        return no("not_run", error=problem.strerror or problem)
    if done.status is None:
        return no("not_run", error=f"{SECONDS:g} s")
    if done.status != 0:
        said = (done.stderr or done.stdout).decode("utf-8", "replace").replace("\n", " ").strip()[:200]
        return no("exited", code=done.status, detail=said)
    return _verdict(done.stdout, no)


def _replay(policy: Policy, text: str, call: Call) -> processes.Captured:
    folder = call.state.folder or places.cache_home(call.environ)
    path = os.path.join(folder, f".dogwood-{os.getpid()}-{os.urandom(4).hex()}.trace")
    files.write_atomically(path, text.encode("utf-8", "replace"))
    try:
        arguments = [policy.program, "replay", policy.path, "--policy-schema", policy.schema, "--trace", path, "--format", "json"]
        seconds = min(SECONDS, max(0.1, call.deadline - clock.monotonic()))
        return processes.capture(arguments, env=call.environ, timeout=seconds)
    finally:
        files.remove(path)


def _verdict(output: bytes, no: Any) -> Answer:
    try:
        said = json.loads(output)
        verdicts = said["verdicts"]
    except (ValueError, RecursionError):
        return no("bad_json")  # type: ignore[no-any-return]
    except (TypeError, KeyError):
        return no("no_verdict")  # type: ignore[no-any-return]
    if not isinstance(verdicts, list) or not verdicts or not isinstance(verdicts[-1], dict):
        return no("no_verdict")  # type: ignore[no-any-return]
    word = str(verdicts[-1].get("verdict", "")).lower()
    return Answer(word) if word in (ALLOW, DENY) else no("bad_verdict", verdict=repr(word))
