"""Every reason for which the installer refuses: code → sentence and next step, in English and Japanese.

The codes are stable; docs/reason-codes.md is generated from this table. A placeholder in braces is a parameter of
the refusal; the codes at the end are the launcher's, which says the same words without this table.
"""

from __future__ import annotations


class Reason:
    """The words for one code: a sentence (``en``, ``ja``) and what to do next (``next_en``, ``next_ja``)."""

    __slots__ = ("en", "ja", "next_en", "next_ja")

    def __init__(self, en: str, ja: str, next_en: str, next_ja: str) -> None:
        self.en = en
        self.ja = ja
        self.next_en = next_en
        self.next_ja = next_ja


_REPORT = (
    "Do not use this release. Report it through the project's security contact.",
    "このリリースは使わず、プロジェクトのセキュリティ窓口に報告してください。",
)
_OTHER_SOURCE = (
    "Try again, or name another source with --from or --base-url.",
    "もう一度試すか、--from または --base-url で別の取得元を指定してください。",
)
_REINSTALL = (
    "Update or reinstall the plugin; its pin file was changed or only half copied.",
    "プラグインを更新または再インストールしてください。pin ファイルが変更されたか、途中までしかコピーされていません。",
)
_ADMINISTRATOR = (
    "Ask your administrator: only that file can change this.",
    "管理者に相談してください。変更できるのはこのファイルだけです。",
)
_UPDATE = (
    "Update the plugin or the installer first.",
    "先にプラグインまたはインストーラーを更新してください。",
)
_OWN_FOLDER = (
    "Make it yours alone (chown, chmod go-w), or remove it and install again.",
    "所有者と権限を直す(chown、chmod go-w)か、削除してもう一度インストールしてください。",
)
_NETWORK = (
    "Check the network and try again, or install from a file with --from.",
    "ネットワークを確認してもう一度試すか、--from でファイルからインストールしてください。",
)

_REPLACE = ("Install the plugin again.", "プラグインを入れ直してください。")
_DOCTOR = ("Run feedback-gate doctor.", "feedback-gate doctor で調べてください。")

REASONS: dict[str, Reason] = {
    # What was pinned, and by whom
    "pin-missing": Reason(
        "There is no pin to install by: {path} ({why}).",
        "インストールの基準になる pin がありません: {path}({why})。",
        "Name the plugin's pin file with --pin, or use an installer from a release.",
        "--pin でプラグインの pin ファイルを指定するか、リリースに含まれるインストーラーを使ってください。",
    ),
    "pin-invalid": Reason(
        "The pin cannot be used: {what}.",
        "pin を使えません: {what}。",
        *_REINSTALL,
    ),
    "bad-version": Reason(
        "“{version}” is not a version of the form X.Y.Z.",
        "「{version}」は X.Y.Z 形式のバージョンではありません。",
        *_REINSTALL,
    ),
    "key-missing": Reason(
        "The pin names no signing key, so no release can be checked against it.",
        "pin に署名鍵がないため、リリースを検証できません。",
        "Use a released plugin or installer; one built from a checkout has no keys.",
        "リリース版のプラグインかインストーラーを使ってください。チェックアウトから作ったものには鍵がありません。",
    ),
    "key-weak": Reason(
        "The pinned key {name} is not a usable Ed25519 public key.",
        "pin の鍵 {name} は Ed25519 の公開鍵として使えません。",
        *_REINSTALL,
    ),
    "key-revoked": Reason(
        "The signing key {key} has been revoked.",
        "署名鍵 {key} は失効しています。",
        *_UPDATE,
    ),
    "admin-key-mismatch": Reason(
        "The administrator's file {path} trusts only key {wanted}; this release's key is {found}.",
        "管理者のファイル {path} が信頼する鍵は {wanted} だけですが、このリリースの鍵は {found} です。",
        *_ADMINISTRATOR,
    ),
    "admin-pin-mismatch": Reason(
        "The administrator's file {path} sets {name} to {wanted}; this plugin pins {found}.",
        "管理者のファイル {path} の {name} は {wanted} ですが、このプラグインの pin は {found} です。",
        *_ADMINISTRATOR,
    ),
    "policy-unsafe": Reason(
        "The administrator's file {path} can be changed by others: {why}.",
        "管理者のファイル {path} は他のユーザーが変更できます: {why}。",
        "Give the file to root and take write permission from group and others.",
        "所有者を root にし、グループと他のユーザーの書き込み権限を外してください。",
    ),
    "policy-invalid": Reason(
        "The administrator's file {path} cannot be used: {what}.",
        "管理者のファイル {path} を使えません: {what}。",
        *_ADMINISTRATOR,
    ),
    # Signature and list
    "sums-missing": Reason(
        "checksums.txt is missing from the release.",
        "リリースに checksums.txt がありません。",
        *_OTHER_SOURCE,
    ),
    "sums-invalid": Reason(
        "checksums.txt is signed but malformed: {what}.",
        "checksums.txt は署名されていますが、形式が正しくありません: {what}。",
        *_REPORT,
    ),
    "sums-format-unknown": Reason(
        "checksums.txt has format {found}; this installer knows up to {known}.",
        "checksums.txt の形式は {found} ですが、このインストーラーが読めるのは {known} までです。",
        *_UPDATE,
    ),
    "signature-missing": Reason(
        "checksums.txt.sig is missing or empty.",
        "checksums.txt.sig がないか、空です。",
        *_OTHER_SOURCE,
    ),
    "signature-truncated": Reason(
        "The signature has {found} bytes instead of {wanted}.",
        "署名が {found} バイトです(正しくは {wanted} バイト)。",
        *_OTHER_SOURCE,
    ),
    "signature-malleable": Reason(
        "The signature was rewritten: its number S is not below the group order.",
        "署名が書き換えられています。値 S が群の位数以上です。",
        *_REPORT,
    ),
    "signature-unknown-key": Reason(
        "checksums.txt is signed by key {found}; trusted is {wanted}.",
        "checksums.txt は鍵 {found} で署名されていますが、信頼できる鍵は {wanted} です。",
        *_UPDATE,
    ),
    "signature-mismatch": Reason(
        "The signature does not fit checksums.txt (key {key}).",
        "署名が checksums.txt と一致しません(鍵 {key})。",
        *_REPORT,
    ),
    "verifiers-disagree": Reason(
        "The two signature verifiers disagree (plain: {plain}, library: {library}).",
        "二つの署名検証器の結果が食い違います(単体: {plain}、ライブラリ: {library})。",
        *_REPORT,
    ),
    "product-mismatch": Reason(
        "This is signed for “{found}”, not for “{wanted}”.",
        "これは「{found}」用の署名であり、「{wanted}」用ではありません。",
        *_OTHER_SOURCE,
    ),
    "version-mismatch": Reason(
        "The release is version {found}; pinned is {wanted}.",
        "リリースのバージョンは {found} ですが、pin は {wanted} です。",
        *_OTHER_SOURCE,
    ),
    "platform-mismatch": Reason(
        "The file is for {found}; needed is {wanted}.",
        "このファイルは {found} 用ですが、必要なのは {wanted} 用です。",
        *_OTHER_SOURCE,
    ),
    "file-not-listed": Reason(
        "checksums.txt does not list {name}.",
        "checksums.txt に {name} がありません。",
        *_OTHER_SOURCE,
    ),
    "pin-sums-mismatch": Reason(
        "The pin says {wanted}, the signed list says {found}.",
        "pin は {wanted}、署名された一覧は {found} で、一致しません。",
        *_REPORT,
    ),
    # The files themselves
    "file-missing": Reason(
        "{name} is missing from the release.",
        "リリースに {name} がありません。",
        *_OTHER_SOURCE,
    ),
    "size-mismatch": Reason(
        "{name} has {found} bytes instead of {wanted}.",
        "{name} の大きさは {found} バイトで、{wanted} バイトではありません。",
        *_OTHER_SOURCE,
    ),
    "checksum-mismatch": Reason(
        "{name} has SHA-256 {found}; it must be {wanted}.",
        "{name} の SHA-256 は {found} ですが、正しくは {wanted} です。",
        *_OTHER_SOURCE,
    ),
    "archive-unreadable": Reason(
        "{name} is not a readable zip archive.",
        "{name} は読み取れる zip アーカイブではありません。",
        *_OTHER_SOURCE,
    ),
    "archive-unsafe": Reason(
        "{name} holds an entry that must not be in an archive: {member} ({why}).",
        "{name} に、アーカイブにあってはならない項目があります: {member}({why})。",
        *_REPORT,
    ),
    "attestation-missing": Reason(
        "The administrator requires a build attestation and this release has none.",
        "管理者はビルド証明を求めていますが、このリリースにはありません。",
        *_ADMINISTRATOR,
    ),
    "attestation-mismatch": Reason(
        "The build attestation does not name this file: {what}.",
        "ビルド証明がこのファイルのものではありません: {what}。",
        *_REPORT,
    ),
    "no-sha256-tool": Reason(
        "SHA-256 cannot be computed here, so nothing can be checked.",
        "SHA-256 を計算できないため、何も検証できません。",
        "Use a Python whose hashlib works.",
        "hashlib が動く Python を使ってください。",
    ),
    "module-missing": Reason(
        "This Python lacks the standard module {name}, so the check cannot be made.",
        "この Python には標準モジュール {name} がないため、検証できません。",
        "Run the installer with a complete Python 3.9 or newer.",
        "完全な Python 3.9 以降でインストーラーを実行してください。",
    ),
    # Rollback
    "version-rollback": Reason(
        "Version {version} is older than {highest}, which was already installed with key {key}.",
        "バージョン {version} は、鍵 {key} で既に入っている {highest} より古いものです。",
        "If that is meant: --allow-downgrade {version}, or allowVersion = {version} in the administrator's file.",
        "意図したものなら --allow-downgrade {version} を付けるか、管理者のファイルに allowVersion = {version} と書いてください。",
    ),
    "downgrade-by-agent": Reason(
        "An agent's session must not allow a downgrade ({variable} is set).",
        "エージェントのセッションからダウングレードは許可できません({variable} が設定されています)。",
        "Run the command in a terminal of your own.",
        "ご自身の端末でコマンドを実行してください。",
    ),
    # The way to the files
    "fetcher-unavailable": Reason(
        "Downloading needs a part that does not import here: {what}.",
        "ダウンロードに必要な部品を読み込めません: {what}。",
        "Install from a file with --from, or run the installer with the Python it was built for.",
        "--from でファイルからインストールするか、ビルド時と同じ Python で実行してください。",
    ),
    "no-release-address": Reason(
        "No release address is known.",
        "リリースの取得先がわかりません。",
        "Name one with --base-url, FEEDBACK_GATE_RELEASE_BASE_URL or releaseBaseUrl, or use --from.",
        "--base-url、FEEDBACK_GATE_RELEASE_BASE_URL、releaseBaseUrl のいずれかで指定するか、--from を使ってください。",
    ),
    "address-not-https": Reason(
        "{address} is neither https:// nor file://.",
        "{address} は https:// でも file:// でもありません。",
        "Use an https:// address, or file:// for a folder on this machine.",
        "https:// のアドレスか、このマシンのフォルダなら file:// を使ってください。",
    ),
    "redirect-not-https": Reason(
        "{host} redirects to {target}, which is not https.",
        "{host} が https でない {target} に転送しようとしました。",
        *_OTHER_SOURCE,
    ),
    "redirect-host": Reason(
        "{host} redirects to {target}, which is not an allowed host.",
        "{host} が、許可されていないホスト {target} に転送しようとしました。",
        "If that host is right, the administrator can allow it with redirectHosts.",
        "そのホストが正しければ、管理者が redirectHosts で許可できます。",
    ),
    "redirect-limit": Reason(
        "{host} redirects more than {limit} times.",
        "{host} の転送が {limit} 回を超えました。",
        *_OTHER_SOURCE,
    ),
    "download-too-large": Reason(
        "{host} sends more than the {limit} bytes that {name} may have.",
        "{host} が、{name} の上限 {limit} バイトを超えて送ってきました。",
        *_OTHER_SOURCE,
    ),
    "download-failed": Reason(
        "{host} could not be reached: {why}.",
        "{host} に接続できません: {why}。",
        *_NETWORK,
    ),
    "download-incomplete": Reason(
        "The connection to {host} broke after {found} of {wanted} bytes, also when tried again.",
        "{host} との接続が {wanted} バイト中 {found} バイトで切れ、再試行しても直りませんでした。",
        *_NETWORK,
    ),
    "tls-untrusted": Reason(
        "The certificate of {host} is not trusted here; it was issued by “{issuer}”.",
        "{host} の証明書を信頼できません。発行者は「{issuer}」です。",
        "If that is your company's own authority, name its certificate file with SSL_CERT_FILE.",
        "それが会社の認証局なら、その証明書ファイルを SSL_CERT_FILE で指定してください。",
    ),
    "tls-failed": Reason(
        "No secure connection to {host}: {why}.",
        "{host} と安全に接続できません: {why}。",
        *_NETWORK,
    ),
    "ca-file-unreadable": Reason(
        "The certificate file {path} ({variable}) cannot be used: {why}.",
        "証明書ファイル {path}({variable})を使えません: {why}。",
        "Correct the variable; it must name a file of PEM certificates.",
        "変数を直してください。PEM 形式の証明書ファイルを指定する必要があります。",
    ),
    "proxy-failed": Reason(
        "The proxy {proxy} could not be used: {why}.",
        "プロキシ {proxy} を使えません: {why}。",
        "Check HTTPS_PROXY, ALL_PROXY and NO_PROXY. PAC files are not supported.",
        "HTTPS_PROXY、ALL_PROXY、NO_PROXY を確認してください。PAC ファイルには対応していません。",
    ),
    "proxy-auth": Reason(
        "The proxy {proxy} wants a user name and password.",
        "プロキシ {proxy} がユーザー名とパスワードを求めています。",
        "Put them into HTTPS_PROXY (https://USER:PASSWORD@HOST:PORT); they are never logged.",
        "HTTPS_PROXY に書いてください(https://USER:PASSWORD@HOST:PORT)。ログには残りません。",
    ),
    "http-status": Reason(
        "{host} answered with status {status}.",
        "{host} がステータス {status} を返しました。",
        *_OTHER_SOURCE,
    ),
    "not-published": Reason(
        "{host} has no {name} for version {version}.",
        "{host} にバージョン {version} の {name} がありません。",
        "The release may still be under way: try again later, or name another source with --from or --base-url.",
        "リリース作業中かもしれません。後でもう一度試すか、--from または --base-url で別の取得元を指定してください。",
    ),
    "server-busy": Reason(
        "{host} asks to come back later (status {status}).",
        "{host} が後で来るよう求めています(ステータス {status})。",
        "Try again in {seconds} s.",
        "{seconds} 秒後にもう一度試してください。",
    ),
    "time-budget-spent": Reason(
        "The {seconds} s allowed for installing are over.",
        "インストールに許された {seconds} 秒を使い切りました。",
        "Run the installer in a terminal; there --budget SECONDS allows more time.",
        "端末でインストーラーを実行してください。--budget 秒数 で時間を延ばせます。",
    ),
    "web-page": Reason(
        "A web page came back from {host} instead of {name} (status {status}).",
        "{host} から {name} ではなくウェブページが返ってきました(ステータス {status})。",
        "A sign-in page or a filter stands in the way: open the address in a browser, or use --from.",
        "ログイン画面かフィルターが間に入っています。ブラウザーで開いて確かめるか、--from を使ってください。",
    ),
    "mirrors-failed": Reason(
        "No source gave the right files: {tried}.",
        "どの取得元からも正しいファイルを得られませんでした: {tried}。",
        *_OTHER_SOURCE,
    ),
    "source-missing": Reason(
        "{path} is neither a release folder, an offline archive nor feedback-gate.pyz with its checksums beside it.",
        "{path} は、リリースのフォルダでも、オフライン用アーカイブでも、チェックサムが隣にある feedback-gate.pyz でもありません。",
        "Name what `mirror` made, or the folder that holds the files of the release.",
        "`mirror` で作ったもの、またはリリースのファイルが入ったフォルダを指定してください。",
    ),
    # This machine
    "no-cache-dir": Reason(
        "There is no folder to install into: HOME and {variable} are unset or not absolute.",
        "インストール先がありません。HOME と {variable} が未設定か、絶対パスではありません。",
        "Set HOME, or FEEDBACK_GATE_CACHE_DIR and the XDG variables.",
        "HOME を設定するか、FEEDBACK_GATE_CACHE_DIR と XDG の変数を設定してください。",
    ),
    "cache-unwritable": Reason(
        "{path} cannot be written: {why}.",
        "{path} に書き込めません: {why}。",
        "Make it writable, name another folder with FEEDBACK_GATE_CACHE_DIR, or let an administrator fill /opt/feedback-gate.",
        "書き込めるようにするか、FEEDBACK_GATE_CACHE_DIR で別のフォルダを指定するか、管理者に /opt/feedback-gate を用意してもらってください。",
    ),
    "cache-unsafe": Reason(
        "{path} is not safe to use: {why}.",
        "{path} は安全に使えません: {why}。",
        *_OWN_FOLDER,
    ),
    "link-refused": Reason(
        "{path} is a symbolic link; links are not followed here.",
        "{path} はシンボリックリンクです。ここではリンクをたどりません。",
        "Remove the link and install again.",
        "リンクを削除してもう一度インストールしてください。",
    ),
    "disk-full": Reason(
        "The disk that holds {path} is full.",
        "{path} のあるディスクがいっぱいです。",
        "Make room and try again.",
        "空きを作ってもう一度試してください。",
    ),
    "denied-by-system": Reason(
        "Permissions allow writing to {path}, yet the system forbids it.",
        "{path} は権限上は書き込めますが、システムが禁止しています。",
        "SELinux, AppArmor or security software is in the way: ask for {path} to be allowed, or use /opt/feedback-gate.",
        "SELinux、AppArmor、またはセキュリティソフトが止めています。{path} を許可してもらうか、/opt/feedback-gate を使ってください。",
    ),
    "removed-after-write": Reason(
        "{path} was written and then disappeared.",
        "{path} は書き込んだ後に消えました。",
        "Security software may have taken it away: look into its quarantine and allow this folder.",
        "セキュリティソフトが取り除いた可能性があります。隔離場所を確認し、このフォルダを許可してください。",
    ),
    "not-installed": Reason(
        "Version {version} is not installed in {path}.",
        "バージョン {version} は {path} に入っていません。",
        "Run: feedback-gate-installer install",
        "実行: feedback-gate-installer install",
    ),
    "tampered": Reason(
        "{path} was changed after it was installed: SHA-256 {found}, recorded {wanted}.",
        "{path} はインストール後に変更されました。SHA-256 は {found}、記録は {wanted} です。",
        "Run: feedback-gate-installer install (it puts the verified file back)",
        "実行: feedback-gate-installer install(検証済みのファイルに戻します)",
    ),
    "payload-missing": Reason(
        "This installer carries no {name}.",
        "このインストーラーには {name} が入っていません。",
        "Use the installer of a release, or name the file with --{option}.",
        "リリースのインストーラーを使うか、--{option} でファイルを指定してください。",
    ),
    "target-exists": Reason(
        "{path} exists and is not empty.",
        "{path} は既にあり、空ではありません。",
        "Name a new or empty folder.",
        "新しいフォルダか空のフォルダを指定してください。",
    ),
    "internal": Reason(
        "The installer itself failed ({what}).",
        "インストーラー自体が失敗しました({what})。",
        "Nothing was placed. Please report this line.",
        "何も配置していません。この行を報告してください。",
    ),
    "no-download-tool": Reason(
        "There is neither curl nor wget here.",
        "curl も wget もありません。",
        "Install one of them, or run feedback-gate-installer install.",
        "どちらかを入れるか、feedback-gate-installer install を実行してください。",
    ),
    # Spoken by the launcher when it cannot start anything
    "no-python": Reason(
        "No usable Python (3.9 or newer) was found.",
        "使える Python(3.9 以上)が見つかりません。",
        "Install one or put it on PATH.",
        "Python を入れるか、PATH に置いてください。",
    ),
    "pin-unusable": Reason(
        "No usable file named pin lies beside the launcher.",
        "起動プログラムの隣に、使える pin ファイルがありません。",
        "Install a release, or what make plugin builds.",
        "リリース、または make plugin で作ったものを入れてください。",
    ),
    "executable-missing": Reason(
        "The executable is not installed.",
        "実行ファイルが入っていません。",
        "Start a new session, or run: {command}",
        "新しいセッションを始めるか、次を実行してください: {command}",
    ),
    "executable-changed": Reason(
        "The executable does not have the pinned SHA-256.",
        "実行ファイルが、固定された SHA-256 と一致しません。",
        "Start a new session, or install the plugin again.",
        "新しいセッションを始めるか、プラグインを入れ直してください。",
    ),
    "launcher-incomplete": Reason(
        "Files of the launcher are missing.",
        "起動プログラムのファイルが欠けています。",
        *_REPLACE,
    ),
    "override-unusable": Reason(
        "What FEEDBACK_GATE_BIN names cannot be run.",
        "FEEDBACK_GATE_BIN が指すものを実行できません。",
        "Correct the variable or unset it.",
        "値を直すか、消してください。",
    ),
    "answer-invalid": Reason(
        "The answer was not JSON and was dropped.",
        "応答が JSON ではなかったので捨てました。",
        *_DOCTOR,
    ),
    "process-failed": Reason(
        "The process ended with status {status}.",
        "プロセスが異常終了しました(状態 {status})。",
        *_DOCTOR,
    ),
    "launcher-stopped": Reason(
        "The launcher stopped half-way.",
        "起動プログラムが途中で止まりました。",
        *_DOCTOR,
    ),
}

# The codes above that no line of the installer raises.
LAUNCHER = (
    "no-python",
    "pin-unusable",
    "executable-missing",
    "executable-changed",
    "launcher-incomplete",
    "override-unusable",
    "answer-invalid",
    "process-failed",
    "launcher-stopped",
)
