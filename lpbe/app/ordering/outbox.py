"""File letters: in the inbox beside the game file, in another file, or as text to send."""

from __future__ import annotations

from os.path import basename, join

from msgspec import Struct, UnsetType

from ...kernel.base.errors import DiskFailure, Failure, Malformed, Misused, NoAccess, WrongFileType
from ...kernel.base.safe_text import quote
from ...kernel.chain.genesis import WindowKind, given_seat, seat_of
from ...kernel.chain.letter import AnyLetter, letter_id
from ...kernel.chain.letter_checks import check_letter, is_authentic
from ...kernel.chain.letters.join import Join
from ...kernel.chain.letters.play import Play
from ...kernel.chain.player_view import sign
from ...kernel.chain.records import Envelope
from ...kernel.crypto.keys import Identity
from ...kernel.disk import folders
from ...kernel.gamedir.inbox import armour_letter, dump_checked, letter_file, letter_name, read_letter
from ..session.open_game import OpenGame, time_to_write
from ..session.paths import write_output
from ..session.pins import keeps_pins, order_signed, remember_letter

LAST_REV = 15
"""The highest number of an order for one question: each order replaces the one before."""


class Delivery(Struct, frozen=True, kw_only=True):
    """Where a letter goes and in which form: by default a file in the inbox."""

    output: str | None = None
    """A file, or - for standard output."""
    armor: bool = False
    """As text that can be pasted into an e-mail."""
    mail: bool = False
    """As a complete e-mail, headers included."""
    mail_to: str = ""
    """As a complete e-mail, addressed to this address."""

    @property
    def as_mail(self) -> bool:
        return self.mail or bool(self.mail_to)

    @property
    def target(self) -> str | None:
        return self.output or (PRINTED if self.as_mail else None)


PRINTED = "-"
"""Stands for a path if the letter is not written but returned, to be printed."""
NO_DELIVERY = Delivery()


class FiledLetter(Struct, frozen=True):
    """Where a letter was written, or its text if it is to be printed."""

    path: str
    printed: bytes = b""


NOT_FILED = FiledLetter("")


def send_letter(
    opened: OpenGame,
    identity: Identity | None,
    letter: AnyLetter,
    delivery: Delivery = NO_DELIVERY,
    now: str | None = None,
) -> FiledLetter:
    """Sign a letter, check what can be checked without a secret, and file it."""
    letter.check_names(opened.game.state)
    envelope = sign(identity, letter)
    check_sendable(opened, envelope, now)
    return file_letter(opened, envelope, delivery)


def check_sendable(opened: OpenGame, envelope: Envelope, now: str | None = None) -> None:
    """Refuse a letter that the referee would refuse at once."""
    game = opened.game
    at = time_to_write(game.genesis, now, game.last.head)
    check_letter(game.genesis, game.state, opened.head, envelope, at)


def inbox_of(opened: OpenGame) -> str:
    """Return the inbox of the game folder; for a lone game file, the current folder."""
    return opened.place.inbox if opened.place.folder else "."


def file_letter(opened: OpenGame, envelope: Envelope, delivery: Delivery = NO_DELIVERY) -> FiledLetter:
    """Write a letter to where the sender wants it. The sender's pin is written first."""
    check_joined(opened, envelope)
    remember_letter(opened, envelope)
    target = delivery.target
    path = target or letter_path(opened, envelope.letter)
    as_text = delivery.armor or delivery.as_mail
    data = letter_text(opened, envelope, delivery) if as_text else dump_checked(envelope, path)
    if path == PRINTED:
        return FiledLetter(PRINTED, data)
    if not target:
        folders.make_folder(inbox_of(opened))
    write_letter(path, data)
    return FiledLetter(path)


def letter_text(opened: OpenGame, envelope: Envelope, delivery: Delivery) -> bytes:
    """Return a letter as armored text, or as the whole e-mail that it is sent in."""
    armored = armour_letter(letter_file(envelope))
    if not delivery.as_mail:
        return armored.encode()
    letter = envelope.letter
    subject = f"lpbe {opened.game.state.game[:12]} {letter.seat} {letter.window}.{letter.rev}"
    to = [f"To: {check_address(delivery.mail_to)}"] if delivery.mail_to else []
    return "\n".join([*to, f"Subject: {subject}", "", armored]).encode()


def check_address(address: str) -> str:
    """Return a plain address as it was given; it becomes a header."""
    name, _, domain = address.partition("@")
    if (
        not name
        or not domain
        or not address.isprintable()
        or not address.isascii()
        or set(address) & set(" ,;<>@") != {"@"}
    ):
        raise Misused(
            "E_USAGE", "'{address}' is not an e-mail address", "write it like ana@example.org", address=quote(address)
        )
    return address


def write_letter(path: str, data: bytes) -> None:
    """Write a letter, but never over something that is not a file."""
    try:
        write_output(path, data, sync=True)
    except WrongFileType as fault:
        fault.advise("remove it, or write to another file: -o FILE")
        raise


def letter_path(opened: OpenGame, letter: AnyLetter) -> str:
    """Return where a letter is filed by default."""
    return join(inbox_of(opened), letter_name(letter))


def check_joined(opened: OpenGame, envelope: Envelope) -> None:
    """Refuse all letters except a join from a seat that has not joined: only joining ties a seat to its key."""
    letter = envelope.letter
    record = seat_of(opened.game.state, letter.seat)
    sealed = opened.game.genesis.trust == "referee"
    if sealed and record and isinstance(record.tie, UnsetType) and not isinstance(letter, Join):
        raise Malformed("E_KEY_ROLE", "{seat} has not joined yet", "join first: lpbe join", seat=letter.seat)


def used_revs(opened: OpenGame, stem: str) -> list[int]:
    """Return the numbers of the seat's own letters of this name: those that wait, and those that were refused."""
    return [*waiting_revs(opened, stem), *numbers(stem, refused_letters(opened, stem))]


def refused_letters(opened: OpenGame, stem: str) -> list[str]:
    """Return the names of refused letters of this name, without the hash of their content."""
    folder = opened.place.refused
    found = (
        [name for name in folders.file_names(folder) if without_hash(name).startswith(stem)]
        if opened.place.folder
        else []
    )
    return [without_hash(name) for name in found if own_letter(opened, join(folder, name))]


def without_hash(name: str) -> str:
    return name.partition("-")[2]


def waiting_revs(opened: OpenGame, stem: str) -> list[int]:
    inbox = inbox_of(opened)
    names = [
        name for name in folders.file_names(inbox) if name.startswith(stem) and own_letter(opened, join(inbox, name))
    ]
    return numbers(stem, names)


def numbers(stem: str, names: list[str]) -> list[int]:
    tails = [name.removeprefix(stem).removesuffix(".toml") for name in names]
    return [int(tail) for tail in tails if tail.isdecimal() and len(tail) < 10]


def own_letter(opened: OpenGame, path: str) -> bool:
    """Return whether a file is a letter that its seat signed, under its right name: anybody can put files there.

    A file that cannot be read raises an error: it may be the seat's, and its number must not be used twice.
    """
    try:
        envelope = read_letter(path)
    except (DiskFailure, NoAccess):
        raise
    except Failure:
        return False
    has_its_name = letter_name(envelope.letter) in (basename(path), without_hash(basename(path)))
    return has_its_name and is_authentic(opened.game.genesis, opened.game.state, envelope)


def next_free(opened: OpenGame, seat: str) -> int:
    record = seat_of(opened.game.state, seat)
    used = opened.game.state.free if record is None else record.free.next
    return next_number(opened, seat, "free", used)


def next_standing(opened: OpenGame, seat: str) -> int:
    return next_number(opened, seat, "standing", given_seat(opened.game.state, seat).standing.next)


def next_note(opened: OpenGame, seat: str) -> int:
    return next_number(opened, seat, "note", given_seat(opened.game.state, seat).notes.next)


def next_number(opened: OpenGame, seat: str, series: str, used: int) -> int:
    """Return the number after every letter of this series that was applied, waits, or was refused."""
    return max([used, *(rev + 1 for rev in used_revs(opened, f"{series}-{seat}-"))])


def next_rev(opened: OpenGame, seat: str) -> int:
    """Return the number after every order of this seat for this window that was applied, waits, or was refused.

    Orders that were mailed are known to the pin, but not to the folder or the lone game file.
    """
    window = opened.game.state.window
    taken = [done.rev for done in window.accepted if done.seat == seat]
    signed = order_signed(opened, seat)
    return max([-1, *([signed.rev] if signed else []), *taken, *used_revs(opened, f"{window.number}-{seat}-")]) + 1


def newest_waiting(opened: OpenGame, seat: str) -> Play | None:
    """Return the newest of the seat's own orders for this window that wait in the inbox."""
    stem = f"{opened.game.state.window.number}-{seat}-"
    revs = waiting_revs(opened, stem)
    letter = read_letter(join(inbox_of(opened), f"{stem}{max(revs)}.toml")).letter if revs else None
    return letter if isinstance(letter, Play) else None


def replaced_rev(opened: OpenGame, seat: str, rev: int) -> int | None:
    """Return the number of the newest earlier order of this seat for this window, wherever it is."""
    window = opened.game.state.window
    taken = [done.rev for done in window.accepted if done.seat == seat]
    signed = order_signed(opened, seat)
    known = [*([signed.rev] if signed else []), *taken, *waiting_revs(opened, f"{window.number}-{seat}-")]
    return max((number for number in known if number < rev), default=None)


def answer_waits(opened: OpenGame, seat: str) -> bool:
    """Return whether an answer of this seat to the open window waits in the inbox and can be applied."""
    window = opened.game.state.window
    inbox = inbox_of(opened)
    if window.kind not in (WindowKind.READY, WindowKind.PLAY):
        return False
    paths = [join(inbox, name) for name in folders.file_names(inbox) if name.startswith(f"{window.number}-{seat}-")]
    return any(is_acceptable(opened, path) for path in paths)


def is_acceptable(opened: OpenGame, path: str) -> bool:
    try:
        check_sendable(opened, read_letter(path))
        return own_letter(opened, path)
    except Failure:
        return False


def was_signed(opened: OpenGame, envelope: Envelope) -> bool:
    """Return whether this is the last order that its sender signed for the open question."""
    signed = order_signed(opened, envelope.letter.seat)
    return signed is not None and signed.letter_id == letter_id(envelope.letter)


def may_repeat_rev(opened: OpenGame, delivery: Delivery) -> bool:
    """Return whether nothing here knows which orders were sent: no pin is kept, and they do not wait in an inbox."""
    in_inbox = opened.place.folder and not delivery.target
    return opened.game.genesis.trust == "referee" and not keeps_pins(opened) and not in_inbox


def same_letter_waits(opened: OpenGame, envelope: Envelope) -> bool:
    """Return whether the same letter is already waiting in the inbox."""
    path = letter_path(opened, envelope.letter)
    return own_letter(opened, path) and letter_id(read_letter(path).letter) == letter_id(envelope.letter)
