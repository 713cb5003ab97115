"""One pass over a game folder: everything that waits is applied or refused."""

from __future__ import annotations

from collections.abc import Callable
from os.path import basename, join, relpath

from msgspec import Struct, field

from ..base.errors import Failure, Malformed, Rejected
from ..base.text import printable
from ..chain.checks import authentic
from ..chain.letters import Letter, letter_id, present
from ..chain.records import Envelope
from ..chain.step import Link, Referee, extend
from ..disk import files
from ..play.rulebook import Rules
from .folder import Place, Render, dump_game, store_as
from .inbox import Waiting, junk_name, letter_name, older_files, read_letter, sort_letters
from .log import holds_letter
from .receipts import add_receipt, receipt_orders, refusal_of


class Applied(Struct, frozen=True):
    """An order that made a step."""

    seq: int
    seat: str
    order: str


class RefusedFile(Struct, frozen=True):
    """A file of the inbox that made none."""

    file: str
    code: str


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
    done: Done = field(default_factory=Done)

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
        waiting = sort_letters(self.step.game.state, self.read_inbox())
        return any(self.attempt(path, envelope, waiting) for path, envelope in waiting)

    def read_inbox(self) -> Waiting:
        """All letters that can be read; what is none is refused."""
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
        return found

    def attempt(self, path: str, envelope: Envelope, waiting: Waiting) -> bool:
        if self.is_settled(envelope.order):
            files.remove(path)
            return False
        at = self.now()  # a wrong time is not the order's fault
        try:
            step, data = self.play(envelope, at)
        except (Rejected, Malformed) as fault:
            self.refuse(path, envelope, fault)
            return False
        for older in older_files(envelope.order, waiting):
            files.remove(older)
        self.keep(step, data)
        files.remove(path)
        return True

    def is_settled(self, letter: Letter) -> bool:
        """Dealt with before: it is in the log, or was refused."""
        state = self.step.game.state
        if letter.game != state.game:
            return False
        name = letter_id(letter)
        if name in receipt_orders(join(self.place.refused, letter_name(letter))):
            return True
        past = letter.window < state.window.number or letter.free or letter.seat not in state.window.waiting
        return past and holds_letter(self.place.log, name)

    def play(self, envelope: Envelope, at: str | None) -> tuple[Link, bytes]:
        """The next step and its game file, nothing of it written: what fails here is the order's fault."""
        step = extend(self.rules, self.step, envelope, self.referee, at)
        return step, dump_game(step.game, self.place.game)

    def keep(self, step: Link, data: bytes) -> None:
        """What fails here is the disk's fault, and ends the run."""
        if not store_as(self.place, step.game, data, self.render):
            report = relpath(self.place.report(step.game.state.seq), self.place.folder)
            self.done.refused.append(RefusedFile(report, "E_FILE_TYPE"))
        self.step = step
        letter = present(step.game.last.order)
        self.done.applied.append(Applied(step.game.state.seq, letter.seat, letter_id(letter)))

    def refuse(self, path: str, envelope: Envelope | None, fault: Failure) -> None:
        """Leave a receipt, then take the order out of the inbox."""
        files.make_folder(self.place.refused)
        letter = envelope.order if envelope else None
        refusal = refusal_of(self.step.game, self.referee, letter, fault)
        add_receipt(join(self.place.refused, self.receipt_name(path, envelope)), refusal)
        files.remove(path)
        self.done.refused.append(RefusedFile(printable(basename(path)), fault.code))

    def receipt_name(self, path: str, envelope: Envelope | None) -> str:
        """Only what a seat signed is filed under its name."""
        game = self.step.game
        if envelope and authentic(game.genesis, game.state, envelope):
            return letter_name(envelope.order)
        return junk_name(basename(path))
