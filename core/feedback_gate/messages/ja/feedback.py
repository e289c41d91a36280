"""フィードバックルールの文面。"""

TEXTS = {
    "feedback.guard": "{rule} (count: {count}): {message}",
    "feedback.broken": "次のルールファイルには誤りがあり、直されるまで該当箇所は無効です:\n{lines}",
    "feedback.confirmed": "# 繰り返しの指摘で確定したルール (count 3 以上)\n必ず守ってください。チェックのあるものはフックが強制します。\n\n{rules}",
}
