"""ライブ表示の文面。"""

TEXTS = {
    "watch.nothing": "{project} で実行中のものはありません。",
    "watch.session": " セッション {session}",
    "watch.agent": " セッション {session}、エージェント {agent}",
    "watch.logs": "最新のログ (`feedback-gate watch --log 名前` で表示):",
}
