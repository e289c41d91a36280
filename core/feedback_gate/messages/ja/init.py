"""`feedback-gate init` と `uninstall` の文面。"""

TEXTS = {
    "init.settings_broken": "{path}: JSON ではありません（{wanted} が必要な位置です）。次の手順: その箇所を直してから、もう一度実行してください。何も変更していません。",
    "init.settings_shape": "{path}: {key} がホストの読める形ではありません。次の手順: `hooks` をオブジェクトに、その中の各イベントをリストに直してから、もう一度実行してください。何も変更していません。",
}
