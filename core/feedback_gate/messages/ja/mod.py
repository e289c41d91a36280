"""Claude Code の画面に出す mod の文面: バンドの周りと 2 つのコマンド。"""

TEXTS = {
    "mod.correct": "フィードバックルールを違反の記録と照らし合わせて見直す",
    "mod.gate": "品質ゲート: 直近の結果と未解決のものを表示する。実行、リセット、コマンドのインストールもできる",
    "mod.checking": "[feedback] 確認中: {rule}",
    "mod.checking_file": "[feedback] 確認中: {rule}: {file}",
    "mod.usage": "/gate は直近の結果と未解決のものを表示します。\n/gate run [ファイル] は今すぐ実行、/gate explain ファイル は何が実行されるかの説明、/gate check は gate.yaml のチェック、\n/gate reset は未解決の記録の消去、/gate install-command は `feedback-gate` コマンドのインストールです。",
    "mod.by_person": "/gate {word} は人が入力するためのものです。何も行っていません。",
    "mod.failed": "うまくいきませんでした: {problem}",
}
