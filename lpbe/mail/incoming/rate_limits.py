"""How many replies an address gets a day, so that nobody is flooded through us and no two programs reply for ever."""

from __future__ import annotations

from enum import StrEnum
from os.path import join

from ...kernel.disk import files
from ..state_dir import MAX_LINE_BYTES, file_name_for, open_folder, state_folder


class Recipient(StrEnum):
    """Who a reply goes to. The values are stored with unfinished e-mails and in the counts of a day."""

    FILED = "filed"
    """The sender of a letter that was filed. Forged e-mails cannot use up these replies."""
    PROVEN = "proven"
    """The sender of a valid code with something that is refused. Forged e-mails cannot use up these replies either."""
    KNOWN = "known"
    """An address in the address book."""
    STRANGER = "stranger"


MAX_DAILY_REPLIES = {Recipient.FILED: 20, Recipient.PROVEN: 20, Recipient.KNOWN: 20, Recipient.STRANGER: 1}
"""Replies to one address per day."""
MAX_DAILY_STRANGERS = 50
"""Replies to all strangers together per day: they can invent any number of addresses."""


def may_reply(address: str, day: str, recipient: Recipient) -> bool:
    """Return whether the address may still get a reply today."""
    path = join(state_folder(), "answered", f"{day}.txt")
    if not files.is_there(path):
        return True
    entries = list(files.each_line(path, MAX_LINE_BYTES))
    if entries.count(count_entry(recipient, address)) >= MAX_DAILY_REPLIES[recipient]:
        return False
    return recipient is not Recipient.STRANGER or entries.count(count_entry(recipient)) < MAX_DAILY_STRANGERS


def count_reply(address: str, day: str, recipient: Recipient) -> None:
    """Record that a reply goes to this address."""
    path = join(open_folder("answered"), f"{day}.txt")
    files.append_line(path, count_entry(recipient, address), sync=False)
    if recipient is Recipient.STRANGER:
        files.append_line(path, count_entry(recipient), sync=False)


def count_entry(recipient: Recipient, address: str = "") -> bytes:
    """Return the line that counts one reply to an address, or to any address."""
    return file_name_for(address if recipient is Recipient.KNOWN else f"{recipient} {address}").encode()
