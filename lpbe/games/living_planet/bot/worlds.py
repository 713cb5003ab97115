"""What the others may hold and what the decks may look like, as far as a seat knows."""

from __future__ import annotations

from ....kernel.engine.chance import Chance
from ....kernel.engine.model import Seat, State
from ....kernel.engine.worlds import share_out
from ..actions.trade_terms import cubes_in_play
from ..map.queries import buildings_of, kind_of, options, resources, seats
from ..seat_checks import shown_purse
from ..setup import added_hexes, deck_of, landscapes, late_starts
from ..state import CARDS, COLOURS, Bank, Decks, Hand, Map, Piles, Purse, Turn
from ..turn.leader_step import RECOVER_CARD
from .trade_value import cards

MIN_MONEY_WEIGHT = 50
MAX_MONEY_WEIGHT = 150
"""How unequally the money of several rivals is assumed to be divided."""
MAKER_WEIGHT = 3
"""How much more likely a cube is held by a seat for each of its factories that make it."""


def worlds(world: State, seat: Seat, chance: Chance) -> None:
    """Guess the other players' hands and purses, and the order of the decks."""
    rivals = [one for one in seats(world) if one != seat]
    for rival in rivals:
        world[Hand, rival] = likely_hand(world, rival, chance)
        world[Purse, rival].cubes = dict.fromkeys(resources(world), 0)
    if options(world).screens == "open":
        open_purses(world, rivals)
    else:
        share_money(world, seat, rivals, chance)
        share_cubes(world, seat, rivals, chance)
    if world[Turn].number:
        world[Decks] = likely_decks(world, seat, chance)


def likely_hand(world: State, rival: Seat, chance: Chance) -> Hand:
    """Return a hand: the cards never shown, and as many of those played before a 6 as were taken back."""
    shown = world[Piles].played.get(rival, ())
    count = world[Piles].hands.get(rival, 0)
    unseen = chance.shuffled([card for card in CARDS if card not in shown], f"unseen/{rival}")
    back = chance.shuffled(retakable(shown), f"back/{rival}")
    gone = [card for card in CARDS if card not in (*unseen, *back)]
    held = sorted([*unseen, *back, *gone][:count])
    return Hand(held, [card for card in CARDS if card not in held])


def retakable(shown: tuple[int, ...]) -> list[int]:
    """Return the cards that may have been taken back: played before the 6, and not played again."""
    if RECOVER_CARD not in shown:
        return []
    at = shown.index(RECOVER_CARD)
    return [card for card in CARDS if card in shown[:at] and card not in shown[at:]]


def open_purses(world: State, rivals: list[Seat]) -> None:
    """Take money and cubes from the table, where players agreed to show them."""
    for rival in rivals:
        purse = world[Purse, rival]
        purse.money, held = shown_purse(world, rival)
        purse.cubes = {**purse.cubes, **held}


def share_money(world: State, seat: Seat, rivals: list[Seat], chance: Chance) -> None:
    """Divide what has left the bank and does not belong to the seat: everybody can work out the sum (G-01)."""
    total = options(world).bank_mc - world[Bank].money - world[Purse, seat].money
    spread = MAX_MONEY_WEIGHT - MIN_MONEY_WEIGHT + 1
    weights = [MIN_MONEY_WEIGHT + chance.below(spread, f"money/{rival}") for rival in rivals]
    for rival, money in zip(rivals, share_out(total, weights), strict=True):
        world[Purse, rival].money = money


def share_cubes(world: State, seat: Seat, rivals: list[Seat], chance: Chance) -> None:
    """Deal out the cubes behind the other screens, one by one, mostly to those who make them."""
    for resource in resources(world):
        held = world[Purse, seat].cubes.get(resource, 0)
        out = cubes_in_play(world, resource) - world[Bank].cubes[resource] - held
        urn = [rival for rival in rivals for _ in range(1 + MAKER_WEIGHT * makers(world, rival, resource))]
        for nth in range(out):
            world[Purse, chance.pick(urn, f"cube/{resource}/{nth}")].cubes[resource] += 1


def makers(world: State, rival: Seat, resource: str) -> int:
    buildings = world[Map].buildings
    return sum(kind_of(world, buildings[spot]).makes == resource for spot in buildings_of(world, rival))


def likely_decks(world: State, seat: Seat, chance: Chance) -> Decks:
    """Return the decks without what the seat sees; the top of the market discard is known."""
    piles = world[Piles]
    own = world[Hand, seat]
    hexes = chance.shuffled(hexes_left(world, seat, chance), "hexes")
    market = chance.shuffled([card for card in cards(world) if card not in (*own.market, piles.top)], "market")
    discard = [*market[piles.market :], piles.top] if piles.top else market[piles.market :]
    others = {colour: likely_deck(world, colour, chance) for colour in COLOURS if colour not in seats(world)}
    return Decks(hexes[: piles.hexes], market[: piles.market], discard[: piles.discard], others)


def likely_deck(world: State, colour: str, chance: Chance) -> tuple[int, ...]:
    """Return the cards of a colour without a player: those not shown yet, then the others as they were played."""
    shown = world[Piles].played.get(colour, ())
    return (*chance.shuffled([card for card in CARDS if card not in shown], f"deck/{colour}"), *shown)


def hexes_left(world: State, seat: Seat, chance: Chance) -> list[str]:
    """Return what is in the deck: from a pool that was not used up, chance chooses (C-01)."""
    seen = {*world[Map].hexes, *world[Hand, seat].hexes}
    left = [hex for hex in (*late_starts(world), *added_hexes(world)) if hex not in seen]
    for deck, count in sorted(deck_of(world).items()):
        names = landscapes(world, deck)
        unseen = [name for name in names if name not in (*seen, *left)]
        out = len(names) - len([name for name in names if name in unseen])
        left += chance.shuffled(unseen, f"pool/{deck}")[: count - out] if len(names) > count else unseen
    return sorted(left)
