"""How standing policies answer: where factories go, which tiles Special units guard, what follows a quick block."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import UnsetType

from ...kernel.base.errors import Message
from ...kernel.engine.legality import illegality
from ...kernel.engine.model import Order, Seat, Standing, State
from ...kernel.engine.rulebook import Rulebook
from .attack_sequence import Declare
from .attacks import Block, Declared, Meteorite, Tornado, Tsunami, Wildfire, instead
from .globe import globe_of
from .policy_model import SELECTORS, BlockPolicy, Policy2116, active, block_wanted, policy, rule_subject, span
from .quick_blocks import NoBlock
from .setup import Found, PlaceFactory, free_sites
from .state import Attack

DEFAULT = Policy2116(block=BlockPolicy(("my_capital", "green_factory", "polluting_factory@36")))
"""The template that every Human is offered."""


def audit_policy(book: Rulebook, wanted: Policy2116) -> Iterator[Message]:
    """Yield tiles and selectors that do not exist."""
    tiles = globe_of(book).tiles
    template = "'{name}' is neither a tile nor a selector"
    yield from (Message(template, {"name": tile}) for tile in wanted.factories if tile.upper() not in tiles)
    if not isinstance(wanted.block, UnsetType):
        names = map(rule_subject, wanted.block.rules)
        strange = [one for one in names if one.lower() not in SELECTORS and one.upper() not in tiles]
        yield from (Message(template, {"name": one}) for one in strange)
        never = [rule for rule in wanted.block.rules if span(rule)[0] > span(rule)[1]]
        yield from (Message("'{rule}' covers no temperature", {"rule": rule}) for rule in never)


def factory_by_policy(view: State, seat: Seat, question: Found) -> Order | None:
    """Return the first wanted tile that is free, for either factory (2116-SETUP-05, 2116-SETUP-09)."""
    wished = [tile.upper() for tile in policy(view, seat).factories]
    free = free_sites(view) if wished else []
    return next((PlaceFactory(tile) for tile in wished if tile in free), None)


def block_by_policy(view: State, seat: Seat, poll: Block) -> Order | None:
    """Return the block of the rules, or none; a seat that wants to be asked is asked whatever the rules say.

    2116-DMG-07.
    """
    wanted = active(view, seat)
    if wanted is None or wanted.otherwise == "ask":
        return None
    return block_wanted(view, seat) or NoBlock()


def attack_by_policy(view: State, seat: Seat, question: Declare) -> Order | None:
    """Return a planned attack although a block spared something, or what the policy puts in its place (2116-DMG-12)."""
    wanted = policy(view, seat).on_deviation if view[Attack].disturbed else "ask"
    attacks = planned_attacks(view, seat) if wanted != "ask" else []
    tried = attacks if wanted == "continue" else [one for one in attacks[1:] if instead(attacks[0], one)]
    return next((order for order in tried if illegality(view, question, seat, order) is None), None)


def planned_attacks(view: State, seat: Seat) -> list[Declared]:
    orders = (held.order for held in view[Standing, seat].plan)
    return [order for order in orders if isinstance(order, Tornado | Tsunami | Wildfire | Meteorite)]
