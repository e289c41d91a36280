"""`feedback-gate verify` の文面。"""

TEXTS = {
    "verify.pass": "pass",
    "verify.fail": "FAIL",
    "verify.time": "TIMEOUT",
    "verify.none": "??",
    "verify.passed": "{root} のすべてのチェックに合格しました。",
    "verify.failed": "{root} で合格しなかったチェックがあります。",
    "verify.not_approved": "何も実行していません: {path} のチェックコマンドはこのマシンで承認されていません。内容を確認してから `feedback-gate trust` を実行してください。",
    "verify.waits": "{path} は承認後に変更されています。`feedback-gate trust` で承認するまで、承認された版で検証します。",
    "verify.moved": "実行していません: 次のチェックの実行内容が承認後に変わっています: {names}。内容を確認してから `feedback-gate trust` を実行してください。",
    "verify.not_configured": "{root} には検証するものがありません: チェックが設定されていません。`feedback-gate init` が候補を出します。",
}
