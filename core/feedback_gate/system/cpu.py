"""Asks a yes-or-no question that may never end, under a limit on processor time that always holds."""

from __future__ import annotations

import os

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from types import FrameType


class OutOfTime(Exception):
    """The question used up its processor time before it was answered."""


class Answer:
    """What came out: the yes or no, and the processor seconds it cost."""

    __slots__ = ("seconds", "yes")

    def __init__(self, *, yes: bool, seconds: float) -> None:
        self.yes = yes
        self.seconds = seconds


def ask(question: Callable[[], bool], seconds: float, *, apart: bool) -> Answer:
    """Answer in a child when `apart`, else here; the other way where that one cannot be had.

    Args:
        question: what to ask; it must only compute.
        seconds: user-mode processor time it may use; must be above zero.
        apart: whether the question may run long inside a single C loop; costs about a millisecond more.

    Raises:
        OutOfTime: the time was used up first, or the child was killed.
        ArithmeticError: the question failed in the child; here its own error is passed on.
    """
    import signal

    if apart:
        try:
            return ask_apart(question, seconds)
        except OSError:  # no process to be had
            return ask_here(question, seconds)
    try:
        signal.signal(signal.SIGVTALRM, signal.getsignal(signal.SIGVTALRM) or signal.SIG_DFL)
    except ValueError:  # only the main thread may
        return ask_apart(question, seconds)
    return ask_here(question, seconds)


def ask_here(question: Callable[[], bool], seconds: float) -> Answer:
    r"""Answer in this process; the interpreter itself has to notice the timer.

    Only from the main thread. Right for questions that are small: one that runs long inside a single C loop is
    stopped late or not at all (`\w+x` on 300 kB: 103 s on CPython 3.9, 3 s on 3.13, with a limit of one second).
    """
    import signal
    import time

    armed = [True]

    def expire(_number: int, _frame: FrameType | None) -> None:
        if armed:
            raise OutOfTime

    before = time.process_time()
    previous = signal.signal(signal.SIGVTALRM, expire)
    try:
        signal.setitimer(signal.ITIMER_VIRTUAL, seconds)
        yes = question()
    finally:
        armed.clear()
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, previous or signal.SIG_DFL)
    return Answer(yes=yes, seconds=time.process_time() - before)


def ask_apart(question: Callable[[], bool], seconds: float) -> Answer:
    """Answer in a forked child that the kernel ends when its time is up."""
    import signal

    child = os.fork()
    if child == 0:
        _answer_and_leave(question, seconds)
    try:
        _, status, usage = os.wait4(child, 0)
    except BaseException:  # a deadline of the caller: the child must not outlive it
        os.kill(child, signal.SIGKILL)
        os.waitpid(child, 0)
        raise
    if os.WIFSIGNALED(status):
        raise OutOfTime
    if os.WEXITSTATUS(status) not in (0, 1):
        raise ArithmeticError("the question could not be evaluated")
    return Answer(yes=os.WEXITSTATUS(status) == 0, seconds=usage.ru_utime + usage.ru_stime)


def _answer_and_leave(question: Callable[[], bool], seconds: float) -> None:
    """Run in the child: status 0 says yes, 1 no, 2 that it failed; the timer's own action ends the process."""
    import signal

    status = 2
    try:
        signal.signal(signal.SIGVTALRM, signal.SIG_DFL)
        signal.setitimer(signal.ITIMER_VIRTUAL, seconds)
        status = 0 if question() else 1
    finally:
        os._exit(status)
