"""フィードバックルールの文面。"""

TEXTS = {
    "feedback.guard": "{rule} (count: {count}): {message}",
    "feedback.post_edit": "[feedback-post-edit] {rule} (count: {count}): {message} ({detail})",
    "feedback.bash_edit": "[feedback-bash-edit] {file} はコマンドによってすでに書き込まれています。今すぐ直してください。{rule} (count: {count}): {message} ({detail})",
    "feedback.stop_check": "[feedback-stop-check] {rule} (count: {count}): {message} ({detail})",
    "feedback.stop_again": "[feedback-stop-check] 指摘された点を直してから、もう一度終了してください ({max} 回中 {attempt} 回目)。",
    "feedback.stop_gave_up": "[feedback-stop-check] {max} 回試しても違反が残っているため、終了を許可します。人による確認が必要です。",
    "feedback.count_raised": "[feedback] {rule}: count {from} -> {to}",
    "feedback.check_not_approved": "[feedback-gate] プロジェクトのルール {rule} ({file}) のコマンドは承認されていないため実行しません。{how}",
    "feedback.broken": "次のルールファイルには誤りがあり、直されるまで該当箇所は無効です:\n{lines}",
    "feedback.text": "{text}\n",
    "feedback.changed": "# 新しいルール、または変更されたルール (count 3 以上)\n\n{rules}",
    "feedback.gone": "無効になったルール: {names}",
    "feedback.rule_title": "■ {name} (指摘 {count} 回)",
    "feedback.not_enforced": " [フックによる強制なし]",
    "feedback.more_rules": "ほかに {n} 件のルールが有効です。ファイルを読んでください:\n{names}",
    "feedback.and_more": "… ほか {n} 件",
    "feedback.confirmed": "# 繰り返しの指摘で確定したルール (count 3 以上)\n必ず守ってください。チェックのあるものはフックが強制します。\n\n{rules}",
}
