"""A referee who cheats with time, orders, events or what a player set leaves proof as well."""

from __future__ import annotations

import pytest
from msgspec import UNSET
from msgspec.structs import replace

from lpbe.kernel.chain.letter import present
from lpbe.kernel.chain.player_view import open_state
from lpbe.kernel.chain.records import Envelope, GameFile
from lpbe.kernel.chain.transition import ChainState, bare_envelope
from lpbe.kernel.engine.model import Standing
from tests import letter_types

from ..conftest import DAYS, Stages
from ..world.cheating_referee import (
    CheatingReferee,
    check_false,
    put_last,
    put_next,
    sign_fitting_head,
    verify,
    with_public,
    with_state,
)
from ..world.club import HOST, Club
from ..world.forged_letters import bid, play, sign_letter

# Cheating with time


def paced_step(club: Club, order: Envelope, at: str) -> GameFile:
    cheat = CheatingReferee(club)
    cheat.follow(club.game.state.seq)
    cheat.add(order, at)
    return cheat.steps[-1].game


def blues_bid(club: Club) -> Envelope:
    return sign_letter(play(club.game, "blue", "ben", bid(2)), "ben")


@pytest.mark.parametrize("at", [DAYS[0], UNSET, "2026-99-99T99:99:99Z"], ids=["earlier", "missing", "no time"])
def test_time_that_runs_backwards_is_found(club_at: Stages, at: str) -> None:
    club = club_at("paced")
    game = paced_step(club, blues_bid(club), DAYS[2])
    false = sign_fitting_head(game, at=at)
    put_next(club, false)
    check_false(club, verify(club), "E_STATE_TIME", 7)


def test_time_in_a_game_without_a_pace_is_found(club_at: Stages) -> None:
    club = club_at("bidding")
    put_last(club, sign_fitting_head(club.game, at=DAYS[0]))
    check_false(club, verify(club), "E_STATE_TIME", 6)


@pytest.mark.parametrize("command", ["apply", "run"])
def test_a_clock_set_back_never_sets_the_game_back(club_at: Stages, command: str) -> None:
    """The step gets the date of the one before, and whoever verifies finds nothing wrong."""
    club = club_at("paced")
    path = club.order("blue", "bid coins=2")
    order = [path] if command == "apply" else []
    answer = club.shell(HOST, command, "mars", *order, "--now", DAYS[0], "--json")
    assert (answer.status, club.game.state.seq, club.game.last.head.at) == (0, 7, DAYS[1])
    assert verify(club).status == 3


@pytest.mark.parametrize("command", ["apply", "run"])
def test_a_time_that_has_not_come_stops_the_referee(club_at: Stages, command: str) -> None:
    club = club_at("paced")
    path = club.order("blue", "bid coins=2")
    order = [path] if command == "apply" else []
    with club.untouched():
        answer = club.shell(HOST, command, "mars", *order, "--now", "2999-01-01T08:00:00Z", "--json")
    assert (answer.status, answer.code) == (75, "E_CLOCK")


def test_a_timeout_that_came_too_early_is_found(club_at: Stages) -> None:
    """The referee pretends that the deadline had passed, but dates the step correctly."""
    club = club_at("paced")
    late = sign_letter(letter_types.timeout_letter(club.game, open_state(club.rules, club.game, None, None)), HOST)
    game = paced_step(club, late, DAYS[9])
    false = sign_fitting_head(game, at=DAYS[2])
    put_next(club, false)
    check_false(club, verify(club), "E_ORDER_EARLY", 7)


def test_a_step_dated_ahead_of_the_clock_is_named(club_at: Stages) -> None:
    """That way a timeout can be signed long before its deadline; only a clock reveals it."""
    club = club_at("paced")
    assert "ahead" not in verify(club).payload
    put_next(club, paced_step(club, blues_bid(club), "2999-01-01T08:00:00Z"))
    answer = verify(club)
    assert (answer.status, answer.payload["ahead"]) == (3, "2999-01-01T08:00:00Z")
    words = club.lpbe("eve", "verify", "mars").out
    assert "the last step is dated 2999-01-01 08:00 UTC, ahead of this clock" in words


# Cheating with orders and events


def handed_over(club: Club) -> Club:
    """Eve is the referee now."""
    club.do(HOST, "handover", "mars", "--to", club.do("eve", "handover", "mars", "--offer")["offer"])
    club.run()
    return club


def test_a_referee_who_has_handed_the_game_over_applies_nothing_any_more(club_at: Stages) -> None:
    club = handed_over(club_at("bidding"))
    path = club.order("blue", "bid coins=2")
    with club.untouched():
        for command in (["run", "mars"], ["apply", "mars", path]):
            answer = club.lpbe(HOST, *command, "--json")
            assert (answer.status, answer.code) == (6, "E_KEY_ROLE")
    assert club.lpbe("eve", "run", "mars").status == 0
    assert verify(club).status == 3


def test_a_step_signed_by_the_referee_before_is_found(club_at: Stages) -> None:
    club = handed_over(club_at("bidding"))
    club.order("blue", "bid coins=2")
    assert club.lpbe("eve", "run", "mars").status == 0
    put_last(club, sign_fitting_head(club.game, HOST))
    answer = verify(club)
    assert (answer.status, answer.code) == (4, "E_SIG_INVALID")


def test_an_order_that_nobody_signed_is_found(club_at: Stages) -> None:
    """The referee bids for green, and signs the bid as the referee."""
    club = club_at("bids")
    cheat = CheatingReferee(club)
    cheat.follow(8)
    cheat.play_on()
    forged = cheat.steps[-1].game
    sig = bare_envelope(sign_letter(present(forged.last.letter), HOST)).sig
    forged = replace(forged, last=replace(forged.last, sig=sig))
    put_next(club, forged)
    check_false(club, verify(club), "E_SIG_INVALID", 9)


EVENTS = {
    "without a name": [{}],
    "that does not exist": [{"event": "steal"}],
    "that asks nobody's seat": [{"event": "asked"}],
    "with a field too many": [{"event": "asked", "seats": [], "more": 1}],
    "of the wrong kind": [{"event": "asked", "seats": 1}],
    "that cannot have happened": [{"event": "washed", "pebbles": ["p01"]}],
    "of an expansion that is not in play": [{"event": "moss-grew", "pebbles": ["p01"]}],
}


@pytest.mark.parametrize("events", EVENTS.values(), ids=EVENTS)
@pytest.mark.parametrize("stage", ["new", "joined", "turn"])
def test_an_event_that_cannot_be_is_found(club_at: Stages, events: list[dict[str, object]], stage: str) -> None:
    club = club_at(stage)
    put_last(club, with_public(club.game, replace(club.game.last.public, events=events)))
    check_false(club, verify(club), "E_AUDIT_DIVERGES", club.game.state.seq)


def test_an_event_that_did_not_happen_gives_another_table(club_at: Stages) -> None:
    club = club_at("turn")
    public = club.game.last.public
    gift = {"event": "coins-taken", "seat": "red", "coins": 2}
    put_last(club, with_public(club.game, replace(public, events=[*public.events, gift])))
    check_false(club, verify(club), "E_AUDIT_DIVERGES", 9)


def test_an_event_and_its_table_are_found_at_the_end(club_at: Stages) -> None:
    """A false event with the resulting table passes level 0, but not level 2."""
    club = club_at("finished")
    game = club.game
    public = game.last.public
    ended = [{**event, "winners": ["red"]} if event["event"] == "ended" else event for event in public.events]
    assert ended != public.events
    put_last(club, with_public(game, replace(public, events=ended)))
    check_false(club, verify(club), "E_AUDIT_DIVERGES", game.state.seq)


def test_a_window_that_was_moved_is_found(club_at: Stages) -> None:
    club = club_at("bidding")
    put_last(club, with_state(club.game, window=replace(club.game.state.window, waiting=["red"])))
    check_false(club, verify(club), "E_AUDIT_DIVERGES", 6)


def test_a_policy_that_is_kept_from_the_rules_is_found_by_its_seat(club_at: Stages) -> None:
    """Level 1: what the referee keeps for a seat must be what that seat signed."""
    club = club_at("bidding")
    (club.root / "policy.toml").write_text("[pebbles]\nbid = 1\n")
    club.do("ben", "policy", "mars", "policy.toml")
    club.run()

    def drop(cheat: CheatingReferee, step: ChainState) -> ChainState:
        live = cheat.live(step)
        live[Standing, "blue"].policy = {}
        return cheat.resealed(step, live)

    CheatingReferee(club).cheat(7, drop, more=0)
    assert verify(club).status == 3
    answer = club.lpbe("ben", "verify", "mars", "--evidence", "proof.json", "--json")
    assert (answer.status, answer.code) == (4, "E_AUDIT_VIEW")


def test_a_policy_of_an_earlier_key_accuses_nobody(club_at: Stages) -> None:
    club = club_at("bidding")
    (club.root / "policy.toml").write_text("[pebbles]\nbid = 1\n")
    club.do("ben", "policy", "mars", "policy.toml")
    club.run()
    key = club.home("eve") / "lpbe" / "key"
    club.do("ben", "rekey", "mars", "--to", str(key))
    club.run()
    assert club.lpbe("eve", "verify", "mars", "--json").payload["level"] == 1


def test_names_that_steer_a_terminal_are_escaped(club_at: Stages) -> None:
    """Whatever the referee puts into a state: what is printed is clean."""
    club = club_at("bidding")
    seats = [replace(s, name="Ben\x1b[2J\u202e") if s.id == "blue" else s for s in club.game.state.seats]
    put_last(club, with_state(club.game, seats=seats))
    for command in ("show", "report", "legal"):
        answer = club.shell("ben", command, "mars")
        assert answer.status == 0
        assert "\\u{1b}[2J" in answer.out or command == "legal"
