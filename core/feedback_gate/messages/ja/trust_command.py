"""`trust` コマンドの文面。"""

TEXTS = {
    "trust_command.agent": "このシェルはエージェントの配下にあります。エージェントは自分が実行するものを承認できません。ご自身の端末で実行してください。",
    "trust_command.no_terminal": "承認には人の操作が必要ですが、標準入力が端末ではありません。ご自身の端末で実行してください。承認待ちは `feedback-gate doctor` で確認できます。",
    "trust_command.nothing_at_all": "このプロジェクトには承認が必要なものはありません",
    "trust_command.nothing": "承認待ちのものはありません",
    "trust_command.state_approved": "承認済み",
    "trust_command.state_changed": "変更あり",
    "trust_command.state_new": "未承認",
    "trust_command.changed": "{path} ({kind}) は現在の内容では承認されていません:",
    "trust_command.deleted": "{path} ({kind}) はなくなりましたが、承認された版がまだ有効です:",
    "trust_command.question": "この版を有効にしますか [y/N]",
    "trust_command.approved": "承認しました: {path}",
    "trust_command.left": "変更していません: {path}",
    "trust_command.forget_question": "{root} の承認をすべて取り消しますか。次のセッションが最初に見た内容は新規として扱われます。[y/N]",
    "trust_command.forgot": "承認 {number} 件を取り消しました",
}
