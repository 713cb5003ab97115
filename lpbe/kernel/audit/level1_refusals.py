"""Level 1 for refused letters: players open the reasons and try again where they know the position."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from ..base.errors import Failure, NotVisible, Refused
from ..chain.commitments import read_batch
from ..chain.letter import AnyLetter
from ..chain.letter_checks import is_authentic, seal_keys
from ..chain.letters.join import Join
from ..chain.letters.play import Play
from ..chain.player_view import open_state
from ..chain.records import GameFile
from ..engine.dry_run import look_ahead
from ..engine.legality import refusal
from ..engine.model import Order, Plan, State
from ..engine.rulebook import Rules
from ..engine.table import answers_wanted
from ..gamedir.receipts import Reason, Refusal, open_reason
from .level0 import SeatLetter
from .level1 import ViewDiverged, open_letter_of_seat
from .opened_seat import OpenedSeat, SeatOpener, seal_key_by, view_by
from .receipt_checks import Refusals

ACCEPTED = ""
"""Certainly legal: what its sender can see is enough to tell."""
UNSURE = None
"""Perhaps legal: it depends on something that its sender cannot see."""


def check_reasons(
    rules: Rules, game: GameFile, seat: str, opener: SeatOpener, refusals: Refusals, before: Sequence[GameFile]
) -> None:
    """Check that each refused letter of this seat has a reason that opens and that the rules confirm."""
    known = {one.last.head.id: one for one in (*before, game)}
    for receipt, letter in refused_letters_of_seat(game, seat, refusals):
        reason = open_given_reason(game, seat, opener, receipt)
        if reason is None:
            raise ViewDiverged(game.state.seq, "one of your orders was refused, and the reason cannot be opened")
        if receipt.head in known and isinstance(letter, Play) and receipt.is_by_rule:
            check_forbidden(rules, known[receipt.head], letter, opener, reason)


def refused_letters_of_seat(game: GameFile, seat: str, refusals: Refusals) -> Iterator[tuple[Refusal, AnyLetter]]:
    """Yield the refused letters that this seat signed with its current key, each after its refusal.

    Joins are left out: their reasons are sealed to whoever wanted the seat.
    """
    signed: Mapping[str, AnyLetter] = {
        name: envelope.letter
        for name, envelopes in refusals.letters.items()
        for envelope in envelopes
        if envelope.letter.seat == seat and not isinstance(envelope.letter, Join)
        if is_authentic(game.genesis, game.state, envelope)
    }
    for at in refusals.at.values():
        yield from ((receipt, signed[receipt.letter_id]) for receipt in at if receipt.letter_id in signed)


def open_given_reason(game: GameFile, seat: str, opener: SeatOpener, receipt: Refusal) -> Reason | None:
    """Return the reason of a refusal, whichever referee of the game sealed it; None if it does not open."""
    if isinstance(opener, OpenedSeat):
        return opener.reasons.get(receipt.letter_id)
    keys = seal_keys(game.genesis, game.state)
    found = (open_reason(receipt, game, seat, opener, key) for key in reversed(keys))
    return next((reason for reason in found if reason), None)


def check_forbidden(rules: Rules, game: GameFile, letter: Play, opener: SeatOpener, reason: Reason) -> None:
    """Check that a rule forbids a letter and that the reason names its clause; the wording may differ by version."""
    clause = forbidden_by(rules, game, letter, opener)
    if clause == ACCEPTED:
        raise ViewDiverged(game.state.seq, "one of your orders was refused, but no rule forbids it")
    if clause is not UNSURE and clause != reason.clause:
        raise ViewDiverged(
            game.state.seq,
            "one of your orders was refused because of {clause}, but the reason you were given is {told}",
            clause=clause,
            told=reason.clause,
        )


def forbidden_by(rules: Rules, game: GameFile, letter: Play, opener: SeatOpener) -> str | None:
    """Return the clause that forbids a letter, as far as its sender can see."""
    try:
        state = open_state(rules, game, letter.seat, view_by(opener, game, letter.seat))
        orders = orders_of(rules, game, letter, opener)
        return ACCEPTED if state and is_allowed(state, letter.seat, orders) else UNSURE
    except Refused as fault:
        return fault.clause
    except (Failure, NotVisible):
        return UNSURE


def is_allowed(state: State, seat: str, orders: Sequence[Order]) -> bool:
    """Return whether orders are certainly legal: all are foreseen, or there is one, whose rule reads nothing hidden."""
    outlook = look_ahead(state, seat, orders)
    if not (outlook.depends or outlook.draft or outlook.dropped):
        return True
    question = answers_wanted(state).get(seat)
    return len(orders) == 1 and question is not None and refusal(state, question, seat, orders[0]) is None


def orders_of(rules: Rules, game: GameFile, letter: Play, opener: SeatOpener) -> list[Order]:
    own = SeatLetter(
        seq=game.state.seq,
        letter=letter,
        seal=seal_key_by(opener, game, letter.seat),
        referees=seal_keys(game.genesis, game.state),
    )
    contents = open_letter_of_seat(game, own, opener)
    plans = [Plan(plan) for plan in rules.book.read_orders(contents.plans)]
    return [*(held.order for held in read_batch(rules, game.genesis, contents.entries)), *plans]
