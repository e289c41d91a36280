"""ステータスラインの文面。"""

TEXTS = {
    "statusline.quiet": "feedback-gate ✓",
    "statusline.checking": "確認中: {what}",
    "statusline.open": "✗ 未解決 {n} 件",
    "statusline.broken": "ルールの誤り {n} 件",
    "statusline.pending": "承認待ちあり",
    "statusline.silent": "feedback-gate が動いていません: `feedback-gate doctor` を実行してください",
}
