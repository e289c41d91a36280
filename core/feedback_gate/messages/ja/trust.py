"""プロジェクトのコマンドの承認に関する文面。"""

TEXTS = {
    "trust.first": "[feedback-gate] {path} を初回検出として採用しました。以後そのコマンドが実行されます。今後の変更には承認が必要です。",
    "trust.pending": "[feedback-gate] {path} が変更されました。最後に承認された版が有効なままです。承認するには端末で `feedback-gate trust` を実行してください。",
    "trust.pending_new": "[feedback-gate] {path} はこのセッション中に現れ、まだ承認されていません。そのコマンドは実行されません。承認するには端末で `feedback-gate trust` を実行してください。",
    "trust.pending_deletion": "[feedback-gate] {path} がなくなりました。最後に承認された版が有効なままです。削除を承認するには端末で `feedback-gate trust` を実行してください。",
}
