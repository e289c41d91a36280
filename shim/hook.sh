#!/bin/sh
# Starts feedback-gate for one hook event: hook.sh claude|codex EVENT [WORD], the host's JSON on standard input.
# Or a command for a person, from what the plugin adds to the host: hook.sh run COMMAND ARGUMENT…, which ends as it does.
# Or hook.sh install: installs the pinned executable now; ends in 0 with its path, or in 1 with the reason.
#
# Finds the pinned executable and a real Python, starts it, waits, and passes its answer on. When that cannot be done it
# answers by the fail mode itself. A hook always ends in 0, because hosts read 2 as a refusal and other numbers as nothing.
#
# A shell reads a script as it goes: what most events need comes first, what few need last.
#
# A FIFO in place of a file of ours is passed over: who opens one waits, and a host lets pass what waits too long.
#
# POSIX sh (dash, bash as sh, busybox). Nothing but the interpreter is started on the usual way, and standard input is left
# to it. Every variable is named fg_*: one that the environment already has would go to the commands of the gate.

# shellcheck disable=SC2015,SC2094,SC2317,SC3013
# (2015: an `A && B || C` whose B cannot fail; 2094: `-nt` does not write; 2317: reached by the trap; 3013: `-nt` and `-ef` are
# in every sh named above)

trap 'exit 0' EXIT
set +efuvx
# bash takes functions from the environment, also under the name sh; a project's settings can put them there.
unset -f [ printf read true cd pwd kill wait umask date mkdir sleep find
fg_host=$1
fg_event=$2
fg_here=${0%/*}
[ "$fg_here" != "$0" ] || fg_here=.
[ "${fg_here#/}" != "$fg_here" ] || fg_here=$PWD/$fg_here
fg_policy=/etc/feedback-gate/policy.conf
fg_newline='
'

# ---- options

absolute() {
  case $1 in
    /*) ;;
    *) return 1 ;;
  esac
}

# base_of NAME VALUE BELOW_HOME: sets fg_base to our folder where that variable, else the home folder, has it; to nothing
# without either. A variable that the project set is taken out, so that what we start does not believe it either.
base_of() {
  fg_base=${fg_home:+$fg_home/$3/feedback-gate}
  absolute "$2" || return 0
  if from_project "$1"; then
    unset "$1"
  else
    fg_base=$2/feedback-gate
  fi
}

make_folder() {
  (umask 077 && PATH=/usr/bin:/bin mkdir -p "$1") 2>/dev/null
}

# is_there FILE: whether anything stands there: also what is no file, a link that leads nowhere, and what may not be looked at.
is_there() {
  [ -e "$1" ] || [ -h "$1" ] || { [ -d "${1%/*}" ] && [ ! -x "${1%/*}" ]; }
}

# is_readable FILE: whether it is a file that we may read, of at most 1 MiB. It starts a program, so it is not asked on the
# usual way: a settings file that is too large keeps us awake (core/feedback_gate/setup.py), and then nobody reads it there.
is_readable() {
  [ -f "$1" ] && [ -r "$1" ] && [ -z "$(PATH=/usr/bin:/bin find -L "$1" -prune -size +2048 2>/dev/null)" ]
}

# Sets fg_fail_mode, fg_language, fg_notify, fg_launch_guard, the weakest source first: user, plugin, environment, administrator.
# An administrator's file that is there and cannot be read may have locked what protects, so nothing loosens it then.
read_options() {
  fg_fail_mode=open fg_language=auto fg_notify=auto fg_launch_guard=false fg_locked=
  read_conf "$fg_settings"
  ! is_there "$fg_policy" || is_readable "$fg_policy" || fg_locked=1
  set_option notify "$CLAUDE_PLUGIN_OPTION_NOTIFY"
  set_option notify "$FEEDBACK_GATE_NOTIFY"
  set_guarded agentLaunchGuard CLAUDE_PLUGIN_OPTION_AGENTLAUNCHGUARD "$CLAUDE_PLUGIN_OPTION_AGENTLAUNCHGUARD"
  set_guarded agentLaunchGuard FEEDBACK_GATE_AGENT_LAUNCH_GUARD "$FEEDBACK_GATE_AGENT_LAUNCH_GUARD"
  set_option language "$CLAUDE_PLUGIN_OPTION_LANGUAGE"
  set_option language "$FEEDBACK_GATE_LANGUAGE"
  set_guarded failMode CLAUDE_PLUGIN_OPTION_FAILMODE "$CLAUDE_PLUGIN_OPTION_FAILMODE"
  set_guarded failMode FEEDBACK_GATE_FAIL_MODE "$FEEDBACK_GATE_FAIL_MODE"
  [ -n "$fg_locked" ] || read_conf "$fg_policy"
  [ "$fg_language" != auto ] || language_of_locale
}

# set_guarded NAME VARIABLE WORD: the environment decides over the user's file, but a value that the project's own settings
# put there may only tighten.
set_guarded() {
  case $1.$fg_fail_mode.$fg_launch_guard=$3 in
    failMode.closed.*=[Oo][Pp][Ee][Nn] | agentLaunchGuard.*.true=[Ff][Aa][Ll][Ss][Ee])
      [ -z "$fg_locked" ] && ! from_project "$2" || return 0
      ;;
  esac
  set_option "$1" "$3"
}

# read_conf FILE: takes the lines `key = value`; a later line wins.
read_conf() {
  [ -f "$1" ] && [ -r "$1" ] || return 0
  while IFS= read -r fg_line || [ -n "$fg_line" ]; do
    case $fg_line in
      *=*)
        trim "${fg_line%%=*}"
        fg_key=$fg_trimmed
        trim "${fg_line#*=}"
        set_option "$fg_key" "$fg_trimmed"
        ;;
    esac
  done <"$1"
}

# set_option NAME WORD: takes a word that the option knows, in any case; anything else changes nothing.
set_option() {
  case $1=$2 in
    failMode=[Oo][Pp][Ee][Nn]) fg_fail_mode=open ;;
    failMode=[Cc][Ll][Oo][Ss][Ee][Dd]) fg_fail_mode=closed ;;
    language=[Jj][Aa]) fg_language=ja ;;
    language=[Ee][Nn]) fg_language=en ;;
    language=[Aa][Uu][Tt][Oo]) fg_language=auto ;;
    agentLaunchGuard=[Tt][Rr][Uu][Ee]) fg_launch_guard=true ;;
    agentLaunchGuard=[Ff][Aa][Ll][Ss][Ee]) fg_launch_guard=false ;;
    notify=[Oo][Ff][Ff]) fg_notify=off ;;
    notify=[Aa][Uu][Tt][Oo]) fg_notify=auto ;;
    notify=?*) fg_notify=chosen ;;
  esac
}

trim() {
  fg_trimmed=${1#"${1%%[![:space:]]*}"}
  fg_trimmed=${fg_trimmed%"${fg_trimmed##*[![:space:]]}"}
}

# The first variable that is not blank decides; FEEDBACK_GATE_LANG only when it names a language we speak.
language_of_locale() {
  fg_language=en
  trim "$FEEDBACK_GATE_LANG"
  case $fg_trimmed in
    [Jj][Aa] | [Jj][Aa][!A-Za-z]*) fg_language=ja && return ;;
    [Ee][Nn]*) return ;;
  esac
  for fg_line in "$LC_ALL" "$LC_MESSAGES" "$LANG"; do
    trim "$fg_line"
    case $fg_trimmed in
      '') ;;
      [Jj][Aa] | [Jj][Aa][!A-Za-z]*) fg_language=ja && return ;;
      *) return ;;
    esac
  done
}

# from_project NAME: whether the project's own settings may have put this variable into our environment. They reach every
# hook (Claude Code 2.1.332). An escape in the file can hide a name, so it counts as naming everything. Folders above count
# too, since the one we are told of need not be the one that has the settings; the home folder's are the person's own.
from_project() {
  for fg_folder in "$fg_project" "$PWD"; do
    while [ ! "$fg_folder" -ef "$HOME" ]; do
      for fg_file in "$fg_folder/.claude/settings.json" "$fg_folder/.claude/settings.local.json"; do
        [ -f "$fg_file" ] && [ -r "$fg_file" ] || continue
        while IFS= read -r fg_line || [ -n "$fg_line" ]; do
          case $fg_line in
            *"$1"* | *\\u*) return 0 ;;
          esac
        done <"$fg_file"
      done
      case $fg_folder in
        */*) fg_folder=${fg_folder%/*} ;;
        *) break ;;
      esac
    done
  done
  return 1
}

# ---- is there anything to do?

# Whether this event may have something to check; only then is it worth a process.
is_wanted() {
  if has_something; then
    # What was configured once in a session stays in force when its file is deleted.
    [ -z "$fg_marker" ] || [ -e "$fg_marker" ] || true 2>/dev/null >|"$fg_marker"
    return 0
  fi
  case $fg_event in
    SessionStart | UserPromptSubmit) return 0 ;;
    PreToolUse) may_be_set "$CLAUDE_PLUGIN_OPTION_AGENTLAUNCHGUARD$FEEDBACK_GATE_AGENT_LAUNCH_GUARD" &&
      read_options && [ "$fg_launch_guard" = true ] ;;
    Stop | Notification | PermissionRequest) can_notify ;;
    *) return 1 ;;
  esac
}

# Whether rules, a gate or claim checks are in force: in the home folder, in the project, here, or earlier in this session;
# an administrator's file alone keeps the built-in guard on.
has_something() {
  [ ! -d "$HOME/.claude/feedback" ] && [ ! -d "$HOME/.agents/feedback" ] && [ -z "$CLAUDE_FEEDBACK_DIR" ] &&
    ! is_there "$fg_policy" || return 0
  is_configured "$fg_project" && return 0
  [ "$PWD" != "$fg_project" ] && is_configured "$PWD" && return 0
  [ -n "$fg_marker" ] && [ -e "$fg_marker" ]
}

# is_repository FOLDER: whether a working tree begins there. An empty `.git`, as sandboxes leave one, is passed over, as git does.
is_repository() {
  [ -f "$1/.git" ] || [ -e "$1/.git/HEAD" ] || [ -h "$1/.git/HEAD" ]
}

# is_configured FOLDER: whether it or a folder above it, up to the repository's top, has rules, a gate or claim checks.
is_configured() {
  fg_folder=$1
  while :; do
    [ ! -d "$fg_folder/.claude/feedback" ] && [ ! -d "$fg_folder/.agents/feedback" ] &&
      [ ! -e "$fg_folder/.claude/gate.yaml" ] && [ ! -e "$fg_folder/.agents/gate.yaml" ] &&
      [ ! -e "$fg_folder/.claude/gate.yml" ] && [ ! -e "$fg_folder/.agents/gate.yml" ] &&
      [ ! -e "$fg_folder/.shoot.config.json" ] || return 0
    is_repository "$fg_folder" || [ "$fg_folder" = "$HOME" ] && return 1
    fg_folder=${fg_folder%/*}
    [ -n "$fg_folder" ] || return 1
  done
}

# may_be_set VALUES: whether an option can differ from its default: by these variables, or by one of the files.
may_be_set() {
  [ -n "$1" ] || [ -f "$fg_settings" ] || [ -f "$fg_policy" ]
}

# Whether a notification could be shown: macOS, WSL, a session bus, or a backend that somebody chose.
can_notify() {
  fg_notify=auto
  ! may_be_set "$CLAUDE_PLUGIN_OPTION_NOTIFY$FEEDBACK_GATE_NOTIFY" || read_options
  case $fg_notify in
    off) return 1 ;;
    chosen) return 0 ;;
  esac
  [ -d /System/Library/CoreServices ] || [ -n "$WSL_DISTRO_NAME" ] || [ -n "$DBUS_SESSION_BUS_ADDRESS" ] ||
    { [ -n "$XDG_RUNTIME_DIR" ] && [ -S "$XDG_RUNTIME_DIR/bus" ]; }
}

# ---- here most events end

fg_project=$PWD
absolute "$CLAUDE_PROJECT_DIR" && fg_project=$CLAUDE_PROJECT_DIR
fg_session=
[ "$fg_host" != claude ] || fg_session=$CLAUDE_CODE_SESSION_ID
case $fg_session in
  *[!A-Za-z0-9-]*) fg_session= ;;
esac
[ ${#fg_session} -le 64 ] || fg_session=
fg_person=
case $fg_host in
  run) fg_person=1 ;;
  install) fg_person=1 fg_event=install ;;
esac
case $fg_host.$fg_event in
  run.?*) ;;
  *[!A-Za-z.]* | *.*.* | . | .* | *.) exit 0 ;;
esac

# A HOME that is no folder holds nothing of ours, and none is made there.
fg_home=
[ ! -d "$HOME" ] || ! absolute "$HOME" || fg_home=$HOME
base_of XDG_CONFIG_HOME "$XDG_CONFIG_HOME" .config
fg_settings=${fg_base:+$fg_base/settings.conf}
base_of XDG_STATE_HOME "$XDG_STATE_HOME" .local/state
fg_seen=${fg_base:+$fg_base/seen}
fg_marker=
if [ -n "$fg_seen" ] && [ -z "$fg_person" ]; then
  [ "$fg_event" != SessionStart ] || [ -d "$fg_seen" ] || make_folder "$fg_seen"
  [ -p "$fg_seen/$fg_host.$fg_event" ] || true 2>/dev/null >|"$fg_seen/$fg_host.$fg_event"
  fg_marker=$fg_seen/on.${fg_session:-$fg_host}
fi
[ -n "$fg_person" ] || is_wanted || exit 0

# ---- does another copy of ours answer?

# read_owner FILE: sets fg_mark to what the file says of us: `=` we answer, `-` another copy does; to nothing where it does
# not say, or a file that registers us has changed since. Its format is described in core/feedback_gate/state/owner.py.
read_owner() {
  fg_mark=
  while IFS= read -r fg_line; do
    case $fg_line in
      "= $fg_copy") fg_mark='=' ;;
      "- $fg_copy") fg_mark='-' ;;
      '+ '*) [ -e "${fg_line#??}" ] && [ ! "${fg_line#??}" -nt "$1" ] || { fg_mark='' && return; } ;;
      '! '*) [ ! -e "${fg_line#??}" ] || { fg_mark='' && return; } ;;
      .) return ;;
    esac
  done <"$1"
}

# Managed settings, a plugin and the person's settings may all start us. Where it is not settled who answers, the executable
# finds out, and is told which copy we are: this folder, and the word that some registrations end in.
fg_copy=$fg_here${3:+ $3}
case $fg_event in
  SessionStart | UserPromptSubmit) ;;
  *)
    if [ -n "$fg_session" ] && [ -f "$fg_seen/owner.claude.$fg_session" ] && [ -r "$fg_seen/owner.claude.$fg_session" ]; then
      read_owner "$fg_seen/owner.claude.$fg_session"
      [ "$fg_mark" != - ] || exit 0
      [ -z "$fg_mark" ] || fg_copy=
    fi
    ;;
esac

# ---- answers

fg_done=
fg_status=0

# Whatever ends this script early still gets an answer and the status 0.
at_exit() {
  trap 'exit 0' EXIT
  [ -n "$fg_done" ] || fail launcher-stopped
  exit 0
}
trap at_exit EXIT

# fail CODE: nothing could be checked; say so, and refuse a tool call where the fail mode is "closed".
fail() {
  fg_done=1
  is_readable "$fg_settings" || fg_settings=
  read_options
  text_of "$1"
  if [ -n "$fg_person" ]; then
    printf '%s\n' "$fg_text" >&2
    trap - EXIT
    exit 1
  fi
  if [ "$fg_event" = PreToolUse ] && [ "$fg_fail_mode" = closed ]; then
    printf '{"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"deny","permissionDecisionReason":"%s %s"}}\n' \
      "$fg_text" "$fg_refused"
  elif first_time "$1"; then
    printf '%s\n' "$fg_text" >&2
    printf '{"systemMessage":"%s"}\n' "$fg_text"
  fi
  exit 0
}

# Sets fg_text and fg_refused. The texts go into JSON as they are: no quotes, no backslashes. The words are those of
# installer/feedback_gate_installer/reasons.py; a test compares them.
text_of() {
  if [ "$fg_language" = ja ]; then
    fg_refused='failMode が closed なので、この操作を止めました。'
    case $1 in
      no-python) fg_text='使える Python(3.9 以上)が見つかりません。 Python を入れるか、PATH に置いてください。' ;;
      pin-unusable) fg_text='起動プログラムの隣に、使える pin ファイルがありません。 リリース、または make plugin で作ったものを入れてください。' ;;
      executable-missing) fg_text="実行ファイルが入っていません。 新しいセッションを始めるか、次を実行してください: $(plain "sh $fg_here/hook.sh install")" ;;
      executable-changed) fg_text='実行ファイルが、固定された SHA-256 と一致しません。 新しいセッションを始めるか、プラグインを入れ直してください。' ;;
      no-sha256-tool) fg_text='SHA-256 を計算できないため、何も検証できません。 hashlib が動く Python を使ってください。' ;;
      cache-unsafe) fg_text="$(plain "$fg_what") は安全に使えません: ${fg_found#unsafe }。 所有者と権限を直す(chown、chmod go-w)か、削除してもう一度インストールしてください。" ;;
      launcher-incomplete) fg_text='起動プログラムのファイルが欠けています。 プラグインを入れ直してください。' ;;
      override-unusable) fg_text='FEEDBACK_GATE_BIN が指すものを実行できません。 値を直すか、消してください。' ;;
      answer-invalid) fg_text='応答が JSON ではなかったので捨てました。 feedback-gate doctor で調べてください。' ;;
      process-failed) fg_text="プロセスが異常終了しました(状態 $fg_status)。 feedback-gate doctor で調べてください。" ;;
      launcher-stopped) fg_text='起動プログラムが途中で止まりました。 feedback-gate doctor で調べてください。' ;;
      admin-pin-mismatch) fg_text="管理者のファイル $(plain "$fg_policy の $fg_what は $fg_wanted ですが、このプラグインの pin は $fg_found です。") 管理者に相談してください。変更できるのはこのファイルだけです。" ;;
    esac
    fg_text="[feedback-gate] 確認できませんでした：${fg_refusal:-$fg_text ($1)}"
  else
    fg_refused='This call was stopped because failMode is closed.'
    case $1 in
      no-python) fg_text='No usable Python (3.9 or newer) was found. Install one or put it on PATH.' ;;
      pin-unusable) fg_text='No usable file named pin lies beside the launcher. Install a release, or what make plugin builds.' ;;
      executable-missing) fg_text="The executable is not installed. Start a new session, or run: $(plain "sh $fg_here/hook.sh install")" ;;
      executable-changed) fg_text='The executable does not have the pinned SHA-256. Start a new session, or install the plugin again.' ;;
      no-sha256-tool) fg_text='SHA-256 cannot be computed here, so nothing can be checked. Use a Python whose hashlib works.' ;;
      cache-unsafe) fg_text="$(plain "$fg_what") is not safe to use: ${fg_found#unsafe }. Make it yours alone (chown, chmod go-w), or remove it and install again." ;;
      launcher-incomplete) fg_text='Files of the launcher are missing. Install the plugin again.' ;;
      override-unusable) fg_text='What FEEDBACK_GATE_BIN names cannot be run. Correct the variable or unset it.' ;;
      answer-invalid) fg_text='The answer was not JSON and was dropped. Run feedback-gate doctor.' ;;
      process-failed) fg_text="The process ended with status $fg_status. Run feedback-gate doctor." ;;
      launcher-stopped) fg_text='The launcher stopped half-way. Run feedback-gate doctor.' ;;
      admin-pin-mismatch) fg_text="The administrator's file $(plain "$fg_policy sets $fg_what to $fg_wanted; this plugin pins $fg_found.") Ask your administrator: only that file can change this." ;;
    esac
    fg_text="[feedback-gate] Not checked: ${fg_refusal:-$fg_text ($1)}"
  fi
}

# plain TEXT: the text without what would end or spoil a JSON string.
plain() {
  fg_rest=$1
  while :; do
    case $fg_rest in
      *[\"\\[:cntrl:]]*) ;;
      *) break ;;
    esac
    fg_left=${fg_rest%%[\"\\[:cntrl:]]*}
    fg_rest="$fg_left?${fg_rest#"$fg_left"?}"
  done
  printf '%s' "$fg_rest"
}

# first_time CODE: whether this was not yet said in this session; where the session is unknown, in this hour.
first_time() {
  fg_said=$fg_seen/said.launcher-$1.$fg_session
  [ -n "$fg_session" ] || fg_said=$fg_seen/said.launcher-$1.$fg_host.$(PATH=/usr/bin:/bin date +%Y%m%d%H 2>/dev/null)
  if [ -n "$fg_seen" ]; then
    [ ! -e "$fg_said" ] || return 1
    [ -d "$fg_seen" ] || make_folder "$fg_seen"
    true 2>/dev/null >|"$fg_said"
    [ ! -e "$fg_said" ] || return 0
  fi
  often_enough
}

# Events that come once a prompt at most, so that something may be said or tried each time.
often_enough() {
  [ "$fg_event" = SessionStart ] || [ "$fg_event" = UserPromptSubmit ]
}

# ---- which executable

# What the administrator's file says about the executable: sets fg_admin_version, fg_admin_sha.
read_admin_pins() {
  while IFS= read -r fg_line || [ -n "$fg_line" ]; do
    [ "$fg_line" != "${fg_line#*=}" ] || continue
    trim "${fg_line%%=*}"
    case $fg_trimmed in
      pinVersion) trim "${fg_line#*=}" && fg_admin_version=$fg_trimmed ;;
      pinSha256) trim "${fg_line#*=}" && fg_admin_sha=$fg_trimmed ;;
    esac
  done <"$fg_policy"
}

# same_pin NAME WANTED FOUND: refuses everything where the administrator pinned something else.
same_pin() {
  [ -n "$2" ] && [ "$2" != "$3" ] || return 0
  fg_what=$1 fg_wanted=$2 fg_found=$3
  fail admin-pin-mismatch
}

# The executable that the file `pin` beside this script names: `VERSION SHA-256 SIZE`. Its copy in the cache was verified
# when it was put there; what lies beside this script, or in an administrator's cache, is verified first.
use_pinned() {
  [ -f "$fg_here/pin" ] && read -r fg_version fg_sha fg_line <"$fg_here/pin" || fail pin-unusable
  case $fg_version in
    '' | .* | *[!0-9A-Za-z.+-]*) fail pin-unusable ;;
  esac
  case $fg_sha in
    *[!0-9a-f]*) fail pin-unusable ;;
  esac
  [ ${#fg_sha} = 64 ] || fail pin-unusable
  same_pin pinVersion "$fg_admin_version" "$fg_version"
  same_pin pinSha256 "$fg_admin_sha" "$fg_sha"
  fg_name=$fg_version-${fg_sha%????????????????????????????????????????????????}/feedback-gate.pyz
  [ -z "$fg_cache" ] || fg_dir=$fg_cache/${fg_name%/*}
  fg_source=$fg_here/feedback-gate.pyz
  [ -r "$fg_source" ] || fg_source=/opt/feedback-gate/cache/$fg_name
  fg_archive=$fg_dir/feedback-gate.pyz
}

# What FEEDBACK_GATE_BIN names: an archive is run by a Python like the pinned one, but not verified; anything else by itself.
use_override() {
  fg_source=$FEEDBACK_GATE_BIN
  fg_line='' fg_mark=''
  [ -f "$fg_source" ] && [ -r "$fg_source" ] && { IFS= read -r fg_line && IFS= read -r fg_mark; } <"$fg_source"
  case $fg_mark in
    'feedback-gate-archive-1 '*) ;;
    *)
      fg_copy= # it need not know the third word
      case $fg_line$fg_newline$fg_source in
        PK* | *.pyz | *.zip) fg_boot='import sys,runpy;sys.argv.pop(0);runpy.run_path(sys.argv[0],run_name="__main__")' ;;
        *) [ "$fg_host" = run ] && fg_boot='' || { answer "$fg_source" "$fg_host" "$fg_event" && fail override-unusable; } ;;
      esac
      ;;
  esac
  [ -z "$fg_cache" ] || fg_dir=$fg_cache/override
  fg_archive=$fg_source
}

# ---- start

# What starts an archive; the format of its head is described in release/boot.py.
fg_boot='import sys,marshal,zlib,_frozen_importlib_external as x;f=open(sys.argv[1],"rb");h=f.read(1024);i=h.find(("%s-%s:"%(sys.implementation.cache_tag,x.MAGIC_NUMBER.hex())).encode());i=h.find(b"source:") if i<0 else i;o,n=h[i:].split()[0].split(b":")[1:];f.seek(int(o));b=marshal.loads(f.read(int(n)));exec(marshal.loads(zlib.decompress(b[0])));start(b,f)'
# Put before it once a session: refuses a file that is not the pinned one (its SHA-256 is the second word), and one in a folder
# (the third, empty for a file beside the launcher) that somebody else could change.
fg_verify='import sys,os,hashlib;hashlib.sha256(open(sys.argv[1],"rb").read()).hexdigest()==sys.argv.pop(2) or sys.exit(65);d=sys.argv.pop(2);any(s.st_mode&18 or s.st_uid not in(0,os.geteuid())for s in map(os.stat,filter(os.path.exists,d and(os.path.dirname(d),d,d+"/python",sys.argv[1]))))and sys.exit(65);'

# answer COMMAND…: runs it and prints what it said, once it has ended well; else answers by the fail mode. It is started
# once at most, because it has read standard input; comes back only when it has not: it could not be started (126, 127), or
# the archive was not the pinned one (65).
answer() {
  fg_out=$("$@")
  fg_status=$?
  case $fg_status in
    65 | 126 | 127) return 0 ;;
  esac
  if [ "$fg_status" = 0 ]; then
    case $fg_out in
      '') fg_done=1 && exit 0 ;;
      '{'*'}')
        fg_done=1
        printf '%s\n' "$fg_out"
        exit 0
        ;;
    esac
  fi
  [ -z "$fg_pin" ] || true 2>/dev/null >|"$fg_pin"
  [ "$fg_status" = 0 ] && fail answer-invalid
  fail process-failed
}

# Starts fg_archive with fg_python; comes back only when that Python could not be started.
start() {
  if [ "$fg_event" = SessionStart ] && [ -n "$fg_sha" ]; then
    [ "$fg_archive" != "$fg_source" ] && fg_folder=$fg_dir || fg_folder=
    answer "$fg_python" -I -S -X utf8 -c "$fg_verify$fg_boot" "$fg_archive" "$fg_sha" "$fg_folder" "$fg_host" "$fg_event" ${fg_copy:+"$fg_copy"}
  else
    answer "$fg_python" -I -S -X utf8 -c "$fg_boot" "$fg_archive" "$fg_host" "$fg_event" ${fg_copy:+"$fg_copy"}
  fi
}

# Whether a Python was pinned for this archive and has not changed since; sets fg_python.
is_pinned() {
  [ -f "$fg_archive" ] && [ -r "$fg_archive" ] && [ -f "$fg_pin" ] && [ -r "$fg_pin" ] || return 1
  IFS= read -r fg_python <"$fg_pin"
  absolute "$fg_python" && [ -x "$fg_python" ] && [ ! "$fg_python" -nt "$fg_pin" ]
}

# ---- find a Python, put the executable in its place (the long way: first event after an installation or a change)

# find_python: tries every Python that may be used until place.py, run by it, has put fg_archive and fg_pin in their place.
# Sets fg_python and fg_archive; returns 1 when none will do, with the code in fg_reason and perhaps its words in fg_refusal.
find_python() {
  fg_reason=no-python
  fg_python=
  fg_hot=
  fg_fetch=
  # When a session starts or a person asks, hook.pyz does the same, but fetches the release where there is nothing to place.
  case $fg_event.$fg_sha in
    SessionStart.?* | install.?*)
      is_readable "$fg_settings" || fg_settings=
      [ ! -r "$fg_here/hook.pyz" ] || { read_options && fg_fetch=1; }
      ;;
  esac
  if [ -z "$fg_fetch" ]; then
    [ -r "$fg_here/place.py" ] || { fg_reason=launcher-incomplete && return 1; }
    [ -n "$fg_sha" ] || [ -f "$fg_source" ] || { fg_reason=override-unusable && return 1; }
    [ -r "$fg_archive" ] || [ -r "$fg_source" ] || { fg_reason=executable-missing && return 1; }
  fi
  fg_top=$(top_of "$fg_project")
  fg_top_here=$(top_of "$PWD")
  set -f
  IFS=:
  for fg_folder in $PATH; do
    try_folder "$fg_folder" && break
  done
  unset IFS
  set +f
  [ -z "$fg_hot" ] || return 0
  [ -z "$fg_refusal" ] || return 1
  for fg_folder in /opt/homebrew/bin /usr/local/bin /usr/bin /Library/Frameworks/Python.framework/Versions/*/bin \
    "$HOME"/.local/bin "$HOME"/.pyenv/versions/*/bin "$HOME"/.local/share/uv/python/*/bin \
    "$HOME"/.local/share/mise/installs/python/*/bin "$HOME"/.asdf/installs/python/*/bin /opt/python/*/bin; do
    try_folder "$fg_folder" && break
  done
  [ -z "$fg_refusal" ] && [ -n "$fg_python" ]
}

# The folder of the repository a folder lies in, links resolved; the folder itself outside one, and where the repository is
# the home folder or above it, where all programs of the person lie. Nothing for the home folder itself and those above it.
top_of() {
  cd -P "$1" 2>/dev/null || return 0
  fg_folder=$(pwd -P)
  fg_start=$fg_folder
  fg_home=$(cd -P "${HOME:-/}" 2>/dev/null && pwd -P)/
  while ! is_repository "$fg_folder"; do
    fg_folder=${fg_folder%/*}
    [ -n "$fg_folder" ] || { fg_folder=$fg_start && break; }
  done
  for fg_folder in "$fg_folder" "$fg_start"; do
    case $fg_home in
      "${fg_folder%/}/"*) ;;
      *) printf '%s' "$fg_folder" && return ;;
    esac
  done
}

# try_folder FOLDER: whether one of its Pythons will do, and has the executable's bytecode (else a later one may be better);
# also whether the executable could not be fetched or kept, which no other Python will mend.
try_folder() {
  absolute "$1" && [ -d "$1" ] || return 1
  for fg_name in python3 python3.13 python3.12 python3.11 python3.10 python3.9 python3.14 python; do
    [ -f "$1/$fg_name" ] && [ -x "$1/$fg_name" ] && may_run "$1" "$fg_name" || continue
    fg_placed=$(place "$1/$fg_name")
    case $fg_placed in
      "archive "*) [ -n "$fg_sha" ] && fg_reason=executable-changed || fg_reason=override-unusable ;;
      "unsafe "*)
        fg_reason=cache-unsafe
        fg_what=${fg_placed#*"$fg_newline"}
        fg_found=${fg_placed%%"$fg_newline"*}
        return 0
        ;;
      no-sha256-tool) fg_reason=no-sha256-tool ;;
      "refused module-missing"*) ;;
      "refused "*)
        fg_reason=${fg_placed%%"$fg_newline"*}
        fg_reason=${fg_reason#* }
        fg_refusal=${fg_placed#*"$fg_newline"}
        return 0
        ;;
      "hot "* | "cold "*)
        fg_found=${fg_placed#* }
        fg_archive=${fg_found#*"$fg_newline"}
        fg_python=${fg_found%%"$fg_newline"*}
        [ "${fg_placed%% *}" = cold ] || { fg_hot=1 && return 0; }
        ;;
    esac
  done
  return 1
}

# may_run FOLDER NAME: not a program of the project, not a version manager's stand-in (a script, or one in a folder of such).
may_run() {
  fg_real=$(cd -P "$1" 2>/dev/null && pwd -P)
  case $fg_real in
    '' | */shims) return 1 ;;
  esac
  for fg_line in "$fg_top" "$fg_top_here"; do
    [ -n "$fg_line" ] || continue
    case $fg_real/ in
      "$fg_line/"*) return 1 ;;
    esac
  done
  # Apple's stand-in opens a window when the developer tools are missing.
  if [ "$1" = /usr/bin ] && [ -d /System/Library/CoreServices ]; then
    [ -d /Library/Developer/CommandLineTools ] || [ -d /Applications/Xcode.app ] || return 1
  fi
  IFS= read -r fg_line <"$1/$2"
  case $fg_line in
    '#!'*) return 1 ;;
  esac
}

# place PYTHON: lets it put the executable in its place, or fetch it.
place() {
  fg_limit=10
  if [ -n "$fg_fetch" ]; then
    [ "$fg_event" = SessionStart ] && fg_seconds=40 || fg_seconds=300
    fg_limit=$((fg_seconds + 12))
    set -- "$1" -I -S "$fg_here/hook.pyz" place "$fg_language" "$fg_policy" "$fg_seconds" "$fg_project" "$PWD" "$fg_here/pin"
  else
    set -- "$1" -I -S "$fg_here/place.py"
  fi
  limited "$@" "$fg_source" "$fg_sha" "$fg_dir" "$fg_boot" "$fg_top" "$fg_top_here"
}

# limited COMMAND…: runs it without our standard input, from the root folder (version managers look around), for at most
# fg_limit seconds.
limited() {
  cd /
  "$@" </dev/null 2>/dev/null &
  fg_child=$!
  (
    PATH=/usr/bin:/bin
    fg_sleep=
    trap '[ -z "$fg_sleep" ] || kill "$fg_sleep"; exit' TERM
    sleep "$fg_limit" &
    fg_sleep=$!
    wait "$fg_sleep"
    kill -9 "$fg_child"
  ) </dev/null >/dev/null 2>&1 &
  fg_guard=$!
  wait "$fg_child"
  fg_status=$?
  kill "$fg_guard" 2>/dev/null
  return "$fg_status"
}

# ---- here the others begin

fg_pin=
fg_sha=
fg_dir=
base_of XDG_DATA_HOME "$XDG_DATA_HOME" .local/share
base_of XDG_CACHE_HOME "$XDG_CACHE_HOME" .cache
fg_cache=$fg_base
if [ -n "$FEEDBACK_GATE_CACHE_DIR" ] && absolute "$FEEDBACK_GATE_CACHE_DIR" && ! from_project FEEDBACK_GATE_CACHE_DIR; then
  fg_cache=$FEEDBACK_GATE_CACHE_DIR
fi

fg_refusal='' fg_admin_version='' fg_admin_sha=''
[ ! -r "$fg_policy" ] || [ ! -f "$fg_policy" ] || read_admin_pins
# Who has not pinned anything lets the person override, but not who may have: in a file that cannot be read.
if [ -n "$FEEDBACK_GATE_BIN" ] && [ -z "$fg_admin_version$fg_admin_sha" ] && ! from_project FEEDBACK_GATE_BIN &&
  { ! is_there "$fg_policy" || is_readable "$fg_policy"; }; then
  use_override
else
  use_pinned
fi
fg_pin=${fg_dir:+$fg_dir/python}
if [ "$fg_host" = run ]; then
  shift
  [ -z "$fg_boot" ] || is_pinned || find_python || fail "$fg_reason"
  trap - EXIT
  [ -n "$fg_boot" ] || exec "$fg_source" "$@"
  exec "$fg_python" -I -S -X utf8 -c "$fg_boot" "$fg_archive" "$@"
fi
if [ "$fg_host" = install ]; then
  find_python || fail "$fg_reason"
  printf '%s\n' "$fg_archive"
  trap - EXIT
  exit 0
fi
# What is used is not swept away.
[ ! -d "$fg_dir" ] || ! often_enough || [ -p "$fg_dir/used" ] || true 2>/dev/null >|"$fg_dir/used"
is_pinned && start
# Looking for a Python takes a moment: once it was in vain, only now and then.
for fg_name in no-python no-sha256-tool executable-changed override-unusable; do
  [ -z "$fg_seen" ] || [ ! -e "$fg_seen/said.launcher-$fg_name.$fg_session" ] || often_enough || fail "$fg_name"
done
find_python || fail "$fg_reason"
start
fail process-failed
