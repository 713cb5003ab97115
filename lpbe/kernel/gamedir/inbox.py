"""Letters as files and as armored text: how they are read, written, named and sorted."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from hashlib import sha256
from itertools import count
from os.path import join, lexists

import msgspec
from msgspec import UnsetType

from ..base.canonical import Plain, check_plain, jcs
from ..base.errors import DiskFailure, FileFailure, Malformed, Rejected
from ..chain.genesis import Genesis
from ..chain.letter import Letter, SignatureText, letter_id
from ..chain.letter_checks import is_authentic
from ..chain.letters.rekey import Rekey
from ..chain.records import Envelope, LetterFile, StateRecord, read_letter_file
from ..crypto.keys import b64, unb64
from ..crypto.sshsig import armour, dearmour
from ..disk import files, safe_open

MARK = b"BEGIN LPBE ORDER"
"""Marks the text of an e-mail."""
Waiting = list[tuple[str, Envelope]]
"""Letters of an inbox, each with the path of its file."""


def read_envelope(raw: Plain) -> Envelope:
    file = read_letter_file(raw)
    if isinstance(file.sig, UnsetType):
        return Envelope(file.letter)
    try:
        return Envelope(file.letter, b64(dearmour(file.sig.ssh)))
    except Malformed as fault:
        raise Rejected.like(fault) from None


def read_letter(path: str) -> Envelope:
    """Read a letter from a file: TOML, JSON, or the armored text of an e-mail."""
    data = files.read_stdin(files.MAX_ORDER_BYTES) if path == "-" else files.read(path, files.MAX_ORDER_BYTES)
    with safe_open.naming_file(path):
        return read_envelope(parse_mail(data, path) if MARK in data else files.parse_order(data, path))


def parse_mail(data: bytes, path: str) -> Plain:
    """Read a letter from an e-mail; a file that only mentions the mark, in a note for example, is read as a file."""
    try:
        return files.parse_order(data, path)
    except Malformed:
        return dearmour_letter(data)


def letter_name(letter: Letter) -> str:
    """Return the file name of a letter: only a hint, its content decides."""
    return f"{letter_stem(letter)}{letter.rev}.toml"


def letter_stem(letter: Letter) -> str:
    """Return how the names of this letter and of all letters that compete with it begin."""
    return f"{letter.counter if letter.free else letter.window}-{letter.seat}-"


def kept_name(path: str, letter: Letter | None, folder: str) -> str:
    """Return a unique name for a refused file, made from its content and its letter if it is one."""
    content = read_content(path)
    mark = sha256(path.encode("utf-8", "surrogateescape") if content is None else content).hexdigest()[:16]
    for extra in count():
        stem = f"{mark}.{extra}" if extra else mark
        name = f"{stem}-{letter_name(letter)}" if letter else f"{stem}.junk"
        if not lexists(there := join(folder, name)) or (content is not None and read_content(there) == content):
            break
    return name


def read_content(path: str) -> bytes | None:
    """Return the content of a file if it is there, can be read and is not too large for a letter."""
    try:
        return files.read(path, files.MAX_ORDER_BYTES)
    except DiskFailure:
        raise
    except Malformed:
        return None


def letter_file(envelope: Envelope) -> LetterFile:
    if isinstance(envelope.sig, UnsetType):
        return LetterFile(envelope.letter)
    return LetterFile(envelope.letter, SignatureText(armour(unb64(envelope.sig))))


def dump_letter(envelope: Envelope, name: str) -> bytes:
    return files.dump(msgspec.to_builtins(letter_file(envelope)), name)


def dump_checked(envelope: Envelope, name: str) -> bytes:
    """Return the file of a letter, checked by reading it again before it is signed."""
    data = dump_letter(envelope, name)
    if len(data) > files.MAX_ORDER_BYTES or jcs(read_envelope(files.parse_order(data, name))) != jcs(envelope):
        raise Rejected("E_ORDER_SIZE", "this order is too long to send", "send less at a time")
    return data


def sort_letters(genesis: Genesis, state: StateRecord, found: Waiting) -> Waiting:
    """Sort letters: free ones first, then by seat, of each seat the highest rev first, whatever their files are called.

    New keys of a seat come after what its old key signed, and before what the new one did: so both count.
    """
    seats = {seat.id: n for n, seat in enumerate(state.seats)}
    rekeys = {
        envelope.letter.seat: envelope.letter
        for _, envelope in found
        if isinstance(envelope.letter, Rekey) and is_authentic(genesis, state, envelope)
    }

    def place(envelope: Envelope) -> tuple[int, tuple[int, int, int], str]:
        rekey = rekeys.get(envelope.letter.seat)
        turn = turn_beside(rekey, envelope, genesis, state) if rekey else 0
        return turn, rank(envelope.letter, seats), letter_id(envelope.letter)

    return sorted(found, key=lambda item: place(item[1]))


def turn_beside(rekey: Rekey, envelope: Envelope, genesis: Genesis, state: StateRecord) -> int:
    """Return 0 for a letter that comes before new keys of its seat, 1 for the new keys, 2 for a letter after them."""
    letter = envelope.letter
    if letter is rekey:
        return 1
    later_rev = letter.free and letter.counter == rekey.counter and letter.rev >= rekey.rev
    return 2 if later_rev or not is_authentic(genesis, state, envelope) else 0


def rank(letter: Letter, seats: dict[str, int]) -> tuple[int, int, int]:
    """Return the sort key of a letter: where one replaces another, the newest comes first."""
    place = seats.get(letter.seat, -1)
    newest = not letter.free or letter.counter == "standing"
    return int(not letter.free), place, -letter.rev if newest else letter.rev


def newer_rev(letter: Letter, waiting: Waiting, state: StateRecord) -> int | None:
    """Return the rev that replaced this letter, if any."""
    newer = [
        other.letter.rev for _, other in waiting if same_slot(other.letter, letter) and other.letter.rev > letter.rev
    ]
    return max([*newer, *(rev for rev in accepted_revs(letter, state) if rev > letter.rev)], default=None)


def accepted_revs(letter: Letter, state: StateRecord) -> list[int]:
    """Return the accepted revs of this letter's slot."""
    if letter.free:
        seats = [seat for seat in state.seats if seat.id == letter.seat and letter.counter == "standing"]
        return [letter.tally(seat).next - 1 for seat in seats]
    return [done.rev for done in state.window.accepted if done.seat == letter.seat]


def is_rival(one: Letter, other: Letter) -> bool:
    """Return whether two letters are different ones with the same rev of one slot, of which only one can count."""
    return same_slot(one, other) and one.rev == other.rev and letter_id(one) != letter_id(other)


def same_slot(one: Letter, other: Letter) -> bool:
    """Return whether only the newer of these two letters of one seat counts."""
    if one.free or other.free:
        return one.free == other.free and one.counter == other.counter == "standing" and one.seat == other.seat
    return (one.game, one.seat, one.window) == (other.game, other.seat, other.window)


BEGIN, END = "-----BEGIN LPBE ORDER-----", "-----END LPBE ORDER-----"


ARMOR_COLUMNS = 64


BASE64 = frozenset("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/=")


def armour_letter(file: LetterFile) -> str:
    text = b64(jcs(file))
    lines = [text[at : at + ARMOR_COLUMNS] for at in range(0, len(text), ARMOR_COLUMNS)]
    return "\n".join([BEGIN, *lines, END, ""])


def dearmour_letter(data: bytes) -> Plain:
    """Read the letter between the marks; quote signs and white space are ignored.

    An e-mail may contain several pairs of marks, quoted or mentioned: the last one that can be read counts, and an
    unquoted one before a quoted one.
    """
    found = sorted(armored_blocks(data.decode("utf-8", "replace")))
    if not found:
        raise FileFailure("E_FILE_SYNTAX", "the order is cut off", "send the whole block, including both marks")
    for _, _, body in found[::-1]:
        with suppress(Malformed):
            return read_block(body)
    return read_block(found[-1][2])


def armored_blocks(text: str) -> Iterator[tuple[bool, int, str]]:
    """Yield each armored block: whether it is unquoted, where it begins, and its text."""
    here = 0
    while (end := text.find(END, here)) >= 0:
        start = text.rfind(BEGIN, here, end)
        here = end + len(END)
        if start >= 0:
            line = text[text.rfind("\n", 0, start) + 1 : start]
            yield ">" not in line, start, text[start + len(BEGIN) : end]


def read_block(body: str) -> Plain:
    try:
        return read_canonical_json(unb64("".join(c for c in body if c in BASE64), "E_FILE_SYNTAX"))
    except Malformed as fault:
        raise FileFailure.like(fault) from None


def read_canonical_json(data: bytes) -> Plain:
    try:
        value = msgspec.json.decode(data)
        same = isinstance(value, dict) and jcs(value) == data
    except (msgspec.DecodeError, RecursionError, UnicodeError, OverflowError):
        same = False
    if not same:
        raise FileFailure("E_FILE_SYNTAX", "the order is damaged", "send it again")
    plain: Plain = check_plain(value)
    return plain
