"""Do work in a forked process while this one goes on: the only module that forks."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from signal import SIGKILL

Result = Callable[[], bytes | None]
"""Wait for the bytes; None if the work failed or never started, and has to be done here."""


def run_aside(work: Callable[[], bytes], wanted: bool = True) -> AbstractContextManager[Result]:
    """Start the work in another process, if that is requested and possible."""
    return run_forked(work) if wanted and may_fork() else nullcontext(no_result)


@contextmanager
def run_forked(work: Callable[[], bytes]) -> Iterator[Result]:
    """Run the work in a child process, of which only the bytes come back; leaving early kills it."""
    ends = fork()
    if ends is None:
        yield no_result
        return
    child, reader, writer = ends
    if not child:
        os.close(reader)
        send_result(work, writer)
    os.close(writer)
    waiting = [child]
    try:
        yield lambda: read_result(waiting, reader)
    finally:
        os.close(reader)
        for one in waiting:
            os.kill(one, SIGKILL)
            os.waitpid(one, 0)


def fork() -> tuple[int, int, int] | None:
    """Fork with a pipe between the two processes; None if the system allows no more of these."""
    pipe: tuple[int, ...] = ()
    try:
        pipe = reader, writer = os.pipe()
        return os.fork(), reader, writer
    except OSError:
        for end in pipe:
            os.close(end)
        return None


def no_result() -> None:
    return None


def may_fork() -> bool:
    """Return whether a second processor is available and no other thread is running."""
    threading = sys.modules.get("threading")
    alone = threading is None or threading.active_count() == 1
    return sys.platform == "linux" and alone and len(os.sched_getaffinity(0)) > 1


def send_result(work: Callable[[], bytes], writer: int) -> None:
    """Do the work in the child process, write its bytes and exit."""
    code = 1
    try:
        rest = memoryview(work())
        while rest:
            rest = rest[os.write(writer, rest) :]
        code = 0
    finally:
        os._exit(code)


def read_result(waiting: list[int], reader: int) -> bytes | None:
    data = b"".join(iter(lambda: os.read(reader, 1 << 16), b""))
    _, status = os.waitpid(waiting.pop(), 0)
    return data if not status else None
