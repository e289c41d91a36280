"""Codex だけに要る文面。確認画面のない ask、実行後に届く block、プラグインの説明。"""

TEXTS = {
    "codex.consent": "これにはユーザーの同意が必要ですが、ここでは確認画面を出せません。別の方法で同じことをしないでください。何をなぜ行うのかをユーザーに伝えてターンを終え、同意を得てから、まったく同じ呼び出しを繰り返してください",
    "codex.edit_made": "編集自体は行われ、ファイルは書いたとおりにディスク上にあります。もう一度適用しないでください。",
    "codex.command_ran": "コマンド自体は実行済みです。この文面はその出力の代わりに表示されています。",
    "codex.tool_ran": "呼び出し自体は完了しています。この文面はその結果の代わりに表示されています。",
    "codex.no_reason": "[feedback-gate] 拒否しましたが、理由の文面がありません。次の手順: `feedback-gate doctor` を実行してください",
    "codex.no_launcher": "[feedback-gate] まだ何も確認していません。プラグインは入っていますが、本体がありません。`pipx run feedback-gate init --host codex` を一度実行してください",
    "codex.no_launcher_agent": "feedback-gate のプラグインは入っていますが、本体がないため何も確認されません。`pipx run feedback-gate init --host codex` を一度実行するよう、ユーザーに一文で伝えてください。",
    "codex.correct_about": "ユーザーの指摘のうちどれがルールになり、最近何回破られたか、何を強める・直す・やめるべきかを示します。ユーザーが $correct と入力したとき、またはルールの状況を尋ねたときに使います。",
    "codex.correct_body": "ユーザーが添えた語 (`--window 7d`、`--min 3`、`apply` など) を付けて `feedback-gate correct` を実行し (PATH にないときは `~/.local/bin/feedback-gate`)、報告をそのまま示してください。\n\n`enforce` では、ルールの本文からパターンを考え、書き込む前にその項目を示してください。`stale` と `expired` では、残すか、更新するか、削除するかを尋ねてください。ユーザーの同意なしにルールのファイルを変更しないでください。`apply` は回数の引き上げだけへの同意です。",
    "codex.gate_about": "品質ゲートの直近の結果と未解決のものを示し、今すぐ実行し、または記録を消します。ユーザーが $gate と入力したとき、またはチェックが失敗した理由を尋ねたときに使います。",
    "codex.gate_body": "直近の結果と未解決のものは `feedback-gate status`、今すぐ実行するには `feedback-gate gate run`、ファイルに掛かるチェックを見るには `feedback-gate gate explain FILE`、記録を消すには `feedback-gate gate reset` を実行します (PATH にないときは `~/.local/bin/feedback-gate`)。出力はそのまま示してください。reset はユーザーに頼まれたときだけ実行してください。",
    "codex.plugin_about": "指摘をルールとして守らせ、エージェントの変更に品質ゲートを実行し、実際のチェックで裏付けられない主張を退けます。",
}
