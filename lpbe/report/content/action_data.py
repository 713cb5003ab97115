"""The data of the page on which a seat puts its orders together."""

from __future__ import annotations

import re
from collections.abc import Sequence

from msgspec import UnsetType
from msgspec.structs import replace

from ...kernel.chain.genesis import names_of
from ...kernel.chain.records import GameFile
from ...kernel.content.packs import Words
from ...kernel.engine import legality
from ...kernel.engine.action_cards import PageHints, hints_of
from ...kernel.engine.dry_run import gauges
from ...kernel.engine.model import Seat, State
from ...kernel.engine.presentation import Presentation
from ...kernel.engine.rulebook import Rules
from ...kernel.language.effects import Effects
from ...kernel.language.sentences import fact_text
from ...kernel.schemas.page_data import Asked, GaugeView, PageData, Sending, StandingView
from ..document import Reply, Section, capital
from .action_tree import TreeBuilder
from .composed_orders import joined_orders, joins_views, tile_paths
from .kind_views import KindViews, question_title, value_views
from .news_entries import news_entries
from .order_views import OrderViews
from .story import ToldEvent

COUNTED_SLOT = re.compile(r"\{\w+:([^|}]*)\|([^}]*)\}")
ANY_SLOT = re.compile(r"\{\w+\}")


def page_data(
    rules: Rules,
    game: GameFile,
    words: Words,
    seat: Seat,
    state: State,
    effects: Effects | None,
    answers: Sequence[Section] = (),
    told: Sequence[ToldEvent] = (),
) -> PageData:
    """Return what the script of a page works with; if nothing is asked, only gauges and news."""
    window = game.state.window
    drawn = drawn_names(rules.game.presentation(), state, seat)
    base = PageData(
        seat=seat,
        game=rules.game.name,
        window=window.number,
        lang=words.grammar["lang"],
        question=Asked(""),
        gauges=gauge_views(words, state, seat),
        news=news_entries(words, told, hints_of(state.book), drawn, seat, names_of(game.state)),
        standing=[] if window.is_over else standing_views(rules.game.presentation(), state, seat),
        due=None if isinstance(window.deadline, UnsetType) else window.deadline,
    )
    if effects is None:
        return base
    reply = next((block for section in answers for block in section.blocks if isinstance(block, Reply)), None)
    return add_actions(base, rules.game.presentation(), effects, reply)


def standing_views(show: Presentation, state: State, seat: Seat) -> list[StandingView]:
    """Return how everybody stands, as far as the seat can work it out."""
    found = show.estimates(state, seat) if show.estimates else ()
    return [
        StandingView(
            seat=one.seat,
            shown=one.shown,
            likely=one.likely,
            least=None if one.certain else one.least,
            most=None if one.certain else one.most,
        )
        for one in found
    ]


def add_actions(base: PageData, show: Presentation, effects: Effects, reply: Reply | None = None) -> PageData:
    """Return the data with everything that may be ordered."""
    words = effects.words
    state = effects.state
    drawn = drawn_names(show, state, effects.seat)
    hints = hints_of(state.book)
    cards = hints.cards
    tree = TreeBuilder(effects, cards).build()
    views = OrderViews(words, cards, drawn)
    orders = views.describe(tree)
    kinds = KindViews(effects, cards, drawn).describe(orders, tree.after.get("", []))
    joined = list(joined_orders(effects, cards, tree))
    return replace(
        base,
        question=asked(show, hints, effects),
        kinds=kinds,
        values=value_views(words, orders, kinds, hints.value_icons(state.book) if hints.value_icons else {}),
        orders=orders,
        facts=list(views.facts),
        after=tree.after,
        adjust={key: dict(change) for key, change in tree.adjust.items()},
        open=tree.open,
        cut=tree.cut,
        joins=joins_views(joined, orders),
        next=tile_paths(effects, cards),
        complete=legality.lists_all(state, effects.question),
        ready=list(reply.orders) if reply else [],
        send=Sending("command", command=list(reply.command), option=reply.option) if reply else Sending("command"),
    )


def drawn_names(show: Presentation, state: State, seat: Seat) -> frozenset[str]:
    """Return the names of what is on the board; none if the game has no board."""
    picture = show.picture(state, seat) if show.picture else None
    return frozenset(picture.drawn_names()) if picture else frozenset()


def asked(show: Presentation, hints: PageHints, effects: Effects) -> Asked:
    """Return the question in one sentence, with one line of context and the count of actions."""
    hint = hints.question(effects.state, effects.question, effects.seat) if hints.question else None
    if hint is None:
        return Asked(question_title(effects.words, effects.question), question_context(show, effects))
    usual = question_title(effects.words, effects.question)
    return Asked(
        capital(fact_text(effects.words, hint.title, effects.names)) if hint.title else usual,
        question_context(show, effects),
        actions=hint.actions,
        spent=hint.spent,
    )


def question_context(show: Presentation, effects: Effects) -> str:
    """Return one line about the question, from the head of the page."""
    brief = show.brief(effects.state, effects.seat, ()) if show.brief else None
    facts = brief.clock[1:] if brief else ()
    return " ".join(capital(fact_text(effects.words, fact, effects.names)) for fact in facts)


def gauge_views(words: Words, state: State, seat: Seat) -> dict[str, GaugeView]:
    """Return the numbers that a seat watches."""
    return {name: gauge_view(words, name, value) for name, value in gauges(state, seat).items()}


def gauge_view(words: Words, gauge: str, value: int) -> GaugeView:
    name = gauge_name(words, gauge)
    one = gauge_name(words, gauge, one=True)
    return GaugeView(name=name, value=value, icon=gauge, one="" if one == name else one)


def gauge_name(words: Words, gauge: str, *, one: bool = False) -> str:
    """Return what a gauge counts: its template without the numbers."""
    template = COUNTED_SLOT.sub(r"\1" if one else r"\2", words.gauges[gauge])
    return " ".join(ANY_SLOT.sub("", template).split())
