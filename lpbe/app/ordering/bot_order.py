"""Place an order that a bot chooses for a player."""

from __future__ import annotations

from msgspec import Struct

from ...bots.strategies import choose_order, find_bot
from ...kernel.base.canonical import Plain, kdf, to_plain
from ...kernel.chain.letter import present
from ...kernel.engine.chance import Rng
from ...kernel.engine.model import Order
from ...kernel.language.templates import order_text
from ..session.open_game import position
from ..session.seat_view import SeatView
from .outbox import Delivery, FiledLetter, file_letter
from .place_order import write_unseen
from .typed_orders import check_asked


class BotOrder(Struct, frozen=True):
    """The order that a bot chose, and where it went."""

    view: SeatView
    order: Plain
    filed: FiledLetter

    def data(self) -> Plain:
        return {**position(self.view.opened.game), "files": [self.filed.path], "order": self.order}

    def text(self) -> str:
        return f"{order_text(self.view.words, self.order)}\n{self.filed.path}"


def place_bot_order(view: SeatView, name: str, delivery: Delivery) -> BotOrder:
    """Let a bot choose the next order of a seat from what that seat can see; sign and file it."""
    bot = find_bot(name)
    check_asked(view)
    order = choose_for_player(view, bot)
    return BotOrder(view, to_plain(order), file_letter(view.opened, write_unseen(view, [order]), delivery))


def choose_for_player(view: SeatView, bot: str) -> Order:
    assert view.state
    return choose_order(bot, view.opened.rules.game, view.state, view.seat, Rng(player_chance(view)))


def player_chance(view: SeatView) -> bytes:
    """Return the seed of a player's bot: always the same for one window, and unknown to rivals."""
    game = view.opened.game
    root = view.identity.det if view.signer and view.identity else bytes.fromhex(present(game.genesis.seed))
    return kdf(root, "bot", game.state.game, view.seat, game.state.window.number)
