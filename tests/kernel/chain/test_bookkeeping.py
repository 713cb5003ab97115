"""The bookkeeping of a game: who may send now, and what typed events and letters change."""

from __future__ import annotations

import pytest
from msgspec import UNSET
from msgspec.structs import replace

from lpbe.kernel.base.canonical import lp
from lpbe.kernel.chain.bookkeeping import bookkeep, open_window
from lpbe.kernel.chain.commitments import travels_sealed
from lpbe.kernel.chain.genesis import AcceptedLetter, SeatRecord, StepOutcome, WindowRecord, may_send
from lpbe.kernel.chain.letter import commitment_context, kind_of, present
from lpbe.kernel.chain.letter_registry import all_letter_types
from lpbe.kernel.chain.records import head_id
from lpbe.kernel.chain.transition import bare_envelope
from lpbe.kernel.engine.events import Asked, Ended, WindowClosed
from tests import letter_types

from ..party import Party

IN = [AcceptedLetter("blue", 0, "0" * 64)]


@pytest.mark.parametrize(
    ("seat", "changes", "wanted"),
    [("red", False, True), ("blue", False, False), ("blue", True, True), ("green", True, False)],
)
def test_a_seat_may_send_while_it_is_waited_for_or_may_change_its_mind(seat: str, changes: bool, wanted: bool) -> None:
    window = WindowRecord(3, "play", 5, waiting=["red"], accepted=IN, replace=changes)
    assert may_send(window, SeatRecord(seat)) is wanted


def test_a_silent_seat_may_still_answer_where_minds_can_be_changed() -> None:
    silent = SeatRecord("green", silent=True)
    for changes in (True, False):
        assert may_send(WindowRecord(3, "play", 5, waiting=["red"], replace=changes), silent) is changes


@pytest.fixture(scope="module")
def party() -> Party:
    return Party().start()


def test_a_question_opens_a_window_and_the_end_closes_it(party: Party) -> None:
    state, genesis = party.game.state, party.genesis
    asked = open_window(genesis, state, StepOutcome(None, [WindowClosed(), Asked(("blue", "red"), True, True)])).window
    assert (asked.number, asked.kind, asked.since) == (state.window.number + 1, "play", state.seq)
    assert (asked.waiting, asked.replace) == (["blue", "red"], True)
    over = open_window(genesis, state, StepOutcome(None, [Ended({"red": 1}, ("red",))])).window
    assert (over.number, over.kind, over.waiting) == (state.window.number, "over", [])
    assert open_window(genesis, state, StepOutcome(None, [WindowClosed()])) == state


def test_what_a_step_enters_follows_from_its_public_part_alone(party: Party) -> None:
    """Anybody who reads the log gets the same bookkeeping as the referee."""
    seat = party.waiting[0]
    before, envelope = party.game, party.order(seat, {"order": "bid", "coins": 1})
    after = party.send(envelope)
    events = party.rules.book.read_events(after.last.public.events)
    books = bookkeep(party.genesis, before.state, head_id(before.last.head), bare_envelope(envelope), events, None)
    assert books == replace(after.state, table={}, seals=UNSET, drawer=UNSET)


def test_the_seals_of_a_letter_are_bound_to_all_it_says_about_its_place(party: Party) -> None:
    letter = letter_types.play_letter(
        party.game, "red", party.people["red"], [{"order": "bid", "coins": 1}], [True], 2, note="hello"
    )
    commits = [entry["commit"] for entry in letter.batch]
    plans = present(letter.hidden).plans
    assert commitment_context(letter) == (letter.game, letter.window, "red", "play", 2)
    place = ("letter", letter.game, "red", "play", letter.window, 2, letter.seen, plans, *commits)
    assert letter.info(plans) == lp(*place)
    assert len(commits) == 1


def test_what_is_secret_and_what_is_not(party: Party) -> None:
    bid = {"order": "bid", "coins": 1}
    raw = [bid, {"order": "plan", "then": bid}, {"order": "plan", "then": {"order": "dig"}}, {"order": "dig"}]
    orders = party.rules.book.read_orders(raw)
    assert [travels_sealed(order) for order in orders] == [True, True, True, False]


def test_every_kind_of_letter_says_who_may_send_it_and_when() -> None:
    kinds = {kind.__struct_config__.tag: kind for kind in all_letter_types()}
    assert sorted(name for name, kind in kinds.items() if kind.by_referee) == [
        "disclose",
        "extend",
        "handover",
        "pace",
        "pause",
        "replace",
        "timeout",
    ]
    assert sorted(name for name, kind in kinds.items() if not kind.free) == ["join", "play", "ready", "timeout"]
    assert sorted(name for name, kind in kinds.items() if not kind.before_start) == [
        "handover",
        "play",
        "rekey",
        "replace",
        "resign",
        "standing",
        "stop",
    ]
    assert sorted(name for name, kind in kinds.items() if not kind.in_open_games) == [
        "disclose",
        "handover",
        "replace",
    ]
    assert [name for name, kind in kinds.items() if kind.reads_news] == ["play"]


def test_each_letter_knows_its_own_kind(party: Party) -> None:
    assert kind_of(letter_types.resign_letter(party.game, "red", 0)) == "resign"
