"""Nothing happens before everybody is ready, or after the end, whoever signs that it did."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from lpbe.kernel.audit.step_rules import check_in_time
from lpbe.kernel.base.errors import Diverged
from lpbe.kernel.chain.letter import AnyLetter
from lpbe.kernel.engine.events import Asked, Ended, Stopped
from lpbe.kernel.engine.model import Event
from tests import letter_types

from ..party import Party

ASKED, VOID, END = Asked(("red",)), Ended({}, (), "void"), Ended({"red": 1}, ("red",))
Make = Callable[[Party], AnyLetter]


def party_to_join() -> Party:
    return Party(changes={"pace": "1d"}, at="2026-01-01T00:00:00Z")


def join_game() -> Party:
    party = party_to_join()
    for seat in party.seats:
        letter = letter_types.join_letter(party.game, seat, party.people[seat], f"{seat.capitalize()}y", "en", "")
        party.send(party.sign(seat, letter))
    return party


def finish_game() -> Party:
    return Party(options={"pebbles": {"rounds": 1}}, changes={"disclose": False}).start().play_on(3)


def join(party: Party) -> AnyLetter:
    return letter_types.join_letter(party.game, "red", party.people["red"], "Redy", "en", "")


def ready(party: Party) -> AnyLetter:
    return letter_types.ready_letter(party.game, "red", party.people["red"])


def disclose(party: Party) -> AnyLetter:
    return letter_types.disclose_letter(party.game)


def late(party: Party) -> AnyLetter:
    return letter_types.timeout_letter(party.game, None)


FALSE: dict[str, tuple[Callable[[], Party], Make, list[Event]]] = {
    "a game that goes on after its end": (finish_game, disclose, [ASKED]),
    "a game that ends twice": (finish_game, disclose, [END]),
    "a join that begins the game": (party_to_join, join, [ASKED]),
    "the first of three who are ready begins the game": (join_game, ready, [ASKED]),
    "a start that failed, and nothing follows": (party_to_join, late, []),
    "a start that failed, and somebody has won": (party_to_join, late, [END]),
    "a start that failed, and the game goes on": (join_game, late, [VOID, ASKED]),
}


@pytest.mark.parametrize("name", FALSE)
def test_what_cannot_happen_is_false(name: str) -> None:
    make, write, events = FALSE[name]
    party = make()
    with pytest.raises(Diverged) as found:
        check_in_time(party.game.state, write(party), events)
    assert found.value.code == "E_AUDIT_DIVERGES"


def test_behind_the_end_it_is_told_where_play_stopped_and_nothing_else() -> None:
    party = Party().start()
    letter = party.order("red", {"order": "bid", "coins": 1}).letter
    check_in_time(party.game.state, letter, [END, Stopped(0, ())])
    with pytest.raises(Diverged):
        check_in_time(party.game.state, letter, [END, ASKED])


def test_a_start_that_fails_is_void() -> None:
    party = party_to_join()
    check_in_time(party.game.state, late(party), [VOID])
