"""What anybody can read of a game file and its log, byte by byte: the same whatever a seat has said in secret."""

from __future__ import annotations

from functools import cache
from typing import Any

import msgspec
import pytest

from lpbe.bots.strategies import choose_order
from lpbe.games import game_of
from lpbe.games.planet_2116.policies import DEFAULT
from lpbe.games.planet_2116.state import PLANET
from lpbe.kernel.base.canonical import to_plain
from lpbe.kernel.chain.records import Envelope
from lpbe.kernel.chain.transition import ChainState
from lpbe.kernel.engine.chance import Stream
from lpbe.kernel.gamedir.gamedir import dump_game
from lpbe.kernel.gamedir.log import log_line
from tests import letter_types

from ..cli.attacks.test_secrets import mask_values
from ..kernel.party import Party
from .positions import GAME
from .test_chain import SEATS, SEED

Orders = list[dict[str, Any]]


@cache
def moments() -> tuple[Party, dict[str, ChainState]]:
    """Return a game of greedy bots, and the last moments at which cards were laid at each level and two could block."""
    party = Party(SEATS, options={}, game_name=GAME, changes={"nonce": SEED}).start()
    chances, kept = {seat: Stream(seat.encode().ljust(32)) for seat in SEATS}, dict[str, ChainState]()
    while party.waiting:
        table = party.game.state.table
        kind, lost = table["agenda"]["steps"][-1]["step"], len(table.get("world", {}).get("cities", []))
        if kind == "prepare":
            kept[f"prepare {3 if lost < 5 else 2 if lost < 10 else 1}"] = party.step
        elif len(party.waiting) > 1 or kind == "human-turn":
            kept[kind] = party.step
        seat = party.waiting[0]
        party.give(seat, to_plain(choose_order("bot:greedy", game_of(GAME), party.state(seat), seat, chances[seat])))
    return party, kept


def public(party: Party, at: ChainState, envelope: Envelope) -> object:
    """Return what the next step shows to everybody: ciphertexts, hashes and signatures by their sizes."""
    party.step = at
    game = party.send(envelope)
    shown = mask_values(msgspec.to_builtins(game)), len(dump_game(game, "game.toml")), len(log_line(game))
    party.steps.pop()
    return shown


def alike(at: str, seat: str, *ways: Orders) -> None:
    party, kept = moments()
    party.step = kept[at]
    shown = [
        public(party, kept[at], envelope)
        for envelope in [give_orders(party, kept[at], seat, orders) for orders in ways]
    ]
    assert all(one == shown[0] for one in shown)


def give_orders(party: Party, at: ChainState, seat: str, orders: Orders) -> Envelope:
    party.step = at
    return party.order(seat, *orders)


def hand(at: str, seat: str) -> list[str]:
    party, kept = moments()
    party.step = kept[at]
    return sorted(party.screen(seat)["hand"]["cards"])


UNITS = {"U32", "U33", "U34", "U35", "U36"}


def test_an_answer_to_an_attack() -> None:
    """One who blocks, one who does not, one who plans besides; another is still awaited."""
    seat = next(one for one in moments()[1]["block"].game.state.window.waiting if UNITS & {*hand("block", one)})
    block, wait = {"order": "block", "blocks": ["A01:A02:A03:A04:A05:A06"]}, {"order": "no-block"}
    plan = {"order": "plan", "then": {"order": "discard"}}
    alike("block", seat, [wait], [wait, plan, plan], [block], [block, plan])


def test_cards_that_are_laid_face_down() -> None:
    one, two, *_, last = hand("prepare 1", PLANET)
    ways = [[{"order": "prepare", "cards": cards}] for cards in ([one, two], [two, last], [last, one])]
    alike("prepare 1", PLANET, *ways)


@pytest.mark.parametrize("at", ["prepare 3", "prepare 2", "prepare 1", "block", "human-turn"])
@pytest.mark.parametrize("seat", [PLANET, "human-2"])
def test_what_is_said_in_advance(at: str, seat: str) -> None:
    """A policy with every rule there is, none, plans of each kind: only that something was said."""
    party, kept = moments()
    policies = [{}, {GAME: to_plain(DEFAULT)}, {GAME: {"factories": ["D10", "M12"], "block": {"otherwise": "ask"}}}]
    plans: list[Orders] = [
        [],
        [{"order": "discard"}, {"order": "no-block"}],
        [{"order": "prepare", "cards": ["P01:P02"]}],
    ]
    letters = []
    for policy in policies:
        for planned in plans:
            party.step = kept[at]
            rev = next(record.standing.next for record in party.game.state.seats if record.id == seat)
            letter = standing_letter(party, seat, policy, planned, rev)
            letters.append(public(party, kept[at], letter))
    assert all(one == letters[0] for one in letters)


def standing_letter(party: Party, seat: str, policy: dict[str, Any], plans: Orders, rev: int) -> Envelope:
    return party.sign(seat, letter_types.standing_letter(party.game, seat, party.people[seat], policy, plans, rev))


def test_every_level_is_reached() -> None:
    assert {"prepare 1", "prepare 2", "prepare 3", "block", "human-turn"} <= moments()[1].keys()
