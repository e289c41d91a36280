"""Which checks run on which event, and what each event can carry: the table that a newcomer reads first."""

from __future__ import annotations

# The checks of each event, in the order in which they speak. Imported when reached: an event pays only for its own.
CHECKS: dict[str, tuple[str, ...]] = {
    "SessionStart": (
        "feedback_gate.setup:started",
        "feedback_gate.approval:started",
        "feedback_gate.quality.session:started",
        "feedback_gate.claims.session:started",
        "feedback_gate.feedback.inject:started",
    ),
    "UserPromptSubmit": (
        "feedback_gate.consent:prompted",  # first: a prompt that it refuses never happened, so nothing after it looks at it
        "feedback_gate.setup:prompted",
        "feedback_gate.quality.session:prompted",
        "feedback_gate.feedback.inject:check",
    ),
    "SubagentStart": ("feedback_gate.feedback.inject:agent_started",),
    "PreToolUse": (
        "feedback_gate.feedback.guard:check",
        "feedback_gate.feedback.launch:check",
        "feedback_gate.quality.before_command:check",
    ),
    "PostToolUse": ("feedback_gate.feedback.after_tool:check", "feedback_gate.quality.after_edit:check"),
    "PostToolUseFailure": ("feedback_gate.feedback.after_tool:check", "feedback_gate.quality.after_edit:check"),
    "Notification": ("feedback_gate.notify.events:waiting",),
    "PermissionRequest": ("feedback_gate.notify.events:waiting",),
    "Stop": (
        "feedback_gate.claims.at_stop:ahead",
        "feedback_gate.quality.before_stop:check",
        "feedback_gate.claims.at_stop:check",
        "feedback_gate.feedback.stop_check:check",
        "feedback_gate.notify.events:stopping",
    ),
    "SubagentStop": (
        "feedback_gate.claims.at_stop:ahead",
        "feedback_gate.quality.before_stop:check",
        "feedback_gate.claims.at_stop:check",
        "feedback_gate.feedback.stop_check:check",
    ),
}

# Before a tool where checks must never be missed (`failMode` closed).
CLOSED = (
    "feedback_gate.setup:before_tool",
    "feedback_gate.quality.before_command:unreadable",
    "feedback_gate.claims.session:before_tool",
)

EVENTS = {
    "claude": (
        "SessionStart",
        "UserPromptSubmit",
        "PreToolUse",
        "PostToolUse",
        "PostToolUseFailure",
        "Notification",
        "SubagentStart",
        "Stop",
        "SubagentStop",
    ),
    "codex": (
        "SessionStart",
        "UserPromptSubmit",
        "PreToolUse",
        "PermissionRequest",
        "PostToolUse",
        "SubagentStart",
        "SubagentStop",
        "Stop",
        "Interrupt",
    ),
}
# Events whose answer can hand context to the agent, so that what waits for it is delivered there.
CARRIES_CONTEXT = ("UserPromptSubmit", "PostToolUse", "PostToolUseFailure")
STOPS = ("Stop", "SubagentStop")
