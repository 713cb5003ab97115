"""Which letter can cause which event: every pair of them, in one table."""

from __future__ import annotations

from itertools import product

import pytest
from msgspec.structs import replace

from lpbe.kernel.audit.event_causes import CAUSES, LETTER_EVENTS, Position, can_cause
from lpbe.kernel.chain.genesis import StepOutcome, given_seat
from lpbe.kernel.chain.key_proofs import prove_keys
from lpbe.kernel.chain.letter import AnyLetter, kind_of
from lpbe.kernel.chain.letter_builder import referee_key
from lpbe.kernel.chain.letter_registry import all_letter_types
from lpbe.kernel.chain.letters.handover import make_offer
from lpbe.kernel.chain.letters.replace import bot_keys
from lpbe.kernel.crypto.keys import Secret
from lpbe.kernel.engine.events import (
    KERNEL_EVENTS,
    Asked,
    Ended,
    Private,
    Replaced,
    Resigned,
    Returned,
    Silent,
    StopAgreed,
    Stopped,
    StopWithdrawn,
    WindowClosed,
)
from lpbe.kernel.engine.model import Event, Roster
from tests import letter_types

from ..party import Party, person

EVENTS: tuple[Event, ...] = (
    WindowClosed(),
    Asked(("blue",)),
    Stopped(0, ()),
    Ended({}, ("blue",)),
    Resigned("red"),
    Silent(("red",), 1),
    Returned("red"),
    Replaced("blue"),
    StopAgreed("red"),
    StopWithdrawn("red"),
)


def position_of(party: Party) -> Position:
    table = party.state("red").seen_by(None)
    return Position(party.genesis, party.rules.book, party.game.state, table)


@pytest.fixture(scope="module")
def party() -> Party:
    changes = {"pace": "1d", "bot_after": 1}
    return Party(game_name="living-planet", options={}, changes=changes, at="2026-01-01T00:00:00Z").start()


def letters(party: Party) -> dict[str, AnyLetter]:
    """Return one of each kind, of red or of the host."""
    game, red = party.game, party.people["red"]
    keys = prove_keys(person("new"), game.state.game, "blue", referee_key(game))
    made: list[AnyLetter] = [
        letter_types.play_letter(game, "red", red, [{"order": "look"}], [False], 0),
        letter_types.standing_letter(game, "red", red, {}, [], 0),
        letter_types.note_letter(game, "red", "Hallo", 0),
        letter_types.join_letter(game, "red", red, "Redy", "en", ""),
        letter_types.ready_letter(game, "red", red),
        letter_types.timeout_letter(game, position_of(party).table),
        letter_types.stop_letter(game, "red", True, 0),
        letter_types.resign_letter(game, "red", 0),
        letter_types.rekey_letter(game, "red", person("new"), 0),
        letter_types.replace_letter(game, "blue", keys, "", ""),
        letter_types.endorse_pace_letter(game, "red", "1h", 0),
        letter_types.pace_letter(game, "2d"),
        letter_types.pause_letter(game, "2026-01-05T00:00:00Z"),
        letter_types.extend_letter(game, "2026-01-05T00:00:00Z"),
        letter_types.handover_letter(game, make_offer(game, person("next")), party.referee.secrets, 0),
        letter_types.disclose_letter(game),
    ]
    return {kind_of(letter): letter for letter in made}


OWED: dict[str, list[Event]] = {"stop": [StopAgreed("red")], "resign": [Resigned("red")]}
MAY = {"play", "ready", "timeout", "resign", "stop"}


def test_the_table_has_every_letter_and_every_event_is_looked_at() -> None:
    assert set(CAUSES) == set(all_letter_types())
    public = {kind for kind in KERNEL_EVENTS if not issubclass(kind, Private)}
    assert {type(event) for event in EVENTS} == public
    assert {kind for cause in CAUSES.values() for kind in cause.causes} == set(LETTER_EVENTS)


def test_each_event_behind_each_letter(party: Party) -> None:
    """A letter with its necessary events may have events of the rules, if play continues; any others are wrong."""
    position = position_of(party)
    assert set(map(type, letters(party).values())) == set(CAUSES)
    for (kind, letter), event in product(letters(party).items(), EVENTS):
        owed = OWED.get(kind, [])
        assert can_cause(position, letter, owed), kind
        answer = not isinstance(event, LETTER_EVENTS) and kind in MAY
        silence = kind == "timeout" and isinstance(event, Silent)
        assert can_cause(position, letter, [*owed, event]) == (answer or silence), (kind, event)


def test_silence_ends_by_a_word_and_by_no_other_letter(party: Party) -> None:
    position = position_of(party)
    assert position.table
    position.table[Roster].silent["red"] = 1
    for kind, letter in letters(party).items():
        assert can_cause(position, letter, [Returned("red")]) == (kind in ("play", "standing")), kind
    position.table[Roster].silent.clear()


@pytest.mark.parametrize(("quorum", "votes"), [(0, 0), (1, 1), (2, 2)])
def test_a_seat_is_given_away_by_the_vote_that_decides(party: Party, quorum: int, votes: int) -> None:
    position = position_of(party)._replace(genesis=replace(party.genesis, quorum=quorum))
    letter = letters(party)["replace"]
    for number in range(3):
        done = number == votes
        assert can_cause(position, letter, [Replaced("blue")] if done else []), number
        assert not can_cause(position, letter, [] if done else [Replaced("blue")]), number
        if done:
            return
        envelope = party.sign("referee", letter)
        state = letter.bookkeep(position.genesis, position.state, envelope, StepOutcome("2026-01-02T00:00:00Z", []))
        position = position._replace(state=state)
        letter = letter_types.endorse_letter(party.game, ("red", "green")[number], state.replacing[0].letter_id, 0)


def test_a_bot_sits_down_after_as_many_misses_as_are_told(party: Party) -> None:
    position, secret = position_of(party), Secret(b"7" * 32)
    letter = letter_types.replace_letter(party.game, "blue", bot_keys(party.game, secret, "blue"), "", "bot:greedy@1")
    missed = given_seat(position.state, "blue").missed
    assert can_cause(position, letter, [Replaced("blue", "bot:greedy@1", missed)])
    for false in (Replaced("blue"), Replaced("blue", "bot:greedy@2", missed), Replaced("blue", "bot:greedy@1", 9)):
        assert not can_cause(position, letter, [false])
