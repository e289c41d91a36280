"""Texts that only Codex needs: an ask without a dialog, a block after the fact, and what its plugin says."""

TEXTS = {
    "codex.consent": "This needs the user's consent, and here no dialog can ask for it. Do not reach the same end another way: tell the user what you want to do and why, end your turn, and repeat exactly this call once they have agreed",
    "codex.edit_made": "The edit itself was made: the files are on disk as you wrote them, so do not apply it again.",
    "codex.command_ran": "The command itself has run; this text only takes the place of its output.",
    "codex.tool_ran": "The call itself went through; this text only takes the place of its result.",
    "codex.no_reason": "[feedback-gate] refused, and the reason is missing. Next step: run `feedback-gate doctor`",
    "codex.no_launcher": "[feedback-gate] Nothing is checked yet: the plugin is installed, its program is not. Run `pipx run feedback-gate init --host codex` once",
    "codex.no_launcher_agent": "The feedback-gate plugin is installed but its program is not, so nothing is checked. Tell the user in one sentence to run `pipx run feedback-gate init --host codex` once.",
    "codex.correct_about": "Shows which corrections of the user became rules, how often each was violated lately, and what should be hardened, repaired or dropped. Use it when the user types $correct or asks how the rules are doing.",
    "codex.correct_body": "Run `feedback-gate correct` (`~/.local/bin/feedback-gate` where it is not on PATH) with the words that the user gave, such as `--window 7d`, `--min 3` or `apply`, and show its report as it is.\n\nFor `enforce`, work out a pattern from the rule's own text and show the entry before you write it. For `stale` and `expired`, ask whether to keep, update or delete. Change no rule file without the user's consent; `apply` is consent to the raised counts alone.",
    "codex.gate_about": "Shows the last results of the project's quality gate and what is still open, runs the gate now, or resets it. Use it when the user types $gate or asks why a check failed.",
    "codex.gate_body": "Run `feedback-gate status` for the last results and what is open, `feedback-gate gate run` to run the gate now, `feedback-gate gate explain FILE` to see which checks a file has, or `feedback-gate gate reset` to forget what is recorded (`~/.local/bin/feedback-gate` where it is not on PATH). Show the output as it is. Reset only when the user asked for it.",
    "codex.plugin_about": "Enforces your feedback as rules, runs the project's quality gate on what the agent changed, and refuses claims that the real checks do not bear out.",
}
