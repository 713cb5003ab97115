"""Plans behind the screen: those that have no room, and those that were filed under another key."""

from __future__ import annotations

import pytest

from lpbe.kernel.base.canonical import jcs
from lpbe.kernel.chain.commitments import check_opening
from tests import letter_types

from ..kernel.party import Party, person


def test_plans_too_long_to_be_kept_leave_no_trace_in_the_view() -> None:
    """A standing letter has room for more than may be planned; what is left out of it must not fill the view."""
    party = Party().start()
    keep = {"order": "keep", "pebble": "p" * 24, "under": ["p" * 24] * 3}
    party.stand("red", {}, [keep, keep, keep, {"order": "bid", "coins": 3}])
    view = party.screen("red")
    assert len(jcs(view)) < 1400


@pytest.mark.parametrize("many", [1, 4])
def test_a_plan_filed_before_a_new_key_is_opened_as_it_was_signed(many: int) -> None:
    """The nonce is kept with the plan: a later key of the seat would give another one."""
    party = Party(seats=("red", "blue")).start()
    for seat in party.seats:
        party.give(seat, {"order": "bid", "coins": 0})
    party.stand("red", {}, [{"order": "shelter", "pebbles": []}] * (many - 1) + [{"order": "bid", "coins": 2}])
    new = person("another key of red")
    letter = letter_types.rekey_letter(party.game, "red", new, 0)
    party.send(party.sign("red", letter))
    party.people["red"] = new
    for seat in party.seats:
        party.give(seat, {"order": "end-turn"})
    party.give("blue", {"order": "bid", "coins": 0})
    letters = {game.last.head.letter_id: game.last.letter for game in party.steps if game.last.letter}
    for game in party.steps:
        for opening in game.last.public.openings:
            check_opening(letters[opening.letter_id], opening)
    assert any(opening.others for game in party.steps for opening in game.last.public.openings)
