#!/bin/sh
# Installs what the tests use beyond Python, as root on a Debian-like system; elsewhere the run names what is missing.
set -u
# program=package where the names differ
programs="dash busybox shellcheck strace zsh fish tcsh openssl curl wget git dbus-daemon=dbus notify-send=libnotify-bin chromium-headless-shell"
missing=
for entry in $programs; do
    command -v "${entry%%=*}" >/dev/null 2>&1 || missing="$missing ${entry##*=}"
done
/usr/bin/python3 -c 'import dbus, gi' 2>/dev/null || missing="$missing python3-dbus python3-gi"
[ -z "$missing" ] && exit 0
if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null 2>&1; then
    # shellcheck disable=SC2086  # a list of package names
    { apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq $missing; } >/dev/null 2>&1 ||
        echo "feedback-gate: could not install:$missing" >&2
fi
exit 0
