"""Panels of a report: turn and dice, market, players, decks, and what one seat has for itself."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from msgspec import json

from ....kernel.base.memo import Memo
from ....kernel.engine.model import Agenda, Seat, State, kebab
from ....kernel.engine.panels import Panel, Shift
from ..actions.actions import ACTIONS_PER_PHASE, Act
from ..actions.building_supply import building_bank, values_of
from ..actions.construction import cost_of
from ..actions.market import MAX_PRICE, MIN_PRICE
from ..actions.trade_terms import card_of, crashes, price_after
from ..map.queries import (
    buildings_of,
    chips_left,
    is_motorized,
    kind_of,
    options,
    rank,
    reserve,
    resources,
    seats,
    teams_of,
    tile_of,
    turns,
)
from ..options import LivingPlanetOptions, settle
from ..presentation_hooks import more_panels
from ..scoring import worth
from ..setup import bundle
from ..state import COLOURS, SCIENTIST, Bank, BuildingKind, Hand, Map, OpenPurses, Piles, Purse, Track, Turn
from ..turn.card_selection import SelectCards
from ..turn.production import works_for
from .cache_keys import Basis, basis_of
from .gauges import rovers_left

Event = Mapping[str, Any]
Row = tuple[Any, ...]
ON_MAP: Memo[tuple[int, int, int, int]] = Memo()
RULES: Memo[Panel] = Memo()


def panels(state: State, reader: Seat | None, events: Sequence[Event]) -> list[Panel]:
    own = [production(state), *buildings(state, reader), *screen(state, reader)] if reader else []
    public = [*turn(state), rules(state), market(state, events), *purses(state)]
    public += [players(state), decks(state)]
    return [*public, *own, *more_panels(state, reader)]


def facts_of_purses(state: State) -> tuple[str, ...]:
    return ("money", *resources(state))


def turn(state: State) -> list[Panel]:
    """Return what the Leader's card does, how many actions were taken, and the dice in playing order."""
    now = state[Turn]
    if state[Agenda].over:
        return []
    facts: list[Row] = [("effect", f"effect.{now.effect}")] if now.effect else []
    facts += [("double", now.double)] if now.double else []
    facts += [("acted", len(step.taken))] if isinstance(step := state[Agenda].steps[-1], Act) else []
    dice = [die_values(now, n, colour, seats(state)) for n, colour in enumerate(now.order or now.dice)]
    shown: list[Row] = [("order" if now.order else "laid", {"value": dice})] if dice else []
    return [
        Panel("panel.turn", facts, part="game", short=True),
        Panel("panel.dice", shown, part="game"),
    ]


def die_values(now: Turn, nth: int, colour: str, seated: Sequence[Seat]) -> dict[str, Any]:
    """Return a die with what it shows, whose it is and, once they are in order, when it is played."""
    when = "done" if nth < now.column else "now" if nth == now.column else ""
    return {
        "nth": nth + 1 if now.order else 0,
        "colour": colour,
        "value": now.dice.get(colour, 0),
        "seat": colour if colour in seated else "",
        "state": f"die.{when}" if now.order and when else "",
    }


def rules(state: State) -> Panel:
    """Return the edition, if it is not the usual one, and the options that differ from the edition."""
    return RULES.get("rules", basis_of(state, LivingPlanetOptions), lambda: switches(state))


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
    """Yield the options of expansions that are not as usual."""
    for kind in [module.options for module in state.book.modules[1:] if module.options]:
        chosen = state[kind]
        usual = kind()
        changed = [name for name in usual.__struct_fields__ if getattr(chosen, name) != getattr(usual, name)]
        yield from ((f"{kebab(kind.__name__)}.{name}", option_value(getattr(chosen, name))) for name in changed)


def option_value(value: Any) -> Any:
    """Return an option as plain data; each part of a compound option by its name."""
    return value if isinstance(value, str | int) else {name: getattr(value, name) for name in value.__struct_fields__}


def market(state: State, events: Sequence[Event]) -> Panel:
    bank = state[Bank]
    names = resources(state)
    was = {name: before(state, events, name) for name in names}
    prices = [price_shift(bank.prices[name], was[name]) for name in names]
    rows: list[Row] = [("market.price", *prices), ("market.bank", *(bank.cubes[name] for name in names))]
    return Panel("panel.market", rows, ("each", *names))


def price_shift(price: int, was: range) -> int | Shift:
    """Return the price and its direction, as far as the events show what it was."""
    if price not in was:
        return Shift(price, "up" if price > was[-1] else "down")
    return price if len(was) == 1 else Shift(price, "moved")


def before(state: State, events: Sequence[Event], resource: str) -> range:
    """Return what the price may have been before the events: the present one, or as its first move shows."""
    for cause, event in zip(({"event": ""}, *events), events, strict=False):
        if event["event"] in ("price-moved", "crashed") and event["resource"] == resource:
            return origin(state, cause, event)
    return single(state[Bank].prices[resource])


def single(price: int) -> range:
    return range(price, price + 1)


def origin(state: State, cause: Event, event: Event) -> range:
    """Return the prices from which a move led here; at the end of its track several are possible."""
    steps = {"cubes-bought": 1, "cubes-sold": -1, "produced": 1}
    card = cause["event"] == "card-chosen"
    step = card_of(state, cause["card"]).step if card else steps.get(cause["event"], 1)
    price: int = event["price"] + MAX_PRICE if event["event"] == "crashed" else event["price"]
    if price == MIN_PRICE and step < 0:
        return range(MIN_PRICE + 1, MIN_PRICE - step + 1)
    return single(min(price - step, MAX_PRICE))


def purses(state: State) -> Iterator[Panel]:
    """Yield the purses where the screens are open (G-11)."""
    shown = state[OpenPurses]
    if shown.money:
        rows = [
            (seat, shown.money.get(seat, 0), *(shown.cubes.get(f"{seat}.{name}", 0) for name in resources(state)))
            for seat in seats(state)
        ]
        yield Panel("panel.purses", list(rows), ("seat", *facts_of_purses(state)))


def players(state: State) -> Panel:
    columns = ("colour", "seat", "hand", "shown", "chips", "scientists", "rovers", "fate", "points")
    basis = basis_of(state, Map, LivingPlanetOptions)
    rows = [player_row(state, colour, basis) for colour in COLOURS]
    if state[Agenda].over:  # what counts then is shown with the result
        return Panel("panel.players.over", [row[:-1] for row in rows], columns[:-1])
    return Panel("panel.players", rows, columns)


def player_row(state: State, colour: str, basis: Basis) -> Row:
    piles = state[Piles]
    shown = " ".join(map(str, piles.played.get(colour, ()))) or None
    if colour not in seats(state):
        return colour, None, None, shown, None, None, None, None, None
    chips, scientists, rovers, points = ON_MAP.get(colour, basis, lambda: on_map(state, colour))
    taken = state[Turn].fate.get(colour)
    fate = None if taken is None else "fate.ready" if taken < state[Turn].number else "fate.new"
    return colour, colour, piles.hands.get(colour, 0), shown, chips, scientists, rovers, fate, points


def on_map(state: State, seat: Seat) -> tuple[int, int, int, int]:
    """Return what the map shows of a seat: chips, scientists and vehicles that are left, and points."""
    points = sum(worth(state, place) for place in buildings_of(state, seat))
    vehicles = sum(is_motorized(state, team) for _, team in teams_of(state, seat))
    left = len(reserve(state, seat, SCIENTIST)), rovers_left(state, seat)
    return chips_left(state, seat), *left, points + vehicles


def production(state: State) -> Panel:
    """Return what everybody produces on a die, by its value; values on which nobody does are left out."""
    made: dict[int, dict[Seat, list[str]]] = {}
    for spot, building in sorted(state[Map].buildings.items()):
        resource = kind_of(state, building).makes
        for seat in seats(state) if resource else ():
            if works_for(state, spot, seat):
                made.setdefault(building.value, {}).setdefault(seat, []).append(resource)
    rows = [(value, *(sorted(made[value].get(seat, [])) or None for seat in seats(state))) for value in sorted(made)]
    return Panel("panel.production", rows, ("die", *seats(state)))


def decks(state: State) -> Panel:
    """Return the exhaustion track, and what there is to draw."""
    piles = state[Piles]
    track = state[Track]
    rows: list[Row] = [("exhausted", f"{len(track.spots)}/{turns(state)}")]
    rows += [("spots", track.spots)] if track.spots else []
    rows += [("removed", track.removed)] if track.removed else []
    rows += [("hexes", piles.hexes), ("market", piles.market), ("discard", piles.discard)]
    return Panel("panel.decks", [*rows, *([("top", piles.top)] if piles.top else [])], short=True)


def buildings(state: State, seat: Seat) -> Iterator[Panel]:
    """Yield what can still be built: where, at what cost, what for; kinds with equal terms are grouped."""
    bank = building_bank(state, seat)
    kinds = state.book.rows_of(BuildingKind)
    names = sorted((name for name, tiles in bank.items() if tiles), key=lambda name: order_of(state, kinds[name], name))
    alike: dict[str, list[dict[str, Any]]] = {}
    for name in names:
        terms = terms_of(state, seat, name, kinds[name])
        alike.setdefault(encode_terms(terms), []).append(terms | building_offer(state, name, kinds[name], bank[name]))
    rows: list[Row] = []
    for group in alike.values():
        rows.append(("where" if group[0]["where"] else "spot", group[0] | {"value": group}))
    yield Panel("panel.buildings", rows)


def order_of(state: State, kind: BuildingKind, name: str) -> tuple[bool, int, str]:
    """Return the sort order: factories as the market has their resources, then the others."""
    return not kind.makes, rank(state, kind.makes) if kind.makes else 0, name


def terms_of(state: State, seat: Seat, name: str, kind: BuildingKind) -> dict[str, Any]:
    """Return what a kind costs, what it scores and where it may be built."""
    own = bool(kind.makes) and kind.spot == kind.makes and not kind.grounds
    where = [] if own else [*filter(None, [kind.spot]), *kind.grounds] or ["use.anywhere"]
    return {"cost": cost_of(state, seat, name), "needs": dict(kind.needs), "points": kind.points, "where": where}


def encode_terms(terms: dict[str, Any]) -> str:
    """Return terms as text, to group by."""
    return json.encode(terms).decode()


def building_offer(state: State, name: str, kind: BuildingKind, tiles: Sequence[str]) -> dict[str, Any]:
    """Return one row about a kind of building: its use, and what is left of it."""
    left = " ".join(tile.rpartition("-")[2] for tile in tiles) if kind.makes else others_left(state, name, tiles)
    return {"building": name, "use": kind.makes or kind.shelters or f"use.{kind.kind}", "left": left}


def others_left(state: State, name: str, tiles: Sequence[str]) -> str:
    """Return the values on tiles of a kind that makes nothing, or the number of tiles if they have no values."""
    faces = [values_of(state, name, tile) for tile in tiles]
    return " ".join("/".join(map(str, both)) for both in faces) if any(map(any, faces)) else f"x{len(tiles)}"


def screen(state: State, seat: Seat) -> Iterator[Panel]:
    hand = state.open(Hand, seat)
    purse = state.open(Purse, seat)
    if purse:
        row = (purse.money, *(purse.cubes.get(name, 0) for name in resources(state)))
        yield Panel("panel.purse", [row], facts_of_purses(state), part="screen")
    if hand:
        yield Panel("panel.hand", [("cards", hand.cards), ("pile", hand.pile)], part="screen")
        yield from effects(state, seat, hand)
        yield from selection_panels(state, seat, hand)
        yield from draw_panels(state, hand)


def effects(state: State, seat: Seat, hand: Hand) -> Iterator[Panel]:
    """Yield what the cards in hand would do for the Leader."""
    if state[Turn].leader == seat and not state[Turn].dice:
        rows: list[Row] = [(card, f"effect.{card}") for card in hand.cards]
        yield Panel("panel.effects", rows, ("card", "effect"), part="screen")


def draw_panels(state: State, hand: Hand) -> Iterator[Panel]:
    """Yield hexes and market cards that were drawn and are not settled yet."""
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


def selection_panels(state: State, seat: Seat, hand: Hand) -> Iterator[Panel]:
    """Yield an explanation while the first card is selected. What each card does is shown beside it every turn."""
    steps = state[Agenda].steps
    if not steps or not isinstance(steps[-1], SelectCards) or state[Turn].dice or state[Turn].number != 1:
        return
    struck = strikes(state, seat)
    hexes = [f"{hex} ({value})" for value in sorted(struck) for hex in struck[value]]
    facts: list[Row] = [
        ("die", hand.cards),
        ("reach", ACTIONS_PER_PHASE),
        ("produce", values(state, seat)),
        ("strike", hexes),
    ]
    yield Panel("panel.choosing", facts, part="game")


def values(state: State, seat: Seat) -> list[int]:
    """Return the values on which factories of a seat would produce."""
    made = [(spot, b.value) for spot, b in state[Map].buildings.items() if kind_of(state, b).makes]
    return sorted({value for spot, value in made if works_for(state, spot, seat)})


def strikes(state: State, seat: Seat) -> dict[int, list[str]]:
    """Return by value the hexes that the seat's own die would strike."""
    out: dict[int, list[str]] = {}
    for hex in sorted(state[Map].hexes):
        for icon in tile_of(state, hex).dice:
            if icon.startswith(seat):
                out.setdefault(int(icon.removeprefix(seat)), []).append(hex)
    return out
