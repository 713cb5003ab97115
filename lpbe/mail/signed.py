"""Signed letters in a mail: armoured in its text, or attached as files."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct

from ..kernel.base.errors import Failure, Malformed, Rejected
from ..kernel.chain.letters import letter_id
from ..kernel.chain.records import Envelope
from ..kernel.disk import files
from ..kernel.folder.armour import read_block
from ..kernel.folder.inbox import MARK, read_envelope
from .find import ARMOUR, Armoured, Found, armours
from .lines import plain_lines
from .mime import text_of
from .parse import File, Mail

MOST = 12
"""So many letters of one mail are looked at: whoever signs nothing can still write thousands."""


class Signed(Struct, frozen=True):
    """A letter as it was found, or why what looks like one is none."""

    envelope: Envelope | None = None
    fault: Failure | None = None
    quoted: bool = False


def signed_in(mail: Mail, texts: list[list[Found]]) -> list[Signed]:
    """What its sender put there himself comes before what he quotes; each letter once, and not too many."""
    found = [*(one for file in mail.files for one in of_file(file)), *(one for ways in texts for one in of_text(ways))]
    read = [one for one in found if one.envelope]
    best = [one for one in read if not one.quoted] or read or [one for one in found if not one.quoted] or found
    seen: dict[str, Signed] = {}
    for one in best:
        seen.setdefault(letter_id(one.envelope.order) if one.envelope else "", one)
    return [*list(seen.values())[:MOST], *([too_many()] if len(seen) > MOST else [])]


def too_many() -> Signed:
    told = "a mail has {limit} signed letters at most: the others were not read"
    return Signed(fault=Rejected("E_ORDER_MANY", told, "send them in another mail", limit=MOST))


def of_file(file: File) -> Iterator[Signed]:
    """An attached order; other files that people send, a copy of the game say, are none."""
    if MARK in file.data or ARMOUR.search(text_of(file.data, "")):
        for armoured in armours(plain_lines(text_of(file.data, "")))[0]:
            yield opened(armoured, file.quoted)
        return
    try:
        raw = files.parse_order(file.data, file.name if file.name.endswith((".toml", ".json")) else "-")
        if "order" in raw:
            yield Signed(read_envelope(raw), quoted=file.quoted)
    except (Malformed, Rejected) as fault:
        if file.name.endswith((".toml", ".json")) and b"genesis" not in file.data:
            yield Signed(fault=fault, quoted=file.quoted)


def of_text(ways: list[Found]) -> list[Signed]:
    """The same text in several ways has the same letters: the first way counts in which they can be read."""
    tried = [[opened(armoured) for armoured in way.armoured] for way in ways if way.armoured]
    return next((way for way in tried if any(one.envelope for one in way)), tried[0] if tried else [])


def opened(armoured: Armoured, quoted: bool = False) -> Signed:
    try:
        if not armoured.whole:
            raise Malformed("E_FILE_SYNTAX", "the order is cut off", "send the whole block, both marks included")
        return Signed(read_envelope(read_block(armoured.text)), quoted=quoted or armoured.quoted)
    except (Malformed, Rejected) as fault:
        return Signed(fault=fault, quoted=quoted or armoured.quoted)
