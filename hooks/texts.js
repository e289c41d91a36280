// Generated from core/feedback_gate/messages; `make format` writes it.

export const TEXTS = {
  "en": {
    "band.running": "[gate] running:",
    "band.waiting": "waiting",
    "band.done": "[gate] done: {counts} ({seconds}s)",
    "mod.correct": "Review the feedback rules against the log of violations",
    "mod.gate": "The quality gate: last results and what is open; run it, reset it, install the command",
    "mod.checking": "[feedback] checking {rule}",
    "mod.checking_file": "[feedback] checking {rule}: {file}",
    "mod.usage": "/gate shows the last results and what is open.\n/gate run [FILES] runs it now, /gate explain FILES says what would run, /gate check reads gate.yaml,\n/gate reset forgets what is open, /gate install-command puts `feedback-gate` on this machine.",
    "mod.by_person": "/gate {word} is for a person to type; nothing was done.",
    "mod.failed": "This did not work: {problem}"
  },
  "ja": {
    "band.running": "[gate] 実行中:",
    "band.waiting": "待機中",
    "band.done": "[gate] 完了: {counts} ({seconds}s)",
    "mod.correct": "フィードバックルールを違反の記録と照らし合わせて見直す",
    "mod.gate": "品質ゲート: 直近の結果と未解決のものを表示する。実行、リセット、コマンドのインストールもできる",
    "mod.checking": "[feedback] 確認中: {rule}",
    "mod.checking_file": "[feedback] 確認中: {rule}: {file}",
    "mod.usage": "/gate は直近の結果と未解決のものを表示します。\n/gate run [ファイル] は今すぐ実行、/gate explain ファイル は何が実行されるかの説明、/gate check は gate.yaml のチェック、\n/gate reset は未解決の記録の消去、/gate install-command は `feedback-gate` コマンドのインストールです。",
    "mod.by_person": "/gate {word} は人が入力するためのものです。何も行っていません。",
    "mod.failed": "うまくいきませんでした: {problem}"
  }
}

export const DEFAULTS = {
  "language": "auto",
  "agentLaunchGuard": false,
  "autoCount": true,
  "rulesFile": "~/.claude/feedback-gate/feedback_rules.md",
  "failMode": "open",
  "trust": "tofu",
  "selfGuard": "ask",
  "notify": "auto",
  "inject": "changed"
}
