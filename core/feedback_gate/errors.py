"""The errors a person can mend; anything else is a defect of ours."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


class FeedbackGateError(Exception):
    """A problem with a place and a next step. code: of its text in `messages/`, or a text in words; params: its values."""

    def __init__(self, code: str, **params: Any) -> None:
        super().__init__(code)
        self.code = code
        self.params: dict[str, Any] = params

    def said(self, language: str) -> str:
        """What a person is told."""
        if " " in self.code:
            return self.code
        from feedback_gate import messages

        return messages.text(self.code, self.params, language)

    def __str__(self) -> str:
        return self.said("en")


class UsageError(FeedbackGateError):
    """The command line is wrong: exit status 64."""


class StateError(FeedbackGateError):
    """State could not be read or written; what it held counts as "not checked"."""
