"""What players say in advance, through the command line and in play."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from lpbe.games import book_of
from lpbe.games.planet_2116.attacks import Block
from lpbe.games.planet_2116.policies import DEFAULT, block_by_policy
from lpbe.games.planet_2116.quick_blocks import QuickBlock
from lpbe.games.planet_2116.state import Attack, Capital, Climate, Hand
from lpbe.kernel.base.canonical import to_plain
from lpbe.kernel.base.errors import Malformed
from lpbe.kernel.engine.model import Order, Standing, State

from ..cli.world.club import Club
from ..contract.contract_config import Position
from .positions import GAME, laid_out

SEATS = ("planet", "human-1", "human-2", "human-3")
BOOK = book_of(GAME, ())


def threatened_state(policy: dict[str, Any], **climate: int) -> State:
    """An attack on the capital of the first Human, a Green factory and a Polluting one, whose blast reaches F06."""
    given = {
        "world": {"taken": ["C03", "E08"], "sites": {"C05": "green", "F07": "polluting"}, "shields": ["G07"]},
        "nations": {"front": {"U01": "human-1", "U02": "human-1", "U03": "human-1"}},
        "attack": {"kind": "tornado", "tiles": ["F07", "C05", "C04"], "pending": True},
        "human-1": {"hand": {"cards": ["U32", "U33", "U34"]}},
    }
    state = laid_out(Position(given, SEATS, {}, ())).state
    state[Climate].heat = climate.get("heat", 20)
    state[Standing, "human-1"].policy = {GAME: {"block": policy}}
    return state.seen_by("human-1")


def answer(view: State) -> Order | None:
    return block_by_policy(view, "human-1", Block())


CASES: dict[str, tuple[dict[str, Any], tuple[str, ...]]] = {
    "the first rule first": ({"rules": ["my_capital", "green_factory"]}, ("C04:C05",)),
    "in whichever case": ({"rules": ["MY_CAPITAL"]}, ("C04",)),
    "two units": ({"rules": ["my_capital", "green_factory"], "max_per_attack": 2}, ("C04:C05", "C05")),
    "announced before blasts": ({"rules": ["city:any", "polluting_factory"]}, ("C04:F07",)),
    "what a blast could reach": ({"rules": ["F06", "G07"]}, ("F06",)),
    "a tile that is called one": ({"rules": ["tile:F06"]}, ("F06",)),
    "a continent": ({"rules": ["city:pon"]}, ("C04",)),
    "a tile, in small letters too": ({"rules": ["c05"]}, ("C05",)),
    "six tiles for a unit": (
        {"rules": ["F08", "E07", "F06", "G08", "F07", "C05", "C04"]},
        ("F08:E07:F06:G08:F07:C05",),
    ),
    "not what is gone": ({"rules": ["E08", "E07"]}, ("E07",)),
    "up to this very round": ({"rules": ["my_capital"], "until": 2}, ("C04",)),
    "down to this degree": ({"rules": ["my_capital@20"]}, ("C04",)),
    "up to this degree": ({"rules": ["my_capital@10-20"]}, ("C04",)),
    "all but one to keep": ({"rules": ["my_capital", "C05"], "keep": 2, "max_per_attack": 2}, ("C04:C05",)),
    "once a round": ({"rules": ["my_capital", "C05"], "max_per_attack": 2, "max_per_round": 1}, ("C04:C05",)),
    "as often as it may": (
        {"rules": ["my_capital", "C05", "F07"], "max_per_attack": 16},
        ("C04:C05:F07", "C05:F07", "F07"),
    ),
}


@pytest.mark.parametrize("name", CASES)
def test_rules_name_tiles(name: str) -> None:
    policy, blocks = CASES[name]
    assert answer(threatened_state(policy)) == QuickBlock(blocks)


NOTHING: dict[str, dict[str, Any]] = {
    "another continent": {"rules": ["city:lev"]},
    "a shielded tile": {"rules": ["G07"]},
    "a tile that is not hit": {"rules": ["A01"]},
    "too cold": {"rules": ["my_capital@36"]},
    "too hot": {"rules": ["my_capital@00-19"]},
    "cards to keep": {"rules": ["my_capital"], "keep": 3},
    "no unit a round": {"rules": ["my_capital"], "max_per_round": 0},
    "no rule": {},
}


@pytest.mark.parametrize("name", NOTHING)
def test_else_nothing_is_blocked(name: str) -> None:
    assert type(answer(threatened_state(NOTHING[name]))).__name__ == "NoBlock"


def test_the_own_capital_is_meant() -> None:
    view = threatened_state({"rules": ["my_capital"]})
    view[Capital, "human-1"].city = "belmora"
    assert type(answer(view)).__name__ == "NoBlock"


def test_limits_and_terms() -> None:
    view = threatened_state({"rules": ["my_capital@36"]}, heat=36)
    assert answer(view) == QuickBlock(("C04",))
    view = threatened_state({"rules": ["my_capital"], "max_per_round": 2, "max_per_attack": 3})
    view[Attack].used["human-1"] = 1
    assert answer(view) == QuickBlock(("C04",))
    view = threatened_state({"rules": ["my_capital", "C05", "F07"], "max_per_round": 2, "max_per_attack": 3})
    view[Attack].used["human-1"] = 1
    assert answer(view) == QuickBlock(("C04:C05:F07",))
    assert answer(threatened_state({"rules": ["my_capital"], "until": 1})) is None, "it counted up to the first round"
    assert answer(threatened_state({"rules": ["my_capital"], "otherwise": "ask"})) is None
    view[Hand, "human-1"].cards.clear()
    assert type(answer(view)).__name__ == "NoBlock"


@pytest.mark.parametrize("policy", [{"factories": ["Z99"]}, {"block": {"rules": ["my_kapital"]}}])
def test_what_is_no_tile_is_told(policy: dict[str, Any]) -> None:
    with pytest.raises(Malformed, match="neither a tile nor a selector"):
        BOOK.read_policy({GAME: policy})


def test_tiles_and_selectors_are_known_in_whichever_case() -> None:
    wanted = {"factories": ["d10", "E15"], "block": {"rules": ["MY_CAPITAL", "city:any@36", "d09@20-30", "D10@36-36"]}}
    assert BOOK.read_policy({GAME: wanted})[GAME] == wanted


def test_a_rule_for_no_temperature_is_told() -> None:
    with pytest.raises(Malformed, match="'D09@36-20' covers no temperature"):
        BOOK.read_policy({GAME: {"block": {"rules": ["D09@36-20"]}}})


def test_lines_are_typed(tmp_path: Path) -> None:
    """As people would: the template, then single lines; small letters and large."""
    club = Club(tmp_path, SEATS)
    club.give_key("ana")
    club.do("ana", "new", "mars", "--game", "2116", "--seats", ",".join(SEATS), "--open", "--seed", "5e" * 32)
    club.do("ana", "policy", "mars", "--as", "human-1", "--default")
    club.run()
    assert policy_of(club) == {"block": to_plain(DEFAULT)["block"]}
    lines = ["block.rules=my_capital,city:pon,d09@36", "block.otherwise=ask", "factories=d10,E15"]
    club.do("ana", "policy", "mars", "--as", "human-1", *lines)
    club.run()
    rules = ["MY_CAPITAL", "CITY:PON", "D09@36"]
    assert policy_of(club) == {"block": {"rules": rules, "otherwise": "ask"}, "factories": ["D10", "E15"]}
    club.do("ana", "policy", "mars", "--as", "planet", "on_deviation=alternative")
    club.run()
    assert policy_of(club, "planet") == {"on_deviation": "alternative"}


def policy_of(club: Club, seat: str = "human-1") -> dict[str, Any]:
    return dict(club.do("ana", "policy", "mars", "--as", seat)["policy"][GAME])
