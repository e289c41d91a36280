"""`feedback-gate verify` の文面。"""

TEXTS = {
    "verify.pass": "pass",
    "verify.fail": "FAIL",
    "verify.time": "TIMEOUT",
    "verify.none": "??",
    "verify.passed": "{root} のすべてのチェックに合格しました。",
    "verify.failed": "{root} で合格しなかったチェックがあります。",
    "verify.not_approved": "何も実行していません: {path} のチェックコマンドはこのマシンで承認されていません。内容を確認してから `feedback-gate trust` を実行してください。",
    "verify.changed": "何も実行していません: {path} の検証内容が、承認されたものと違います ({names})。内容を確認してから `feedback-gate trust` を実行してください。",
    "verify.not_configured": "{root} には検証するものがありません: チェックが設定されていません。`feedback-gate init` が候補を出します。",
}
