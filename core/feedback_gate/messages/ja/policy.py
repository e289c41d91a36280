"""コマンドを延期するポリシーに関する文面。"""

TEXTS = {
    "policy.not_found": "dogwood が見つかりません (DOGWOOD_BIN、PATH、~/.cargo/bin、mise の shims を検索しました)",
    "policy.not_run": "dogwood を実行できません: {error}",
    "policy.exited": "dogwood がステータス {code} で終了しました: {detail}",
    "policy.bad_json": "dogwood の出力が JSON ではありません",
    "policy.no_verdict": "dogwood の回答に判定がありません",
    "policy.bad_verdict": "dogwood の判定が不明です: {verdict}",
    "policy.denied": "ポリシーによる意図的な延期です。調査は不要で、終了前に実行されます",
    "policy.unevaluated": "延期しました。ポリシーの回答が得られません: {reason}。終了前に実行されます",
    "policy.missing": "[gate] ポリシーファイル {path} がありません。コマンドは判定なしで実行されます",
    "policy.without_program": "[gate] {path} はポリシーを指定していますが、{reason}。コマンドは終了時まで延期されます。",
    "policy.folder_gone": "[gate] skip: {label} $ {command} (延期後に cwd がなくなりました: {cwd})",
}
