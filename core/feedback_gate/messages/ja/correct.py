"""`/correct` の文面。"""

TEXTS = {
    "correct.internal": "[correct] 内部エラー: {problem}",
    "correct.header": "[correct] 有効なルール {rules} 件、{window} 以内の違反 {violations} 件",
    "correct.nothing": "提案はありません。",
    "correct.broken": "使えません: {reason}",
    "correct.to_confirmed": "{window} 以内に {n} 回違反 ({counts})。確定ルールにする",
    "correct.to_deny": "{window} 以内に確認またはブロックが {n} 回 ({counts})。拒否にする",
    "correct.top_detail": "。主な内容: {detail}",
    "correct.no_enforce": "count は {count} ですがチェックがないため、違反が見えません。enforce を追加する",
    "correct.stale": "チェックが一度も働いていません。正しく動くか、まだ必要なルールかを確認する",
    "correct.expires": "{date} に期限が切れています。削除するか更新する",
    "correct.projects": "このプロジェクトでは無効です (projects が合いません)。削除するか更新する",
    "correct.when_exists": "このプロジェクトでは無効です (when_exists が合いません)。削除するか更新する",
    "correct.template": """enforce の雛形 (必要なものだけ残す):
    enforce:
      - event: pre_bash
        when: 'コマンドに対する正規表現'
        message: 代わりにすること
      - event: pre_edit
        path: '**/*.ts'
        when: '新しい文字列に対する正規表現'
        message: 代わりにすること
      - event: post_edit
        path: '**/*.ts'
        check: '"$FILE" に問題があれば失敗するコマンド'
        message: すること
      - event: stop_check
        changed: '**/README.md'
        require_sibling: README.ja.md
        message: すること""",
    "correct.apply_hint": "同じコマンドに `apply` を付けると、提案された回数だけを書き込みます。ほかは提案のままです。",
    "correct.apply_done": "apply: 回数を書き込みました",
    "correct.apply_none": "apply: 変更したファイルはありません",
    "correct.context": "この提案を利用者に見せてください。`enforce` はルール本文から具体的な正規表現やグロブを考える。`stale` と `expired` は残すか、更新するか、削除するかを尋ねる。`broken` は直し方を示す。ファイルを変える前に必ず尋ねること。",
    "correct.context_applied": "apply で変更済みのファイルを利用者に伝えてください: {list}",
}
