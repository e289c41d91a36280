"""`feedback-gate notify --test`: which way notifications take here and why, and one to look at."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from feedback_gate import messages
from feedback_gate.notify import backends
from feedback_gate.notify.note import Note
from feedback_gate.people.arguments import call_here, parser

if TYPE_CHECKING:
    from collections.abc import Sequence


def run(arguments: Sequence[str]) -> int:
    """Say what is chosen and why; with `--test` send one. 1 when nothing can be shown, or it did not work.

    Raises:
        UsageError: the command line is wrong.
    """
    options = parser("notify")
    options.add_argument("--test", action="store_true", help="help.notify_test")
    given = options.parse_args(arguments)
    call = call_here()
    setting = call.settings.get("notify")
    choice = backends.choose(setting.value, os.environ, call.project.root)
    print(f"notify = {setting.value} ({setting.source})")
    print(messages.text(choice.why, choice.params, call.language))
    if choice.backend is None or not given.test:
        return 0 if choice.backend is not None or setting.value == "off" else 1
    note = Note(
        "feedback-gate",
        messages.text("notify.done", {}, call.language),
        messages.text("notify.test_text", {}, call.language),
        call.project.root,
    )
    sent = choice.backend.send(note, os.environ)
    print(messages.text("notify.sent" if sent else "notify.not_sent", {"name": choice.backend.name}, call.language))
    return 0 if sent else 1
