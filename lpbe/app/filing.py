"""Where orders go: the inbox beside the game file, another file, or standard output."""

from __future__ import annotations

from os.path import basename, join

from msgspec import UnsetType

from ..kernel.base.errors import Failure, Malformed, Misused
from ..kernel.base.text import quote
from ..kernel.chain.acts.join import Join
from ..kernel.chain.acts.play import Play
from ..kernel.chain.checks import authentic, check_letter
from ..kernel.chain.compose import sign
from ..kernel.chain.letters import AnyLetter, letter_id
from ..kernel.chain.records import Envelope
from ..kernel.chain.seating import given_seat, seat_of
from ..kernel.crypto.keys import Identity
from ..kernel.disk import files
from ..kernel.folder.armour import armour_letter
from ..kernel.folder.inbox import dump_checked, letter_file, letter_name, read_letter
from .game import OpenGame, time_to_write
from .outputs import write_output
from .pins import remember_letter
from .posting import Mailing

LAST_REV = 15


def send_letter(
    opened: OpenGame,
    identity: Identity | None,
    letter: AnyLetter,
    output: str | None,
    armor: bool,
    now: str | None = None,
) -> str:
    """Sign, check what can be checked without a secret, file; return where it went."""
    letter.check_names(opened.game.state)
    envelope = sign(identity, letter)
    at = time_to_write(opened.game.genesis, now, opened.game.last.head)
    check_letter(opened.game.genesis, opened.game.state, opened.head, envelope, at)
    return file_letter(opened, envelope, output, armor)


def inbox_of(opened: OpenGame) -> str:
    """The inbox of the game folder; a lone game file has the current folder."""
    return opened.place.inbox if opened.place.folder else "."


def file_letter(opened: OpenGame, envelope: Envelope, output: str | None, armor: bool) -> str:
    """Write an order; return where it went. Its sender's pin comes first."""
    check_joined(opened, envelope)
    remember_letter(opened, envelope)
    output = output or ("-" if Mailing.on() else None)
    path = output or letter_path(opened, envelope.order)
    data = letter_text(opened, envelope) if armor or Mailing.on() else dump_checked(envelope, path)
    if output == "-":
        files.write_stdout(data)
        return "-"
    if not output:
        files.make_folder(inbox_of(opened))
    write_letter(path, data)
    return path


def letter_text(opened: OpenGame, envelope: Envelope) -> bytes:
    """A letter as text, or the whole mail that it is sent in."""
    armoured = armour_letter(letter_file(envelope))
    if not Mailing.on():
        return armoured.encode()
    letter = envelope.order
    subject = f"lpbe {opened.game.state.game[:12]} {letter.seat} {letter.window}.{letter.rev}"
    to = [f"To: {check_address(Mailing.to)}"] if Mailing.to else []
    return "\n".join([*to, f"Subject: {subject}", "", armoured]).encode()


def check_address(address: str) -> str:
    """One plain address: it becomes a header."""
    name, _, domain = address.partition("@")
    if (
        not name
        or not domain
        or not address.isprintable()
        or not address.isascii()
        or set(address) & set(" ,;<>@") != {"@"}
    ):
        told = "'{address}' is no mail address"
        raise Misused("E_USAGE", told, "write it as ana@example.org", address=quote(address))
    return address


def write_letter(path: str, data: bytes) -> None:
    """Whatever has taken its place is left alone: it is not ours."""
    try:
        write_output(path, data, sync=True)
    except Malformed as fault:
        if fault.code == "E_FILE_TYPE":
            fault.advise("take it away, or write the letter under another name: -o FILE")
        raise


def letter_path(opened: OpenGame, letter: AnyLetter) -> str:
    """Where a letter is filed if nobody says otherwise."""
    return join(inbox_of(opened), letter_name(letter))


def check_joined(opened: OpenGame, envelope: Envelope) -> None:
    """Only joining ties a seat to its key: before that nothing else is sent for it."""
    letter, record = envelope.order, seat_of(opened.game.state, envelope.order.seat)
    sealed = opened.game.genesis.trust == "referee"
    if sealed and record and isinstance(record.tie, UnsetType) and not isinstance(letter, Join):
        raise Malformed("E_KEY_ROLE", "{seat} has not joined yet", "join first: lpbe join", seat=letter.seat)


def used_revs(opened: OpenGame, stem: str) -> list[int]:
    """The numbers of the seat's own orders of this name: those that wait, and those that were refused."""
    return [*waiting_revs(opened, stem), *numbers(stem, refused_letters(opened, stem))]


def refused_letters(opened: OpenGame, stem: str) -> list[str]:
    """The names of refused letters of this name, without the mark of their content."""
    folder = opened.place.refused
    found = [name for name in files.names(folder) if unmarked(name).startswith(stem)] if opened.place.folder else []
    return [unmarked(name) for name in found if own_letter(opened, join(folder, name))]


def unmarked(name: str) -> str:
    return name.partition("-")[2]


def waiting_revs(opened: OpenGame, stem: str) -> list[int]:
    inbox = inbox_of(opened)
    names = [name for name in files.names(inbox) if name.startswith(stem) and own_letter(opened, join(inbox, name))]
    return numbers(stem, names)


def numbers(stem: str, names: list[str]) -> list[int]:
    tails = [name.removeprefix(stem).removesuffix(".toml") for name in names]
    return [int(tail) for tail in tails if tail.isdecimal() and len(tail) < 10]


def own_letter(opened: OpenGame, path: str) -> bool:
    """Anybody can put files into a game folder; only what its seat signed, under its right name, counts.

    What cannot be read now may be of the seat: else its number would be used twice.
    """
    try:
        envelope = read_letter(path)
    except Failure as fault:
        if fault.code in ("E_FILE_IO", "E_FILE_ACCESS"):
            raise
        return False
    named = letter_name(envelope.order) in (basename(path), unmarked(basename(path)))
    return named and authentic(opened.game.genesis, opened.game.state, envelope)


def next_free(opened: OpenGame, seat: str) -> int:
    record = seat_of(opened.game.state, seat)
    used = opened.game.state.free if record is None else record.free.next
    return next_on_shelf(opened, seat, "free", used)


def next_standing(opened: OpenGame, seat: str) -> int:
    return next_on_shelf(opened, seat, "standing", given_seat(opened.game.state, seat).standing.next)


def next_note(opened: OpenGame, seat: str) -> int:
    return next_on_shelf(opened, seat, "note", given_seat(opened.game.state, seat).notes.next)


def next_on_shelf(opened: OpenGame, seat: str, shelf: str, used: int) -> int:
    """Past every letter of this shelf that is in, waits, or was refused."""
    return max([used, *(rev + 1 for rev in used_revs(opened, f"{shelf}-{seat}-"))])


def next_rev(opened: OpenGame, seat: str) -> int:
    """Past every order of this seat for this window that is in, waits, or was refused."""
    window = opened.game.state.window
    taken = [done.rev for done in window.accepted if done.seat == seat]
    return max([-1, *taken, *used_revs(opened, f"{window.number}-{seat}-")]) + 1


def newest_waiting(opened: OpenGame, seat: str) -> Play | None:
    """The newest of the seat's own orders for this window that lie in the inbox."""
    stem = f"{opened.game.state.window.number}-{seat}-"
    revs = waiting_revs(opened, stem)
    letter = read_letter(join(inbox_of(opened), f"{stem}{max(revs)}.toml")).order if revs else None
    return letter if isinstance(letter, Play) else None


def replaced_rev(opened: OpenGame, seat: str, rev: int) -> int | None:
    """The newest order of this seat for this window before that one which is in or waits."""
    window = opened.game.state.window
    taken = [done.rev for done in window.accepted if done.seat == seat]
    return max((n for n in (*taken, *waiting_revs(opened, f"{window.number}-{seat}-")) if n < rev), default=None)


def answer_waits(opened: OpenGame, seat: str) -> bool:
    """An answer of this seat to the open window lies in the inbox, newer than one that is in, and can be applied."""
    window, inbox = opened.game.state.window, inbox_of(opened)
    if window.kind not in ("ready", "play"):
        return False
    paths = [join(inbox, name) for name in files.names(inbox) if name.startswith(f"{window.number}-{seat}-")]
    return any(acceptable(opened, path) for path in paths)


def acceptable(opened: OpenGame, path: str) -> bool:
    try:
        now = time_to_write(opened.game.genesis, None, opened.game.last.head)
        check_letter(opened.game.genesis, opened.game.state, opened.head, read_letter(path), now)
        return own_letter(opened, path)
    except Failure:
        return False


def same_letter_waits(opened: OpenGame, envelope: Envelope) -> bool:
    """The very same order lies in the inbox already."""
    path = letter_path(opened, envelope.order)
    return own_letter(opened, path) and letter_id(read_letter(path).order) == letter_id(envelope.order)
