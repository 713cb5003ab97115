"""Seats that play by mail: the referee signs for them, by a code that was mailed to them for one letter alone."""

from __future__ import annotations

from _operator import _compare_digest as equal
from collections.abc import Sequence
from typing import TYPE_CHECKING

from msgspec.structs import replace

from ..base.canon import Plain, tagged
from ..base.errors import Rejected
from ..crypto.keys import Secrets
from .acts.play import Play, play_letter
from .seating import by_mail, given_seat
from .writing import ALONE, Beside

if TYPE_CHECKING:
    from .records import GameFile

CODES = 16
"""A question can be answered so many times: each answer has a code of its own."""


def window_head(game: GameFile) -> str:
    """The head that opened the window: what a code is bound to, so that it is good in one fork alone."""
    state = game.state
    since = state.seq - state.window.since
    return state.recent[-since] if since else game.last.head.id


def next_mail_rev(game: GameFile, seat: str) -> int:
    """Which answer of the seat to the open question is the next one."""
    return max((done.rev + 1 for done in game.state.window.accepted if done.seat == seat), default=0)


def code_for(game: GameFile, secrets: Secrets, seat: str, rev: int) -> str:
    """What is mailed to a seat: good for one answer to the open question."""
    return secrets[-1].mail_code(seat, game.state.window.number, rev, window_head(game))


def check_code(game: GameFile, secrets: Secrets, seat: str, code: str, filed: int = -1) -> int:
    """Which answer a code is good for; any but the next one is refused.

    An answer that only waits in the inbox, `filed`, may be replaced by its own code and by the next one.
    """
    rev, said = next_mail_rev(game, seat), plain_code(code).encode()
    first, last = max(rev, filed), max(rev, filed + 1)
    codes = [code_for(game, secrets, seat, number).encode() for number in range(min(last + 1, CODES))]
    known = [number for number, one in enumerate(codes) if equal(one, said)]
    if known and first <= known[0]:
        return known[0]
    if known:
        raise Rejected("E_ORDER_INVITE", "this code has been used", "answer the newest mail: it has another")
    raise Rejected(
        "E_ORDER_INVITE",
        "this is no code of {seat} for the open question",
        "answer the newest mail of this game",
        seat=seat,
    )


def plain_code(code: str) -> str:
    """As it was made, however it was copied."""
    return "".join(code.upper().replace("-", "").split())


def mail_mark(code: str, lines: str) -> str:
    """What a letter says of the mail it came from: whoever has the mail can show that it was this one."""
    return tagged("mail", code, lines).hex()


def mail_letter(
    game: GameFile,
    secrets: Secrets,
    seat: str,
    orders: Sequence[Plain],
    secret: Sequence[bool],
    code: str,
    lines: str,
    beside: Beside = ALONE,
    filed: int = -1,
) -> Play:
    """The letter of a mail seat, made by the referee from the lines of a mail; without its code there is none."""
    if not by_mail(given_seat(game.state, seat)):
        raise Rejected("E_ORDER_KIND", "{seat} does not play by mail", seat=seat)
    rev = check_code(game, secrets, seat, code, filed)
    letter = play_letter(game, seat, secrets[-1].held(seat), orders, secret, rev, "", beside)
    return replace(letter, via="mail", mail=mail_mark(code_for(game, secrets, seat, rev), lines))
