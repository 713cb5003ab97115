"""How a page sends its orders: with a command to copy, in an e-mail, or just as lines."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from msgspec.structs import replace

from ...kernel.schemas.page_data import PageData, Sending
from ..document import Page

ORDERS = "{orders}"
"""Stands for the orders in the text of an e-mail; in a link it is percent-encoded like the rest."""


def with_sending(page: Page, change: Callable[[Sending], Sending]) -> Page:
    """Return the page with another way to send its orders."""
    return replace(page, data=partial(changed_data, page.data, change)) if page.data else page


def changed_data(data: Callable[[], PageData], change: Callable[[Sending], Sending]) -> PageData:
    known = data()
    return replace(known, send=change(known.send))


def sent_by_mail(page: Page, link: Callable[[Sequence[str]], str]) -> Page:
    """Return the page of a seat that plays by mail: its orders are put into the e-mail that `link` opens.

    The e-mail is valid as it is, because its text contains the code of the question.
    """
    return with_sending(page, lambda sending: replace(sending, mode="mailto", mailto=link([ORDERS])))
