"""What can go wrong, by who must act: the caller, the order's sender, or everybody."""

from __future__ import annotations

from typing import Any


class Failure(Exception):
    """Something a person must be told: a code, one line what is wrong, one line what to do next."""

    def __init__(self, code: str, message: str, hint: str = "", *, file: str = "", line: int = 0) -> None:
        super().__init__(message)
        self.code, self.message, self.hint, self.file, self.line = code, message, hint, file, line


class Misused(Failure):
    """The command line was used wrongly."""


class Malformed(Failure):
    """A file or a key cannot be read or used here."""


class Unauthentic(Failure):
    """A game file, log or disclosure is false."""


class Rejected(Failure):
    """An order is not accepted; `at` may tell which one of a batch, and what was asked then."""

    at: Any = None


class Refused(Rejected):
    """A rule forbids an order."""

    def __init__(self, clause: str, reason: str, hint: str = "") -> None:
        super().__init__("E_RULE", reason, hint)
        self.clause = clause

    @property
    def reason(self) -> str:
        return self.message


class Busy(Failure):
    """Another process holds the folder."""


class Hidden(Exception):
    """A rule looked into a drawer that is closed to this reader."""


def require(condition: object, clause: str, reason: str) -> None:
    if not condition:
        raise Refused(clause, reason)
