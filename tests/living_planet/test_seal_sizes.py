"""Everything that players send in advance fits, and a game full of it stays small."""

from __future__ import annotations

from statistics import median
from typing import Any
from zlib import compress

from lpbe.kernel.engine.batches import fit_draft
from lpbe.kernel.engine.capacity import MAX_DRAFT_BYTES
from lpbe.kernel.gamedir.gamedir import dump_game
from lpbe.kernel.gamedir.log import log_line

from ..kernel.party import Party
from ..size_limits import sizes
from .positions import GAME

STRONG: dict[str, Any] = {
    GAME: {
        "cards": [3, 1, 4, 6, 2, 5, 5, 2, 6, 4, 1, 3],
        "double": ["iron", "oil", "vibranium", "mycelium", "electricity"],
        "remove": ["mycelium", "oil", "iron", "vibranium", "electricity"],
        "recover": [6, 5, 4, 3, 2, 1],
        "fate": {"A": "never", "B": 4, "C": "never"},
        "change": {"die": "yellow", "value": 6},
        "produce": {
            "ranking": ["vibranium", "iron", "oil", "mycelium", "electricity"],
            "skip_empty": False,
            "repair_first": True,
            "colony": "scientist",
        },
        "call": "always",
        "heal": "inside-first",
        "bury": "drawn",
        "trigger": {"ranking": ["H01", "H02", "H03", "H05", "H08", "H13"], "strike": "all", "unlisted": "last"},
        "damage": {"unwounded": "team", "wounded": "team", "motorized": "chip"},
        "protect": "always",
        "exhaust": ["iron", "vibranium", "oil"],
    }
}
"""A policy with an answer to everything."""
TRADE = {
    "order": "trade-plan",
    "cards": ["oil:up:avoid", "iron:down", "any:+3:only", "any:up"],
    "deals": ["sell:oil:max:>=6", "sell:iron:2:>=5", "buy:vibranium:1:<=3"],
    "otherwise": "default",
}
AHEAD: list[dict[str, Any]] = [
    TRADE,
    {"order": "select-card", "card": 3},
    {"order": "arrange-dice", "dice": ["red", "blue", "green", "yellow"]},
    {"order": "recover-card", "card": 2},
]
"""Four plans: rules for a trade, the next card, the order of the dice, a card to take back."""
LATER: list[dict[str, Any]] = [
    {"order": "use-fate", "value": 4},
    {"order": "heal", "teams": ["R1", "R2"]},
    {"order": "build", "building": "oil_drill", "place": "H05.2", "value": 3, "team": "R1"},
    {"order": "heal", "teams": ["R3"]},
    {"order": "call-scientist"},
    {"order": "move", "steps": ["R1:H06", "R2:H05.1"]},
    {"order": "end-actions"},
    {"order": "keep-die"},
    {"order": "trigger", "hexes": ["H05", "H07"]},
]
"""Everything that one row can ask of a player, as one batch."""


def four_players() -> Party:
    return Party(seats=("red", "blue", "yellow", "green"), options={}, game_name=GAME).start()


def test_what_players_say_in_advance_has_room_all_at_once() -> None:
    """An answer to everything, four plans, and a whole row of actions as a draft."""
    party = four_players()
    party.stand("red", STRONG, AHEAD)
    standing = party.screen("red")["standing"]
    assert standing["policy"] == STRONG and [held["order"] for held in standing["plan"]] == AHEAD
    own = party.rules.book.read_orders(LATER)
    assert fit_draft(own, MAX_DRAFT_BYTES) == own


@sizes("seed", 3, 8)
def test_a_game_with_all_policies_and_plans_stays_small(seed: int) -> None:
    """28 KB per file as TOML and 30 as JSON, usually 2 KB per log line, and 18 KB for both after git has packed
    them.
    """
    party = four_players()
    for seat in party.seats:
        party.stand(seat, STRONG, AHEAD)
    party.play_on(seed, until=lambda game: len(game.steps) > 120)
    lines, some = [log_line(game) for game in party.steps], party.steps[::8]
    assert max(len(dump_game(game, "game.toml")) for game in some) <= 28 * 1024
    assert max(len(dump_game(game, "game.json")) for game in some) <= 30 * 1024
    assert median(map(len, lines)) <= 2048
    packed = [len(compress(dump_game(game, "game.toml"))) + len(compress(log_line(game))) for game in some]
    assert max(packed) <= 18 * 1024
