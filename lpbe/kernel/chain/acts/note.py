"""Note: a word to the table at any time."""

# No `from __future__ import annotations`: msgspec would compile every string of a type again in each process.

from typing import TYPE_CHECKING, Annotated

from msgspec import Meta
from msgspec.structs import replace

from ...base.errors import Rejected
from ...base.text import bad_text, check_note
from ..letters import Letter, Record
from ..seating import MANY, Genesis, Now, SeatRecord, Tally, use_rev
from ..writing import heading

if TYPE_CHECKING:
    from ..records import Envelope, GameFile, StateRecord

LONGEST = 500


class NoteArgs(Record, frozen=True):
    text: Annotated[str, Meta(min_length=1, max_length=LONGEST)]


class NoteLetter(Letter, frozen=True, kw_only=True, tag="note"):
    free = True
    shelf = "note"
    many = MANY
    before_start = True

    args: NoteArgs

    def check_text(self) -> None:
        super().check_text()
        check_words(self.args.text)

    def said(self) -> str:
        return self.args.text

    def check(self, genesis: Genesis, state: "StateRecord", at: str | None) -> None:
        if self.note:
            raise Rejected("E_ORDER_KIND", "a note has no note beside it")

    def used(self, seat: SeatRecord) -> Tally:
        return seat.notes

    def count(self, seat: SeatRecord, window: int) -> SeatRecord:
        return replace(seat, notes=seat.notes.after(self.rev, window))

    def enter(self, genesis: Genesis, state: "StateRecord", envelope: "Envelope", now: Now) -> "StateRecord":
        return use_rev(state, self)


def check_words(text: str) -> str:
    """Something is said, and can be told to everybody."""
    if not text.strip():
        raise bad_text("the note says nothing")
    return check_note(text, LONGEST)


def note_letter(game: "GameFile", seat: str, text: str, rev: int) -> NoteLetter:
    return NoteLetter(**heading(game, seat, rev), args=NoteArgs(text))
