"""A game folder: game file, log, inbox, refusals, reports; what is half done is completed."""

from __future__ import annotations

from collections.abc import Callable
from hashlib import sha256
from os.path import basename, dirname, join
from typing import Any

import msgspec
from msgspec import Struct, UnsetType
from msgspec.structs import replace

from ..base.canon import jcs
from ..base.errors import Failure, Malformed, Rejected, Unauthentic
from ..base.text import printable
from ..chain.checks import authentic
from ..chain.letters import (
    Envelope,
    Free,
    Letter,
    LetterFile,
    SignatureText,
    letter_id,
    present,
    read_letter_file,
    unwrap,
)
from ..chain.records import Entry, GameFile, head_id, read_entry, read_game
from ..chain.step import Link, Referee, extend
from ..crypto.keys import b64, unb64
from ..crypto.sshsig import armour, dearmour
from ..disk import files
from ..play.rulebook import Rules
from .armour import dearmour_letter, is_armoured
from .receipts import refusal_of


class Place(Struct, frozen=True):
    """Where a game lies: its file, and the folder around it if there is one."""

    game: str
    folder: str = ""

    @property
    def log(self) -> str:
        return join(self.folder, "log.jsonl")

    @property
    def inbox(self) -> str:
        return join(self.folder, "inbox")

    @property
    def refused(self) -> str:
        return join(self.folder, "refused")

    @property
    def pack(self) -> str:
        return join(dirname(self.game), "pack.toml")

    def report(self, seq: int) -> str:
        return join(self.folder, "reports", f"{seq:06}.txt")


class Done(Struct):
    """What a run did."""

    applied: list[dict[str, Any]] = []
    refused: list[dict[str, Any]] = []
    files: list[str] = []


def locate(path: str) -> Place:
    """A game file, or a folder with one in it."""
    if files.is_folder(path):
        for name in ("game.toml", "game.json"):
            if files.is_file(join(path, name)):
                return Place(join(path, name), path)
        raise Malformed("E_FILE_MISSING", "there is no game.toml or game.json in this folder").in_file(path)
    around = dirname(path) or "."
    name = basename(path)
    whole = name in ("game.toml", "game.json") and files.is_file(join(around, "log.jsonl"))
    return Place(path, around if whole else "")


def load(place: Place) -> GameFile:
    return read_game(files.read_game_data(place.game))


def dump_game(game: GameFile, name: str) -> bytes:
    return files.dump(msgspec.to_builtins(game), name)


def log_line(game: GameFile) -> bytes:
    """The line of the log that a game file's last step is."""
    if game.state.seq == 0:
        return jcs(replace(game.last, genesis=game.genesis, sig=game.sig))
    return jcs(game.last)


def repair(place: Place, game: GameFile, render: Callable[[GameFile], str]) -> list[str]:
    """Complete what an interrupted run left undone; needs no key."""
    mended = []
    sweep(place)
    if mend_log(place, game):
        mended.append(place.log)
    report = place.report(game.state.seq)
    if not files.size(report):
        write_report(place, game, render)
        mended.append(report)
    return mended


def sweep(place: Place) -> None:
    """Take away what dead runs left of their own files. An inbox belongs to the players: theirs may be alive."""
    files.sweep(place.folder, basename(place.game), basename(place.log))
    files.sweep(place.refused)
    files.sweep(join(place.folder, "reports"))


def mend_log(place: Place, game: GameFile) -> bool:
    """Bring the log to the game file's step: it may be one entry short, or have a torn last line."""
    wanted = log_line(game)
    line, offset, whole = files.last_line(place.log, files.LOG_LINE)
    if line and not whole:
        if line == wanted:
            files.append_line(place.log, b"")
            return True
        files.truncate(place.log, offset)
        line, offset, whole = files.last_line(place.log, files.LOG_LINE)
    if line == wanted:
        return False
    if game.state.seq == 0 and not line:
        files.append_line(place.log, wanted)
        return True
    last = last_entry(line)
    if game.state.seq and last and last.head.seq == game.state.seq - 1 and head_id(last.head) == game.last.head.prev:
        files.append_line(place.log, wanted)
        return True
    raise Unauthentic("E_STATE_LOG", "the log does not lead to this game file", "restore both from one backup")


def last_entry(line: bytes) -> Entry | None:
    try:
        return read_entry(line) if line else None
    except Malformed:
        return None


def write_report(place: Place, game: GameFile, render: Callable[[GameFile], str]) -> None:
    files.make_folder(join(place.folder, "reports"))
    files.write(place.report(game.state.seq), render(game).encode(), sync=False)


def store(place: Place, game: GameFile, render: Callable[[GameFile], str]) -> None:
    store_as(place, game, dump_game(game, place.game), render)


def store_as(place: Place, game: GameFile, data: bytes, render: Callable[[GameFile], str]) -> None:
    """The game file first: that is the moment it counts. The rest can be redone from it."""
    files.write(place.game, data)
    files.append_line(place.log, log_line(game))
    write_report(place, game, render)


def read_envelope(raw: dict[str, Any]) -> Envelope:
    file = read_letter_file(raw)
    if isinstance(file.sig, UnsetType):
        return Envelope(file.order)
    try:
        return Envelope(file.order, b64(dearmour(file.sig.ssh)))
    except Malformed as fault:
        raise Rejected.like(fault) from None


def read_letter(path: str) -> Envelope:
    """An order file: TOML, JSON, or the armoured text of a mail."""
    data = files.read_stdin(files.ORDER) if path == "-" else files.read(path, files.ORDER)
    with files.naming(path):
        if is_armoured(data):
            return read_envelope(dearmour_letter(data))
        return read_envelope(files.parse_order(data, path))


def letter_name(letter: Letter) -> str:
    """The file an order is kept in: a hint, its content decides."""
    if isinstance(letter, Free):
        return f"free-{letter.seat}-{letter.rev}.toml"
    return f"{letter.window}-{letter.seat}-{letter.rev}.toml"


def junk_name(name: str) -> str:
    """The receipt of a file that is nobody's order."""
    return f"junk-{sha256(name.encode('utf-8', 'surrogateescape')).hexdigest()[:16]}.toml"


def letter_file(envelope: Envelope) -> LetterFile:
    if isinstance(envelope.sig, UnsetType):
        return LetterFile(envelope.order)
    return LetterFile(envelope.order, SignatureText(armour(unb64(envelope.sig))))


def dump_letter(envelope: Envelope, name: str) -> bytes:
    return files.dump(msgspec.to_builtins(letter_file(envelope)), name)


class Run(Struct):
    """One pass over a folder: apply all that waits, until nothing more applies."""

    place: Place
    rules: Rules
    referee: Referee
    step: Link
    now: Callable[[], str | None]
    render: Callable[[GameFile], str]
    done: Done = msgspec.field(default_factory=Done)

    def everything(self, stand_in: Callable[[Run], Envelope | None]) -> Done:
        while self.one() or self.own(stand_in):
            pass
        return self.done

    def own(self, stand_in: Callable[[Run], Envelope | None]) -> bool:
        """An order the referee itself makes: for held seats, for those who let a deadline pass."""
        envelope = stand_in(self)
        if envelope is None:
            return False
        self.keep(*self.play(envelope, self.now()))
        return True

    def one(self) -> bool:
        """Apply the next order in the inbox; False when none is left that can be."""
        waiting = self.sorted_inbox()
        return any(self.attempt(path, envelope, waiting) for path, envelope in waiting)

    def sorted_inbox(self) -> list[tuple[str, Envelope]]:
        """Free orders first, then of each seat the highest rev, in seat order."""
        found = []
        for name in files.names(self.place.inbox):
            path = join(self.place.inbox, name)
            try:
                found.append((path, read_letter(path)))
            except (Malformed, Rejected) as fault:
                if fault.code == "E_FILE_IO":
                    raise
                if fault.code != "E_FILE_MISSING":
                    self.refuse(path, None, fault)
        seats = {seat.id: n for n, seat in enumerate(self.step.game.state.seats)}
        return sorted(found, key=lambda item: rank(item[1].order, seats))

    def attempt(self, path: str, envelope: Envelope, waiting: list[tuple[str, Envelope]]) -> bool:
        letter = envelope.order
        if self.known(letter):
            files.remove(path)
            return False
        at = self.now()
        try:
            step, data = self.play(envelope, at)
        except (Rejected, Malformed) as fault:
            self.refuse(path, envelope, fault)
            return False
        for other, older in waiting:
            if same_slot(older.order, letter) and older.order.rev < letter.rev:
                files.remove(other)
        self.keep(step, data)
        files.remove(path)
        return True

    def known(self, letter: Letter) -> bool:
        """Dealt with before: it is in the log, or was refused."""
        state = self.step.game.state
        if letter.game != state.game:
            return False
        name = letter_id(letter)
        receipt = join(self.place.refused, letter_name(letter))
        if name in self.receipts(receipt):
            return True
        past = (
            letter.window < state.window.number or isinstance(letter, Free) or letter.seat not in state.window.waiting
        )
        return past and in_log(self.place.log, name)

    def receipts(self, path: str) -> list[str]:
        if not files.is_file(path):
            return []
        raw = files.read_letter_data(path)
        return [str(entry.get("order")) for entry in raw.get("refused", []) if isinstance(entry, dict)]

    def play(self, envelope: Envelope, at: str | None) -> tuple[Link, bytes]:
        """The next step and its game file, nothing of it written: what fails here is the order's fault."""
        step = extend(self.rules, self.step, envelope, self.referee, at)
        return step, dump_game(step.game, self.place.game)

    def keep(self, step: Link, data: bytes) -> None:
        """What fails here is the disk's fault, and ends the run."""
        store_as(self.place, step.game, data, self.render)
        self.step = step
        letter = present(step.game.last.order)
        self.done.applied.append({"seq": step.game.state.seq, "seat": letter.seat, "order": letter_id(letter)})

    def refuse(self, path: str, envelope: Envelope | None, fault: Failure) -> None:
        """Leave a receipt, then take the order out of the inbox. Only what a seat signed is filed under its name."""
        files.make_folder(self.place.refused)
        game = self.step.game
        target = join(self.place.refused, junk_name(basename(path)))
        if envelope and authentic(game.genesis, game.state, envelope):
            target = join(self.place.refused, letter_name(envelope.order))
        old = files.read_letter_data(target).get("refused", []) if files.is_file(target) else []
        for entry in old:
            unwrap(entry, "seal")
        receipt = msgspec.to_builtins(refusal_of(game, self.referee, envelope.order if envelope else None, fault))
        if receipt not in old:
            files.write(target, files.dump({"refused": [*old[-7:], receipt]}, target))
        files.remove(path)
        self.done.refused.append({"file": printable(basename(path)), "code": fault.code})


def rank(letter: Letter, seats: dict[str, int]) -> tuple[int, int, int]:
    if isinstance(letter, Free):
        return (0, seats.get(letter.seat, -1), letter.rev)
    return (1, seats.get(letter.seat, -1), -letter.rev)


def same_slot(one: Letter, other: Letter) -> bool:
    """Two orders of one seat for one window, of which only the newer counts."""
    free = isinstance(one, Free) or isinstance(other, Free)
    return not free and (one.game, one.seat, one.window) == (other.game, other.seat, other.window)


def in_log(path: str, name: str) -> bool:
    needle = name.encode()
    for line in files.each_line(path, files.LOG_LINE):
        if needle in line and (entry := last_entry(line)) and entry.head.order == name:
            return True
    return False
