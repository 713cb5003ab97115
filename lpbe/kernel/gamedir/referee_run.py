"""One run of the referee over a game folder: every waiting letter is applied or refused, none is thrown away."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager, suppress
from itertools import count
from os.path import basename, join, lexists, relpath
from typing import Protocol

from msgspec import Struct, field

from ..base.errors import (
    DiskFailure,
    Failure,
    Malformed,
    Message,
    MissingFile,
    NoAccess,
    Outdated,
    RefusedBefore,
    Rejected,
    StorageFailure,
)
from ..base.safe_text import one_line
from ..chain.deadlines import days_late, last_call
from ..chain.genesis import given_seat
from ..chain.letter import Letter, kind_of, letter_id, present
from ..chain.letter_checks import is_authentic
from ..chain.letters.pace import extend_letter
from ..chain.letters.play import Play
from ..chain.player_view import sign
from ..chain.records import Envelope, GameFile
from ..chain.transition import ChainState, Referee, extend
from ..disk import files, folders
from ..engine.rulebook import Rules
from .gamedir import Place, dump_step, store_as
from .inbox import Waiting, is_rival, kept_name, newer_rev, read_letter, sort_letters
from .log import holds_letter
from .receipts import MAX_SEAT_REFUSALS, Refusal, is_among_refused, make_refusal, refused_heads, write_receipts


class AppliedLetter(Struct, frozen=True):
    """A letter that made a step."""

    seq: int
    seat: str
    letter_id: str = field(name="order")


class RefusedFile(Struct, frozen=True, omit_defaults=True):
    """A file of the inbox that made no step: its name, the reason, and the name it is kept under."""

    file: str
    code: str
    kept: str = ""
    message: str = ""
    """The reason in words, where it is not a secret."""
    seat: str = ""
    """Whose letter it was, if it was authentic."""
    kind: str = ""

    @property
    def line(self) -> str:
        why = f" {self.message}" if self.message else ""
        where = f" ({self.kept})" if self.kept else ""
        return f"{self.file}{where}: {self.code}{why}"


class RunLog(Struct):
    """What a run did."""

    applied: list[AppliedLetter] = []
    refused: list[RefusedFile] = []


class RunHost(Protocol):
    """What a run needs from the host: clock, disk, reports, and the letters that the referee itself sends."""

    def now(self, game: GameFile) -> str | None:
        """Return the time to write into the next head; None in a game without a pace."""

    def came_by(self, path: str, until: str) -> bool:
        """Return whether a file was in the inbox by a time, as far as the host's disk can say."""

    def render(self, game: GameFile) -> str:
        """Return the public report of a step."""

    def before_commit(self, game: GameFile) -> None:
        """Refuse a step if what must be remembered of it could not be written."""

    def on_commit(self, game: GameFile) -> None:
        """Take note of a step as soon as its game file is written."""

    def own_letter(self, run: Run) -> Envelope | None:
        """Return the next letter that the referee sends by itself: for held seats, or after a deadline."""


class Run(Struct):
    """One pass over a folder: apply all that waits, until nothing more applies."""

    place: Place
    rules: Rules
    referee: Referee
    step: ChainState
    host: RunHost
    done: RunLog = field(default_factory=RunLog)
    passed: dict[str, str] = field(default_factory=dict)
    """The files of the inbox that this run has dealt with, and the new names of those that are put aside."""
    refusals: list[Refusal] = field(default_factory=list)
    receipted: dict[str, set[str]] = field(default_factory=dict)
    """The letters of each seat that get a receipt in this run."""
    refused_before: dict[str, set[str]] | None = None
    """What earlier runs refused, read once: a flood would make every letter of it slower than the one before."""
    reasons: dict[str, list[Message]] = field(default_factory=dict)
    """What is wrong with each file and what to do, unless that is secret."""
    taken: Waiting = field(default_factory=list)
    """The letters of the inbox that made steps."""
    handed_over: bool = False

    def apply_all(self) -> RunLog:
        """Apply letters of the inbox and of the referee until none is left, then clear the inbox."""
        try:
            while not self.handed_over and (self.apply_next() or self.send_own_letter()):
                pass
        finally:
            self.clear_away()
        return self.done

    def now(self) -> str | None:
        """Return the time of the next step; None in a game without a pace."""
        return self.host.now(self.step.game)

    def send_own_letter(self) -> bool:
        """Apply the next letter that the referee itself sends. Return False when there is none."""
        envelope = self.host.own_letter(self)
        if envelope is None:
            return False
        self.keep(*self.play(envelope, self.now()))
        return True

    def apply_next(self) -> bool:
        """Apply the next letter of the inbox. Return False when none is left that can be applied."""
        waiting = sort_letters(self.step.game.genesis, self.step.game.state, self.read_inbox())
        return any(self.attempt(path, envelope, waiting) for path, envelope in waiting)

    def read_inbox(self) -> Waiting:
        """Return all letters that can be read; refuse every other file."""
        found = []
        for name in folders.file_names(self.place.inbox):
            path = join(self.place.inbox, name)
            if path in self.passed:
                continue
            try:
                found.append((path, read_letter(path)))
            except DiskFailure:
                raise
            except NoAccess as fault:
                self.leave(path, fault)
            except MissingFile:
                pass
            except (Malformed, Rejected) as fault:
                self.refuse(path, None, fault)
        return found

    def leave(self, path: str, fault: Failure) -> None:
        """Leave a file that the host may not read where it is: it cannot be judged, and it blocks nobody."""
        self.passed[path] = ""
        self.done.refused.append(RefusedFile(one_line(basename(path)), fault.code, message=fault.message))

    def attempt(self, path: str, envelope: Envelope, waiting: Waiting) -> bool:
        at = self.now()  # a wrong time is not the order's fault
        try:
            self.check_new(envelope)
            step, data = self.play(envelope, at)
            if more := self.time_back(path, envelope, at):
                self.keep(*self.play(more, at))
                step, data = self.play(envelope, at)
        except StorageFailure:
            raise  # nor is a failing disk
        except (Rejected, Malformed) as fault:
            if not isinstance(fault, Outdated) or not self.is_done(path, envelope):
                self.refuse(path, envelope, self.in_words(fault, envelope, waiting))
            return False
        self.keep(step, data)
        self.taken.append((path, envelope))
        self.drop(path)
        return True

    def time_back(self, path: str, envelope: Envelope, at: str | None) -> Envelope | None:
        """Return a letter that extends the deadline until now, if this answer was in time and only the run is late.

        Nobody loses a day of vacation because the host runs late.
        """
        game = self.step.game
        letter = envelope.letter
        if not isinstance(letter, Play) or not at:
            return None
        until = last_call(game.genesis, game.state, [])
        if not days_late(game.genesis, game.state, given_seat(game.state, letter.seat), at):
            return None
        return sign(self.referee.identity, extend_letter(game, at)) if self.host.came_by(path, present(until)) else None

    def check_new(self, envelope: Envelope) -> None:
        """Refuse a letter that was refused before, whoever puts it back."""
        game = self.step.game
        if not is_authentic(game.genesis, game.state, envelope):
            return
        if self.refused_before is None:
            self.refused_before = refused_heads(self.place, game)
        if is_among_refused(self.refused_before, game, envelope.letter):
            raise RefusedBefore("E_ORDER_AGAIN", "this order has already been refused", "make a new one: lpbe order")

    def is_done(self, path: str, envelope: Envelope) -> bool:
        """Return whether an interrupted run has applied the letter already, and if so remove its file."""
        if not holds_letter(self.place.log, letter_id(envelope.letter)):
            return False
        self.drop(path)
        return True

    def drop(self, path: str) -> None:
        """Remove the file of a letter that is in the log."""
        self.passed[path] = ""
        with skip_inaccessible():
            files.remove(path)

    def in_words(self, fault: Failure, envelope: Envelope, waiting: Waiting) -> Failure:
        """Return the refusal of an outdated letter with the one that counted instead of it."""
        letter = envelope.letter
        if not isinstance(fault, Outdated):
            return fault
        if any(is_rival(one.letter, letter) for _, one in self.taken):
            words = "another order from {seat} with rev {rev} was in the inbox, and that one counts"
            return type(fault)(fault.code, words, seat=letter.seat, rev=letter.rev)
        newer = newer_rev(letter, [*waiting, *self.taken], self.step.game.state)
        return fault if newer is None else type(fault)(fault.code, "replaced by rev {rev}", rev=newer)

    def play(self, envelope: Envelope, at: str | None) -> tuple[ChainState, bytes]:
        """Return the next step and its game file, unwritten: what fails here is the fault of the letter."""
        step = extend(self.rules, self.step, envelope, self.referee, at)
        return step, dump_step(step.game, self.place.game)

    def keep(self, step: ChainState, data: bytes) -> None:
        """Write a step. Whatever fails here is the fault of the disk, and ends the run."""
        self.host.before_commit(step.game)
        if not store_as(self.place, step.game, data, self.host.render):
            report = relpath(self.place.report(step.game.state.seq), self.place.folder)
            self.done.refused.append(RefusedFile(report, "E_FILE_TYPE"))
        self.host.on_commit(step.game)
        self.step = step
        letter = present(step.game.last.letter)
        self.handed_over = letter.new_referee() is not None
        self.done.applied.append(AppliedLetter(step.game.state.seq, letter.seat, letter_id(letter)))

    def refuse(self, path: str, envelope: Envelope | None, fault: Failure) -> None:
        """Record a refusal, with a receipt if the seat signed the letter. The file is moved when the run ends."""
        game = self.step.game
        letter = envelope.letter if envelope and is_authentic(game.genesis, game.state, envelope) else None
        sealed = letter is not None and self.referee.identity is not None
        if letter and sealed and not isinstance(fault, RefusedBefore) and self.needs_receipt(letter):
            self.refusals.append(make_refusal(game, self.referee, letter, fault))
        kept = kept_name(path, letter, self.place.refused)
        self.passed[path] = kept
        who, kind = (letter.seat, kind_of(letter)) if letter else ("", "")
        words = "" if sealed and not isinstance(fault, Outdated) else fault.message
        if words:
            self.reasons[one_line(basename(path))] = [part for part in (fault.sentence, fault.advice) if str(part)]
        self.done.refused.append(
            RefusedFile(
                file=one_line(basename(path)),
                code=fault.code,
                kept=kept,
                message=words,
                seat=who,
                kind=kind,
            )
        )

    def needs_receipt(self, letter: Letter) -> bool:
        """Return whether a letter gets a receipt: one for all its copies, and a limited number per seat."""
        letters = self.receipted.setdefault(letter.seat, set())
        name = letter_id(letter)
        if name in letters or len(letters) >= MAX_SEAT_REFUSALS:
            return False
        letters.add(name)
        return True

    def clear_away(self) -> None:
        """Write the receipts, then move the refused files from the inbox beside them."""
        if not self.done.refused:
            return
        folders.make_folder(self.place.refused)
        if self.refusals:
            write_receipts(self.place, self.step.game, self.referee, self.refusals)
        add_refusal_notes(self.place, self.step.game.state.seq, [item.line for item in self.done.refused])
        self.put_aside()

    def put_aside(self) -> None:
        """Move refused files out of the inbox; of equal files only one is kept, for overwriting is slow."""
        gone = set[str]()
        for path, kept in self.passed.items():
            with skip_inaccessible():
                if kept in gone:
                    files.remove(path)
                elif kept:
                    files.move(path, join(self.place.refused, kept))
                    gone.add(kept)


def add_refusal_notes(place: Place, seq: int, lines: list[str]) -> None:
    """Add the refusals in words, unsigned, beside the receipts."""
    path, before = refusal_notes(place, seq)
    known = set(before)
    content = [*before, *(line for line in lines if line not in known)]
    files.write(path, ("\n".join(content) + "\n").encode(), sync=False)


def refusal_notes(place: Place, seq: int) -> tuple[str, list[str]]:
    """Return the file for the refusals of this step and its lines so far; a file of another kind is left alone."""
    for extra in count():
        path = join(place.refused, f"{seq:06}-{extra}.txt" if extra else f"{seq:06}.txt")
        if not lexists(path):
            break
        if files.is_file(path) and files.size(path) < files.MAX_GAME_BYTES // 2:
            return path, files.read(path, files.MAX_GAME_BYTES).decode("utf-8", "replace").splitlines()
    return path, []


@contextmanager
def skip_inaccessible() -> Iterator[None]:
    """Leave a file that may not be moved, such as another user's in a shared folder, where it is."""
    with suppress(NoAccess):
        yield
