"""One question to dogwood: may this command run now?"""

from __future__ import annotations

import json
import os

from feedback_gate import messages
from feedback_gate.quality.policy import history
from feedback_gate.state import places
from feedback_gate.system import clock, files

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from feedback_gate.check import Call
    from feedback_gate.quality.policy.choice import Policy
    from feedback_gate.run.command import Result

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
        done, stdout, stderr = _replay(policy, text, call)
    except OSError as problem:
        return no("not_run", error=problem.strerror or problem)
    if done.code is None:
        return no("not_run", error=done.detail or f"{SECONDS:g} s")
    if done.code != 0:
        return no("exited", code=done.code, detail=(stderr or stdout).replace("\n", " ").strip()[:200])
    return _verdict(stdout, no)


def _replay(policy: Policy, text: str, call: Call) -> tuple[Result, str, str]:
    """(what came of it, its standard output, its standard error); it runs under the lifeline like every command."""
    from shlex import quote

    from feedback_gate.run.command import Command

    folder = call.state.folder or places.cache_home(call.environ)
    base = os.path.join(folder, f".dogwood-{os.getpid()}-{os.urandom(4).hex()}")
    trace, out, err = (f"{base}.{ending}" for ending in ("trace", "out", "err"))
    files.write_atomically(trace, text.encode("utf-8", "replace"))
    try:
        words = [policy.program, "replay", policy.path, "--policy-schema", policy.schema, "--trace", trace, "--format", "json"]
        line = f"exec {' '.join(map(quote, words))} >{quote(out)} 2>{quote(err)}"
        done: Result = call.run(Command(line, "dogwood", folder, timeout=SECONDS, share=False))
        return done, files.read_text(out) or "", files.read_text(err) or ""
    finally:
        for path in (trace, out, err):
            files.remove(path)


def _verdict(output: str, no: Any) -> Answer:
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
