"""Programs that run other programs: what a real one starts is found behind it."""

from __future__ import annotations

import os
import shutil
import subprocess
from typing import TYPE_CHECKING

import pytest

from feedback_gate.changes.commands import simple_commands
from feedback_gate.changes.wrappers import unwrapped
from feedback_gate.feedback import programs

if TYPE_CHECKING:
    from pathlib import Path

PUSH = {"program": ["git"], "subcommand": ["push"], "flags": ["--force"]}
# Each starts the program when it is run as it stands here.
STARTING = [
    "env git push --force",
    "/usr/bin/env git push --force",
    'env -i PATH="$PATH" MARK="$MARK" git push --force',
    "env -u A --unset B --chdir . git push --force",
    "env -C . git push --force",
    "env -S 'git push --force'",
    "env -S'git push' --force",
    "env --split-string='git push --force'",
    "nice -n 5 git push --force",
    "nice -n5 git push --force",
    "nice --adjustment 5 git push --force",
    "nice git push --force",
    "nohup git push --force",
    "timeout 5 git push --force",
    "timeout -s KILL 5 git push --force",
    "timeout --signal KILL -k 1 5 git push --force",
    "setsid -w git push --force",
    "stdbuf -oL git push --force",
    "stdbuf --output L -e 0 git push --force",
    "ionice -c 3 git push --force",
    "ionice -c3 -t git push --force",
    "chrt -o 0 git push --force",
    "prlimit --nofile=64 git push --force",
    "flock lock git push --force",
    "flock -w 5 lock git push --force",
    "flock lock -c 'git push --force'",
    "script -qec 'git push --force' /dev/null",
    "script --command='git push --force' /dev/null",
    "time -p git push --force",
    "command -p env git push --force",
    "exec -a x env git push --force",
    "find . -maxdepth 0 -exec git push --force ';'",
    "find . -maxdepth 0 -name x -o -execdir git push --force {} +",
    "find . -maxdepth 0 -exec true ';' -exec sh -c 'git push --force' ';'",
    "echo a | xargs git push --force",
    "echo a | xargs -n 1 -P 2 git push --force",
    "echo a | xargs -I{} git push --force {}",
    "echo a | xargs --max-args 1 sh -c 'git push --force'",
    "sh -c 'git push --force'",
    "bash --norc -ec 'git push --force'",
    "bash -O extglob -c 'git push --force'",
    "bash -euo pipefail -c 'git push --force'",
    "bash -ceuo pipefail 'git push --force'",
    "bash -euo pipefail +o posix <<< 'git push --force'",
    "eval 'git push' --force",
    "trap 'git push --force' EXIT",
    "bash <<'E'\ngit push --force\nE",
    "bash -s <<-E\n\tgit push --force\n\tE",
    "bash -o pipefail <<< 'git push --force'",
    "bash -s -- a <<< 'git push --force'",
    "echo git push --force | sh",
    "echo -e 'true\\ngit push --force' | bash",
    "printf 'git push --force\\n' | bash -e",
    "nice env A=1 timeout 5 nohup git push --force",
    "git push $'--force'",
    'git push $"--force"',
    "$'git' $'\\x70ush' --force",
    "bash -c $'git push --force'",
    "bash -c -- 'git push --force'",
    "bash -c -x 'git push --force'",
    "sh -e -c -- 'git push --force'",
    "trap -- 'git push --force' EXIT",
    "eval -- git push --force",
    "cat <<'E' | sh\ngit push --force\nE",
    "cat - <<-E | bash -s -- a\n\tgit push --force\n\tE",
    "tee x.sh <<E | sh\ngit push --force\nE",
    "cat <<< 'git push --force' | sh",
    "{ bash; } <<E\ngit push --force\nE",
    "bash /dev/stdin <<E\ngit push --force\nE",
    "source /dev/stdin <<< 'git push --force'",
    "bash <(echo git push --force)",
    ". <(echo git push --force)",
    "yes 'git push --force' | head -1 | sh",
    "printf 'git push %s\\n' --force | sh",
    "printf 'git\\x20push\\x20--force' | sh",
    "bash -c \"$(cat <<'E'\ngit push --force\nE\n)\"",
    'eval "$(echo git push --force)"',
    "$(echo git push --force)",
    "time ! git push --force",
    "time { git push --force; }",
    "A[1]=x git push --force",
    "setarch x86_64 git push --force",
    "linux64 git push --force",
]


BUILT_IN = ("$", "(", ".", "A[", "command", "eval", "exec", "git", "source", "time", "trap", "{")
HERE = [line for line in STARTING if line.startswith(BUILT_IN) or shutil.which(line.split(maxsplit=1)[0])]


@pytest.mark.parametrize("command", HERE)
def test_what_really_starts_a_program_is_found(command: str, tmp_path: Path) -> None:
    tools, work = tmp_path / "tools", tmp_path / "work"
    tools.mkdir()
    work.mkdir()
    (tools / "git").write_text('#!/bin/sh\necho "$1 $2" >>"$MARK"\n')
    (tools / "git").chmod(0o755)
    environment = {"PATH": f"{tools}:{os.environ['PATH']}", "MARK": str(tmp_path / "mark"), "SHELL": "/bin/sh"}
    subprocess.run(["/bin/bash", "-c", command], cwd=work, env=environment, stdin=subprocess.DEVNULL, timeout=20, check=False)
    assert (tmp_path / "mark").read_text().splitlines()[0] == "push --force"
    assert programs.runs(PUSH, command)


@pytest.mark.parametrize(
    "command",
    [
        "sudo --user me -iu you git push --force",
        "doas -u me git push --force",
        "su -c 'git push --force'",
        "su - me -c 'git push --force'",
        "su me --command='git push --force'",
        "runuser -u me -- git push --force",
        "pkexec --user me git push --force",
        "chroot --userspec=a:b / git push --force",
        "taskset -c 0 git push --force",
        "strace -f -o out git push --force",
        "unshare -r git push --force",
        "nsenter -t 1 -m git push --force",
        "setpriv --reuid 0 git push --force",
        "systemd-run --user -p A=b git push --force",
        "watch -n 5 'git push --force'",
        "busybox env git push --force",
        "faketime yesterday git push --force",
        "xvfb-run -a -n 9 git push --force",
        "ssh-agent sh -c 'git push --force'",
        "parallel -j 4 git push --force ::: a b",
        "uv run --with x --project y git push --force",
        "poetry run git push --force",
        "conda run -n e git push --force",
        "direnv exec . git push --force",
        "mise exec node@20 -- git push --force",
        "nix develop .#x --command git push --force",
        "nix-shell --run 'git push --force'",
        "npx -c 'git push --force'",
        "fish -c 'git push --force'",
        "fish --command='git push --force'",
        "runuser -l me -c 'git push --force'",
        "runuser me --command='git push --force'",
        "sg g -c 'git push --force'",
        "gosu me git push --force",
        "numactl -N 0 git push --force",
        "proxychains -f x git push --force",
        "npm exec -c 'git push --force'",
        "npm exec -- git push --force",
        "op run --env-file x -- git push --force",
        "aws-vault exec me -- git push --force",
        "echo git push --force | at now",
        "git submodule foreach git push --force",
        "git bisect run git push --force",
        "python3.12 -W ignore -Im git push --force",
    ],
)
def test_what_is_not_on_every_machine_is_found_by_its_manual(command: str) -> None:
    assert programs.runs(PUSH, command)


def test_a_chain_of_wrappers_is_followed_so_far_and_beyond_that_in_doubt() -> None:
    assert unwrapped(["env"] * 31 + ["git"]) == ["git"]
    assert programs.runs(PUSH, "nice " * 31 + "git push --force")
    for line in ("nice " * 32 + "git push --force", "find . " + "-exec true ';' " * 32 + "-exec git push --force ';'"):
        with pytest.raises(programs.DoubtError):
            programs.runs(PUSH, line)


def test_texts_inside_texts_are_read_up_to_a_multiple_of_the_line_and_the_rest_is_in_doubt() -> None:
    parts, sure = simple_commands("env -S a " * 2000 + "git push")
    assert (len(parts) < 100, sure) == (True, False)


def test_what_is_nested_too_deeply_is_in_doubt_and_hides_nothing_beside_it() -> None:
    parts, sure = simple_commands("eval eval eval eval eval x; sh -c 'git push'")
    assert (["git", "push"] in [part.words for part in parts], sure) == (True, False)
