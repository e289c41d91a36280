"""フック呼び出しそのものの文面。"""

TEXTS = {
    "hook.could_not_check": "[feedback-gate] 未確認: {what} ({reason})",
    "hook.could_not_check_closed": "[feedback-gate] 確認できず、failMode が closed のため拒否しました: {what} ({reason})。次の手順: `feedback-gate doctor` を実行してください。",
    "hook.check_failed": "{check} が {error} で終了しました",
    "hook.payload": "フックへの入力",
    "hook.payload_empty": "空です",
    "hook.payload_unreadable": "単一の JSON オブジェクトではありません",
    "hook.unreadable": "{size} MiB 以下のファイルとして読み込めません。`ls -l` で、種類、権限、サイズを確認してください",
    "hook.not_utf8": "{line} 行目が UTF-8 ではありません。UTF-8 で保存してください",
    "hook.policy_unreadable": "管理者のファイルを {size} MiB 以下のファイルとして読み込めません。保護に関わるオプションは既定値かそれより厳しい値に固定し、ほかの指定は使いません。`ls -l` で種類、権限、サイズを確認し、管理者に相談してください",
    "hook.settings_unreadable": "あなたの設定ファイルを {size} MiB 以下のファイルとして読み込めないため、そこでの指定はどれも使われません。`ls -l` で、種類、権限、サイズを確認してください",
    "hook.stand_down": "[feedback-gate] このターンは {used} 回再開されたため、これ以上は再開しません。未解決のまま残ったもの:\n{left}",
    "hook.cut": "\n[以下 {left} 文字を省略]",
    "hook.subagent": "[feedback-gate] サブエージェント {type} ({agent}) の終了時のチェック結果です。ログを読んだりチェックを再実行したりせず、これを使ってください:\n{text}",
    "hook.ignored_variables": "[feedback-gate] このプロジェクトの設定が {names} を指定していますが、確認を緩める値は使えないため無視しました。",
}
