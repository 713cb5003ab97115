"""What a seat has said in advance: what is in force, or what is on its way to be."""

from __future__ import annotations

from collections.abc import Sequence
from os.path import join

from msgspec import UNSET, Struct, UnsetType

from ..kernel.base.canon import Plain
from ..kernel.base.errors import Failure
from ..kernel.chain.acts.standing import StandingLetter, policy_in, standing_letter
from ..kernel.chain.checks import check_letter
from ..kernel.chain.compose import sign
from ..kernel.chain.openings import read_sealing
from ..kernel.chain.records import Envelope
from ..kernel.chain.writing import referee_key
from ..kernel.crypto.keys import unb64
from ..kernel.crypto.seals import unseal
from ..kernel.disk import files
from ..kernel.folder.inbox import read_letter
from ..kernel.play.dry_run import check_plans
from ..kernel.play.filing import too_long
from ..kernel.play.rules import Held, Standing
from .desk import Desk
from .filing import inbox_of, next_standing, own_letter
from .game import time_to_write


class Advance(Struct, frozen=True):
    policy: Plain
    plans: Sequence[Plain]


def said_in_advance(desk: Desk) -> Advance:
    """The newest letter about it that waits in the inbox, else what stands: a new one replaces both."""
    waiting = sorted(waiting_letters(desk), key=lambda letter: letter.rev)
    if waiting and (found := opened(desk, waiting[-1])):
        return found
    return Advance(dict(desk.view.screen.get("standing", {}).get("policy", {})), desk.plans)


def waiting_letters(desk: Desk) -> list[StandingLetter]:
    inbox, stem = inbox_of(desk.opened), f"standing-{desk.seat}-"
    paths = [join(inbox, name) for name in files.names(inbox) if name.startswith(stem)]
    letters = [read_letter(path).order for path in paths if own_letter(desk.opened, path)]
    return [letter for letter in letters if isinstance(letter, StandingLetter)]


def opened(desk: Desk, letter: StandingLetter) -> Advance | None:
    """What its own sender reads in it; nothing where another key or another referee had sealed it."""
    if isinstance(letter.hidden, UnsetType) or desk.identity is None:
        first, *rest = letter.batch
        return Advance(policy_in(first), [entry["then"] for entry in rest])
    game, hidden = desk.opened.game, letter.hidden
    try:
        pair = desk.identity.pair(letter.game, referee_key(game))
        text = unseal(pair, letter.info(hidden.plans), unb64(hidden.seal), letter.seal_size(game.genesis))
        sealing = read_sealing(text)
    except Failure:
        return None
    return Advance(policy_in(sealing.v[0]), sealing.plans)


def write_advance(desk: Desk, policy: Plain, plans: Sequence[Plain], unsigned: bool = False) -> Envelope:
    """The signed letter that puts both in place of what was said before."""
    check_fits(desk, policy, plans)
    game = desk.opened.game
    letter = standing_letter(game, desk.seat, desk.identity, policy, plans, next_standing(desk.opened, desk.seat))
    envelope = sign(None if unsigned else desk.signer, letter)
    if not unsigned:
        at = time_to_write(game.genesis, None, game.last.head)
        check_letter(game.genesis, game.state, desk.opened.head, envelope, at)
    return envelope


def check_fits(desk: Desk, policy: Plain, plans: Sequence[Plain]) -> None:
    """What can never be used, or has no room, is told before it is sent."""
    book = desk.opened.rules.book
    answer = desk.state[Standing, desk.seat].answer if desk.state else UNSET
    if fault := too_long(book, policy):
        raise fault
    check_plans(book, Standing(answer=answer, policy=policy), [Held(order) for order in book.read_orders(plans)])
