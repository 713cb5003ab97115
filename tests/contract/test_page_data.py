"""What a page lets people compose is legal as it is typed, and has the effect that the page announces."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from random import Random

import pytest
from msgspec import json, structs

import lpbe
from lpbe.games import GAMES, game_of
from lpbe.kernel.content import packs
from lpbe.kernel.engine import legality
from lpbe.kernel.engine.action_cards import hints_of
from lpbe.kernel.engine.dry_run import gauges, look_ahead
from lpbe.kernel.engine.model import Held, Order, Seat, State
from lpbe.kernel.engine.rulebook import Rules
from lpbe.kernel.engine.table import Table, submit
from lpbe.kernel.language.order_parser import Typist, parse_orders
from lpbe.kernel.language.templates import pieces
from lpbe.kernel.language.templates import slots as order_slots
from lpbe.kernel.schemas.page_data import OrderView, PageData, PathsView
from lpbe.report.content.action_tree import MAX_ORDERS, add_up, difference
from lpbe.report.content.kind_views import kind_title, slot_question

from ..size_limits import by_turns
from .contract_config import Case, cases, config_of, root
from .page_positions import AskedSeat, asked_seats

LANGUAGES = ("en", "fr")
TEXTS = Path(lpbe.__file__).parent / "kernel" / "language" / "texts"
CARDED = [game for game in GAMES if hints_of(config_of(game).whole).cards]
"""The games with cards of their own; pages of the others fall back on the words of typed orders."""
carded = pytest.mark.parametrize("game", CARDED)
languages = pytest.mark.parametrize("lang", LANGUAGES)
cases_and_languages = by_turns("lang, case", LANGUAGES, [case for case in cases() if case.players != 3], stride=2)
KERNEL_ACTS = {
    lang: tomllib.loads((TEXTS / f"words.{lang}.toml").read_text(encoding="utf-8"))["acts"] for lang in LANGUAGES
}
"""The questions that every page has, whatever the game."""
MAX_BYTES = 45_000
"""The largest data of a page; pages have a budget, and the board needs most of it."""
WALKS = 3
"""How many sequences of orders are composed in each position."""


@cache
def positions(case: Case) -> tuple[AskedSeat, ...]:
    return tuple(asked_seats(case, 5))


def parse_order(position: AskedSeat, text: str, lang: str) -> Order:
    """Return an order as the program reads it from a player with this language."""
    rules = Rules(game_of(position.case.game), position.state.book)
    (order,) = parse_orders(rules, text, Typist(lang))
    return order


def rows(data: PageData, random: Random) -> Iterator[tuple[str, list[OrderView]]]:
    """Yield a few sequences of orders as somebody taps them, with the key of each."""
    for _ in range(WALKS):
        numbers: list[int] = []
        while offers := data.after.get(" ".join(map(str, numbers)), []):
            numbers.append(random.choice(offers))
            yield " ".join(map(str, numbers)), [data.orders[number] for number in numbers]


def adjusted_rows(data: PageData) -> Iterator[tuple[str, list[OrderView]]]:
    """Yield some sequences that come to something else than the sum of what each order changes."""
    for key in list(data.adjust)[:: 1 + len(data.adjust) // 8]:
        yield key, [data.orders[int(number)] for number in key.split()]


def is_known(data: PageData, key: str) -> bool:
    """Whether a page says what these orders come to: they were tried, and nothing depends on a draw or on others."""
    return key not in data.open and key.rpartition(" ")[0] not in data.cut


def total(data: PageData, key: str) -> Mapping[str, int]:
    """Return what a page says that these orders change together."""
    return add_up([*(data.orders[int(number)].ch for number in key.split()), data.adjust.get(key, {})])


def give_orders(position: AskedSeat, seat: Seat, orders: list[Order]) -> State:
    """The whole position after a batch was really carried out."""
    table = Table(position.state.copy(), root(1))
    submit(table, seat, [Held(order) for order in orders])
    return table.state


@cases_and_languages
def test_what_is_tapped_is_a_legal_typed_order(lang: str, case: Case) -> None:
    """After every sequence of taps the text parses back, the batch is accepted, and all of it is needed."""
    for position in positions(case):
        data = position.data(lang)
        random = Random(str(case))
        for _, row in rows(data, random):
            orders = [parse_order(position, view.t, lang) for view in row]
            assert look_ahead(position.view, position.seat, orders).done == len(orders), row
            give_orders(position, position.seat, orders)


@cases_and_languages
def test_sums_are_what_happens(lang: str, case: Case) -> None:
    """If nothing depends on a draw or on others, the numbers of the seat change as the page says."""
    for position in positions(case):
        data = position.data(lang)
        before = gauges(position.view, position.seat)
        for key, row in (*rows(data, Random(str(case))), *adjusted_rows(data)):
            orders = [parse_order(position, view.t, lang) for view in row]
            if is_known(data, key):
                after = gauges(give_orders(position, position.seat, orders), position.seat)
                assert difference(before, after) == total(data, key), [view.t for view in row]


@cases_and_languages
def test_slots_tell_orders_apart(lang: str, case: Case) -> None:
    """Answering every slot chooses exactly one order; slots on the board name what is drawn there."""
    for position in positions(case):
        data = position.data(lang)
        for numbers in data.after.values():
            offered = [data.orders[number] for number in numbers]
            chosen = [(view.k, repr(sorted(view.v.items()))) for view in offered]
            assert len(set(chosen)) == len(chosen)
            for view in offered:
                assert set(view.v) <= {slot.name for slot in data.kinds[view.k].slots}, view
                assert all(0 <= number < len(data.facts) for number in view.facts)


def joined_texts(data: PageData) -> Iterator[tuple[int, int, str, Mapping[str, int]]]:
    """Two orders by number, how both are typed as one, and what they change together."""
    for group in data.joins:
        for one, others in group.pairs.items():
            for other in others:
                both = [data.orders[number] for number in (int(one), other)]
                items = [view.t.removeprefix(group.head).removesuffix(group.tail) for view in both]
                change = add_up([*(view.ch for view in both), group.ch])
                yield int(one), other, f"{group.head}{group.between.join(items)}{group.tail}", change


@cases_and_languages
def test_lists_in_any_order_are_legal(lang: str, case: Case) -> None:
    for position in positions(case):
        data = position.data(lang)
        for name, kind in data.kinds.items():
            listed = [view for view in data.orders if view.k == name and kind.form]
            for slot in [slot for slot in kind.slots if slot.on == "order"] if listed else ():
                values = list(listed[0].v[slot.name])
                Random(str(case)).shuffle(values)
                order = parse_order(position, kind.form.format(**{slot.name: " ".join(values)}), lang)
                assert legality.refusal(position.view, position.question, position.seat, order) is None


@cases_and_languages
def test_joined_orders_are_legal(lang: str, case: Case) -> None:
    for position in positions(case):
        data = position.data(lang)
        before = gauges(position.view, position.seat)
        for one, other, text, change in list(joined_texts(data))[::7]:
            order = parse_order(position, text, lang)
            ahead = look_ahead(position.view, position.seat, [order])
            assert ahead.done == 1 and ahead.state is not None
            assert data.orders[one].k == data.orders[other].k == type(order).__struct_config__.tag
            if not ahead.depends:
                after = gauges(give_orders(position, position.seat, [order]), position.seat)
                assert difference(before, after) == change, text


@cases_and_languages
def test_paths_tile_by_tile_are_legal(lang: str, case: Case) -> None:
    for position in positions(case):
        data = position.data(lang)
        for paths in data.next.values():
            for text in random_paths(paths, Random(str(case))):
                order = parse_order(position, text, lang)
                assert legality.refusal(position.view, position.question, position.seat, order) is None, text


@languages
@pytest.mark.parametrize("game", GAMES)
def test_a_game_without_cards_falls_back_on_its_orders(game: str, lang: str) -> None:
    """Every kind has a title and every slot a question, made from what is typed."""
    words = structs.replace(packs.words(game, lang), acts=KERNEL_ACTS[lang])
    for name in config_of(game).whole.orders:
        assert kind_title(words, name) and "{" not in kind_title(words, name)
        for slot in order_slots(pieces(words.orders[name])):
            asked = slot_question(words, name, slot.name)
            assert asked and "{" not in asked


def random_paths(paths: PathsView, random: Random) -> Iterator[str]:
    """Yield orders as they are tapped tile by tile, for each number of cards."""
    for size in paths.sizes.values():
        for origin in random.sample(paths.origins, min(3, len(paths.origins))):
            walk = bent_path if paths.bends else spread_tiles
            tiles = walk(paths, origin, size.tiles, size.bends, random)
            if tiles and (not paths.standing or set(tiles) & set(paths.standing)):
                values = {"origin": origin, "tiles": " ".join(tiles), "cards": " ".join(size.cards)}
                yield paths.form.format(**values)


def bent_path(paths: PathsView, origin: str, most: int, bends: int, random: Random) -> list[str]:
    """Return a path that goes on straight or turns by a sixth."""
    tiles: list[str] = []
    side, left, here = -1, bends, origin
    while len(tiles) < most and here in paths.beside:
        turns = range(6) if side < 0 else (side, (side + 1) % 6, (side - 1) % 6) if left else (side,)
        fits = [turn for turn in turns if paths.beside[here][turn]]
        if not fits:
            break
        turn = random.choice(fits)
        left -= side >= 0 and turn != side
        side, here = turn, paths.beside[here][turn]
        tiles.append(here)
    return tiles


def spread_tiles(paths: PathsView, origin: str, most: int, bends: int, random: Random) -> list[str]:
    """Tiles of which each is beside the origin or one before it."""
    tiles: list[str] = []
    while len(tiles) < most:
        near = dict.fromkeys(one for here in (origin, *tiles) for one in paths.beside.get(here, ()))
        fits = [one for one in near if one not in tiles]
        if not fits:
            break
        tiles.append(random.choice(fits))
    return tiles


@pytest.mark.parametrize("case", cases(), ids=str)
def test_the_data_is_small_and_keeps_secrets(case: Case) -> None:
    secrets = case.config.secrets
    for position in positions(case):
        data = position.data()
        encoded = json.encode(data)
        assert len(encoded) <= MAX_BYTES
        assert json.decode(encoded, type=PageData) == data
        first = len(data.after.get("", []))
        assert len(data.orders) <= max(first, MAX_ORDERS)
        seen = secrets.in_sight(position.state, position.seat)
        assert secrets.pieces(json.encode([view.v for view in data.orders]).decode()) <= seen


@carded
@languages
def test_every_kind_of_order_has_a_card(game: str, lang: str) -> None:
    """A title that fits a card, a line, a question for each slot, and an icon."""
    acts = packs.words(game, lang).acts
    book = config_of(game).whole
    cards = hints_of(book).cards
    for name, kind in book.orders.items():
        if name == "plan":
            continue
        assert acts.get(name) and len(acts[name]) <= 32, name
        assert acts.get(f"{name}.text", "").endswith("."), name
        assert kind in cards and cards[kind].icon, name


@carded
@languages
def test_every_slot_is_asked_in_words(game: str, lang: str) -> None:
    """No question is made up from the grammar of typed orders."""
    words = packs.words(game, lang)
    asked: set[tuple[str, str]] = set()
    for case in [case for case in cases() if case.game == game][::3]:
        for position in positions(case):
            kinds = position.data(lang).kinds
            asked |= {(kind, slot.name) for kind, view in kinds.items() for slot in view.slots}
    missing = [(kind, slot) for kind, slot in asked if not {f"ask.{kind}.{slot}", f"ask.{slot}"} & words.acts.keys()]
    assert sorted(missing) == []


@carded
def test_every_event_that_is_told_has_an_icon(game: str) -> None:
    words = packs.words(game, "en")
    icons = hints_of(config_of(game).whole).icons
    modules = config_of(game).whole.modules
    events = {str(event.__struct_config__.tag) for module in modules for event in module.events}
    assert sorted(events - icons.keys() - set(words.silent)) == []
    assert sorted(icons.keys() - events - {"ended"}) == []


@languages
@pytest.mark.parametrize("game", GAMES)
def test_reasons_are_sentences(game: str, lang: str) -> None:
    """Whatever is not offered says why, and whatever is offered gives no reason."""
    for case in [case for case in cases() if case.game == game][::2]:
        for position in positions(case):
            data = position.data(lang)
            offered = {data.orders[number].k for number in data.after.get("", [])}
            for name, kind in data.kinds.items():
                assert not (kind.off and name in offered)
                assert kind.off or any(view.k == name for view in data.orders)
                assert "{" not in kind.off + kind.text + kind.title
