"""How the headers of a mail are laid out in lines."""

from __future__ import annotations

from email.policy import EmailPolicy
from typing import Any

IDS = ("in-reply-to", "references")


class Threads(EmailPolicy):
    """As Python does it; but ids of other mails are never encoded: programs compare them as they stand."""

    def fold(self, name: str, value: Any) -> str:
        return folded(name, value) if name.lower() in IDS else super().fold(name, value)

    def fold_binary(self, name: str, value: Any) -> bytes:
        return folded(name, value).encode() if name.lower() in IDS else super().fold_binary(name, value)


def folded(name: str, value: Any) -> str:
    """An id a line."""
    return f"{name}: " + "\r\n ".join(str(value).split()) + "\r\n"


POLICY = Threads(linesep="\r\n", max_line_length=76)
"""Lines end as on the wire; quoted-printable has no more than 76 characters of them."""
