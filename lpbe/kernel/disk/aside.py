"""Work done aside, by a second process, while this one goes on: the only module that makes one of its own."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from signal import SIGKILL

Result = Callable[[], bytes | None]
"""What came of it, waited for; nothing where it went wrong or was never begun: then it is to be done here."""


def done_aside(work: Callable[[], bytes], wanted: bool = True) -> AbstractContextManager[Result]:
    """Begun at once, where that is wanted and can be."""
    return forked(work) if wanted and may_fork() else nullcontext(nothing)


@contextmanager
def forked(work: Callable[[], bytes]) -> Iterator[Result]:
    """Whatever it does stays in its own process, but for the bytes; whoever leaves early ends it."""
    ends = split()
    if ends is None:
        yield nothing
        return
    child, reader, writer = ends
    if not child:
        os.close(reader)
        tell(work, writer)
    os.close(writer)
    waiting = [child]
    try:
        yield lambda: result(waiting, reader)
    finally:
        os.close(reader)
        for one in waiting:
            os.kill(one, SIGKILL)
            os.waitpid(one, 0)


def split() -> tuple[int, int, int] | None:
    """Two processes and a pipe between them; nothing where there may be no more of these."""
    pipe: tuple[int, ...] = ()
    try:
        pipe = reader, writer = os.pipe()
        return os.fork(), reader, writer
    except OSError:
        for end in pipe:
            os.close(end)
        return None


def nothing() -> None:
    return None


def may_fork() -> bool:
    """Where a second processor would do it, and no thread is in the middle of something."""
    threading = sys.modules.get("threading")
    alone = threading is None or threading.active_count() == 1
    return sys.platform == "linux" and alone and len(os.sched_getaffinity(0)) > 1


def tell(work: Callable[[], bytes], writer: int) -> None:
    """In the second process, and its end: it has nothing to say but this."""
    code = 1
    try:
        rest = memoryview(work())
        while rest:
            rest = rest[os.write(writer, rest) :]
        code = 0
    finally:
        os._exit(code)


def result(waiting: list[int], reader: int) -> bytes | None:
    data = b"".join(iter(lambda: os.read(reader, 1 << 16), b""))
    _, status = os.waitpid(waiting.pop(), 0)
    return data if not status else None
