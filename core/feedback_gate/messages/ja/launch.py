"""エージェント起動の確認に関する文面。"""

CHECKLIST = "--- 目的、理由、コードの現状、制約、完了の条件が書かれていますか。"

TEXTS = {
    "launch.start": "エージェント {type} への指示:\n\n{text}\n\n" + CHECKLIST,
    "launch.send": "{recipient} へのメッセージ:\n\n{text}\n\n" + CHECKLIST,
    "launch.send_unknown": "(宛先なし) へのメッセージ:\n\n{text}\n\n" + CHECKLIST,
}
