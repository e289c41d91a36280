"""The errors a person can mend; anything else is a defect of ours."""

from __future__ import annotations


class FeedbackGateError(Exception):
    """A problem with a place and a next step; its text is shown as it is."""


class UsageError(FeedbackGateError):
    """The command line is wrong: exit status 64."""


class StateError(FeedbackGateError):
    """State could not be read or written; what it held counts as "not checked"."""
