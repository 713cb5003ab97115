"""Letters of a player that answer no question: notes, the wish to stop, resignations, new keys, endorsements."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from msgspec import Struct

from ...kernel.base.canonical import Plain
from ...kernel.base.errors import Misused, Rejected
from ...kernel.chain.letter import AnyLetter
from ...kernel.chain.letters.endorse import endorse_letter, endorse_pace_letter
from ...kernel.chain.letters.note import check_note_text, note_letter
from ...kernel.chain.letters.rekey import rekey_letter
from ...kernel.chain.letters.resign import resign_letter
from ...kernel.chain.letters.stop import stop_letter
from ...kernel.chain.player_view import find_seat
from ...kernel.crypto.keys import Identity
from ..session.key_files import read_identity, read_key_file
from ..session.open_game import OpenGame, position
from ..session.seat_view import signer_for
from ..session.seats import check_stays, require_seat
from ..session.session import Session
from .outbox import NO_DELIVERY, NOT_FILED, Delivery, FiledLetter, next_free, next_note, send_letter

Confirm = Callable[[str], bool]
"""Ask the caller a question before something that cannot be taken back."""


def always(question: str) -> bool:
    return True


class SentLetter(Struct, frozen=True, kw_only=True):
    """A letter on its way, with what its sender should read before and after."""

    opened: OpenGame
    filed: FiledLetter
    terms: Sequence[str] = ()
    """What the sender agrees to by sending it."""
    remarks: Sequence[str] = ()
    new_key: str = ""
    """The path of a key that was made for it."""

    def data(self) -> Plain:
        files = [self.filed.path] if self.filed.path else []
        return {
            **position(self.opened.game),
            "files": files,
            **({"key": self.new_key} if self.new_key else {}),
            **({"terms": list(self.terms)} if self.terms else {}),
        }

    def text(self) -> str:
        return "\n".join(filter(None, [*self.terms, self.filed.path, *self.remarks]))


def send_note(
    session: Session, game: str, text: str, seat: str | None = None, delivery: Delivery = NO_DELIVERY
) -> SentLetter:
    """Send a message to all players."""
    opened = session.open_game(game)
    own = require_seat(session, opened, seat)
    letter = note_letter(opened.game, own, check_note_text(text), next_note(opened, own))
    return send_as_seat(session, opened, own, letter, delivery)


def send_stop(
    session: Session,
    game: str,
    withdraw: bool = False,
    seat: str | None = None,
    delivery: Delivery = NO_DELIVERY,
    confirm: Confirm = always,
) -> SentLetter:
    """Agree to end the game now, or withdraw that agreement."""
    opened = session.open_game(game)
    own = require_seat(session, opened, seat)
    question = "end the game here, as far as {seat} is concerned?"
    if not withdraw and not confirm(session.locale.localise(question, seat=own)):
        return nothing_sent(session, opened)
    letter = stop_letter(opened.game, own, not withdraw, next_free(opened, own))
    return send_as_seat(session, opened, own, letter, delivery)


def send_resignation(
    session: Session,
    game: str,
    seat: str | None = None,
    delivery: Delivery = NO_DELIVERY,
    confirm: Confirm = always,
) -> SentLetter:
    """Leave the game for good: policy and defaults play the seat from then on."""
    opened = session.open_game(game)
    own = require_seat(session, opened, seat)
    check_stays(opened, own)
    if not confirm(session.locale.localise("leave the game for good as {seat}?", seat=own)):
        return nothing_sent(session, opened)
    letter = resign_letter(opened.game, own, next_free(opened, own))
    return send_as_seat(session, opened, own, letter, delivery)


def send_new_key(
    session: Session, game: str, key_file: str, seat: str | None = None, delivery: Delivery = NO_DELIVERY
) -> SentLetter:
    """Change the key of a seat; the old key signs the change, and the new key proves itself."""
    opened = session.open_game(game)
    identity = session.require_identity()
    new = read_identity(read_key_file(key_file), session.ask_passphrase)
    own = require_seat(session, opened, seat)
    letter = rekey_letter(opened.game, own, new, next_free(opened, own))
    return send_signed(opened, identity, letter, delivery)


def send_endorsement(
    session: Session, game: str, of: str | None = None, seat: str | None = None, delivery: Delivery = NO_DELIVERY
) -> SentLetter:
    """Agree that another person or key takes a seat; `of` names it if several replacements wait."""
    opened = session.open_game(game)
    identity = session.require_identity()
    own = require_seat(session, opened, seat)
    target = find_seat(opened.game, of).id if of else ""
    waiting = [pending for pending in opened.game.state.replacing if not target or pending.args.seat == target]
    if not waiting:
        raise Rejected("E_ORDER_QUORUM", "no replacement needs your endorsement")
    if len(waiting) > 1:
        raise Misused("E_USAGE", "several replacements need your endorsement", "choose one: --of SEAT")
    letter = endorse_letter(opened.game, own, waiting[0].letter_id, next_free(opened, own))
    return send_signed(opened, identity, letter, delivery)


def send_pace_endorsement(
    session: Session, game: str, pace: str, seat: str | None = None, delivery: Delivery = NO_DELIVERY
) -> SentLetter:
    """Agree to a shorter pace."""
    opened = session.open_game(game)
    own = require_seat(session, opened, seat)
    letter = endorse_pace_letter(opened.game, own, pace, next_free(opened, own))
    return send_as_seat(session, opened, own, letter, delivery)


def send_as_seat(session: Session, opened: OpenGame, seat: str, letter: AnyLetter, delivery: Delivery) -> SentLetter:
    return send_signed(opened, signer_for(opened, seat, session.identity), letter, delivery)


def send_signed(opened: OpenGame, identity: Identity | None, letter: AnyLetter, delivery: Delivery) -> SentLetter:
    return SentLetter(opened=opened, filed=send_letter(opened, identity, letter, delivery))


def nothing_sent(session: Session, opened: OpenGame) -> SentLetter:
    """Return the answer to a caller who changed their mind."""
    return SentLetter(opened=opened, filed=NOT_FILED, remarks=[session.locale.localise("nothing was sent")])
