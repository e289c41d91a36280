"""`feedback-gate migrate` の文面。"""

TEXTS = {
    "migrate.nothing": "以前の feedback-gate プラグインや Shoot のものは見つかりませんでした。",
    "migrate.head_registered": "まだ登録されていて、同時に動いているもの:",
    "migrate.head_used": "そのまま読み取り、変更しないもの:",
    "migrate.rules": "{path}: ルール {number} 個",
    "migrate.gate": "{path}: ゲート",
    "migrate.claims": "{path}: 完了報告の検証方法。コマンドは `feedback-gate trust` で一度承認してください",
    "migrate.history": "{path}: {number} 件の完了報告。`stats` と `report` の集計に入ります",
    "migrate.head_taken": "引き継げるもの:",
    "migrate.option": "以前のプラグインで設定した {name} = {value} を、あなたの設定ファイルへ",
    "migrate.violations": "以前のログにある違反 {number} 件。引き継ぐと `correct` と `report` の集計に入ります",
    "migrate.head_open": "以前のツールが止まった時点で未確認だったもの:",
    "migrate.head_left": "以前のツールがなくなれば誰も読まないもの（削除するかどうかはお任せします）:",
    "migrate.more": "… ほか {number} 件",
    "migrate.next": "次の手順: まだなら `feedback-gate init`、続けて `feedback-gate doctor` を実行してください。未確認だったファイルは `feedback-gate gate run FILE …` で確認できます。",
    "migrate.go_on": "引き継ぎますか。以前のツールのものは変更も削除もしません。",
    "migrate.no_terminal": "何も書き込みませんでした。同意を求める端末がありません。次の手順: `feedback-gate migrate --dry-run` で確認してから `feedback-gate migrate --yes` を実行してください",
    "migrate.declined": "何も書き込みませんでした。",
    "migrate.done": "書き込みました: {path}",
}
