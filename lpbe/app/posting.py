"""Letters as mails: whether this command prints them so, and to whom they go."""

from __future__ import annotations


class Mailing:
    wanted = False
    to = ""

    @classmethod
    def on(cls) -> bool:
        return cls.wanted or bool(cls.to)


def forget_mailing() -> None:
    """One command does not mail because the one before did."""
    Mailing.wanted, Mailing.to = False, ""
