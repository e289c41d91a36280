"""Texts about running commands: notes inside log files."""

TEXTS = {
    "run.shared_result": "[gate] 別のエージェントが実行した結果を引き継ぎました。そのログ: {log}",
    "run.log_cut": "[gate] {size} MiB を超えた出力はここでは省きます。最後の部分は次のとおりです:",
}
