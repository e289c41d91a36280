"""`feedback-gate doctor` の文面。"""

TEXTS = {
    "doctor.older_shoot": "Shoot がまだ {path} に登録され、同時に動いています。次の手順: `{remove}`",
    "doctor.older_plugin": "以前の feedback-gate プラグインがまだ {path} で有効で、同時に動いています。次の手順: `{remove}`",
    "doctor.older_hook": "以前の feedback-gate プラグインのフックがまだ {path} に登録され、同時に動いています。次の手順: その項目を取り除いてください。",
}
