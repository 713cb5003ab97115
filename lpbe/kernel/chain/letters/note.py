"""Note: a message to all players, at any time."""

from typing import TYPE_CHECKING, Annotated

from msgspec import Meta
from msgspec.structs import replace

from ...base.errors import WrongKind
from ...base.safe_text import bad_text, check_note
from ..genesis import MAX_LETTERS_PER_WINDOW, Genesis, SeatRecord, StepOutcome, Tally, use_rev
from ..letter import Letter, Record
from ..letter_builder import heading

if TYPE_CHECKING:
    from ..records import Envelope, GameFile, StateRecord

MAX_NOTE_LETTER_LENGTH = 500


class NoteArgs(Record, frozen=True):
    """The text of a note."""

    text: Annotated[str, Meta(min_length=1, max_length=MAX_NOTE_LETTER_LENGTH)]


class NoteLetter(Letter, frozen=True, kw_only=True, tag="note"):
    """The letter by which a seat writes to all players."""

    free = True
    counter = "note"
    max_per_window = MAX_LETTERS_PER_WINDOW
    before_start = True

    args: NoteArgs

    def check_text(self) -> None:
        super().check_text()
        check_note_text(self.args.text)

    def public_text(self) -> str:
        return self.args.text

    def check(self, genesis: Genesis, state: "StateRecord", at: str | None) -> None:
        if self.note:
            raise WrongKind("E_ORDER_KIND", "a message cannot come with a second message")

    def tally(self, seat: SeatRecord) -> Tally:
        return seat.notes

    def use_rev(self, seat: SeatRecord, window: int) -> SeatRecord:
        return replace(seat, notes=seat.notes.after(self.rev, window))

    def bookkeep(
        self, genesis: Genesis, state: "StateRecord", envelope: "Envelope", outcome: StepOutcome
    ) -> "StateRecord":
        return use_rev(state, self)


def check_note_text(text: str) -> str:
    """Check that a note has a text that may be shown to everybody."""
    if not text.strip():
        raise bad_text("the message is empty")
    return check_note(text, MAX_NOTE_LETTER_LENGTH)


def note_letter(game: "GameFile", seat: str, text: str, rev: int) -> NoteLetter:
    """Return the letter with a note."""
    return NoteLetter(**heading(game, seat, rev), args=NoteArgs(text))
