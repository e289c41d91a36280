"""通知の文面。"""

TEXTS = {
    "notify.waiting": "入力待ちです",
    "notify.waiting_text": "エージェントが停止し、回答を待っています",
    "notify.done": "完了",
    "notify.done_text": "エージェントが終了しました",
    "notify.test_text": "通知の表示例です",
    "notify.why_off": "通知はオフです。",
    "notify.why_chosen": "設定どおり {name} を使います。",
    "notify.why_auto": "このシステムで使える {name} を使います ({program})。",
    "notify.why_no_terminal": "通知できません: クライアントの端末が見つかりません。",
    "notify.why_no_bus": "通知できません: セッションバスがありません (DBUS_SESSION_BUS_ADDRESS が未設定)。",
    "notify.why_missing": "通知できません: {name} がインストールされていません。",
    "notify.why_nothing": "通知できません: 自動で使える手段がありません。端末で受け取るには notify を bell、osc9、osc777 のいずれかにしてください。",
    "notify.sent": "{name} で送信しました。",
    "notify.not_sent": "{name} が受け付けませんでした。",
}
