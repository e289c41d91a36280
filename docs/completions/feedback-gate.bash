# bash completion of feedback-gate; load it with: source <(feedback-gate completion bash)
_feedback_gate() {
  local line='' words='' values='' word i
  COMPREPLY=()
  for ((i = 1; i < COMP_CWORD; i++)); do
    case "$line ${COMP_WORDS[i]}" in
      ' claude' | ' codex' | ' init' | ' uninstall' | ' status' | ' doctor' | ' rules' | ' rules list' | ' rules check' | ' rules explain' | ' rules add' | ' rules bump' | ' correct' | ' gate' | ' gate check' | ' gate run' | ' gate explain' | ' gate reset' | ' gate schema' | ' trust' | ' notify' | ' statusline' | ' watch' | ' claims' | ' claims scan' | ' redact' | ' verify' | ' stats' | ' report' | ' migrate' | ' install-command' | ' completion' | ' version') line="$line ${COMP_WORDS[i]}" ;;
    esac
  done
  case "$line ${COMP_WORDS[COMP_CWORD - 1]}" in
    ' init --host') words='claude codex both' values=1 ;;
    ' init --scope') words='user project' values=1 ;;
    ' doctor --host') words='claude codex' values=1 ;;
    ' rules explain --text') words='' values=1 ;;
    ' rules add --description') words='' values=1 ;;
    ' rules add --body') words='' values=1 ;;
    ' rules add --count') words='' values=1 ;;
    ' rules add --enforce') words='' values=1 ;;
    ' gate run --base') words='' values=1 ;;
    ' watch --log') words='' values=1 ;;
    ' stats --days') words='' values=1 ;;
    ' report --html') words='' values=1 ;;
    ' report --days') words='' values=1 ;;
  esac
  [ -n "$values" ] || case "$line" in
    '') words='claude codex init uninstall status doctor rules correct gate trust notify statusline watch claims redact verify stats report migrate install-command completion version --help' ;;
    ' claude') words='SessionStart UserPromptSubmit PreToolUse PostToolUse PostToolUseFailure Notification SubagentStart Stop SubagentStop' ;;
    ' codex') words='SessionStart UserPromptSubmit PreToolUse PermissionRequest PostToolUse SubagentStart SubagentStop Stop Interrupt' ;;
    ' init') words='--help --host --scope --yes -y --dry-run --json' ;;
    ' uninstall') words='--help --keep-state --yes -y' ;;
    ' status') words='--help --json' ;;
    ' doctor') words='--help --host --perf --json' ;;
    ' rules') words='--help list check explain add bump' ;;
    ' rules list') words='--help --json' ;;
    ' rules check') words='--help --json' ;;
    ' rules explain') words='--help bash edit --text --json' ;;
    ' rules add') words='--help --description --body --count --project --enforce' ;;
    ' rules bump') words='--help' ;;
    ' correct') words='--window --min apply --json --context' ;;
    ' gate') words='--help check run explain reset schema' ;;
    ' gate check') words='--help --strict --json' ;;
    ' gate run') words='--help --base --all --json' ;;
    ' gate explain') words='--help --json' ;;
    ' gate reset') words='--help --json' ;;
    ' gate schema') words='--help' ;;
    ' trust') words='--help --list --json --forget' ;;
    ' notify') words='--help --test' ;;
    ' statusline') words='' ;;
    ' watch') words='--help --once --log' ;;
    ' claims') words='--help scan' ;;
    ' claims scan') words='--help' ;;
    ' redact') words='--help' ;;
    ' verify') words='--help --json' ;;
    ' stats') words='--help --all --days --json' ;;
    ' report') words='--help --html --days --all --json' ;;
    ' migrate') words='--help --yes -y --dry-run --json' ;;
    ' install-command') words='--help' ;;
    ' completion') words='--help bash zsh fish' ;;
    ' version') words='' ;;
  esac
  for word in $(compgen -W "$words" -- "${COMP_WORDS[COMP_CWORD]}"); do COMPREPLY+=("$word"); done
}
complete -o default -F _feedback_gate feedback-gate
