"""A mail on its way, who carries it, and what may become of it."""

from __future__ import annotations

from collections.abc import Callable
from email.parser import BytesHeaderParser

from msgspec import Struct

from ..kernel.base.errors import Busy, Failure
from . import spool
from .players import plain


class Parcel(Struct, frozen=True):
    """A mail on its way: under which name it is kept, between whom it goes, its bytes."""

    name: str
    sender: str
    to: str
    data: bytes


Carrier = Callable[[Parcel], None]
"""Sends one mail, or says why not: later (Busy), or never."""


class Undelivered(Failure):
    """It will not be taken, however often it is offered."""


def parcel_of(name: str) -> Parcel:
    data = spool.mail_of(name)
    headers = BytesHeaderParser().parsebytes(data)
    parcel = Parcel(name, plain(str(headers["From"] or "")), plain(str(headers["To"] or "")), data)
    if not parcel.to:
        raise Undelivered("E_MAIL_REFUSED", "a mail that waits is damaged: it says not to whom it goes")
    return parcel


def not_now(told: str, **values: str) -> Busy:
    return Busy("E_BUSY", told, "it is kept, and sent the next time", **values)
