"""What a mail seat may say beside its orders about the game itself: stop it here, or leave it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress

from ..app.desk import Desk
from ..app.filing import next_free
from ..app.language import localised
from ..app.seats import check_stays
from ..kernel.base.errors import Failure, Rejected
from ..kernel.chain.acts.resign import resign_letter
from ..kernel.chain.acts.stop import stop_letter
from ..kernel.chain.letters import AnyLetter
from ..kernel.play.rulebook import Rules
from ..kernel.words.grammar import typed_orders
from ..kernel.words.typist import ANYBODY
from .votes import roster

STOP, STOP_SURELY, GO_ON = "stop", "stop-surely", "go-on"
LEAVE, LEAVE_SURELY, ENDORSE = "leave", "leave-surely", "endorse"
ACTS = {
    "stop": STOP,
    "arrêter": STOP,
    "stop the game": STOP_SURELY,
    "arrêter la partie": STOP_SURELY,
    "do not stop": GO_ON,
    "ne pas arrêter": GO_ON,
    "resign": LEAVE,
    "leave the game": LEAVE,
    "quitter la partie": LEAVE,
    "resign for good": LEAVE_SURELY,
    "quitter pour de bon": LEAVE_SURELY,
    "endorse": ENDORSE,
    "approuver": ENDORSE,
}


def act_of(rules: Rules, text: str) -> str:
    """What is said about the game itself; but what this game takes for an order is one."""
    act = ACTS.get(" ".join(text.casefold().rstrip(" .!").split()), "")
    with suppress(Failure):
        return "" if act and typed_orders(rules, text, ANYBODY) else act
    return act


def acts_of(desk: Desk, acts: Sequence[str]) -> Iterator[tuple[AnyLetter, str]]:
    """The letters that say so, and what they come to in words; all are refused for what everybody can see."""
    first = next_free(desk.opened, desk.seat) if acts else 0
    for number, act in enumerate(dict.fromkeys(acts), first):
        check_sure(act)
        yield from (stopping if act in (STOP_SURELY, GO_ON) else leaving)(desk, act, number)


def check_sure(act: str) -> None:
    """What ends a game, or a seat's part in it, is said in full: a single word may be meant otherwise."""
    if act == STOP:
        raise Rejected(
            "E_MAIL_LINE",
            "to stop is to end the whole game here",
            "if you mean that, write on a line of its own: stop the game",
        )
    if act == LEAVE:
        raise Rejected(
            "E_MAIL_LINE",
            "leaving a game cannot be taken back",
            "if you are sure, write on a line of its own: resign for good",
        )


def stopping(desk: Desk, act: str, number: int) -> Iterator[tuple[AnyLetter, str]]:
    state, seat = desk.opened.game.state, desk.seat
    check_stays(desk.opened, seat)
    if desk.opened.rules.book.stop is None:
        raise Rejected("E_ORDER_KIND", "this game cannot be stopped by agreement")
    if act == STOP_SURELY and seat in roster(state, "stopping"):
        raise Rejected("E_ORDER_STALE", "{seat} has agreed to stop already", seat=seat)
    if act == GO_ON and seat not in roster(state, "stopping"):
        raise Rejected("E_ORDER_STALE", "{seat} has not agreed to stop", seat=seat)
    agreed = localised("you agree to stop the game here; to take that back write on a line of its own: do not stop")
    told = agreed if act == STOP_SURELY else localised("you would play on")
    yield stop_letter(desk.opened.game, seat, act == STOP_SURELY, number), told


def leaving(desk: Desk, act: str, number: int) -> Iterator[tuple[AnyLetter, str]]:
    """There is no way back. Who plays by mail has no vote."""
    check_stays(desk.opened, desk.seat)
    if act == ENDORSE:
        raise Rejected("E_ORDER_QUORUM", "a seat that is played by mail has no vote: the others decide")
    told = localised("you leave the game; from now on your policy and the defaults play your seat")
    yield resign_letter(desk.opened.game, desk.seat, number), told
