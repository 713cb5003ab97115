"""One pass over a game folder: everything that waits is applied or refused, and nothing is thrown away."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import count
from os.path import basename, join, lexists, relpath

from msgspec import Struct, field

from ..base.errors import Failure, Malformed, Message, Rejected
from ..base.text import one_line
from ..chain.acts.pace import extend_letter
from ..chain.acts.play import Play
from ..chain.checks import authentic
from ..chain.compose import sign
from ..chain.letters import kind_of, letter_id, present
from ..chain.records import Envelope, GameFile
from ..chain.seating import given_seat
from ..chain.step import Link, Referee, extend
from ..chain.times import days_late, last_call
from ..disk import files
from ..play.rulebook import Rules
from .folder import Place, Render, dump_step, store_as
from .inbox import Waiting, kept_name, newer_rev, read_letter, sort_letters
from .log import holds_letter
from .receipts import MOST, Refusal, refusal_of, was_refused, write_receipt

PAST = ("E_ORDER_STALE", "E_ORDER_REV", "E_ORDER_NOT_WAITING", "E_ORDER_AGAIN")
"""What is said of an order whose time is over: nobody's secret."""


class Applied(Struct, frozen=True):
    """An order that made a step."""

    seq: int
    seat: str
    order: str


class RefusedFile(Struct, frozen=True, omit_defaults=True):
    """A file of the inbox that made none: what it was called, why, and under which name it is kept."""

    file: str
    code: str
    kept: str = ""
    message: str = ""
    """In words, where that is nobody's secret."""
    seat: str = ""
    """Whose letter it was, if it was authentic."""
    kind: str = ""

    @property
    def line(self) -> str:
        why = f" {self.message}" if self.message else ""
        where = f" ({self.kept})" if self.kept else ""
        return f"{self.file}{where}: {self.code}{why}"


class Done(Struct):
    """What a run did."""

    applied: list[Applied] = []
    refused: list[RefusedFile] = []


class Run(Struct):
    """One pass over a folder: apply all that waits, until nothing more applies."""

    place: Place
    rules: Rules
    referee: Referee
    step: Link
    now: Callable[[], str | None]
    render: Render
    clock_behind: Callable[[], bool] = lambda: False
    """Whether the last step is dated later than it is now."""
    came_by: Callable[[str, str], bool] = lambda path, until: False
    """Whether a file lay in the inbox by a time, as far as the host's disk tells."""
    count: Callable[[GameFile], None] = lambda game: None
    """Who must know of each step as soon as it counts."""
    done: Done = field(default_factory=Done)
    passed: dict[str, str] = field(default_factory=dict)
    """Files of the inbox that this run has dealt with, and under which names they are put aside, if they are."""
    refusals: list[Refusal] = field(default_factory=list)
    told: dict[str, list[Message]] = field(default_factory=dict)
    """What is wrong with which file and what to do, where that is nobody's secret."""
    handed_over: bool = False

    def everything(self, stand_in: Callable[[Run], Envelope | None]) -> Done:
        try:
            while not self.handed_over and (self.one() or self.own(stand_in)):
                pass
        finally:
            self.clear_away()
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
        waiting = sort_letters(self.step.game.state, self.read_inbox())
        return any(self.attempt(path, envelope, waiting) for path, envelope in waiting)

    def read_inbox(self) -> Waiting:
        """All letters that can be read; what is none is refused."""
        found = []
        for name in files.names(self.place.inbox):
            path = join(self.place.inbox, name)
            if path in self.passed:
                continue
            try:
                found.append((path, read_letter(path)))
            except (Malformed, Rejected) as fault:
                if fault.code == "E_FILE_IO":
                    raise
                if fault.code == "E_FILE_ACCESS":
                    self.leave(path, fault)
                elif fault.code != "E_FILE_MISSING":
                    self.refuse(path, None, fault)
        return found

    def leave(self, path: str, fault: Failure) -> None:
        """What the host may not read cannot be judged: it stays where it is, and stops nobody."""
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
        except (Rejected, Malformed) as fault:
            if fault.code.startswith("E_FILE_"):
                raise  # nor is a failing disk
            if fault.code not in PAST or not self.is_done(path, envelope):
                self.refuse(path, envelope, self.in_words(fault, envelope, waiting))
            return False
        self.keep(step, data)
        self.drop(path)
        return True

    def time_back(self, path: str, envelope: Envelope, at: str | None) -> Envelope | None:
        """Who answered in time loses no day of vacation because the host runs late: all get until now."""
        game, letter = self.step.game, envelope.order
        if not isinstance(letter, Play) or not at:
            return None
        until = last_call(game.genesis, game.state, [])
        if not days_late(game.genesis, game.state, given_seat(game.state, letter.seat), at):
            return None
        return sign(self.referee.identity, extend_letter(game, at)) if self.came_by(path, present(until)) else None

    def check_new(self, envelope: Envelope) -> None:
        """What was refused once is not tried again, whoever puts it back."""
        game = self.step.game
        if authentic(game.genesis, game.state, envelope) and was_refused(self.place, game, envelope.order):
            raise Rejected("E_ORDER_AGAIN", "this very order was refused before", "make another: lpbe order")

    def is_done(self, path: str, envelope: Envelope) -> bool:
        """An interrupted run left an order behind that is in the log: only its file has still to go."""
        if not holds_letter(self.place.log, letter_id(envelope.order)):
            return False
        self.drop(path)
        return True

    def drop(self, path: str) -> None:
        """What stands in the log need not lie in the inbox."""
        self.passed[path] = ""
        with leaving_what_is_closed():
            files.remove(path)

    def in_words(self, fault: Failure, envelope: Envelope, waiting: Waiting) -> Failure:
        """An older order is told by which one it was replaced."""
        newer = newer_rev(envelope.order, waiting, self.step.game.state)
        if newer is None or fault.code not in PAST:
            return fault
        return Rejected(fault.code, "replaced by rev {rev}", rev=newer)

    def play(self, envelope: Envelope, at: str | None) -> tuple[Link, bytes]:
        """The next step and its game file, nothing of it written: what fails here is the order's fault."""
        step = extend(self.rules, self.step, envelope, self.referee, at)
        return step, dump_step(step.game, self.place.game)

    def keep(self, step: Link, data: bytes) -> None:
        """What fails here is the disk's fault, and ends the run."""
        if not store_as(self.place, step.game, data, self.render):
            report = relpath(self.place.report(step.game.state.seq), self.place.folder)
            self.done.refused.append(RefusedFile(report, "E_FILE_TYPE"))
        self.count(step.game)
        self.step = step
        letter = present(step.game.last.order)
        self.handed_over = letter.new_referee() is not None
        self.done.applied.append(Applied(step.game.state.seq, letter.seat, letter_id(letter)))

    def refuse(self, path: str, envelope: Envelope | None, fault: Failure) -> None:
        """Note why; what its seat signed gets a receipt. The file itself is put aside when all is done."""
        game = self.step.game
        letter = envelope.order if envelope and authentic(game.genesis, game.state, envelope) else None
        sealed = letter is not None and self.referee.identity is not None
        if letter and sealed and fault.code != "E_ORDER_AGAIN" and len(self.refusals) < MOST:
            self.refusals.append(refusal_of(game, self.referee, letter, fault))
        kept = kept_name(path, letter, self.place.refused)
        self.passed[path] = kept
        who, kind = (letter.seat, kind_of(letter)) if letter else ("", "")
        words = "" if sealed and fault.code not in PAST else fault.message
        if words:
            self.told[one_line(basename(path))] = [part for part in (fault.sentence, fault.advice) if str(part)]
        self.done.refused.append(RefusedFile(one_line(basename(path)), fault.code, kept, words, who, kind))

    def clear_away(self) -> None:
        """Receipts first, in one file; then what they are for leaves the inbox, and is kept beside them."""
        if not self.done.refused:
            return
        files.make_folder(self.place.refused)
        if self.refusals:
            write_receipt(self.place, self.step.game, self.referee, self.refusals)
        add_lines(self.place, self.step.game.state.seq, [item.line for item in self.done.refused])
        self.put_aside()

    def put_aside(self) -> None:
        """Of files that say the same one is enough; to put one over the other costs a disk far more."""
        gone = set[str]()
        for path, kept in self.passed.items():
            with leaving_what_is_closed():
                if kept in gone:
                    files.remove(path)
                elif kept:
                    files.move(path, join(self.place.refused, kept))
                    gone.add(kept)


def add_lines(place: Place, seq: int, lines: list[str]) -> None:
    """In words, beside the receipts: nobody signs it."""
    path, before = words_of(place, seq)
    known = set(before)
    told = [*before, *(line for line in lines if line not in known)]
    files.write(path, ("\n".join(told) + "\n").encode(), sync=False)


def words_of(place: Place, seq: int) -> tuple[str, list[str]]:
    """Where this step's words stand or will stand, and what they say; what lies there and is no such file stays."""
    for extra in count():
        path = join(place.refused, f"{seq:06}-{extra}.txt" if extra else f"{seq:06}.txt")
        if not lexists(path):
            break
        if files.is_file(path) and files.size(path) < files.GAME // 2:
            return path, files.read(path, files.GAME).decode("utf-8", "replace").splitlines()
    return path, []


@contextmanager
def leaving_what_is_closed() -> Iterator[None]:
    """What may not be taken away, another user's file in a shared folder say, stays where it is and stops nobody."""
    try:
        yield
    except Malformed as fault:
        if fault.code != "E_FILE_ACCESS":
            raise
