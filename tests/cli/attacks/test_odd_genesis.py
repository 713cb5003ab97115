"""A host offers a game that no command would make: nobody joins it, and verify reports it."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from lpbe.app.session.open_game import rules_of
from lpbe.kernel.chain.genesis import Genesis, first_secret, with_referee
from lpbe.kernel.chain.letter import present
from lpbe.kernel.chain.transition import Referee, begin, extend
from lpbe.kernel.gamedir.gamedir import dump_game
from tests import letter_types

from ..conftest import Stages
from ..world.club import HOST, PEOPLE, Club, identity
from ..world.forged_letters import sign_letter

ODD_OPTIONS: dict[str, dict[str, Any]] = {
    "unknown module": {"nothing": {"rounds": 1}},
    "unknown option": {"pebbles": {"stones": 1}},
    "wrong type": {"pebbles": {"rounds": "many"}},
}


def offer(club: Club, genesis: Genesis, joined: bool = False) -> None:
    """The host signs the first step of such a game, and those who trust it may have joined with another program."""
    odd = with_referee(genesis, identity(HOST))
    referee = Referee((first_secret(identity(HOST).seed, odd),), identity(HOST))
    step = begin(odd, rules_of(odd), referee, None)
    for seat in club.seats if joined else ():
        who = PEOPLE[seat]
        letter = letter_types.join_letter(
            step.game, seat, identity(who), who.capitalize(), "en", referee.secrets[0].invitation(seat)
        )
        step = extend(rules_of(odd), step, sign_letter(letter, who), referee, None)
    (club.root / "odd").mkdir()
    (club.root / "odd" / "game.toml").write_bytes(dump_game(step.game, "game.toml"))


def join(club: Club) -> tuple[int, str]:
    answer = club.lpbe("ben", "join", "odd", "--seat", "blue", "--code", "x", "--json")
    return answer.status, answer.payload["code"]


@pytest.mark.parametrize("options", ODD_OPTIONS.values(), ids=list(ODD_OPTIONS))
def test_nobody_joins_a_game_whose_options_cannot_be_read(club_at: Stages, options: dict[str, Any]) -> None:
    club = club_at("bidding")
    offer(club, replace(club.game.genesis, options=options))
    assert join(club)[0] == 6
    assert club.lpbe("eve", "verify", "odd").status == 6


@pytest.mark.parametrize("sizes", [{"reason": 1}, {"letter": 60}, {"standing": 40}, {"view": 200_000}])
def test_nobody_joins_a_game_with_seals_of_other_sizes(club_at: Stages, sizes: dict[str, int]) -> None:
    club = club_at("bidding")
    genesis = club.game.genesis
    offer(club, replace(genesis, sizes=replace(present(genesis.sizes), **sizes)))
    assert join(club) == (6, "E_SCHEMA")
    assert club.lpbe("eve", "verify", "odd", "--json").code == "E_SCHEMA"


ODD_GENESIS: dict[str, dict[str, Any]] = {
    **{name: {"options": options} for name, options in ODD_OPTIONS.items()},
    **{name: {"sizes": {name: size}} for name, size in {"reason": 1, "letter": 60, "standing": 40}.items()},
}


@pytest.mark.parametrize("changes", ODD_GENESIS.values(), ids=list(ODD_GENESIS))
def test_nobody_who_has_joined_shows_a_draw_for_such_a_game(club_at: Stages, changes: dict[str, Any]) -> None:
    """With such options it would never start, and the host would have seen all draws."""
    club = club_at("bidding")
    genesis = club.game.genesis
    sizes = replace(present(genesis.sizes), **changes.get("sizes", {}))
    offer(club, replace(genesis, sizes=sizes, options=changes.get("options", genesis.options)), joined=True)
    answer = club.lpbe("ben", "ready", "odd", "--json")
    assert answer.status == 6 and answer.code in ("E_SCHEMA", "E_USAGE")
    assert not (club.root / "odd" / "inbox").exists()
