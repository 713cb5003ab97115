"""Suggest orders that a strong bot would give, and say why."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from msgspec import Struct

from ...bots.levels import LEVELS, Level, level_of
from ...bots.reasons import HUNDREDTHS, Comparison, compare_with_next
from ...bots.search import Search, search
from ...bots.strategies import bot_label, find_bot
from ...kernel.base.canonical import Plain, kdf, to_plain
from ...kernel.base.errors import Malformed, WrongKind
from ...kernel.base.wrapping import wrap
from ...kernel.chain.genesis import names_of
from ...kernel.content.packs import Words
from ...kernel.engine.chance import Rng
from ...kernel.engine.model import Order, Question, Seat, State
from ...kernel.language.effects import Effects
from ...kernel.language.sentences import phrase
from ...kernel.language.templates import order_text
from ...report.content.seat_page import effects_for
from ...report.content.suggested_reply import SuggestedOrders, suggest_orders
from ..session.open_game import position
from ..session.seat_view import SeatView
from .bot_order import player_chance

ADVISER = "club"
"""The bot that gives advice, if nobody asks for another."""
MAX_PARTS = 3
"""The most differences to mention for one order."""


class Reason(Struct, frozen=True):
    """Why an order is suggested: the next best one, in how many worlds both were tried, and what differs."""

    comparison: Comparison

    def data(self, words: Words) -> Plain:
        one = self.comparison
        parts = {name: value for name, value in one.parts.items() if told(words, name, value)}
        return {
            "rather": to_plain(one.other),
            "worlds": one.worlds,
            "clear": one.clear,
            "parts": parts,
            "text": self.text(words),
        }

    def text(self, words: Words) -> str:
        one = self.comparison
        parts = list(part_texts(words, one.parts))[:MAX_PARTS]
        key = "why" if one.clear and parts else "why.even"
        other = order_text(words, to_plain(one.other))
        return phrase(words, key, other=other, worlds=one.worlds, parts=", ".join(parts))


def part_texts(words: Words, parts: Mapping[str, int]) -> Iterator[str]:
    """Yield the differences that the game has words for, in whole units."""
    for name, value in parts.items():
        if told(words, name, value):
            yield words.terms[f"outlook.{name}"].format(change=f"{round(value / HUNDREDTHS):+d}")


def told(words: Words, name: str, value: int) -> bool:
    return f"outlook.{name}" in words.terms and round(value / HUNDREDTHS) != 0


class Advice(Struct, frozen=True):
    """The orders suggested to a seat; for each what is certain about it, and why it was chosen."""

    view: SeatView
    bot: str
    suggested: SuggestedOrders
    reasons: Sequence[Reason | None]

    def lines(self) -> list[str]:
        """Return the orders as they are typed."""
        return [order_text(self.view.words, to_plain(order)) for order in self.suggested.orders]

    def data(self) -> Plain:
        words = self.view.words
        return {
            **position(self.view.opened.game),
            "seat": self.view.seat,
            "bot": self.bot,
            "orders": [to_plain(order) for order in self.suggested.orders],
            "texts": self.lines(),
            "effects": self.suggested.effects or [""] * len(self.suggested.orders),
            "reasons": [reason.data(words) if reason else {} for reason in self.reasons],
        }

    def text(self) -> str:
        effects = self.suggested.effects or [""] * len(self.suggested.orders)
        out: list[str] = []
        for line, effect, reason in zip(self.lines(), effects, self.reasons, strict=True):
            out.append(line)
            why = reason.text(self.view.words) if reason else ""
            for text in filter(None, (effect, why)):
                out += wrap(text, "    ", "    ")
        return "\n".join(out)


class Adviser:
    """A bot as an adviser: it remembers what it compared, so that it can say why."""

    def __init__(self, view: SeatView, bot: str) -> None:
        self.level = require_level(bot)
        self.game = view.opened.rules.game
        self.root = player_chance(view)
        self.found: list[Search] = []

    def advise(self, state: State, question: Question, seat: Seat) -> Order:
        """Return the order that does best."""
        root = kdf(self.root, "advice", len(self.found))
        self.found.append(search(self.level, self.game, state, question, seat, Rng(root)))
        return self.found[-1].chosen.order

    def reason(self, nth: int, order: Order) -> Reason | None:
        found = self.found[nth] if nth < len(self.found) else None
        comparison = compare_with_next(found, order) if found else None
        return Reason(comparison) if comparison else None


def require_level(bot: str) -> Level:
    """Return how long a bot thinks; refuse one that does not play ahead."""
    level = level_of(bot)
    if level is None:
        known = [bot_label(one) for one in LEVELS]
        raise Malformed("E_SCHEMA", "the bot '{bot}' cannot say why", "known: {known}", bot=bot_label(bot), known=known)
    return level


def suggest_with_reasons(view: SeatView, bot: str = ADVISER) -> Advice:
    """Return what a bot would answer to the open question of a seat, and why: for screens and e-mails too."""
    effects = asked_effects(view)
    adviser = Adviser(view, find_bot(bot))
    suggested = suggest_orders(effects, view.draft, adviser.advise)
    reasons = [adviser.reason(nth, order) for nth, order in enumerate(suggested.orders)]
    return Advice(view, bot, suggested, reasons)


def asked_effects(view: SeatView) -> Effects:
    effects = effects_for(view.words, view.state, view.seat, names_of(view.opened.game.state)) if view.state else None
    if effects is None:
        raise WrongKind("E_ORDER_KIND", "you have nothing to answer right now")
    return effects
