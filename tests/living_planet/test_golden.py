"""Golden games: what people read of a whole game, in both languages, as it was when it was last read and found good."""

from __future__ import annotations

import pytest
from syrupy.assertion import SnapshotAssertion

from lpbe.kernel import desk
from lpbe.kernel.bulletin import public_report, seat_report
from lpbe.kernel.desk import Notes

from ..kernel.party import Party

COLOURS = ("red", "blue", "yellow", "green")
GAMES = {"two, merged": (2, "merged", "en"), "three, fr": (3, "fr", "fr"), "four, en": (4, "en", "en")}


def told(party: Party) -> str:
    """Every public report of a game."""
    return "\n".join(public_report(party.rules, game) for game in party.steps)


def begun(players: int, edition: str, lang: str) -> Party:
    options = {"living-planet": {"edition": edition}}
    return Party(COLOURS[:players], options=options, changes={"lang": lang}, game_name="living-planet").start()


@pytest.mark.parametrize("name", GAMES)
def test_the_public_reports_of_a_whole_game(name: str, snapshot: SnapshotAssertion) -> None:
    players, edition, lang = GAMES[name]
    assert told(begun(players, edition, lang).play_on(players)) == snapshot


@pytest.mark.parametrize("name", GAMES)
def test_what_a_seat_reads_in_the_sixth_turn(name: str, snapshot: SnapshotAssertion) -> None:
    players, edition, lang = GAMES[name]
    party = begun(players, edition, lang).play_on(players, lambda p: p.game.state.table["turn"]["number"] == 6)
    pages = []
    for seat in party.seats:
        view = desk.open_view(party.rules, party.game, seat, party.people[seat])
        pages.append(seat_report(party.rules, party.game, seat, view, party.state(seat), Notes(), lang))
    assert "\n".join(pages) == snapshot
