"""`feedback-gate uninstall`: take out every registration, byte for byte, and what lies in our own folders; after a person agreed."""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING

from feedback_gate import messages
from feedback_gate.errors import FeedbackGateError
from feedback_gate.hosts.claude import registered as of_claude
from feedback_gate.hosts.codex import registered as of_codex
from feedback_gate.hosts.registered import MANAGED, PLUGIN
from feedback_gate.people import placing, targets, terminal
from feedback_gate.people.arguments import call_here, parser
from feedback_gate.state import places

if TYPE_CHECKING:
    from collections.abc import Sequence

    from feedback_gate.check import Call
    from feedback_gate.hosts.settings_file import Edited
    from feedback_gate.hosts.settings_text import SettingsError
    from feedback_gate.people.targets import Target


def run(arguments: Sequence[str]) -> int:
    """Show what goes, ask, remove. 1 when something could not be removed, or nobody can be asked.

    Raises:
        UsageError: the command line is wrong.
    """
    top = parser("uninstall")
    top.add_argument("--keep-state", action="store_true", help="help.uninstall_keep_state")
    top.add_argument("--yes", "-y", action="store_true", help="help.yes")
    options = top.parse_args(arguments)
    call = call_here()
    edits, problems = _edits(call)
    folders = [] if options.keep_state else [places.state_home(call.environ), *_logs(call)]
    gone = [*placing.installed(call.environ), *filter(os.path.isdir, [places.cache_home(call.environ)])]
    state = [path for path in folders if path and os.path.isdir(path)]
    print("\n".join(_shown(edits, gone, state, call)))
    for problem in problems:
        print(f"  {problem.said(call.language)}", file=sys.stderr)
    if not (edits or gone or state):
        return 1 if problems else 0
    if not options.yes:
        if not terminal.is_there():
            print(_say(call, "no_terminal"), file=sys.stderr)
            return 1
        if not terminal.agrees(_say(call, "go_on")):
            print(_say(call, "declined"))
            return 0
        state = [path for path in state if terminal.agrees(_say(call, "state_question", path=path))]
    left = [*_take_out(edits, call), *_remove(gone, state, call)]
    print("\n".join([*left, _say(call, "done")]))
    return 1 if left or problems else 0


def _say(call: Call, code: str, **params: object) -> str:
    return messages.text(f"init.out_{code}", params, call.language)


def _edits(call: Call) -> tuple[list[tuple[Target, Edited]], list[SettingsError]]:
    """What becomes of every file that registers us; and those that cannot be read, which stay as they are."""
    from feedback_gate.hosts.settings_text import SettingsError

    found, problems = [], []
    for target in targets.every_target(call.environ, call.project.root):
        try:
            edited = target.take_out(write=False)
        except SettingsError as problem:
            if _names_us(target.path):
                problems.append(problem)
            continue
        if edited.changes:
            found.append((target, edited))
    return found, problems


def _logs(call: Call) -> list[str]:
    """Where the gate leaves this project's logs for people to read; a link is not ours."""
    from feedback_gate.run.status_home import NAME

    found = [os.path.join(folder, NAME) for folder in call.project.config_folders()]
    return [path for path in found if not os.path.islink(path)]


def _names_us(path: str) -> bool:
    from feedback_gate.hosts.claude.registration import LAUNCHER_NAME
    from feedback_gate.system import files

    return LAUNCHER_NAME in (files.read_text(path) or "")


def _shown(edits: Sequence[tuple[Target, Edited]], gone: Sequence[str], state: Sequence[str], call: Call) -> list[str]:
    lines = []
    for target, edited in edits:
        code = "registration" if edited.after is not None else "whole_file"
        lines.append("  " + _say(call, code, path=target.path, others=_others(edited)))
    lines += [f"  {path}" for path in gone]
    lines += ["  " + _say(call, "state", path=path) for path in state]
    lines = [_say(call, "head"), *lines] if lines else [_say(call, "nothing")]
    return [*lines, *_stays(call)]


def _others(edited: Edited) -> int:
    """How many hooks of others stay in a file."""
    import json

    try:
        value = json.loads((edited.after or "{}").lstrip("\ufeff"))
    except ValueError:  # with comments
        from feedback_gate.hosts import settings_text

        document = settings_text.parsed(edited.after or "", edited.path)
        value = document.root.value if document else {}
    return len(of_claude.handlers(value))


def _stays(call: Call) -> list[str]:
    """What is not ours to remove, and how it is removed."""
    lines = [_say(call, "stays", config=places.config_home(call.environ))]
    for one in of_claude.registered(call.environ, call.project.root):
        if one.scope == PLUGIN:
            lines.append(_say(call, "plugin", name=one.path, remove=f"claude plugin uninstall {one.path}"))
        if one.scope == MANAGED:
            lines.append(_say(call, "managed", path=one.path))
    for one in of_codex.registered(call.environ, call.project.root):
        if one.scope == PLUGIN:
            lines.append(_say(call, "plugin", name=one.path, remove=f"codex plugin remove {one.path}"))
        if one.scope == MANAGED:
            lines.append(_say(call, "managed", path=one.path))
    return list(dict.fromkeys(lines))


def _take_out(edits: Sequence[tuple[Target, Edited]], call: Call) -> list[str]:
    """Take the registrations out first, so that no hook looks for what is gone; the lines about those that stayed."""
    left = []
    for target, _ in edits:
        try:
            target.take_out(write=True)
        except FeedbackGateError as problem:
            left.append(_say(call, "left", path=target.path, reason=str(problem)))
    return left


def _remove(paths: Sequence[str], state: Sequence[str], call: Call) -> list[str]:
    """Remove files and folders; the last thing this process still reads, its archive, may be among them."""
    import shutil

    left = []
    for path in [*paths, *state]:
        try:
            if os.path.isdir(path) and not os.path.islink(path):
                shutil.rmtree(path)
            else:
                os.unlink(path)
        except OSError as problem:
            left.append(_say(call, "left", path=path, reason=problem.strerror or str(problem)))
    try:
        os.rmdir(places.data_home(call.environ))
    except OSError:  # something that we did not place
        pass
    return left
