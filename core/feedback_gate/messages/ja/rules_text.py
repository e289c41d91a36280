"""フィードバックの残し方をエージェントに伝える同梱テキスト。利用者自身のルールファイルがあればそちらが使われる。"""

TEXTS = {
    "rules_text.text": """# フィードバックの残し方

利用者から訂正・好み・繰り返しの指摘を受けたら、返答の前に次のことをしてください。
1. その指摘の背後にある一般的なルールを一行で述べ、残してよいか尋ねる。
2. よければ残す: `feedback-gate rules add 名前 --description "…" [--project]`、またはファイルを自分で書く。既存のルールがあれば
   `feedback-gate rules bump 名前` で回数を上げる。どちらも許可の確認は不要。
残すのは出来事ではなくルール。そうしてしまった言い訳と、その言い訳が通らない理由も書き添える。

ルールは `~/.claude/feedback/` または `~/.agents/feedback/` (全プロジェクト共通) と、プロジェクト内の同名フォルダーにある Markdown ファイル。
一件一ファイル、名前は英語の snake_case。作業前に読むこと。`count` が 3 以上なら必ず守る。それ未満は仮のルール。プロジェクトのルールは
利用者のルールを厳しくできるが、緩めたり隠したりはできない。

    ---
    name: topic_in_snake_case
    description: 一行の説明
    count: 1
    # 任意: expires: 2027-01-31 / projects: ['~/src/org/**'] / when_exists: [go.mod]
    enforce:
      - event: pre_bash            # 実行前のコマンド: program, subcommand, flags, when, unless, check
        program: git               # シェルと同じ読み方で照合する。`when` は文字列への正規表現
        subcommand: push
        flags: [--force, -f]
        message: 代わりにすること
      - event: pre_edit            # 編集で入る文字列: path, exclude_path, when, unless, absent_sibling, absent_glob
        path: 'src/**/*.ts'
        when: 'console\\.log'
      - event: post_edit           # 編集後のファイル: path, exclude_path, when, unless, check
        path: '**/*.py'
        check: 'ruff check "$FILE"'
      - event: stop_check          # 終了前、変更したファイル: changed, require_sibling, check
        changed: '**/README.md'
        require_sibling: README.ja.md
    ---
    ルール本文。**Why:** … **How to apply:** …

パターン・グロブ・プログラムは対象を選び、absent_*・require_sibling・check はその対象に求める条件。厳しさは回数で決まる。2 以下は警告、3 と 4 は確認 (実行前) またはブロック (実行後と終了時)、5 は拒否。違反すると回数はセッションごとに
一度だけ、4 まで自動で上がる。5 にするのは利用者。グロブは `*`、`?`、`**/`、`[…]`、`{a,b}`。
`/correct` (または `feedback-gate correct`) は違反の記録とルールを照らして変更を提案する。それ以外で既存のルールを変える前には利用者に確認
すること。誤りは `feedback-gate rules check`、何がなぜ効くかは `rules explain` で分かる。""",
}
