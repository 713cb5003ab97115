"""Which letter brings about which event: every pair of them, in one table."""

from __future__ import annotations

from itertools import product

import pytest
from msgspec.structs import replace

from lpbe.kernel.audit.causes import CAUSES, OWN, Scene, can_cause
from lpbe.kernel.chain.acts.handover import make_offer
from lpbe.kernel.chain.kinds import every_act
from lpbe.kernel.chain.letters import AnyLetter, kind_of
from lpbe.kernel.chain.seating import Now, given_seat
from lpbe.kernel.crypto.keys import Secret
from lpbe.kernel.play.events import (
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
from lpbe.kernel.play.rules import Event, Roster
from tests import acts

from .party import Party, person

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


def scene_of(party: Party) -> Scene:
    table = party.state("red").seen_by(None)
    return Scene(party.genesis, party.rules.book, party.game.state, table)


@pytest.fixture(scope="module")
def party() -> Party:
    changes = {"pace": "1d", "bot_after": 1}
    return Party(game_name="living-planet", options={}, changes=changes, at="2026-01-01T00:00:00Z").start()


def letters(party: Party) -> dict[str, AnyLetter]:
    """One of each kind, of red or of the host."""
    game, red = party.game, party.people["red"]
    keys = (*person("new").keys, "00" * 32)
    made: list[AnyLetter] = [
        acts.play_letter(game, "red", red, [{"order": "look"}], [False], 0),
        acts.standing_letter(game, "red", red, {}, [], 0),
        acts.note_letter(game, "red", "Hallo", 0),
        acts.join_letter(game, "red", red, "Redy", "en", ""),
        acts.ready_letter(game, "red", red),
        acts.timeout_letter(game, scene_of(party).table),
        acts.stop_letter(game, "red", True, 0),
        acts.resign_letter(game, "red", 0),
        acts.rekey_letter(game, "red", person("new"), 0),
        acts.replace_letter(game, "blue", keys, "", ""),
        acts.endorse_pace_letter(game, "red", "1h", 0),
        acts.pace_letter(game, "2d"),
        acts.pause_letter(game, "2026-01-05T00:00:00Z"),
        acts.extend_letter(game, "2026-01-05T00:00:00Z"),
        acts.handover_letter(game, make_offer(game, person("next")), party.referee.secrets, 0),
        acts.disclose_letter(game),
    ]
    return {kind_of(letter): letter for letter in made}


OWED: dict[str, list[Event]] = {"stop": [StopAgreed("red")], "resign": [Resigned("red")]}
MAY = {"play", "ready", "timeout", "resign", "stop"}


def test_the_table_has_every_letter_and_every_event_is_looked_at() -> None:
    assert set(CAUSES) == set(every_act())
    public = {kind for kind in KERNEL_EVENTS if not issubclass(kind, Private)}
    assert {type(event) for event in EVENTS} == public
    assert {kind for cause in CAUSES.values() for kind in cause.brings} == set(OWN)


def test_each_event_behind_each_letter(party: Party) -> None:
    """A letter with what it owes may have what the rules tell, if play goes on; of the others none, or none more."""
    scene = scene_of(party)
    assert set(map(type, letters(party).values())) == set(CAUSES)
    for (kind, letter), event in product(letters(party).items(), EVENTS):
        owed = OWED.get(kind, [])
        assert can_cause(scene, letter, owed), kind
        told = not isinstance(event, OWN) and kind in MAY
        silence = kind == "timeout" and isinstance(event, Silent)
        assert can_cause(scene, letter, [*owed, event]) == (told or silence), (kind, event)


def test_silence_ends_by_a_word_and_by_no_other_letter(party: Party) -> None:
    scene = scene_of(party)
    assert scene.table
    scene.table[Roster].silent["red"] = 1
    for kind, letter in letters(party).items():
        assert can_cause(scene, letter, [Returned("red")]) == (kind in ("play", "standing")), kind
    scene.table[Roster].silent.clear()


@pytest.mark.parametrize(("quorum", "votes"), [(0, 0), (1, 1), (2, 2)])
def test_a_seat_is_given_away_by_the_vote_that_decides(party: Party, quorum: int, votes: int) -> None:
    scene = scene_of(party)._replace(genesis=replace(party.genesis, quorum=quorum))
    letter = letters(party)["replace"]
    for number in range(3):
        done = number == votes
        assert can_cause(scene, letter, [Replaced("blue")] if done else []), number
        assert not can_cause(scene, letter, [] if done else [Replaced("blue")]), number
        if done:
            return
        envelope = party.sign("referee", letter)
        state = letter.enter(scene.genesis, scene.state, envelope, Now("2026-01-02T00:00:00Z", []))
        scene = scene._replace(state=state)
        letter = acts.endorse_letter(party.game, ("red", "green")[number], state.replacing[0].order, 0)


def test_a_bot_sits_down_after_as_many_misses_as_are_told(party: Party) -> None:
    scene, secret = scene_of(party), Secret(b"7" * 32)
    letter = acts.replace_letter(party.game, "blue", (*secret.held("blue").keys, "00" * 32), "", "bot:greedy@1")
    missed = given_seat(scene.state, "blue").missed
    assert can_cause(scene, letter, [Replaced("blue", "bot:greedy@1", missed)])
    for false in (Replaced("blue"), Replaced("blue", "bot:greedy@2", missed), Replaced("blue", "bot:greedy@1", 9)):
        assert not can_cause(scene, letter, [false])
