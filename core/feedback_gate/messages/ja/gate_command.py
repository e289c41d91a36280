"""`gate` コマンドの文面。"""

TEXTS = {
    "gate_command.none": "feedback-gate gate: このプロジェクトには gate.yaml がありません (検索先: {folders})。作成するか、`feedback-gate init` を実行してください。",
    "gate_command.good": "{path}: 問題はありません。ルール {rules} 件、整合性チェック {checks} 件",
    "gate_command.not_approved": "{path} は承認されていないため、エージェントからは実行できません。人が端末で `feedback-gate trust` を実行してください。",
    "gate_command.passed": "[gate] 合格: {files} ファイルに対してコマンド {commands} 件",
    "gate_command.failed": "[gate] 失敗: {files} ファイルに対してコマンド {commands} 件",
    "gate_command.unchecked": "[gate] 未検証: {files} ファイルに対するコマンド {commands} 件のうち、結果の得られないものがありました。環境を直してから再実行してください",
    "gate_command.nothing": "[gate] {files} ファイルに対して実行するものはありません。`--base REF` はそのコミット以降の変更を、`--all` はすべてのファイルを対象にします。",
    "gate_command.outside": "プロジェクト {root} の外にあるため、ゲートの対象になりません",
    "gate_command.state_approved": "(承認済み)",
    "gate_command.state_first": "(初回検出として採用)",
    "gate_command.state_pending": "(変更あり。最後に承認された版が有効で、それを表示しています)",
    "gate_command.state_refused": "(壊れています)",
    "gate_command.state_": "(現状のまま)",
    "gate_command.state_waits": "(未承認。ディスク上の内容を表示しています)",
    "gate_command.no_rule": "{relative} に該当するルールはありません",
    "gate_command.rule": "{line} 行目のルール: {match}",
    "gate_command.reserves": "終了前に実行: {names}",
    "gate_command.reset": "{agents} エージェントの未解決ファイル {files} 件を取り消しました。今後の変更は再び検証されます",
    "gate_command.reset_nothing": "未解決のものはありませんでした",
    "gate_command.reset_refused": "リセットできるのは人だけです。エージェントの外の端末で実行してください。セッション中は /clear で同じことができます。",
}
