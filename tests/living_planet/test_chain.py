"""Whole games through the chain: signed, sealed, chained, and verified by a stranger at the end."""

from __future__ import annotations

import msgspec
import pytest

from lpbe.kernel.audit import verify
from lpbe.kernel.base.canonical import jcs
from lpbe.kernel.chain.letter import present

from ..kernel.party import Party

COLOURS = ("red", "blue", "yellow", "green")


def play_game(players: int, seed: int, **options: object) -> Party:
    chosen = {"living-planet": options} if options else {}
    return Party(COLOURS[:players], options=chosen, game_name="living-planet").start().play_on(seed)


@pytest.mark.parametrize(("players", "edition"), [(2, "merged"), (3, "fr"), (4, "en"), (4, "published-like")])
def test_a_game_is_played_to_its_end_and_verified(players: int, edition: str) -> None:
    party = play_game(players, players, edition=edition)
    assert party.game.state.window.kind == "over"
    assert party.game.state.table["turn"]["number"] == 12
    verdict = verify.verify(party.rules, party.game, party.log)
    assert (verdict.level, verdict.over) == (2, True)


def test_somebody_is_waited_for_at_every_step_but_the_last() -> None:
    party = play_game(3, 7)
    assert all(game.state.window.waiting for game in party.steps[:-1])


def test_seals_are_never_full() -> None:
    """The fullest view of a whole game leaves a quarter of its seal free."""
    party = Party(COLOURS, options={}, game_name="living-planet").start()
    fullest = 0

    def look(party: Party) -> bool:
        nonlocal fullest
        assert party.step.hidden
        views = [jcs(view) for view in party.step.hidden.views.values()]
        fullest = max(fullest, *map(len, views))
        return False

    party.play_on(1, look)
    assert 0 < fullest <= present(party.game.genesis.sizes).view * 3 // 4
    assert msgspec.json.decode(party.log[-1])["head"]["seq"] == party.game.state.seq
