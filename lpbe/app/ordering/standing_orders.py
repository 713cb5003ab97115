"""Standing orders of a seat: the policy and the plans that are in force, or on their way."""

from __future__ import annotations

from collections.abc import Sequence
from os.path import join

from msgspec import UNSET, UnsetType

from ...kernel.base.canonical import Plain
from ...kernel.base.errors import Failure
from ...kernel.chain.commitments import read_sealing
from ...kernel.chain.letter_builder import referee_key
from ...kernel.chain.letters.standing import StandingLetter, policy_in, standing_letter
from ...kernel.chain.player_view import sign
from ...kernel.chain.records import Envelope
from ...kernel.crypto.keys import unb64
from ...kernel.crypto.seals import unseal
from ...kernel.disk import folders
from ...kernel.engine.advance_orders import policy_size_refusal
from ...kernel.engine.dry_run import check_plans
from ...kernel.engine.model import Held, Standing
from ...kernel.gamedir.inbox import read_letter
from ..session.seat_view import SeatView, StandingOrders
from .outbox import check_sendable, inbox_of, next_standing, own_letter


def newest_standing_orders(view: SeatView) -> StandingOrders:
    """Return those of the newest letter waiting in the inbox, otherwise those in force: a new letter replaces both."""
    if view.sent_standing_orders:
        return view.sent_standing_orders
    waiting = sorted(waiting_letters(view), key=lambda letter: letter.rev)
    if waiting and (found := open_letter(view, waiting[-1])):
        return found
    return StandingOrders(dict(view.private.screen.get("standing", {}).get("policy", {})), view.plans)


def waiting_letters(view: SeatView) -> list[StandingLetter]:
    inbox = inbox_of(view.opened)
    stem = f"standing-{view.seat}-"
    paths = [join(inbox, name) for name in folders.file_names(inbox) if name.startswith(stem)]
    letters = [read_letter(path).letter for path in paths if own_letter(view.opened, path)]
    return [letter for letter in letters if isinstance(letter, StandingLetter)]


def open_letter(view: SeatView, letter: StandingLetter) -> StandingOrders | None:
    """Return what the sender of a letter reads in it; None if it was sealed with another key or to another referee."""
    if isinstance(letter.hidden, UnsetType):
        first, *rest = letter.batch
        return StandingOrders(policy_in(first), [entry["then"] for entry in rest])
    if view.identity is None:
        return None
    game = view.opened.game
    hidden = letter.hidden
    try:
        pair = view.identity.pair(letter.game, referee_key(game))
        text = unseal(pair, letter.info(hidden.plans), unb64(hidden.seal), letter.seal_size(game.genesis))
        sealing = read_sealing(text)
    except Failure:
        return None
    return StandingOrders(policy_in(sealing.v[0]), sealing.plans)


def write_standing_orders(view: SeatView, policy: Plain, plans: Sequence[Plain], unsigned: bool = False) -> Envelope:
    """Return the signed letter that replaces policy and plans."""
    check_fits(view, policy, plans)
    game = view.opened.game
    letter = standing_letter(game, view.seat, view.identity, policy, plans, next_standing(view.opened, view.seat))
    envelope = sign(None if unsigned else view.signer, letter)
    if not unsigned:
        check_sendable(view.opened, envelope)
    return envelope


def check_fits(view: SeatView, policy: Plain, plans: Sequence[Plain]) -> None:
    """Refuse what can never be used or is too large before it is sent."""
    book = view.opened.rules.book
    answer = view.state[Standing, view.seat].answer if view.state else UNSET
    if fault := policy_size_refusal(book, policy):
        raise fault
    check_plans(book, Standing(answer=answer, policy=policy), [Held(order) for order in book.read_orders(plans)])
