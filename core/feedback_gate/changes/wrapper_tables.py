"""Which programs run other programs, and with what words in front of them; facts of their manuals."""

from __future__ import annotations

import re

SHELLS = frozenset(("sh", "bash", "dash", "zsh", "ksh", "fish", "ash", "mksh", "rbash", "csh", "tcsh"))
INTERPRETERS = re.compile(r"(python|perl|ruby|node|php|deno|bun)[0-9.]*")
# Long options of shells that take the next word as their value.
SHELL_OPTIONS = ("--init-file", "--rcfile")
PYTHON = re.compile(r"python[0-9.]*")
MAX_LAYERS = 32

# Program → its options that take the next word as their value. What is left behind options and operands is a command.
WRAPPERS = {
    "builtin": "",
    "arch": "",
    "busybox": "",
    "caffeinate": "-t -w",
    "chroot": "--groups --userspec",
    "chronic": "",
    "chrt": "-D -P -T",
    "command": "",
    "dbus-run-session": "--config-file --dbus-daemon",
    "doas": "-C -u",
    "env": "-C -S -u --chdir --split-string --unset",
    "exec": "-a",
    "faketime": "",
    "fakeroot": "-b -f -i -l -s --faked --lib",
    "firejail": "",
    "flock": "-E -c -w --command --conflict-exit-code --timeout --wait",
    "gtimeout": "-k -s --kill-after --signal",
    "gosu": "",
    "ionice": "-P -c -n -p -u --class --classdata",
    "linux32": "",
    "linux64": "",
    "ltrace": "-A -D -E -F -S -a -e -l -n -o -p -s -u -w -x",
    "nice": "-n --adjustment",
    "nohup": "",
    "numactl": "-C -N -P -i -m -p --cpunodebind --cpubind --interleave --membind --physcpubind --preferred",
    "nsenter": "-G -S -t --setgid --setuid --target",
    "pkexec": "--user",
    "prlimit": "-p --pid",
    "proxychains": "-f",
    "proxychains4": "-f",
    "rlwrap": "",
    "runuser": "-G -c -g -s -u --command --group --shell --user",
    "setarch": "",
    "setpriv": "--egid --euid --groups --regid --reuid --rgid --ruid",
    "setsid": "",
    "ssh-agent": "-E -O -P -a -t",
    "su-exec": "",
    "stdbuf": "-e -i -o --error --input --output",
    "strace": "-E -I -O -P -S -X -a -b -e -o -p -s -u",
    "sudo": "-C -D -R -T -U -g -h -p -r -t -u --chdir --chroot --close-from --group --host --prompt --role --type --user",
    "systemd-inhibit": "",
    "systemd-run": "-E -M -p -u --description --property --setenv --slice --uid --unit --working-directory",
    "taskset": "",
    "time": "-f -o --format --output",
    "timeout": "-k -s --kill-after --signal",
    "torsocks": "",
    "unbuffer": "",
    "unshare": "-G -R -S -w --root --wd",
    "valgrind": "",
    "watch": "-n --interval",
    "xvfb-run": "-e -f -n -p -s -w --auth-file --error-file --server-args --server-num --wait --xauth-protocol",
}
# Words without a dash that stand before the command.
OPERANDS = {
    "chroot": 1,
    "chrt": 1,
    "aws-vault exec": 1,
    "direnv exec": 1,
    "faketime": 1,
    "flock": 1,
    "gosu": 1,
    "gtimeout": 1,
    "setarch": 1,
    "su-exec": 1,
    "taskset": 1,
    "timeout": 1,
}
ASSIGNING = frozenset(("env", "sudo", "time"))
# The same for what runs a command of an environment or package, or one for each line of its input.
RUNNERS = {
    "aws-vault exec": "-d --duration",
    "bundle exec": "--gemfile",
    "bunx": "-p --package",
    "conda run": "-n -p --cwd --name --prefix",
    "direnv exec": "",
    "doppler run": "-c -p --config --project",
    "dotenv run": "",
    "hatch run": "",
    "npm exec": "-c -p --call --package",
    "npx": "-c -p --call --package",
    "op run": "--env-file",
    "parallel": "-I -N -P -S -a -j -n --colsep --delay --jobs --joblog --max-args --results --timeout",
    "pdm run": "-p --project",
    "pipenv run": "",
    "pixi run": "-e --environment --manifest-path",
    "pnpm exec": "-C --dir --filter",
    "rye run": "",
    "poetry run": "-C -P --directory --project",
    "uv run": "-p --directory --env-file --extra --group --index --project --python --with --with-editable --with-requirements",
    "xargs": "-E -I -L -P -a -d -n -s --arg-file --delimiter --max-args --max-chars --max-lines --max-procs --process-slot-var",
}
# What ends the words that are not part of the command.
MARKS = {"mise exec": ("--",), "mise x": ("--",), "nix develop": ("-c", "--command"), "nix shell": ("-c", "--command")}
# Programs whose option holds a command line; what they take besides does not matter.
TEXT_OPTIONS = {
    "env": ("-S", "--split-string"),
    "flock": ("-c", "--command"),
    "mise exec": ("-c", "--command"),
    "mise x": ("-c", "--command"),
    "nix-shell": ("--command", "--run"),
    "npm exec": ("-c", "--call"),
    "npx": ("-c", "--call"),
    "runuser": ("-c", "--command"),
    "script": ("-c", "--command"),
    "sg": ("-c", "--command"),
    "su": ("-c", "--command"),
}
# What git is told to run.
GIT_RUNNERS = (("submodule", "foreach"), ("bisect", "run"))
EXECUTES = frozenset(("-exec", "-execdir", "-ok", "-okdir"))
SPEAKERS = frozenset(("echo", "printf", "yes"))
# What a shell is given in place of a file when it is to read its standard input, or what a command says.
INPUTS = ("-", "/dev/stdin", "/dev/fd/0", "<(")
