"""プロジェクトのコマンドの承認に関する文面。"""

TEXTS = {
    "trust.first": "[feedback-gate] {path} を初回検出として採用しました。以後そのコマンドが実行されます。今後の変更には承認が必要です。",
    "trust.pending": "[feedback-gate] {path} が変更されました。最後に承認された版が有効なままです。{how}",
    "trust.pending_new": "[feedback-gate] {path} はこのセッション中に現れ、まだ承認されていません。そのコマンドは実行されません。{how}",
    "trust.pending_deletion": "[feedback-gate] {path} がなくなりました。最後に承認された版が有効なままです。{how}",
    "trust.how_code": "承認するには、次の一行だけをプロンプトとして送信してください: feedback-gate trust {code} (モデルには届きません)。または端末で `feedback-gate trust` を実行してください。",
    "trust.how_terminal": "承認するには、端末で `feedback-gate trust` を実行してください。",
    "trust.approved": "[feedback-gate] 承認しました: {path} は現在の内容で有効です。",
    "trust.approved_shown": "[feedback-gate] 承認しました: {path} のチェックとその実行内容は、コードが表示された時点のもので有効です。",
    "trust.wrong_code": "[feedback-gate] 何も承認していません。コードが違うか、使用済みか、その後ファイルが変わっています。次に変更が検出されたとき、新しいコードが表示されます。",
    "trust.not_here": "[feedback-gate] 何も承認していません。承認できるのはメインのプロンプトにいる人だけです。端末で `feedback-gate trust` を実行してください。",
    "trust.not_kept": "[feedback-gate] 何も承認していません: {reason}",
    "trust.was_approved": "[feedback-gate] {at} に承認されました ({how}): このプロジェクトの {kind}。",
}
