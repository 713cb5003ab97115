"""What lies there, laid out for reports: turn and dice, market, players, decks; and what one seat has for itself."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

from msgspec import json

from ....kernel.base.kept import Kept
from ....kernel.play.panels import Panel, Shift
from ....kernel.play.rules import Agenda, Seat, State, kebab
from ..act import Act
from ..bargain import card_of, crashes, price_after
from ..build import cost_of
from ..drawing import more_panels
from ..market import HIGHEST, LOWEST
from ..options import LivingPlanetOptions, settle
from ..reading import (
    chips_left,
    controlled,
    motorized,
    options,
    rank,
    reserve,
    resources,
    seats,
    teams_of,
    tile_of,
    turns,
)
from ..scoring import worth
from ..setup import bundle
from ..state import COLOURS, SCIENTIST, Bank, BuildingKind, Hand, Map, OpenPurses, Piles, Purse, Track, Turn
from ..supply import building_bank, values_of
from .basis import Basis, basis_of
from .gauges import rovers_left

if TYPE_CHECKING:
    from ....kernel.play.pictured import Matrix, Strip, Tableau

Event = Mapping[str, Any]
Row = tuple[Any, ...]
ON_MAP: Kept[tuple[int, int, int, int]] = Kept()
RULES: Kept[Panel] = Kept()


def panels(state: State, reader: Seat | None, told: Sequence[Event]) -> list[Panel]:
    own = [*buildings(state, reader), *screen(state, reader)] if reader else []
    public = [*turn(state), rules(state), *dice_matrix(state), market(state, told), *purses(state)]
    public += [players(state, reader), decks(state)]
    return [*public, *own, *more_panels(state, reader)]


def facts_of_purses(state: State) -> tuple[str, ...]:
    return ("money", *resources(state))


def turn(state: State) -> list[Panel]:
    """What the Leader's card does, how many actions were taken, and the dice in the order they are played."""
    now = state[Turn]
    if state[Agenda].over:
        return []
    facts: list[Row] = [("effect", f"effect.{now.effect}")] if now.effect else []
    facts += [("double", now.double)] if now.double else []
    facts += [("acted", len(step.taken))] if isinstance(step := state[Agenda].steps[-1], Act) else []
    dice = [die_told(now, n, colour, seats(state)) for n, colour in enumerate(now.order or now.dice)]
    shown: list[Row] = [("order" if now.order else "laid", {"value": dice})] if dice else []
    return [
        Panel("panel.turn", facts, part="game", short=True),
        Panel("panel.dice", shown, part="game", strips=track_of("dice_in_order", state) if dice else None),
    ]


def die_told(now: Turn, nth: int, colour: str, seated: Sequence[Seat]) -> dict[str, Any]:
    """A die with what it shows, whose it is and, once they are in order, when it is played."""
    when = "done" if nth < now.column else "now" if nth == now.column else ""
    return {
        "nth": nth + 1 if now.order else 0,
        "colour": colour,
        "value": now.dice.get(colour, 0),
        "seat": colour if colour in seated else "",
        "state": f"die.{when}" if now.order and when else "",
    }


def rules(state: State) -> Panel:
    """The edition, if it is not the usual one, and the switches that are not as the edition has them."""
    return RULES.of("rules", basis_of(state, LivingPlanetOptions), lambda: switches(state))


def switches(state: State) -> Panel:
    chosen = options(state)
    usual = LivingPlanetOptions(edition=chosen.edition)
    settle(usual, bundle(state))
    changed = [name for name in usual.__struct_fields__ if getattr(chosen, name) != getattr(usual, name)]
    if chosen.edition != LivingPlanetOptions().edition:
        changed.insert(0, "edition")
    rows: list[Row] = [(f"living-planet-options.{name}", option_value(getattr(chosen, name))) for name in changed]
    return Panel("panel.rules", [*rows, *switches_of_modules(state)], short=True)


def switches_of_modules(state: State) -> Iterator[Row]:
    """The switches of expansions that are not as usual."""
    for kind in [module.options for module in state.book.modules[1:] if module.options]:
        chosen, usual = state[kind], kind()
        changed = [name for name in usual.__struct_fields__ if getattr(chosen, name) != getattr(usual, name)]
        yield from ((f"{kebab(kind.__name__)}.{name}", option_value(getattr(chosen, name))) for name in changed)


def option_value(value: Any) -> Any:
    """Plain data; of a switch with several parts each by its name."""
    return value if isinstance(value, str | int) else {name: getattr(value, name) for name in value.__struct_fields__}


def market(state: State, told: Sequence[Event]) -> Panel:
    bank = state[Bank]
    names = resources(state)
    was = {name: before(state, told, name) for name in names}
    prices = [shifted(bank.prices[name], was[name]) for name in names]
    rows: list[Row] = [("market.price", *prices), ("market.bank", *(bank.cubes[name] for name in names))]
    return Panel("panel.market", rows, ("each", *names), strips=track_of("price_tracks", state, was))


def shifted(price: int, was: range) -> int | Shift:
    """The price, and which way it has gone, as far as the events tell what it was."""
    if price not in was:
        return Shift(price, "up" if price > was[-1] else "down")
    return price if len(was) == 1 else Shift(price, "moved")


def before(state: State, told: Sequence[Event], resource: str) -> range:
    """What the price may have been before the events: as it is, or as the first move of it tells."""
    for cause, event in zip(({"event": ""}, *told), told, strict=False):
        if event["event"] in ("price-moved", "crashed") and event["resource"] == resource:
            return origin(state, cause, event)
    return single(state[Bank].prices[resource])


def single(price: int) -> range:
    return range(price, price + 1)


def origin(state: State, cause: Event, event: Event) -> range:
    """A price from which this move led where it did; at the end of its track several are possible."""
    steps = {"cubes-bought": 1, "cubes-sold": -1, "produced": 1}
    card = cause["event"] == "card-chosen"
    step = card_of(state, cause["card"]).step if card else steps.get(cause["event"], 1)
    price: int = event["price"] + HIGHEST if event["event"] == "crashed" else event["price"]
    if price == LOWEST and step < 0:
        return range(LOWEST + 1, LOWEST - step + 1)
    return single(min(price - step, HIGHEST))


def purses(state: State) -> Iterator[Panel]:
    """G-11: where the screens are open."""
    shown = state[OpenPurses]
    if shown.money:
        rows = [
            (seat, shown.money.get(seat, 0), *(shown.cubes.get(f"{seat}.{name}", 0) for name in resources(state)))
            for seat in seats(state)
        ]
        yield Panel("panel.purses", list(rows), ("seat", *facts_of_purses(state)))


def players(state: State, reader: Seat | None) -> Panel:
    columns = ("colour", "seat", "hand", "shown", "chips", "scientists", "rovers", "fate", "points")
    basis = basis_of(state, Map, LivingPlanetOptions)
    rows = [player_row(state, colour, basis) for colour in COLOURS]
    cards = partial(cards_of, state, reader)
    if state[Agenda].over:  # what counts then is told with the result
        return Panel("panel.players.over", [row[:-1] for row in rows], columns[:-1], tableaux=cards)
    return Panel("panel.players", rows, columns, tableaux=cards)


def track_of(track: str, *of: Any) -> Callable[[], Sequence[Strip]]:
    """A track, once a picture of it is wanted."""

    def strips() -> Sequence[Strip]:
        from . import strips  # saves it for text

        tracks: Sequence[Strip] = getattr(strips, track)(*of)
        return tracks

    return strips


def cards_of(state: State, reader: Seat | None) -> Sequence[Tableau]:
    from .tableaux import tableaux  # saves it for text

    return tableaux(state, reader)


def dice_matrix(state: State) -> Iterator[Panel]:
    """For pictures, once there are dice."""
    if state[Turn].dice and not state[Agenda].over:
        yield Panel("panel.matrix", [], matrix=partial(matrix_of, state))


def matrix_of(state: State) -> Matrix:
    from .matrix import dice_matrix  # saves it for text

    return dice_matrix(state)


def player_row(state: State, colour: str, basis: Basis) -> Row:
    piles = state[Piles]
    shown = " ".join(map(str, piles.played.get(colour, ()))) or None
    if colour not in seats(state):
        return colour, None, None, shown, None, None, None, None, None
    chips, scientists, rovers, points = ON_MAP.of(colour, basis, lambda: on_map(state, colour))
    taken = state[Turn].fate.get(colour)
    fate = None if taken is None else "fate.ready" if taken < state[Turn].number else "fate.new"
    return colour, colour, piles.hands.get(colour, 0), shown, chips, scientists, rovers, fate, points


def on_map(state: State, seat: Seat) -> tuple[int, int, int, int]:
    """What the map tells of a seat: chips, scientists and vehicles that are left, and points."""
    points = sum(worth(state, place) for place in controlled(state, seat))
    vehicles = sum(motorized(state, team) for _, team in teams_of(state, seat))
    left = len(reserve(state, seat, SCIENTIST)), rovers_left(state, seat)
    return chips_left(state, seat), *left, points + vehicles


def decks(state: State) -> Panel:
    """The exhaustion track, and what there is to draw."""
    piles, track = state[Piles], state[Track]
    rows: list[Row] = [("exhausted", f"{len(track.spots)}/{turns(state)}")]
    rows += [("spots", track.spots)] if track.spots else []
    rows += [("removed", track.removed)] if track.removed else []
    rows += [("hexes", piles.hexes), ("market", piles.market), ("discard", piles.discard)]
    return Panel(
        "panel.decks",
        [*rows, *([("top", piles.top)] if piles.top else [])],
        short=True,
        strips=track_of("exhaustion", state),
    )


def buildings(state: State, seat: Seat) -> Iterator[Panel]:
    """What can still be built: where, at what cost, what for; what is alike in these is told together."""
    bank, kinds = building_bank(state, seat), state.book.rows_of(BuildingKind)
    names = sorted((name for name, tiles in bank.items() if tiles), key=lambda name: order_of(state, kinds[name], name))
    alike: dict[str, list[dict[str, Any]]] = {}
    for name in names:
        terms = terms_of(state, seat, name, kinds[name])
        alike.setdefault(dumped(terms), []).append(terms | offered(state, name, kinds[name], bank[name]))
    rows: list[Row] = []
    for group in alike.values():
        rows.append(("where" if group[0]["where"] else "spot", group[0] | {"value": group}))
    yield Panel("panel.buildings", rows)


def order_of(state: State, kind: BuildingKind, name: str) -> tuple[bool, int, str]:
    """Factories as the market has their resources, then the others."""
    return not kind.makes, rank(state, kind.makes) if kind.makes else 0, name


def terms_of(state: State, seat: Seat, name: str, kind: BuildingKind) -> dict[str, Any]:
    """What it costs, what it counts, and where it may stand: on spots of what it makes, or elsewhere."""
    own = bool(kind.makes) and kind.spot == kind.makes and not kind.grounds
    where = [] if own else [*filter(None, [kind.spot]), *kind.grounds] or ["use.anywhere"]
    return {"cost": cost_of(state, seat, name), "needs": dict(kind.needs), "points": kind.points, "where": where}


def dumped(terms: dict[str, Any]) -> str:
    return json.encode(terms).decode()


def offered(state: State, name: str, kind: BuildingKind, tiles: Sequence[str]) -> dict[str, Any]:
    left = " ".join(tile.rpartition("-")[2] for tile in tiles) if kind.makes else others_left(state, name, tiles)
    return {"building": name, "use": kind.makes or kind.shelters or f"use.{kind.kind}", "left": left}


def others_left(state: State, name: str, tiles: Sequence[str]) -> str:
    """The values of tiles that have some though they make nothing; else how many there are."""
    faces = [values_of(state, name, tile) for tile in tiles]
    return " ".join("/".join(map(str, both)) for both in faces) if any(map(any, faces)) else f"x{len(tiles)}"


def screen(state: State, seat: Seat) -> Iterator[Panel]:
    hand, purse = state.open(Hand, seat), state.open(Purse, seat)
    if purse:
        row = (purse.money, *(purse.cubes.get(name, 0) for name in resources(state)))
        yield Panel("panel.purse", [row], facts_of_purses(state), part="screen")
    if hand:
        from .choosing import choosing  # saves it for public reports

        yield Panel("panel.hand", [("cards", hand.cards), ("pile", hand.pile)], part="screen")
        yield from effects(state, seat, hand)
        yield from choosing(state, seat, hand)
        yield from drawn(state, hand)


def effects(state: State, seat: Seat, hand: Hand) -> Iterator[Panel]:
    """What the cards in hand would do for the Leader, before they are laid."""
    if state[Turn].leader == seat and not state[Turn].dice:
        rows: list[Row] = [(card, f"effect.{card}") for card in hand.cards]
        yield Panel("panel.effects", rows, ("card", "effect"), part="screen")


def drawn(state: State, hand: Hand) -> Iterator[Panel]:
    """Hexes and market cards that were drawn and not dealt with yet."""
    faces = [(name, tile_of(state, name)) for name in hand.hexes]
    rows: list[Row] = [
        (name, face.edges, list(face.spots), list(face.dice), sorted({*face.dice.values()})) for name, face in faces
    ]
    yield Panel("panel.hexes", rows, ("hex", "edges", "spots", "strikes", "brings"), part="screen")
    cards = [(name, card_of(state, name)) for name in hand.market]
    rows = [
        (name, state[Bank].prices[card.resource], price_after(state, card, card.resource), crashes(state, card) or None)
        for name, card in cards
    ]
    yield Panel("panel.cards", rows, ("card", "price", "after", "crash"), part="screen")
