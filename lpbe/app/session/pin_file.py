"""The file in which a key keeps its pin of a game: its folder, its form, and what the key has signed lately."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from os.path import join
from typing import Literal

from msgspec import UNSET, UnsetType, field

from ...kernel.base.canonical import tagged_hash, to_plain
from ...kernel.base.errors import Malformed, WrongRev
from ...kernel.chain.letter import Count, Digest, Key, Record, Sig, Slug, Time, letter_id
from ...kernel.chain.letter_registry import read_record
from ...kernel.chain.letters.play import Play
from ...kernel.chain.records import Head
from ...kernel.crypto.keys import unb64
from ...kernel.disk import files, folders, safe_open
from .paths import state_home

NO_PLACE = "choose a folder for pins with XDG_STATE_HOME, or do without: --no-pin"

MAX_PIN_BYTES = 32 << 10
MAX_PIN_LINES = 1000
"""Enough for everything that a pin remembers of what its key has signed."""
MAX_SIGNED = 32
"""How many answers and steps a pin remembers: a restored game may ask the last questions again."""


class SignedOrder(Record, frozen=True):
    """The last answer that a key signed to one question: a second one with its rev would prove the player a cheat."""

    seat: Slug
    window: Count
    rev: Count
    letter_id: Digest = field(name="order")


class SignedStep(Record, frozen=True):
    """A step that a referee's key signed elsewhere: a second step with its number would prove the host a cheat."""

    seq: Count
    head: Digest


class Pin(Record, frozen=True):
    """The last step of a game that a key saw, with the signature that proves it."""

    format: Literal[2]
    head: Head
    sig: Sig
    seen: Time
    """When it was first seen, by the clock of this machine."""
    referee: Key
    """Who signed it."""
    started: bool = False
    roster: Digest | UnsetType = UNSET
    """The players for whom this key has shown its draw: it never does so for others."""
    signed: list[SignedOrder] = []
    """The newest answer to each of the last questions."""
    aside: list[SignedStep] = []
    """The last steps that were written elsewhere instead of in place of the game."""


def pin_folder(sign: str) -> str:
    """Return the folder with the pins of a key."""
    with advising():
        return join(state_home(), "pins", tagged_hash("pin", unb64(sign)).hex()[:16])


def pin_path(sign: str, game: str) -> str:
    return join(pin_folder(sign), f"{game}.json")


@contextmanager
def advising() -> Iterator[None]:
    """Add a hint to a failure to write a pin."""
    try:
        yield
    except Malformed as fault:
        fault.advise(NO_PLACE)
        raise


@contextmanager
def lock_pins(sign: str, wait: float = 30.0) -> Iterator[None]:
    """Lock the pins of a key for one process at a time."""
    folder = pin_folder(sign)
    with advising():
        folders.make_folder(folder, 0o700)
    with folders.lock(folder, wait):
        yield


def is_pin(path: str) -> bool:
    with advising():
        return files.is_file(path)


def read_pin(sign: str, game: str) -> Pin | None:
    path = pin_path(sign, game)
    if not is_pin(path):
        return None
    try:
        return parse_pin(path, game)
    except Malformed as fault:
        fault.advise("check it, then start over: lpbe pin GAME --reset")
        raise


def parse_pin(path: str, game: str) -> Pin:
    raw = files.parse(files.read(path, MAX_PIN_BYTES), path, width=1024, lines=MAX_PIN_LINES)
    with safe_open.naming_file(path):
        pin = read_record(raw, Pin)
        if pin.head.game != game:
            raise Malformed("E_SCHEMA", "this pin belongs to another game")
        return pin


def write_pin(sign: str, pin: Pin, ending: str = "") -> None:
    path = pin_path(sign, pin.head.game)
    with advising():
        files.write(path + ending, files.dump(to_plain(pin), path), 0o600)


def read_pin_or_none(sign: str, game: str) -> Pin | None:
    try:
        return read_pin(sign, game)
    except Malformed:
        return None


def signed_order(letter: Play) -> SignedOrder:
    return SignedOrder(seat=letter.seat, window=letter.window, rev=letter.rev, letter_id=letter_id(letter))


def newest_order(signed: Sequence[SignedOrder], seat: str, window: int) -> SignedOrder | None:
    return next((one for one in signed if (one.seat, one.window) == (seat, window)), None)


def with_order(signed: Sequence[SignedOrder], order: SignedOrder) -> list[SignedOrder]:
    """Add an answer in place of an older one; refuse one that is not newer than what was signed for the question."""
    last = newest_order(signed, order.seat, order.window)
    if last is None or order.rev > last.rev:
        others = [one for one in signed if one is not last]
        return sorted([*others, order], key=lambda one: one.window)[-MAX_SIGNED:]
    if order.letter_id != last.letter_id:
        raise WrongRev(
            "E_ORDER_REV",
            "your key has already signed rev {rev} for this question; "
            "two orders with the same rev would be proof of cheating",
            "to replace it: lpbe order --rev {next}",
            rev=last.rev,
            next=last.rev + 1,
        )
    return list(signed)
