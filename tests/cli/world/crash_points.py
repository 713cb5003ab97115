"""In a process of its own: every change to a file counts itself, and at a chosen number something happens.

die        killed before the change          full       no room for it or for any later one
tear       killed in the middle of a write   once       no room for this one only
interrupt  Ctrl-C instead of the change      unread     this reading (not change) fails
EIO, ENOSPC, EACCES: this call fails so, be it a change, a reading or a look
"""

from __future__ import annotations

import errno
import json
import os
import signal
import sys
from collections.abc import Callable
from typing import Any

CHANGES = ("open", "write", "fsync", "replace", "rename", "link", "unlink", "remove", "ftruncate", "truncate", "mkdir")
CHANGED = {
    "open": "open",
    "replace": "os.rename",
    "rename": "os.rename",
    "link": "os.link",
    "unlink": "os.remove",
    "remove": "os.remove",
    "ftruncate": "os.truncate",
    "truncate": "os.truncate",
    "mkdir": "os.mkdir",
}
LOOKS = ("read", "pread", "fstat", "stat", "lstat", "scandir", "rmdir")
ERRORS = {name: getattr(errno, name) for name in ("EIO", "ENOSPC", "EACCES")}
OTHERS = ("os.rmdir", "os.symlink", "os.chmod", "os.utime", "os.system", "subprocess.Popen", "shutil.copyfile")
NEEDS_ROOM = ("open", "write", "fsync", "replace", "rename", "link", "mkdir")
WRITING = os.O_WRONLY | os.O_RDWR | os.O_CREAT


class Instants:
    """In a forked process: every change to a file is an instant with a number; at one of them something happens."""

    def __init__(self, at: int, way: str, trace: str) -> None:
        self.at, self.way, self.count = at, way, 0
        self.paths: dict[int, str] = {}
        self.trace = os.open(trace, os.O_WRONLY | os.O_APPEND | os.O_CREAT) if trace else -1
        self.note = os.write
        if trace:
            sys.addaudithook(self.hear)
        for name in ("read",) if way == "unread" else {*CHANGES, *LOOKS} if way in ERRORS else CHANGES:
            setattr(os, name, self.counted(name, getattr(os, name)))

    def counted(self, name: str, real: Callable[..., Any]) -> Callable[..., Any]:
        def call(*args: Any, **kwargs: Any) -> Any:
            if name == "open" and not args[1] & WRITING and self.way not in ERRORS:
                result = real(*args, **kwargs)
            else:
                self.count += 1
                self.keep("seen", name, self.named(name, args))
                result = self.instant(name, real, args, kwargs)
            if name == "open":
                self.paths[result] = args[0]
            return result

        return call

    def named(self, name: str, args: tuple[Any, ...]) -> str:
        if name in ("replace", "rename", "link"):
            return str(args[1])
        return self.paths.get(args[0], "") if isinstance(args[0], int) else str(args[0])

    def instant(self, name: str, real: Callable[..., Any], args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
        if self.count < self.at or not self.at:
            return real(*args, **kwargs)
        if self.way == "full" or (self.way == "once" and self.count == self.at):
            return self.no_room(name, real, args, kwargs)
        if self.count == self.at:
            if self.way in ERRORS:
                raise OSError(ERRORS[self.way], os.strerror(ERRORS[self.way]))
            if self.way == "unread":
                raise OSError(errno.EIO, os.strerror(errno.EIO))
            if self.way == "tear":
                real(args[0], bytes(args[1])[: len(args[1]) // 2])
            if self.way == "interrupt":
                raise KeyboardInterrupt
            os.kill(os.getpid(), signal.SIGKILL)
        return real(*args, **kwargs)

    def no_room(self, name: str, real: Callable[..., Any], args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
        """Return a full disk: first half a write still fits, then nothing does; taking away always works."""
        if name == "write" and self.way == "full" and self.count == self.at and len(args[1]) > 1:
            return real(args[0], bytes(args[1])[: len(args[1]) // 2])
        if name in NEEDS_ROOM and not (name in ("open", "mkdir") and os.path.lexists(args[0])):
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        return real(*args, **kwargs)

    def keep(self, kind: str, name: str, path: str) -> None:
        if self.trace >= 0:
            self.note(self.trace, json.dumps([kind, name, path]).encode() + b"\n")

    def hear(self, event: str, args: tuple[Any, ...]) -> None:
        """What the interpreter itself reports: nothing may be changed behind our back."""
        changes = args[2] & WRITING if event == "open" else event in CHANGED.values() or event in OTHERS
        if changes:
            self.keep("heard", event, str(args[0]))
