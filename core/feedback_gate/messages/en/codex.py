"""Texts that only Codex needs: it has no permission dialog for hooks, and a block there comes after the fact."""

TEXTS = {
    "codex.consent": "This needs the user's consent, and here no dialog can ask for it. Do not reach the same end another way: tell the user what you want to do and why, end your turn, and repeat exactly this call once they have agreed",
    "codex.edit_made": "The edit itself was made: the files are on disk as you wrote them, so do not apply it again.",
    "codex.command_ran": "The command itself has run; this text only takes the place of its output.",
    "codex.tool_ran": "The call itself went through; this text only takes the place of its result.",
    "codex.no_reason": "[feedback-gate] refused, and the reason is missing. Next step: run `feedback-gate doctor`",
}
