"""Letters as they come in from players: read, checked, and named as files of an inbox. Mail, git and the web use it."""

from __future__ import annotations

from collections.abc import Sequence
from os.path import join

from msgspec import Struct

from ...kernel.base.errors import Failure, Malformed, MissingFile, Rejected, StorageFailure
from ...kernel.chain.letter import letter_id
from ...kernel.chain.letter_checks import is_authentic
from ...kernel.chain.letters.play import Play
from ...kernel.chain.records import Envelope
from ...kernel.disk import files, folders, safe_open
from ...kernel.gamedir.inbox import MARK, dump_letter, letter_name, parse_mail, read_envelope, read_letter
from ..session.open_game import OpenGame


class InboxFile(Struct, frozen=True):
    """A letter that is to be written into an inbox."""

    folder: str
    name: str
    data: bytes


def read_submitted(path: str, data: bytes) -> Envelope:
    """Read a letter in any form. Any error in it is the sender's fault."""
    try:
        if len(data) > files.MAX_ORDER_BYTES:
            raise safe_open.too_large(path, files.MAX_ORDER_BYTES)
        with safe_open.naming_file(path):
            return read_envelope(parse_mail(data, path) if MARK in data else files.parse_order(data, path))
    except Malformed as fault:
        raise Rejected.like(fault) from None


def check_rev_unused(opened: OpenGame, envelope: Envelope, before: Sequence[Envelope] = ()) -> None:
    """Refuse a second answer with the rev of one that waits: which of them counts must not depend on file names."""
    letter = envelope.letter
    game = opened.game
    beside = any(has_same_rev(envelope, one) and is_authentic(game.genesis, game.state, one) for one in before)
    if beside or other_with_rev(opened, envelope):
        raise Rejected(
            "E_EQUIVOCATION",
            "another order from {seat} with rev {rev} has already arrived, and it counts",
            "to replace it: lpbe order --rev {next}",
            seat=letter.seat,
            rev=letter.rev,
            next=letter.rev + 1,
        )


def is_in_inbox(opened: OpenGame, envelope: Envelope) -> bool:
    """Return whether the same letter is already in the inbox."""
    return bool(name_in_inbox(opened, envelope))


def name_in_inbox(opened: OpenGame, envelope: Envelope) -> str:
    """Return the name under which the same letter is in the inbox: its usual one, or a unique one; or nothing."""
    stem = letter_name(envelope.letter).removesuffix(".toml")
    names = [name for name in folders.file_names(opened.place.inbox) if name.startswith(f"{stem}.")]
    return next((name for name in names if is_this_letter(join(opened.place.inbox, name), envelope)), "")


def is_this_letter(path: str, envelope: Envelope) -> bool:
    try:
        other = read_letter(path)
    except MissingFile:
        return False
    except StorageFailure:
        raise
    except Failure:
        return False
    return letter_id(other.letter) == letter_id(envelope.letter) and other.sig == envelope.sig


def other_with_rev(opened: OpenGame, envelope: Envelope) -> bool:
    """Return whether the inbox has another answer of this seat to this question with this rev: the first one counts."""
    stem = letter_name(envelope.letter).removesuffix(".toml")
    names = [name for name in folders.file_names(opened.place.inbox) if name.startswith(stem)]
    return any(is_other_with_rev(opened, envelope, join(opened.place.inbox, name)) for name in names)


def is_other_with_rev(opened: OpenGame, envelope: Envelope, path: str) -> bool:
    try:
        other = read_letter(path)
    except StorageFailure:
        raise
    except Failure:
        return False
    return has_same_rev(envelope, other) and is_authentic(opened.game.genesis, opened.game.state, other)


def has_same_rev(one: Envelope, other: Envelope) -> bool:
    """Return whether these are different answers of one seat to one question with one rev."""
    slots = [(it.letter.game, it.letter.seat, it.letter.window, it.letter.rev) for it in (one, other)]
    plays = isinstance(one.letter, Play) and isinstance(other.letter, Play)
    return plays and slots[0] == slots[1] and letter_id(one.letter) != letter_id(other.letter)


def inbox_file(opened: OpenGame, envelope: Envelope) -> InboxFile:
    """Return the file of a letter, under its usual name, or under a unique one if another letter has that name."""
    name = letter_name(envelope.letter)
    path = join(opened.place.inbox, name)
    mailed = isinstance(envelope.letter, Play) and envelope.letter.via
    if not mailed and is_taken(path):
        name = f"{name.removesuffix('.toml')}.{letter_id(envelope.letter)[:12]}.toml"
    return InboxFile(opened.place.inbox, name, dump_letter(envelope, name))


def is_taken(path: str) -> bool:
    try:
        read_letter(path)
    except MissingFile:
        return False
    except (Malformed, Rejected):
        pass
    return True
