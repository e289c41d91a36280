#!/bin/sh
# hook.sh codex EVENT: starts the launcher of this machine, or says at the start of a session how to get it.
# Nothing is ever written here: one new file in this folder, and the client asks to review every hook again.
for fg_launcher in "/opt/feedback-gate/hook.sh" "${XDG_DATA_HOME:-$HOME/.local/share}/feedback-gate/hook.sh"; do
  [ ! -r "$fg_launcher" ] || exec /bin/sh "$fg_launcher" "$@" plugin
done
[ "$2" = SessionStart ] || exit 0
# shellcheck disable=SC2016 # the backquotes are text
case ${LC_ALL:-$LANG} in
  ja*) fg_answer='{"hookSpecificOutput": {"hookEventName": "SessionStart", "additionalContext": "feedback-gate のプラグインは入っていますが、本体がないため何も確認されません。`pipx run feedback-gate init --host codex` を一度実行するよう、ユーザーに一文で伝えてください。"}, "systemMessage": "[feedback-gate] まだ何も確認していません。プラグインは入っていますが、本体がありません。`pipx run feedback-gate init --host codex` を一度実行してください"}' ;;
  *) fg_answer='{"hookSpecificOutput": {"hookEventName": "SessionStart", "additionalContext": "The feedback-gate plugin is installed but its program is not, so nothing is checked. Tell the user in one sentence to run `pipx run feedback-gate init --host codex` once."}, "systemMessage": "[feedback-gate] Nothing is checked yet: the plugin is installed, its program is not. Run `pipx run feedback-gate init --host codex` once"}' ;;
esac
printf '%s\n' "$fg_answer"
exit 0
