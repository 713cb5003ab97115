"""Suggested replies: sensible, accepted unchanged whatever is asked, and nothing thrown away unasked."""

from __future__ import annotations

import re
from typing import Any

import pytest

from lpbe.games import game_of
from lpbe.games.living_planet.actions.exploration import LayHex
from lpbe.games.living_planet.presentation.suggestions import advice
from lpbe.games.living_planet.turn.strikes import SufferDamage, TakeDamage
from lpbe.kernel.content import packs
from lpbe.kernel.engine.dry_run import look_ahead
from lpbe.kernel.engine.rulebook import tag
from lpbe.kernel.engine.table import top
from lpbe.kernel.language.order_parser import Typist, parse_orders
from lpbe.report.content.seat_page import effects_for
from lpbe.report.content.suggested_reply import reply_section
from lpbe.report.document import Reply

from ..kernel.party import Party
from ..living_planet.positions import position
from ..size_limits import every
from .readers import COLOURS, midgame, own_page

GAMES: dict[str, tuple[str, tuple[str, ...], tuple[str, ...]]] = {
    "pebbles": ("pebbles", ("moss",), COLOURS[:3]),
    "living planet": ("living-planet", (), COLOURS),
    "both expansions": ("living-planet", ("arboria", "aquarius"), COLOURS[:3]),
    "2116": ("planet-2116", (), game_of("planet-2116").seats),
}


def ready(party: Party, seat: str, lang: str) -> Reply:
    words, state = packs.words(party.rules.game.name, lang), party.state(seat)
    effects = effects_for(words, state, seat, {})
    assert effects
    (block,) = reply_section(effects, [], "GAME", advice=party.rules.game.presentation().advice).blocks
    assert isinstance(block, Reply)
    return block


def check(party: Party, seat: str, lang: str) -> None:
    """Check that, unchanged and with its comments, it is what the command sends, and all of it is carried out."""
    block = ready(party, seat, lang)
    orders = parse_orders(party.rules, "\n".join(block.template), Typist(lang))
    assert orders == parse_orders(party.rules, "; ".join(block.orders), Typist(lang)), block
    outlook = look_ahead(party.state(seat), seat, orders)
    assert not (outlook.draft or outlook.dropped or outlook.plans), block
    assert tag(type(orders[0])) not in ("place-nothing", "end-turn") or len(party.legal(seat)) < 3, block


@every(8, 1)
@pytest.mark.parametrize("name", GAMES)
def test_every_template_is_accepted_as_it_stands(name: str, every: int) -> None:
    game, expansions, seats = GAMES[name]
    looks = [0, 0]

    def look(party: Party) -> bool:
        looks[0] += 1
        if looks[0] % every == 0:
            for seat in party.waiting[:2]:
                check(party, seat, ("en", "fr")[looks[1] % 2])
                looks[1] += 1
        return False

    options: dict[str, dict[str, Any]] = {}
    Party(seats, expansions, options, game_name=game).start().play_on(6, until=look)
    assert looks[1] >= 3


def test_a_template_says_how_it_is_written_what_it_brings_and_what_else_there_is() -> None:
    party = midgame()
    (seat,) = party.waiting
    (block,) = next(section.blocks for section in own_page(party, seat, "en").sections if section.key == "reply")
    assert isinstance(block, Reply)
    assert block.template[0].startswith("# one order per line, or several separated by ;")
    others = [line for line in block.template if line.startswith("# ")]
    assert "# also possible:" in others and any(re.fullmatch("# take fate +# [+]1 fate token", line) for line in others)
    assert parse_orders(party.rules, "\n".join(block.template)) == parse_orders(party.rules, "\n".join(block.orders))


def test_nobody_is_killed_by_a_ready_reply() -> None:
    """A scientist may be wounded for a chip; a wounded one stays alive, and the chip goes."""
    for wounded in (False, True):
        given = {
            "agenda": {"steps": [{"step": "take-damage", "hex": "H05"}]},
            "map": {
                "hexes": {"H05": {"at": "1,0", "nth": 1}},
                "buildings": {"H05.1": {"kind": "turbine", "tile": "turbine-1", "value": 1, "chip": "red"}},
                "teams": {"R1": {"seat": "red", "place": "H05.1", "wounded": wounded}},
            },
            "red": {"purse": {"cubes": {"mycelium": 1}}},
        }
        state = position(given).state.seen_by("red")
        question = top(state)
        assert isinstance(question, TakeDamage)
        assert advice(state, question, "red") == SufferDamage(() if wounded else ("R1",))


def test_after_exploring_a_hex_is_placed() -> None:
    found = Party(COLOURS, (), {}, game_name="living-planet").start()
    found.play_on(2, until=lambda party: isinstance(top(party.state(party.waiting[0])), LayHex))
    block = ready(found, found.waiting[0], "en")
    assert block.orders[0].startswith("place H") and block.orders[0] != "place nothing"
