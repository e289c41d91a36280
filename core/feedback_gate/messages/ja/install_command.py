"""`feedback-gate install-command` の文面。"""

TEXTS = {
    "install_command.done": "`feedback-gate` {version} を {path} に置きました。プラグインを更新しても追随しません。更新後にもう一度実行してください。",
}
