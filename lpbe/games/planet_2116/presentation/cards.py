"""The kinds of orders and events of 2116 on a page: slots, icons, paths, and why an action is not offered."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial

from ....kernel.base.canonical import Plain
from ....kernel.engine.action_cards import ActionCard, PageHints, PathSize, SlotValues, TilePaths
from ....kernel.engine.foresight import Fact, Tone
from ....kernel.engine.hexgrid import SIDES
from ....kernel.engine.model import Event, Order, Question, Seat, State
from ....kernel.engine.rulebook import Rulebook
from ..attack_enumeration import origins
from ..attack_sequence import sizes
from ..attacks import Aimed, Declared, Forfeit, Meteorite, Tornado, Tsunami, Wildfire, card_sets
from ..cooling import PlayCooling
from ..globe import globe, is_standing, reliefs
from ..green_factories import BuildGreen, cost_of, funds
from ..human_actions import Discard, HumanTurn
from ..human_turn import LayResource
from ..patterns import size
from ..payment import means
from ..preparation import PrepareCards
from ..queries import cards_of_kind, reserve, row_of
from ..quick_blocks import NoBlock, QuickBlock
from ..setup import ChooseAnyBag, ChooseBag, OpenFault, PlaceAnywhere, PlaceFactory
from ..shields import MAX_SHIELDS_PER_CARD, PlayShield
from ..state import GREEN, PLANET, HumanCard, PlanetCard, World

# Slots and paths


def attack_slots(order: Declared) -> dict[str, str]:
    """Return how many cards are used and where the attack begins."""
    return {"attack": str(len(order.cards) or ""), "origin": order.origin}


def tornado_slots(state: State, order: Tornado) -> SlotValues:
    way = " ".join(leg.replace(":", " ") for leg in order.path)
    return {**attack_slots(order), "path": way, "tiles": list(order.tiles)}


def tsunami_slots(state: State, order: Tsunami) -> SlotValues:
    return {**attack_slots(order), "dir": order.dir}


def wildfire_slots(state: State, order: Wildfire) -> SlotValues:
    return {**attack_slots(order), "tiles": list(order.tiles)}


def meteorite_slots(state: State, order: Meteorite) -> SlotValues:
    return attack_slots(order)


def hit_tiles(state: State, order: Declared, events: Sequence[Event]) -> Sequence[str]:
    """Return the origin and the tiles that an attack takes unless it is blocked."""
    return [order.origin, *(tile for event in events if isinstance(event, Aimed) for tile in event.tiles)]


def block_slots(state: State, order: QuickBlock) -> SlotValues:
    return {"blocks": [ranked.replace(":", " ") for ranked in order.blocks]}


def shield_slots(state: State, order: PlayShield) -> SlotValues:
    moves = [move.replace(":", " ") for move in order.moves]
    paid = {name: str(value or "") for name, value in (("own", order.own), ("pot", order.pot))}
    return {"card": order.card, "at": list(order.at), "moves": moves, "amount": str(order.amount or ""), **paid}


# Attacks tile by tile


def tornado_paths(state: State, question: Question, seat: Seat) -> TilePaths | None:
    """Return how a tornado goes on: straight, or with a bend (2116-DMG-05)."""
    row = row_of(state, "tornado")
    around = globe(state).around
    options = [
        PathSize(cards, size(row.reach, len(cards)), size(row.bends, len(cards))) for cards in sizes(state, "tornado")
    ]
    starts = origins(state, row)
    most = max((option.tiles for option in options), default=0)
    near = tiles_within(starts, most - 1, lambda tile: around[tile])
    return TilePaths(
        origins=starts,
        beside={tile: [around[tile][side] for side in SIDES] for tile in near},
        sizes=options,
        bends=True,
        standing=sorted(one for one in globe(state).tiles if is_standing(state, one)),
    )


def wildfire_paths(state: State, question: Question, seat: Seat) -> TilePaths | None:
    """Return what may burn beside what passes a fire on (2116-DMG-05, 2116-DMG-11)."""
    row = row_of(state, "wildfire")
    around = globe(state).around
    starts = origins(state, row)

    def burning(tile: str) -> list[str]:
        if tile not in starts and row.via not in reliefs(state, tile):
            return []
        return [one for one in around[tile] if one and is_standing(state, one) and row.on in reliefs(state, one)]

    options = [PathSize(cards, size(row.reach, len(cards))) for cards in sizes(state, "wildfire")]
    most = max((option.tiles for option in options), default=0)
    near = {tile: burning(tile) for tile in tiles_within(starts, most - 1, burning)}
    return TilePaths(starts, beside={tile: after for tile, after in near.items() if after}, sizes=options)


def shield_places(state: State, question: Question, seat: Seat) -> TilePaths | None:
    """Return every tile that may get a shield from the reserve (2116-SHIELD-01 to 2116-SHIELD-03)."""
    cards = cards_of_kind(state, seat, "shield")
    most = min(MAX_SHIELDS_PER_CARD, reserve(state), means(state, seat))
    free = [tile for tile in globe(state).tiles if is_standing(state, tile) and tile not in state[World].shields]
    if not cards or most <= 0:
        return None
    return TilePaths(
        [""],
        beside={"": free},
        sizes=[PathSize(cards[:1], most)],
        form={"card": "{cards}", "at": ["{tiles}"]},
    )


def tiles_within(starts: Sequence[str], steps: int, beside: Callable[[str], Sequence[str]]) -> list[str]:
    """Return the tiles within reach of this many steps, the nearest first."""
    found = dict.fromkeys(starts)
    front = list(starts)
    for _ in range(steps):
        front = [
            one for one in dict.fromkeys(one for tile in front for one in beside(tile)) if one and one not in found
        ]
        found.update(dict.fromkeys(front))
    return list(found)


# Why an action is not offered


def no_attack(kind: str, state: State, question: Question, seat: Seat) -> Fact | None:
    return Fact("off.reach") if card_sets(state, kind) else Fact("off.kind", {"kind": kind})


def no_lay(state: State, question: Question, seat: Seat) -> Fact | None:
    if isinstance(question, HumanTurn) and question.laid:
        return Fact("off.laid")
    return Fact("off.card", {"kind": "resource"})


def no_card(kind: str, state: State, question: Question, seat: Seat) -> Fact | None:
    return Fact("off.means") if cards_of_kind(state, seat, kind) else Fact("off.card", {"kind": kind})


def no_green(state: State, question: Question, seat: Seat) -> Fact | None:
    costs = [cost_of(state, seat, site) for site, what in state[World].sites.items() if what != GREEN]
    if not costs:
        return Fact("off.green.none")
    return Fact("off.green", {"cost": min(costs), "count": len(funds(state, seat))})


def no_block(state: State, question: Question, seat: Seat) -> Fact | None:
    return Fact("off.card", {"kind": "unit"})


CARDS: Mapping[type[Order], ActionCard] = {
    OpenFault: ActionCard(icon="fault", ends=True),
    PlaceFactory: ActionCard(icon="factory", ends=True),
    PlaceAnywhere: ActionCard(icon="dice", ends=True),
    ChooseBag: ActionCard(icon="bag", ends=True),
    ChooseAnyBag: ActionCard(icon="dice", ends=True),
    Tornado: ActionCard(
        icon="tornado",
        ends=True,
        slots=tornado_slots,
        path=hit_tiles,
        paths=tornado_paths,
        controls={"tiles": "path"},
        why=partial(no_attack, "tornado"),
    ),
    Tsunami: ActionCard(
        icon="tsunami", ends=True, slots=tsunami_slots, path=hit_tiles, why=partial(no_attack, "tsunami")
    ),
    Wildfire: ActionCard(
        icon="wildfire",
        ends=True,
        slots=wildfire_slots,
        path=hit_tiles,
        paths=wildfire_paths,
        controls={"tiles": "path"},
        why=partial(no_attack, "wildfire"),
    ),
    Meteorite: ActionCard(
        icon="meteorite", ends=True, slots=meteorite_slots, path=hit_tiles, why=partial(no_attack, "meteorite")
    ),
    Forfeit: ActionCard(icon="pass", ends=True),
    QuickBlock: ActionCard(icon="block", ends=True, slots=block_slots, joins="blocks", why=no_block),
    NoBlock: ActionCard(icon="pass", ends=True),
    PrepareCards: ActionCard(icon="card", ends=True, controls={"cards": "set"}),
    LayResource: ActionCard(icon="resource", free=True, why=no_lay),
    PlayCooling: ActionCard(icon="cooling", ends=True, why=partial(no_card, "cooling")),
    PlayShield: ActionCard(
        icon="shield", ends=True, slots=shield_slots, joins="at", paths=shield_places, why=partial(no_card, "shield")
    ),
    BuildGreen: ActionCard(icon="green", ends=True, why=no_green),
    Discard: ActionCard(icon="pass", ends=True, controls={"cards": "set"}),
}
ICONS = {
    "pile-shuffled": "card",
    "cards-drawn": "card",
    "discarded": "card",
    "fault-opened": "fault",
    "factory-placed": "factory",
    "bag-taken": "bag",
    "bags-filled": "bag",
    "capital-drawn": "city",
    "hat-passed": "hat",
    "round-began": "turn",
    "humans-began": "turn",
    "announced": "strike",
    "aimed": "strike",
    "fizzled": "pass",
    "blocked": "block",
    "tiles-taken": "lost",
    "city-destroyed": "city",
    "spared": "block",
    "shields-used": "shield",
    "capital-lost": "city",
    "exploded": "heat",
    "heat-played": "heat",
    "warmed": "heat",
    "cards-laid": "card",
    "combos-shown": "card",
    "resource-laid": "resource",
    "paid": "resource",
    "cooled": "cooling",
    "shield-placed": "shield",
    "shield-moved": "shield",
    "green-built": "green",
    "ark-built": "end",
    "ended": "end",
}
HARMS = ("tiles-taken", "city-destroyed", "capital-lost", "exploded")
"""What harms the Humans, and is what the Planet wants."""
GAINS = ("blocked", "spared", "shields-used", "cooled", "green-built")


def tone(event: Plain, seat: Seat) -> Tone:
    """Return what an event means for one side of the table."""
    planet = seat == PLANET
    if event["event"] in HARMS:
        return "good" if planet else "bad"
    if event["event"] in GAINS:
        return "bad" if planet else "good"
    return ""


def value_icons(book: Rulebook) -> Mapping[str, str]:
    """Return the kind of each card."""
    planet = {name: row.kind for name, row in book.rows_of(PlanetCard).items()}
    return planet | {name: row.kind for name, row in book.rows_of(HumanCard).items()}


HINTS = PageHints(CARDS, ICONS, tone, value_icons=value_icons)
