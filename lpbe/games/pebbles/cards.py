"""The kinds of orders and events on a page: icons, and why an action is not offered."""

from __future__ import annotations

from collections.abc import Mapping

from ...kernel.base.canonical import Plain
from ...kernel.engine.action_cards import ActionCard, PageHints
from ...kernel.engine.foresight import Fact, Tone
from ...kernel.engine.model import Order, Question, Seat, State
from ...kernel.engine.rulebook import Rulebook
from .bid import BidCoins
from .dig import Keep
from .rain import NoShelter, PointAt, ShelterOne
from .state import Hand, Pebble, Purse
from .turn import Dig, EndTurn, Lay, Sell, Turn


def done(question: Question, action: str) -> Fact | None:
    return Fact("off.done") if isinstance(question, Turn) and action in question.done else None


def no_dig(state: State, question: Question, seat: Seat) -> Fact | None:
    return done(question, "dig") or Fact("off.bag")


def no_lay(state: State, question: Question, seat: Seat) -> Fact | None:
    return done(question, "lay") or Fact("off.hand")


def no_sale(state: State, question: Question, seat: Seat) -> Fact | None:
    return done(question, "sell") or Fact("off.coins" if state[Hand, seat].pebbles else "off.hand")


def no_shelter(state: State, question: Question, seat: Seat) -> Fact | None:
    return None if state[Purse, seat].coins else Fact("off.coin")


CARDS: Mapping[type[Order], ActionCard] = {
    BidCoins: ActionCard(icon="coin", ends=True, controls={"coins": "count"}),
    Dig: ActionCard(icon="explore", ends=True, why=no_dig),
    Lay: ActionCard(icon="pebble", why=no_lay),
    Sell: ActionCard(icon="coin", why=no_sale),
    EndTurn: ActionCard(icon="pass", ends=True),
    Keep: ActionCard(icon="pebble", ends=True, controls={"under": "order"}),
    PointAt: ActionCard(icon="rain", ends=True),
    ShelterOne: ActionCard(
        icon="shelter", ends=True, slots=lambda state, order: {"pebbles": " ".join(order.pebbles)}, why=no_shelter
    ),
    NoShelter: ActionCard(icon="pass", ends=True),
}
ICONS = {
    "dealt": "pebble",
    "bag-filled": "pebble",
    "round-began": "turn",
    "bids-shown": "coin",
    "turns-set": "turn",
    "coins-paid": "coin",
    "coins-taken": "coin",
    "dug": "explore",
    "kept": "pebble",
    "laid": "pebble",
    "sold": "coin",
    "turn-ended": "pass",
    "rained": "rain",
    "sheltered": "shelter",
    "washed": "lost",
    "counted": "end",
    "ended": "end",
}


def tone(event: Plain, seat: Seat) -> Tone:
    """Return whether coins come or go."""
    tones: dict[str, Tone] = {"coins-taken": "good", "coins-paid": "bad"}
    return tones.get(event["event"], "") if event.get("seat") == seat else ""


def value_icons(book: Rulebook) -> Mapping[str, str]:
    """Return the colour of each pebble."""
    return {name: pebble.colour for name, pebble in book.rows_of(Pebble).items()}


HINTS = PageHints(CARDS, ICONS, tone, value_icons=value_icons)
