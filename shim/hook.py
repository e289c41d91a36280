"""`hook.pyz`: what `hook.sh` does, for hosts without a POSIX shell, and the part of it that fetches a release.

    python hook.pyz claude|codex EVENT [WORD]   one hook event, the host's JSON on standard input; ends in 0, always
    python hook.pyz install                     install the pinned executable now; 0, or 1 and the reason
    python hook.pyz place LANGUAGE POLICY SECONDS PROJECT HERE PIN SOURCE SHA256 FOLDER BOOT FORBIDDEN…
                                                for hook.sh: as place.py, but fetches where there is nothing to place

It needs the standard library only. The interpreter that the host started runs the launcher; the executable gets a process of
its own, which is waited for, so that whatever becomes of it the host hears one of our answers.
"""

from __future__ import annotations

import json
import os
import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import NoReturn

    from call import Call, Unanswered

OLDEST = (3, 9)


def words_of(language: str, problem: Unanswered) -> str:
    """The line for a person: what happened, what to do, the code."""
    from feedback_gate_installer import texts
    from feedback_gate_installer.errors import RefusedError

    said = problem.text or " ".join(texts.refusal(RefusedError(problem.code, **problem.params), language))
    start = "確認できませんでした：" if language == "ja" else "Not checked: "
    return f"[feedback-gate] {start}{said} ({problem.code})"


def refusal(call: Call, problem: Unanswered) -> str:
    """What the host is told when we have no answer, by the fail mode; an empty text for nothing."""
    language = call.options["language"]
    line = words_of(language, problem)
    sys.stderr.write(line + "\n")
    if call.event == "PreToolUse" and call.options["failMode"] == "closed":
        why = (
            "failMode が closed なので、この操作を止めました。"
            if language == "ja"
            else "This call was stopped because failMode is closed."
        )
        decision = {"hookEventName": "PreToolUse", "permissionDecision": "deny", "permissionDecisionReason": f"{line} {why}"}
        return json.dumps({"hookSpecificOutput": decision}, ensure_ascii=False)
    return json.dumps({"systemMessage": line}, ensure_ascii=False) if call.seen.is_first(problem.code) else ""


def hook(here: str, words: list[str]) -> str:
    """One event, from the words of the command line to what the host reads."""
    import start
    import wanted
    from call import Call, Unanswered

    if len(words) < 2 or not all(word.isascii() and word.isalpha() for word in words[:2]):
        return ""
    call = Call(here, words)
    try:
        call.seen.beat()
        marker = call.seen.marker
        if not wanted.is_wanted(call.event, os.environ, call.home, call.folders, call.policy, marker, lambda: call.options):
            return ""
        if call.event not in ("SessionStart", "UserPromptSubmit"):
            answerer = call.seen.answerer(call.copy)
            if answerer == "-":
                return ""
            call.copy = "" if answerer == "=" else call.copy
        return start.answer(call)
    except Unanswered as problem:
        return refusal(call, problem)
    except Exception:  # noqa: BLE001 - the one boundary: the host always hears an answer
        return refusal(call, Unanswered("launcher-stopped"))


def main(here: str, argv: list[str]) -> int:
    """Do what the words say; the exit status."""
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(encoding="utf-8", errors="replace", newline="\n")
    if argv[:1] == ["place"]:
        return placing(argv[1:])
    if argv[:1] == ["install"]:
        return installing(here)
    said = hook(here, argv)
    if said:
        sys.stdout.write(said + "\n")
    return 0


def installing(here: str) -> int:
    """Install now, for a person."""
    import start
    import target
    from call import Call, Unanswered

    call = Call(here, ["claude", "SessionStart"])
    try:
        found = target.target(call)
        start.put_in_place(call, found)
    except Unanswered as problem:
        sys.stderr.write(words_of(call.options["language"], problem) + "\n")
        return 1
    sys.stdout.write(found.archive + "\n")
    return 0


def placing(words: list[str]) -> int:
    """The helper of hook.sh: see the module's docstring."""
    import place

    language, policy, seconds, project, here, pin, *rest = words
    source, sha256, folder, _, *forbidden = rest
    may_place = place.real_python(forbidden) is not None and place.can_hash() and not (folder and place.unsafe(folder))
    if may_place and place.place(source, sha256, folder) is None:
        import get

        try:
            rest[0] = get.get(pin, os.path.dirname(folder), policy, [project, here], language, float(seconds))
        except get.Refused as refused:
            text = json.dumps(f"{refused.text} ({refused.code})", ensure_ascii=False)[1:-1]
            sys.stdout.write(f"refused {refused.code}\n{text}\n")
            return 1
    return place.main(rest)


def run() -> NoReturn:
    """The start of the archive."""
    if sys.version_info[:2] < OLDEST:
        sys.stderr.write("feedback-gate: Python %d.%d is too old; 3.9 or newer is needed (no-python)\n" % sys.version_info[:2])  # noqa: UP031
        sys.exit(0)
    here = os.path.dirname(os.path.abspath(sys.argv[0]))
    sys.exit(main(here, sys.argv[1:]))


if __name__ == "__main__":
    run()
