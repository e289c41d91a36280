"""The lifeline: a guard process that kills our commands when we are gone, however we went."""

from __future__ import annotations

import os

from feedback_gate.system import children, process_table

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

# The guard reads "+ GROUP MARK" and "- GROUP MARK" lines; at end-of-file, which comes when nobody holds the writing end any
# more, it kills the groups that are still listed, then whoever carries their mark. dash's `kill` knows no `--`.
GUARD = """
trap '' HUP INT QUIT TERM
cd /
live=' '
while read -r sign group mark; do
  case $sign in
    +) live="$live$group:$mark " ;;
    -) case $live in *" $group:$mark "*) live="${live%% "$group:$mark" *} ${live#* "$group:$mark" }" ;; esac ;;
  esac
done
for pass in 1 2 3; do
  for one in $live; do
    kill -9 "-${one%%:*}"
    for found in $(grep -ls "${one#*:}" /proc/[0-9]*/environ); do
      found=${found#/proc/}
      kill -9 "${found%%/*}"
    done
  done
done
"""
# A command's first breath: it puts itself on the guard's list while it still holds the pipe, so that it is known before it
# can do anything; then it lets go of the pipe and becomes the command.
START = """
trap '' PIPE
printf '+ %s %s\\n' $$ "$1" >&3 || exit 126
trap - PIPE
exec 3>&-
cd "$2" || exit 126
exec /bin/sh -c "$3"
"""


class Lifeline:
    """A guard for the commands started while it is entered; the guard itself starts with the first of them.

    It has its own session and an empty environment, so that neither our death by SIGKILL, nor that of our whole group, nor a
    command that kills its own group takes it along.
    """

    __slots__ = ("_pid", "_pipe")

    def __init__(self) -> None:
        self._pid = 0
        self._pipe = -1

    def __enter__(self) -> Lifeline:
        return self

    def __exit__(self, *_: object) -> None:
        """Let go: the guard kills what is still listed and ends."""
        if self._pipe >= 0:
            os.close(self._pipe)
            self._pipe = -1
            children.wait(self._pid, 2.0)

    def start(self, text: str, cwd: str, env: Mapping[str, str], output: int, mark: str) -> int:
        """Start a shell command in a group (and session) of its own; its process id.

        Args:
            text: what `sh -c` gets.
            cwd: an absolute path.
            env: its environment, to which the mark is added.
            output: descriptor for its standard output and error.
            mark: letters, digits and `-`, unique to this command.

        Raises:
            OSError: the guard or the command could not be started.
        """
        self._hold()
        marks = [given for given in (env.get(process_table.MARK, ""), mark) if given]
        return children.spawn(
            (children.SHELL, "-c", START, "sh", mark, cwd, text),
            {**env, process_table.MARK: ":".join(marks)},
            stdout=output,
            stderr=output,
            third=self._pipe,
            session=True,
        )

    def forget(self, group: int, mark: str) -> None:
        """The command has ended: its group id may be given to somebody else from now on."""
        if self._pipe < 0:
            return
        try:
            os.write(self._pipe, f"- {group} {mark}\n".encode())
        except OSError:  # the guard is gone; the next command gets a new one
            return

    def _hold(self) -> None:
        if self._pipe >= 0 and children.exit_status(self._pid) is None:
            return
        if self._pipe >= 0:
            os.close(self._pipe)
        reading, self._pipe = children.pipe()
        os.set_blocking(reading, True)
        try:
            self._pid = children.spawn(
                (children.SHELL, "-c", GUARD, "feedback-gate-guard"), {"PATH": "/usr/bin:/bin"}, stdin=reading, session=True
            )
        except OSError:
            os.close(self._pipe)
            self._pipe = -1
            raise
        finally:
            os.close(reading)
