"""Everything the installer says that is not a refusal, in English and Japanese, and the choice between them."""

from __future__ import annotations

from feedback_gate_installer import reasons

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

    from feedback_gate_installer.errors import RefusedError

LANGUAGES = ("en", "ja")

TEXTS: dict[str, tuple[str, str]] = {
    # Results
    "installed": ("Installed feedback-gate {version}: {path}", "feedback-gate {version} をインストールしました: {path}"),
    "present": ("feedback-gate {version} is already installed: {path}", "feedback-gate {version} は既に入っています: {path}"),
    "facts": ("  SHA-256 {sha256}, key {key}, checked by {decided_by}", "  SHA-256 {sha256}、鍵 {key}、検証 {decided_by}"),
    "source": ("  from {source}", "  取得元 {source}"),
    "launcher": ("Launcher: {path}", "ランチャー: {path}"),
    "command": ("Command: {path}", "コマンド: {path}"),
    "verified": ("feedback-gate {version} is unchanged: {path}", "feedback-gate {version} に変更はありません: {path}"),
    "when": ("  installed {installed} from {source}", "  {installed} に {source} からインストール"),
    "removed": ("Removed {path}", "削除しました: {path}"),
    "would-remove": ("Would remove {path}", "削除の対象: {path}"),
    "nothing-to-remove": ("There is nothing to remove.", "削除するものはありません。"),
    "mirrored": ("Release {version} is complete and verified in {path}", "リリース {version} を検証して {path} に用意しました"),
    "bundled": ("The administrator's bundle for {version} is in {path}", "{version} の管理者用一式を {path} に用意しました"),
    "next": ("  next: {step}", "  次に: {step}"),
    # Notes: something a person should know, though it went well
    "stage-one-alone": (
        "The cryptography library does not import here; the plain verifier decided alone.",
        "cryptography ライブラリを読み込めないため、単体の検証器だけで判定しました。",
    ),
    "no-attestation": (
        "This release carries no build attestation; none is required.",
        "このリリースにビルド証明はありません(必須ではありません)。",
    ),
    "downgrade-allowed": ("Went back to {version} on purpose.", "意図したとおり {version} に戻しました。"),
    "release-old": (
        "This release is from {date}, {days} days ago: look for a newer one.",
        "このリリースは {date} のもので、{days} 日前です。新しいものがないか確認してください。",
    ),
    "history-not-kept": (
        "{path} cannot be written, so an older release would not be noticed next time.",
        "{path} に書き込めないため、次に古いリリースが来ても気付けません。",
    ),
    "no-history": (
        "There is no history of installed versions here: an older release would not be noticed.",
        "インストール済みバージョンの履歴がないため、古いリリースに気付けません。",
    ),
    "source-failed": ("Passed over {source}: {code}", "{source} は使いませんでした: {code}"),
    "environment-ignored": (
        "Ignored {names}: the project's own settings set it.",
        "{names} は無視しました。プロジェクトの設定が指定しているためです。",
    ),
    "base-locked": (
        "The administrator's file fixes the release address; the one given here was not used.",
        "取得元は管理者のファイルで決められているため、指定されたものは使いませんでした。",
    ),
    "launcher-newer": (
        "The launcher already starts version {version} and was left alone.",
        "ランチャーは既にバージョン {version} を起動するため、変更しませんでした。",
    ),
    "command-foreign": (
        "{path} is not ours and was left alone.",
        "{path} はこのツールのものではないため、変更しませんでした。",
    ),
    "command-not-on-path": ("{folder} is not on PATH.", "{folder} は PATH にありません。"),
    "changed-left": ("{path} was changed since and was left alone.", "{path} はその後変更されているため残しました。"),
    "kept-in-use": ("Kept {path}: {why}", "残しました: {path}({why})"),
    "registered": (
        "{path} still registers our hooks: run feedback-gate uninstall first, or remove the lines that name {launcher}.",
        "{path} にフックの登録が残っています。先に feedback-gate uninstall を実行するか、{launcher} を含む行を削除してください。",
    ),
    "settings-kept": ("Kept your settings: {path}", "設定は残しました: {path}"),
    # Why an old version was kept
    "why-pinned": ("the launcher starts it", "ランチャーが起動するバージョンです"),
    "why-recent": ("used in the last 30 days", "この 30 日以内に使われました"),
    "why-running": ("a running process uses it", "実行中のプロセスが使っています"),
    # Progress and usage
    "progress": ("{name}: {done} of {size} kB", "{name}: {done} / {size} kB"),
    "usage": ("feedback-gate-installer: {what}", "feedback-gate-installer: {what}"),
    "version": ("feedback-gate-installer for feedback-gate {version}", "feedback-gate {version} 用 feedback-gate-installer"),
    "version-checkout": (
        "feedback-gate-installer (from a checkout, without a pin)",
        "feedback-gate-installer(チェックアウトから実行、pin なし)",
    ),
    # Help
    "about": (
        "Installs the verified feedback-gate executable, proves what is there, and takes it away again.",
        "検証済みの feedback-gate をインストールし、入っているものを確かめ、取り除きます。",
    ),
    "help-install": (
        "install the pinned version, the launcher and the command",
        "pin のバージョン、ランチャー、コマンドをインストールする",
    ),
    "help-verify": ("check again, offline, what is installed", "入っているものをオフラインで再検証する"),
    "help-uninstall": ("remove what was installed", "インストールしたものを取り除く"),
    "help-prune": ("remove versions that have not been used for 30 days", "30 日間使われていないバージョンを取り除く"),
    "help-mirror": (
        "fetch and verify a whole release, to serve or carry it elsewhere",
        "リリース一式を取得・検証し、配布や持ち運びに備える",
    ),
    "help-admin-bundle": (
        "make the files an administrator rolls out: executable, launcher, pin, policy, host settings",
        "管理者が配布する一式(実行ファイル、ランチャー、pin、ポリシー、ホストの設定)を作る",
    ),
    "help-pin": (
        "pin file to install by (default: the installer's own)",
        "基準にする pin ファイル(既定: インストーラー内蔵のもの)",
    ),
    "help-from": ("install from a folder or file, without network", "フォルダかファイルからネットワークなしで行う"),
    "help-base-url": ("release address; may be given several times", "取得元のアドレス(複数指定可)"),
    "help-budget": ("seconds this may take in all (default: {seconds})", "全体の制限時間(秒、既定: {seconds})"),
    "help-allow-downgrade": ("allow exactly this older version", "この古いバージョンだけを許可する"),
    "help-no-launcher": ("install the executable only", "実行ファイルだけをインストールする"),
    "help-json": ("answer with one JSON object", "JSON で答える"),
    "help-dry-run": ("only say what would be done", "何をするかだけを示す"),
    "help-keep-log": ("leave the log", "ログを残す"),
    "help-to": ("folder to make", "作成するフォルダ"),
    "help-archive": ("also write one archive for install --from", "install --from 用のアーカイブも作る"),
    "help-fail-mode": ("fail mode to roll out: open or closed", "配布する failMode: open か closed"),
    "help-version": ("say which version this installs", "インストールするバージョンを示す"),
}


def language(env: Mapping[str, str]) -> str:
    """``ja`` or ``en``: our own option, then FEEDBACK_GATE_LANG, then the locale."""
    chosen = env.get("FEEDBACK_GATE_LANGUAGE", "") or env.get("CLAUDE_PLUGIN_OPTION_LANGUAGE", "")
    if chosen.strip().lower() in LANGUAGES:
        return chosen.strip().lower()
    for name in ("FEEDBACK_GATE_LANG", "LC_ALL", "LC_MESSAGES", "LANG"):
        word = env.get(name, "").strip().lower()
        if word:
            return "ja" if word[:2] == "ja" and not word[2:3].isalpha() else "en"
    return "en"


def text(code: str, tongue: str, **params: object) -> str:
    """The sentence for a code, filled in."""
    return TEXTS[code][LANGUAGES.index(tongue)].format(**params)


def refusal(refused: RefusedError, tongue: str) -> tuple[str, str]:
    """Sentence and next step of a refusal, filled in."""
    reason = reasons.REASONS[refused.code]
    words = (reason.ja, reason.next_ja) if tongue == "ja" else (reason.en, reason.next_en)
    return words[0].format(**refused.params), words[1].format(**refused.params)
