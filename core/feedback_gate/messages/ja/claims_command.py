"""コマンド `claims` の文。"""

TEXTS = {
    "claims_command.no_json": "feedback-gate claims scan: {line} 行目は UTF-8 の JSON ではないため飛ばしました。1 行に 1 つの JSON オブジェクトを書いてください。",
    "claims_command.no_row": 'feedback-gate claims scan: {line} 行目は "id" と "text" を持つオブジェクトではないため飛ばしました。',
}
