"""What is to be done about a mail, and in which words it is answered."""

from __future__ import annotations

from msgspec import Struct

from ..app.game import OpenGame
from ..app.language import localised
from ..kernel.base.errors import Failure
from ..kernel.base.text import quote
from ..kernel.chain.seating import by_mail, given_seat
from .answer import Answer, capital, complaint, speaking
from .filing import ToFile
from .hall import Hall
from .parse import Mail
from .write import Letters

SHOWN = 3
"""So many lines of a mail are repeated in an answer."""


class Outcome(Struct, frozen=True):
    """What is to be done. did: filed, again, refused, asked, ignored."""

    did: str
    why: str = ""
    game: str = ""
    seat: str = ""
    letters: list[ToFile] = []
    answer: Answer | None = None


def told_back(
    mail: Mail, hall: Hall, did: str, why: str, game: str, seat: str, fault: Failure | None, proven: bool = False
) -> Outcome:
    """In words; to the address on record, or to who sent what the seat has signed."""
    record = hall.players.of(game, seat)
    to = record.address if record and proven else mail.answer_to
    with speaking(hall, game, seat) as lang:
        told = complaint(fault) if fault else [capital(said_of(did))]
    return Outcome(did, why, game, seat, [], Answer(to, told, [], game, seat, lang) if to else None)


def said_of(did: str) -> str:
    if did == "filed":
        return localised("your signed letter has come; it is applied when the referee runs the game")
    return localised("this letter has come before; nothing is done twice")


def to_seat(
    mail: Mail, hall: Hall, opened: OpenGame, seat: str, did: str, fault: Failure | None, made: Letters | None = None
) -> Outcome:
    """Answers go to the address on record: From proves nothing. A mail seat without one gets none."""
    game = opened.game.state.game
    record = hall.players.of(game, seat)
    with speaking(hall, game, seat) as lang:
        if fault:
            told = [*complaint(fault), *still_good(opened, seat, fault), *repeated(mail)]
        else:
            come = localised("your mail has come; it is applied when the referee runs the game")
            told = [come, *(made.told if made else ())]
    others = "" if by_mail(given_seat(opened.game.state, seat)) else mail.answer_to
    to = record.address if record else others
    answer = Answer(to, [capital(line) for line in told], [], game, seat, lang) if to else None
    return Outcome(did, fault.code if fault else "", game, seat, [], answer)


def still_good(opened: OpenGame, seat: str, fault: Failure) -> list[str]:
    """What was refused has used nothing up."""
    state = opened.game.state
    if fault.code == "E_ORDER_INVITE" or state.window.kind == "over" or not by_mail(given_seat(state, seat)):
        return []
    return [localised("nothing of this mail was done, and its code is still good: answer the same mail again")]


def repeated(mail: Mail) -> list[str]:
    """What of the mail was not looked at."""
    named = [quote(one.name) for one in mail.left if one.name][:SHOWN]
    large = any(one.why == "too-large" and not one.name for one in mail.left)
    return [
        *([localised("not opened: {names}", names=named)] if named else []),
        *([localised("your mail is very large: only its beginning was read")] if large else []),
    ]
