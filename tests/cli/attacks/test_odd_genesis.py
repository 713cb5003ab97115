"""A host offers a game that no command would make: nobody joins it, and verify names it."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from lpbe.app.session.open_game import rules_of
from lpbe.kernel.chain.genesis import Genesis, first_secret, with_referee
from lpbe.kernel.chain.letter import present
from lpbe.kernel.chain.transition import Referee, begin
from lpbe.kernel.gamedir.gamedir import dump_game

from ..conftest import Stages
from ..world.club import HOST, Club, identity

ODD_OPTIONS: dict[str, dict[str, Any]] = {
    "unknown module": {"nothing": {"rounds": 1}},
    "unknown option": {"pebbles": {"stones": 1}},
    "wrong type": {"pebbles": {"rounds": "many"}},
}


def offer(club: Club, genesis: Genesis) -> None:
    """The host signs the first step of such a game."""
    odd = with_referee(genesis, identity(HOST))
    referee = Referee((first_secret(identity(HOST).seed, odd),), identity(HOST))
    first = begin(odd, rules_of(odd), referee, None)
    (club.root / "odd").mkdir()
    (club.root / "odd" / "game.toml").write_bytes(dump_game(first.game, "game.toml"))


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
