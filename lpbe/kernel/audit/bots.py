"""Level 2: bots asked again. A seat that a bot holds sends what the bot gives, byte for byte."""

from __future__ import annotations

from collections.abc import Callable

from msgspec import UnsetType

from ..base.canon import jcs
from ..chain.letters import AnyLetter, letter_bytes
from ..chain.records import Entry
from ..chain.seating import seat_of
from ..chain.step import Link
from ..crypto.keys import Secrets
from .story import is_bot
from .verdict import Diverged

BotLetter = Callable[[Link, Secrets, str, str], AnyLetter | None]
"""What a bot sends at this step for a seat; nothing where that bot, in that version, is not at hand."""


def no_bots(step: Link, secrets: Secrets, seat: str, bot: str) -> None:
    return None


class Bots:
    """Who is asked again, and whom nobody here can ask."""

    __slots__ = ("ask", "strange")

    def __init__(self, ask: BotLetter) -> None:
        self.ask = ask
        self.strange: dict[str, int] = {}
        """The bots that are not at hand, and how many letters they sent."""

    def check(self, before: Link, entry: Entry, secrets: Secrets) -> None:
        letter = entry.envelope.order
        seat = seat_of(before.game.state, letter.seat)
        if seat is None or not is_bot(seat) or isinstance(seat.held, UnsetType):
            return
        given = self.ask(before, secrets, seat.id, seat.held)
        if given is None:
            self.strange[seat.held] = self.strange.get(seat.held, 0) + 1
        elif jcs(given) != letter_bytes(letter):
            raise Diverged(
                "E_AUDIT_BOT",
                entry.head.seq,
                "{seat} is played by {bot}, which sends something else",
                seat=seat.id,
                bot=seat.held,
            )
