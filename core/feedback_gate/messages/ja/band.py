"""Texts of the running band and the summary line."""

TEXTS = {
    "band.running": "[gate] 実行中:",
    "band.waiting": "待機中",
    "band.done": "[gate] 完了: {counts} ({seconds}s)",
}
