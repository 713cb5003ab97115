"""Seats that play by mail: the referee signs for them, authorised by a code mailed for one letter."""

from __future__ import annotations

from collections.abc import Sequence
from hmac import compare_digest
from typing import TYPE_CHECKING

from msgspec.structs import replace

from ..base.canonical import Plain, tagged_hash
from ..base.errors import WrongCode, WrongKind
from ..crypto.keys import Secrets
from ..crypto.seals import mail_nonce
from .genesis import by_mail, given_seat
from .letter import commitment_context
from .letter_builder import ALONE, Beside, referee_key
from .letters.play import Play, play_letter

if TYPE_CHECKING:
    from .records import GameFile

MAX_CODES = 16
"""How often a question can be answered: each answer has its own code."""


def window_head(game: GameFile) -> str:
    """Return the head that opened the window: codes are bound to it, so they are valid in one fork only."""
    state = game.state
    since = state.seq - state.window.since
    return state.recent[-since] if since else game.last.head.id


def next_mail_rev(game: GameFile, seat: str) -> int:
    """Return the rev of the seat's next answer to the open question."""
    return max((done.rev + 1 for done in game.state.window.accepted if done.seat == seat), default=0)


def code_for(game: GameFile, secrets: Secrets, seat: str, rev: int) -> str:
    """Return the code that is mailed to a seat: it is valid for one answer to the open question."""
    return code_for_head(secrets, seat, game.state.window.number, rev, window_head(game))


def code_for_head(secrets: Secrets, seat: str, window: int, rev: int, head: str) -> str:
    """Return the code for a window that this head opened."""
    return secrets[-1].mail_code(seat, window, rev, head)


def check_code(game: GameFile, secrets: Secrets, seat: str, code: str, filed: int = -1) -> int:
    """Return the rev that a code is valid for; refuse one that has been used.

    An answer that only waits in the inbox, `filed`, may be replaced by its own code too. A code beyond the next one was
    mailed too, for an answer that was lost with a restored backup: it is just as valid.
    """
    given = normalise_code(code).encode()
    first = max(next_mail_rev(game, seat), filed)
    codes = [code_for(game, secrets, seat, number).encode() for number in range(MAX_CODES)]
    known = [number for number, one in enumerate(codes) if compare_digest(one, given)]
    if known and first <= known[0]:
        return known[0]
    if known:
        raise WrongCode(
            "E_ORDER_INVITE", "this code has already been used", "reply to the newest e-mail, which has a new code"
        )
    raise WrongCode(
        "E_ORDER_INVITE",
        "this is not {seat}'s code for the open question",
        "reply to the newest e-mail of this game",
        seat=seat,
    )


def normalise_code(code: str) -> str:
    """Return a code as it was made, however it was copied."""
    return "".join(code.upper().replace("-", "").split())


def mail_mark(nonce: bytes, code: str, lines: str) -> str:
    """Return the mark of the e-mail that a letter was made from: e-mail and nonce together prove that it was this one.

    Without the nonce the mark reveals nothing, though all codes could be tried.
    """
    return tagged_hash("mail", nonce, code, lines).hex()


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
    """Make the letter of a mail seat from the lines of an e-mail; this needs the seat's code."""
    if not by_mail(given_seat(game.state, seat)):
        raise WrongKind("E_ORDER_KIND", "{seat} does not play by e-mail", seat=seat)
    rev = check_code(game, secrets, seat, code, filed)
    holder = secrets[-1].held_identity(seat)
    letter = play_letter(game, seat, holder, orders, secret, rev, "", beside)
    nonce = mail_nonce(holder.pair(letter.game, referee_key(game)), commitment_context(letter), letter.seen)
    return replace(letter, via="mail", mail=mail_mark(nonce, code_for(game, secrets, seat, rev), lines))
