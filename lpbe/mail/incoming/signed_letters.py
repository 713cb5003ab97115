"""Signed letters in an e-mail: armored in its text, or attached as files."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct

from ...kernel.base.errors import Failure, FileFailure, Malformed, Rejected
from ...kernel.chain.letter import letter_id
from ...kernel.chain.records import Envelope
from ...kernel.disk import files
from ...kernel.gamedir.inbox import MARK, read_block, read_envelope
from .extract import ARMOR_BEGIN, ArmoredText, Found, extract_armored
from .message import Attachment, Mail
from .mime import decode_text
from .quoted_lines import plain_lines

MAX_LETTERS = 12
"""How many letters of one e-mail are read: anybody can write thousands without a signature."""


class Signed(Struct, frozen=True):
    """A letter that was found, or why something that looks like one is not."""

    envelope: Envelope | None = None
    fault: Failure | None = None
    quoted: bool = False


def signed_letters(mail: Mail, texts: list[list[Found]]) -> list[Signed]:
    """Return the letters of an e-mail, each once; quoted ones only if the sender added none."""
    found = [
        *(one for file in mail.attachments for one in letters_in_file(file)),
        *(one for versions in texts for one in letters_in_text(versions)),
    ]
    read = [one for one in found if one.envelope]
    best = [one for one in read if not one.quoted] or read or [one for one in found if not one.quoted] or found
    seen: dict[str, Signed] = {}
    for one in best:
        seen.setdefault(letter_id(one.envelope.letter) if one.envelope else "", one)
    return [*list(seen.values())[:MAX_LETTERS], *([too_many()] if len(seen) > MAX_LETTERS else [])]


def too_many() -> Signed:
    message = "an e-mail can contain at most {limit} signed messages; the others were not read"
    return Signed(fault=Rejected("E_ORDER_MANY", message, "send them in another e-mail", limit=MAX_LETTERS))


def letters_in_file(file: Attachment) -> Iterator[Signed]:
    """Yield the letters in an attachment; ignore other files, such as a copy of the game."""
    if MARK in file.data or ARMOR_BEGIN.search(decode_text(file.data, "")):
        for armored in extract_armored(plain_lines(decode_text(file.data, "")))[0]:
            yield open_armor(armored, file.quoted)
        return
    try:
        raw = files.parse_order(file.data, file.name if file.name.endswith((".toml", ".json")) else "-")
        if "order" in raw:
            yield Signed(read_envelope(raw), quoted=file.quoted)
    except (Malformed, Rejected) as fault:
        if file.name.endswith((".toml", ".json")) and b"genesis" not in file.data:
            yield Signed(fault=fault, quoted=file.quoted)


def letters_in_text(versions: list[Found]) -> list[Signed]:
    """Return the letters of the first version of a text in which they are readable: all versions have the same."""
    tried = [[open_armor(armored) for armored in version.armored] for version in versions if version.armored]
    return next((version for version in tried if any(one.envelope for one in version)), tried[0] if tried else [])


def open_armor(armored: ArmoredText, quoted: bool = False) -> Signed:
    """Read the letter in an armored text."""
    try:
        if not armored.whole:
            raise FileFailure("E_FILE_SYNTAX", "the order is cut off", "send the whole block, including both marks")
        return Signed(read_envelope(read_block(armored.text)), quoted=quoted or armored.quoted)
    except (Malformed, Rejected) as fault:
        return Signed(fault=fault, quoted=quoted or armored.quoted)
