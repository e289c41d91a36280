"""`feedback-gate migrate`: what the older feedback-gate plugin and Shoot left here, and what of it is taken over; nothing is removed."""

from __future__ import annotations

import json
import os
import sys
from typing import TYPE_CHECKING, Any

from feedback_gate import messages
from feedback_gate.errors import FeedbackGateError
from feedback_gate.people import older, older_files, terminal
from feedback_gate.people.arguments import call_here, parser
from feedback_gate.run import band
from feedback_gate.state import places

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from feedback_gate.check import Call
    from feedback_gate.people.older import Older

SHOWN = 20
SHOOT = ("migrate.claims", "migrate.history")


class Found:
    """What there is of the older tools. registered: what still runs; options, violations: what can be taken over; left_out: options that are not."""

    __slots__ = ("left_out", "leftovers", "open", "options", "registered", "used", "violations")

    def __init__(self, call: Call) -> None:
        self.registered: list[Older] = older.find(call.environ, call.project.root)
        self.used = older_files.used(call)
        self.options, self.left_out = older_files.options(call)
        self.violations = older_files.violations(call)
        self.open = older_files.still_open(call)
        self.leftovers = older_files.leftovers(call)

    @property
    def is_nothing(self) -> bool:
        """Whether neither of them was ever here: rules and gates alone may as well be ours."""
        theirs = any(one.code in SHOOT for one in self.used)
        options = self.options or self.left_out
        return not (self.registered or options or self.violations or self.open or self.leftovers or theirs)

    @property
    def can_be_taken_over(self) -> bool:
        """Whether there is anything to write."""
        return bool(self.options or self.violations)


def run(arguments: Sequence[str]) -> int:
    """Show what is there, ask, take over. 1 while an older tool still runs beside us, or when nobody agreed.

    Raises:
        UsageError: the command line is wrong.
        FeedbackGateError: there is no home, or something cannot be written.
    """
    top = parser("migrate")
    top.add_argument("--yes", "-y", action="store_true", help="help.migrate_yes")
    top.add_argument("--dry-run", action="store_true", help="help.migrate_dry_run")
    top.add_argument("--json", action="store_true", help="help.migrate_json")
    options = top.parse_args(arguments)
    call = call_here()
    if not places.home(call.environ):
        raise FeedbackGateError("init.no_home")
    found = Found(call)
    status = 1 if found.registered else 0
    if not options.json:
        print("\n".join(_shown(found, call)))
    if found.can_be_taken_over and not options.dry_run:
        if not options.yes and not options.json and not _agreed(call):
            return 1
        if options.yes or not options.json:
            _take_over(found, call, tell=not options.json)
    if options.json:
        print(json.dumps(_as_dict(found, done=options.yes and not options.dry_run), ensure_ascii=False, indent=2))
    return status


def _agreed(call: Call) -> bool:
    if not terminal.is_there():
        print(_say(call, "no_terminal"), file=sys.stderr)
        return False
    if not terminal.agrees(_say(call, "go_on"), default=True):
        print(_say(call, "declined"))
        return False
    return True


def _take_over(found: Found, call: Call, *, tell: bool) -> None:
    try:
        kept = [older_files.keep_options(call, found.options)] if found.options else []
        kept += [older_files.keep_violations(call, found.violations)] if found.violations else []
    except OSError as problem:
        raise FeedbackGateError("init.unwritable", path=problem.filename or "", reason=problem.strerror or problem) from problem
    if tell:
        print("\n".join(_say(call, "done", path=path) for path in kept))


# ---- what the person sees


def _say(call: Call, code: str, **params: object) -> str:
    return messages.text(f"migrate.{code}", params, call.language)


def _shown(found: Found, call: Call) -> Iterator[str]:
    if found.is_nothing:
        yield _say(call, "nothing")
        return
    sections = (
        ("registered", [_of_older(one, call) for one in found.registered]),
        ("used", [messages.text(one.code, {"path": one.path, "number": one.number}, call.language) for one in found.used]),
        ("taken", list(_taken(found, call))),
        ("left_out", _bounded([_left_out(name, value, call) for name, value in found.left_out.items()], call)),
        ("open", _bounded(found.open, call)),
        ("left", _bounded(found.leftovers, call)),
    )
    between = ""
    for name, lines in sections:
        if lines:
            yield between + _say(call, f"head_{name}")
            yield from ("  " + line for line in lines)
            between = "\n"
    yield between + _say(call, "next")


def _of_older(one: Older, call: Call) -> str:
    return messages.text(one.code, {"path": one.path, "remove": one.remove}, call.language)


def _taken(found: Found, call: Call) -> Iterator[str]:
    for name, value in found.options.items():
        yield _say(call, "option", name=name, value=value)
    if found.violations:
        yield _say(call, "violations", number=len(found.violations))


def _left_out(name: str, value: str, call: Call) -> str:
    name, path = band.cut(band.plain(name), 60), call.settings.user_file
    return _say(call, "may_loosen" if value else "unknown", name=name, value=band.plain(value), path=path)


def _bounded(paths: Sequence[str], call: Call) -> list[str]:
    more = [_say(call, "more", number=len(paths) - SHOWN)] if len(paths) > SHOWN else []
    return [*paths[:SHOWN], *more]


def _as_dict(found: Found, *, done: bool) -> dict[str, Any]:
    """The same for a program."""
    return {
        "done": done and found.can_be_taken_over,
        "registered": [{"code": one.code, "path": one.path, "remove": one.remove or None} for one in found.registered],
        "used": [{"kind": one.code.partition(".")[2], "path": one.path, "number": one.number} for one in found.used],
        "options": found.options,
        "left_out": found.left_out,
        "violations": len(found.violations),
        "open": found.open,
        "leftovers": [os.fspath(path) for path in found.leftovers],
    }
